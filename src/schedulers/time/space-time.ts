// Where shapes are and when: segments, each a box about all that a shape passes through in an interval of time, on the
// flight of one anchor. A spatial hash finds those that overlap, in space and in time.
//
// The hash has levels, each with cells of four times the size of the one below. A segment is native to the level whose
// cells are just as large as it is, and a guest of every larger level that has natives: so two segments meet at the
// level of the larger one, whatever their sizes. What is unbounded, as a half-space is, meets all.

import { doubled } from '../../table/doubled.js';

/** Cells of the lowest level [m], and how many levels there are: cells of up to some 10^12 m. */
const SMALLEST_CELL = 1e-4;
const LEVELS = 27;
/** The level of what is unbounded. */
const EVERYWHERE = LEVELS;

export class SpaceTime {
  /** Of a segment: its shape and anchor, from when to when [s], its box [m]. The anchor of one that is gone is -1. */
  shape = new Int32Array(64);
  anchor = new Int32Array(64);
  from = new Float64Array(64);
  to = new Float64Array(64);
  box = new Float64Array(6 * 64);
  level = new Int32Array(64);
  /** The segment before and the one after it of the same body, in the order of time. */
  before = new Int32Array(64);
  after = new Int32Array(64);
  /** Chain of its entries, and the last search that has found it. */
  #firstEntry = new Int32Array(64);
  #stamp = new Int32Array(64);
  #size = 0;
  #free = -1;
  /** Entries: their segment, the next one of that segment, and their places in the chain of a bucket. */
  #segment = new Int32Array(256);
  #nextOfSegment = new Int32Array(256);
  #next = new Int32Array(256);
  #previous = new Int32Array(256);
  #bucket = new Int32Array(256);
  #entries = 0;
  #freeEntry = -1;
  /** Heads of the chains: of natives, then of guests. The last two are of what is unbounded. */
  #heads = new Int32Array(0);
  #buckets = 0;
  /** Which levels have or had natives, in ascending order. */
  readonly #used = new Int32Array(LEVELS + 1);
  #usedCount = 0;
  readonly #isUsed = new Uint8Array(LEVELS + 1);
  /** Sizes of the cells [m]. */
  readonly #cells = new Float64Array(LEVELS + 1);
  readonly #range = new Float64Array(6);
  #search = 0;
  /** What find() has found. */
  found = new Int32Array(64);
  foundCount = 0;

  constructor() {
    let size = SMALLEST_CELL;
    for (let level = 0; level <= LEVELS; level++, size *= 4) this.#cells[level] = size;
  }

  /** Forgets all segments, and makes room for about so many. */
  clear(segments: number): void {
    this.#size = this.#entries = this.#usedCount = 0;
    this.#free = this.#freeEntry = -1;
    this.#isUsed.fill(0);
    let buckets = 64;
    while (buckets < 8 * segments) buckets *= 2;
    if (buckets > this.#buckets) {
      this.#buckets = buckets;
      this.#heads = new Int32Array(2 * buckets + 2);
    }
    this.#heads.fill(-1);
  }

  /** A new segment from span[0] to span[1] [s], whose box the caller has yet to write; insert() then makes it one that others find. */
  allocate(shape: number, anchor: number, span: Float64Array): number {
    let segment = this.#free;
    if (segment >= 0) this.#free = this.after[segment];
    else {
      segment = this.#size++;
      if (segment === this.shape.length) this.#grow();
    }
    this.shape[segment] = shape;
    this.anchor[segment] = anchor;
    this.from[segment] = span[0];
    this.to[segment] = span[1];
    this.#firstEntry[segment] = -1;
    this.#stamp[segment] = 0;
    this.before[segment] = this.after[segment] = -1;
    return segment;
  }

