// The distance of two convex cores by the method of Gilbert, Johnson and Keerthi (1988): the point nearest to the origin of the
// difference A - B is approached by simplices of its support points. The nearest point of a simplex is found by Voronoi regions
// (Ericson, Real-Time Collision Detection, 5.1); when it is inside a triangle its direction is taken from the triangle's normal,
// which stays exact however small the distance is.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { coreSupport } from './support.js';

/** The cores are certainly further apart than asked. */
export const BEYOND = 0;
/** The cores are apart: `separation` and `witnessA` of the search are set. */
export const APART = 1;
/** The cores touch or overlap: the simplex is where to start looking for the depth. */
export const OVERLAP = 2;

const MAX_ITERATIONS = 64;
/** Cores nearer than this share of the difference's extent count as touching: the direction would be noise [1]. */
const TOUCHING = 1e-9;
/** The distance is accepted when its bounds differ by less than this share of it [1], or of the extent [1]. */
const RELATIVE_ACCURACY = 1e-13;
const ROUNDING = 4e-16;

/** What GJK works on, and leaves to EPA. */
export class CoreSearch {
  /** Corners of the simplex, points of A - B, three numbers each [m]. */
  readonly simplex = new Float64Array(12);
  /** The points of A that made them [m]. */
  readonly simplexA = new Float64Array(12);
  /** How many corners. */
  count = 0;
  /** From the nearest point of B's core to that of A's [m]. */
  readonly separation = new Float64Array(3);
  /** The nearest point of A's core [m]. */
  readonly witnessA = new Float64Array(3);
  /** Squared extent of the difference as far as it was seen [m2]. */
  extent = 0;
  readonly pointB = new Float64Array(3);
  readonly direction = new Float64Array(3);
  /** Weights of the corners of the nearest point [1], and that point [m]. */
  readonly weights = new Float64Array(4);
  readonly nearest = new Float64Array(3);
  /** Best sub-simplex so far: squared distance [m2], its nearest point [m], its corners and their weights [1]. */
  bestSquare = 0;
  readonly best = new Float64Array(3);
  readonly bestWeights = new Float64Array(3);
  readonly bestCorners = new Int32Array(3);
  bestCount = 0;
}

/** Writes corner i of the difference: the support along -separation. */
export function addCorner({ simplex, simplexA, direction, pointB }: CoreSearch, a: PlacedShape, b: PlacedShape, i: number): void {
  coreSupport(a, direction, 1, simplexA, 3 * i);
  coreSupport(b, direction, -1, pointB, 0);
  for (let k = 0; k < 3; k++) simplex[3 * i + k] = simplexA[3 * i + k] - pointB[k];
}

function offerPoint(search: CoreSearch, i: number): void {
  const { simplex: s, best, bestCorners, bestWeights } = search;
  const square = s[3 * i] * s[3 * i] + s[3 * i + 1] * s[3 * i + 1] + s[3 * i + 2] * s[3 * i + 2];
  if (square >= search.bestSquare) return;
  search.bestSquare = square;
  best[0] = s[3 * i];
  best[1] = s[3 * i + 1];
  best[2] = s[3 * i + 2];
  search.bestCount = 1;
  bestCorners[0] = i;
  bestWeights[0] = 1;
}

function searchEdge(search: CoreSearch, i: number, j: number): void {
  const { simplex: s, best, bestCorners, bestWeights } = search;
  const ux = s[3 * j] - s[3 * i];
  const uy = s[3 * j + 1] - s[3 * i + 1];
  const uz = s[3 * j + 2] - s[3 * i + 2];
  const along = -(s[3 * i] * ux + s[3 * i + 1] * uy + s[3 * i + 2] * uz);
  const length = ux * ux + uy * uy + uz * uz;
  if (along <= 0 || along >= length) {
    offerPoint(search, along <= 0 ? i : j);
    return;
  }
  const t = along / length;
  const x = s[3 * i] + t * ux;
  const y = s[3 * i + 1] + t * uy;
  const z = s[3 * i + 2] + t * uz;
  const square = x * x + y * y + z * z;
  if (square >= search.bestSquare) return;
  search.bestSquare = square;
  best[0] = x;
  best[1] = y;
  best[2] = z;
  search.bestCount = 2;
  bestCorners[0] = i;
  bestCorners[1] = j;
  bestWeights[0] = 1 - t;
  bestWeights[1] = t;
}

