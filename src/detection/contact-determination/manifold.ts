// A manifold: the contacts of one pair of convex shapes, with one normal, how they are named, and how few of them are chosen that give
// the same support.
//
// A name says which feature of A meets which feature of B, in 32 bits. Two bits say how they meet, fifteen each name the features by
// their indices in the shapes. A name says nothing of positions or of the order of points, so it stays the same while the same features
// meet.
//
// Those that are kept are the deepest point, the one farthest from it, then always the one that widens the polygon of the kept points
// most; at last each but the deepest is moved to the best place between its neighbours. The points are sorted around their middle; the
// polygon of any kept ones is then in that order, and a point widens it by the triangle it makes with its kept neighbours. A point must
// be better than one earlier in the order by a margin, so that points that are as good as each other do not take turns from step to
// step. The kernel compiles this too.

import { type F64, type I32, INFINITE, type Integers, type Numbers } from '../../kernels/shared/numbers.js';

/** Room for the points of an overlap polygon before it is reduced. */
export const MAX_RAW_CONTACTS = 64;

export class Manifold {
  count: I32 = 0;
  /** Unit normal from A to B, shared by all points [1]. */
  nx: F64 = 0;
  ny: F64 = 1;
  nz: F64 = 0;
  /** Points on the surface of A, three numbers each [m]. */
  readonly pointA: Numbers = new Float64Array(3 * MAX_RAW_CONTACTS);
  /** Points on the surface of B, three numbers each: pointA + gap n [m]. */
  readonly pointB: Numbers = new Float64Array(3 * MAX_RAW_CONTACTS);
  /** > 0 apart, < 0 penetrating [m]. */
  readonly gap: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  /** The smallest gap of points that were left out since they are further apart than was asked; infinite where none were [m]. */
  beyond: F64 = INFINITE;
  /** Names the pair of features that meet; unique within the manifold and the same from step to step while they meet. */
  readonly feature: Integers = new Int32Array(MAX_RAW_CONTACTS);
}

/** The supporting features meet in one point. */
export const SINGLE = 0;
/** A corner of A on a face or an edge of B. */
export const CORNER_OF_A = 1;
/** A corner of B on a face or an edge of A. */
export const CORNER_OF_B = 2;
/** An edge of A crosses an edge of B. */
export const CROSSING = 3;

const MASK = 0x7fff;
/** The square of this fits into fifteen bits. */
const CORNERS_TOLD_APART = 181;

/** An edge goes by its two corners, whichever face it is seen from. */
export function edgeName(from: I32, to: I32): I32 {
  return from < to ? from * CORNERS_TOLD_APART + to : to * CORNERS_TOLD_APART + from;
}

export function featureId(meeting: I32, ofA: I32, ofB: I32): I32 {
  return (meeting << 30) | ((ofA & MASK) << 15) | (ofB & MASK);
}

/** The name of the same meeting when A and B change places. */
export function mirroredFeatureId(id: I32): I32 {
  const meeting = id >>> 30;
  const mirrored = meeting === CORNER_OF_A ? CORNER_OF_B : meeting === CORNER_OF_B ? CORNER_OF_A : meeting;
  return featureId(mirrored, id & MASK, (id >>> 15) & MASK);
}

/** How much better a later point must be: a share of the envelope in depth [1], a share of the gain in width [1]. */
const DEEPER = 1e-3;
const WIDER = 1e-3;
/** A polygon that would widen by less than this share of its squared width is wide enough [1]. */
const NEGLIGIBLE = 1e-9;

const SETTLING_SWEEPS = 2;

/** What a reduction works on. */
export class Reduction {
  /** What depth is worth telling apart is a share of this [m]. */
  envelope: F64 = 0;
  /** Across the normal, about the middle of all points [m]. */
  readonly u: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  readonly v: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  /** Grows with the angle around the middle, 0 to 4 [1]. */
  readonly turn: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  readonly order: Integers = new Int32Array(MAX_RAW_CONTACTS);
  /** By place in the order: is the point kept? */
  readonly isKept: Integers = new Int32Array(MAX_RAW_CONTACTS);
  /** Places in the order of the kept points, in the order they were chosen. */
  readonly chosen: Integers = new Int32Array(MAX_RAW_CONTACTS);
  readonly copyA: Numbers = new Float64Array(3 * MAX_RAW_CONTACTS);
  readonly copyB: Numbers = new Float64Array(3 * MAX_RAW_CONTACTS);
  readonly copyGap: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  readonly copyFeature: Integers = new Int32Array(MAX_RAW_CONTACTS);
}

function projectPoints(reduction: Reduction, m: Manifold): void {
  const { u, v, turn } = reduction;
  const { count, pointA, nx, ny, nz } = m;
  // two directions across the normal: it crossed with the axis it is least along, and once more
  const sx = Math.abs(nx);
  const sy = Math.abs(ny);
  const sz = Math.abs(nz);
  const isX = sx <= sy && sx <= sz;
  const isY = !isX && sy <= sz;
  const ex = isX ? 0 : isY ? -nz : ny;
  const ey = isX ? nz : isY ? 0 : -nx;
  const ez = isX ? -ny : isY ? nx : 0;
  const fx = ny * ez - nz * ey;
  const fy = nz * ex - nx * ez;
  const fz = nx * ey - ny * ex;
  const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
  let mu: F64 = 0;
  let mv: F64 = 0;
  for (let i = 0; i < count; i++) {
    const x = pointA[3 * i] - pointA[0];
    const y = pointA[3 * i + 1] - pointA[1];
    const z = pointA[3 * i + 2] - pointA[2];
    u[i] = (x * ex + y * ey + z * ez) * inverse;
    v[i] = (x * fx + y * fy + z * fz) * inverse;
    mu += u[i] / count;
    mv += v[i] / count;
  }
  for (let i = 0; i < count; i++) {
    u[i] -= mu;
    v[i] -= mv;
    const sum = Math.abs(u[i]) + Math.abs(v[i]);
    const slope: F64 = sum > 0 ? v[i] / sum : 0;
    turn[i] = u[i] < 0 ? 2 - slope : v[i] < 0 ? 4 + slope : slope;
  }
}

