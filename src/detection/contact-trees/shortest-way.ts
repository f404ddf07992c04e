// Two convex solids deep in each other: samples are pushed to the nearest side each, on all sides of the middle, and together nowhere. Of convex shapes
// the shortest way apart is known (convex-pair.ts): contacts that push another way are left out, and the closest points along it are one.
// Concave meshes have no such way, and come apart by their samples.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import type { Vec3 } from '../../math/vector.js';
import type { TriangleMesh } from '../../mesh/triangle-mesh.js';
import { ConvexHull } from '../../shapes/convex-hull.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { HALF_SPACE, HULL, MESH, SURFACE } from '../../shapes/shape-kinds.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import { type ConvexWorkspace, convexPair } from '../narrow-phase/convex-pair.js';
import type { PairAtHand } from '../narrow-phase/pair-at-hand.js';
import { PrincipalContact } from '../narrow-phase/principal-contact.js';
import { CORNER } from './raw-contacts.js';

/** A contact deeper than this share of the half thickness of the thinner shape is deep [1]. */
const DEEP = 0.1;
/** Cosine of the angle to the shortest way within which a contact must push [1]. */
const ALONG = 0.5;
/** A vertex above the plane of a triangle by more than this share of the mesh's reach makes the mesh concave [1]. */
const FLAT = 1e-6;
/** Larger convex meshes come apart by their samples: their hulls would take seconds. */
const MOST_VERTICES = 4000;
/** The name of the contact along the shortest way: no sample has it. */
const NAME = -(1 << 30);

/** The hulls of convex meshes, null of concave ones. A tree never changes, and worlds share it: its hull is made once. */
const hulls = new WeakMap<ContactTree, ConvexHull | null>();

/** What finding the shortest way works on. */
export class ShortestWay {
  readonly coreA = new PlacedShape();
  readonly coreB = new PlacedShape();
  readonly principal = new PrincipalContact();
}

/** Where both shapes of a pair are convex and a contact from row `first` on is deep, leaves those along the shortest way. */
export function keepShortestWay(
  { coreA, coreB, principal }: ShortestWay,
  { a, b, thinner }: PairAtHand,
  list: ContactList,
  first: number,
  pairs: { readonly convex: ConvexWorkspace },
): void {
  const deep = DEEP * thinner;
  let isDeep = false;
  for (let i = first; i < list.count && !isDeep; i++) isDeep = list.gap[i] < -deep;
  if (!isDeep || !makeConvex(a, coreA) || !makeConvex(b, coreB) || !convexPair(coreA, coreB, 0, principal, pairs)) return;
  const { nx, ny, nz } = principal;
  let kept = first;
  for (let i = first; i < list.count; i++) {
    const n = list.normal;
    if (nx * n[3 * i] + ny * n[3 * i + 1] + nz * n[3 * i + 2] > ALONG) list.move(i, kept++);
  }
  list.count = kept;
  append(principal, list);
}

function append({ ax, ay, az, bx, by, bz, nx, ny, nz, gap }: PrincipalContact, list: ContactList): void {
  const i = list.add();
  list.pointA.set([ax, ay, az], 3 * i);
  list.pointB.set([bx, by, bz], 3 * i);
  list.normal.set([nx, ny, nz], 3 * i);
  list.inward.fill(0, 3 * i, 3 * i + 3);
  list.gap[i] = gap;
  list.side[i] = 1;
  list.rank[i] = CORNER;
  list.feature[i] = NAME;
}

/** Fills `out` with the same shape for the convex method; false where it is concave or has no end. */
function makeConvex(shape: PlacedShape, out: PlacedShape): boolean {
  if (shape.kind === HALF_SPACE || shape.kind === SURFACE) return false;
  const { tree } = shape;
  const hull = tree === null ? shape.hull : hullOf(tree);
  if (tree !== null && hull === null) return false;
  out.kind = shape.kind === MESH ? HULL : shape.kind;
  out.x = shape.x;
  out.y = shape.y;
  out.z = shape.z;
  out.r.set(shape.r);
  out.a = shape.a;
  out.b = shape.b;
  out.c = shape.c;
  out.hull = hull;
  return true;
}

/** The hull of a convex mesh, made when first asked for; null of a concave one. */
function hullOf(tree: ContactTree): ConvexHull | null {
  let hull = hulls.get(tree);
  if (hull === undefined) {
    hull = isConvex(tree.mesh, FLAT * tree.reach) ? ConvexHull.fromPoints(pointsOf(tree.mesh)) : null;
    hulls.set(tree, hull);
  }
  return hull;
}

function pointsOf({ positions }: TriangleMesh): Vec3[] {
  return Array.from({ length: positions.length / 3 }, (_, v) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
}

/** Whether no vertex is above the plane of a triangle by more than `tolerance` [m]. */
function isConvex({ positions: p, triangles }: TriangleMesh, tolerance: number): boolean {
  if (p.length > 3 * MOST_VERTICES) return false;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const limit = tolerance * Math.sqrt(nx * nx + ny * ny + nz * nz);
    for (let v = 0; v < p.length; v += 3) {
      if (nx * (p[v] - p[a]) + ny * (p[v + 1] - p[a + 1]) + nz * (p[v + 2] - p[a + 2]) > limit) return false;
    }
  }
  return true;
}
