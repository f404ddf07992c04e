// The depth of two overlapping convex cores by the expanding polytope algorithm (van den Bergen, Proximity Queries and
// Penetration Depth Computation on 3D Game Objects, 2001): a polytope inside the difference A - B is blown up where it is nearest
// to the origin until it cannot grow there any more.
//
// Faces are compared by the signed distance of their planes, so the start needs not hold the origin: the polytope first grows
// towards it. Every support point met gives a translation that parts the cores for sure; should rounding end the growth early,
// the shortest one seen is the answer.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import type { CoreSearch } from './gjk.js';
import { nearestOfTriangle } from './gjk.js';
import { coreSupport } from './support.js';

const MAX_CORNERS = 128;
const MAX_FACES = 1024;
/** Corners whose squared height over the others is below this share of the squared extent lie in one plane [1]. */
const FLAT = 1e-18;
/** The polytope is done when it could grow by less than this share of the difference's extent [1]. */
const ACCURACY = 1e-11;
/** A corner is above a face when it is so by more than this share of the extent [1]. */
const VISIBLE = 1e-14;

/** The shortest translation that parts two cores, and the polytope it is found by. */
export class CoreDepth {
  /** Its unit normal, from A to B [1]. */
  readonly normal = new Float64Array(3);
  /** The point of A's core where the parted cores touch [m]. */
  readonly witness = new Float64Array(3);
  /** Its length [m]. */
  depth = 0;

  readonly corners = new Float64Array(3 * MAX_CORNERS);
  readonly cornersA = new Float64Array(3 * MAX_CORNERS);
  /**
   * Half-edge 3f + k runs from the corner written there to the next one of face f, anticlockwise seen from outside; its twin is the
   * half-edge of the neighbouring face that runs back.
   */
  readonly origins = new Int32Array(3 * MAX_FACES);
  readonly twins = new Int32Array(3 * MAX_FACES);
  /** Unit outward normals [1]. */
  readonly normals = new Float64Array(3 * MAX_FACES);
  /** Signed distances of the planes from the origin, infinite for slivers and for faces that are gone [m]. */
  readonly distances = new Float64Array(MAX_FACES);
  readonly alive = new Uint8Array(MAX_FACES);
  /** Half-edges of the faces that stay, around the hole. */
  readonly horizon = new Int32Array(MAX_FACES);
  readonly pointB = new Float64Array(3);
  readonly direction = new Float64Array(3);
  /** Squared distance of corners 0 and 1 of the start [m2]. */
  firstEdge = 0;
  /** A corner further than this from a face is above it [m]. */
  visible = 0;
  /** The polytope is done when it could grow by less [m]. */
  accuracy = 0;
  /** Squared heights below this are flat [m2]. */
  flat = 0;
  cornerCount = 0;
  faceCount = 0;
  horizonCount = 0;
}

/** Writes the support point along `sign * direction` as corner i. */
function placeCorner(polytope: CoreDepth, a: PlacedShape, b: PlacedShape, sign: number, i: number): void {
  const { direction, cornersA, pointB, corners } = polytope;
  coreSupport(a, direction, sign, cornersA, 3 * i);
  coreSupport(b, direction, -sign, pointB, 0);
  for (let k = 0; k < 3; k++) corners[3 * i + k] = cornersA[3 * i + k] - pointB[k];
}

/** Sets `direction` to (corner 1 - corner 0) x (corner i - corner 0). */
function setCross(polytope: CoreDepth, i: number): void {
  const { corners, direction } = polytope;
  const c = corners;
  const ux = c[3] - c[0];
  const uy = c[4] - c[1];
  const uz = c[5] - c[2];
  const vx = c[3 * i] - c[0];
  const vy = c[3 * i + 1] - c[1];
  const vz = c[3 * i + 2] - c[2];
  direction[0] = uy * vz - uz * vy;
  direction[1] = uz * vx - ux * vz;
  direction[2] = ux * vy - uy * vx;
}

function squareOfDirection(polytope: CoreDepth): number {
  const { direction } = polytope;
  return direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2];
}

/** Is corner 1 off corner 0? */
function isSegment(polytope: CoreDepth): boolean {
  const { corners } = polytope;
  const x = corners[3] - corners[0];
  const y = corners[4] - corners[1];
  const z = corners[5] - corners[2];
  polytope.firstEdge = x * x + y * y + z * z;
  return polytope.firstEdge > polytope.flat;
}

/** Is corner 2 off the line of corners 0 and 1? */
function isTriangle(polytope: CoreDepth): boolean {
  setCross(polytope, 2);
  return squareOfDirection(polytope) > polytope.flat * polytope.firstEdge;
}

/** Is corner 3 off the plane of the others? */
function isTetrahedron(polytope: CoreDepth): boolean {
  const { corners, direction } = polytope;
  setCross(polytope, 2);
  const x = corners[9] - corners[0];
  const y = corners[10] - corners[1];
  const z = corners[11] - corners[2];
  const height = direction[0] * x + direction[1] * y + direction[2] * z;
  return height * height > polytope.flat * squareOfDirection(polytope);
}

