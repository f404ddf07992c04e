// The parts of a mesh or a surface for conservative advancement: the boxes of the tree of its triangles, and the triangles, each of which is convex. A box
// that is safe for longer than what has been found already is done with, and all that is in it. So the slabs are those of single triangles,
// and what flies along a floor of triangles, however near, is not held up by it.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, HALF_SPACE } from '../../shapes/shape-kinds.js';
import { placeTriangle, trianglesOf } from '../../shapes/triangle-shape.js';
import { doubled } from '../../table/doubled.js';
import { closest } from '../narrow-phase/closest.js';
import { APART, BEYOND, coreDistance } from '../narrow-phase/gjk.js';
import { coreRadius } from '../narrow-phase/support.js';
import type { FlyingShape, ImpactQuery } from './impact-query.js';
import { offerSlab, setLimit } from './slab.js';

/** Takes the slabs between a mesh and another shape into account; the mesh is A, or B. */
export function offerMesh(query: ImpactQuery, mesh: FlyingShape, other: FlyingShape, isA: boolean): void {
  const { tree } = trianglesOf(mesh.own).parts;
  let waiting = push(query, 0, 0);
  while (waiting > 0 && !query.isMet) {
    const node = query.stack[--waiting];
    placeBox(mesh, node);
    if (!mayMeet(query, isA ? mesh.box : other.placed, isA ? other.placed : mesh.box)) continue;
    const { links, counts } = tree;
    if (counts[node] === 0) {
      waiting = push(query, waiting, links[node]);
      waiting = push(query, waiting, node + 1);
      continue;
    }
    const first = -1 - links[node];
    for (let i = first; i < first + counts[node] && !query.isMet; i++) {
      placePart(mesh, i);
      offerPart(query, isA ? mesh.triangle : other.placed, isA ? other.placed : mesh.triangle);
    }
  }
}

/** The same between two meshes: the larger of two boxes is opened first. */
export function offerMeshes(query: ImpactQuery): void {
  const { a, b } = query;
  const treeA = trianglesOf(a.own).parts.tree;
  const treeB = trianglesOf(b.own).parts.tree;
  let waiting = push(query, push(query, 0, 0), 0);
  while (waiting > 0 && !query.isMet) {
    const nodeB = query.stack[--waiting];
    const nodeA = query.stack[--waiting];
    placeBox(a, nodeA);
    placeBox(b, nodeB);
    if (!mayMeet(query, a.box, b.box)) continue;
    const isLeafA = treeA.counts[nodeA] > 0;
    const isLeafB = treeB.counts[nodeB] > 0;
    if (isLeafA && isLeafB) {
      offerTriangles(query, -1 - treeA.links[nodeA], treeA.counts[nodeA], -1 - treeB.links[nodeB], treeB.counts[nodeB]);
    } else if (isLeafB || (!isLeafA && sizeOf(a.box) >= sizeOf(b.box))) {
      waiting = push(query, push(query, waiting, treeA.links[nodeA]), nodeB);
      waiting = push(query, push(query, waiting, nodeA + 1), nodeB);
    } else {
      waiting = push(query, push(query, waiting, nodeA), treeB.links[nodeB]);
      waiting = push(query, push(query, waiting, nodeA), nodeB + 1);
    }
  }
}

function offerTriangles(query: ImpactQuery, firstA: number, countA: number, firstB: number, countB: number): void {
  const { a, b } = query;
  for (let i = firstA; i < firstA + countA; i++) {
    placePart(a, i);
    for (let j = firstB; j < firstB + countB && !query.isMet; j++) {
      placePart(b, j);
      offerPart(query, a.triangle, b.triangle);
    }
  }
}

function push(query: ImpactQuery, at: number, node: number): number {
  if (at === query.stack.length) query.stack = doubled(query.stack);
  query.stack[at] = node;
  return at + 1;
}

function sizeOf({ a, b, c }: PlacedShape): number {
  return a + b + c;
}

/** Whether what is in two boxes may meet within `safe`. Boxes that are apart and part are never looked into. */
function mayMeet(query: ImpactQuery, a: PlacedShape, b: PlacedShape): boolean {
  const { principal, safe, pairs, tolerance, level } = query;
  setLimit(query);
  if (!closest(a, b, query.limit, principal, pairs)) return false;
  if (principal.gap <= level + tolerance) return true;
  query.safe = Number.POSITIVE_INFINITY;
  offerSlab(query);
  const isSafe = query.safe >= safe;
  query.safe = safe;
  return !isSafe;
}

