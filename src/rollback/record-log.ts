// The log that a history is written to: records of words, each of one thing (a body, an edge, a joint) at one version,
// chained to the record of the same thing before. The log is made of segments. Each begins with a keyframe, a record of
// everything there is, so that what came before it can be dropped. The arrays of dropped segments are used again: a
// warm step allocates nothing.

import { doubled } from '../table/doubled.js';

/** Words before the content of a record: segment and place of the record before, version. */
const HEADER = 3;
const VERSION = 2;
const FIRST_WORDS = 1 << 14;

interface Segment {
  words: Int32Array;
  used: number;
  /** Version of the keyframe it begins with; NO_KEYFRAME where that was taken back. */
  keyframe: number;
  /** Where that ends. */
  keyframeEnd: number;
}
const NO_KEYFRAME = -1;

/** The last records of things, by their index: the segment by its running number, -1 for none, and the place in it. */
export class Heads {
  segments = new Int32Array(64).fill(-1);
  places = new Int32Array(64);

  reserve(count: number): void {
    while (this.segments.length < count) {
      const { length } = this.segments;
      this.segments = doubled(this.segments).fill(-1, length);
      this.places = doubled(this.places);
    }
  }
}

/** Where a log stood. */
export interface LogMark {
  readonly segment: number;
  readonly used: number;
}

export class RecordLog {
  /** Where the record found or begun last has its content. */
  words: Int32Array = new Int32Array(0);
  at = 0;
  /** Running number of the oldest segment. */
  #first = 0;
  readonly #segments: Segment[] = [];
  readonly #spare: Int32Array[] = [];

  /** Room that its segments have [bytes]. */
  get bytes(): number {
    let sum = 0;
    for (const { words } of this.#segments) sum += words.byteLength;
    return sum;
  }

  /** Words written since the last keyframe. */
  get usedSinceKeyframe(): number {
    return this.#segments[this.#segments.length - 1].used;
  }

  /** Begins a segment, for the keyframe of a version. */
  beginSegment(version: number): void {
    const words = this.#spare.pop() ?? new Int32Array(FIRST_WORDS);
    this.#segments.push({ words, used: 0, keyframe: version, keyframeEnd: 0 });
  }

  /** The keyframe has been written. */
  endKeyframe(): void {
    const last = this.#segments[this.#segments.length - 1];
    last.keyframeEnd = last.used;
  }

  /** Whether nothing was written since the last keyframe: it is then one of any later version as well. */
  get isAtKeyframe(): boolean {
    const last = this.#segments[this.#segments.length - 1];
    return last.keyframe !== NO_KEYFRAME && last.used === last.keyframeEnd;
  }

  /** Where there is one segment, and nothing was written since its keyframe: makes that the keyframe of a later version. */
  moveKeyframe(version: number): boolean {
    if (this.#segments.length > 1 || !this.isAtKeyframe || this.#segments[0].keyframe >= version) return false;
    this.#segments[0].keyframe = version;
    return true;
  }

  hasKeyframe(version: number): boolean {
    for (const { keyframe } of this.#segments) if (keyframe === version) return true;
    return false;
  }

  /** The last keyframe that is not later than a version; -1 where there is none. */
  keyframeBefore(version: number): number {
    let last = NO_KEYFRAME;
    for (const { keyframe } of this.#segments) if (keyframe <= version && keyframe > last) last = keyframe;
    return last;
  }

  get oldestKeyframe(): number {
    return this.#segments[0].keyframe;
  }

  /** The first keyframe after a version; -1 where there is none. */
  keyframeAfter(version: number): number {
    for (const { keyframe } of this.#segments) if (keyframe > version) return keyframe;
    return NO_KEYFRAME;
  }

  /** Drops all that was written before the keyframe of a version. */
  dropBefore(version: number): void {
    while (this.#segments[0].keyframe !== version) {
      this.#spare.push((this.#segments.shift() as Segment).words);
      this.#first++;
    }
  }

  /** Keyframes after a version are none any more: what they began was taken back. */
  forgetKeyframesAfter(version: number): void {
    for (const segment of this.#segments) if (segment.keyframe > version) segment.keyframe = NO_KEYFRAME;
  }

  /** Begins the record of a thing, with room for `count` words of content at `words[at]`. */
  append(heads: Heads, index: number, version: number, count: number): void {
    const number = this.#segments.length - 1;
    const segment = this.#segments[number];
    const place = segment.used;
    segment.used = place + HEADER + count;
    while (segment.words.length < segment.used) segment.words = doubled(segment.words);
    const { words } = segment;
    words[place] = heads.segments[index];
    words[place + 1] = heads.places[index];
    words[place + VERSION] = version;
    heads.segments[index] = this.#first + number;
    heads.places[index] = place;
    this.words = words;
    this.at = place + HEADER;
  }

  /** Finds the last record of a thing that is not later than a version; false where there is none. */
  find(heads: Heads, index: number, version: number): boolean {
    let number = heads.segments[index];
    let place = heads.places[index];
    while (number >= this.#first) {
      const { words } = this.#segments[number - this.#first];
      if (words[place + VERSION] <= version) {
        this.words = words;
        this.at = place + HEADER;
        return true;
      }
      number = words[place];
      place = words[place + 1];
    }
    return false;
  }

  /** Forgets the records of a thing that are later than a version. */
  cut(heads: Heads, index: number, version: number): void {
    while (heads.segments[index] >= this.#first) {
      const { words } = this.#segments[heads.segments[index] - this.#first];
      const place = heads.places[index];
      if (words[place + VERSION] <= version) return;
      heads.segments[index] = words[place];
      heads.places[index] = words[place + 1];
    }
  }

  /** Whether a thing has a record that is still there. */
  has(heads: Heads, index: number): boolean {
    return heads.segments[index] >= this.#first;
  }

  mark(): LogMark {
    return { segment: this.#first + this.#segments.length - 1, used: this.usedSinceKeyframe };
  }

  /** Takes back what was written since: no segment was begun meanwhile. */
  takeBack({ segment, used }: LogMark): void {
    this.#segments[segment - this.#first].used = used;
  }
}