  insert(segment: number): void {
    const level = this.#levelOf(segment);
    this.level[segment] = level;
    if (this.#isUsed[level] === 0) this.#use(level);
    for (let i = 0; i < this.#usedCount; i++) if (this.#used[i] >= level) this.#enter(segment, this.#used[i]);
  }

  remove(segment: number): void {
    for (let entry = this.#firstEntry[segment]; entry >= 0; ) {
      const following = this.#nextOfSegment[entry];
      const previous = this.#previous[entry];
      const next = this.#next[entry];
      if (previous >= 0) this.#next[previous] = next;
      else this.#heads[this.#bucket[entry]] = next;
      if (next >= 0) this.#previous[next] = previous;
      this.#next[entry] = this.#freeEntry;
      this.#freeEntry = entry;
      entry = following;
    }
    this.#firstEntry[segment] = -1;
    this.anchor[segment] = -1;
    this.after[segment] = this.#free;
    this.#free = segment;
  }

  /** Finds all segments that overlap one in space and in time. */
  find(segment: number): void {
    this.foundCount = 0;
    const own = this.level[segment];
    this.#stamp[segment] = ++this.#search;
    for (let i = 0; i < this.#usedCount; i++) {
      const level = this.#used[i];
      if (level < own) continue;
      if (level === EVERYWHERE) {
        this.#visit(segment, 2 * this.#buckets);
        if (own === EVERYWHERE) this.#visit(segment, 2 * this.#buckets + 1);
        continue;
      }
      this.#findAt(segment, level, level === own);
    }
  }

  #findAt(segment: number, level: number, isOwn: boolean): void {
    const range = this.#range;
    this.#setRange(segment, level);
    for (let x = range[0]; x <= range[3]; x++) {
      for (let y = range[1]; y <= range[4]; y++) {
        for (let z = range[2]; z <= range[5]; z++) {
          const bucket = bucketOf(x, y, z, level) & (this.#buckets - 1);
          this.#visit(segment, bucket);
          if (isOwn) this.#visit(segment, this.#buckets + bucket);
        }
      }
    }
  }

  #visit(segment: number, head: number): void {
    for (let entry = this.#heads[head]; entry >= 0; entry = this.#next[entry]) {
      const other = this.#segment[entry];
      if (this.#stamp[other] === this.#search) continue;
      this.#stamp[other] = this.#search;
      if (!this.#overlap(segment, other)) continue;
      if (this.foundCount === this.found.length) this.found = doubled(this.found);
      this.found[this.foundCount++] = other;
    }
  }

  #overlap(s: number, t: number): boolean {
    const { from, to, box } = this;
    if (from[s] > to[t] || from[t] > to[s]) return false;
    const p = 6 * s;
    const q = 6 * t;
    if (box[p] > box[q + 3] || box[q] > box[p + 3]) return false;
    return !(box[p + 1] > box[q + 4] || box[q + 1] > box[p + 4] || box[p + 2] > box[q + 5] || box[q + 2] > box[p + 5]);
  }

  #levelOf(segment: number): number {
    const { box } = this;
    const k = 6 * segment;
    const size = Math.max(box[k + 3] - box[k], box[k + 4] - box[k + 1], box[k + 5] - box[k + 2]);
    let level = 0;
    while (level < LEVELS && !(this.#cells[level] >= size)) level++;
    return level;
  }

  /** A level comes into use: all smaller segments are its guests. */
  #use(level: number): void {
    this.#isUsed[level] = 1;
    let at = this.#usedCount++;
    for (; at > 0 && this.#used[at - 1] > level; at--) this.#used[at] = this.#used[at - 1];
    this.#used[at] = level;
    for (let other = 0; other < this.#size; other++) {
      if (this.anchor[other] >= 0 && this.#firstEntry[other] >= 0 && this.level[other] < level) this.#enter(other, level);
    }
  }

  #enter(segment: number, level: number): void {
    const guest = this.level[segment] < level ? 1 : 0;
    if (level === EVERYWHERE) {
      this.#addEntry(segment, 2 * this.#buckets + guest);
      return;
    }
    const range = this.#range;
    this.#setRange(segment, level);
    for (let x = range[0]; x <= range[3]; x++) {
      for (let y = range[1]; y <= range[4]; y++) {
        for (let z = range[2]; z <= range[5]; z++)
          this.#addEntry(segment, guest * this.#buckets + (bucketOf(x, y, z, level) & (this.#buckets - 1)));
      }
    }
  }

  #setRange(segment: number, level: number): void {
    const size = this.#cells[level];
    for (let k = 0; k < 6; k++) this.#range[k] = Math.floor(this.box[6 * segment + k] / size);
  }

  #addEntry(segment: number, bucket: number): void {
    let entry = this.#freeEntry;
    if (entry >= 0) this.#freeEntry = this.#next[entry];
    else {
      entry = this.#entries++;
      if (entry === this.#segment.length) this.#growEntries();
    }
    const head = this.#heads[bucket];
    this.#segment[entry] = segment;
    this.#bucket[entry] = bucket;
    this.#previous[entry] = -1;
    this.#next[entry] = head;
    if (head >= 0) this.#previous[head] = entry;
    this.#heads[bucket] = entry;
    this.#nextOfSegment[entry] = this.#firstEntry[segment];
    this.#firstEntry[segment] = entry;
  }

  #grow(): void {
    this.shape = doubled(this.shape);
    this.anchor = doubled(this.anchor);
    this.from = doubled(this.from);
    this.to = doubled(this.to);
    this.box = doubled(this.box);
    this.level = doubled(this.level);
    this.before = doubled(this.before);
    this.after = doubled(this.after);
    this.#firstEntry = doubled(this.#firstEntry);
    this.#stamp = doubled(this.#stamp);
  }

  #growEntries(): void {
    this.#segment = doubled(this.#segment);
    this.#nextOfSegment = doubled(this.#nextOfSegment);
    this.#next = doubled(this.#next);
    this.#previous = doubled(this.#previous);
    this.#bucket = doubled(this.#bucket);
  }
}

function bucketOf(x: number, y: number, z: number, level: number): number {
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35) ^ Math.imul(level, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
