// The principal contact of any two bounded convex shapes: GJK on their cores while these are apart, EPA when they overlap.
//
// The cores are not shrunk. What a shrunken core is for is a direction when shapes touch or overlap a little; EPA started from
// GJK's simplex gives the exact one there, in few rounds because the origin is near the polytope's surface, and also where
// the directions of shrunken and true shapes differ: at edges, corners, and hulls, which scaling shrinks unevenly.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL, SPHERE } from '../../shapes/shape-kinds.js';
import { CoreDepth, coreDepth } from './epa.js';
import { APART, BEYOND, CoreSearch, coreDistance } from './gjk.js';
import type { PrincipalContact } from './principal-contact.js';
import { coreRadius, coreSupport } from './support.js';

/** A normal this near to that of a face (or to an axis, or to perpendicular) is meant to be it: sine of the angle [1]. */
const SNAP_SINE = 1e-4;
/** It is replaced when that costs less than this share of the shapes' extent [1]. */
const SNAP_LOSS = 1e-10;
/** Hulls of no more faces than this are looked at face by face first [1]. */
const FEW_FACES = 32;
/** The margin there, as a share of all lengths that it is the difference of [1]. */
const MARGIN = 1e-6;

/** What the general convex method works on. */
export class ConvexWorkspace {
  readonly search = new CoreSearch();
  readonly normal = new Float64Array(3);
  readonly snapped = new Float64Array(3);
  readonly supportA = new Float64Array(3);
  readonly supportB = new Float64Array(3);
  #overlap: CoreDepth | undefined;

  /** Of cores that overlap: its polytope is large, and worlds of boxes and balls have none. */
  get overlap(): CoreDepth {
    this.#overlap ??= new CoreDepth();
    return this.#overlap;
  }
}

function isNear(work: ConvexWorkspace, x: number, y: number, z: number): boolean {
  const { normal } = work;
  const cx = normal[1] * z - normal[2] * y;
  const cy = normal[2] * x - normal[0] * z;
  const cz = normal[0] * y - normal[1] * x;
  return cx * cx + cy * cy + cz * cz < SNAP_SINE * SNAP_SINE;
}

function setSnapped(work: ConvexWorkspace, x: number, y: number, z: number): void {
  const { snapped } = work;
  snapped[0] = x;
  snapped[1] = y;
  snapped[2] = z;
}

/** Sets `snapped` to the normal of the face of `shape` that `normal` is within a hair of, either way round. */
function snapToShape(work: ConvexWorkspace, shape: PlacedShape): boolean {
  const { normal } = work;
  const r = shape.r;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  if (shape.kind === BOX) {
    for (let i = 0; i < 3; i++) {
      if (!isNear(work, r[i], r[3 + i], r[6 + i])) continue;
      const s = nx * r[i] + ny * r[3 + i] + nz * r[6 + i] < 0 ? -1 : 1;
      setSnapped(work, s * r[i], s * r[3 + i], s * r[6 + i]);
      return true;
    }
    return false;
  }
  if (shape.kind === CAPSULE || shape.kind === CYLINDER) {
    const along = nx * r[1] + ny * r[4] + nz * r[7];
    if (Math.abs(along) < SNAP_SINE) {
      const x = nx - along * r[1];
      const y = ny - along * r[4];
      const z = nz - along * r[7];
      const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
      setSnapped(work, x * inverse, y * inverse, z * inverse);
      return true;
    }
    if (shape.kind === CYLINDER && isNear(work, r[1], r[4], r[7])) {
      const s = along < 0 ? -1 : 1;
      setSnapped(work, s * r[1], s * r[4], s * r[7]);
      return true;
    }
    return false;
  }
  const hull = shape.hull;
  if (shape.kind !== HULL || hull === null) return false;
  const lx = r[0] * nx + r[3] * ny + r[6] * nz;
  const ly = r[1] * nx + r[4] * ny + r[7] * nz;
  const lz = r[2] * nx + r[5] * ny + r[8] * nz;
  const planes = hull.facePlanes;
  let nearest = 0;
  let cosine = 0;
  for (let f = 0; f < planes.length; f += 4) {
    const c = Math.abs(planes[f] * lx + planes[f + 1] * ly + planes[f + 2] * lz);
    if (c > cosine) {
      cosine = c;
      nearest = f;
    }
  }
  if (cosine < 0.9) return false;
  const px = planes[nearest];
  const py = planes[nearest + 1];
  const pz = planes[nearest + 2];
  const x = r[0] * px + r[1] * py + r[2] * pz;
  const y = r[3] * px + r[4] * py + r[5] * pz;
  const z = r[6] * px + r[7] * py + r[8] * pz;
  if (!isNear(work, x, y, z)) return false;
  const s = nx * x + ny * y + nz * z < 0 ? -1 : 1;
  setSnapped(work, s * x, s * y, s * z);
  return true;
}

