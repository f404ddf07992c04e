// Where the links of a tree and their joints are: inertias and axes in the world, arms, columns, and by how much joints
// are open. All of it follows from poses alone.

import {
  ABOUT_A,
  ABOUT_B,
  ARM,
  AXES_A,
  AXES_B,
  CLOSING,
  COLUMN,
  COLUMNS,
  FRAME_A,
  FRAME_B,
  IS_A,
  LINK_INTEGERS,
  LINK_NUMBERS,
  LOCKED,
  LOCKED_ALONG,
  LOCKS,
  LOCKS_SLANT,
  LOCKS_TURN,
  MOVES,
  NEEDS_B,
  OFFSET,
  ORIENTATION,
  PARENT,
  POSITION,
  RATE,
  REACH,
  ROTATION,
  ROW_AXES,
  VELOCITY,
} from '../flight-layout.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { turnTensorsOfLink } from './turn-tensors.js';

/** Places all links. Returns by how much the joint that is furthest open is open [m or rad]. */
export function placeLinks(m: Numbers, n: Integers, count: I32): F64 {
  let open: F64 = 0;
  for (let k: I32 = 0; k < count; k++) {
    const worst = placeOfLink(m, n, k);
    if (worst > open) open = worst;
  }
  return open;
}

/** Places a link whose parent is placed. Returns by how much its joint is open [m or rad]. */
export function placeOfLink(m: Numbers, n: Integers, k: I32): F64 {
  const at = k * LINK_NUMBERS;
  turnInertia(m, at);
  const parent = n[k * LINK_INTEGERS + PARENT];
  if (parent === -2) return 0;
  return placeJoint(m, n, k, at, parent < 0 ? -1 : parent * LINK_NUMBERS);
}

/** R, R J R^T and R J^-1 R^T. */
function turnInertia(m: Numbers, at: I32): void {
  const x = m[at + ORIENTATION];
  const y = m[at + ORIENTATION + 1];
  const z = m[at + ORIENTATION + 2];
  const w = m[at + ORIENTATION + 3];
  const a = 1 - 2 * (y * y + z * z);
  const b = 2 * (x * y - w * z);
  const c = 2 * (x * z + w * y);
  const d = 2 * (x * y + w * z);
  const e = 1 - 2 * (x * x + z * z);
  const f = 2 * (y * z - w * x);
  const g = 2 * (x * z - w * y);
  const h = 2 * (y * z + w * x);
  const i = 1 - 2 * (x * x + y * y);
  m[at + ROTATION] = a;
  m[at + ROTATION + 1] = b;
  m[at + ROTATION + 2] = c;
  m[at + ROTATION + 3] = d;
  m[at + ROTATION + 4] = e;
  m[at + ROTATION + 5] = f;
  m[at + ROTATION + 6] = g;
  m[at + ROTATION + 7] = h;
  m[at + ROTATION + 8] = i;
  turnTensorsOfLink(m, at, a, b, c, d, e, f, g, h, i);
}

/**
 * Writes the origin of the frame at m[local ..] of a body at m[body ..] to m[to ..], and those of its axes to m[axes ..]
 * that are needed: all where `needs` is below 0, else those of which n[needs ..] says so. The ground, of which `body` is
 * below 0, is where the world is.
 */
function placeFrame(m: Numbers, n: Integers, body: I32, local: I32, to: I32, axes: I32, needs: I32): void {
  if (body < 0) {
    for (let i: I32 = 0; i < 3; i++) copyAxis(m, local + 3 + 3 * i, axes + 3 * i);
    copyAxis(m, local, to);
    return;
  }
  const a = m[body + ROTATION];
  const b = m[body + ROTATION + 1];
  const c = m[body + ROTATION + 2];
  const d = m[body + ROTATION + 3];
  const e = m[body + ROTATION + 4];
  const f = m[body + ROTATION + 5];
  const g = m[body + ROTATION + 6];
  const h = m[body + ROTATION + 7];
  const i = m[body + ROTATION + 8];
  const x = m[local];
  const y = m[local + 1];
  const z = m[local + 2];
  m[to] = m[body + POSITION] + (a * x + b * y + c * z);
  m[to + 1] = m[body + POSITION + 1] + (d * x + e * y + f * z);
  m[to + 2] = m[body + POSITION + 2] + (g * x + h * y + i * z);
  for (let j: I32 = 0; j < 3; j++) {
    if (needs >= 0 && n[needs + j] === 0) continue;
    const u = m[local + 3 + 3 * j];
    const v = m[local + 4 + 3 * j];
    const w = m[local + 5 + 3 * j];
    m[axes + 3 * j] = a * u + b * v + c * w;
    m[axes + 3 * j + 1] = d * u + e * v + f * w;
    m[axes + 3 * j + 2] = g * u + h * v + i * w;
  }
}

