// Contact sets fit for solvers: of many places where two shapes touch, the few that say the same. Places next to a deeper one of the same normal are
// left out; of those that share a normal, however many, the ones of the widest support stay; sharp features have normals of their own and keep theirs.
//
// Depth is told apart in steps of a share of the envelope, and within a step corners go before edges and these before faces, then names decide: what is as deep as something else must not take
// turns with it from step to step.

import { CIRCLE, CIRCLE_POINTS } from '../../math/circle.js';
import { MAX_RAW_CONTACTS, Manifold } from '../contact-determination/manifold.js';
import { reduce } from '../contact-determination/reduce.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import { LOOKS_AGAINST } from './polish.js';
import { CORNER, NO_PIECE, type RawContacts, SURFACE } from './raw-contacts.js';

/** Depths are told apart in steps of this share of the envelope [1]; what touches to rounding is in the middle of one. */
const DEPTH_STEP = 0.05;
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
/** A contact no further beside two others than this share of the spacing is between them [1]. */
const BESIDE = 0.1;
/** Steps of depth, more than there are. */
const BEHIND_ALL = 1e9;
/** Raw contacts are not made rarer than one in so many spacings [1]. */
const MOST_SPACINGS = 64;
/** Distances of Shell's sort, by Ciura. */
const STRIDES = Int32Array.of(701, 301, 132, 57, 23, 10, 4, 1);

/** Rows, deepest first; by row: its depth in steps, its rank, its name, the support it is part of, whether it stays, whether it is furthest out. */
let order = new Int32Array(256);
let depths = new Float64Array(256);
let ranks = new Int32Array(256);
let names = new Int32Array(256);
let supports = new Int32Array(256);
let isKept = new Uint8Array(256);
let isOutermost = new Uint8Array(256);
let rest = new Int32Array(256);
const manifold = new Manifold();

/** Room for `count` rows, none of which stays so far. */
function reserve(count: number): void {
  if (count > order.length) {
    order = new Int32Array(2 * count);
    depths = new Float64Array(2 * count);
    ranks = new Int32Array(2 * count);
    names = new Int32Array(2 * count);
    supports = new Int32Array(2 * count);
    isKept = new Uint8Array(2 * count);
    isOutermost = new Uint8Array(2 * count);
    rest = new Int32Array(2 * count);
  }
  for (let row = 0; row < count; row++) {
    order[row] = row;
    isKept[row] = 0;
  }
}

function sortByDepth(count: number): void {
  for (let s = 0; s < STRIDES.length; s++) {
    const stride = STRIDES[s];
    for (let i = stride; i < count; i++) {
      const row = order[i];
      let at = i;
      while (at >= stride && isBehind(order[at - stride], row)) {
        order[at] = order[at - stride];
        at -= stride;
      }
      order[at] = row;
    }
  }
}

function isBehind(i: number, j: number): boolean {
  if (depths[i] !== depths[j]) return depths[i] > depths[j];
  return ranks[i] !== ranks[j] ? ranks[i] > ranks[j] : names[i] > names[j];
}

/** Directions across a normal in which supports are measured: shares of two axes across it, all around [1]. */
const [DIRECTIONS, ACROSS] = [CIRCLE_POINTS, CIRCLE];
/** Two directions across a normal [1]. */
const axes = new Float64Array(6);
/** Places of up to three contacts across it, from a fourth [m]. */
const flat = new Float64Array(6);
/** Of the support at hand: the furthest row in each direction, and how far that is [m]. */
const furthest = new Int32Array(DIRECTIONS);
const distances = new Float64Array(DIRECTIONS);

/**
 * Numbers the supports of the first `count` rows in the order: each row joins the first support whose first row has its normal, normals[stride row +
 * offset ..] times sides[row]. Returns how many there are.
 */
