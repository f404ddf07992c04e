// Builds the convex hull of points as a triangulated surface, by adding one point at a time to a tetrahedron.
//
// The points are first rounded to a grid of whole numbers up to 2^52, an error no larger than the rounding of the
// input. The only predicate that the topology depends on, whether a point is above a triangle, is then evaluated
// exactly. So the surface is convex and closed for every input. The tolerance only selects points: the one farthest
// outside is added next, and points that are outside by no more than the tolerance are left out.

import { InputError } from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import { cross, length } from '../math/vector.js';

/** 2^52: differences of smaller whole numbers are exact [grid steps]. */
const GRID_SIZE = 0x10000000000000;
/** Tolerance of lengths, relative to the diagonal of the set's bounding box [1]. */
const RELATIVE_TOLERANCE = 1e-9;
/** A set no thicker than this many tolerances counts as flat, since its two sides could not be distinguished [1]. */
const LEAST_THICKNESS = 4;
/** Below this extent the squares of areas would underflow [m]. */
const SMALLEST_EXTENT = 1e-60;

/** The input points on the grid. */
export interface GridPoints {
  readonly count: number;
  /** Three whole numbers each [grid steps]. */
  readonly coordinates: Float64Array;
  /** Squared distance from the centre of the bounding box: of equally extreme points, the farthest one is a corner. */
  readonly squaredReach: Float64Array;
  /** Tolerance of lengths [grid steps]. */
  readonly tolerance: number;
  /** 1 for points that are known not to be corners and must not be added. */
  readonly excluded: Uint8Array;
}

export interface Triangle {
  /** Indices of points, counter-clockwise from outside. */
  readonly corners: readonly [number, number, number];
  /** The triangle across the edge from corner i to corner i + 1. */
  readonly neighbours: Triangle[];
  /** Unit outward normal [1]. */
  readonly normal: Readonly<Vec3>;
  /** Twice the area [grid steps^2]. */
  readonly doubleArea: number;
  /** Height of the farthest point above the triangle's plane [grid steps]. */
  reach: number;
  /** Whether the triangle is still part of the surface. */
  alive: boolean;
  /** Number of the face that the triangle belongs to; -1 while undecided. */
  face: number;
}

/** Rounds the points to the grid. Throws if they are too few, not finite, or all at one place. */
export function gridOf(points: readonly Readonly<Vec3>[]): GridPoints {
  const count = points.length;
  if (count < 4) throw new InputError(`points has ${count} entries, but a convex hull needs at least 4.`);
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  points.forEach((point, i) => {
    for (let k = 0; k < 3; k++) {
      if (!Number.isFinite(point[k])) {
        throw new InputError(`points[${i}] is [${point.join(', ')}], but every coordinate must be a finite number.`);
      }
      low[k] = Math.min(low[k], point[k]);
      high[k] = Math.max(high[k], point[k]);
    }
  });
  const extent = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  if (extent < SMALLEST_EXTENT) {
    throw new InputError(`points are all at [${points[0].join(', ')}], but a convex hull needs points that span a volume.`);
  }
  // A power of two, so that scaling to the grid causes no rounding of its own.
  let gridPerMetre = 1;
  while (gridPerMetre * extent > GRID_SIZE) gridPerMetre /= 2;
  while (gridPerMetre * extent * 2 <= GRID_SIZE) gridPerMetre *= 2;

  const coordinates = new Float64Array(3 * count);
  const squaredReach = new Float64Array(count);
  let squaredDiagonal = 0;
  for (let k = 0; k < 3; k++) {
    const side = (high[k] - low[k]) * gridPerMetre;
    squaredDiagonal += side * side;
    for (let i = 0; i < count; i++) {
      const coordinate = Math.round((points[i][k] - low[k]) * gridPerMetre);
      coordinates[3 * i + k] = coordinate;
      squaredReach[i] += (coordinate - side / 2) * (coordinate - side / 2);
    }
  }
  const tolerance = RELATIVE_TOLERANCE * Math.sqrt(squaredDiagonal);
  return { count, coordinates, squaredReach, tolerance, excluded: new Uint8Array(count) };
}

