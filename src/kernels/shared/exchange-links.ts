// What links of a tree take from the tables of the world when a step begins, and give back at its end.

import {
  CLEARANCE,
  COLUMNS,
  COORDINATES,
  FORCE,
  GIVEN,
  GIVES,
  IMPULSES,
  INVERSE_INERTIA,
  JOINT,
  KNOWN,
  LIMIT,
  LINK_INTEGERS,
  LINK_NUMBERS,
  LOCKED,
  NODE,
  ORIENTATION,
  POSITION,
  ROTATION,
  ROWS,
  TURNS,
  VELOCITY,
  WATCHED,
  WAY,
  WEIGHED,
} from '../flight-layout.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';

/**
 * Reads poses, velocities and forces of the links; gravity is (gx, gy, gz) [m/s^2]. Returns whether links that were
 * placed are where they were.
 */
export function readBodies(
  m: Numbers,
  n: Integers,
  count: I32,
  isPlaced: boolean,
  gx: F64,
  gy: F64,
  gz: F64,
  position: Numbers,
  orientation: Numbers,
  velocity: Numbers,
  force: Numbers,
): boolean {
  let areThere = isPlaced;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const row = n[k * LINK_INTEGERS + NODE];
    const i = 3 * row;
    const j = 4 * row;
    const u = 6 * row;
    const x = position[i];
    const y = position[i + 1];
    const z = position[i + 2];
    const qx = orientation[j];
    const qy = orientation[j + 1];
    const qz = orientation[j + 2];
    const qw = orientation[j + 3];
    if (areThere) {
      areThere =
        m[at + POSITION] === x &&
        m[at + POSITION + 1] === y &&
        m[at + POSITION + 2] === z &&
        m[at + ORIENTATION] === qx &&
        m[at + ORIENTATION + 1] === qy &&
        m[at + ORIENTATION + 2] === qz &&
        m[at + ORIENTATION + 3] === qw;
    }
    if (!areThere) {
      m[at + POSITION] = x;
      m[at + POSITION + 1] = y;
      m[at + POSITION + 2] = z;
      m[at + ORIENTATION] = qx;
      m[at + ORIENTATION + 1] = qy;
      m[at + ORIENTATION + 2] = qz;
      m[at + ORIENTATION + 3] = qw;
    }
    m[at + VELOCITY] = velocity[u];
    m[at + VELOCITY + 1] = velocity[u + 1];
    m[at + VELOCITY + 2] = velocity[u + 2];
    m[at + VELOCITY + 3] = velocity[u + 3];
    m[at + VELOCITY + 4] = velocity[u + 4];
    m[at + VELOCITY + 5] = velocity[u + 5];
    const weight = m[at + WEIGHED];
    m[at + FORCE] = force[u] + weight * gx;
    m[at + FORCE + 1] = force[u + 1] + weight * gy;
    m[at + FORCE + 2] = force[u + 2] + weight * gz;
    m[at + FORCE + 3] = force[u + 3];
    m[at + FORCE + 4] = force[u + 4];
    m[at + FORCE + 5] = force[u + 5];
  }
  if (!areThere) for (let k: I32 = 0; k < count; k++) m[k * LINK_NUMBERS + CLEARANCE] = 0;
  return areThere;
}

/** Reads what the joints of links carried, so many times, how their coordinates answered, and what their motors are to give. */
export function readJoints(
  m: Numbers,
  n: Integers,
  count: I32,
  times: F64,
  impulse: Numbers,
  response: Numbers,
  target: Numbers,
): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    const joint = n[link + JOINT];
    if (joint < 0) continue;
    const i = IMPULSES * joint;
    m[at + ROWS] = times * impulse[i];
    m[at + ROWS + 1] = times * impulse[i + 1];
    m[at + ROWS + 2] = times * impulse[i + 2];
    m[at + ROWS + 3] = times * impulse[i + 3];
    m[at + ROWS + 4] = times * impulse[i + 4];
    m[at + ROWS + 5] = times * impulse[i + 5];
    for (let c: I32 = 0; c < n[link + COLUMNS]; c++) {
      const place = COORDINATES * joint + c;
      m[at + KNOWN + c] = response[place];
      if (n[link + GIVES + c] === 0) continue;
      const limit = m[at + LIMIT + c];
      m[at + GIVEN + c] = Math.max(0 - limit, Math.min(limit, target[place]));
    }
  }
}

