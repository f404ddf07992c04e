// The descent of contact trees (contact trees paper): the surface of one tree, sphere by sphere from the root down, against the field of
// the other shape. Where that is a tree as well both are descended at the same time: every sphere knows the smallest cell of the other tree that
// holds all of it, and its children begin there. The other tree's cell is interpolated at the sphere's middle on the way down, and as soon as that
// is further away than the sphere reaches, by more than the cell's stored error, the sphere and all below it are done with.
//
// Nodes are taken level by level, the largest errors first. When the budget of nodes is used up, or a cell errs by no more than was asked for,
// its own sample stands for everything below it: the contacts get coarser, not fewer.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import {
  CORNER_OFFSET,
  GROUP_VALUES,
  interpolate,
  MEASURE,
  OCTANTS,
  PIECE,
  PIECE_SIZE,
} from '../../distance-field/tree-layout.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import type { ContactBudget } from '../narrow-phase/contact-budget.js';
import { closingAt } from '../narrow-phase/foresee-contacts.js';
import { fieldAt, placePoint, turnOut } from './placed-field.js';
import type { RawContacts } from './raw-contacts.js';

// V8 folds constants of the same module but not imported ones.
const [EIGHT, VALUES, PIECE_NUMBERS] = [OCTANTS, GROUP_VALUES, PIECE_SIZE];
const OFFSET = CORNER_OFFSET;

/** How much nearer than its sample a bent piece may be, as a multiple of its cell's error [1]. */
const OWN_ERRORS = 2;
/** The node that stands for the root cell. */
const ROOT = -1;

/** Nodes to come: the walker's node, and the cell of the other tree that holds all of its sphere. */
let queue = new Int32Array(2 * 1024);
/** That cell's lower corner and side in the other tree's frame [m]. */
let cells = new Float64Array(4 * 1024);

/** Rotation and translation from the walker's frame to the other tree's [1], [m]. */
const passage = new Float64Array(12);
/** A sphere in the other tree's frame: middle and radius [m]. */
const sphere = new Float64Array(4);
/** A cell on the way down: lower corner and side [m]; then the smallest one that held the whole sphere. */
const cell = new Float64Array(4);
const holding = new Float64Array(4);
const point = new Float64Array(3);
const found = new Float64Array(5);

/**
 * Adds the samples of the walker's surface that are no further from the other shape than `reach`, and than `envelope` unless they come closer
 * [m]. `side` is 1 for A's surface.
 */
export function walkSurface(
  walker: PlacedShape,
  other: PlacedShape,
  side: number,
  reach: number,
  envelope: number,
  budget: Readonly<ContactBudget>,
  out: RawContacts,
): void {
  const tree = walker.tree as ContactTree;
  const { links, errors, pieceOfGroup } = tree.columns;
  setPassage(walker, other);
  let first = 0;
  let last = enqueue(0, ROOT, ROOT);
  let visited = 0;
  while (first < last) {
    const at = first++;
    const node = queue[2 * at];
    const link = node === ROOT ? 0 : links[node];
    const isBranch = node === ROOT || link > 0;
    const piece = isBranch ? pieceOfGroup[node === ROOT ? 0 : link] : -1 - link;
    const context = isWithinReach(walker, other, piece, at, reach);
    if (context === BEYOND) continue;
    visited++;
    if (!isBranch || visited > budget.nodes || (node !== ROOT && errors[node] <= budget.error)) {
      addSample(walker, other, piece, side, reach, envelope, node === ROOT ? 0 : OWN_ERRORS * errors[node], out);
      continue;
    }
    const group = node === ROOT ? 0 : link;
    for (let o = 0; o < EIGHT; o++) {
      const child = EIGHT * group + o;
      // leaves without surface have nothing to touch with
      if (links[child] === 0 || (links[child] > 0 && pieceOfGroup[links[child]] < 0)) continue;
      last = enqueue(last, child, context);
    }
  }
}

function enqueue(at: number, node: number, context: number): number {
  if (2 * at === queue.length) {
    const longer = new Int32Array(2 * queue.length);
    longer.set(queue);
    queue = longer;
    const more = new Float64Array(2 * cells.length);
    more.set(cells);
    cells = more;
  }
  queue[2 * at] = node;
  queue[2 * at + 1] = context;
  for (let k = 0; k < 4; k++) cells[4 * at + k] = holding[k];
  return at + 1;
}

