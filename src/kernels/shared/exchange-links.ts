// What links of a tree take from the tables of the world when a step begins, and give back at its end.

import {
  CLEARANCE,
  COLUMNS,
  COORDINATES,
  FORCE,
  GIVEN,
  GIVES,
  IMPULSES,
  JOINT,
  KNOWN,
  LIMIT,
  LINK_INTEGERS,
  LINK_NUMBERS,
  LOCKED,
  NODE,
  ORIENTATION,
  OWN_INVERSE,
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
    const r00 = m[at + ROTATION];
    const r01 = m[at + ROTATION + 1];
    const r02 = m[at + ROTATION + 2];
    const r10 = m[at + ROTATION + 3];
    const r11 = m[at + ROTATION + 4];
    const r12 = m[at + ROTATION + 5];
    const r20 = m[at + ROTATION + 6];
    const r21 = m[at + ROTATION + 7];
    const r22 = m[at + ROTATION + 8];
    const r = 9 * row;
    rotation[r] = r00;
    rotation[r + 1] = r01;
    rotation[r + 2] = r02;
    rotation[r + 3] = r10;
    rotation[r + 4] = r11;
    rotation[r + 5] = r12;
    rotation[r + 6] = r20;
    rotation[r + 7] = r21;
    rotation[r + 8] = r22;
    const xx = m[at + OWN_INVERSE];
    const yy = m[at + OWN_INVERSE + 1];
    const zz = m[at + OWN_INVERSE + 2];
    const xy = m[at + OWN_INVERSE + 3];
    const xz = m[at + OWN_INVERSE + 4];
    const yz = m[at + OWN_INVERSE + 5];
    const a00 = r00 * xx + r01 * xy + r02 * xz;
    const a01 = r00 * xy + r01 * yy + r02 * yz;
    const a02 = r00 * xz + r01 * yz + r02 * zz;
    const a10 = r10 * xx + r11 * xy + r12 * xz;
    const a11 = r10 * xy + r11 * yy + r12 * yz;
    const a12 = r10 * xz + r11 * yz + r12 * zz;
    const a20 = r20 * xx + r21 * xy + r22 * xz;
    const a21 = r20 * xy + r21 * yy + r22 * yz;
    const a22 = r20 * xz + r21 * yz + r22 * zz;
    inverseInertia[u] = a00 * r00 + a01 * r01 + a02 * r02;
    inverseInertia[u + 1] = a10 * r10 + a11 * r11 + a12 * r12;
    inverseInertia[u + 2] = a20 * r20 + a21 * r21 + a22 * r22;
    inverseInertia[u + 3] = a00 * r10 + a01 * r11 + a02 * r12;
    inverseInertia[u + 4] = a00 * r20 + a01 * r21 + a02 * r22;
    inverseInertia[u + 5] = a10 * r20 + a11 * r21 + a12 * r22;
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