/** Replaces `normal` by `snapped` when the shapes are as far apart along it. */
function tryShape(work: ConvexWorkspace, shape: PlacedShape, a: PlacedShape, b: PlacedShape, out: PrincipalContact): boolean {
  const { snapped, supportA, supportB, search, normal } = work;
  if (!snapToShape(work, shape)) return false;
  coreSupport(a, snapped, 1, supportA, 0);
  coreSupport(b, snapped, -1, supportB, 0);
  const x = supportB[0] - supportA[0];
  const y = supportB[1] - supportA[1];
  const z = supportB[2] - supportA[2];
  const gap = x * snapped[0] + y * snapped[1] + z * snapped[2] - coreRadius(a) - coreRadius(b);
  if (gap < out.gap - SNAP_LOSS * Math.sqrt(search.extent)) return false;
  out.gap = gap;
  for (let k = 0; k < 3; k++) normal[k] = snapped[k];
  return true;
}

/** How far a shape reaches from its origin [m]; infinite where that is not known at once. */
function reachOf(shape: PlacedShape): number {
  if (shape.kind === BOX) return Math.sqrt(shape.a * shape.a + shape.b * shape.b + shape.c * shape.c);
  if (shape.kind === SPHERE || shape.kind === CAPSULE) return shape.a + (shape.kind === CAPSULE ? shape.b : 0);
  return shape.kind === CYLINDER ? Math.sqrt(shape.a * shape.a + shape.b * shape.b) : Number.POSITIVE_INFINITY;
}

/**
 * Whether a hull of few faces has one that the other shape, as a ball about its origin, is further away from than the envelope: what
 * lies beside a wall. GJK would find the same; so that rounding cannot make the two disagree, it is so by a margin.
 */
function isBeyondFace(hull: PlacedShape, other: PlacedShape, envelope: number): boolean {
  if (hull.kind !== HULL || hull.hull === null) return false;
  const planes = hull.hull.facePlanes;
  if (planes.length > 4 * FEW_FACES) return false;
  const r = hull.r;
  const dx = other.x - hull.x;
  const dy = other.y - hull.y;
  const dz = other.z - hull.z;
  const x = r[0] * dx + r[3] * dy + r[6] * dz;
  const y = r[1] * dx + r[4] * dy + r[7] * dz;
  const z = r[2] * dx + r[5] * dy + r[8] * dz;
  const reach = reachOf(other);
  const limit = reach + envelope + MARGIN * (reach + envelope + Math.abs(x) + Math.abs(y) + Math.abs(z));
  for (let f = 0; f < planes.length; f += 4) {
    if (planes[f] * x + planes[f + 1] * y + planes[f + 2] * z - planes[f + 3] > limit) return true;
  }
  return false;
}

export function convexPair(
  a: PlacedShape,
  b: PlacedShape,
  envelope: number,
  out: PrincipalContact,
  { convex: work }: { readonly convex: ConvexWorkspace },
): boolean {
  const { search, normal } = work;
  if (isBeyondFace(b, a, envelope) || isBeyondFace(a, b, envelope)) return false;
  const radii = coreRadius(a) + coreRadius(b);
  const status = coreDistance(a, b, envelope + radii, search);
  if (status === BEYOND) return false;
  let witness = search.witnessA;
  if (status === APART) {
    const { separation } = search;
    const distance = Math.sqrt(separation[0] * separation[0] + separation[1] * separation[1] + separation[2] * separation[2]);
    out.gap = distance - radii;
    for (let k = 0; k < 3; k++) normal[k] = -separation[k] / distance;
  } else {
    const { overlap } = work;
    coreDepth(overlap, a, b, search);
    witness = overlap.witness;
    out.gap = -overlap.depth - radii;
    for (let k = 0; k < 3; k++) normal[k] = overlap.normal[k];
  }
  if (out.gap > envelope) return false;
  if (!tryShape(work, a, a, b, out)) tryShape(work, b, a, b, out);
  const radius = coreRadius(a);
  out.nx = normal[0];
  out.ny = normal[1];
  out.nz = normal[2];
  out.ax = witness[0] + radius * out.nx;
  out.ay = witness[1] + radius * out.ny;
  out.az = witness[2] + radius * out.nz;
  out.bx = out.ax + out.gap * out.nx;
  out.by = out.ay + out.gap * out.ny;
  out.bz = out.az + out.gap * out.nz;
  return true;
}