/** Arms, closing and columns of the joint between a link and its parent. Returns how far it is open [m or rad]. */
function placeJoint(m: Numbers, n: Integers, k: I32, at: I32, parent: I32): F64 {
  const link = k * LINK_INTEGERS;
  const isA = n[link + IS_A] === 1;
  const a = isA ? at : parent;
  const b = isA ? parent : at;
  // The origins, for the time being.
  const origin = at + ARM;
  placeFrame(m, n, a, at + FRAME_A, origin, at + AXES_A, -1);
  placeFrame(m, n, b, at + FRAME_B, origin + 3, at + AXES_B, link + NEEDS_B);
  const px = m[origin + 3];
  const py = m[origin + 4];
  const pz = m[origin + 5];
  const dx = px - m[origin];
  const dy = py - m[origin + 1];
  const dz = pz - m[origin + 2];
  let gx: F64 = 0;
  let gy: F64 = 0;
  let gz: F64 = 0;
  let tx: F64 = 0;
  let ty: F64 = 0;
  let tz: F64 = 0;
  let worst: F64 = 0;
  let first: I32 = 0;
  if (n[link + LOCKED_ALONG] === 3) {
    // Along all axes of A the gap is what lies between the origins.
    for (; first < 3; first++) copyAxis(m, at + AXES_A + 3 * first, at + ROW_AXES + 3 * first);
    gx = dx;
    gy = dy;
    gz = dz;
    worst = Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz)));
  }
  for (let r: I32 = first; r < n[link + LOCKED]; r++) {
    const lock = n[link + LOCKS + r];
    const axis = at + ROW_AXES + 3 * r;
    let gap: F64 = 0;
    if (lock < LOCKS_TURN) {
      copyAxis(m, at + AXES_A + 3 * lock, axis);
      gap = m[axis] * dx + m[axis + 1] * dy + m[axis + 2] * dz;
      gx += gap * m[axis];
      gy += gap * m[axis + 1];
      gz += gap * m[axis + 2];
    } else if (lock < LOCKS_SLANT) {
      // About axis j the axes of B are turned from those of A by half of b_k.a_l - b_l.a_k.
      const j = lock - LOCKS_TURN;
      copyAxis(m, at + AXES_A + 3 * j, axis);
      const second = 3 * (j === 2 ? 0 : j + 1);
      const third = 3 * (j === 0 ? 2 : j - 1);
      gap = 0.5 * (dot(m, at + AXES_B + second, at + AXES_A + third) - dot(m, at + AXES_B + third, at + AXES_A + second));
      tx += gap * m[axis];
      ty += gap * m[axis + 1];
      tz += gap * m[axis + 2];
    } else {
      const code = lock - LOCKS_SLANT;
      const sign: F64 = code < 9 ? 1 : -1;
      const axes = code < 9 ? code : code - 9;
      const j = axes < 3 ? 0 : axes < 6 ? 1 : 2;
      const bi = at + AXES_B + 3 * (axes - 3 * j);
      const ai = at + AXES_A + 3 * j;
      gap = sign * dot(m, bi, ai);
      m[axis] = sign * (m[bi + 1] * m[ai + 2] - m[bi + 2] * m[ai + 1]);
      m[axis + 1] = sign * (m[bi + 2] * m[ai] - m[bi] * m[ai + 2]);
      m[axis + 2] = sign * (m[bi] * m[ai + 1] - m[bi + 1] * m[ai]);
      tx += gap * m[axis];
      ty += gap * m[axis + 1];
      tz += gap * m[axis + 2];
    }
    const size = Math.abs(gap);
    if (size > worst) worst = size;
  }
  const ax = a < 0 ? 0 : m[a + POSITION];
  const ay = a < 0 ? 0 : m[a + POSITION + 1];
  const az = a < 0 ? 0 : m[a + POSITION + 2];
  const bx = b < 0 ? 0 : m[b + POSITION];
  const by = b < 0 ? 0 : m[b + POSITION + 1];
  const bz = b < 0 ? 0 : m[b + POSITION + 2];
  const ofA = at + (isA ? ARM : REACH);
  const ofB = at + (isA ? REACH : ARM);
  m[ofA] = px - ax - gx;
  m[ofA + 1] = py - ay - gy;
  m[ofA + 2] = pz - az - gz;
  m[ofB] = px - bx;
  m[ofB + 1] = py - by;
  m[ofB + 2] = pz - bz;
  const way: F64 = isA ? 1 : -1;
  m[at + CLOSING] = way * gx;
  m[at + CLOSING + 1] = way * gy;
  m[at + CLOSING + 2] = way * gz;
  m[at + CLOSING + 3] = -tx;
  m[at + CLOSING + 4] = -ty;
  m[at + CLOSING + 5] = -tz;
  m[at + OFFSET] = isA ? ax - bx : bx - ax;
  m[at + OFFSET + 1] = isA ? ay - by : by - ay;
  m[at + OFFSET + 2] = isA ? az - bz : bz - az;
  writeColumns(m, n, link, at, isA ? -1 : 1);
  return worst;
}

