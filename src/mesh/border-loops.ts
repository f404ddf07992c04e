// Finds the borders of an open mesh: chains its open edges, those of a single triangle, into the rims of holes.

import { distance } from '../math/vector.js';
import { edgeUses, type MeshEdges, nextCorner } from './edges.js';
import { type TriangleMesh, vertexAt } from './triangle-mesh.js';

export interface BorderLoop {
  /** The vertices in order, in the direction in which the triangles at the rim traverse it. */
  readonly vertices: readonly number[];
  /** False if the rim does not return to its first vertex, which happens only beside non-manifold edges. */
  readonly closed: boolean;
  /** Length of the rim [m]. */
  readonly length: number;
}

/**
 * Chains the open edges into loops. A loop is closed as soon as it returns to one of its vertices, so that two holes
 * with a common vertex are two loops. `reversed` flags the triangles that are wound against their neighbours.
 */
export function findBorderLoops(mesh: TriangleMesh, edges: MeshEdges, reversed: Uint8Array): BorderLoop[] {
  const { triangles } = mesh;
  const open: { from: number; to: number; used: boolean }[] = [];
  const leaving = new Map<number, number[]>();
  const arriving = new Map<number, number[]>();
  for (let e = 0; e < edges.count; e++) {
    if (edgeUses(edges, e) !== 1) continue;
    const c = edges.corners[edges.starts[e]];
    const [a, b] = [triangles[c], triangles[nextCorner(c)]];
    const [from, to] = reversed[Math.floor(c / 3)] === 1 ? [b, a] : [a, b];
    append(leaving, from, open.length);
    append(arriving, to, open.length);
    open.push({ from, to, used: false });
  }
  /** The next edge from a vertex: an unused edge that leaves it; where two windings meet, one that arrives. */
  const follow = (vertex: number): number | undefined =>
    leaving.get(vertex)?.find((e) => !open[e].used) ?? arriving.get(vertex)?.find((e) => !open[e].used);

  const loops: BorderLoop[] = [];
  for (const first of open) {
    if (first.used) continue;
    const path = [first.from];
    const place = new Map([[first.from, 0]]);
    for (;;) {
      const vertex = path[path.length - 1];
      const e = follow(vertex);
      if (e === undefined) break;
      open[e].used = true;
      const next = open[e].from === vertex ? open[e].to : open[e].from;
      const since = place.get(next);
      if (since === undefined) {
        place.set(next, path.length);
        path.push(next);
        continue;
      }
      const loop = path.splice(since + 1);
      for (const v of loop) place.delete(v);
      loops.push(measure(mesh, [next, ...loop], true));
    }
    if (path.length > 1) loops.push(measure(mesh, path, false));
  }
  return loops;
}

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function measure(mesh: TriangleMesh, vertices: number[], closed: boolean): BorderLoop {
  let length = 0;
  for (let i = closed ? 0 : 1; i < vertices.length; i++)
    length += distance(vertexAt(mesh, vertices[i]), vertexAt(mesh, vertices[(i + vertices.length - 1) % vertices.length]));
  return { vertices, closed, length };
}