function findSupports(normals: Float64Array, stride: number, offset: number, sides: Int32Array | null, count: number): number {
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
  points: Float64Array,
  normals: Float64Array,
  stride: number,
  offset: number,
  count: number,
  supportCount: number,
  spacing: number,
  envelope: number,
  widthForGap: number,
): void {
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
        setAxes(normals, stride * row + offset);
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
function setAxes(normals: Float64Array, i: number): void {
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
function putOutermostFirst(count: number): void {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    if (isOutermost[order[at]] === 1) order[kept++] = order[at];
    else rest[at - kept] = order[at];
  }
  for (let at = kept; at < count; at++) order[at] = rest[at - kept];
}

/**
 * Leaves out raw contacts closer to a deeper one than `spacing` [m], if their normals agree; when more than `most` are left, closer than twice that,
 * and so on. What is furthest out in some direction goes before what is deeper: it is what a body stands on.
 */
export function thinOut(raw: RawContacts, spacing: number, envelope: number, most: number): void {
  const { count } = raw;
  reserve(count);
  for (let row = 0; row < count; row++) {
    depths[row] = Math.round((raw.field[4 * row] - raw.radius[row]) / (DEPTH_STEP * envelope));
    if (raw.rank[row] === SURFACE && looksAway(raw, row)) depths[row] += BEHIND_ALL;
    ranks[row] = raw.rank[row];
    names[row] = raw.feature[row];
  }
  sortByDepth(count);
  const supportCount = findSupports(raw.field, 4, 1, raw.side, count);
  markOutermost(raw.point, raw.field, 4, 1, count, supportCount, spacing, envelope, WIDTH_FOR_DEPTH);
  putOutermostFirst(count);
  for (let wide = spacing; ; wide *= 2) {
    // A spacing at which too many stay is given up as soon as that shows: to compare all with all would be most of the time.
    const limit = wide > MOST_SPACINGS * spacing ? count : most;
    let kept = 0;
    for (let at = 0; at < count && kept <= limit; at++) {
      const row = order[at];
      if (!isNextToRaw(raw, row, kept, isOutermost[row] === 1 ? spacing : wide)) rest[kept++] = row;
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
function isNextToRaw({ point, field, rank, piece }: RawContacts, i: number, kept: number, spacing: number): boolean {
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

/** Leaves at most `most` of the contacts from row `first` on; `spacing` is what lies next to each other, `envelope` what touches [m]. */
export function chooseContacts(list: ContactList, first: number, most: number, spacing: number, envelope: number): void {
  const count = list.count - first;
  if (count <= 1) return;
  reserve(list.count);
  for (let i = 0; i < count; i++) {
    const row = first + i;
    order[i] = row;
    depths[row] = Math.round(list.gap[row] / (DEPTH_STEP * envelope));
    ranks[row] = list.rank[row];
    names[row] = list.feature[row];
  }
  sortByDepth(count);
  const supportCount = findSupports(list.normal, 3, 0, null, count);
  markOutermost(list.pointA, list.normal, 3, 0, count, supportCount, spacing, envelope, WIDTH_FOR_GAP);
  putOutermostFirst(count);
  const left = dropNeighbours(list, count, spacing, envelope);
  let each = supportCount === 1 ? OF_ONLY_SUPPORT : OF_ONE_SUPPORT;
  // A support that comes near must not take room from others unless there is none: all have less only where the budget is spent.
  while (keepOfEach(list, left, supportCount, each, most, spacing, envelope) > most && each > 1) each--;
  list.count = first;
  for (let row = first; row < first + count; row++) if (isKept[row] === 1) list.move(row, list.count++);
}

/** Marks the contacts of all supports that are to stay, at most `each` of one, and returns their number; of single ones the first `most`. */
function keepOfEach(
  list: ContactList,
  count: number,
  supportCount: number,
  each: number,
  most: number,
  spacing: number,
  envelope: number,
): number {
  for (let at = 0; at < count; at++) isKept[order[at]] = 0;
  let kept = 0;
  for (let s = 0; s < supportCount && (each > 1 || kept < most); s++) kept += keepWidest(list, count, s, each, spacing, envelope);
  return kept;
}

/**
 * Brings the rows that are next to none before them to the front of the order, and returns their number. What rises before the plane of its neighbour is
 * another wall, though its normal may be nearly the same, and stays.
 */
function dropNeighbours(list: ContactList, count: number, spacing: number, envelope: number): number {
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
  { pointA, normal, gap }: ContactList,
  count: number,
  support: number,
  most: number,
  spacing: number,
  envelope: number,
): number {
  manifold.count = 0;
  for (let at = 0; at < count && manifold.count < MAX_RAW_CONTACTS; at++) {
    const row = order[at];
    if (supports[row] !== support || isOutermost[row] === 0) continue;
    const i = manifold.count++;
    if (i === 0) {
      manifold.nx = normal[3 * row];
      manifold.ny = normal[3 * row + 1];
      manifold.nz = normal[3 * row + 2];
      setAxes(normal, 3 * row);
    }
    for (let j = 0; j < 3; j++) manifold.pointA[3 * i + j] = pointA[3 * row + j];
    manifold.gap[i] = gap[row];
    manifold.feature[i] = row;
  }
  reduce(manifold, most, TOLD_APART * envelope);
  let kept = 0;
  for (let i = manifold.count - 1; i >= 0; i--) isKept[manifold.feature[i]] = 1;
  for (let i = manifold.count - 1; i >= 0; i--) if (isBetweenOthers(i, envelope, spacing)) isKept[manifold.feature[i]] = 0;
  for (let i = 0; i < manifold.count; i++) kept += isKept[manifold.feature[i]];
  return kept;
}

/**
 * Whether the others of the manifold that stay already hold what contact i does: it lies between two of them, or within three, and is no deeper than
 * they are there.
 */
function isBetweenOthers(i: number, envelope: number, spacing: number): boolean {
  for (let j = 0; j < manifold.count; j++) {
    if (!isOther(i, j)) continue;
    for (let k = 0; k < j; k++) {
      if (!isOther(i, k)) continue;
      if (isOnSegment(i, j, k, envelope, spacing)) return true;
      for (let l = 0; l < k; l++) if (isOther(i, l) && isInTriangle(i, j, k, l, envelope)) return true;
    }
  }
  return false;
}

function isOther(i: number, j: number): boolean {
  return j !== i && isKept[manifold.feature[j]] === 1;
}

/** Coordinates of contact j from contact i in the plane across the support's normal, to flat[at ..] [m]. */
function flatten(i: number, j: number, at: number): void {
  const p = manifold.pointA;
  const x = p[3 * j] - p[3 * i];
  const y = p[3 * j + 1] - p[3 * i + 1];
  const z = p[3 * j + 2] - p[3 * i + 2];
  flat[at] = axes[0] * x + axes[1] * y + axes[2] * z;
  flat[at + 1] = axes[3] * x + axes[4] * y + axes[5] * z;
}

function isOnSegment(i: number, j: number, k: number, envelope: number, spacing: number): boolean {
  flatten(i, j, 0);
  flatten(i, k, 2);
  const u = flat[2] - flat[0];
  const v = flat[3] - flat[1];
  const square = u * u + v * v;
  if (!(square > 0)) return false;
  const share = -(flat[0] * u + flat[1] * v) / square;
  if (!(share > 0 && share < 1)) return false;
  const off = (flat[0] * v - flat[1] * u) / Math.sqrt(square);
  const { gap } = manifold;
  return Math.abs(off) < BESIDE * spacing && gap[i] > gap[j] + share * (gap[k] - gap[j]) - DEPTH_STEP * envelope;
}

function isInTriangle(i: number, j: number, k: number, l: number, envelope: number): boolean {
  flatten(i, j, 0);
  flatten(i, k, 2);
  flatten(i, l, 4);
  const ofL = flat[0] * flat[3] - flat[1] * flat[2];
  const ofJ = flat[2] * flat[5] - flat[3] * flat[4];
  const ofK = flat[4] * flat[1] - flat[5] * flat[0];
  const isWithin = (ofJ > 0 && ofK > 0 && ofL > 0) || (ofJ < 0 && ofK < 0 && ofL < 0);
  const { gap } = manifold;
  return isWithin && gap[i] > (ofJ * gap[j] + ofK * gap[k] + ofL * gap[l]) / (ofJ + ofK + ofL) - DEPTH_STEP * envelope;
}
