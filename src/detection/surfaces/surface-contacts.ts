// The contacts of a convex shape with a surface: those with each of its triangles near by. Of what the triangles say, the corners of flat
// ground are left out: whatever lies on it is held by its own corners, by rims and by ridges.

import type { Surface } from '../../mesh/surface.js';
import { placedBounds } from '../../shapes/bounds.js';
import { bringShape } from '../../shapes/frames.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { CORNER_OF_A, CORNER_OF_B, CROSSING, featureId, SINGLE } from '../contact-determination/manifold.js';
import { CORNER, EDGE } from '../contact-trees/raw-contacts.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import type { ConvexWorkspace } from '../narrow-phase/convex-pair.js';
import { findNear, NearTriangles } from './near-triangles.js';
import { aboutEdge, aboutVertex, FACE, FALLS, IS_RIM, RISES } from './normal-cones.js';
import { TriangleContacts } from './triangle-contacts.js';

/** In a feature's name: the part that is of the triangle. */
const OF_TRIANGLE = 0x7fff;
const OF_SHAPE = 0x7fff;
/** The name of the edge from the first to the second corner; that from the first to the third; the third has another. */
const FIRST_EDGE = 1;
const LAST_EDGE = 2;

/** What finding the contacts of a surface works on. */
export class SurfaceWorkspace {
  readonly near = new NearTriangles();
  readonly contacts = new TriangleContacts();
}

/**
 * Appends the contacts of a convex shape with a surface, both placed in one frame, that are within `reach` [m]. `isA` says that the surface is
 * shape A of the pair. Their names may be alike.
 * Returns whether any triangle is near.
 */
export function surfaceContacts(
  work: SurfaceWorkspace,
  shape: PlacedShape,
  placed: PlacedShape,
  isA: boolean,
  reach: number,
  pairs: { readonly convex: ConvexWorkspace },
  out: ContactList,
): boolean {
  const { near, contacts } = work;
  const surface = placed.surface as Surface;
  lookAbout(work, shape, placed, reach);
  for (let i = 0; i < near.count; i++) {
    if (contacts.find(shape, placed, near.list[i], reach, pairs)) append(contacts, surface, near.list[i], isA, out);
  }
  return near.count > 0;
}

/** Lists the triangles within `reach` of a shape's box, in the surface's own frame [m]. */
export function lookAbout({ near, contacts }: SurfaceWorkspace, shape: PlacedShape, placed: PlacedShape, reach: number): void {
  const { box } = near;
  const { local, middle } = contacts;
  bringShape(placed, shape, local);
  placedBounds(local, box, 0);
  for (let k = 0; k < 3; k++) {
    middle[k] = 0.5 * (box[k] + box[3 + k]);
    box[k] -= reach;
    box[3 + k] += reach;
  }
  findNear(near, placed.surface as Surface);
}

/** The contacts at hand, but for those that flat ground has at its inner corners and edges. */
function append(contacts: TriangleContacts, surface: Surface, triangle: number, isA: boolean, out: ContactList): void {
  const { manifold: m } = contacts;
  for (let i = 0; i < m.count; i++) {
    const feature = contacts.featureOf(i);
    if (!matters(contacts, surface, triangle, feature)) continue;
    const row = out.add();
    const sign = isA ? -1 : 1;
    out.normal[3 * row] = sign * m.nx;
    out.normal[3 * row + 1] = sign * m.ny;
    out.normal[3 * row + 2] = sign * m.nz;
    for (let k = 0; k < 3; k++) {
      out.pointA[3 * row + k] = isA ? m.pointB[3 * i + k] : m.pointA[3 * i + k];
      out.pointB[3 * row + k] = isA ? m.pointA[3 * i + k] : m.pointB[3 * i + k];
      out.inward[3 * row + k] = 0;
    }
    out.gap[row] = m.gap[i];
    // What lasts is the place on the shape: the triangles below it change as it moves.
    out.side[row] = isA ? -1 : 1;
    out.rank[row] = feature >>> 30 === CROSSING ? EDGE : CORNER;
    out.feature[row] = nameOf(contacts, surface, triangle, feature);
  }
}

/** A corner or an edge of the triangle holds something where the surface falls away from it, or ends. */
function matters({ direction }: TriangleContacts, surface: Surface, triangle: number, feature: number): boolean {
  const meeting = feature >>> 30;
  if (meeting === CORNER_OF_A || meeting === SINGLE) return true;
  const { triangles } = surface.mesh;
  const own = feature & OF_TRIANGLE;
  const seen =
    meeting === CORNER_OF_B
      ? aboutVertex(surface, triangles[3 * triangle + own], direction)
      : aboutEdge(surface, startOf(triangles, triangle, own), endOf(triangles, triangle, own), triangle, direction);
  return (seen & RISES) === 0 && (seen & (FALLS | IS_RIM)) !== 0;
}

/** The vertices of the edge of a triangle that a name names. */
function startOf(triangles: Uint32Array, triangle: number, edge: number): number {
  return triangles[3 * triangle + (edge === FIRST_EDGE || edge === LAST_EDGE ? 0 : 1)];
}
function endOf(triangles: Uint32Array, triangle: number, edge: number): number {
  return triangles[3 * triangle + (edge === FIRST_EDGE ? 1 : 2)];
}

/**
 * A name that lasts while the shape moves on: on faces, that of the shape's own corner, whatever the triangle; on ridges and rims, that of the
 * edge or the vertex, whichever of its triangles was asked.
 */
function nameOf({ corners }: TriangleContacts, surface: Surface, triangle: number, feature: number): number {
  const meeting = feature >>> 30;
  const ofShape = (feature >>> 15) & OF_SHAPE;
  const own = feature & OF_TRIANGLE;
  const { triangles } = surface.mesh;
  if (meeting === CORNER_OF_A || (meeting === SINGLE && corners === FACE)) return featureId(meeting, ofShape, 0);
  if (meeting === CORNER_OF_B) return mix(meeting, 0, triangles[3 * triangle + own], 0);
  if (meeting === CROSSING) return mixEdge(meeting, ofShape, startOf(triangles, triangle, own), endOf(triangles, triangle, own));
  const first = triangles[3 * triangle + ((corners & 1) !== 0 ? 0 : (corners & 2) !== 0 ? 1 : 2)];
  const last = triangles[3 * triangle + ((corners & 4) !== 0 ? 2 : (corners & 2) !== 0 ? 1 : 0)];
  return mixEdge(meeting, ofShape, first, last);
}

function mixEdge(meeting: number, ofShape: number, from: number, to: number): number {
  return from < to ? mix(meeting, ofShape, from, to) : mix(meeting, ofShape, to, from);
}

/** Thirty bits of what meets, behind the two of how. */
function mix(meeting: number, ofShape: number, from: number, to: number): number {
  let hash = Math.imul(ofShape + 1, 0x9e3779b1) ^ Math.imul(from + 1, 0x85ebca77) ^ Math.imul(to + 1, 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39);
  return (meeting << 30) | ((hash ^ (hash >>> 13)) & 0x3fffffff);
}

/**
 * A corner of the shape may meet several triangles: from row `first` on, the later contacts of its name get the next ones that are free.
 */
export function makeUnique({ feature, count }: ContactList, first: number): void {
  for (let i = first + 1; i < count; i++) {
    for (let j = first; j < i; j++) {
      if (feature[i] !== feature[j]) continue;
      feature[i]++;
      j = first - 1;
    }
  }
}