/** Completes what the simplex left to four corners off one plane; false when the difference is flat. */
function startTetrahedron(
  polytope: CoreDepth,
  a: PlacedShape,
  b: PlacedShape,
  { simplex, simplexA, count: found }: CoreSearch,
): boolean {
  const { corners, cornersA, direction } = polytope;
  let count = found;
  for (let i = 0; i < 3 * count; i++) {
    corners[i] = simplex[i];
    cornersA[i] = simplexA[i];
  }
  if (count > 1 && !isSegment(polytope)) count = 1;
  for (let axis = 0; axis < 6 && count === 1; axis++) {
    direction.fill(0);
    direction[axis >> 1] = 1;
    placeCorner(polytope, a, b, (axis & 1) === 0 ? 1 : -1, 1);
    if (isSegment(polytope)) count = 2;
  }
  if (count > 2 && !isTriangle(polytope)) count = 2;
  for (let axis = 0; axis < 6 && count === 2; axis++) {
    // perpendicular to the edge: its cross product with a coordinate axis
    direction.fill(0);
    const k = axis >> 1;
    const l = (k + 1) % 3;
    const m = (k + 2) % 3;
    direction[l] = corners[3 + m] - corners[m];
    direction[m] = corners[l] - corners[3 + l];
    if (squareOfDirection(polytope) <= 0.1 * polytope.firstEdge) continue;
    placeCorner(polytope, a, b, (axis & 1) === 0 ? 1 : -1, 2);
    if (isTriangle(polytope)) count = 3;
  }
  if (count > 3 && !isTetrahedron(polytope)) count = 3;
  for (let side = 1; side >= -1 && count === 3; side -= 2) {
    setCross(polytope, 2);
    placeCorner(polytope, a, b, side, 3);
    if (isTetrahedron(polytope)) count = 4;
  }
  polytope.cornerCount = count;
  return count === 4;
}

/** Adds a face; a sliver without a normal is kept for the topology but is never the nearest and never above. */
function addFace(polytope: CoreDepth, i: number, j: number, k: number): number {
  const { origins, alive, corners, normals, distances } = polytope;
  const f = polytope.faceCount++;
  origins[3 * f] = i;
  origins[3 * f + 1] = j;
  origins[3 * f + 2] = k;
  alive[f] = 1;
  const c = corners;
  const x = c[3 * i];
  const y = c[3 * i + 1];
  const z = c[3 * i + 2];
  const ux = c[3 * j] - x;
  const uy = c[3 * j + 1] - y;
  const uz = c[3 * j + 2] - z;
  const vx = c[3 * k] - x;
  const vy = c[3 * k + 1] - y;
  const vz = c[3 * k + 2] - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const square = nx * nx + ny * ny + nz * nz;
  const sides = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  const isSliver = !(square > 1e-26 * sides);
  const inverse = isSliver ? 0 : 1 / Math.sqrt(square);
  normals[3 * f] = nx * inverse;
  normals[3 * f + 1] = ny * inverse;
  normals[3 * f + 2] = nz * inverse;
  distances[f] = isSliver ? Number.POSITIVE_INFINITY : (nx * x + ny * y + nz * z) * inverse;
  return f;
}

function joinTwins(polytope: CoreDepth, h: number, g: number): void {
  const { twins } = polytope;
  twins[h] = g;
  twins[g] = h;
}

function startPolytope(polytope: CoreDepth): void {
  const { corners, direction } = polytope;
  polytope.faceCount = 0;
  setCross(polytope, 2);
  const c = corners;
  const side = direction[0] * (c[9] - c[0]) + direction[1] * (c[10] - c[1]) + direction[2] * (c[11] - c[2]);
  // corner 3 must be below the first face
  const second = side < 0 ? 1 : 2;
  const third = 3 - second;
  addFace(polytope, 0, second, third);
  addFace(polytope, second, 0, 3);
  addFace(polytope, third, second, 3);
  addFace(polytope, 0, third, 3);
  joinTwins(polytope, 0, 3);
  joinTwins(polytope, 1, 6);
  joinTwins(polytope, 2, 9);
  joinTwins(polytope, 4, 11);
  joinTwins(polytope, 7, 5);
  joinTwins(polytope, 10, 8);
}

/** Takes away the face of half-edge h and all beyond it that the corner at `w` is above, and lists the horizon in order. */
function sweep(polytope: CoreDepth, h: number, w: number): void {
  const { alive, normals, corners, distances, horizon, twins } = polytope;
  const f = (h / 3) | 0;
  if (alive[f] === 0) return;
  const height = normals[3 * f] * corners[w] + normals[3 * f + 1] * corners[w + 1] + normals[3 * f + 2] * corners[w + 2];
  if (!(height - distances[f] > polytope.visible)) {
    horizon[polytope.horizonCount++] = h;
    return;
  }
  removeFace(polytope, f);
  const k = h - 3 * f;
  sweep(polytope, twins[3 * f + ((k + 1) % 3)], w);
  sweep(polytope, twins[3 * f + ((k + 2) % 3)], w);
}

