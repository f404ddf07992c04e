// The descent of contact trees (contact trees paper): the surface of one tree, sphere by sphere from the root down, against the field of
// the other shape. Where that is a tree as well, its leaf is interpolated at the sphere's middle: where that is further away than the sphere
// reaches, by more than the leaf's stored error, the sphere and all below it are done with.
//
// Where we differ: the paper descends both trees at the same time, and interpolates every cell on the way down. A table leads to the leaf
// almost at once (contact-tree.ts), so one interpolation is enough.
//
// When the budget of nodes is used up, or a cell errs by no more than was asked for, its own sample stands for everything below it: the contacts get
// coarser, not fewer. A budget that does not last is spent on the largest stored errors first.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import { MEASURE, OCTANTS, PIECE, PIECE_SIZE, RELAXATION } from '../../distance-field/tree-layout.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { CAPSULE } from '../../shapes/shape-kinds.js';
import { doubled } from '../../table/doubled.js';
import type { PairAtHand } from '../narrow-phase/pair-at-hand.js';
import { findClosing, turnAhead, writeDisplacements } from '../narrow-phase/pair-at-hand.js';
import { FieldProbe, fieldAt, placePoint, turnOut } from './placed-field.js';
import type { RawContacts } from './raw-contacts.js';
import { CORNER, EDGE, SURFACE } from './raw-contacts.js';

// V8 folds constants of the same module but not imported ones.
const [EIGHT, PIECE_NUMBERS] = [OCTANTS, PIECE_SIZE];

/** How much nearer than its sample a bent piece may be, as a multiple of its cell's error [1]. */
const OWN_ERRORS = 2;
/** The node that stands for the root cell. */
const ROOT = -1;

/** What a walk works on. */
export class SurfaceWalk {
  readonly probe = new FieldProbe();
  /** Nodes of the walker to come. */
  queue = new Int32Array(1024);
  /** Entries of the queue to come, a heap by their stored errors [m]. */
  heap = new Int32Array(1024);
  heapErrors = new Float64Array(1024);
  heapSize = 0;
  /** Rotation and translation from the walker's frame to the other tree's [1], [m]. */
  readonly passage = new Float64Array(12);
  /** A sphere in the other tree's frame: middle and radius [m]. */
  readonly sphere = new Float64Array(4);
  /** What is in the sphere last looked at is at least this far from the other solid [m]. */
  least = 0;
  /** By how much the piece at hand may be nearer than its sample [m]. */
  bend = 0;
  readonly point = new Float64Array(3);
  readonly facing = new Float64Array(3);
  readonly found = new Float64Array(5);
}

/** What descend() says: no part of the surface is within reach, some is, or there are more nodes than the budget has. */
const NOTHING = 0;
const SOMETHING = 1;
const TOO_MUCH = 2;

/**
 * Adds the samples of the walker's surface that are within the reach of the pair, and within its envelope unless they come closer.
 * `side` is 1 for A's surface. Returns false when no part of the surface can be within reach.
 */
export function walkSurface(
  walk: SurfaceWalk,
  pair: PairAtHand,
  walker: PlacedShape,
  other: PlacedShape,
  side: number,
  out: RawContacts,
): boolean {
  const { count, passedBy } = out;
  const result = descend(walk, pair, walker, other, side, false, out);
  if (result !== TOO_MUCH) return result === SOMETHING;
  // Which nodes a budget is spent on matters only where it does not last: then once more, the largest errors first.
  out.count = count;
  out.passedBy = passedBy;
  return descend(walk, pair, walker, other, side, true, out) === SOMETHING;
}

/** Level by level, as far as the budget lasts; or, where `isByError`, the largest errors first, and as coarse as needed. */
function descend(
  walk: SurfaceWalk,
  pair: PairAtHand,
  walker: PlacedShape,
  other: PlacedShape,
  side: number,
  isByError: boolean,
  out: RawContacts,
): number {
  const { budget } = pair;
  const sure = pair.envelope + pair.room;
  const { links, errors, pieceOfGroup } = (walker.tree as ContactTree).columns;
  let result = NOTHING;
  setPassage(walk, walker, other);
  let first = 0;
  let last = enqueue(walk, 0, ROOT);
  let visited = 0;
  walk.heapSize = 0;
  if (isByError) pushOnHeap(walk, 0, Infinity);
  while (isByError ? walk.heapSize > 0 : first < last) {
    const at = isByError ? popFromHeap(walk) : first++;
    const node = walk.queue[at];
    const link = node === ROOT ? 0 : links[node];
    const isBranch = node === ROOT || link > 0;
    const piece = isBranch ? pieceOfGroup[node === ROOT ? 0 : link] : -1 - link;
    if (!isWithinReach(walk, pair, walker, other, piece)) continue;
    visited++;
    if (!isBranch || visited > budget.nodes || (node !== ROOT && errors[node] <= budget.error)) {
      if (isBranch && visited > budget.nodes && !isByError) return TOO_MUCH;
      walk.bend = node === ROOT ? 0 : OWN_ERRORS * errors[node];
      addSample(walk, pair, walker, other, piece, side, out);
      if (!isBranch) addCorners(walk, pair, walker, other, piece, side, out);
      result = SOMETHING;
      continue;
    }
    if (other.tree !== null && walk.least > sure && !comesIn(walk, pair, walker, other, piece, side)) {
      out.passedBy = 1;
      continue;
    }
    const group = node === ROOT ? 0 : link;
    for (let o = 0; o < EIGHT; o++) {
      const child = EIGHT * group + o;
      // leaves without surface have nothing to touch with
      if (links[child] === 0 || (links[child] > 0 && pieceOfGroup[links[child]] < 0)) continue;
      last = enqueue(walk, last, child);
      if (isByError) pushOnHeap(walk, last - 1, errors[child]);
    }
  }
  return result;
}

