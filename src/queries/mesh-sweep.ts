// Sweeps a convex shape along a line against the triangles of a mesh, in the mesh's frame, down the tree of their
// boxes. Each triangle is a convex shape. The result is the first triangle that is hit; of several at the same
// distance, the lowest number.

import { coreRadius, coreSupport } from '../detection/narrow-phase/support.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { TriangleHierarchy } from '../mesh/triangle-tree.js';
import { placedBounds } from '../shapes/bounds.js';
import { bringDirection, bringShape, copyShape } from '../shapes/frames.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import { makeTriangle, placeTriangle } from '../shapes/triangle-shape.js';
import { enterBox, invertDirection } from './enter-box.js';
import { ENTERED, INSIDE, MISSED } from './ray-on-shape.js';
import type { SweptPair } from './swept-pair.js';
import { sweep } from './swept-pair.js';

export class MeshSweep {
  /** The shape at its start and while it moves, in the mesh's frame. */
  readonly shape = new PlacedShape();
  readonly moving = new PlacedShape();
  /** `ray`: centre of its box [m] and unit direction of motion [1]. `direction`: the same direction. */
  readonly ray = new Float64Array(6);
  readonly direction = new Float64Array(3);
  readonly inverse = new Float64Array(3);
  readonly half = new Float64Array(3);
  readonly box = new Float64Array(6);
  /** Longest distance that it may move; after a hit, the distance to the nearest hit so far [m]. */
  readonly limit = new Float64Array(1);
  /** The nearest hit so far, as `met` of SweptPair, in the mesh's frame. */
  readonly met = new Float64Array(7);
  triangle = -1;
  /** Whether only front faces can be hit. */
  isFrontOnly = false;
  /** Of the current triangle: its box [m], normal towards the shape [1], and core point nearest to its plane [m]. */
  readonly triangleBox = new Float64Array(6);
  readonly normal = new Float64Array(3);
  readonly lowest = new Float64Array(3);
  /** Distance until the shape reaches the plane; 0 if the shape starts on both sides of it [m]. */
  readonly plane = new Float64Array(1);
  /** The current triangle as a shape, and an identity frame that it is placed by. */
  readonly placedTriangle = makeTriangle();
  readonly frame = new PlacedShape();
  stack = new Int32Array(64);
  stackNear = new Float64Array(64);
  /** Distances at which the shape enters the two child boxes of a node, or the box of a triangle [m]. */
  readonly near = new Float64Array(2);
}

/** Transforms a shape of the world and its direction of motion, ray[3 .. 5], into the frame of a mesh. */
export function bringSweep(work: MeshSweep, mesh: PlacedShape, shape: PlacedShape, ray: Float64Array): void {
  const { box, half, direction } = work;
  bringShape(mesh, shape, work.shape);
  copyShape(work.shape, work.moving);
  bringDirection(mesh, ray, 3, direction, 0);
  placedBounds(work.shape, box, 0);
  for (let k = 0; k < 3; k++) {
    half[k] = 0.5 * (box[3 + k] - box[k]);
    work.ray[k] = 0.5 * (box[3 + k] + box[k]);
    work.ray[3 + k] = direction[k];
  }
  invertDirection(work.ray, work.inverse);
}

/** Sweeps the shape against all triangles. Returns MISSED, ENTERED, or INSIDE if the shape starts on the surface. */
export function sweepOnTriangles(work: MeshSweep, hierarchy: TriangleHierarchy, swept: SweptPair): number {
  const { bounds, links, counts, depth } = hierarchy.parts.tree;
  const { ray, inverse, half, limit } = work;
  if (work.stack.length < depth + 1) {
    work.stack = new Int32Array(2 * depth);
    work.stackNear = new Float64Array(2 * depth);
  }
  const { stack, stackNear, near } = work;
  work.triangle = -1;
  let size = 1;
  stack[0] = 0;
  stackNear[0] = 0;
  while (size > 0) {
    size--;
    if (stackNear[size] > limit[0]) continue;
    let node = stack[size];
    while (node >= 0 && counts[node] === 0) {
      const first = node + 1;
      const second = links[node];
      enterBox(ray, inverse, half, bounds, 6 * first, limit, near, 0);
      enterBox(ray, inverse, half, bounds, 6 * second, limit, near, 1);
      const toFirst = near[0];
      const toSecond = near[1];
      const isFirstNearer = toFirst <= toSecond;
      const further = isFirstNearer ? toSecond : toFirst;
      if (further <= limit[0]) {
        stack[size] = isFirstNearer ? second : first;
        stackNear[size++] = further;
      }
      if ((isFirstNearer ? toFirst : toSecond) > limit[0]) node = -1;
      else node = isFirstNearer ? first : second;
    }
    if (node >= 0 && sweepOnLeaf(work, hierarchy, node, swept)) return INSIDE;
  }
  return work.triangle < 0 ? MISSED : ENTERED;
}

