// Grows a contact tree (contact trees paper; refinement as in adaptively sampled distance fields, Frisken et al. 2000):
// divides a cell in eight until trilinear interpolation of the exact distances at its corners errs by less than eps_s.
//
// The error is measured where it is usually largest: at the centres of the cell, of its faces, edges and octants, and
// on the surface, at the corners of the triangles cut to the cell, since a thin leg may pass between the former. Errors
// are multiplied by up to two. This proves no bound, but no point with a larger error is known. The error of a branch
// follows from its children: the difference of two trilinear functions is largest at a corner.
//
// Where we differ: beyond a margin on both sides of the surface, the allowed error grows with the distance; the paper
// refines the whole inside. The medial sheets between a cow's legs would take four of five cells, and no contact is
// ever there; those of a box would take 138,000 cells. Depths far inside are found by the exact distance instead.

import { InputError } from '../input/fields.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { LatticeValues } from './lattice-values.js';
import { MeshDistance } from './mesh-distance.js';
import { FACE_FEATURE } from './pseudonormals.js';
import { planeOfMoments, roundedRadius, SurfacePatch } from './surface-patch.js';
import { CORNER_OFFSET, GROUP_VALUES, interpolate, OCTANTS, PIECE, PIECE_SIZE, RELAXATION } from './tree-layout.js';

/** Safety factor on measured errors [1]: the largest error is seldom exactly at a test point. */
const CAUTION = 1.6;
/** Safety factor for centres of edges [1]: where a fold of the field cuts off a corner, its error is twice as large. */
const CAUTION_AT_EDGES = 2;
/** Least error of cells without surface, as a share of the allowed one [1]: these cells are large. */
const CAUTION_APART = 0.5;
/** Cosine of the largest angle between the normals of a half-space and a face that agree [1]. */
const STRAIGHT = 0.99;
/** Lattice steps per side of the smallest cell: the centres of its octants are at its quarters. */
const QUARTERS = 4;

/** Test points in quarters of the cell; those where errors are found most often come first. */
const TEST_POINTS: readonly (readonly [number, number, number])[] = testPoints();

function testPoints(): [number, number, number][] {
  const points: [number, number, number][] = [];
  for (const u of [0, 2, 4]) for (const v of [0, 2, 4]) for (const w of [0, 2, 4]) points.push([u, v, w]);
  for (const u of [1, 3]) for (const v of [1, 3]) for (const w of [1, 3]) points.push([u, v, w]);
  const middles = ([u, v, w]: readonly number[]): number => [u, v, w].filter((c) => c === 2).length;
  return points.filter((p) => middles(p) > 0 || p[0] % 2 === 1).sort((p, q) => middles(q) - middles(p));
}

/** Safety factor at each test point [1]; the centre of an edge is at the middle of one axis only. */
const CAUTIONS = TEST_POINTS.map((p) => (p.filter((c) => c === 2).length === 1 ? CAUTION_AT_EDGES : CAUTION));
/** Index of the cell's centre among the test points. */
const MIDDLE = 0;

export interface GrowthOptions {
  /** Lower corner and side of the root cell, a cube [m]. */
  readonly origin: readonly [number, number, number];
  readonly side: number;
  /** Allowed error eps_s [m]. */
  readonly error: number;
  /** Distance from the surface up to which it is met, inside and outside [m]. */
  readonly margin: number;
  readonly depth: number;
  /** Most groups of cells. */
  readonly mostGroups?: number;
  readonly onProgress: (share: number) => void;
}

export interface GrownTree {
  readonly groups: number;
  readonly pieces: number;
  /** Columns of tree-layout.ts, with unused entries at their ends. */
  readonly values: Float32Array;
  readonly errors: Float32Array;
  readonly links: Int32Array;
  readonly pieceOfGroup: Int32Array;
  readonly pieceValues: Float32Array;
  /** Number of levels below the root. */
  readonly depth: number;
  /** The largest error of a leaf, less what is allowed there beyond eps_s [m], and the centre of that leaf [m]. */
  readonly largestError: number;
  readonly worst: readonly [number, number, number];
  /** Depth of the deepest sampled point inside [m]. */
  readonly deepest: number;
}