/** i < j < k, so that the corners kept are in order. */
function searchTriangle(search: CoreSearch, i: number, j: number, k: number): void {
  const { simplex: s, best, bestCorners } = search;
  const ax = s[3 * i];
  const ay = s[3 * i + 1];
  const az = s[3 * i + 2];
  const ux = s[3 * j] - ax;
  const uy = s[3 * j + 1] - ay;
  const uz = s[3 * j + 2] - az;
  const vx = s[3 * k] - ax;
  const vy = s[3 * k + 1] - ay;
  const vz = s[3 * k + 2] - az;
  const d1 = -(ux * ax + uy * ay + uz * az);
  const d2 = -(vx * ax + vy * ay + vz * az);
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const wj = vv * d1 - uv * d2;
  const wk = uu * d2 - uv * d1;
  const wi = uu * vv - uv * uv - wj - wk;
  if (wi > 0 && wj > 0 && wk > 0 && nn > 1e-24 * uu * vv) {
    const height = (nx * ax + ny * ay + nz * az) / nn;
    const square = height * height * nn;
    if (square >= search.bestSquare) return;
    search.bestSquare = square;
    best[0] = height * nx;
    best[1] = height * ny;
    best[2] = height * nz;
    search.bestCount = 3; // its weights are made when it is final
    bestCorners[0] = i;
    bestCorners[1] = j;
    bestCorners[2] = k;
    return;
  }
  searchEdge(search, i, j);
  searchEdge(search, i, k);
  searchEdge(search, j, k);
}

/** Is the face i, j, k between the origin and corner l? A flat tetrahedron is seen from all sides. */
function originBeyond(search: CoreSearch, i: number, j: number, k: number, l: number): boolean {
  const s = search.simplex;
  const ax = s[3 * i];
  const ay = s[3 * i + 1];
  const az = s[3 * i + 2];
  const ux = s[3 * j] - ax;
  const uy = s[3 * j + 1] - ay;
  const uz = s[3 * j + 2] - az;
  const vx = s[3 * k] - ax;
  const vy = s[3 * k + 1] - ay;
  const vz = s[3 * k + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const origin = -(nx * ax + ny * ay + nz * az);
  const corner = nx * (s[3 * l] - ax) + ny * (s[3 * l + 1] - ay) + nz * (s[3 * l + 2] - az);
  const flat = 1e-13 * Math.sqrt((nx * nx + ny * ny + nz * nz) * search.extent);
  if (Math.abs(corner) <= flat) return true;
  return corner > 0 ? origin < 0 : origin > 0;
}

/** Reduces the simplex of 2 to 4 corners to the corners that carry its point nearest to the origin; false when the origin is inside. */
export function reduceSimplex(search: CoreSearch, count: number): boolean {
  const { simplex, simplexA, weights, nearest, best, bestCorners, bestWeights } = search;
  search.bestSquare = Number.POSITIVE_INFINITY;
  if (count === 2) searchEdge(search, 0, 1);
  else if (count === 3) searchTriangle(search, 0, 1, 2);
  else {
    if (originBeyond(search, 0, 1, 2, 3)) searchTriangle(search, 0, 1, 2);
    if (originBeyond(search, 0, 1, 3, 2)) searchTriangle(search, 0, 1, 3);
    if (originBeyond(search, 0, 2, 3, 1)) searchTriangle(search, 0, 2, 3);
    if (originBeyond(search, 1, 2, 3, 0)) searchTriangle(search, 1, 2, 3);
    if (search.bestSquare === Number.POSITIVE_INFINITY) {
      search.count = 4;
      return false;
    }
  }
  const kept = search.bestCount;
  for (let i = 0; i < kept; i++) {
    const from = 3 * bestCorners[i];
    for (let k = 0; k < 3; k++) {
      simplex[3 * i + k] = simplex[from + k];
      simplexA[3 * i + k] = simplexA[from + k];
    }
    weights[i] = bestWeights[i];
  }
  search.count = kept;
  nearest[0] = best[0];
  nearest[1] = best[1];
  nearest[2] = best[2];
  return true;
}

/** Dot product of the edges from corner i to corner j and from corner i to corner k of the simplex [m2]. */
function edgeDot(s: Float64Array, i: number, j: number, k: number): number {
  let sum = 0;
  for (let m = 0; m < 3; m++) sum += (s[3 * j + m] - s[3 * i + m]) * (s[3 * k + m] - s[3 * i + m]);
  return sum;
}

/**
 * The weights of the corners of a triangle for its point nearest to the origin, from the share of its longest edge and the height
 * over it: the triangles of round shapes are slivers, for which ratios of areas are noise.
 */
function setTriangleWeights({ simplex, nearest, weights }: CoreSearch): void {
  const s01 = edgeDot(simplex, 0, 1, 1);
  const s02 = edgeDot(simplex, 0, 2, 2);
  const s12 = edgeDot(simplex, 1, 2, 2);
  const top = s01 >= s02 && s01 >= s12 ? 2 : s02 >= s12 ? 1 : 0;
  const i = top === 0 ? 1 : 0;
  const j = 3 - i - top;
  const square = Math.max(s01, s02, s12);
  const topShare = edgeDot(simplex, i, j, top) / square;
  let share = 0;
  let height = 0;
  let heightSquare = 0;
  for (let m = 0; m < 3; m++) {
    const e = simplex[3 * j + m] - simplex[3 * i + m];
    const h = simplex[3 * top + m] - simplex[3 * i + m] - topShare * e;
    const p = nearest[m] - simplex[3 * i + m];
    share += (p * e) / square;
    height += p * h;
    heightSquare += h * h;
  }
  const w = heightSquare > 0 ? Math.max(0, Math.min(1, height / heightSquare)) : 0;
  weights[top] = w;
  weights[j] = share - w * topShare;
  weights[i] = 1 - w - weights[j];
}

/** Sets `separation` and `witnessA` from the point of the simplex that is nearest to the origin. */
export function takeNearest(search: CoreSearch): void {
  const { simplexA, count, separation, witnessA, weights, nearest } = search;
  if (count === 3) setTriangleWeights(search);
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += weights[i] * simplexA[3 * i + k];
    witnessA[k] = sum;
    separation[k] = nearest[k];
  }
}