/** Sweeps the shape against the triangles of a leaf. Returns true if it starts on one of them. */
function sweepOnLeaf(work: MeshSweep, { mesh, parts }: TriangleHierarchy, node: number, swept: SweptPair): boolean {
  const { links, counts, order } = parts.tree;
  const { placedTriangle, frame, limit, met } = work;
  const start = -1 - links[node];
  for (let i = start; i < start + counts[node]; i++) {
    const triangle = order[i];
    let status =
      mayMeet(work, mesh, triangle) && !(work.isFrontOnly && isFromBehind(work, mesh, triangle))
        ? meetFace(work, mesh, triangle, swept)
        : MISSED;
    if (status === UNKNOWN) {
      placeTriangle(frame, mesh, triangle, placedTriangle);
      status = sweepFromPlane(work, swept);
    }
    if (status === INSIDE) return true;
    if (status !== ENTERED) continue;
    if (swept.met[0] === limit[0] && work.triangle >= 0 && triangle > work.triangle) continue;
    work.triangle = triangle;
    limit[0] = swept.met[0];
    for (let k = 0; k < 7; k++) met[k] = swept.met[k];
  }
  return false;
}

/** Whether the shape moves along the normal of a triangle: it could hit the back face only. */
function isFromBehind({ direction }: MeshSweep, { positions: p, triangles }: TriangleMesh, triangle: number): boolean {
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  return direction[0] * (uy * vz - uz * vy) + direction[1] * (uz * vx - ux * vz) + direction[2] * (ux * vy - uy * vx) > 0;
}

/** The test against the interior of the face does not decide. */
const UNKNOWN = -1;

/** Sweeps on from where the shape reaches the triangle's plane. If it overlaps the triangle there, that is the hit. */
function sweepFromPlane(work: MeshSweep, swept: SweptPair): number {
  const { shape, moving, ray, limit, plane, normal, lowest, placedTriangle } = work;
  const start = plane[0];
  moving.x = shape.x + start * ray[3];
  moving.y = shape.y + start * ray[4];
  moving.z = shape.z + start * ray[5];
  swept.limits[0] = limit[0] - start;
  const status = sweep(swept, moving, placedTriangle, ray);
  if (start === 0 || status === MISSED) return status;
  const { met } = swept;
  if (status === INSIDE) {
    met[0] = 0;
    const radius = coreRadius(shape);
    for (let k = 0; k < 3; k++) {
      met[1 + k] = normal[k];
      met[4 + k] = lowest[k] + start * ray[3 + k] - radius * normal[k];
    }
  }
  met[0] += start;
  return ENTERED;
}

/** Whether the shape reaches the box of a triangle. */
function mayMeet(work: MeshSweep, { positions, triangles }: TriangleMesh, triangle: number): boolean {
  const { triangleBox: box, ray, inverse, half, limit, near } = work;
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(positions[a + k], positions[b + k], positions[c + k]);
    box[3 + k] = Math.max(positions[a + k], positions[b + k], positions[c + k]);
  }
  enterBox(ray, inverse, half, box, 0, limit, near, 0);
  return near[0] <= limit[0];
}

/**
 * Tests the interior of the face: the shape cannot hit a triangle before it reaches its plane. If its first point to
 * reach the plane lies in the triangle, that is the hit. Returns UNKNOWN otherwise, and for a shape that starts on both
 * sides of the plane.
 */
function meetFace(work: MeshSweep, { positions, triangles }: TriangleMesh, triangle: number, { met }: SweptPair): number {
  const { shape, ray, limit, normal: n, lowest: p, plane } = work;
  plane[0] = 0;
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const above = nx * (ray[0] - positions[a]) + ny * (ray[1] - positions[a + 1]) + nz * (ray[2] - positions[a + 2]);
  const scale = (above < 0 ? -1 : 1) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx *= scale;
  ny *= scale;
  nz *= scale;
  n[0] = nx;
  n[1] = ny;
  n[2] = nz;
  coreSupport(shape, n, -1, p, 0);
  const radius = coreRadius(shape);
  const gap = nx * (p[0] - positions[a]) + ny * (p[1] - positions[a + 1]) + nz * (p[2] - positions[a + 2]) - radius;
  if (!(gap > 0)) return UNKNOWN;
  const closing = -(nx * ray[3] + ny * ray[4] + nz * ray[5]);
  if (!(closing > 0)) return MISSED;
  const distance = gap / closing;
  if (!(distance <= limit[0])) return MISSED;
  plane[0] = distance;
  const x = p[0] + distance * ray[3] - radius * nx;
  const y = p[1] + distance * ray[4] - radius * ny;
  const z = p[2] + distance * ray[5] - radius * nz;
  // The point in the triangle is a + s u + t v. s and t are found as areas, signed along the triangle's own normal.
  const px = x - positions[a];
  const py = y - positions[a + 1];
  const pz = z - positions[a + 2];
  const side = above < 0 ? -1 : 1;
  const s = side * (nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx));
  const t = side * (nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px));
  if (!(s >= 0 && t >= 0 && s + t <= side / scale)) return UNKNOWN;
  met[0] = distance;
  met[1] = nx;
  met[2] = ny;
  met[3] = nz;
  met[4] = x;
  met[5] = y;
  met[6] = z;
  return ENTERED;
}
