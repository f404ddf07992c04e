// Whether an arch of wedges can stand: it can if some line of thrust lies within all its joints and is nowhere too oblique for
// friction (Heyman's safe theorem, in the plane of the arch).
//
// What one abutment gives, a force and a moment, settles the force through every joint, so a line of thrust is a point of three
// numbers, and each condition a half-space. If they have a point in common, some corner where three of them meet is one.

import type { Vec3 } from '../../src/math/vector.js';
import { dot } from '../../src/math/vector.js';
import { solve3 } from './statics.js';

export interface ArchSection {
  inner: number;
  outer: number;
  friction: number;
  /** The part of the thickness that the line of thrust must keep to [1]. */
  core: number;
}

/** `weights` of the stones from the right abutment to the left, of any unit. */
export function hasThrustLine(weights: readonly number[], section: ArchSection): boolean {
  const conditions = conditionsOf(weights, section);
  const holds = (point: Vec3) => conditions.every(({ normal, bound }) => dot(normal, point) <= bound + 1e-9);
  for (let i = 0; i < conditions.length; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) {
        const [a, b, c] = [conditions[i], conditions[j], conditions[k]];
        const corner = solve3([a.normal, b.normal, c.normal], [a.bound, b.bound, c.bound]);
        if (corner !== null && holds(corner)) return true;
      }
    }
  }
  return false;
}

interface Condition {
  /** normal . (force x, force y, moment about the arch's centre) <= bound */
  normal: Vec3;
  bound: number;
}

function conditionsOf(weights: readonly number[], { inner, outer, friction, core }: ArchSection): Condition[] {
  const count = weights.length;
  const middle = (inner + outer) / 2;
  const arm = centroidRadius(Math.PI / count, inner, outer);
  const conditions: Condition[] = [];
  // Of the stones between the right abutment and the joint.
  let weight = 0;
  let moment = 0;
  for (let joint = 0; joint <= count; joint++) {
    const angle = (Math.PI * joint) / count;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    // Across the joint, along it, and about its middle: linear in (x, y, moment) of the abutment; the constant is the last number.
    const pressure: Linear = [-sin, cos, 0, -cos * weight];
    const shear: Linear = [cos, sin, 0, -sin * weight];
    const bending: Linear = [middle * sin, -middle * cos, 1, middle * cos * weight - moment];
    const half = (core * (outer - inner)) / 2;
    for (const [quantity, limit] of [[bending, half] as const, [shear, friction] as const]) {
      for (const sign of [1, -1]) {
        const [x, y, m, constant] = quantity.map((value, i) => sign * value - limit * pressure[i]);
        conditions.push({ normal: [x, y, m], bound: -constant });
      }
    }
    if (joint === count) break;
    weight += weights[joint];
    moment += weights[joint] * arm * Math.cos((Math.PI * (joint + 0.5)) / count);
  }
  return conditions;
}
type Linear = [x: number, y: number, moment: number, constant: number];

/** From the arch's centre to the centroid of a stone, a trapezoid that spans `angle`. */
function centroidRadius(angle: number, inner: number, outer: number): number {
  const height = (outer - inner) * Math.cos(angle / 2);
  return inner * Math.cos(angle / 2) + (height * (inner + 2 * outer)) / (3 * (inner + outer));
}
