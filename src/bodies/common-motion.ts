// The motion of several bodies as a whole, on which nothing acts from outside: they keep momentum and angular momentum,
// gain no energy, and their common centre moves straight on.
//
// All are shifted to where the centre should be. What lacks of their angular momentum is given to them by turning all
// as one rigid body. What they have too much of energy is taken from their motion beside that of the rigid body, all of
// it by the same share. Contacts between them feel nothing of the first two, and of the last that all their velocities
// shrink alike: those that rest go on resting, and none begins to close.

import { invertSymmetric } from '../math/symmetric.js';
import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/**
 * An energy that has grown by less than this share, an angular momentum that lacks less, and a centre that is off by
 * less, are right [1].
 */
const ROUNDING = 1e-13;

/**
 * Sums over bodies: mass [kg], centre of mass [m], momentum [N s], kinetic energy [J], angular momentum about the
 * centre [N m s], the sizes that it is the sum of, and inertia about the centre [kg m^2].
 */
const before = new Float64Array(18);
const now = new Float64Array(18);
const MASS = 0;
const CENTRE = 1;
const MOMENTUM = 4;
const KINETIC = 7;
const SPIN = 8;
const SIZE = 11;
const INERTIA = 12;

/** Position, orientation and velocity of the body at hand, as in `detected`. */
const motion = new Float64Array(13);
/** Rotation matrix of the body at hand, and its inertia in its frame and in the world [kg m^2]. */
const rotation = new Float64Array(9);
const inBody = new Float64Array(6);
const inertia = new Float64Array(6);
const turned = new Float64Array(9);
/** Row and column of [xx, yy, zz, xy, xz, yz]. */
const ROWS = [0, 1, 2, 0, 0, 1] as const;
const COLUMNS = [0, 1, 2, 1, 2, 2] as const;
/**
 * From the common centre to that of the body at hand [m], its velocity beside that of the centre [m/s], and its own I
 * w.
 */
const arm = new Float64Array(3);
const beside = new Float64Array(3);
const own = new Float64Array(3);

/**
 * What the bodies lack of their angular momentum, the inverse of their inertia, and a rate at which they turn together
 * [rad/s].
 */
const lacking = new Float64Array(3);
const inverse = new Float64Array(6);
const rate = new Float64Array(3);

/**
 * Gives rows[first .. first + count), which have been moved for dt [s] since they were detected, the angular momentum
 * back that they had then, and takes from them what they have gained of energy.
 */
export function restoreMotion(nodes: Nodes, rows: Int32Array, first: number, count: number, dt: number): void {
  sumMotion(nodes, rows, first, count, true, before);
  sumMotion(nodes, rows, first, count, false, now);
  shiftTogether(nodes, rows, first, count, dt);
  turnTogether(nodes, rows, first, count);
  const gained = now[KINETIC] - before[KINETIC];
  if (gained > ROUNDING * before[KINETIC]) slowTogether(nodes, rows, first, count, gained);
}

/** Sums over the bodies as they were detected, or as they are. */
function sumMotion(nodes: Nodes, rows: Int32Array, first: number, count: number, asDetected: boolean, sums: Float64Array): void {
  const { mass } = nodes;
  sums.fill(0);
  for (let i = first; i < first + count; i++) {
    readMotion(nodes, rows[i], asDetected);
    const m = mass[rows[i]];
    sums[MASS] += m;
    for (let j = 0; j < 3; j++) {
      sums[CENTRE + j] += m * motion[j];
      sums[MOMENTUM + j] += m * motion[7 + j];
    }
  }
  for (let j = 0; j < 3; j++) sums[CENTRE + j] /= sums[MASS];
  for (let i = first; i < first + count; i++) {
    readMotion(nodes, rows[i], asDetected);
    addBody(nodes, rows[i], sums);
  }
}

/** Position, orientation and velocity of a row. */
function readMotion({ position: x, orientation: q, velocity: u, detected }: Nodes, row: number, asDetected: boolean): void {
  if (asDetected) {
    for (let j = 0; j < 13; j++) motion[j] = detected[13 * row + j];
    return;
  }
  for (let j = 0; j < 3; j++) motion[j] = x[3 * row + j];
  for (let j = 0; j < 4; j++) motion[3 + j] = q[4 * row + j];
  for (let j = 0; j < 6; j++) motion[7 + j] = u[6 * row + j];
}

/** Adds the body whose motion has been read to the sums about the centre of mass. */
function addBody(nodes: Nodes, row: number, sums: Float64Array): void {
  const m = nodes.mass[row];
  writeInertia(nodes, row);
  for (let j = 0; j < 3; j++) {
    arm[j] = motion[j] - sums[CENTRE + j];
    beside[j] = motion[7 + j] - sums[MOMENTUM + j] / sums[MASS];
  }
  multiply(inertia, motion, 10, own);
  let spinSize = 0;
  let orbitSize = 0;
  for (let j = 0; j < 3; j++) {
    const k = (j + 1) % 3;
    const l = (j + 2) % 3;
    const orbit = m * (arm[k] * beside[l] - arm[l] * beside[k]);
    sums[KINETIC] += 0.5 * (m * motion[7 + j] * motion[7 + j] + own[j] * motion[10 + j]);
    sums[SPIN + j] += orbit + own[j];
    spinSize += own[j] * own[j];
    orbitSize += orbit * orbit;
    sums[INERTIA + j] += inertia[j] + m * (arm[k] * arm[k] + arm[l] * arm[l]);
    sums[INERTIA + 3 + j] += inertia[3 + j] - m * arm[ROWS[3 + j]] * arm[COLUMNS[3 + j]];
  }
  sums[SIZE] += Math.sqrt(spinSize) + Math.sqrt(orbitSize);
}

