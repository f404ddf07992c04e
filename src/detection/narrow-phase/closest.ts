// The narrow phase: how two shapes lie to each other, by one line per pair of kinds.
//
// Pairs are solved with the lower kind first; the other order is the mirror image. Pairs of convex shapes without a closed form go to
// the general convex method, pairs with a mesh to the contact trees, pairs with a surface to its triangles.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX } from '../../shapes/shape-kinds.js';
import { areBoxesDeep } from './box-box.js';
import { boxBox } from './box-pair.js';
import { capsuleCapsule } from './capsule-capsule.js';
import { convexPair } from './convex-pair.js';
import { halfSpacePair, twoHalfSpaces } from './half-space.js';
import { meshPair } from './mesh-pair.js';
import type { PairWorkspace } from './pair-workspace.js';
import type { PrincipalContact } from './principal-contact.js';
import { mirror } from './principal-contact.js';
import { sphereBox, sphereCapsule, sphereCylinder, sphereSphere } from './sphere-pairs.js';
import { surfacePair } from './surface-pair.js';

type PairFunction = (a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact, work: PairWorkspace) => boolean;

/** A row per kind of A, a column per kind of B; only pairs with A's kind not above B's are asked for. */
// biome-ignore format: a table
const PAIRS: readonly (readonly PairFunction[])[] = [
  // sphere       box         capsule         cylinder        hull        half-space     mesh      surface
  [sphereSphere,  sphereBox,  sphereCapsule,  sphereCylinder, convexPair, halfSpacePair, meshPair, surfacePair], // sphere
  [convexPair,    boxBox,     convexPair,     convexPair,     convexPair, halfSpacePair, meshPair, surfacePair], // box
  [convexPair,    convexPair, capsuleCapsule, convexPair,     convexPair, halfSpacePair, meshPair, surfacePair], // capsule
  [convexPair,    convexPair, convexPair,     convexPair,     convexPair, halfSpacePair, meshPair, surfacePair], // cylinder
  [convexPair,    convexPair, convexPair,     convexPair,     convexPair, halfSpacePair, meshPair, surfacePair], // hull
  [convexPair,    convexPair, convexPair,     convexPair,     convexPair, twoHalfSpaces, meshPair, surfacePair], // half-space
  [meshPair,      meshPair,   meshPair,       meshPair,       meshPair,   meshPair,      meshPair, surfacePair], // mesh
  [surfacePair,   surfacePair, surfacePair,   surfacePair,    surfacePair, surfacePair,  surfacePair, surfacePair], // surface
];

/**
 * The closest points of two shapes placed in one frame. False, and nothing said of `out`, when they are further apart than
 * `envelope` [m]. Otherwise the gap is their distance, or minus the length of the shortest translation that parts them.
 */
export function closest(a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact, work: PairWorkspace): boolean {
  if (a.kind <= b.kind) return PAIRS[a.kind][b.kind](a, b, envelope, out, work);
  if (!PAIRS[b.kind][a.kind](b, a, envelope, out, work)) return false;
  mirror(out);
  return true;
}

/**
 * Whether two shapes placed in one frame are inside each other by more than `depth` [m]. Axes alone tell of two boxes: the first along which
 * they are not says so. `out` is room to work in.
 */
export function areDeep(a: PlacedShape, b: PlacedShape, depth: number, out: PrincipalContact, work: PairWorkspace): boolean {
  if (a.kind === BOX && b.kind === BOX) return areBoxesDeep(work.boxes, a, b, depth);
  return closest(a, b, 0, out, work) && -out.gap > depth;
}