function copyAxis(m: Numbers, from: I32, to: I32): void {
  m[to] = m[from];
  m[to + 1] = m[from + 1];
  m[to + 2] = m[from + 2];
}

function dot(m: Numbers, i: I32, j: I32): F64 {
  return m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2];
}

/** The axis of coordinate c of a link. */
function axisOf(n: Integers, link: I32, at: I32, c: I32): I32 {
  const move = n[link + MOVES + c];
  if (move < ABOUT_A) return at + AXES_A + 3 * move;
  return move < ABOUT_B ? at + AXES_A + 3 * (move - ABOUT_A) : at + AXES_B + 3 * (move - ABOUT_B);
}

function writeColumns(m: Numbers, n: Integers, link: I32, at: I32, sign: F64): void {
  for (let c: I32 = 0; c < n[link + COLUMNS]; c++) {
    const axis = axisOf(n, link, at, c);
    const s = at + COLUMN + 6 * c;
    copyAxis(m, axis, at + ROW_AXES + 3 * (n[link + LOCKED] + c));
    const x = sign * m[axis];
    const y = sign * m[axis + 1];
    const z = sign * m[axis + 2];
    if (n[link + MOVES + c] < ABOUT_A) {
      m[s] = x;
      m[s + 1] = y;
      m[s + 2] = z;
      m[s + 3] = 0;
      m[s + 4] = 0;
      m[s + 5] = 0;
    } else {
      m[s] = m[at + ARM + 1] * z - m[at + ARM + 2] * y;
      m[s + 1] = m[at + ARM + 2] * x - m[at + ARM] * z;
      m[s + 2] = m[at + ARM] * y - m[at + ARM + 1] * x;
      m[s + 3] = x;
      m[s + 4] = y;
      m[s + 5] = z;
    }
  }
}

/** Velocities of a link's coordinates, by that of the link and of its parent. */
export function ratesOfLink(m: Numbers, n: Integers, k: I32): void {
  const at = k * LINK_NUMBERS;
  const link = k * LINK_INTEGERS;
  const parent = n[link + PARENT] < 0 ? -1 : n[link + PARENT] * LINK_NUMBERS;
  const sign: F64 = n[link + IS_A] === 1 ? -1 : 1;
  for (let c: I32 = 0; c < n[link + COLUMNS]; c++) {
    const axis = at + ROW_AXES + 3 * (n[link + LOCKED] + c);
    const isAlong = n[link + MOVES + c] < ABOUT_A;
    let rate = rateOf(m, at, axis, at + ARM, isAlong);
    if (parent >= 0) rate -= rateOf(m, parent, axis, at + REACH, isAlong);
    m[at + RATE + c] = sign * rate;
  }
}

/** The velocity of a body along an axis, at an arm from its centre, or about that axis. */
function rateOf(m: Numbers, body: I32, axis: I32, arm: I32, isAlong: boolean): F64 {
  const v = body + VELOCITY;
  if (!isAlong) return dot(m, axis, v + 3);
  const x = m[v] + m[v + 4] * m[arm + 2] - m[v + 5] * m[arm + 1];
  const y = m[v + 1] + m[v + 5] * m[arm] - m[v + 3] * m[arm + 2];
  const z = m[v + 2] + m[v + 3] * m[arm + 1] - m[v + 4] * m[arm];
  return m[axis] * x + m[axis + 1] * y + m[axis + 2] * z;
}
