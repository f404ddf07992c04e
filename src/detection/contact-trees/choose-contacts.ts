// Contact sets fit for solvers: of many places where two shapes touch, the few that say the same. Places next to a deeper one of the same normal are
// left out; of those that share a normal, however many, the ones of the widest support stay; sharp features have normals of their own and keep theirs.
//
// Depth is told apart in steps of a share of the envelope, and within a step corners go before edges and these before faces, then names decide: what is as deep as something else must not take
// turns with it from step to step.

import { CIRCLE, CIRCLE_POINTS } from '../../math/circle.js';
import { MAX_RAW_CONTACTS, Manifold, Reduction, reduce } from '../contact-determination/manifold.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import type { PairAtHand } from '../narrow-phase/pair-at-hand.js';
import { DEPTH_STEP, isBetweenOthers } from './between-others.js';
import { LOOKS_AGAINST } from './polish.js';
import { CORNER, NO_PIECE, type RawContacts, SURFACE } from './raw-contacts.js';

/** Normals this close are one: cosine of the angle [1]. For places that lie next to each other, and for those of one support. */
const SAME_NORMAL_NEARBY = 0.9;
const SAME_SUPPORT = 0.96;
/** The same for corners of what is no mesh [1]. */
const SAME_WALL = 0.9995;
/** What is nearer than the plane of its neighbour by this share of the envelope stands on another wall [1]. */
const ABOVE_PLANE = 0.5;
/** reduce() tells depths apart by a thousandth of the envelope it is given: this makes that a step [1]. */
const TOLD_APART = 1e3 * DEPTH_STEP;
/** Most contacts of one support where there are several, and where there is only one. */
const OF_ONE_SUPPORT = 4;
const OF_ONLY_SUPPORT = 8;
/** So much further out must be what is higher [1]. */
const WIDTH_FOR_DEPTH = 4;
/** And what does not touch yet, where gaps are exact [1]: a body that turns by less than the inverse comes down on what is lower. */
const WIDTH_FOR_GAP = 40;
/** And so many spacings what says less by its rank [1]. */
const WIDTH_FOR_RANK = 0.5;
/** Steps of depth, more than there are. */
const BEHIND_ALL = 1e9;
/** Raw contacts that stay, as a multiple of the budget [1]. */
const MORE_THAN_BUDGET = 6;
/** Raw contacts are not made rarer than one in so many spacings [1]. */
const MOST_SPACINGS = 64;
/** Distances of Shell's sort, by Ciura. */
const STRIDES = Int32Array.of(701, 301, 132, 57, 23, 10, 4, 1);

/** Directions across a normal in which supports are measured: shares of two axes across it, all around [1]. */
const [DIRECTIONS, ACROSS] = [CIRCLE_POINTS, CIRCLE];

/** What choosing contacts works on. Arrays by row grow with the longest list there was. */
export class ContactChoice {
  readonly reduction = new Reduction();
  /** Rows, deepest first; by row: its depth in steps, its rank, its name, the support it is part of, whether it stays, whether it is furthest out. */
  order = new Int32Array(256);
  depths = new Float64Array(256);
  ranks = new Int32Array(256);
  names = new Int32Array(256);
  supports = new Int32Array(256);
  isKept = new Uint8Array(256);
  isOutermost = new Uint8Array(256);
  rest = new Int32Array(256);
  readonly manifold = new Manifold();
  /** Two directions across a normal [1]. */
  readonly axes = new Float64Array(6);
  /** Places of up to three contacts across it, from a fourth [m]. */
  readonly flat = new Float64Array(6);
  /** Of the support at hand: the furthest row in each direction, and how far that is [m]. */
  readonly furthest = new Int32Array(DIRECTIONS);
  readonly distances = new Float64Array(DIRECTIONS);
  /** How far apart raw contacts must be to stay both, but for those furthest out [m]. */
  wide = 0;
}

/** Room for `count` rows, none of which stays so far. */
function reserve(choice: ContactChoice, count: number): void {
  if (count > choice.order.length) {
    choice.order = new Int32Array(2 * count);
    choice.depths = new Float64Array(2 * count);
    choice.ranks = new Int32Array(2 * count);
    choice.names = new Int32Array(2 * count);
    choice.supports = new Int32Array(2 * count);
    choice.isKept = new Uint8Array(2 * count);
    choice.isOutermost = new Uint8Array(2 * count);
    choice.rest = new Int32Array(2 * count);
  }
  const { order, isKept } = choice;
  for (let row = 0; row < count; row++) {
    order[row] = row;
    isKept[row] = 0;
  }
}