/** Sets `separation` and `witnessA` from the point nearest to the origin of the first three corners of the simplex. */
export function nearestOfTriangle(search: CoreSearch): void {
  reduceSimplex(search, 3);
  takeNearest(search);
}

/** Have we met corner `last` already? */
export function isRepeated(s: Float64Array, last: number): boolean {
  for (let i = 0; i < last; i++) {
    if (s[3 * i] === s[3 * last] && s[3 * i + 1] === s[3 * last + 1] && s[3 * i + 2] === s[3 * last + 2]) return true;
  }
  return false;
}

/** Distance of the cores of a and b, as far as it is not beyond `limit` [m]. */
export function coreDistance(a: PlacedShape, b: PlacedShape, limit: number, search: CoreSearch): number {
  const { simplex, separation, direction, weights, nearest } = search;
  direction[0] = b.x - a.x;
  direction[1] = b.y - a.y;
  direction[2] = b.z - a.z;
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) direction[0] = 1;
  addCorner(search, a, b, 0);
  search.count = 1;
  weights[0] = 1;
  for (let k = 0; k < 3; k++) nearest[k] = simplex[k];
  let square = nearest[0] * nearest[0] + nearest[1] * nearest[1] + nearest[2] * nearest[2];
  search.extent = square;
  takeNearest(search);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    if (square <= TOUCHING * TOUCHING * search.extent) return OVERLAP;
    for (let k = 0; k < 3; k++) direction[k] = -separation[k];
    const last = search.count;
    addCorner(search, a, b, last);
    const wx = simplex[3 * last];
    const wy = simplex[3 * last + 1];
    const wz = simplex[3 * last + 2];
    const reach = wx * wx + wy * wy + wz * wz;
    if (reach > search.extent) search.extent = reach;
    const bound = separation[0] * wx + separation[1] * wy + separation[2] * wz;
    if (bound > 0 && limit >= 0 && bound * bound > square * limit * limit) return BEYOND;
    const rounding = ROUNDING * Math.sqrt(search.extent * square);
    if (square - bound <= RELATIVE_ACCURACY * square + rounding || isRepeated(simplex, last)) return APART;
    // Slivers, as the rims of cylinders make them, may seem to hold the origin although a plane is between the two.
    if (!reduceSimplex(search, last + 1)) return bound > rounding ? APART : OVERLAP;
    const smaller = nearest[0] * nearest[0] + nearest[1] * nearest[1] + nearest[2] * nearest[2];
    if (smaller >= square) return smaller <= TOUCHING * TOUCHING * search.extent ? OVERLAP : APART;
    square = smaller;
    takeNearest(search);
  }
  return APART;
}