/** The inertia of the body whose motion has been read, whatever contacts feel of it. */
function writeInertia({ bodyInverseInertia }: Nodes, row: number): void {
  const x = motion[3];
  const y = motion[4];
  const z = motion[5];
  const w = motion[6];
  const r = rotation;
  r[0] = 1 - 2 * (y * y + z * z);
  r[1] = 2 * (x * y - w * z);
  r[2] = 2 * (x * z + w * y);
  r[3] = 2 * (x * y + w * z);
  r[4] = 1 - 2 * (x * x + z * z);
  r[5] = 2 * (y * z - w * x);
  r[6] = 2 * (x * z - w * y);
  r[7] = 2 * (y * z + w * x);
  r[8] = 1 - 2 * (x * x + y * y);
  invertSymmetric(bodyInverseInertia, 6 * row, inBody, 0);
  for (let i = 0; i < 9; i += 3) {
    turned[i] = r[i] * inBody[0] + r[i + 1] * inBody[3] + r[i + 2] * inBody[4];
    turned[i + 1] = r[i] * inBody[3] + r[i + 1] * inBody[1] + r[i + 2] * inBody[5];
    turned[i + 2] = r[i] * inBody[4] + r[i + 1] * inBody[5] + r[i + 2] * inBody[2];
  }
  for (let entry = 0; entry < 6; entry++) {
    const i = 3 * ROWS[entry];
    const k = 3 * COLUMNS[entry];
    inertia[entry] = turned[i] * r[k] + turned[i + 1] * r[k + 1] + turned[i + 2] * r[k + 2];
  }
}

/** A symmetric matrix times the vector at v[at ..]. */
function multiply(s: Float64Array, v: Float64Array, at: number, out: Float64Array): void {
  out[0] = s[0] * v[at] + s[3] * v[at + 1] + s[4] * v[at + 2];
  out[1] = s[3] * v[at] + s[1] * v[at + 1] + s[5] * v[at + 2];
  out[2] = s[4] * v[at] + s[5] * v[at + 1] + s[2] * v[at + 2];
}

/** Shifts bodies as one to where their momentum takes them. */
function shiftTogether({ position: x }: Nodes, rows: Int32Array, first: number, count: number, dt: number): void {
  for (let j = 0; j < 3; j++) {
    const way = (dt * before[MOMENTUM + j]) / before[MASS];
    const shift = before[CENTRE + j] + way - now[CENTRE + j];
    if (Math.abs(shift) <= ROUNDING * (Math.abs(before[CENTRE + j]) + Math.abs(way))) continue;
    now[CENTRE + j] += shift;
    for (let i = first; i < first + count; i++) x[3 * rows[i] + j] += shift;
  }
}

/** Turns bodies as one, so that their angular momentum is what it was. */
function turnTogether(nodes: Nodes, rows: Int32Array, first: number, count: number): void {
  let squared = 0;
  for (let j = 0; j < 3; j++) {
    lacking[j] = before[SPIN + j] - now[SPIN + j];
    squared += lacking[j] * lacking[j];
  }
  if (squared <= ROUNDING * ROUNDING * now[SIZE] * now[SIZE]) return;
  invertSymmetric(now, INERTIA, inverse, 0);
  multiply(inverse, lacking, 0, rate);
  addRigidMotion(nodes, rows, first, count, 1, 1, 0);
  sumMotion(nodes, rows, first, count, false, now);
}

/** Takes an energy [J] from bodies, or all that they have beside the motion of a rigid body. */
function slowTogether(nodes: Nodes, rows: Int32Array, first: number, count: number, energy: number): void {
  invertSymmetric(now, INERTIA, inverse, 0);
  multiply(inverse, now, SPIN, rate);
  let loose = now[KINETIC];
  for (let j = 0; j < 3; j++) {
    loose -= 0.5 * (rate[j] * now[SPIN + j] + (now[MOMENTUM + j] * now[MOMENTUM + j]) / now[MASS]);
  }
  const share = loose > energy ? Math.sqrt(1 - energy / loose) : 0;
  addRigidMotion(nodes, rows, first, count, share, 1 - share, 1 - share);
}

/**
 * Velocities become a share of what they are, with a share of a turn at `rate` and of the velocity of the common
 * centre.
 */
function addRigidMotion(
  { position: x, velocity: u }: Nodes,
  rows: Int32Array,
  first: number,
  count: number,
  share: number,
  ofTurn: number,
  ofCentre: number,
): void {
  for (let i = first; i < first + count; i++) {
    const row = rows[i];
    for (let j = 0; j < 3; j++) arm[j] = x[3 * row + j] - now[CENTRE + j];
    for (let j = 0; j < 3; j++) {
      const k = (j + 1) % 3;
      const l = (j + 2) % 3;
      const at = 6 * row + j;
      const way = ofTurn * (rate[k] * arm[l] - rate[l] * arm[k]) + (ofCentre * now[MOMENTUM + j]) / now[MASS];
      u[at] = share * u[at] + way;
      u[at + 3] = share * u[at + 3] + ofTurn * rate[j];
    }
  }
}