function sortByDepth(choice: ContactChoice, count: number): void {
  const { order } = choice;
  for (let s = 0; s < STRIDES.length; s++) {
    const stride = STRIDES[s];
    for (let i = stride; i < count; i++) {
      const row = order[i];
      let at = i;
      while (at >= stride && isBehind(choice, order[at - stride], row)) {
        order[at] = order[at - stride];
        at -= stride;
      }
      order[at] = row;
    }
  }
}

function isBehind(choice: ContactChoice, i: number, j: number): boolean {
  const { depths, ranks, names } = choice;
  if (depths[i] !== depths[j]) return depths[i] > depths[j];
  return ranks[i] !== ranks[j] ? ranks[i] > ranks[j] : names[i] > names[j];
}

/**
 * Numbers the supports of the first `count` rows in the order: each row joins the first support whose first row has its normal, normals[stride row +
 * offset ..] times sides[row]. Returns how many there are.
 */
function findSupports(
  choice: ContactChoice,
  normals: Float64Array,
  stride: number,
  offset: number,
  sides: Int32Array | null,
  count: number,
): number {
  const { order, supports } = choice;
  let supportCount = 0;
  for (let at = 0; at < count; at++) {
    const row = order[at];
    const i = stride * row + offset;
    supports[row] = -1;
    for (let before = 0, next = 0; before < at && supports[row] < 0; before++) {
      const seed = order[before];
      if (supports[seed] !== next) continue;
      next++;
      const j = stride * seed + offset;
      const sign = sides === null ? 1 : sides[row] * sides[seed];
      const cosine = sign * (normals[i] * normals[j] + normals[i + 1] * normals[j + 1] + normals[i + 2] * normals[j + 2]);
      if (cosine > SAME_SUPPORT) supports[row] = supports[seed];
    }
    if (supports[row] < 0) supports[row] = supportCount++;
  }
  return supportCount;
}

/** Marks the rows that are furthest out in every support, and no higher for it, and its first one where that is deeper: the rest says little more. */
function markOutermost(
  choice: ContactChoice,
  points: Float64Array,
  normals: Float64Array,
  stride: number,
  offset: number,
  count: number,
  supportCount: number,
  { spacing, envelope }: PairAtHand,
  widthForGap: number,
): void {
  const { isOutermost, order, furthest, supports, axes, depths, ranks, distances } = choice;
  const ofDepth = WIDTH_FOR_DEPTH * DEPTH_STEP * envelope;
  const ofGap = widthForGap * DEPTH_STEP * envelope;
  for (let at = 0; at < count; at++) isOutermost[order[at]] = 0;
  for (let support = 0; support < supportCount; support++) {
    furthest.fill(-1);
    let deepest = -1;
    for (let at = 0; at < count; at++) {
      const row = order[at];
      if (supports[row] !== support) continue;
      const isFirst = furthest[0] < 0;
      if (isFirst) {
        setAxes(choice, normals, stride * row + offset);
        deepest = row;
      }
      const x = points[3 * row];
      const y = points[3 * row + 1];
      const z = points[3 * row + 2];
      const u = axes[0] * x + axes[1] * y + axes[2] * z;
      const v = axes[3] * x + axes[4] * y + axes[5] * z;
      const price = (depths[row] > 0 ? ofGap : ofDepth) * depths[row] + WIDTH_FOR_RANK * spacing * ranks[row];
      for (let d = 0; d < DIRECTIONS; d++) {
        const far = ACROSS[2 * d] * u + ACROSS[2 * d + 1] * v - price;
        if (!isFirst && !(far > distances[d])) continue;
        distances[d] = far;
        furthest[d] = row;
      }
    }
    let isDeeper = true;
    for (let d = 0; d < DIRECTIONS; d++) {
      isOutermost[furthest[d]] = 1;
      if (depths[furthest[d]] <= depths[deepest]) isDeeper = false;
    }
    if (isDeeper) isOutermost[deepest] = 1;
  }
}

/** Sets `axes` to two directions across the normal at normals[i ..]: it crossed with the axis it is least along, and once more. */
function setAxes(choice: ContactChoice, normals: Float64Array, i: number): void {
  const { axes } = choice;
  const nx = normals[i];
  const ny = normals[i + 1];
  const nz = normals[i + 2];
  const isX = Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz);
  const isY = !isX && Math.abs(ny) <= Math.abs(nz);
  const ex = isX ? 0 : isY ? -nz : ny;
  const ey = isX ? nz : isY ? 0 : -nx;
  const ez = isX ? -ny : isY ? nx : 0;
  const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
  axes[0] = ex * inverse;
  axes[1] = ey * inverse;
  axes[2] = ez * inverse;
  axes[3] = ny * axes[2] - nz * axes[1];
  axes[4] = nz * axes[0] - nx * axes[2];
  axes[5] = nx * axes[1] - ny * axes[0];
}