/** The vector from point o to point p [grid steps]. */
export function between(grid: GridPoints, o: number, p: number): Vec3 {
  const x = grid.coordinates;
  return [x[3 * p] - x[3 * o], x[3 * p + 1] - x[3 * o + 1], x[3 * p + 2] - x[3 * o + 2]];
}

/** Height of point p above the plane of a triangle [grid steps]. */
export function heightAbove(grid: GridPoints, triangle: Triangle, p: number): number {
  const x = grid.coordinates;
  const n = triangle.normal;
  const o = 3 * triangle.corners[0];
  return n[0] * (x[3 * p] - x[o]) + n[1] * (x[3 * p + 1] - x[o + 1]) + n[2] * (x[3 * p + 2] - x[o + 2]);
}

/** Whether point p is strictly above the plane through a, b, c (counter-clockwise from above); exact. */
function isAbove(grid: GridPoints, a: number, b: number, c: number, p: number): boolean {
  const x = grid.coordinates;
  const bx = x[3 * b] - x[3 * a];
  const by = x[3 * b + 1] - x[3 * a + 1];
  const bz = x[3 * b + 2] - x[3 * a + 2];
  const cx = x[3 * c] - x[3 * a];
  const cy = x[3 * c + 1] - x[3 * a + 1];
  const cz = x[3 * c + 2] - x[3 * a + 2];
  const px = x[3 * p] - x[3 * a];
  const py = x[3 * p + 1] - x[3 * a + 1];
  const pz = x[3 * p + 2] - x[3 * a + 2];
  const determinant = px * (by * cz - bz * cy) + py * (bz * cx - bx * cz) + pz * (bx * cy - by * cx);
  const permanent =
    Math.abs(px) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
    Math.abs(py) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
    Math.abs(pz) * (Math.abs(bx * cy) + Math.abs(by * cx));
  // The differences are exact, so the rounding of the rest stays below seven half ulps of the permanent.
  if (Math.abs(determinant) > 8e-16 * permanent) return determinant > 0;
  if (permanent === 0) return false;
  const [bX, bY, bZ, cX, cY, cZ] = [BigInt(bx), BigInt(by), BigInt(bz), BigInt(cx), BigInt(cy), BigInt(cz)];
  const exact = BigInt(px) * (bY * cZ - bZ * cY) + BigInt(py) * (bZ * cX - bX * cZ) + BigInt(pz) * (bX * cY - bY * cX);
  return exact > 0n;
}

/** The surface of the hull of all points not excluded. Throws if they span no volume. */
export function triangulate(grid: GridPoints): Triangle[] {
  const surface = firstTetrahedron(grid);
  for (;;) {
    let widest = surface[0];
    let kept = 0;
    for (const triangle of surface) {
      if (!triangle.alive) continue;
      surface[kept++] = triangle;
      if (!widest.alive || triangle.reach > widest.reach) widest = triangle;
    }
    surface.length = kept;
    if (widest.reach <= grid.tolerance) return surface;
    const top = mostExtreme(grid, grid.tolerance / 2, (p) => heightAbove(grid, widest, p)).point;
    const [a, b, c] = widest.corners;
    if (isAbove(grid, a, b, c, top)) surface.push(...addPoint(grid, widest, top));
    // Otherwise the point is above the triangle only by the rounded normal of a sliver.
    else widest.reach = 0;
  }
}

/** The point of largest `measure`; of all within `margin` of it, the one farthest from the centre of the set. */
function mostExtreme(grid: GridPoints, margin: number, measure: (p: number) => number): { point: number; value: number } {
  const values = new Float64Array(grid.count);
  let value = -Infinity;
  for (let p = 0; p < grid.count; p++) {
    values[p] = grid.excluded[p] === 1 ? -Infinity : measure(p);
    if (values[p] > value) value = values[p];
  }
  let point = -1;
  for (let p = 0; p < grid.count; p++) {
    if (values[p] >= value - margin && (point < 0 || grid.squaredReach[p] > grid.squaredReach[point])) point = p;
  }
  return { point, value };
}

