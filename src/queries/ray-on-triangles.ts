// Casts a ray against the triangles of a mesh, down the tree of their boxes, nearest boxes first. The test of a
// triangle is watertight (Woop, Benthin and Wald 2013): triangles with a common edge use the same arithmetic there, so
// no ray passes between them.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { TriangleHierarchy } from '../mesh/triangle-tree.js';
import { enterBox, invertDirection } from './enter-box.js';
import type { LocalRay } from './ray-on-shape.js';
import { ENTERED, MISSED } from './ray-on-shape.js';

export class TriangleSearch {
  stack = new Int32Array(64);
  stackNear = new Float64Array(64);
  /** Distances at which the ray enters the two child boxes of a node [m]. */
  readonly near = new Float64Array(2);
  /** `inverse`: 1 / direction. `shear`: the shear that makes the ray parallel to its longest axis. */
  readonly inverse = new Float64Array(3);
  /** Zeros: the boxes are not enlarged. */
  readonly half = new Float64Array(3);
  readonly shear = new Float64Array(3);
  readonly axes = new Int32Array(3);
  /** Distance at which the ray passes the current triangle [m]. */
  readonly at = new Float64Array(1);
}

/**
 * Finds the first triangle that a ray hits within its limit: from the front, or with `isTwoSided` from either side. Of
 * triangles at the same distance the one with the lowest number is taken. The feature is the number of the triangle.
 */
export function rayOnTriangles(
  ray: LocalRay,
  { mesh, parts: { tree } }: TriangleHierarchy,
  isTwoSided: boolean,
  search: TriangleSearch,
): number {
  const { bounds, links, counts, order } = tree;
  if (counts.length === 0) return MISSED;
  prepare(search, ray.line, tree.depth);
  const { stack, stackNear, near, at, inverse, half } = search;
  let best = ray.limit[0];
  let found = -1;
  let size = 1;
  stack[0] = 0;
  stackNear[0] = 0;
  while (size > 0) {
    size--;
    if (stackNear[size] > best) continue;
    let node = stack[size];
    while (counts[node] === 0) {
      const first = node + 1;
      const second = links[node];
      enterBox(ray.line, inverse, half, bounds, 6 * first, ray.limit, near, 0);
      enterBox(ray.line, inverse, half, bounds, 6 * second, ray.limit, near, 1);
      const toFirst = near[0];
      const toSecond = near[1];
      const isFirstNearer = toFirst <= toSecond;
      const further = isFirstNearer ? toSecond : toFirst;
      if (further <= best) {
        stack[size] = isFirstNearer ? second : first;
        stackNear[size++] = further;
      }
      if ((isFirstNearer ? toFirst : toSecond) > best) {
        node = -1;
        break;
      }
      node = isFirstNearer ? first : second;
    }
    if (node < 0) continue;
    const start = -1 - links[node];
    for (let i = start; i < start + counts[node]; i++) {
      const triangle = order[i];
      if (!passes(search, ray.line, mesh, triangle, isTwoSided)) continue;
      const distance = at[0];
      if (distance > best || (distance === best && found >= 0 && triangle > found)) continue;
      best = distance;
      ray.limit[0] = distance;
      found = triangle;
    }
  }
  if (found < 0) return MISSED;
  ray.entry[0] = best;
  ray.feature = found;
  setFaceNormal(ray, mesh, found);
  return ENTERED;
}

function prepare(search: TriangleSearch, line: Float64Array, depth: number): void {
  if (search.stack.length < depth + 1) {
    search.stack = new Int32Array(2 * depth);
    search.stackNear = new Float64Array(2 * depth);
  }
  const { inverse, shear, axes } = search;
  const x = Math.abs(line[3]);
  const y = Math.abs(line[4]);
  const z = Math.abs(line[5]);
  const longest = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const isBackward = line[3 + longest] < 0;
  const next = longest === 2 ? 0 : longest + 1;
  // Swapping the other two axes keeps the orientation of triangles.
  axes[0] = isBackward ? 3 - longest - next : next;
  axes[1] = isBackward ? next : 3 - longest - next;
  axes[2] = longest;
  shear[0] = line[3 + axes[0]] / line[3 + longest];
  shear[1] = line[3 + axes[1]] / line[3 + longest];
  shear[2] = 1 / line[3 + longest];
  invertDirection(line, inverse);
}

/** Whether the ray passes a triangle; sets `at` to the distance. */
function passes(
  { shear, axes, at }: TriangleSearch,
  line: Float64Array,
  { positions, triangles }: TriangleMesh,
  triangle: number,
  isTwoSided: boolean,
): boolean {
  const kx = axes[0];
  const ky = axes[1];
  const kz = axes[2];
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  const az = positions[a + kz] - line[kz];
  const bz = positions[b + kz] - line[kz];
  const cz = positions[c + kz] - line[kz];
  const ax = positions[a + kx] - line[kx] - shear[0] * az;
  const ay = positions[a + ky] - line[ky] - shear[1] * az;
  const bx = positions[b + kx] - line[kx] - shear[0] * bz;
  const by = positions[b + ky] - line[ky] - shear[1] * bz;
  const cx = positions[c + kx] - line[kx] - shear[0] * cz;
  const cy = positions[c + ky] - line[ky] - shear[1] * cz;
  const u = cx * by - cy * bx;
  const v = ax * cy - ay * cx;
  const w = bx * ay - by * ax;
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return false;
  const sum = u + v + w;
  if (sum === 0 || (!isTwoSided && sum < 0)) return false;
  at[0] = ((u * az + v * bz + w * cz) * shear[2]) / sum;
  return at[0] >= 0;
}

/** Writes the unit normal of a triangle to `entry`, on the side that the ray comes from. */
function setFaceNormal({ entry, line }: LocalRay, { positions, triangles }: TriangleMesh, triangle: number): void {
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const along = x * line[3] + y * line[4] + z * line[5];
  const s = (along > 0 ? -1 : 1) / Math.sqrt(x * x + y * y + z * z);
  entry[1] = s * x;
  entry[2] = s * y;
  entry[3] = s * z;
}