/** Default of mostGroups; that many groups take 46 MB. */
const MOST_GROUPS = 1 << 18;

/** Size of the summary that a child returns to its branch: box of its surface, and moments (SurfacePatch.moments). */
const SUMMARY = 13;

export class TreeGrower {
  readonly #mesh: TriangleMesh;
  readonly #distance: MeshDistance;
  readonly #lattice: LatticeValues;
  readonly #options: GrowthOptions;
  readonly #spacing: number;
  readonly #patch = new SurfacePatch();
  readonly #cell = new Float64Array(6);
  readonly #normal = new Float64Array(3);
  /** Distances at the current cell's corners, laid out as an octant, and the smallest of their magnitudes [m]. */
  readonly #corners = new Float32Array(CORNER_OFFSET[OCTANTS - 1] + 1);
  #nearestCorner = 0;
  #values = new Float32Array(GROUP_VALUES * 256);
  #errors = new Float32Array(OCTANTS * 256);
  #links = new Int32Array(OCTANTS * 256);
  #pieceOfGroup = new Int32Array(256);
  #pieces = new Float32Array(PIECE_SIZE * 1024);
  #groupCount = 0;
  #pieceCount = 0;
  #depth = 0;
  #largestError = 0;
  #worst: [number, number, number] = [0, 0, 0];
  #deepest = 0;
  #done = 0;

  /** The mesh must be closed. */
  constructor(mesh: TriangleMesh, options: GrowthOptions) {
    this.#mesh = mesh;
    this.#options = options;
    this.#distance = new MeshDistance(mesh);
    const perSide = QUARTERS << options.depth;
    this.#spacing = options.side / perSide;
    this.#lattice = new LatticeValues(this.#distance, options.origin, this.#spacing, perSide + 1);
  }

  /** Grows the tree. Yields before every group of cells, so that the caller can pause. */
  *grow(): Generator<void, GrownTree> {
    const all = Int32Array.from({ length: this.#mesh.triangles.length / 3 }, (_, t) => t);
    yield* this.#divide(0, 0, 0, QUARTERS << this.#options.depth, 0, all);
    return {
      groups: this.#groupCount,
      pieces: this.#pieceCount,
      values: this.#values,
      errors: this.#errors,
      links: this.#links,
      pieceOfGroup: this.#pieceOfGroup,
      pieceValues: this.#pieces,
      depth: this.#depth,
      largestError: this.#largestError,
      worst: this.#worst,
      deepest: this.#deepest,
    };
  }

  /**
   * Divides the cell at lattice point (i, j, k) into a new group. Returns the summary of its surface, if it has any.
   */
  *#divide(
    i: number,
    j: number,
    k: number,
    size: number,
    depth: number,
    triangles: Int32Array,
  ): Generator<void, Float64Array | undefined> {
    yield;
    const group = this.#groupCount++;
    this.#refuseTooMany();
    this.#reserveGroups(this.#groupCount);
    const half = size / 2;
    this.#readGroup(group, i, j, k, half);
    const whole = new Float64Array(SUMMARY);
    whole.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    // A branch's piece is numbered before those of its children.
    const piece = triangles.length > 0 ? this.#pieceCount++ : -1;
    this.#pieceOfGroup[group] = piece;
    for (let o = 0; o < OCTANTS; o++) {
      const [x, y, z] = [i + (o & 1 ? half : 0), j + (o & 2 ? half : 0), k + (o & 4 ? half : 0)];
      const child = yield* this.#refine(OCTANTS * group + o, x, y, z, half, depth + 1, triangles);
      if (child === undefined) continue;
      for (let axis = 0; axis < 3; axis++) {
        whole[axis] = Math.min(whole[axis], child[axis]);
        whole[3 + axis] = Math.max(whole[3 + axis], child[3 + axis]);
      }
      for (let m = 6; m < SUMMARY; m++) whole[m] += child[m];
    }
    if (piece < 0) return undefined;
    this.#writePieceOfBranch(piece, group, whole);
    return whole;
  }

  #refuseTooMany(): void {
    const { error, mostGroups = MOST_GROUPS } = this.#options;
    if (this.#groupCount <= mostGroups) return;
    throw new InputError(
      `error is ${error}, for which the field would take more than ${OCTANTS * mostGroups} cells: allow more error, less depth or less margin.`,
    );
  }

  /** Makes a leaf if the error is small enough or the depth limit is reached, otherwise a branch. */
  *#refine(
    node: number,
    i: number,
    j: number,
    k: number,
    size: number,
    depth: number,
    triangles: Int32Array,
  ): Generator<void, Float64Array | undefined> {
    const { depth: depthLimit } = this.#options;
    const patch = this.#patch;
    this.#setCell(i, j, k, size);
    this.#setCorners(node);
    patch.cut(this.#mesh, triangles, triangles.length, this.#cell);
    const allowed = this.#allowedError(i, j, k, size);
    const isLast = depth === depthLimit;
    const measured = this.#measureError(i, j, k, size, isLast ? Infinity : allowed);
    const error = patch.triangleCount === 0 ? Math.max(measured, CAUTION_APART * allowed) : measured;
    if (error > allowed && !isLast) {
      const group = this.#groupCount;
      this.#links[node] = group;
      const summary = yield* this.#divide(i, j, k, size, depth, patch.triangles.slice(0, patch.triangleCount));
      this.#errors[node] = this.#errorOfBranch(node, group);
      return summary;
    }
    this.#depth = Math.max(this.#depth, depth);
    this.#errors[node] = error;
    if (error - allowed + this.#options.error > this.#largestError) {
      this.#largestError = error - allowed + this.#options.error;
      this.#worst = [0, 1, 2].map((axis) => (this.#cell[axis] + this.#cell[3 + axis]) / 2) as [number, number, number];
    }
    this.#done += (size / (QUARTERS << depthLimit)) * (size / (QUARTERS << depthLimit)) * (size / (QUARTERS << depthLimit));
    this.#options.onProgress(this.#done);
    if (patch.triangleCount === 0) return undefined;
    this.#links[node] = -1 - this.#pieceCount;
    return this.#addPieceOfLeaf();
  }

  #setCell(i: number, j: number, k: number, size: number): void {
    const { origin } = this.#options;
    for (let axis = 0; axis < 3; axis++) {
      const at = axis === 0 ? i : axis === 1 ? j : k;
      this.#cell[axis] = origin[axis] + at * this.#spacing;
      this.#cell[3 + axis] = origin[axis] + (at + size) * this.#spacing;
    }
  }

