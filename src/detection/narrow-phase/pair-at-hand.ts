// The pair of shapes that is being tested: where the two are, how their bodies move in the step to come, and how much
// work the pair is worth. Numbers that cross calls are in here: as arguments of functions that are not inlined they
// would be allocated.

import type { Bodies } from '../../bodies/bodies.js';
import { isZero } from '../../bodies/kinematics.js';
import type { Materials } from '../../bodies/materials.js';
import type { Settings } from '../../settings.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import type { DriveForesight } from '../drive-foresight.js';

// What may become of two shapes, or of two points of them, that are still apart.
/** They do not close their gap in the step to come. */
export const IDLE = 0;
/** They close it along the normal, but pass each other. */
export const GRAZES = 1;
/** They close it, and would penetrate. */
export const MEETS = 2;

export class PairAtHand {
  /** Placed in one frame. */
  a = new PlacedShape();
  b = new PlacedShape();
  /** Half thickness of the thinner one [m]. */
  thinner = 0;
  /** Gap that counts as touching [m]. */
  envelope = 0;
  /** Largest gap of a contact [m]. Those beyond the envelope are only wanted where they may close in the step to come. */
  reach = 0;
  /**
   * Of a slow pair with a mesh: so far beyond the envelope contacts are wanted whether they close or not, and nothing further away is,
   * so that what is found holds until one of the two has moved, or is faster; else 0 [m].
   */
  room = 0;
  /** The deepest that is no penetration [m]. */
  tolerance = 0;
  /** How their bodies move in the step to come. */
  readonly motion = new PairMotion();
  /** Of a pair with a mesh: how much work it is worth, and how close to each other contacts must be to say the same [m]. */
  budget: Readonly<ContactBudget> = new ContactBudget();
  spacing = 0;
}

/** Displacement and turn of A, then the same of B, then where B is: three numbers each. */
export const TURN_OF_A = 3;
export const OF_B = 6;
export const TURN_OF_B = 9;
const PLACE_OF_B = 12;
const MOTION_SIZE = 15;

/**
 * How the two nodes of a pair move in the step to come, in the frame of A, by the velocities they have: what gravity
 * adds is mostly taken by what supports a body.
 */
export class PairMotion {
  /** Displacements [m] and turns [rad], then where B is [m]. */
  readonly numbers = new Float64Array(MOTION_SIZE);
  /** What drives may add to the displacements and turns [m], [rad]. */
  readonly gains = new Float64Array(PLACE_OF_B);
  /** How far A, then B, moves at a point [m]. */
  readonly displacements = new Float64Array(6);
  /** The point last asked for, where callers have no place of their own for it [m]. */
  readonly point = new Float64Array(3);
  /** What findClosing() has found [m]. */
  closing = 0;
}

/** Bodies, and the time to look ahead [s]. */
interface BodiesAhead {
  readonly bodies: Bodies;
  readonly ahead: number;
}

/** And what may be added to their velocities. */
interface DrivenBodies extends BodiesAhead {
  readonly drives: DriveForesight;
}

/** Takes note of how the nodes a and b move in the step to come, in a's frame, in which b is at relative[k ..]. */
export function setMotion(
  { numbers }: PairMotion,
  moving: BodiesAhead,
  a: number,
  b: number,
  relative: Float64Array,
  k: number,
): void {
  const { velocity } = moving.bodies.nodes.columns;
  writeMotion(moving, velocity, a, a, numbers, 0);
  writeMotion(moving, velocity, b, a, numbers, OF_B);
  for (let j = 0; j < 3; j++) numbers[PLACE_OF_B + j] = relative[k + j];
}

/**
 * Adds what motors, springs and forces may add to the motion of the two (foresee-drives.ts). Returns whether that is anything.
 */
export function addDrives({ numbers, gains }: PairMotion, detection: DrivenBodies, a: number, b: number): boolean {
  const { driven } = detection.drives;
  if (6 * Math.max(a, b) >= driven.length || (isZero(driven, 6 * a) && isZero(driven, 6 * b))) return false;
  writeMotion(detection, driven, a, a, gains, 0);
  writeMotion(detection, driven, b, a, gains, OF_B);
  for (let k = 0; k < PLACE_OF_B; k++) numbers[k] += gains[k];
  return true;
}

/** Writes what a velocity of a node does in the step to come, in the axes of another node. */
function writeMotion(
  { bodies, ahead }: BodiesAhead,
  velocity: Float64Array,
  node: number,
  frame: number,
  out: Float64Array,
  at: number,
): void {
  const { rotation } = bodies.nodes.columns;
  const r = 9 * frame;
  for (let k = 0; k < 6; k += 3) {
    const x = ahead * velocity[6 * node + k];
    const y = ahead * velocity[6 * node + k + 1];
    const z = ahead * velocity[6 * node + k + 2];
    out[at + k] = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z;
    out[at + k + 1] = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z;
    out[at + k + 2] = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z;
  }
}

/**
 * Sets `closing` to how much the two may close the gap at a point in the step to come, if both move on, or if one is stopped: at
 * least 0 [m]. The normal from A to B is `sign` times the vector at normal[n ..] [1].
 */
export function findClosing(motion: PairMotion, point: Float64Array, normal: Float64Array, n: number, sign: number): void {
  const { displacements: d } = motion;
  writeDisplacements(motion, point);
  const ofA = sign * (normal[n] * d[0] + normal[n + 1] * d[1] + normal[n + 2] * d[2]);
  const ofB = -sign * (normal[n] * d[3] + normal[n + 1] * d[4] + normal[n + 2] * d[5]);
  motion.closing = (ofA > 0 ? ofA : 0) + (ofB > 0 ? ofB : 0);
}

