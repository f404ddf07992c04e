// Contact sets fit for solvers: of many places where two shapes touch, the few that say the same. Places next to a deeper one of the same normal are
// left out; of those that share a normal, however many, the ones of the widest support stay; sharp features have normals of their own and keep theirs.
//
// Depth is told apart in steps of a share of the envelope, and within a step names decide: what is as deep as something else must not take
// turns with it from step to step.

import { MAX_RAW_CONTACTS, Manifold } from '../contact-determination/manifold.js';
import { reduce } from '../contact-determination/reduce.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import type { RawContacts } from './raw-contacts.js';

/** Depths are told apart in steps of this share of the envelope [1]. */
const DEPTH_STEP = 0.25;
/** Normals this close are one: cosine of the angle [1]. For places that lie next to each other, and for those of one support. */
const SAME_NORMAL_NEARBY = 0.9;
const SAME_SUPPORT = 0.96;
/** Most contacts of one support where there are several, and where there is only one. */
const OF_ONE_SUPPORT = 4;
const OF_ONLY_SUPPORT = 8;
/** Distances of Shell's sort, by Ciura. */
const STRIDES = Int32Array.of(701, 301, 132, 57, 23, 10, 4, 1);

/** Rows, deepest first; by row: its depth in steps, its name, the support it is part of, and whether it stays. */
let order = new Int32Array(256);
let depths = new Float64Array(256);
let names = new Int32Array(256);
let supports = new Int32Array(256);
let isKept = new Uint8Array(256);
const manifold = new Manifold();

