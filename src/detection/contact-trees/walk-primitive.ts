// The features of a shape that is no mesh against the field of a contact tree: the middle of a ball, the segment of a capsule, corners and edges of
// boxes and hulls, rims of cylinders. What is smooth in these, their faces and sides, is met by the samples of the mesh (walk-surface.ts).
//
// An edge is halved until it is short against its length or cannot touch: distance changes no faster than one moves along it.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import { CIRCLE, CIRCLE_POINTS } from '../../math/circle.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL, SPHERE } from '../../shapes/shape-kinds.js';
import type { PairAtHand } from '../narrow-phase/pair-at-hand.js';
import { findClosing } from '../narrow-phase/pair-at-hand.js';
import { exactSides, FieldProbe, fieldAt, placePoint, SIDE_NAMES, turnOut } from './placed-field.js';
import type { RawContacts } from './raw-contacts.js';
import { CORNER, EDGE, NO_PIECE } from './raw-contacts.js';

/** An edge is looked at in up to so many parts. */
const PARTS = 8;
/** Parts are not made shorter than this many times the tree's error [1]. */
const ERRORS_A_PART = 4;
/** Halvings of a part in search of its closest point. */
const SEARCHES = 8;
/** Points of a cylinder's rim, and their directions. */
const [RIM_POINTS, RIM] = [CIRCLE_POINTS, CIRCLE];
/** A direction across a cylinder's axis that is shorter than this is none [1]. */
const STRAIGHT = 1e-6;

/** What a walk works on. */
export class PrimitiveWalk {
  readonly probe = new FieldProbe();
  readonly point = new Float64Array(3);
  readonly found = new Float64Array(5);
  readonly own = new Float64Array(3);
  /** Ends of an edge in the working frame [m]. */
  readonly start = new Float64Array(3);
  readonly end = new Float64Array(3);
  /** Radius of what is round about its core [m]. */
  radius = 0;
  /** 1 where A is the walker, -1 where B is. */
  side = 0;
  /** The name of the next feature. */
  name = 0;
  /** The outward normal of the feature at hand in the working frame [1]. */
  readonly facing = new Float64Array(3);
  /** The middle of a cap looks nowhere; walls about it, and their names. */
  readonly nowhere = new Float64Array(5);
  readonly walls = new Float64Array(4 * SIDE_NAMES);
  readonly wallNames = new Int32Array(SIDE_NAMES);
}

/**
 * Adds the features of `walker` that are within the reach of the pair, and within its envelope unless they come closer. `side` is 1
 * where A is the walker.
 */
export function walkPrimitive(
  walk: PrimitiveWalk,
  pair: PairAtHand,
  walker: PlacedShape,
  mesh: PlacedShape,
  side: number,
  out: RawContacts,
): void {
  const { facing } = walk;
  walk.radius = walker.kind === SPHERE || walker.kind === CAPSULE ? walker.a : 0;
  walk.side = side;
  walk.name = 0;
  facing.fill(0);
  if (walker.kind === SPHERE) addPoint(walk, pair, walker, mesh, 0, 0, 0, out);
  else if (walker.kind === CAPSULE) walkCapsule(walk, pair, walker, mesh, out);
  else if (walker.kind === BOX) walkBox(walk, pair, walker, mesh, out);
  else if (walker.kind === HULL) walkHull(walk, pair, walker, mesh, out);
  else if (walker.kind === CYLINDER) walkCylinder(walk, pair, walker, mesh, out);
}

function walkCapsule(walk: PrimitiveWalk, pair: PairAtHand, walker: PlacedShape, mesh: PlacedShape, out: RawContacts): void {
  const { start, end } = walk;
  addPoint(walk, pair, walker, mesh, 0, -walker.b, 0, out);
  addPoint(walk, pair, walker, mesh, 0, walker.b, 0, out);
  setEnd(walk, walker, start, 0, -walker.b, 0);
  setEnd(walk, walker, end, 0, walker.b, 0);
  walkEdge(walk, pair, mesh, out);
}

function walkBox(walk: PrimitiveWalk, pair: PairAtHand, walker: PlacedShape, mesh: PlacedShape, out: RawContacts): void {
  const { start, end } = walk;
  const { a, b, c } = walker;
  for (let corner = 0; corner < 8; corner++) {
    const x = corner & 1 ? 1 : -1;
    const y = corner & 2 ? 1 : -1;
    const z = corner & 4 ? 1 : -1;
    setFacing(walk, walker, x, y, z);
    addPoint(walk, pair, walker, mesh, x * a, y * b, z * c, out);
  }
  for (let axis = 0; axis < 3; axis++) {
    for (let edge = 0; edge < 4; edge++) {
      const u = edge & 1 ? 1 : -1;
      const v = edge & 2 ? 1 : -1;
      const x = axis === 0 ? 0 : u;
      const y = axis === 1 ? 0 : axis === 0 ? u : v;
      const z = axis === 2 ? 0 : v;
      setFacing(walk, walker, x, y, z);
      setEnd(walk, walker, start, axis === 0 ? -a : x * a, axis === 1 ? -b : y * b, axis === 2 ? -c : z * c);
      setEnd(walk, walker, end, axis === 0 ? a : x * a, axis === 1 ? b : y * b, axis === 2 ? c : z * c);
      walkEdge(walk, pair, mesh, out);
    }
  }
}

