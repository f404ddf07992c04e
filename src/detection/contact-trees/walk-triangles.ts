// The features of a surface against the field of a mesh: the vertices and edges of its triangles near by, where the surface falls away from them or
// ends. Those of flat ground and of valleys hold nothing: what lies on them is held by its own corners (surfaces/normal-cones.ts).

import type { ContactTree } from '../../distance-field/contact-tree.js';
import type { Surface } from '../../mesh/surface.js';
import { bringDirection } from '../../shapes/frames.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import type { PairAtHand } from '../narrow-phase/pair-at-hand.js';
import { findNear, NearTriangles } from '../surfaces/near-triangles.js';
import { aboutEdge, aboutVertex, FALLS, IS_RIM, isOnRim, RISES } from '../surfaces/normal-cones.js';
import { placePoint } from './placed-field.js';
import { CORNER, EDGE, type RawContacts } from './raw-contacts.js';
import { add, nearestOnEdge, type PrimitiveWalk, probeMesh } from './walk-primitive.js';

/** Names of vertices and of edges: numbers that lists of contacts have room for. */
const NAMES = 1 << 21;

/** What a walk over triangles works on. */
export class TriangleWalk {
  readonly near = new NearTriangles();
  /** Away from the mesh, in the surface's own frame [1]. */
  readonly direction = new Float64Array(3);
}

/** Lists the triangles whose boxes overlap that of a mesh within `reach` [m]. */
export function findNearMesh({ near }: TriangleWalk, placed: PlacedShape, mesh: PlacedShape, reach: number): void {
  const { bounds } = mesh.tree as ContactTree;
  const { box } = near;
  // Middle and half sides of the box of the mesh, turned into the frame of the surface.
  for (let i = 0; i < 3; i++) {
    let middle = 0;
    let half = reach;
    for (let k = 0; k < 3; k++) {
      let turned = 0;
      for (let j = 0; j < 3; j++) turned += placed.r[3 * j + i] * mesh.r[3 * j + k];
      middle += turned * 0.5 * (bounds[k] + bounds[3 + k]);
      half += Math.abs(turned) * 0.5 * (bounds[3 + k] - bounds[k]);
    }
    middle += placed.r[i] * (mesh.x - placed.x) + placed.r[3 + i] * (mesh.y - placed.y) + placed.r[6 + i] * (mesh.z - placed.z);
    placed.about[i] = middle;
    box[i] = middle - half;
    box[3 + i] = middle + half;
  }
  placed.deepest = 2 * (mesh.tree as ContactTree).halfThickness;
  findNear(near, placed.surface as Surface);
}

/** Adds the features of the triangles that were listed that are within the reach of the pair. `side` is 1 where the surface is A. */
export function walkTriangles(
  triangles: TriangleWalk,
  walk: PrimitiveWalk,
  pair: PairAtHand,
  placed: PlacedShape,
  mesh: PlacedShape,
  side: number,
  out: RawContacts,
): void {
  const { near } = triangles;
  const surface = placed.surface as Surface;
  walk.radius = 0;
  walk.side = side;
  for (let i = 0; i < near.count; i++) {
    for (let corner = 0; corner < 3; corner++) {
      addVertex(triangles, walk, pair, placed, mesh, near.list[i], corner, out);
      const from = surface.mesh.triangles[3 * near.list[i] + corner];
      const to = surface.mesh.triangles[3 * near.list[i] + ((corner + 1) % 3)];
      // An inner edge is the one of two triangles, which have it in opposite directions.
      if (from < to || isOnRim(surface, from, to)) addEdge(triangles, walk, pair, placed, mesh, near.list[i], from, to, out);
    }
  }
}

/** A corner of a triangle, if this is the first of those about the vertex that are listed. */
function addVertex(
  triangles: TriangleWalk,
  walk: PrimitiveWalk,
  pair: PairAtHand,
  placed: PlacedShape,
  mesh: PlacedShape,
  triangle: number,
  corner: number,
  out: RawContacts,
): void {
  const surface = placed.surface as Surface;
  const vertex = surface.mesh.triangles[3 * triangle + corner];
  if (surface.around[surface.aroundStart[vertex]] !== triangle) return;
  placePoint(placed, surface.mesh.positions, 3 * vertex, walk.point);
  if (!probeMesh(walk, pair, mesh)) return;
  lookAway(triangles, walk, placed);
  const seen = aboutVertex(surface, vertex, triangles.direction);
  if (holds(surface, placed, triangle, seen, triangles.direction)) add(walk, pair, vertex % NAMES, CORNER, out);
}

function addEdge(
  triangles: TriangleWalk,
  walk: PrimitiveWalk,
  pair: PairAtHand,
  placed: PlacedShape,
  mesh: PlacedShape,
  triangle: number,
  from: number,
  to: number,
  out: RawContacts,
): void {
  const surface = placed.surface as Surface;
  placePoint(placed, surface.mesh.positions, 3 * from, walk.start);
  placePoint(placed, surface.mesh.positions, 3 * to, walk.end);
  if (!nearestOnEdge(walk, pair, mesh)) return;
  lookAway(triangles, walk, placed);
  const seen = aboutEdge(surface, from, to, triangle, triangles.direction);
  const name = NAMES + ((Math.imul(from + 1, 0x9e3779b1) ^ Math.imul(to + 1, 0x85ebca77)) >>> 11);
  if (holds(surface, placed, triangle, seen, triangles.direction)) add(walk, pair, name, EDGE, out);
}

/** The direction in which a feature would push: against the gradient of the mesh. */
function lookAway({ direction }: TriangleWalk, { found, facing }: PrimitiveWalk, placed: PlacedShape): void {
  for (let k = 0; k < 3; k++) direction[k] = facing[k] = -found[1 + k];
  bringDirection(placed, direction, 0, direction, 0);
}

/** Whether a feature pushes along a direction that none of its triangles rises along, to the side that the mesh is on. */
function holds(surface: Surface, placed: PlacedShape, triangle: number, seen: number, direction: Float64Array): boolean {
  if ((seen & RISES) !== 0 || (seen & (FALLS | IS_RIM)) === 0) return false;
  const { positions: p, triangles } = surface.mesh;
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  let facing = 0;
  let height = 0;
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const n = (p[b + i] - p[a + i]) * (p[c + j] - p[a + j]) - (p[b + j] - p[a + j]) * (p[c + i] - p[a + i]);
    facing += n * direction[k];
    height += n * (placed.about[k] - p[a + k]);
  }
  return surface.isTwoSided && height < 0 ? facing <= 0 : facing >= 0;
}
