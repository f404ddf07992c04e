// Where the contacts of two shapes with a mesh are going, contact by contact: a mesh may meet a body with one of its legs while
// another passes by. See foresee.ts, which asks the same of two convex shapes as wholes.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { signedDistance } from '../../shapes/signed-distance.js';
import type { Detection } from '../detection.js';
import type { ContactList } from './contact-list.js';
import { GRAZES, IDLE, MEETS } from './outlook.js';

/** Rows of the limits of a pair: half thickness of the thinner shape, envelope, deepest that is no penetration [m]. */
export const THINNER = 0;
export const ENVELOPE = 1;
export const TOLERANCE = 2;

/** What foreseeContacts() returns, bit by bit: some contact is open; one closes; what was found holds for this motion alone. */
export const OPEN = 1;
export const CLOSES = 2;
export const DEPENDS_ON_MOTION = 4;

/** Displacement and turn of A, then of B, in the step to come, in the frame of A [m], [rad]; then where B is [m]. */
const motion = new Float64Array(15);
/** How far A, then B, moves at a point [m]. */
const displacements = new Float64Array(6);
/** Relative displacement of B at a contact [m]. */
const shift = new Float64Array(3);
const point = new Float64Array(3);
const distance = new Float64Array(4);
/** [0]: what findClosing() has found [m]. */
export const closing = new Float64Array(1);

/** Takes note of how the nodes a and b move in the step to come, in a's frame, in which b is at relative[k ..]. */
export function prepareMotion(detection: Detection, a: number, b: number, relative: Float64Array, k: number): void {
  writeMotion(detection, a, a, 0);
  writeMotion(detection, b, a, 6);
  for (let j = 0; j < 3; j++) motion[12 + j] = relative[k + j];
}

/**
 * Sets `closing` to how much the two may close the gap at a point in the step to come, if both move on, or if one is stopped: at
 * least 0 [m]. The normal from A to B is `sign` times the vector at normal[n ..] [1].
 */
export function findClosing(p: Float64Array, normal: Float64Array, n: number, sign: number): void {
  writeDisplacements(p, displacements);
  const d = displacements;
  const ofA = sign * (normal[n] * d[0] + normal[n + 1] * d[1] + normal[n + 2] * d[2]);
  const ofB = -sign * (normal[n] * d[3] + normal[n + 1] * d[4] + normal[n + 2] * d[5]);
  closing[0] = (ofA > 0 ? ofA : 0) + (ofB > 0 ? ofB : 0);
}

/** Writes how far A, and behind it B, moves at a point in the step to come [m]: six numbers. */
export function writeDisplacements(p: Float64Array, out: Float64Array): void {
  const m = motion;
  const x = p[0];
  const y = p[1];
  const z = p[2];
  const bx = x - m[12];
  const by = y - m[13];
  const bz = z - m[14];
  out[0] = m[0] + m[4] * z - m[5] * y;
  out[1] = m[1] + m[5] * x - m[3] * z;
  out[2] = m[2] + m[3] * y - m[4] * x;
  out[3] = m[6] + m[10] * bz - m[11] * by;
  out[4] = m[7] + m[11] * bx - m[9] * bz;
  out[5] = m[8] + m[9] * by - m[10] * bx;
}

/** How far the two turn together at most in the step to come [rad]. */
export function turnAhead(): number {
  const m = motion;
  return Math.sqrt(m[3] * m[3] + m[4] * m[4] + m[5] * m[5]) + Math.sqrt(m[9] * m[9] + m[10] * m[10] + m[11] * m[11]);
}

/**
 * Looks at the contacts from row `first` on of two shapes whose motion was prepared, placed in one frame. Those beyond the envelope stay only if the two meet there in the step to come; those within it that only pass are
 * marked.
 */