function walkHull(walk: PrimitiveWalk, pair: PairAtHand, walker: PlacedShape, mesh: PlacedShape, out: RawContacts): void {
  const { start, end } = walk;
  const { hull } = walker;
  if (hull === null) return;
  const { vertices: v, edges, facePlanes: n, neighbourStart } = hull;
  for (let corner = 0; corner + 1 < neighbourStart.length; corner++) {
    setFacing(walk, walker, v[3 * corner], v[3 * corner + 1], v[3 * corner + 2]);
    addPoint(walk, pair, walker, mesh, v[3 * corner], v[3 * corner + 1], v[3 * corner + 2], out);
  }
  for (let e = 0; e < edges.length; e += 4) {
    const f = 4 * edges[e + 2];
    const g = 4 * edges[e + 3];
    setFacing(walk, walker, n[f] + n[g], n[f + 1] + n[g + 1], n[f + 2] + n[g + 2]);
    setEnd(walk, walker, start, v[3 * edges[e]], v[3 * edges[e] + 1], v[3 * edges[e] + 2]);
    setEnd(walk, walker, end, v[3 * edges[e + 1]], v[3 * edges[e + 1] + 1], v[3 * edges[e + 1] + 2]);
    walkEdge(walk, pair, mesh, out);
  }
}

/** Both rims: points all around, which go with the cylinder, and the one towards each wall of the mesh, which stays with the wall as it rolls. */
function walkCylinder(walk: PrimitiveWalk, pair: PairAtHand, walker: PlacedShape, mesh: PlacedShape, out: RawContacts): void {
  const { point, found, nowhere, walls, wallNames } = walk;
  const { a, b, r } = walker;
  for (let cap = -1; cap <= 1; cap += 2) {
    const { name } = walk;
    walk.name += RIM_POINTS + SIDE_NAMES;
    setEnd(walk, walker, point, 0, cap * b, 0);
    fieldAt(walk.probe, mesh, point, found);
    if (found[0] - found[4] - a > pair.reach) continue;
    nowhere[4] = a + pair.reach;
    const count = exactSides(walk.probe, mesh, point, nowhere, false, walls, wallNames);
    for (let i = 0; i < RIM_POINTS; i++)
      addRimPoint(walk, pair, walker, mesh, RIM[2 * i], cap, RIM[2 * i + 1], name + i, EDGE, out);
    for (let i = 0; i < count; i++) {
      const w = 4 * i + 1;
      const x = r[0] * walls[w] + r[3] * walls[w + 1] + r[6] * walls[w + 2];
      const z = r[2] * walls[w] + r[5] * walls[w + 1] + r[8] * walls[w + 2];
      const across = Math.sqrt(x * x + z * z);
      if (across < STRAIGHT) continue;
      addRimPoint(walk, pair, walker, mesh, -x / across, cap, -z / across, name + RIM_POINTS + wallNames[i], CORNER, out);
    }
  }
}

function addRimPoint(
  walk: PrimitiveWalk,
  pair: PairAtHand,
  walker: PlacedShape,
  mesh: PlacedShape,
  x: number,
  cap: number,
  z: number,
  name: number,
  rank: number,
  out: RawContacts,
): void {
  const { point } = walk;
  setFacing(walk, walker, x, cap, z);
  setEnd(walk, walker, point, walker.a * x, cap * walker.b, walker.a * z);
  addIfNear(walk, pair, mesh, name, rank, out);
}

/** Sets `facing` to a direction of the walker's own frame. */
function setFacing(walk: PrimitiveWalk, walker: PlacedShape, x: number, y: number, z: number): void {
  const { facing } = walk;
  const length = Math.sqrt(x * x + y * y + z * z);
  const inverse = length > 0 ? 1 / length : 0;
  facing[0] = inverse * x;
  facing[1] = inverse * y;
  facing[2] = inverse * z;
  turnOut(walker, facing, 0);
}

function setEnd(walk: PrimitiveWalk, walker: PlacedShape, out: Float64Array, x: number, y: number, z: number): void {
  const { own } = walk;
  own[0] = x;
  own[1] = y;
  own[2] = z;
  placePoint(walker, own, 0, out);
}