function removeFace(polytope: CoreDepth, f: number): void {
  const { alive, distances } = polytope;
  alive[f] = 0;
  distances[f] = Number.POSITIVE_INFINITY;
}

/** Blows the polytope up from face f to its newest corner; false when rounding has spoiled the horizon or there is no room. */
function grow(polytope: CoreDepth, f: number): boolean {
  const { twins, horizon, origins } = polytope;
  const w = polytope.cornerCount - 1;
  polytope.horizonCount = 0;
  removeFace(polytope, f);
  for (let k = 0; k < 3; k++) sweep(polytope, twins[3 * f + k], 3 * w);
  if (polytope.horizonCount < 3 || polytope.faceCount + polytope.horizonCount > MAX_FACES) return false;
  const first = polytope.faceCount;
  for (let i = 0; i < polytope.horizonCount; i++) {
    const h = horizon[i];
    const g = (h / 3) | 0;
    const from = origins[3 * g + ((h - 3 * g + 1) % 3)];
    if (i > 0 && from !== origins[horizon[i - 1]]) return false;
    joinTwins(polytope, 3 * addFace(polytope, from, origins[h], w), h);
  }
  if (origins[3 * first] !== origins[horizon[polytope.horizonCount - 1]]) return false;
  for (let i = 0; i < polytope.horizonCount; i++) {
    const next = i + 1 < polytope.horizonCount ? i + 1 : 0;
    joinTwins(polytope, 3 * (first + i) + 1, 3 * (first + next) + 2);
  }
  return true;
}

function nearestFace(polytope: CoreDepth): number {
  const { distances } = polytope;
  let nearest = 0;
  for (let f = 1; f < polytope.faceCount; f++) if (distances[f] < distances[nearest]) nearest = f;
  return nearest;
}

/**
 * The witness on A: the point of the polytope nearest to the origin carried over to A. Several triangles may make up one flat
 * face of the difference, and only one of them holds that point.
 */
function setWitness(polytope: CoreDepth, nearest: number, search: CoreSearch): void {
  const { witness, distances, origins, corners, cornersA } = polytope;
  const { simplex, simplexA, separation, witnessA } = search;
  const most = distances[nearest] + polytope.accuracy;
  let square = Number.POSITIVE_INFINITY;
  for (let f = 0; f < polytope.faceCount; f++) {
    if (!(distances[f] <= most)) continue;
    for (let k = 0; k < 3; k++) {
      const corner = 3 * origins[3 * f + k];
      for (let m = 0; m < 3; m++) {
        simplex[3 * k + m] = corners[corner + m];
        simplexA[3 * k + m] = cornersA[corner + m];
      }
    }
    nearestOfTriangle(search);
    const s = separation[0] * separation[0] + separation[1] * separation[1] + separation[2] * separation[2];
    if (s >= square) continue;
    square = s;
    for (let m = 0; m < 3; m++) witness[m] = witnessA[m];
  }
}

/**
 * Keeps the support along `direction`, of length one, at corner `w`, when it parts the cores by a shorter way than any before.
 */
function offerTranslation(polytope: CoreDepth, w: number): number {
  const { normal, witness, direction, corners, cornersA } = polytope;
  const way = direction[0] * corners[w] + direction[1] * corners[w + 1] + direction[2] * corners[w + 2];
  if (way < polytope.depth) {
    polytope.depth = way;
    for (let m = 0; m < 3; m++) {
      normal[m] = direction[m];
      witness[m] = cornersA[w + m];
    }
  }
  return way;
}

/** Depth of two cores that GJK has found to overlap, from the simplex it has left. */
export function coreDepth(polytope: CoreDepth, a: PlacedShape, b: PlacedShape, search: CoreSearch): void {
  const { normal, direction, distances, normals } = polytope;
  const extent = Math.sqrt(search.extent);
  polytope.visible = VISIBLE * extent;
  polytope.accuracy = ACCURACY * extent;
  polytope.flat = FLAT * search.extent;
  polytope.depth = Number.POSITIVE_INFINITY;
  if (!startTetrahedron(polytope, a, b, search)) {
    // a flat difference: its own normal is the way out
    const square = squareOfDirection(polytope);
    if (square > 0) for (let m = 0; m < 3; m++) direction[m] /= Math.sqrt(square);
    else direction[1] = 1;
    placeCorner(polytope, a, b, 1, 0);
    offerTranslation(polytope, 0);
    return;
  }
  startPolytope(polytope);
  for (;;) {
    const f = nearestFace(polytope);
    if (distances[f] === Number.POSITIVE_INFINITY || polytope.cornerCount === MAX_CORNERS) return;
    for (let m = 0; m < 3; m++) direction[m] = normals[3 * f + m];
    placeCorner(polytope, a, b, 1, polytope.cornerCount);
    const way = offerTranslation(polytope, 3 * polytope.cornerCount);
    if (way - distances[f] <= polytope.accuracy) {
      polytope.depth = way;
      for (let m = 0; m < 3; m++) normal[m] = direction[m];
      setWitness(polytope, f, search);
      return;
    }
    polytope.cornerCount++;
    if (!grow(polytope, f)) return;
  }
}