function firstTetrahedron(grid: GridPoints): Triangle[] {
  const { tolerance } = grid;
  const thinnest = LEAST_THICKNESS * tolerance;

  const a = mostExtreme(grid, 0, (p) => grid.squaredReach[p]).point;
  const second = mostExtreme(grid, tolerance / 2, (p) => length(between(grid, a, p)));
  if (second.value <= thinnest) throw flatError(grid, 'in one point');
  const b = second.point;
  const along = between(grid, a, b);
  const third = mostExtreme(grid, tolerance / 2, (p) => length(cross(along, between(grid, a, p))) / length(along));
  if (third.value <= thinnest) throw flatError(grid, 'on one line');
  const c = third.point;
  const base = triangleOf(grid, a, b, c);
  const fourth = mostExtreme(grid, tolerance / 2, (p) => Math.abs(heightAbove(grid, base, p)));
  if (fourth.value <= thinnest) throw flatError(grid, 'in one plane');
  const d = fourth.point;

  const [p, q, r] = isAbove(grid, a, b, c, d) ? [a, c, b] : [a, b, c];
  const bottom = triangleOf(grid, p, q, r);
  const sides = [triangleOf(grid, q, p, d), triangleOf(grid, r, q, d), triangleOf(grid, p, r, d)];
  bottom.neighbours.push(...sides);
  sides.forEach((side, i) => {
    side.neighbours.push(bottom, sides[(i + 2) % 3], sides[(i + 1) % 3]);
  });
  return [bottom, ...sides];
}

function flatError(grid: GridPoints, where: string): InputError {
  return new InputError(`points has ${grid.count} entries all ${where}, but a convex hull needs points that span a volume.`);
}

/** Replaces every triangle that sees point p, `seed` among them, by a fan from p to their outline; returns the fan. */
function addPoint(grid: GridPoints, seed: Triangle, p: number): Triangle[] {
  const fan: Triangle[] = [];
  const fanByStart = new Map<number, Triangle>();
  const seeing = [seed];
  seed.alive = false;
  for (let triangle = seeing.pop(); triangle !== undefined; triangle = seeing.pop()) {
    for (let i = 0; i < 3; i++) {
      const across = triangle.neighbours[i];
      if (!across.alive) continue;
      const [a, b, c] = across.corners;
      if (isAbove(grid, a, b, c, p)) {
        across.alive = false;
        seeing.push(across);
        continue;
      }
      const start = triangle.corners[i];
      const end = triangle.corners[(i + 1) % 3];
      const added = triangleOf(grid, start, end, p);
      added.neighbours[0] = across;
      across.neighbours[across.corners.indexOf(end)] = added;
      fan.push(added);
      fanByStart.set(start, added);
    }
  }
  for (const triangle of fan) {
    const next = fanByStart.get(triangle.corners[1]);
    if (next === undefined) throw new Error('The outline of a convex hull seen from a point must be closed.');
    triangle.neighbours[1] = next;
    next.neighbours[2] = triangle;
  }
  return fan;
}

function triangleOf(grid: GridPoints, a: number, b: number, c: number): Triangle {
  const normal = cross(between(grid, a, b), between(grid, a, c));
  const doubleArea = length(normal);
  // The cross product of a sliver may round to zero. Without a normal it has no points above it; its neighbours have
  // them.
  if (doubleArea > 0) for (let k = 0; k < 3; k++) normal[k] /= doubleArea;
  const reach = furthestAbove(grid, normal, a);
  return { corners: [a, b, c], neighbours: [], normal, doubleArea, reach, alive: true, face: -1 };
}

/** Height of the farthest point above point o along a normal. Hulls of many points spend nearly all their time here. */
function furthestAbove(grid: GridPoints, normal: Readonly<Vec3>, o: number): number {
  const { coordinates: x, excluded, count } = grid;
  const [nx, ny, nz] = normal;
  const ox = x[3 * o];
  const oy = x[3 * o + 1];
  const oz = x[3 * o + 2];
  let furthest = 0;
  for (let p = 0; p < count; p++) {
    const height = nx * (x[3 * p] - ox) + ny * (x[3 * p + 1] - oy) + nz * (x[3 * p + 2] - oz);
    if (height > furthest && excluded[p] === 0) furthest = height;
  }
  return furthest;
}