/** Puts the outermost of the first `count` rows before the others; both parts keep their order. */
function putOutermostFirst(choice: ContactChoice, count: number): void {
  const { isOutermost, order, rest } = choice;
  let kept = 0;
  for (let at = 0; at < count; at++) {
    if (isOutermost[order[at]] === 1) order[kept++] = order[at];
    else rest[at - kept] = order[at];
  }
  for (let at = kept; at < count; at++) order[at] = rest[at - kept];
}

/**
 * Leaves out raw contacts closer to a deeper one than the pair's spacing, if their normals agree; when far more than its budget are left, closer than
 * twice that, and so on. What is furthest out in some direction goes before what is deeper: it is what a body stands on.
 */
export function thinOut(choice: ContactChoice, raw: RawContacts, pair: PairAtHand): void {
  const { spacing, envelope, budget } = pair;
  const { count } = raw;
  const most = MORE_THAN_BUDGET * budget.contacts;
  reserve(choice, count);
  const { depths, ranks, names, order, rest, isKept } = choice;
  for (let row = 0; row < count; row++) {
    depths[row] = Math.round((raw.field[4 * row] - raw.radius[row]) / (DEPTH_STEP * envelope));
    if (raw.rank[row] === SURFACE && looksAway(raw, row)) depths[row] += BEHIND_ALL;
    ranks[row] = raw.rank[row];
    names[row] = raw.feature[row];
  }
  sortByDepth(choice, count);
  const supportCount = findSupports(choice, raw.field, 4, 1, raw.side, count);
  markOutermost(choice, raw.point, raw.field, 4, 1, count, supportCount, pair, WIDTH_FOR_DEPTH);
  putOutermostFirst(choice, count);
  for (let wide = spacing; ; wide *= 2) {
    choice.wide = wide;
    // A spacing at which too many stay is given up as soon as that shows: to compare all with all would be most of the time.
    const limit = wide > MOST_SPACINGS * spacing ? count : most;
    let kept = 0;
    for (let at = 0; at < count && kept <= limit; at++) {
      const row = order[at];
      if (!isNextToRaw(choice, raw, row, kept, pair)) rest[kept++] = row;
    }
    if (kept > limit) continue;
    for (let at = 0; at < kept; at++) isKept[rest[at]] = 1;
    break;
  }
  raw.count = 0;
  for (let row = 0; row < count; row++) if (isKept[row] === 1) raw.move(row, raw.count++);
}

/**
 * Whether a smooth piece does not look against what it is near: polish.ts will find the two closest elsewhere, and a neighbour must not have gone for
 * its sake.
 */
function looksAway({ facing, field }: RawContacts, row: number): boolean {
  const f = 3 * row;
  const g = 4 * row + 1;
  return facing[f] * field[g] + facing[f + 1] * field[g + 1] + facing[f + 2] * field[g + 2] > -LOOKS_AGAINST;
}

/** Whether a raw contact is next to one of the first `kept` that stay. */
function isNextToRaw(
  choice: ContactChoice,
  { point, field, rank, piece }: RawContacts,
  i: number,
  kept: number,
  pair: PairAtHand,
): boolean {
  const { rest, isOutermost, wide } = choice;
  const spacing = isOutermost[i] === 1 ? pair.spacing : wide;
  const isOwnCorner = rank[i] === CORNER && piece[i] === NO_PIECE;
  for (let at = 0; at < kept; at++) {
    const j = rest[at];
    // Corners of what is no mesh are few, and each may stand on a wall of its own. They do not go for the sake of anything else.
    if (isOwnCorner && (rank[j] !== CORNER || piece[j] !== NO_PIECE)) continue;
    const same = isOwnCorner ? SAME_WALL : SAME_NORMAL_NEARBY;
    const x = point[3 * i] - point[3 * j];
    const y = point[3 * i + 1] - point[3 * j + 1];
    const z = point[3 * i + 2] - point[3 * j + 2];
    if (x * x + y * y + z * z >= spacing * spacing) continue;
    const p = 4 * i;
    const q = 4 * j;
    const cosine = field[p + 1] * field[q + 1] + field[p + 2] * field[q + 2] + field[p + 3] * field[q + 3];
    // The other body's samples of the same place see it from the other side.
    if (Math.abs(cosine) > same) return true;
  }
  return false;
}