/** Puts entry `at` of the queue among those to come. */
function pushOnHeap(walk: SurfaceWalk, at: number, error: number): void {
  if (walk.heapSize === walk.heap.length) {
    walk.heap = doubled(walk.heap);
    walk.heapErrors = doubled(walk.heapErrors);
  }
  let i = walk.heapSize++;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (walk.heapErrors[parent] >= error) break;
    walk.heap[i] = walk.heap[parent];
    walk.heapErrors[i] = walk.heapErrors[parent];
    i = parent;
  }
  walk.heap[i] = at;
  walk.heapErrors[i] = error;
}

/** Takes the entry with the largest error. */
function popFromHeap(walk: SurfaceWalk): number {
  const top = walk.heap[0];
  const at = walk.heap[--walk.heapSize];
  const error = walk.heapErrors[walk.heapSize];
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= walk.heapSize) break;
    if (child + 1 < walk.heapSize && walk.heapErrors[child + 1] > walk.heapErrors[child]) child++;
    if (walk.heapErrors[child] <= error) break;
    walk.heap[i] = walk.heap[child];
    walk.heapErrors[i] = walk.heapErrors[child];
    i = child;
  }
  walk.heap[i] = at;
  walk.heapErrors[i] = error;
  return top;
}

function enqueue(walk: SurfaceWalk, at: number, node: number): number {
  if (at === walk.queue.length) walk.queue = doubled(walk.queue);
  walk.queue[at] = node;
  return at + 1;
}

function setPassage(walk: SurfaceWalk, walker: PlacedShape, other: PlacedShape): void {
  const { passage } = walk;
  const p = walker.r;
  const q = other.r;
  const x = walker.x - other.x;
  const y = walker.y - other.y;
  const z = walker.z - other.z;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) passage[3 * i + j] = q[i] * p[j] + q[3 + i] * p[3 + j] + q[6 + i] * p[6 + j];
    passage[9 + i] = q[i] * x + q[3 + i] * y + q[6 + i] * z;
  }
}

/** Whether something in the sphere of a piece may be within reach. Of a tree, sets `sphere` and `least`. */
function isWithinReach(walk: SurfaceWalk, pair: PairAtHand, walker: PlacedShape, other: PlacedShape, piece: number): boolean {
  const { point, found, sphere, passage } = walk;
  const { pieces } = (walker.tree as ContactTree).columns;
  const k = PIECE_NUMBERS * piece;
  const radius = pieces[k + 3];
  if (other.tree === null) {
    placePoint(walker, pieces, k, point);
    fieldAt(walk.probe, other, point, found);
    return found[0] - radius <= pair.reach;
  }
  const x = pieces[k];
  const y = pieces[k + 1];
  const z = pieces[k + 2];
  sphere[0] = passage[0] * x + passage[1] * y + passage[2] * z + passage[9];
  sphere[1] = passage[3] * x + passage[4] * y + passage[5] * z + passage[10];
  sphere[2] = passage[6] * x + passage[7] * y + passage[8] * z + passage[11];
  other.tree.leastDistance(sphere, pair.reach + radius);
  walk.least = sphere[3] - radius;
  sphere[3] = radius;
  return walk.least <= pair.reach;
}

/**
 * Whether something of a piece, which is apart from the other solid, may be inside it after the step: if both move on, or if one of them is stopped. The
 * sphere of the piece is in `sphere`.
 */