function setPassage(walker: PlacedShape, other: PlacedShape): void {
  const p = walker.r;
  const q = other.r;
  const x = walker.x - other.x;
  const y = walker.y - other.y;
  const z = walker.z - other.z;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) passage[3 * i + j] = q[i] * p[j] + q[3 + i] * p[3 + j] + q[6 + i] * p[6 + j];
    passage[9 + i] = q[i] * x + q[3 + i] * y + q[6 + i] * z;
  }
  if (other.tree === null) return;
  const { measures } = other.tree.columns;
  for (let k = 0; k < 3; k++) holding[k] = measures[MEASURE.x + k];
  holding[3] = measures[MEASURE.side];
}

/** What isWithinReach() says of a sphere that is too far away; else the smallest cell of the other tree around it. */
const BEYOND = -2;

/** Looks at the sphere of a piece, and sets `holding` to the cell it returns. */
function isWithinReach(walker: PlacedShape, other: PlacedShape, piece: number, at: number, reach: number): number {
  const { pieces } = (walker.tree as ContactTree).columns;
  const k = PIECE_NUMBERS * piece;
  const radius = pieces[k + 3];
  if (other.tree === null) {
    placePoint(walker, pieces, k, point);
    fieldAt(other, point, found);
    return found[0] - radius > reach ? BEYOND : ROOT;
  }
  const x = pieces[k];
  const y = pieces[k + 1];
  const z = pieces[k + 2];
  sphere[0] = passage[0] * x + passage[1] * y + passage[2] * z + passage[9];
  sphere[1] = passage[3] * x + passage[4] * y + passage[5] * z + passage[10];
  sphere[2] = passage[6] * x + passage[7] * y + passage[8] * z + passage[11];
  sphere[3] = radius;
  return descendField(other.tree, queue[2 * at + 1], at, reach);
}

function descendField(tree: ContactTree, context: number, at: number, reach: number): number {
  const { values, errors, links, measures } = tree.columns;
  for (let k = 0; k < 4; k++) cell[k] = holding[k] = cells[4 * at + k];
  const limit = reach + sphere[3];
  if (context === ROOT) {
    // The solid is inside the root cell: what is so far from that is further from the solid.
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const low = measures[MEASURE.x + k] - sphere[k];
      const high = -low - measures[MEASURE.side];
      const away = low > high ? low : high;
      if (away > 0) square += away * away;
    }
    if (square > limit * limit) return BEYOND;
    if (square > 0) return ROOT;
  }
  let node = context;
  let held = context;
  for (;;) {
    const group = node === ROOT ? 0 : links[node];
    if (node !== ROOT) {
      const inverse = 1 / cell[3];
      const u = (sphere[0] - cell[0]) * inverse;
      const v = (sphere[1] - cell[1]) * inverse;
      const w = (sphere[2] - cell[2]) * inverse;
      const value = interpolate(values, VALUES * (node >> 3) + OFFSET[node & 7], u, v, w);
      if (value - errors[node] > limit) return BEYOND;
      if (group <= 0) break;
    }
    const half = cell[3] / 2;
    let octant = 0;
    let isHeld = held === node;
    for (let k = 0; k < 3; k++) {
      const middle = cell[k] + half;
      if (sphere[k] >= middle) {
        octant |= 1 << k;
        cell[k] = middle;
        if (sphere[k] - sphere[3] < middle) isHeld = false;
      } else if (sphere[k] + sphere[3] > middle) isHeld = false;
    }
    cell[3] = half;
    node = EIGHT * group + octant;
    if (!isHeld) continue;
    held = node;
    for (let k = 0; k < 4; k++) holding[k] = cell[k];
  }
  return held;
}

/**
 * The point at which a piece is sampled, if it may be within `envelope`, or within `reach` and comes closer [m]. The piece itself may be nearer by `bend`
 * [m].
 */
function addSample(
  walker: PlacedShape,
  other: PlacedShape,
  piece: number,
  side: number,
  reach: number,
  envelope: number,
  bend: number,
  out: RawContacts,
): void {
  const { pieces } = (walker.tree as ContactTree).columns;
  const k = PIECE_NUMBERS * piece;
  placePoint(walker, pieces, k + PIECE.sample, point);
  fieldAt(other, point, found);
  const least = found[0] - found[4] - bend;
  if (!(least <= reach)) return;
  if (least > envelope && least > envelope + closingAt(point, found, 1, -side)) {
    out.passedBy = 1;
    return;
  }
  const i = out.add();
  for (let j = 0; j < 3; j++) {
    out.point[3 * i + j] = point[j];
    out.facing[3 * i + j] = pieces[k + PIECE.plane + j];
  }
  turnOut(walker, out.facing, 3 * i);
  for (let j = 0; j < 4; j++) out.field[4 * i + j] = found[j];
  out.radius[i] = 0;
  out.side[i] = side;
  out.feature[i] = 2 * piece + (side > 0 ? 0 : 1);
  out.piece[i] = pieces[k + PIECE.slide] > 0 ? piece : -1;
}
