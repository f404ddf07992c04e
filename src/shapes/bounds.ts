// Bounds of placed shapes for the broad phase and queries: the axis-aligned box, and the radius about the shape's
// origin.

import type { ContactTree } from '../distance-field/contact-tree.js';
import type { Surface } from '../mesh/surface.js';
import type { PlacedShape } from './placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HALF_SPACE, HULL, MESH, SPHERE, SURFACE } from './shape-kinds.js';

/**
 * Writes min x, min y, min z, max x, max y, max z of the shape to out[offset] ... out[offset + 5] [m]. A half-space is
 * bounded only by its plane, if that is normal to an axis. For a mesh or a surface, the bounds of its local box are
 * taken; a ground is unbounded below.
 */
export function placedBounds(shape: PlacedShape, out: Float64Array, offset: number): void {
  const r = shape.r;
  const { a, b, c } = shape;
  let halfX = Infinity;
  let halfY = Infinity;
  let halfZ = Infinity;
  switch (shape.kind) {
    case SPHERE:
      halfX = halfY = halfZ = a;
      break;
    case BOX:
      halfX = Math.abs(r[0]) * a + Math.abs(r[1]) * b + Math.abs(r[2]) * c;
      halfY = Math.abs(r[3]) * a + Math.abs(r[4]) * b + Math.abs(r[5]) * c;
      halfZ = Math.abs(r[6]) * a + Math.abs(r[7]) * b + Math.abs(r[8]) * c;
      break;
    case CAPSULE:
      halfX = Math.abs(r[1]) * b + a;
      halfY = Math.abs(r[4]) * b + a;
      halfZ = Math.abs(r[7]) * b + a;
      break;
    case CYLINDER:
      // The rim reaches radius * sqrt(1 - axis^2); the two other entries of the row give that without cancellation.
      halfX = Math.abs(r[1]) * b + Math.sqrt(r[0] * r[0] + r[2] * r[2]) * a;
      halfY = Math.abs(r[4]) * b + Math.sqrt(r[3] * r[3] + r[5] * r[5]) * a;
      halfZ = Math.abs(r[7]) * b + Math.sqrt(r[6] * r[6] + r[8] * r[8]) * a;
      break;
    case HULL:
      placedHullBounds(shape, out, offset);
      return;
    case MESH:
      placedBoxBounds(shape, treeOf(shape).bounds, out, offset);
      return;
    case SURFACE:
      placedBoxBounds(shape, surfaceOf(shape).bounds, out, offset);
      if (surfaceOf(shape).isGround) openBelow(shape, out, offset);
      return;
  }
  out[offset] = shape.x - halfX;
  out[offset + 1] = shape.y - halfY;
  out[offset + 2] = shape.z - halfZ;
  out[offset + 3] = shape.x + halfX;
  out[offset + 4] = shape.y + halfY;
  out[offset + 5] = shape.z + halfZ;
  if (shape.kind === HALF_SPACE) boundSurface(shape, out, offset);
}

/** Bounds the box of a half-space by its plane if that is normal to an axis, as most grounds and walls are. */
function boundSurface({ r, x, y, z }: PlacedShape, out: Float64Array, offset: number): void {
  if (r[4] === 0 && r[7] === 0) out[offset + (r[1] > 0 ? 3 : 0)] = x;
  else if (r[1] === 0 && r[7] === 0) out[offset + (r[4] > 0 ? 4 : 1)] = y;
  else if (r[1] === 0 && r[4] === 0) out[offset + (r[7] > 0 ? 5 : 2)] = z;
}

/** Opens the box of a ground downward, along -y of its frame. */
function openBelow({ r }: PlacedShape, out: Float64Array, offset: number): void {
  for (let k = 0; k < 3; k++) {
    if (r[3 * k + 1] > 0) out[offset + k] = -Infinity;
    if (r[3 * k + 1] < 0) out[offset + 3 + k] = Infinity;
  }
}

function placedHullBounds(shape: PlacedShape, out: Float64Array, offset: number): void {
  const r = shape.r;
  const r0 = r[0];
  const r1 = r[1];
  const r2 = r[2];
  const r3 = r[3];
  const r4 = r[4];
  const r5 = r[5];
  const r6 = r[6];
  const r7 = r[7];
  const r8 = r[8];
  const vertices = verticesOf(shape);
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let i = 0; i < vertices.length; i += 3) {
    const vx = vertices[i];
    const vy = vertices[i + 1];
    const vz = vertices[i + 2];
    const x = r0 * vx + r1 * vy + r2 * vz;
    const y = r3 * vx + r4 * vy + r5 * vz;
    const z = r6 * vx + r7 * vy + r8 * vz;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  out[offset] = shape.x + minX;
  out[offset + 1] = shape.y + minY;
  out[offset + 2] = shape.z + minZ;
  out[offset + 3] = shape.x + maxX;
  out[offset + 4] = shape.y + maxY;
  out[offset + 5] = shape.z + maxZ;
}

/** Writes the world bounds of a local box min x, y, z, max x, y, z of a shape [m]. */
function placedBoxBounds({ r, x, y, z }: PlacedShape, box: Float64Array, out: Float64Array, offset: number): void {
  for (let k = 0; k < 3; k++) {
    let low = k === 0 ? x : k === 1 ? y : z;
    let high = low;
    for (let i = 0; i < 3; i++) {
      const p = r[3 * k + i] * box[i];
      const q = r[3 * k + i] * box[3 + i];
      low += Math.min(p, q);
      high += Math.max(p, q);
    }
    out[offset + k] = low;
    out[offset + 3 + k] = high;
  }
}

/** Radius of the smallest ball about the origin that contains the shape [m]; infinite for half-spaces and grounds. */
export function boundingRadius(shape: PlacedShape): number {
  const { a, b, c } = shape;
  switch (shape.kind) {
    case SPHERE:
      return a;
    case BOX:
      return Math.sqrt(a * a + b * b + c * c);
    case CAPSULE:
      return a + b;
    case CYLINDER:
      return Math.sqrt(a * a + b * b);
    case HULL: {
      const vertices = verticesOf(shape);
      let furthest = 0;
      for (let i = 0; i < vertices.length; i += 3) {
        const squared = vertices[i] * vertices[i] + vertices[i + 1] * vertices[i + 1] + vertices[i + 2] * vertices[i + 2];
        if (squared > furthest) furthest = squared;
      }
      return Math.sqrt(furthest);
    }
    case HALF_SPACE:
      return Infinity;
    case MESH:
      return treeOf(shape).reach;
    case SURFACE:
      return surfaceOf(shape).reach;
    default:
      throw new Error(`kind is ${shape.kind}, but must be one of the numbers 0 to 7 of shape-kinds.ts.`);
  }
}

function verticesOf(shape: PlacedShape): Float64Array {
  if (shape.hull === null) throw new Error('hull is null, but a placed shape of kind hull must have its geometry.');
  return shape.hull.vertices;
}

function surfaceOf(shape: PlacedShape): Surface {
  if (shape.surface === null) throw new Error('surface is null, but a placed shape of kind surface must have its geometry.');
  return shape.surface;
}

function treeOf(shape: PlacedShape): ContactTree {
  if (shape.tree === null) throw new Error('tree is null, but a placed shape of kind mesh must have its geometry.');
  return shape.tree;
}
