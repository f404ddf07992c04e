// Whether two convex shapes that are still apart will be in each other because they turn: a corner that comes round. See foresee.ts,
// which asks the same of shapes that only move.

import type { Settings } from '../../settings.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { SPHERE } from '../../shapes/shape-kinds.js';
import { PLACEMENT_SIZE } from '../contact-graph/relative-placement.js';
import type { Detection } from '../detection.js';
import { placeInOtherBody } from '../place-shape.js';
import { CENTRED } from '../update-bounds.js';
import { closest } from './closest.js';
import { PrincipalContact } from './principal-contact.js';

/** Where the parts of a motion are. */
const [WAY, TURN_A, TURN_B] = [0, 3, 6];

/** What foreseeing a turn works on. */
export class TurningForesight {
  /** Displacement of B against A, turn of A, turn of B in the step to come, in the frame of A [m], [rad]. */
  readonly motion = new Float64Array(9);
  /** Where B will be, seen from A: position [m] and orientation [1]. */
  readonly placement = new Float64Array(PLACEMENT_SIZE);
  readonly shapeB = new PlacedShape();
  readonly probe = new PrincipalContact();
}

/**
 * Whether the shapes of the pair at hand, which is pair `row` of candidate i, penetrate after the step, if both bodies move on and turn
 * as they do.
 */
export function meetsByTurning(
  foresight: TurningForesight,
  detection: Detection,
  i: number,
  row: number,
  settings: Settings,
): boolean {
  const { pair, principal, pairs } = detection.narrowPhase;
  const { nodes, relative } = detection.candidates.columns;
  const { shapes } = detection.shapePairs.columns;
  const { motion, placement, shapeB, probe } = foresight;
  const { thickness } = detection.bodies.shapes.columns;
  const k = PLACEMENT_SIZE * i;
  const a = nodes[2 * i];
  const b = nodes[2 * i + 1];
  const s = shapes[2 * row];
  const t = shapes[2 * row + 1];
  const way = swingOf(detection, a, s) + swingOf(detection, b, t);
  if (way === 0) return false;
  writeMotion(motion, detection, a, b);
  const along = motion[WAY] * principal.nx + motion[WAY + 1] * principal.ny + motion[WAY + 2] * principal.nz;
  if (way - along <= principal.gap) return false;
  for (let j = 0; j < 3; j++) placement[j] = relative[k + j] + motion[WAY + j];
  for (let j = 3; j < PLACEMENT_SIZE; j++) placement[j] = relative[k + j];
  turnPlacement(placement, motion, TURN_B, 1, false);
  turnPlacement(placement, motion, TURN_A, -1, true);
  placeInOtherBody(detection.bodies, t, placement, 0, shapeB);
  const tolerance = settings['detection.penetrationTolerance'] * settings['detection.envelope'];
  return closest(pair.a, shapeB, 0, probe, pairs) && -probe.gap > tolerance * Math.min(thickness[s], thickness[t]);
}

/** How far a node's turn takes the points of one of its shapes in the step to come, at the most [m]. */
function swingOf({ bodies, ahead }: Detection, node: number, shape: number): number {
  const { kind, centred, reach } = bodies.shapes.columns;
  const { velocity: u } = bodies.nodes.columns;
  const k = 6 * node + 3;
  const speed = Math.sqrt(u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
  // A ball that turns stays where it is, and a half-space reaches infinitely far but does not turn.
  if (speed === 0 || (kind[shape] === SPHERE && centred[shape] === CENTRED)) return 0;
  return ahead * speed * reach[shape];
}

function writeMotion(motion: Float64Array, { bodies, ahead }: Detection, a: number, b: number): void {
  const { velocity: u, rotation } = bodies.nodes.columns;
  for (let j = 0; j < 3; j++) {
    motion[WAY + j] = motion[TURN_A + j] = motion[TURN_B + j] = 0;
    for (let i = 0; i < 3; i++) {
      const axis = ahead * rotation[9 * a + 3 * i + j];
      motion[WAY + j] += axis * (u[6 * b + i] - u[6 * a + i]);
      motion[TURN_A + j] += axis * u[6 * a + 3 + i];
      motion[TURN_B + j] += axis * u[6 * b + 3 + i];
    }
  }
}

/** Turns the orientation of a placement by a share of the rotation vector at motion[at ..], and its position where that is asked. */
function turnPlacement(p: Float64Array, motion: Float64Array, at: number, share: number, withPosition: boolean): void {
  const hx = 0.5 * share * motion[at];
  const hy = 0.5 * share * motion[at + 1];
  const hz = 0.5 * share * motion[at + 2];
  const w = 1 / Math.sqrt(1 + hx * hx + hy * hy + hz * hz);
  const x = w * hx;
  const y = w * hy;
  const z = w * hz;
  const ox = p[3];
  const oy = p[4];
  const oz = p[5];
  const ow = p[6];
  p[3] = w * ox + x * ow + y * oz - z * oy;
  p[4] = w * oy - x * oz + y * ow + z * ox;
  p[5] = w * oz + x * oy - y * ox + z * ow;
  p[6] = w * ow - x * ox - y * oy - z * oz;
  if (!withPosition) return;
  const tx = 2 * (y * p[2] - z * p[1]);
  const ty = 2 * (z * p[0] - x * p[2]);
  const tz = 2 * (x * p[1] - y * p[0]);
  p[0] += w * tx + y * tz - z * ty;
  p[1] += w * ty + z * tx - x * tz;
  p[2] += w * tz + x * ty - y * tx;
}