/** Sets `displacements` to how far the two move at a point. */
export function writeDisplacements({ numbers: m, displacements: out }: PairMotion, point: Float64Array): void {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const bx = x - m[PLACE_OF_B];
  const by = y - m[PLACE_OF_B + 1];
  const bz = z - m[PLACE_OF_B + 2];
  out[0] = m[0] + m[TURN_OF_A + 1] * z - m[TURN_OF_A + 2] * y;
  out[1] = m[1] + m[TURN_OF_A + 2] * x - m[TURN_OF_A] * z;
  out[2] = m[2] + m[TURN_OF_A] * y - m[TURN_OF_A + 1] * x;
  out[3] = m[OF_B] + m[TURN_OF_B + 1] * bz - m[TURN_OF_B + 2] * by;
  out[4] = m[OF_B + 1] + m[TURN_OF_B + 2] * bx - m[TURN_OF_B] * bz;
  out[5] = m[OF_B + 2] + m[TURN_OF_B] * by - m[TURN_OF_B + 1] * bx;
}

/**
 * Moves and turns a shape of A, or of B, placed in the frame of A, as its body does in the step to come; where that is farther than
 * `most` [m], only so far.
 */
export function moveShape({ numbers: m }: PairMotion, isOfB: boolean, most: number, shape: PlacedShape): void {
  const at = isOfB ? OF_B : 0;
  const far = length(m, at);
  const part = far > most ? most / far : 1;
  const hx = 0.5 * part * m[at + 3];
  const hy = 0.5 * part * m[at + 4];
  const hz = 0.5 * part * m[at + 5];
  const w = 1 / Math.sqrt(1 + hx * hx + hy * hy + hz * hz);
  const x = w * hx;
  const y = w * hy;
  const z = w * hz;
  // About the body's own centre: that of A is the origin.
  const cx = isOfB ? m[PLACE_OF_B] : 0;
  const cy = isOfB ? m[PLACE_OF_B + 1] : 0;
  const cz = isOfB ? m[PLACE_OF_B + 2] : 0;
  const { r } = shape;
  for (let j = 0; j < 4; j++) {
    // The three columns of the rotation, then the place.
    const vx = j < 3 ? r[j] : shape.x - cx;
    const vy = j < 3 ? r[3 + j] : shape.y - cy;
    const vz = j < 3 ? r[6 + j] : shape.z - cz;
    const tx = 2 * (y * vz - z * vy);
    const ty = 2 * (z * vx - x * vz);
    const tz = 2 * (x * vy - y * vx);
    const ux = vx + w * tx + y * tz - z * ty;
    const uy = vy + w * ty + z * tx - x * tz;
    const uz = vz + w * tz + x * ty - y * tx;
    if (j < 3) {
      r[j] = ux;
      r[3 + j] = uy;
      r[6 + j] = uz;
    } else {
      shape.x = cx + ux + part * m[at];
      shape.y = cy + uy + part * m[at + 1];
      shape.z = cz + uz + part * m[at + 2];
    }
  }
}

/** How far any point of the two, which reach so far from their bodies' centres [m], moves at most, both together [m]. */
export function farthestAhead({ numbers: m }: PairMotion, reachA: number, reachB: number): number {
  const turnA = length(m, TURN_OF_A);
  const turnB = length(m, TURN_OF_B);
  // A half-space reaches infinitely far, and adds nothing where it does not turn.
  const turning = (turnA > 0 ? turnA * reachA : 0) + (turnB > 0 ? turnB * reachB : 0);
  return length(m, 0) + length(m, OF_B) + turning;
}

/** How far the two turn together at most [rad]. */
export function turnAhead({ numbers: m }: PairMotion): number {
  return length(m, TURN_OF_A) + length(m, TURN_OF_B);
}

function length(v: Float64Array, k: number): number {
  return Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
}

/** Whether one of two nodes has any velocity at all. */
export function isMoving({ bodies }: BodiesAhead, a: number, b: number): boolean {
  const { velocity } = bodies.nodes.columns;
  for (let k = 0; k < 6; k++) if (velocity[6 * a + k] !== 0 || velocity[6 * b + k] !== 0) return true;
  return false;
}

/** Numbers of a budget in the table of materials: contacts, nodes, error. */
const BUDGET_SIZE = 3;

/** How much work a pair with a mesh is worth: what stops the descent of its contact trees early. */
export class ContactBudget {
  /** Most contacts [1]. */
  contacts = 0;
  /** Most nodes that are visited [1]. */
  nodes = 0;
  /** Cells that err by no more than this need not be descended into [m]. */
  error = 0;
}

/** For measuring: everything, as exactly as the trees know it. */
export const UNLIMITED: Readonly<ContactBudget> = { contacts: 1e9, nodes: 1e9, error: 0 };

/**
 * The budget of two shapes of the materials a and b: that of the materials, and of the world where they say nothing.
 * Errors are shares of the half thickness of the thinner shape.
 */
export function setBudget(
  out: ContactBudget,
  { budget, stride }: Materials,
  a: number,
  b: number,
  settings: Settings,
  { thinner }: PairAtHand,
): void {
  const k = BUDGET_SIZE * (a * stride + b);
  out.contacts = budget[k] >= 0 ? budget[k] : settings['mesh.maxContacts'];
  out.nodes = budget[k + 1] >= 0 ? budget[k + 1] : settings['mesh.maxNodes'];
  out.error = (budget[k + 2] >= 0 ? budget[k + 2] : settings['mesh.error']) * thinner;
}
