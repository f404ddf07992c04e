// The momenta by which links move in a step whose ways are known, to second order in the step: what move-links.ts has
// exactly, without moving them. A turn by f = h w about the joint's place carries an arm r by h (w x r + h w x (w x r) / 2),
// and two turns one after the other are one by f + g + f x g / 2.

import {
  ABOUT_A,
  ANSWER,
  ARM,
  COLUMN,
  COLUMNS,
  IMPULSE,
  INERTIA,
  IS_A,
  LINK_INTEGERS,
  LINK_NUMBERS,
  MASS,
  MOVES,
  PARENT,
  PUSHED,
  RATE,
  REACH,
  VELOCITY,
  WAY,
} from '../flight-layout.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';

/**
 * The mean velocity of a link whose coordinates go by their ways in h [s], after that of its parent, at ANSWER; and what
 * its momentum is missing of PUSHED, at IMPULSE.
 */
export function meanOfLink(m: Numbers, n: Integers, k: I32, h: F64): void {
  const at = k * LINK_NUMBERS;
  const parent = n[k * LINK_INTEGERS + PARENT];
  if (parent === -2) floatOn(m, at, 0.5 * h);
  else followParent(m, n, k * LINK_INTEGERS, at, parent < 0 ? -1 : parent * LINK_NUMBERS, h);
  const a = at + ANSWER;
  const j = at + INERTIA;
  const mass = m[at + MASS];
  const x = m[a + 3];
  const y = m[a + 4];
  const z = m[a + 5];
  const lx = m[j] * x + m[j + 3] * y + m[j + 4] * z;
  const ly = m[j + 3] * x + m[j + 1] * y + m[j + 5] * z;
  const lz = m[j + 4] * x + m[j + 5] * y + m[j + 2] * z;
  const half = 0.5 * h;
  m[at + IMPULSE] = m[at + PUSHED] - mass * m[a];
  m[at + IMPULSE + 1] = m[at + PUSHED + 1] - mass * m[a + 1];
  m[at + IMPULSE + 2] = m[at + PUSHED + 2] - mass * m[a + 2];
  m[at + IMPULSE + 3] = m[at + PUSHED + 3] - (lx + half * (y * lz - z * ly));
  m[at + IMPULSE + 4] = m[at + PUSHED + 4] - (ly + half * (z * lx - x * lz));
  m[at + IMPULSE + 5] = m[at + PUSHED + 5] - (lz + half * (x * ly - y * lx));
}

/** RATE of a link's coordinates when they have moved in 1 / `rate` [s]: the laws of the second half begin with it. */
export function meanRatesOfLink(m: Numbers, n: Integers, k: I32, rate: F64): void {
  const at = k * LINK_NUMBERS;
  for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) m[at + RATE + c] = rate * m[at + WAY + c];
}

/** A link that floats turns about the world's axes, one after the other. */
function floatOn(m: Numbers, at: I32, half: F64): void {
  const x = m[at + VELOCITY + 3];
  const y = m[at + VELOCITY + 4];
  const z = m[at + VELOCITY + 5];
  m[at + ANSWER] = m[at + VELOCITY];
  m[at + ANSWER + 1] = m[at + VELOCITY + 1];
  m[at + ANSWER + 2] = m[at + VELOCITY + 2];
  m[at + ANSWER + 3] = x + half * y * z;
  m[at + ANSWER + 4] = y - half * x * z;
  m[at + ANSWER + 5] = z + half * x * y;
}

/** As moveLink() of move-links.ts. */
function followParent(m: Numbers, n: Integers, link: I32, at: I32, parent: I32, h: F64): void {
  const isA = n[link + IS_A] === 1;
  const columns = n[link + COLUMNS];
  const half = 0.5 * h;
  const rate = 1 / h;
  let px: F64 = 0;
  let py: F64 = 0;
  let pz: F64 = 0;
  if (parent >= 0) {
    px = m[parent + ANSWER + 3];
    py = m[parent + ANSWER + 4];
    pz = m[parent + ANSWER + 5];
  }
  let wx = px;
  let wy = py;
  let wz = pz;
  // Along axes of A.
  let x: F64 = 0;
  let y: F64 = 0;
  let z: F64 = 0;
  for (let i: I32 = 0; i < columns; i++) {
    const c = isA ? columns - 1 - i : i;
    const s = at + COLUMN + 6 * c;
    const speed = rate * m[at + WAY + c];
    if (n[link + MOVES + c] < ABOUT_A) {
      x += speed * m[s];
      y += speed * m[s + 1];
      z += speed * m[s + 2];
      continue;
    }
    const ox = speed * m[s + 3];
    const oy = speed * m[s + 4];
    const oz = speed * m[s + 5];
    const tx = half * (wy * oz - wz * oy);
    const ty = half * (wz * ox - wx * oz);
    const tz = half * (wx * oy - wy * ox);
    wx += ox + tx;
    wy += oy + ty;
    wz += oz + tz;
  }
  // The joint goes round the centre of the link; the way along axes of A turns with A.
  let rx = m[at + ARM];
  let ry = m[at + ARM + 1];
  let rz = m[at + ARM + 2];
  let ux = wy * rz - wz * ry;
  let uy = wz * rx - wx * rz;
  let uz = wx * ry - wy * rx;
  let vx = x - (ux + half * (wy * uz - wz * uy));
  let vy = y - (uy + half * (wz * ux - wx * uz));
  let vz = z - (uz + half * (wx * uy - wy * ux));
  const ax = isA ? wx : px;
  const ay = isA ? wy : py;
  const az = isA ? wz : pz;
  vx += h * (ay * z - az * y);
  vy += h * (az * x - ax * z);
  vz += h * (ax * y - ay * x);
  if (parent >= 0) {
    rx = m[at + REACH];
    ry = m[at + REACH + 1];
    rz = m[at + REACH + 2];
    ux = py * rz - pz * ry;
    uy = pz * rx - px * rz;
    uz = px * ry - py * rx;
    vx += m[parent + ANSWER] + (ux + half * (py * uz - pz * uy));
    vy += m[parent + ANSWER + 1] + (uy + half * (pz * ux - px * uz));
    vz += m[parent + ANSWER + 2] + (uz + half * (px * uy - py * ux));
  }
  m[at + ANSWER] = vx;
  m[at + ANSWER + 1] = vy;
  m[at + ANSWER + 2] = vz;
  m[at + ANSWER + 3] = wx;
  m[at + ANSWER + 4] = wy;
  m[at + ANSWER + 5] = wz;
}
