// Contacts over the substeps of one step: they travel with the bodies, and penetration pushes as a damped spring does.
//
// A spring and damper, integrated implicitly over a substep h, is the relaxation (41) of the VSP paper with gamma = A_ii / a on
// the normal row and a bias that is a share of the depth: with w = 2 pi hertz and z the damping ratio, a = h w (2 z + h w), and
// the depth is taken out at the rate w / (2 z + h w) (Catto, "Soft constraints", 2011). Both are written into the record, so that
// the sweep is that of every other method. One sweep visits a contact once: gamma lambda of (41) is known before it.

import { predictGaps, writeNormalVelocities } from '../../contact-problem/contact-problem.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import { writeLevers } from '../../contact-problem/record-geometry.js';
import type { Detection } from '../../detection/detection.js';
import { isRound } from '../../shapes/shape-kinds.js';
import * as layout from '../../solvers/contact-record.js';

// V8 folds constants of the same module but not imported ones.
const { INVERSE_DIAGONAL, BIAS, LAMBDA, GAP, RECORD_LENGTH } = layout;

/** What turns by more than this in a substep does not take its contacts with it [rad]. */
const FARTHEST_TURN = 0.5;

/** How contacts push penetration out. */
export interface Softness {
  /** Natural frequency of the spring [1/s]. */
  hertz: number;
  /** 1 is critical damping [1]. */
  dampingRatio: number;
  /** Most half thicknesses of the thinner shape that are pushed out in a second [1/s]. */
  pushRate: number;
}

/** What counts as a hit. */
export interface HitLimits {
  /** Slowest closing velocity [m/s]. */
  slowest: number;
  /** Largest gap that counts as closed, as a share of the half thickness of the thinner shape [1]. */
  closed: number;
}

/** After the problem is built for the whole step: its impulses become those of a substep, and nothing has hit yet. */
export function beginSubsteps({ table }: ContactProblem, count: number): void {
  const { record, bounce } = table.columns;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    for (let row = 0; row < 3; row++) record[k + LAMBDA + row] /= count;
    bounce[i] = 0;
  }
}

/**
 * Notes the fastest hit that each contact takes, of those that close, or nearly so, within the substep h [s]: all corners of a box
 * that lands all but flat are hit at once.
 */
export function noteHits(problem: ContactProblem, { graph, bodies }: Detection, h: number, limits: HitLimits): void {
  if (!canBounce(problem)) return;
  const { table } = problem;
  const { record, contact, restitution, bounce, normalVelocity } = table.columns;
  const { shapes } = graph.contacts.columns;
  const { thickness } = bodies.shapes.columns;
  writeNormalVelocities(problem, bodies.nodes.columns.velocity);
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    const closing = -normalVelocity[i];
    if (restitution[i] === 0 || closing <= limits.slowest) continue;
    const closed = limits.closed * Math.min(thickness[shapes[2 * contact[i]]], thickness[shapes[2 * contact[i] + 1]]);
    if (closing * h >= record[k + GAP] - closed) bounce[i] = Math.min(bounce[i], -restitution[i] * closing);
  }
}

function canBounce({ table }: ContactProblem): boolean {
  const { restitution } = table.columns;
  for (let i = 0; i < table.size; i++) if (restitution[i] !== 0) return true;
  return false;
}

/** Makes contacts that penetrate springs for one sweep; open ones may close within the substep h [s]. */
export function softenContacts({ table }: ContactProblem, { graph, bodies }: Detection, h: number, softness: Softness): void {
  const { record, contact } = table.columns;
  const { shapes } = graph.contacts.columns;
  const { thickness } = bodies.shapes.columns;
  const w = 2 * Math.PI * softness.hertz;
  const a = h * w * (2 * softness.dampingRatio + h * w);
  const rate = w / (2 * softness.dampingRatio + h * w);
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    const gap = record[k + GAP];
    if (gap > 0) {
      record[k + BIAS] = gap / h;
      continue;
    }
    const thinner = Math.min(thickness[shapes[2 * contact[i]]], thickness[shapes[2 * contact[i] + 1]]);
    const gamma = 1 / (a * record[k + INVERSE_DIAGONAL]);
    record[k + BIAS] = Math.max(rate * gap, -softness.pushRate * thinner) + gamma * record[k + LAMBDA];
    record[k + INVERSE_DIAGONAL] *= a / (1 + a);
  }
}

/**
 * Moves the contacts with the bodies, which have just been moved for h [s]. A contact is a point of the smaller body, such as a
 * corner that slides over the larger, or of a round one stays below its centre while it rolls. So it does of one that spins fast: other
 * corners are there by then, and to first order the point would leave the body. Both bodies are still pushed at one point, so that
 * angular momentum is kept. Gaps follow to first order in h.
 */
export function carryContacts(problem: ContactProblem, { graph, bodies }: Detection, h: number): void {
  predictGaps(problem, bodies.nodes.columns.velocity, h);
  const { table } = problem;
  const { record, movers, contact } = table.columns;
  const { shapes, worldPoint } = graph.contacts.columns;
  const { reach, kind } = bodies.shapes.columns;
  const nodes = bodies.nodes.columns;
  const { velocity: u, position } = nodes;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    const c = contact[i];
    const p = 3 * c;
    const isOnA = reach[shapes[2 * c]] < reach[shapes[2 * c + 1]];
    const carrier = isOnA ? a : b;
    const center = carrier / 2;
    const x = worldPoint[p] - position[center];
    const y = worldPoint[p + 1] - position[center + 1];
    const z = worldPoint[p + 2] - position[center + 2];
    const isCarried =
      !isRound(kind[shapes[isOnA ? 2 * c : 2 * c + 1]]) && squareOfTurn(u, carrier, h) < FARTHEST_TURN * FARTHEST_TURN;
    const turn = isCarried ? h : 0;
    worldPoint[p] += h * u[carrier] + turn * (u[carrier + 4] * z - u[carrier + 5] * y);
    worldPoint[p + 1] += h * u[carrier + 1] + turn * (u[carrier + 5] * x - u[carrier + 3] * z);
    worldPoint[p + 2] += h * u[carrier + 2] + turn * (u[carrier + 3] * y - u[carrier + 4] * x);
    writeLevers(record, k, worldPoint, p, nodes, a / 6, b / 6);
  }
}

/** The square of the angle by which a mover, whose velocities are from u[i] on, turns in h [s] [1]. */
function squareOfTurn(u: Float64Array, i: number, h: number): number {
  return h * h * (u[i + 3] * u[i + 3] + u[i + 4] * u[i + 4] + u[i + 5] * u[i + 5]);
}

/**
 * Makes contacts that were hit in the step leave it with what (21) gives them of that; returns how many there are. A hit counts
 * if the two bodies have pushed each other since, at any of their contacts: of a box that lands flat in the last substep, not all
 * corners have yet.
 */
export function aimBounces({ table }: ContactProblem, { graph }: Detection): number {
  const { record, movers, bounce, contact } = table.columns;
  const { impulse } = graph.contacts.columns;
  let count = 0;
  let last = 0;
  for (let first = 0; first < table.size; first = last) {
    let pushed = false;
    for (last = first; last < table.size; last++) {
      if (movers[2 * last] !== movers[2 * first] || movers[2 * last + 1] !== movers[2 * first + 1]) break;
      if (impulse[4 * contact[last]] > 0) pushed = true;
    }
    for (let i = first; pushed && i < last; i++) {
      if (bounce[i] === 0) continue;
      record[i * RECORD_LENGTH + BIAS] = bounce[i];
      count++;
    }
  }
  return count;
}