/** Takes the slab between two parts into account, of which one is a triangle at least. */
function offerPart(query: ImpactQuery, a: PlacedShape, b: PlacedShape): void {
  const { principal: out, pairs } = query;
  setLimit(query);
  if (a.kind === HALF_SPACE || b.kind === HALF_SPACE) {
    if (closest(a, b, query.limit, out, pairs)) offerSlab(query);
    return;
  }
  const { search } = pairs.convex;
  const radii = coreRadius(a) + coreRadius(b);
  const status = coreDistance(a, b, query.limit + radii, search);
  if (status === BEYOND) return;
  if (status !== APART) {
    // Surfaces that cross at the beginning have met before, and say nothing of how they move.
    query.wasCrossing ||= query.time === query.from;
    query.wasOverlapping ||= query.wasCrossing;
    query.isCrossing = query.isMet = !query.wasCrossing;
    out.nx = out.ny = out.nz = 0;
    return;
  }
  const { separation: s, witnessA } = search;
  const distance = Math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
  out.gap = distance - radii;
  if (query.time === query.from && out.gap < -query.tolerance) query.wasOverlapping = true;
  out.nx = -s[0] / distance;
  out.ny = -s[1] / distance;
  out.nz = -s[2] / distance;
  const radius = coreRadius(a);
  out.ax = witnessA[0] + radius * out.nx;
  out.ay = witnessA[1] + radius * out.ny;
  out.az = witnessA[2] + radius * out.nz;
  out.bx = out.ax + out.gap * out.nx;
  out.by = out.ay + out.gap * out.ny;
  out.bz = out.az + out.gap * out.nz;
  if (!isFromBehind(query)) offerSlab(query);
}

/** Whether what is at hand is behind a triangle of a surface that has a front alone: it will not be met. */
function isFromBehind({ a, b, principal: { nx, ny, nz } }: ImpactQuery): boolean {
  if (a.own.surface?.isTwoSided === false) return facing(a, nx, ny, nz) < 0;
  return b.own.surface?.isTwoSided === false && facing(b, -nx, -ny, -nz) < 0;
}

/** How much the triangle at hand looks along a direction: not of unit length. */
function facing({ triangle: { r, hull } }: FlyingShape, x: number, y: number, z: number): number {
  const { vertices: v } = hull as { vertices: Float64Array };
  const nx = v[4] * v[8] - v[5] * v[7];
  const ny = v[5] * v[6] - v[3] * v[8];
  const nz = v[3] * v[7] - v[4] * v[6];
  return (
    x * (r[0] * nx + r[1] * ny + r[2] * nz) + y * (r[3] * nx + r[4] * ny + r[5] * nz) + z * (r[6] * nx + r[7] * ny + r[8] * nz)
  );
}

/** The box of a node of the mesh's tree, where the mesh is. */
function placeBox({ placed, box }: FlyingShape, node: number): void {
  const { bounds } = trianglesOf(placed).parts.tree;
  const k = 6 * node;
  const x = 0.5 * (bounds[k] + bounds[k + 3]);
  const y = 0.5 * (bounds[k + 1] + bounds[k + 4]);
  const z = 0.5 * (bounds[k + 2] + bounds[k + 5]);
  const { r } = placed;
  box.kind = BOX;
  box.r.set(r);
  box.x = placed.x + r[0] * x + r[1] * y + r[2] * z;
  box.y = placed.y + r[3] * x + r[4] * y + r[5] * z;
  box.z = placed.z + r[6] * x + r[7] * y + r[8] * z;
  box.a = 0.5 * (bounds[k + 3] - bounds[k]);
  box.b = 0.5 * (bounds[k + 4] - bounds[k + 1]);
  box.c = 0.5 * (bounds[k + 5] - bounds[k + 2]);
}

/** A triangle of the mesh, in the order of its tree, where the mesh is. */
function placePart({ placed, triangle }: FlyingShape, i: number): void {
  const { mesh, parts } = trianglesOf(placed);
  placeTriangle(placed, mesh, parts.tree.order[i], triangle);
}
