// A convex shape that goes straight against the triangles of a mesh, in the frame of the mesh, down the tree of their boxes: each triangle
// is a convex shape of its own. The first one that is met decides, and of equals the one of the lowest number.

import { placedBounds } from '../shapes/bounds.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import { makeTriangle, placeTriangle } from '../shapes/triangle-shape.js';
import { enterBox, invertDirection } from './enter-box.js';
import { bringDirection, bringShape, copyPlace, copyShape } from './frames.js';
import { ENTERED, INSIDE, MISSED } from './ray-on-shape.js';
import type { TriangleHierarchy } from './ray-on-triangles.js';
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
  /** The triangle at hand, and what has the frame of the mesh. */
  readonly placedTriangle = makeTriangle();
  readonly frame = new PlacedShape();
  stack = new Int32Array(64);
  stackNear = new Float64Array(64);
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
  const { stack, stackNear } = work;
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
      const toFirst = enterBox(ray, inverse, half, bounds, 6 * first, limit);
      const toSecond = enterBox(ray, inverse, half, bounds, 6 * second, limit);
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
  const { placedTriangle, frame, shape, moving, ray, limit, met } = work;
  const start = -1 - links[node];
  for (let i = start; i < start + counts[node]; i++) {
    const triangle = order[i];
    placeTriangle(frame, mesh, triangle, placedTriangle);
    copyPlace(shape, moving);
    swept.limits[0] = limit[0];
    const status = sweep(swept, moving, placedTriangle, ray);
    if (status === INSIDE) return true;
    if (status !== ENTERED) continue;
    if (swept.met[0] === limit[0] && work.triangle >= 0 && triangle > work.triangle) continue;
    work.triangle = triangle;
    limit[0] = swept.met[0];
    for (let k = 0; k < 7; k++) met[k] = swept.met[k];
  }
  return false;
}
