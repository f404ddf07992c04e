// The test of two convex shapes: their closest features, and where the two are going as wholes while they are still
// apart, by the way they move and by the way they turn.

import type { Settings } from '../../settings.js';
import { SPHERE } from '../../shapes/shape-kinds.js';
import type { ContactGraph } from '../contact-graph/contact-graph.js';
import { PLACEMENT_SIZE } from '../contact-graph/edge-table.js';
import type { Detection } from '../detection.js';
import { extraSpinOf } from '../drive-foresight.js';
import { placeInOtherBody } from '../place-shape.js';
import { CENTRED } from '../update-bounds.js';
import { areDeep, closest } from './closest.js';
import { addDrives, GRAZES, IDLE, isMoving, MEETS, OF_B, setMotion, TURN_OF_A, TURN_OF_B } from './pair-at-hand.js';

export const convexTester = {
  findClosest({ narrowPhase }: Detection): boolean {
    const { pair, principal, pairs } = narrowPhase;
    return closest(pair.a, pair.b, pair.reach, principal, pairs);
  },

  foresee(detection: Detection, i: number, row: number, settings: Settings, isExact: boolean): void {
    const { pair, principal, isTrigger } = detection.narrowPhase;
    const { edge, nodes, relative, placementKnown, still, closePairs } = detection.candidates.columns;
    const { shapes, close, passing } = detection.shapePairs.columns;
    if (!(principal.gap <= 0 || isTrigger)) {
      // Apart so far: whether there is to be a contact is a question of where the two are going.
      const isAhead = principal.gap > pair.envelope;
      const a = nodes[2 * i];
      const b = nodes[2 * i + 1];
      setMotion(pair.motion, detection, a, b, relative, PLACEMENT_SIZE * i);
      let outcome = foresee(detection, settings);
      if (outcome !== MEETS && meetsByTurning(detection, i, row, settings)) outcome = MEETS;
      // Drives may be held by what is not foreseen: the two may meet with them or without.
      if (outcome !== MEETS && detection.drives.driven.length > 0 && addDrives(pair.motion, detection, a, b)) {
        if (meetsWhenDriven(detection, i, row, settings)) outcome = MEETS;
      }
      if (outcome !== IDLE) still[i] = 0;
      if (isAhead && outcome !== MEETS) close[row] = 0;
      if (outcome === GRAZES && !isBearing(detection.graph, edge[i], shapes[2 * row], shapes[2 * row + 1])) passing[row] = 1;
      // A contact that acts goes on to act until the two have moved, unless every bit is to be that of asking always.
      const isOfMotion = isExact ? outcome !== IDLE || isMoving(detection, a, b) : passing[row] !== 0;
      if (isAhead || isOfMotion) placementKnown[i] = 0;
    }
    closePairs[i] += close[row];
  },
};

/** Whether the shapes of the pair at hand meet by a motion that drives are added to. */
function meetsWhenDriven(detection: Detection, i: number, row: number, settings: Settings): boolean {
  return foresee(detection, settings) === MEETS || meetsByTurning(detection, i, row, settings);
}

/** Whether some contact of the two shapes bore an impulse in the last step. */
function isBearing(graph: ContactGraph, edge: number, a: number, b: number): boolean {
  const { firstContact, contactCount } = graph.edges.columns;
  const { shapes, impulse } = graph.contacts.columns;
  for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
    if (impulse[4 * contact] > 0 && shapes[2 * contact] === a && shapes[2 * contact + 1] === b) return true;
  }
  return false;
}

/**
 * Looks at where the two shapes at hand, which are still apart, will be after the step, if both move on, or if one of
 * them is stopped. IDLE: the gap along the normal is not closed. MEETS: it is, and they penetrate. GRAZES: it is, but
 * they do not: they pass each other, and a contact, which sees no more than a plane, would be wrong. A box that slides
 * over the joint of two floor tiles would be stopped by the side of the next one, and a ball lifted by its edge.
 */