export function foreseeContacts(
  shapeA: PlacedShape,
  shapeB: PlacedShape,
  limits: Float64Array,
  list: ContactList,
  first: number,
): number {
  let kept = first;
  let result = 0;
  for (let i = first; i < list.count; i++) {
    if (list.gap[i] > 0) {
      result |= OPEN;
      const isAhead = list.gap[i] > limits[ENVELOPE];
      const outcome = foreseeContact(shapeA, shapeB, limits, list, i);
      if (outcome !== IDLE) result |= CLOSES;
      if (isAhead || outcome !== IDLE) result |= DEPENDS_ON_MOTION;
      if (isAhead && outcome !== MEETS) continue;
      list.passing[i] = outcome === GRAZES && list.isOpposed[i] === 0 ? 1 : 0;
    }
    if (kept < i) list.move(i, kept);
    kept++;
  }
  list.count = kept;
  return result;
}

/** If both move on, or if one of them is stopped, by the motion of both bodies at the contact. */
function foreseeContact(a: PlacedShape, b: PlacedShape, limits: Float64Array, list: ContactList, i: number): number {
  const { normal, gap, pointA, pointB, inward } = list;
  const k = 3 * i;
  let outcome = IDLE;
  for (let moving = 1; moving <= 3; moving++) {
    writeShift(list, i, (moving & 1) !== 0 ? 1 : 0, (moving & 2) !== 0 ? 1 : 0);
    if (-(shift[0] * normal[k] + shift[1] * normal[k + 1] + shift[2] * normal[k + 2]) <= gap[i]) continue;
    const way = Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);
    // No further than to where the thinner one is half way in, or it might be out again on the other side.
    const part = Math.min(1, (gap[i] + limits[THINNER]) / way);
    outcome = GRAZES;
    for (let j = 0; j < 3; j++) point[j] = pointA[k + j] - part * shift[j];
    if (isInside(b, limits)) return MEETS;
    for (let j = 0; j < 3; j++) point[j] = pointB[k + j] + part * shift[j];
    if (isInside(a, limits)) return MEETS;
    // A corner that comes down just on an edge moves along the other's side: what is behind the corner gets inside.
    const isOfA = list.side[i] > 0;
    const from = isOfA ? pointA : pointB;
    const forward = isOfA ? -part : part;
    for (let j = 0; j < 3; j++) point[j] = from[k + j] + forward * shift[j] + inward[k + j];
    if (isInside(isOfA ? b : a, limits)) return MEETS;
  }
  return outcome;
}

function writeShift({ pointA, pointB }: ContactList, i: number, withA: number, withB: number): void {
  // Both at the same point, half way, where impulses act as well.
  for (let k = 0; k < 3; k++) point[k] = 0.5 * (pointA[3 * i + k] + pointB[3 * i + k]);
  writeDisplacements(point, displacements);
  for (let k = 0; k < 3; k++) shift[k] = withB * displacements[3 + k] - withA * displacements[k];
}

/** Whether `point`, which is lost, is deeper inside a shape than what is no penetration. */
function isInside(shape: PlacedShape, limits: Float64Array): boolean {
  if (shape.tree === null) signedDistance(shape, point, distance);
  else {
    const r = shape.r;
    const x = point[0] - shape.x;
    const y = point[1] - shape.y;
    const z = point[2] - shape.z;
    const { tree } = shape;
    point[0] = r[0] * x + r[3] * y + r[6] * z;
    point[1] = r[1] * x + r[4] * y + r[7] * z;
    point[2] = r[2] * x + r[5] * y + r[8] * z;
    distance[0] = tree.distance(point[0], point[1], point[2]);
    // Where the field cannot tell, the mesh does.
    if (Math.abs(distance[0]) <= tree.allowedError + limits[TOLERANCE]) {
      distance[0] = tree.exact.signedDistance(point[0], point[1], point[2]);
    }
  }
  return -distance[0] > limits[TOLERANCE];
}

/** By the velocity the node has; what gravity adds is mostly taken by what supports the body. */
function writeMotion({ bodies, ahead }: Detection, node: number, frame: number, at: number): void {
  const { velocity, rotation } = bodies.nodes.columns;
  const r = 9 * frame;
  for (let k = 0; k < 6; k += 3) {
    const x = ahead * velocity[6 * node + k];
    const y = ahead * velocity[6 * node + k + 1];
    const z = ahead * velocity[6 * node + k + 2];
    motion[at + k] = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z;
    motion[at + k + 1] = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z;
    motion[at + k + 2] = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z;
  }
}
