// The principal contact of two shapes of which one is a surface: the deepest of all contacts with its triangles.

import type { Surface } from '../../mesh/surface.js';
import { boundingRadius } from '../../shapes/bounds.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { HALF_SPACE, isTriangulated, MESH, SURFACE } from '../../shapes/shape-kinds.js';
import { lookAbout, type SurfaceWorkspace } from '../surfaces/surface-contacts.js';
import type { ConvexWorkspace } from './convex-pair.js';
import { type MeshWorkspace, meshPair } from './mesh-pair.js';
import { mirror, type PrincipalContact } from './principal-contact.js';

/** How far about a shape is looked first, as a multiple of its size, and by which factor farther then [1]. */
const FIRST_LOOK = 1;
const FARTHER = 4;

interface PairWorkspace extends MeshWorkspace {
  readonly convex: ConvexWorkspace;
  readonly surfaces: SurfaceWorkspace;
}

/** For measuring. A surface is only measured against what is convex and has an end: all else is as far away as can be. */
export function surfacePair(
  a: PlacedShape,
  b: PlacedShape,
  envelope: number,
  out: PrincipalContact,
  work: PairWorkspace,
): boolean {
  const isA = a.kind === SURFACE;
  const shape = isA ? b : a;
  const placed = isA ? a : b;
  if (shape.kind === MESH) return meshPair(a, b, envelope, out, work);
  if (isTriangulated(shape.kind) || shape.kind === HALF_SPACE) return false;
  // What is far away is looked for farther and farther about.
  for (let reach = Math.min(envelope, FIRST_LOOK * boundingRadius(shape)); ; reach = Math.min(envelope, FARTHER * reach)) {
    lookAbout(work.surfaces, shape, placed, reach);
    if (findDeepest(work, shape, placed, reach, out)) break;
    if (reach === envelope || isAllNear(work.surfaces, placed)) return false;
  }
  if (isA) mirror(out);
  return true;
}

/** Whether the box that was looked in holds the whole surface. */
function isAllNear({ near: { box } }: SurfaceWorkspace, { surface }: PlacedShape): boolean {
  const { bounds } = surface as Surface;
  for (let k = 0; k < 3; k++) if (box[k] > bounds[k] || box[3 + k] < bounds[3 + k]) return false;
  return true;
}

/** The deepest contact with the triangles that were listed, within `most` [m]. */
function findDeepest(work: PairWorkspace, shape: PlacedShape, placed: PlacedShape, most: number, out: PrincipalContact): boolean {
  const { near, contacts } = work.surfaces;
  const { manifold: m } = contacts;
  let isFound = false;
  for (let i = 0; i < near.count; i++) {
    const reach = isFound ? Math.max(out.gap, 0) : most;
    if (!contacts.find(shape, placed, near.list[i], reach, work)) continue;
    for (let j = 0; j < m.count; j++) {
      if (isFound && m.gap[j] >= out.gap) continue;
      isFound = true;
      out.gap = m.gap[j];
      out.nx = m.nx;
      out.ny = m.ny;
      out.nz = m.nz;
      out.ax = m.pointA[3 * j];
      out.ay = m.pointA[3 * j + 1];
      out.az = m.pointA[3 * j + 2];
      out.bx = m.pointB[3 * j];
      out.by = m.pointB[3 * j + 1];
      out.bz = m.pointB[3 * j + 2];
    }
  }
  return isFound;
}
