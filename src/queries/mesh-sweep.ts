// A convex shape that goes straight against the triangles of a mesh, in the frame of the mesh, down the tree of their boxes: each triangle
// is a convex shape of its own. The first one that is met decides, and of equals the one of the lowest number.

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
  /** The shape where it begins, and on its way, in the frame of the mesh. */
  readonly shape = new PlacedShape();
  readonly moving = new PlacedShape();
  /** Middle of its box [m], and the unit direction of its way [1]; and the direction alone. */
  readonly ray = new Float64Array(6);
  readonly direction = new Float64Array(3);
  readonly inverse = new Float64Array(3);
  readonly half = new Float64Array(3);
  readonly box = new Float64Array(6);
  /** How far it may go, and then how far it goes until it meets the triangle found so far [m]. */
  readonly limit = new Float64Array(1);
  /** Where that is: as `met` of SweptPair, in the frame of the mesh. */
  readonly met = new Float64Array(7);
  triangle = -1;
  /** Whether only what goes against the front of a triangle can meet it. */
  isFrontOnly = false;
  /** Box of the triangle at hand [m], its normal towards the shape [1], and the point of the shape's core that is nearest to its plane [m]. */
  readonly triangleBox = new Float64Array(6);
  readonly normal = new Float64Array(3);
  readonly lowest = new Float64Array(3);
  /** How far the shape goes until that point is in the plane; 0 where it begins on both sides [m]. */
  readonly plane = new Float64Array(1);
  /** The triangle at hand, and what has the frame of the mesh. */
  readonly placedTriangle = makeTriangle();
  readonly frame = new PlacedShape();
  stack = new Int32Array(64);
  stackNear = new Float64Array(64);
  /** How far the shape goes until it enters the two boxes of a node, or that of a triangle [m]. */
  readonly near = new Float64Array(2);
}

/** Brings a shape of the world and the direction of its way, ray[3 .. 5], into the frame of a mesh. */
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

/** INSIDE where the shape begins on the surface. */
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

/** Against the triangles of a leaf; true where the shape begins on one of them. */
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

/** Whether the shape goes with the normal of a triangle, which it can only meet from behind then. */
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

/** Neither met nor missed by its face alone. */
const UNKNOWN = -1;

/** Goes from where the shape comes to the plane of the triangle at hand. What touches the triangle there has met it there. */
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

/** Whether the shape comes to the box of a triangle. */
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
 * The shape cannot meet a triangle before it comes to its plane. Where the point that comes there first is over the triangle, that is where the two meet.
 * Of what begins on both sides of the plane nothing is known.
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
  // The place in the triangle, a + s u + t v, by areas; they are signed along the normal of the triangle itself.
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