/** Writes where links have come to, with rotations and inverse inertias (bodies/kinematics.ts), and `scale` times how fast they are. */
export function writeBodies(
  m: Numbers,
  n: Integers,
  count: I32,
  scale: F64,
  position: Numbers,
  orientation: Numbers,
  velocity: Numbers,
  rotation: Numbers,
  rotatedBy: Numbers,
  inverseInertia: Numbers,
): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const row = n[k * LINK_INTEGERS + NODE];
    const i = 3 * row;
    const j = 4 * row;
    const u = 6 * row;
    position[i] = m[at + POSITION];
    position[i + 1] = m[at + POSITION + 1];
    position[i + 2] = m[at + POSITION + 2];
    velocity[u] = scale * m[at + VELOCITY];
    velocity[u + 1] = scale * m[at + VELOCITY + 1];
    velocity[u + 2] = scale * m[at + VELOCITY + 2];
    velocity[u + 3] = scale * m[at + VELOCITY + 3];
    velocity[u + 4] = scale * m[at + VELOCITY + 4];
    velocity[u + 5] = scale * m[at + VELOCITY + 5];
    const x = m[at + ORIENTATION];
    const y = m[at + ORIENTATION + 1];
    const z = m[at + ORIENTATION + 2];
    const w = m[at + ORIENTATION + 3];
    orientation[j] = x;
    orientation[j + 1] = y;
    orientation[j + 2] = z;
    orientation[j + 3] = w;
    rotatedBy[j] = x;
    rotatedBy[j + 1] = y;
    rotatedBy[j + 2] = z;
    rotatedBy[j + 3] = w;
    const r = 9 * row;
    rotation[r] = m[at + ROTATION];
    rotation[r + 1] = m[at + ROTATION + 1];
    rotation[r + 2] = m[at + ROTATION + 2];
    rotation[r + 3] = m[at + ROTATION + 3];
    rotation[r + 4] = m[at + ROTATION + 4];
    rotation[r + 5] = m[at + ROTATION + 5];
    rotation[r + 6] = m[at + ROTATION + 6];
    rotation[r + 7] = m[at + ROTATION + 7];
    rotation[r + 8] = m[at + ROTATION + 8];
    inverseInertia[u] = m[at + INVERSE_INERTIA];
    inverseInertia[u + 1] = m[at + INVERSE_INERTIA + 1];
    inverseInertia[u + 2] = m[at + INVERSE_INERTIA + 2];
    inverseInertia[u + 3] = m[at + INVERSE_INERTIA + 3];
    inverseInertia[u + 4] = m[at + INVERSE_INERTIA + 4];
    inverseInertia[u + 5] = m[at + INVERSE_INERTIA + 5];
  }
}

/**
 * Writes what the joints of links have carried, so many times, and how coordinates have answered. Returns whether a
 * joint is to be looked at: it may break, or its angles are to be counted anew.
 */
export function writeJoints(m: Numbers, n: Integers, count: I32, times: F64, impulse: Numbers, response: Numbers): boolean {
  let isAny = false;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    const joint = n[link + JOINT];
    if (joint < 0) continue;
    const columns = n[link + COLUMNS];
    const rows = n[link + LOCKED] + columns;
    for (let r: I32 = 0; r < rows; r++) impulse[IMPULSES * joint + r] = times * m[at + ROWS + r];
    for (let c: I32 = 0; c < columns; c++) response[COORDINATES * joint + c] = m[at + KNOWN + c];
    const turns = n[link + TURNS];
    // The only angle of a joint that has not turned so far is not counted anew.
    if (turns >= 0) m[at + CLEARANCE] -= Math.abs(m[at + WAY + turns]);
    if (n[link + WATCHED] !== 0 || (turns >= 0 && !(m[at + CLEARANCE] > 0))) isAny = true;
  }
  return isAny;
}
