// The log that a history is written to: records of words, each of one thing (a body, an edge, a joint) at one version,
// chained to the record of the same thing before. The log is made of pages that are never moved nor grown. Now and then
// one begins with a keyframe, a record of everything there is, so that the pages before it can be dropped. They are used
// again: a warm step allocates nothing.

import { doubled } from '../table/doubled.js';

/** Words before the content of a record: page and place of the record before, version. */
const HEADER = 3;
const VERSION = 2;
/** Words of a page; a record that is longer has one of its own. */
const PAGE_WORDS = 1 << 14;

interface Page {
  words: Int32Array;
  used: number;
  /** Whether it was begun for a keyframe. */
  isBeginning: boolean;
  /** If so: the version of that, NO_KEYFRAME where it was taken back, and where it ends. */
  keyframe: number;
  keyframeEnd: LogMark;
}
const NO_KEYFRAME = -1;
const NOWHERE: LogMark = { page: -1, used: 0 };

/** The last records of things, by their index: the page by its running number, -1 for none, and the place in it. */
export class Heads {
  pages = new Int32Array(64).fill(-1);
  places = new Int32Array(64);

  reserve(count: number): void {
    while (this.pages.length < count) {
      const { length } = this.pages;
      this.pages = doubled(this.pages).fill(-1, length);
      this.places = doubled(this.places);
    }
  }
}

/** Where a log stood. */
export interface LogMark {
  readonly page: number;
  readonly used: number;
}

export class RecordLog {
  /** Where the record found or begun last has its content. */
  words: Int32Array = new Int32Array(0);
  at = 0;
  /** Running number of the oldest page. */
  #first = 0;
  readonly #pages: Page[] = [];
  readonly #spare: Page[] = [];
  /** Where the last keyframe begins, and the words in pages that are full since. */
  #beginning = 0;
  #full = 0;

  /** Room that its pages have [bytes]. */
  get bytes(): number {
    let sum = 0;
    for (const { words } of this.#pages) sum += words.byteLength;
    return sum;
  }

  /** Words written since a page was begun for a keyframe. */
  get usedSinceKeyframe(): number {
    return this.#full + this.#last.used;
  }

  get #last(): Page {
    return this.#pages[this.#pages.length - 1];
  }

  #addPage(least: number): Page {
    let page = this.#spare.pop();
    if (page === undefined || page.words.length < least) {
      const words = new Int32Array(Math.max(PAGE_WORDS, least));
      page = { words, used: 0, isBeginning: false, keyframe: NO_KEYFRAME, keyframeEnd: NOWHERE };
    }
    page.used = 0;
    page.isBeginning = false;
    page.keyframe = NO_KEYFRAME;
    this.#pages.push(page);
    return page;
  }

  /** Begins a page, for the keyframe of a version. */
  beginKeyframe(version: number): void {
    const page = this.#addPage(0);
    page.isBeginning = true;
    page.keyframe = version;
    this.#beginning = this.#first + this.#pages.length - 1;
    this.#full = 0;
  }

  /** The keyframe has been written. */
  endKeyframe(): void {
    this.#pages[this.#beginning - this.#first].keyframeEnd = this.mark();
  }

  /** Whether nothing was written since the last keyframe: it is then one of any later version as well. */
  get isAtKeyframe(): boolean {
    const { keyframe, keyframeEnd } = this.#pages[this.#beginning - this.#first];
    const isLastPage = keyframeEnd.page === this.#first + this.#pages.length - 1;
    return keyframe !== NO_KEYFRAME && isLastPage && keyframeEnd.used === this.#last.used;
  }

  /** Where there is one keyframe, and nothing was written since: makes it the keyframe of a later version. */
  moveKeyframe(version: number): boolean {
    const [first] = this.#pages;
    if (this.#beginning !== this.#first || !this.isAtKeyframe || first.keyframe >= version) return false;
    first.keyframe = version;
    return true;
  }

  hasKeyframe(version: number): boolean {
    for (const { keyframe } of this.#pages) if (keyframe === version) return true;
    return false;
  }

  /** The last keyframe that is not later than a version; -1 where there is none. */
  keyframeBefore(version: number): number {
    let last = NO_KEYFRAME;
    for (const { keyframe } of this.#pages) if (keyframe <= version && keyframe > last) last = keyframe;
    return last;
  }

  get oldestKeyframe(): number {
    return this.#pages[0].keyframe;
  }

  /** The first keyframe after a version; -1 where there is none. */
  keyframeAfter(version: number): number {
    for (const { keyframe } of this.#pages) if (keyframe > version) return keyframe;
    return NO_KEYFRAME;
  }

  /** Drops all that was written before the keyframe of a version. */
  dropBefore(version: number): void {
    let count = 0;
    while (this.#pages[count].keyframe !== version) this.#spare.push(this.#pages[count++]);
    this.#pages.splice(0, count);
    this.#first += count;
  }

  /** Keyframes after a version are none any more: what they began was taken back. */
  forgetKeyframesAfter(version: number): void {
    for (const page of this.#pages) if (page.keyframe > version) page.keyframe = NO_KEYFRAME;
  }

  /** Begins the record of a thing, with room for `count` words of content at `words[at]`. */
  append(heads: Heads, index: number, version: number, count: number): void {
    let page = this.#last;
    if (page.used + HEADER + count > page.words.length) {
      this.#full += page.used;
      page = this.#addPage(HEADER + count);
    }
    const place = page.used;
    page.used = place + HEADER + count;
    const { words } = page;
    words[place] = heads.pages[index];
    words[place + 1] = heads.places[index];
    words[place + VERSION] = version;
    heads.pages[index] = this.#first + this.#pages.length - 1;
    heads.places[index] = place;
    this.words = words;
    this.at = place + HEADER;
  }

  /** Finds the last record of a thing that is not later than a version; false where there is none. */
  find(heads: Heads, index: number, version: number): boolean {
    let number = heads.pages[index];
    let place = heads.places[index];
    while (number >= this.#first) {
      const { words } = this.#pages[number - this.#first];
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
    while (heads.pages[index] >= this.#first) {
      const { words } = this.#pages[heads.pages[index] - this.#first];
      const place = heads.places[index];
      if (words[place + VERSION] <= version) return;
      heads.pages[index] = words[place];
      heads.places[index] = words[place + 1];
    }
  }

  /** Whether a thing has a record that is still there. */
  has(heads: Heads, index: number): boolean {
    return heads.pages[index] >= this.#first;
  }

  mark(): LogMark {
    return { page: this.#first + this.#pages.length - 1, used: this.#last.used };
  }

  /** Takes back what was written since: no keyframe was begun meanwhile. */
  takeBack({ page, used }: LogMark): void {
    while (this.#first + this.#pages.length - 1 > page) {
      this.#spare.push(this.#pages.pop() as Page);
      this.#full -= this.#last.used;
    }
    this.#last.used = used;
  }
}