function comesIn(
  walk: SurfaceWalk,
  { motion }: PairAtHand,
  walker: PlacedShape,
  other: PlacedShape,
  piece: number,
  side: number,
): boolean {
  const { point, sphere } = walk;
  const tree = other.tree as ContactTree;
  const { r } = other;
  placePoint(walker, (walker.tree as ContactTree).columns.pieces, PIECE_NUMBERS * piece, point);
  writeDisplacements(motion, point);
  const d = motion.displacements;
  const w = side > 0 ? 0 : 3;
  const radius = sphere[3] * (1 + turnAhead(motion));
  for (let moving = 1; moving <= 3; moving++) {
    const withWalker = (moving & 1) !== 0 ? 1 : 0;
    const withOther = (moving & 2) !== 0 ? 1 : 0;
    const x = withWalker * d[w] - withOther * d[3 - w];
    const y = withWalker * d[w + 1] - withOther * d[4 - w];
    const z = withWalker * d[w + 2] - withOther * d[5 - w];
    // What moves further than the other is thick may come out again on its other side.
    if (x * x + y * y + z * z > tree.halfThickness * tree.halfThickness) return true;
    const toX = sphere[0] + r[0] * x + r[3] * y + r[6] * z;
    const toY = sphere[1] + r[1] * x + r[4] * y + r[7] * z;
    const toZ = sphere[2] + r[2] * x + r[5] * y + r[8] * z;
    if (squareToRoot(tree, toX, toY, toZ) > radius * radius) continue;
    const value = tree.distance(toX, toY, toZ);
    if ((value - tree.allowedError) / (1 + RELAXATION) <= radius) return true;
  }
  return false;
}

/** Squared distance of a point of the tree's frame to the root cell, which holds the solid [m2]. */
function squareToRoot(tree: ContactTree, x: number, y: number, z: number): number {
  const { measures } = tree.columns;
  const all = measures[MEASURE.side];
  const lowX = measures[MEASURE.x];
  const lowY = measures[MEASURE.y];
  const lowZ = measures[MEASURE.z];
  const dx = x < lowX ? lowX - x : x > lowX + all ? x - lowX - all : 0;
  const dy = y < lowY ? lowY - y : y > lowY + all ? y - lowY - all : 0;
  const dz = z < lowZ ? lowZ - z : z > lowZ + all ? z - lowZ - all : 0;
  return dx * dx + dy * dy + dz * dz;
}

/** The point at which a piece is sampled, if it may be within the envelope, or within reach and comes closer. */
function addSample(
  walk: SurfaceWalk,
  pair: PairAtHand,
  walker: PlacedShape,
  other: PlacedShape,
  piece: number,
  side: number,
  out: RawContacts,
): void {
  const { point, facing } = walk;
  const { pieces } = (walker.tree as ContactTree).columns;
  const k = PIECE_NUMBERS * piece;
  const slide = pieces[k + PIECE.slide];
  // A capsule meets what is smooth with its core.
  if (other.kind === CAPSULE && slide > 0) return;
  // Of what has edges another place than the sample may be that much nearer.
  if (slide <= 0) walk.bend = Math.max(walk.bend, pieces[k + 3]);
  placePoint(walker, pieces, k + PIECE.sample, point);
  for (let j = 0; j < 3; j++) facing[j] = pieces[k + PIECE.plane + j];
  offer(walk, pair, walker, other, piece, side, 2 * piece, slide < 0 ? CORNER : slide > 0 ? SURFACE : EDGE, out);
}

/** The other corners of a leaf's piece, in the same way. */
function addCorners(
  walk: SurfaceWalk,
  pair: PairAtHand,
  walker: PlacedShape,
  other: PlacedShape,
  piece: number,
  side: number,
  out: RawContacts,
): void {
  const { point, facing } = walk;
  const { corners, edges, exact, columns } = walker.tree as ContactTree;
  const count = columns.pieces.length / PIECE_NUMBERS;
  for (let at = corners.start[piece]; at < corners.start[piece + 1]; at++) {
    const vertex = corners.vertices[at];
    placePoint(walker, exact.mesh.positions, 3 * vertex, point);
    edges.writeNormalOfVertex(vertex, facing);
    offer(walk, pair, walker, other, piece, side, 2 * (count + vertex), CORNER, out);
  }
}

/** Adds the sample in `point`, which looks along `facing` in the walker's frame. */
function offer(
  walk: SurfaceWalk,
  pair: PairAtHand,
  walker: PlacedShape,
  other: PlacedShape,
  piece: number,
  side: number,
  name: number,
  rank: number,
  out: RawContacts,
): void {
  const { point, found, facing } = walk;
  const { reach, envelope, room, motion } = pair;
  fieldAt(walk.probe, other, point, found);
  const gap = found[0] - found[4] - walk.bend;
  if (!(gap <= reach)) return;
  if (gap > envelope + room) {
    findClosing(motion, point, found, 1, -side);
    if (gap > envelope + motion.closing) {
      out.passedBy = 1;
      return;
    }
  }
  const i = out.add();
  for (let j = 0; j < 3; j++) {
    out.point[3 * i + j] = point[j];
    out.facing[3 * i + j] = facing[j];
  }
  turnOut(walker, out.facing, 3 * i);
  for (let j = 0; j < 4; j++) out.field[4 * i + j] = found[j];
  out.radius[i] = 0;
  out.side[i] = side;
  out.feature[i] = name + (side > 0 ? 0 : 1);
  out.rank[i] = rank;
  out.piece[i] = piece;
}