/** Leaves of the contacts of a pair, from row `first` on, at most as many as its budget says. */
export function chooseContacts(choice: ContactChoice, list: ContactList, first: number, pair: PairAtHand): void {
  const { envelope } = pair;
  const most = pair.budget.contacts;
  const count = list.count - first;
  if (count <= 1) return;
  reserve(choice, list.count);
  const { order, depths, ranks, names, isKept } = choice;
  for (let i = 0; i < count; i++) {
    const row = first + i;
    order[i] = row;
    depths[row] = Math.round(list.gap[row] / (DEPTH_STEP * envelope));
    ranks[row] = list.rank[row];
    names[row] = list.feature[row];
  }
  sortByDepth(choice, count);
  const supportCount = findSupports(choice, list.normal, 3, 0, null, count);
  markOutermost(choice, list.pointA, list.normal, 3, 0, count, supportCount, pair, WIDTH_FOR_GAP);
  putOutermostFirst(choice, count);
  const left = dropNeighbours(choice, list, count, pair);
  let each = supportCount === 1 ? OF_ONLY_SUPPORT : OF_ONE_SUPPORT;
  // A support that comes near must not take room from others unless there is none: all have less only where the budget is spent.
  while (keepOfEach(choice, list, left, supportCount, each, most, pair) > most && each > 1) each--;
  list.count = first;
  for (let row = first; row < first + count; row++) if (isKept[row] === 1) list.move(row, list.count++);
}

/** Marks the contacts of all supports that are to stay, at most `each` of one, and returns their number; of single ones the first `most`. */
function keepOfEach(
  choice: ContactChoice,
  list: ContactList,
  count: number,
  supportCount: number,
  each: number,
  most: number,
  pair: PairAtHand,
): number {
  const { isKept, order } = choice;
  for (let at = 0; at < count; at++) isKept[order[at]] = 0;
  let kept = 0;
  for (let s = 0; s < supportCount && (each > 1 || kept < most); s++) kept += keepWidest(choice, list, count, s, each, pair);
  return kept;
}

/**
 * Brings the rows that are next to none before them to the front of the order, and returns their number. What rises before the plane of its neighbour is
 * another wall, though its normal may be nearly the same, and stays.
 */
function dropNeighbours(choice: ContactChoice, list: ContactList, count: number, { spacing, envelope }: PairAtHand): number {
  const { order } = choice;
  const { pointA, normal, sample } = list;
  let left = 0;
  for (let at = 0; at < count; at++) {
    const i = 3 * order[at];
    let isNext = false;
    for (let before = 0; before < left && !isNext; before++) {
      // Sides that one sample has met are different ones.
      if (sample[order[before]] === sample[order[at]]) continue;
      const j = 3 * order[before];
      const x = pointA[i] - pointA[j];
      const y = pointA[i + 1] - pointA[j + 1];
      const z = pointA[i + 2] - pointA[j + 2];
      const cosine = normal[i] * normal[j] + normal[i + 1] * normal[j + 1] + normal[i + 2] * normal[j + 2];
      isNext = x * x + y * y + z * z < spacing * spacing && cosine > SAME_NORMAL_NEARBY;
      if (isNext) isNext = list.gap[order[at]] > heightOver(list, order[before], order[at]) - ABOVE_PLANE * envelope;
    }
    if (!isNext) order[left++] = order[at];
  }
  return left;
}

/** How far the place of contact i is from the plane that contact j stands for [m]. */
function heightOver({ pointA, pointB, normal, side }: ContactList, j: number, i: number): number {
  const place = side[j] > 0 ? pointA : pointB;
  const plane = side[j] > 0 ? pointB : pointA;
  let height = 0;
  for (let k = 0; k < 3; k++) height += side[j] * normal[3 * j + k] * (plane[3 * j + k] - place[3 * i + k]);
  return height;
}

/** Marks the contacts of a support that are to stay, at most `most`, and returns their number. */
function keepWidest(
  choice: ContactChoice,
  { pointA, normal, gap }: ContactList,
  count: number,
  support: number,
  most: number,
  pair: PairAtHand,
): number {
  const { manifold, order, supports, isOutermost, isKept } = choice;
  manifold.count = 0;
  for (let at = 0; at < count && manifold.count < MAX_RAW_CONTACTS; at++) {
    const row = order[at];
    if (supports[row] !== support || isOutermost[row] === 0) continue;
    const i = manifold.count++;
    if (i === 0) {
      manifold.nx = normal[3 * row];
      manifold.ny = normal[3 * row + 1];
      manifold.nz = normal[3 * row + 2];
      setAxes(choice, normal, 3 * row);
    }
    for (let j = 0; j < 3; j++) manifold.pointA[3 * i + j] = pointA[3 * row + j];
    manifold.gap[i] = gap[row];
    manifold.feature[i] = row;
  }
  choice.reduction.envelope = TOLD_APART * pair.envelope;
  reduce(choice.reduction, manifold, most);
  let kept = 0;
  for (let i = manifold.count - 1; i >= 0; i--) isKept[manifold.feature[i]] = 1;
  for (let i = manifold.count - 1; i >= 0; i--) if (isBetweenOthers(choice, i, pair)) isKept[manifold.feature[i]] = 0;
  for (let i = 0; i < manifold.count; i++) kept += isKept[manifold.feature[i]];
  return kept;
}