  /** Reads the distances at the 27 points of a group, `half` lattice steps apart. */
  #readGroup(group: number, i: number, j: number, k: number, half: number): void {
    // The distance at one point is bounded by that at another one plus the way between them.
    const way = 2 * Math.sqrt(3) * half * this.#spacing;
    let nearest = Infinity;
    for (let at = 0; at < GROUP_VALUES; at++) {
      const x = at % 3;
      const y = ((at - x) / 3) % 3;
      const z = (at - x - 3 * y) / 9;
      const value = this.#lattice.at(i + x * half, j + y * half, k + z * half, nearest + way);
      this.#values[GROUP_VALUES * group + at] = value;
      nearest = Math.min(nearest, Math.abs(value));
      this.#deepest = Math.max(this.#deepest, -value);
    }
  }

  #setCorners(node: number): void {
    const first = firstValue(node);
    let nearest = Infinity;
    for (const offset of CORNER_OFFSET) {
      const value = this.#values[first + offset];
      this.#corners[offset] = value;
      nearest = Math.min(nearest, Math.abs(value));
    }
    this.#nearestCorner = nearest;
  }

  /** The allowed error of a cell: eps_s, and more beyond the margin [m]. */
  #allowedError(i: number, j: number, k: number, size: number): number {
    const { error, margin } = this.#options;
    const middle = this.#valueAt(i, j, k, size, MIDDLE);
    const halfDiagonal = (Math.sqrt(3) / 2) * size * this.#spacing;
    return error + RELAXATION * Math.max(0, Math.abs(middle) - halfDiagonal - margin);
  }

  /** The exact distance at a test point of a cell [m]. */
  #valueAt(i: number, j: number, k: number, size: number, point: number): number {
    const [u, v, w] = TEST_POINTS[point];
    const quarter = size / QUARTERS;
    const bound = this.#nearestCorner + Math.sqrt(3) * size * this.#spacing;
    return this.#lattice.at(i + u * quarter, j + v * quarter, k + w * quarter, bound);
  }

  /** The largest error found in the cell, times a safety factor [m]. Stops at the first one above `limit`. */
  #measureError(i: number, j: number, k: number, size: number, limit: number): number {
    let largest = 0;
    for (let t = 0; t < TEST_POINTS.length; t++) {
      const [u, v, w] = TEST_POINTS[t];
      const value = interpolate(this.#corners, 0, u / QUARTERS, v / QUARTERS, w / QUARTERS);
      const error = Math.abs(value - this.#valueAt(i, j, k, size, t));
      this.#refuseJumps(error);
      largest = Math.max(largest, CAUTIONS[t] * error);
      if (largest > limit) return largest;
    }
    return Math.max(largest, CAUTION * this.#measureOnSurface());
  }

  /**
   * Throws if the sign of the distance jumps, so that the inside is not defined. Distance has slope 1 at most, so a
   * consistent field differs from interpolation by no more than the diagonal of the cell.
   */
  #refuseJumps(error: number): void {
    const cell = this.#cell;
    if (error <= (1 + 1e-6) * Math.sqrt(3) * (cell[3] - cell[0])) return;
    this.#distance.signedDistance((cell[0] + cell[3]) / 2, (cell[1] + cell[4]) / 2, (cell[2] + cell[5]) / 2);
    const place = Array.from(this.#distance.closest, (x) => Number(x.toPrecision(6)));
    throw new InputError(
      `The mesh has no inside that could be told at [${place.join(', ')}]: its surface is not closed or not wound alike there.`,
    );
  }

  #measureOnSurface(): number {
    const { corners, starts, triangleCount } = this.#patch;
    const cell = this.#cell;
    const inverse = 1 / (cell[3] - cell[0]);
    let largest = 0;
    for (let at = 0; at < 3 * starts[triangleCount]; at += 3) {
      const u = (corners[at] - cell[0]) * inverse;
      const v = (corners[at + 1] - cell[1]) * inverse;
      const w = (corners[at + 2] - cell[2]) * inverse;
      largest = Math.max(largest, Math.abs(interpolate(this.#corners, 0, u, v, w)));
    }
    return largest;
  }

  /** Largest difference to the children's interpolation, plus their largest error. */
  #errorOfBranch(node: number, group: number): number {
    const first = firstValue(node);
    let largest = 0;
    for (let at = 0; at < GROUP_VALUES; at++) {
      const x = at % 3;
      const y = ((at - x) / 3) % 3;
      const z = (at - x - 3 * y) / 9;
      const own = interpolate(this.#values, first, x / 2, y / 2, z / 2);
      largest = Math.max(largest, Math.abs(own - this.#values[GROUP_VALUES * group + at]));
    }
    let below = 0;
    for (let o = 0; o < OCTANTS; o++) below = Math.max(below, this.#errors[OCTANTS * group + o]);
    return largest + below;
  }

  #addPieceOfLeaf(): Float64Array {
    const patch = this.#patch;
    patch.summarise(this.#mesh, this.#cell, this.#options.error);
    const { sphere, plane, sample } = patch;
    this.#distance.signedDistance(sample[0], sample[1], sample[2]);
    // An edge between triangles of one flat face may rise above the mean plane of two walls, but is not sharp.
    if (patch.isSharp && this.#isFlat()) patch.isSharp = patch.isCorner = false;
    if (patch.isSharp) this.#turnPlane(plane, sample);
    else {
      // The centre of a bent piece is off the surface, and where two walls meet, the normal of neither is their mean.
      sample.set(this.#distance.closest);
      if (this.#isBent(plane)) this.#turnPlane(plane, sample);
    }
    const piece = this.#pieceCount++;
    this.#reservePieces(this.#pieceCount);
    const at = PIECE_SIZE * piece;
    this.#pieces.set(sphere, at + PIECE.sphere);
    this.#pieces.set(plane, at + PIECE.plane);
    this.#pieces.set(sample, at + PIECE.sample);
    this.#pieces[at + PIECE.slide] = patch.isCorner ? -1 : patch.isSharp ? 0 : sphere[3];
    const summary = new Float64Array(SUMMARY);
    summary.set(patch.box);
    summary.set(patch.moments, 6);
    return summary;
  }

  /** Whether all faces around the feature of the last distance query have the same normal, up to rounding. */
  #isFlat(): boolean {
    const [triangle, feature] = this.#distance.feature;
    return feature === FACE_FEATURE || this.#distance.isFlat(triangle, feature);
  }

  /** Whether the normal of the last distance query's face differs from that of the half-space. */
  #isBent(plane: Float64Array): boolean {
    const normal = this.#normal;
    this.#distance.writeNormal(this.#distance.feature[0], FACE_FEATURE, normal);
    return plane[0] * normal[0] + plane[1] * normal[1] + plane[2] * normal[2] < STRAIGHT;
  }

  /** Sets the half-space by the pseudonormal of the last distance query's feature, through the sample. */
  #turnPlane(plane: Float64Array, sample: Float64Array): void {
    const normal = this.#normal;
    this.#distance.writeNormal(this.#distance.feature[0], this.#distance.feature[1], normal);
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (!(length > 0)) return;
    for (let k = 0; k < 3; k++) plane[k] = normal[k] / length;
    plane[3] = plane[0] * sample[0] + plane[1] * sample[1] + plane[2] * sample[2];
  }

  /** Writes a branch's piece. Its sphere, about the centre of the box, encloses the children's spheres or the box. */
  #writePieceOfBranch(piece: number, group: number, summary: Float64Array): void {
    this.#reservePieces(this.#pieceCount);
    const at = PIECE_SIZE * piece;
    const pieces = this.#pieces;
    const { plane } = this.#patch;
    planeOfMoments(summary.subarray(6), plane);
    const middle = [0, 1, 2].map((axis) => (summary[axis] + summary[3 + axis]) / 2);
    const halfDiagonal = distanceBetween(middle, summary.subarray(3, 6));
    let radius = 0;
    let sharpest = -1;
    let highest = -Infinity;
    for (let o = 0; o < OCTANTS; o++) {
      const below = PIECE_SIZE * this.#pieceOfNode(OCTANTS * group + o);
      if (below < 0) continue;
      radius = Math.max(radius, distanceBetween(middle, pieces.subarray(below, below + 3)) + pieces[below + 3]);
      const s = below + PIECE.sample;
      const height = plane[0] * pieces[s] + plane[1] * pieces[s + 1] + plane[2] * pieces[s + 2];
      if (height <= highest) continue;
      highest = height;
      sharpest = below;
    }
    pieces.set(middle, at + PIECE.sphere);
    pieces[at + PIECE.sphere + 3] = roundedRadius(Math.min(radius, halfDiagonal), middle);
    pieces.set(plane, at + PIECE.plane);
    pieces.copyWithin(at + PIECE.sample, sharpest + PIECE.sample, sharpest + PIECE.sample + 4);
  }

  #pieceOfNode(node: number): number {
    const link = this.#links[node];
    return link > 0 ? this.#pieceOfGroup[link] : link < 0 ? -1 - link : -1;
  }

  #reserveGroups(count: number): void {
    const capacity = this.#pieceOfGroup.length;
    if (count <= capacity) return;
    this.#values = copyTo(new Float32Array(2 * GROUP_VALUES * capacity), this.#values);
    this.#errors = copyTo(new Float32Array(2 * OCTANTS * capacity), this.#errors);
    this.#links = copyTo(new Int32Array(2 * OCTANTS * capacity), this.#links);
    this.#pieceOfGroup = copyTo(new Int32Array(2 * capacity), this.#pieceOfGroup);
  }

  #reservePieces(count: number): void {
    if (PIECE_SIZE * count > this.#pieces.length) {
      this.#pieces = copyTo(new Float32Array(2 * this.#pieces.length), this.#pieces);
    }
  }
}

/** Index of a node's first corner among the values of all groups. */
function firstValue(node: number): number {
  return GROUP_VALUES * (node >> 3) + CORNER_OFFSET[node & 7];
}

function distanceBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}

function copyTo<T extends Float32Array | Int32Array>(larger: T, from: T): T {
  larger.set(from);
  return larger;
}