/** Room for `count` rows, none of which stays so far. */
function reserve(count: number): void {
  if (count > order.length) {
    order = new Int32Array(2 * count);
    depths = new Float64Array(2 * count);
    names = new Int32Array(2 * count);
    supports = new Int32Array(2 * count);
    isKept = new Uint8Array(2 * count);
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
  return depths[i] > depths[j] || (depths[i] === depths[j] && names[i] > names[j]);
}

/**
 * Leaves out raw contacts closer to a deeper one than `spacing` [m], if their normals agree; when more than `most` are left, closer than twice that,
 * and so on.
 */
export function thinOut(raw: RawContacts, spacing: number, envelope: number, most: number): void {
  const { count } = raw;
  reserve(count);
  for (let row = 0; row < count; row++) {
    depths[row] = Math.floor((raw.field[4 * row] - raw.radius[row]) / (DEPTH_STEP * envelope));
    names[row] = raw.feature[row];
  }
  sortByDepth(count);
  let left = count;
  for (let wide = spacing; ; wide *= 2) {
    let kept = 0;
    for (let at = 0; at < left; at++) {
      if (!isNextToRaw(raw, order[at], kept, wide)) order[kept++] = order[at];
    }
    left = kept;
    if (left <= most) break;
  }
  for (let at = 0; at < left; at++) isKept[order[at]] = 1;
  raw.count = 0;
  for (let row = 0; row < count; row++) if (isKept[row] === 1) raw.move(row, raw.count++);
}

/** Whether a raw contact is next to one of the first `kept` in the order. */
function isNextToRaw({ point, field }: RawContacts, i: number, kept: number, spacing: number): boolean {
  for (let at = 0; at < kept; at++) {
    const j = order[at];
    const x = point[3 * i] - point[3 * j];
    const y = point[3 * i + 1] - point[3 * j + 1];
    const z = point[3 * i + 2] - point[3 * j + 2];
    if (x * x + y * y + z * z >= spacing * spacing) continue;
    const p = 4 * i;
    const q = 4 * j;
    const cosine = field[p + 1] * field[q + 1] + field[p + 2] * field[q + 2] + field[p + 3] * field[q + 3];
    // The other body's samples of the same place see it from the other side.
    if (Math.abs(cosine) > SAME_NORMAL_NEARBY) return true;
  }
  return false;
}

/** Leaves at most `most` of the contacts from row `first` on; `spacing` is what lies next to each other, `envelope` what touches [m]. */
export function chooseContacts(list: ContactList, first: number, most: number, spacing: number, envelope: number): void {
  const count = list.count - first;
  if (count <= 1) return;
  reserve(count);
  for (let row = 0; row < count; row++) {
    depths[row] = Math.floor(list.gap[first + row] / (DEPTH_STEP * envelope));
    names[row] = list.feature[first + row];
  }
  sortByDepth(count);
  const left = dropNeighbours(list, first, count, spacing);
  const supportCount = findSupports(list, first, left);
  const each = supportCount === 1 ? OF_ONLY_SUPPORT : Math.min(OF_ONE_SUPPORT, Math.max(1, Math.floor(most / supportCount)));
  let room = most;
  for (let s = 0; s < supportCount && room > 0; s++) room -= keepWidest(list, first, left, s, Math.min(each, room), envelope);
  list.count = first;
  for (let row = 0; row < count; row++) if (isKept[row] === 1) list.move(first + row, list.count++);
}

/** Brings the rows that are next to no deeper one to the front of the order, and returns their number. */
function dropNeighbours({ pointA, normal }: ContactList, first: number, count: number, spacing: number): number {
  let left = 0;
  for (let at = 0; at < count; at++) {
    const i = 3 * (first + order[at]);
    let isNext = false;
    for (let before = 0; before < left && !isNext; before++) {
      const j = 3 * (first + order[before]);
      const x = pointA[i] - pointA[j];
      const y = pointA[i + 1] - pointA[j + 1];
      const z = pointA[i + 2] - pointA[j + 2];
      const cosine = normal[i] * normal[j] + normal[i + 1] * normal[j + 1] + normal[i + 2] * normal[j + 2];
      isNext = x * x + y * y + z * z < spacing * spacing && cosine > SAME_NORMAL_NEARBY;
    }
    if (!isNext) order[left++] = order[at];
  }
  return left;
}

/** Numbers the supports: each contact joins the first one whose deepest contact has its normal. Returns how many there are. */
function findSupports({ normal }: ContactList, first: number, count: number): number {
  let supportCount = 0;
  for (let at = 0; at < count; at++) {
    const row = order[at];
    const i = 3 * (first + row);
    supports[row] = -1;
    // The deepest contact of a support is the first in the order that is part of it.
    for (let before = 0, next = 0; before < at && supports[row] < 0; before++) {
      const seed = order[before];
      if (supports[seed] !== next) continue;
      next++;
      const j = 3 * (first + seed);
      const cosine = normal[i] * normal[j] + normal[i + 1] * normal[j + 1] + normal[i + 2] * normal[j + 2];
      if (cosine > SAME_SUPPORT) supports[row] = supports[seed];
    }
    if (supports[row] < 0) supports[row] = supportCount++;
  }
  return supportCount;
}

/** Marks the contacts of a support that are to stay, at most `most`, and returns their number. */
function keepWidest(
  { pointA, normal, gap }: ContactList,
  first: number,
  count: number,
  support: number,
  most: number,
  envelope: number,
): number {
  manifold.count = 0;
  for (let at = 0; at < count && manifold.count < MAX_RAW_CONTACTS; at++) {
    const row = order[at];
    if (supports[row] !== support) continue;
    const i = manifold.count++;
    const k = 3 * (first + row);
    if (i === 0) {
      manifold.nx = normal[k];
      manifold.ny = normal[k + 1];
      manifold.nz = normal[k + 2];
    }
    for (let j = 0; j < 3; j++) manifold.pointA[3 * i + j] = pointA[k + j];
    manifold.gap[i] = gap[first + row];
    manifold.feature[i] = row;
  }
  reduce(manifold, most, envelope);
  for (let i = 0; i < manifold.count; i++) isKept[manifold.feature[i]] = 1;
  return manifold.count;
}
