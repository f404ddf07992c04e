// The directions along which the features of a surface can push: their normal cones, the directions of their Voronoi regions.
//
// A direction is one of a feature when no triangle about the feature rises along it: of a face that is its normal, of a ridge all between
// the normals of its two faces, of a rim all from the normal outwards. An inner edge that is flat, or a valley, has none of its own: whatever
// rolls or slides over it is pushed along the normals of the faces. That is why there are no bumps at inner edges.

import type { Surface } from '../../mesh/surface.js';

/** Slopes below this are level [1]. */
const LEVEL = 1e-6;

/** All three corners of a triangle, as bits: its face. */
export const FACE = 7;

/** Which corners of a triangle are farthest along a direction of the surface's frame, as bits. */
export function farthestCorners({ mesh }: Surface, triangle: number, direction: Float64Array): number {
  const { positions: p, triangles } = mesh;
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  // From the first corner, so that it does not matter how far the triangle is from the origin.
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const u = x * ux + y * uy + z * uz;
  const v = x * vx + y * vy + z * vz;
  const longest = Math.sqrt(Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz));
  const top = Math.max(0, u, v) - LEVEL * longest;
  return (0 >= top ? 1 : 0) | (u >= top ? 2 : 0) | (v >= top ? 4 : 0);
}

/** What triangles about a feature do along a direction, as bits: some rise, some fall, or one has the feature as its rim. */
export const RISES = 1;
export const FALLS = 2;
export const IS_RIM = 4;

/** Of the edge from vertex `from` to vertex `to`, as seen from a triangle that has it. */
export function aboutEdge(surface: Surface, from: number, to: number, triangle: number, direction: Float64Array): number {
  const { mesh, aroundStart, around } = surface;
  const { triangles } = mesh;
  let others = 0;
  let seen = 0;
  for (let at = aroundStart[from]; at < aroundStart[from + 1]; at++) {
    const other = 3 * around[at];
    if (around[at] === triangle) continue;
    const i = triangles[other];
    const j = triangles[other + 1];
    const k = triangles[other + 2];
    if (i !== to && j !== to && k !== to) continue;
    others++;
    seen |= slopeTo(surface, from, i !== from && i !== to ? i : j !== from && j !== to ? j : k, direction);
  }
  return others === 0 ? seen | IS_RIM : seen;
}

/** Of a vertex. */
export function aboutVertex(surface: Surface, vertex: number, direction: Float64Array): number {
  const { mesh, aroundStart, around } = surface;
  const { triangles } = mesh;
  let seen = 0;
  for (let at = aroundStart[vertex]; at < aroundStart[vertex + 1]; at++) {
    const first = 3 * around[at];
    for (let k = first; k < first + 3; k++) {
      if (triangles[k] === vertex) continue;
      seen |= slopeTo(surface, vertex, triangles[k], direction);
      if (isOnRim(surface, vertex, triangles[k])) seen |= IS_RIM;
    }
  }
  return seen;
}

/** Whether only one triangle has both vertices. */
export function isOnRim({ mesh: { triangles }, aroundStart, around }: Surface, from: number, to: number): boolean {
  let count = 0;
  for (let at = aroundStart[from]; at < aroundStart[from + 1]; at++) {
    const t = 3 * around[at];
    if (triangles[t] === to || triangles[t + 1] === to || triangles[t + 2] === to) count++;
  }
  return count === 1;
}

function slopeTo({ mesh }: Surface, from: number, to: number, direction: Float64Array): number {
  const { positions: p } = mesh;
  const x = p[3 * to] - p[3 * from];
  const y = p[3 * to + 1] - p[3 * from + 1];
  const z = p[3 * to + 2] - p[3 * from + 2];
  const rise = x * direction[0] + y * direction[1] + z * direction[2];
  const level = LEVEL * Math.sqrt(x * x + y * y + z * z);
  return rise > level ? RISES : rise < -level ? FALLS : 0;
}

/** Whether a direction is one of the normal cone of the feature of a triangle that `corners` names, as farthestCorners() does. */
export function isInCone(surface: Surface, triangle: number, corners: number, direction: Float64Array): boolean {
  if (corners === FACE) return true;
  const { triangles } = surface.mesh;
  const first = 3 * triangle;
  const from = triangles[first + ((corners & 1) !== 0 ? 0 : (corners & 2) !== 0 ? 1 : 2)];
  if (corners === 1 || corners === 2 || corners === 4) return (aboutVertex(surface, from, direction) & RISES) === 0;
  const to = triangles[first + ((corners & 4) !== 0 ? 2 : 1)];
  return (aboutEdge(surface, from, to, triangle, direction) & RISES) === 0;
}
