// The triangles of a surface near a box: down the tree of their boxes.

import { isBelowTriangle } from '../../mesh/ground.js';
import type { Surface } from '../../mesh/surface.js';
import type { TriangleMesh } from '../../mesh/triangle-mesh.js';
import { doubled } from '../../table/doubled.js';

/** A list of triangles, and what finding them works on. */
export class NearTriangles {
  count = 0;
  list = new Int32Array(64);
  stack = new Int32Array(64);
  /** The box to look in, in the surface's own frame: min x, y, z, max x, y, z [m]. */
  readonly box = new Float64Array(6);
}

/** Lists the triangles whose boxes overlap `near.box`. Of a ground, those above the box are near as well: it is below them. */
export function findNear(near: NearTriangles, { mesh, parts, isGround }: Surface): void {
  const { bounds, links, counts, order, depth } = parts.tree;
  if (near.stack.length < depth + 1) near.stack = new Int32Array(2 * depth);
  const { box, stack } = near;
  near.count = 0;
  let size = 1;
  stack[0] = 0;
  while (size > 0) {
    const node = stack[--size];
    const k = 6 * node;
    if (bounds[k] > box[3] || bounds[k + 3] < box[0] || bounds[k + 2] > box[5] || bounds[k + 5] < box[2]) continue;
    if (bounds[k + 4] < box[1] || (!isGround && bounds[k + 1] > box[4])) continue;
    if (counts[node] === 0) {
      stack[size++] = links[node];
      stack[size++] = node + 1;
      continue;
    }
    const start = -1 - links[node];
    while (near.count + counts[node] > near.list.length) near.list = doubled(near.list);
    for (let i = start; i < start + counts[node]; i++) {
      if (isNear(box, mesh, order[i], isGround)) near.list[near.count++] = order[i];
    }
  }
}

/** Whether a point of its own frame is below a ground. */
export function isUnderground(near: NearTriangles, surface: Surface, point: Float64Array): boolean {
  if (!surface.isGround) return false;
  for (let k = 0; k < 3; k++) near.box[k] = near.box[3 + k] = point[k];
  findNear(near, surface);
  for (let i = 0; i < near.count; i++) if (isBelowTriangle(surface.mesh, near.list[i], point)) return true;
  return false;
}

function isNear(box: Float64Array, { positions, triangles }: TriangleMesh, triangle: number, isGround: boolean): boolean {
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  for (let k = 0; k < 3; k++) {
    const p = positions[a + k];
    const q = positions[b + k];
    const s = positions[c + k];
    if (p < box[k] && q < box[k] && s < box[k]) return false;
    if (!(isGround && k === 1) && p > box[3 + k] && q > box[3 + k] && s > box[3 + k]) return false;
  }
  return true;
}