/** Adds a point of the walker's own frame, if it is near enough. Every point has its name, added or not. */
function addPoint(
  walk: PrimitiveWalk,
  pair: PairAtHand,
  walker: PlacedShape,
  mesh: PlacedShape,
  x: number,
  y: number,
  z: number,
  out: RawContacts,
): void {
  const { point } = walk;
  setEnd(walk, walker, point, x, y, z);
  addIfNear(walk, pair, mesh, walk.name++, CORNER, out);
}

/** Adds `point`. */
function addIfNear(walk: PrimitiveWalk, pair: PairAtHand, mesh: PlacedShape, name: number, rank: number, out: RawContacts): void {
  if (probeMesh(walk, pair, mesh)) add(walk, pair, name, rank, out);
}

/** Asks the field of the mesh at `point`, and returns whether it is near enough. */
export function probeMesh(walk: PrimitiveWalk, pair: PairAtHand, mesh: PlacedShape): boolean {
  const { point, found } = walk;
  fieldAt(walk.probe, mesh, point, found);
  return found[0] - found[4] <= pair.reach + walk.radius;
}

export function add(walk: PrimitiveWalk, pair: PairAtHand, name: number, rank: number, out: RawContacts): void {
  const { found, point, facing, radius, side } = walk;
  const { envelope, room, motion } = pair;
  const gap = found[0] - found[4] - radius;
  if (gap > envelope + room) {
    findClosing(motion, point, found, 1, -side);
    if (gap > envelope + motion.closing) {
      out.passedBy = 1;
      return;
    }
  }
  const i = out.add();
  for (let k = 0; k < 3; k++) {
    out.point[3 * i + k] = point[k];
    out.facing[3 * i + k] = facing[k];
  }
  for (let k = 0; k < 4; k++) out.field[4 * i + k] = found[k];
  out.radius[i] = radius;
  out.side[i] = side;
  out.feature[i] = -1 - name;
  out.rank[i] = rank;
  out.piece[i] = NO_PIECE;
}

/** Adds the closest points of the parts of the edge from `start` to `end` that are near enough, but for the ends themselves. */
function walkEdge(walk: PrimitiveWalk, pair: PairAtHand, mesh: PlacedShape, out: RawContacts): void {
  const { end, start, point, found } = walk;
  const x = end[0] - start[0];
  const y = end[1] - start[1];
  const z = end[2] - start[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const { name } = walk;
  walk.name += PARTS;
  const reach = pair.reach + walk.radius;
  setOnEdge(walk, 0.5);
  fieldAt(walk.probe, mesh, point, found);
  if (found[0] - found[4] - length / 2 > reach) return;
  const { allowedError } = mesh.tree as ContactTree;
  const parts = Math.max(1, Math.min(PARTS, Math.floor(length / (ERRORS_A_PART * allowedError))));
  for (let part = 0; part < parts; part++) {
    setOnEdge(walk, (part + 0.5) / parts);
    fieldAt(walk.probe, mesh, point, found);
    if (found[0] - found[4] - length / (2 * parts) > reach) continue;
    const share = findClosest(walk, mesh, part / parts, (part + 1) / parts, x, y, z);
    if (share > 0 && share < 1 && found[0] - found[4] <= reach) add(walk, pair, name + part, EDGE, out);
  }
}

/** Leaves `point` and `found` at the closest point of the edge from `start` to `end`, if it is near enough and none of the ends. */
export function nearestOnEdge(walk: PrimitiveWalk, pair: PairAtHand, mesh: PlacedShape): boolean {
  const { end, start, found } = walk;
  const x = end[0] - start[0];
  const y = end[1] - start[1];
  const z = end[2] - start[2];
  setOnEdge(walk, 0.5);
  fieldAt(walk.probe, mesh, walk.point, found);
  if (found[0] - found[4] - 0.5 * Math.sqrt(x * x + y * y + z * z) > pair.reach) return false;
  const share = findClosest(walk, mesh, 0, 1, x, y, z);
  return share > 0 && share < 1 && found[0] - found[4] <= pair.reach;
}

function setOnEdge(walk: PrimitiveWalk, share: number): void {
  const { point, start, end } = walk;
  for (let k = 0; k < 3; k++) point[k] = start[k] + share * (end[k] - start[k]);
}

/** Goes down the slope of the field along the edge; leaves `point` and `found` at the place and returns its share of the edge. */
function findClosest(walk: PrimitiveWalk, mesh: PlacedShape, from: number, to: number, x: number, y: number, z: number): number {
  const { point, found } = walk;
  let low = from;
  let high = to;
  for (let search = 0; search < SEARCHES; search++) {
    const middle = (low + high) / 2;
    setOnEdge(walk, middle);
    fieldAt(walk.probe, mesh, point, found);
    if (found[1] * x + found[2] * y + found[3] * z > 0) high = middle;
    else low = middle;
  }
  // A slope that does not change sign leads to an end of the part.
  const share = high === to ? to : low === from ? from : (low + high) / 2;
  setOnEdge(walk, share);
  fieldAt(walk.probe, mesh, point, found);
  return share;
}