function foresee({ narrowPhase }: Detection, settings: Settings): number {
  const { pair, principal, pairs, closestAhead } = narrowPhase;
  const { a: shapeA, b: shapeB, thinner } = pair;
  const { numbers: motion } = pair.motion;
  const tolerance = settings['detection.penetrationTolerance'] * settings['detection.envelope'] * thinner;
  let outcome = IDLE;
  for (let moving = 1; moving <= 3; moving++) {
    const withA = (moving & 1) !== 0 ? 1 : 0;
    const withB = (moving & 2) !== 0 ? 1 : 0;
    const x = withB * motion[OF_B] - withA * motion[0];
    const y = withB * motion[OF_B + 1] - withA * motion[1];
    const z = withB * motion[OF_B + 2] - withA * motion[2];
    if (-(x * principal.nx + y * principal.ny + z * principal.nz) <= principal.gap) continue;
    // No further than to where the thinner one is half way in, or it might be out again on the other side.
    const part = Math.min(1, (principal.gap + thinner) / Math.sqrt(x * x + y * y + z * z));
    shapeB.x += part * x;
    shapeB.y += part * y;
    shapeB.z += part * z;
    outcome = areDeep(shapeA, shapeB, tolerance, closestAhead, pairs) ? MEETS : GRAZES;
    shapeB.x -= part * x;
    shapeB.y -= part * y;
    shapeB.z -= part * z;
    if (outcome === MEETS) return MEETS;
  }
  return outcome;
}

/**
 * Whether the shapes of the pair at hand, which is pair `row` of candidate i, penetrate after the step, if both bodies
 * move on and turn as they do: a corner that comes round.
 */
function meetsByTurning(detection: Detection, i: number, row: number, settings: Settings): boolean {
  const { pair, principal, pairs, closestAhead, placementAhead: placement, shapeAhead } = detection.narrowPhase;
  const { nodes, relative } = detection.candidates.columns;
  const { shapes } = detection.shapePairs.columns;
  const { numbers: motion } = pair.motion;
  const { thickness } = detection.bodies.shapes.columns;
  const s = shapes[2 * row];
  const t = shapes[2 * row + 1];
  const swing = swingOf(detection, nodes[2 * i], s) + swingOf(detection, nodes[2 * i + 1], t);
  if (swing === 0) return false;
  const x = motion[OF_B] - motion[0];
  const y = motion[OF_B + 1] - motion[1];
  const z = motion[OF_B + 2] - motion[2];
  if (swing - (x * principal.nx + y * principal.ny + z * principal.nz) <= principal.gap) return false;
  for (let j = 0; j < PLACEMENT_SIZE; j++) placement[j] = relative[PLACEMENT_SIZE * i + j];
  placement[0] += x;
  placement[1] += y;
  placement[2] += z;
  turnPlacement(placement, motion, TURN_OF_B, 1, false);
  turnPlacement(placement, motion, TURN_OF_A, -1, true);
  placeInOtherBody(detection.bodies, t, placement, 0, shapeAhead);
  const tolerance = settings['detection.penetrationTolerance'] * settings['detection.envelope'];
  return areDeep(pair.a, shapeAhead, tolerance * Math.min(thickness[s], thickness[t]), closestAhead, pairs);
}

/**
 * How far a node's turn, and what drives may add to it, take the points of one of its shapes in the step to come, at
 * the most [m].
 */
function swingOf({ bodies, drives, ahead }: Detection, node: number, shape: number): number {
  const { kind, centred, reach } = bodies.shapes.columns;
  const { velocity: u } = bodies.nodes.columns;
  const k = 6 * node + 3;
  let speed = Math.sqrt(u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
  if (drives.driven.length > 0) speed += extraSpinOf(drives, node);
  // A ball that turns stays where it is, and a half-space reaches infinitely far but does not turn.
  if (speed === 0 || (kind[shape] === SPHERE && centred[shape] === CENTRED)) return 0;
  return ahead * speed * reach[shape];
}

/**
 * Turns the orientation of a placement by a share of the rotation vector at motion[at ..], and its position where that
 * is asked.
 */
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