function sortAround(reduction: Reduction, count: I32): void {
  const { turn, order } = reduction;
  for (let i = 0; i < count; i++) {
    let at = i;
    while (at > 0 && turn[order[at - 1]] > turn[i]) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = i;
  }
}

/** Twice the area of the triangle of three points in the order, > 0 when they turn with it [m2]. */
function triangle(reduction: Reduction, i: I32, j: I32, k: I32): F64 {
  const { order, u, v } = reduction;
  const p = order[i];
  const q = order[j];
  const r = order[k];
  return (u[q] - u[p]) * (v[r] - v[p]) - (v[q] - v[p]) * (u[r] - u[p]);
}

/** The nearest kept place before `at`, going around by `step` (1 or count - 1). */
function keptNeighbour(reduction: Reduction, at: I32, step: I32, count: I32): I32 {
  const { isKept } = reduction;
  let i = (at + step) % count;
  while (isKept[i] === 0) i = (i + step) % count;
  return i;
}

function findDeepest(reduction: Reduction, m: Manifold): I32 {
  const { order } = reduction;
  let best = 0;
  for (let i = 1; i < m.count; i++) if (m.gap[order[i]] < m.gap[order[best]] - DEEPER * reduction.envelope) best = i;
  return best;
}

function findFarthest(reduction: Reduction, from: I32, count: I32): I32 {
  const { order, u, v } = reduction;
  const p = order[from];
  let best = from;
  let square: F64 = 0;
  for (let i = 0; i < count; i++) {
    const du = u[order[i]] - u[p];
    const dv = v[order[i]] - v[p];
    const s = du * du + dv * dv;
    if (s > square * (1 + WIDER)) {
      square = s;
      best = i;
    }
  }
  return best;
}

/** The place whose point widens the kept polygon most, or -1 when none does. */
function findWidest(reduction: Reduction, count: I32, negligible: F64): I32 {
  const { isKept } = reduction;
  let best = -1;
  let gain = negligible;
  for (let i = 0; i < count; i++) {
    if (isKept[i] !== 0) continue;
    const area = triangle(reduction, keptNeighbour(reduction, i, count - 1, count), i, keptNeighbour(reduction, i, 1, count));
    if (area > gain * (1 + WIDER)) {
      gain = area;
      best = i;
    }
  }
  return best;
}

/** Moves kept points, but for the deepest, to where they widen the polygon most between their neighbours. */
function settle(reduction: Reduction, kept: I32, count: I32): void {
  const { chosen, isKept } = reduction;
  for (let k = 1; k < kept; k++) {
    const before = keptNeighbour(reduction, chosen[k], count - 1, count);
    const after = keptNeighbour(reduction, chosen[k], 1, count);
    let best = chosen[k];
    let area = triangle(reduction, before, best, after);
    for (let i = (before + 1) % count; i !== after; i = (i + 1) % count) {
      const other = triangle(reduction, before, i, after);
      if (other <= area * (1 + WIDER)) continue;
      area = other;
      best = i;
    }
    isKept[chosen[k]] = 0;
    isKept[best] = 1;
    chosen[k] = best;
  }
}

/** Writes the chosen contacts to the front, in the order they were chosen. */
function compact(reduction: Reduction, m: Manifold, kept: I32): void {
  const { order, chosen, copyA, copyB, copyGap, copyFeature } = reduction;
  for (let i = 0; i < kept; i++) {
    const from = order[chosen[i]];
    for (let k = 0; k < 3; k++) {
      copyA[3 * i + k] = m.pointA[3 * from + k];
      copyB[3 * i + k] = m.pointB[3 * from + k];
    }
    copyGap[i] = m.gap[from];
    copyFeature[i] = m.feature[from];
  }
  for (let i = 0; i < kept; i++) {
    for (let k = 0; k < 3; k++) {
      m.pointA[3 * i + k] = copyA[3 * i + k];
      m.pointB[3 * i + k] = copyB[3 * i + k];
    }
    m.gap[i] = copyGap[i];
    m.feature[i] = copyFeature[i];
  }
  m.count = kept;
}

/** Leaves at most `maxContacts` contacts in `m`. */
export function reduce(reduction: Reduction, m: Manifold, maxContacts: I32): void {
  const { isKept, chosen, u, order, v } = reduction;
  const count = m.count;
  if (count <= maxContacts) return;
  projectPoints(reduction, m);
  sortAround(reduction, count);
  for (let i = 0; i < count; i++) isKept[i] = 0;
  const deepest = findDeepest(reduction, m);
  isKept[deepest] = 1;
  chosen[0] = deepest;
  let kept = 1;
  let negligible: F64 = 0;
  while (kept < maxContacts) {
    const next = kept === 1 ? findFarthest(reduction, deepest, count) : findWidest(reduction, count, negligible);
    if (next < 0 || isKept[next] !== 0) break;
    if (kept === 1) {
      const du = u[order[next]] - u[order[deepest]];
      const dv = v[order[next]] - v[order[deepest]];
      negligible = NEGLIGIBLE * (du * du + dv * dv);
    }
    isKept[next] = 1;
    chosen[kept++] = next;
  }
  if (kept > 3) for (let sweep = 0; sweep < SETTLING_SWEEPS; sweep++) settle(reduction, kept, count);
  compact(reduction, m, kept);
}
