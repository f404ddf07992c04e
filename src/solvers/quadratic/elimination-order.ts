// In which order to eliminate the nodes of a graph so that little fills in, and what does: minimum degree on a quotient graph
// (George and Liu, "The evolution of the minimum degree ordering algorithm", 1989). What was eliminated together stays together as
// an element, so that cliques are never written out. Ties go to the smaller number: the same graph gives the same order everywhere.

import { grown } from './grown.js';

export class EliminationOrder {
  /** Node eliminated at each place, and the place of each node. */
  order = new Int32Array(0);
  place = new Int32Array(0);
  /** The places below the diagonal of column p of the factor are rows[start[p]] to rows[start[p + 1] - 1], ascending. */
  start = new Int32Array(1);
  rows = new Int32Array(0);

  /** Heads of the lists of neighbours and of elements, through `next`; -1 at their end. */
  #neighbours = new Int32Array(0);
  #elements = new Int32Array(0);
  #next = new Int32Array(0);
  #item = new Int32Array(0);
  #used = 0;
  #degree = new Int32Array(0);
  /** When a node was last met, and when an element was. */
  #mark = new Int32Array(0);
  #elementMark = new Int32Array(0);
  #stamp = 0;

  /** Orders `count` nodes joined by `pairs` edges: the nodes of edge i are ends[2 i] and ends[2 i + 1], those below 0 being none. */
  find(count: number, pairs: number, ends: Int32Array): void {
    this.#reserve(count, pairs);
    this.#link(count, pairs, ends);
    let filled = 0;
    for (let p = 0; p < count; p++) {
      const pivot = this.#leastDegree(count);
      this.order[p] = pivot;
      this.place[pivot] = p;
      this.start[p] = filled;
      filled = this.#eliminate(pivot, filled);
    }
    this.start[count] = filled;
    for (let i = 0; i < filled; i++) this.rows[i] = this.place[this.rows[i]];
    for (let p = 0; p < count; p++) sort(this.rows, this.start[p], this.start[p + 1]);
  }

  #reserve(count: number, pairs: number): void {
    this.order = grown(this.order, count);
    this.place = grown(this.place, count);
    this.start = grown(this.start, count + 1);
    this.#neighbours = grown(this.#neighbours, count);
    this.#elements = grown(this.#elements, count);
    this.#degree = grown(this.#degree, count);
    this.#mark = grown(this.#mark, count);
    this.#elementMark = grown(this.#elementMark, count);
    this.#next = grown(this.#next, 4 * pairs);
    this.#item = grown(this.#item, 4 * pairs);
  }

  /** Every node's neighbours, each once. */
  #link(count: number, pairs: number, ends: Int32Array): void {
    this.#used = 0;
    for (let i = 0; i < count; i++) {
      this.#neighbours[i] = -1;
      this.#elements[i] = -1;
      this.place[i] = -1;
    }
    for (let i = 0; i < pairs; i++) {
      const a = ends[2 * i];
      const b = ends[2 * i + 1];
      if (a < 0 || b < 0 || a === b) continue;
      this.#neighbours[a] = this.#push(b, this.#neighbours[a]);
      this.#neighbours[b] = this.#push(a, this.#neighbours[b]);
    }
    for (let i = 0; i < count; i++) {
      this.#stamp++;
      this.#mark[i] = this.#stamp;
      this.#neighbours[i] = this.#filter(this.#neighbours[i], true);
      this.#degree[i] = this.#length(this.#neighbours[i]);
    }
  }

  #push(item: number, next: number): number {
    if (this.#used === this.#item.length) {
      this.#next = grown(this.#next, this.#used + 1, this.#used);
      this.#item = grown(this.#item, this.#used + 1, this.#used);
    }
    this.#item[this.#used] = item;
    this.#next[this.#used] = next;
    return this.#used++;
  }

  /** A list without the nodes that are marked or eliminated; those that stay are marked where `once`. Returns its head. */
  #filter(head: number, once: boolean): number {
    let first = -1;
    let last = -1;
    for (let entry = head; entry >= 0; entry = this.#next[entry]) {
      const node = this.#item[entry];
      if (this.#mark[node] === this.#stamp || this.place[node] >= 0) continue;
      if (once) this.#mark[node] = this.#stamp;
      if (last < 0) first = entry;
      else this.#next[last] = entry;
      last = entry;
    }
    if (last >= 0) this.#next[last] = -1;
    return first;
  }

  #length(head: number): number {
    let length = 0;
    for (let entry = head; entry >= 0; entry = this.#next[entry]) length++;
    return length;
  }

  #leastDegree(count: number): number {
    let best = -1;
    for (let i = 0; i < count; i++) if (this.place[i] < 0 && (best < 0 || this.#degree[i] < this.#degree[best])) best = i;
    return best;
  }

  /** Turns the pivot, whose place is known, into an element; its nodes are written to `rows` from `filled` on. Returns their end. */
  #eliminate(pivot: number, filled: number): number {
    const end = this.#writeElement(pivot, filled);
    const { rows } = this;
    // What the new element covers need not be listed with its nodes any more.
    const absorbed = this.#stamp;
    for (let i = filled; i < end; i++) {
      const node = rows[i];
      this.#neighbours[node] = this.#filter(this.#neighbours[node], false);
      this.#elements[node] = this.#push(pivot, this.#withoutAbsorbed(this.#elements[node], absorbed));
    }
    for (let i = filled; i < end; i++) this.#degree[rows[i]] = this.#countReach(rows[i]);
    return end;
  }

  /** The neighbours of the pivot and the nodes of its elements, each once; all are marked, and so are the elements. */
  #writeElement(pivot: number, filled: number): number {
    const size = this.#length(this.#neighbours[pivot]);
    let room = size;
    const { start, place } = this;
    for (let entry = this.#elements[pivot]; entry >= 0; entry = this.#next[entry]) {
      const p = place[this.#item[entry]];
      room += start[p + 1] - start[p];
    }
    this.rows = grown(this.rows, filled + room, filled);
    const { rows } = this;
    this.#stamp++;
    this.#mark[pivot] = this.#stamp;
    let end = filled;
    for (let entry = this.#neighbours[pivot]; entry >= 0; entry = this.#next[entry]) {
      const node = this.#item[entry];
      if (place[node] >= 0 || this.#mark[node] === this.#stamp) continue;
      this.#mark[node] = this.#stamp;
      rows[end++] = node;
    }
    for (let entry = this.#elements[pivot]; entry >= 0; entry = this.#next[entry]) {
      const element = this.#item[entry];
      this.#elementMark[element] = this.#stamp;
      const p = place[element];
      for (let i = start[p]; i < start[p + 1]; i++) {
        const node = rows[i];
        if (place[node] >= 0 || this.#mark[node] === this.#stamp) continue;
        this.#mark[node] = this.#stamp;
        rows[end++] = node;
      }
    }
    start[place[pivot] + 1] = end;
    return end;
  }

  /** A list of elements without those that went into the newest. */
  #withoutAbsorbed(head: number, stamp: number): number {
    let first = -1;
    let last = -1;
    for (let entry = head; entry >= 0; entry = this.#next[entry]) {
      if (this.#elementMark[this.#item[entry]] === stamp) continue;
      if (last < 0) first = entry;
      else this.#next[last] = entry;
      last = entry;
    }
    if (last >= 0) this.#next[last] = -1;
    return first;
  }

  /** How many nodes a node is joined to, directly or through an element. */
  #countReach(node: number): number {
    const { rows, start, place } = this;
    this.#stamp++;
    this.#mark[node] = this.#stamp;
    let reach = 0;
    for (let entry = this.#neighbours[node]; entry >= 0; entry = this.#next[entry]) {
      const other = this.#item[entry];
      if (place[other] >= 0 || this.#mark[other] === this.#stamp) continue;
      this.#mark[other] = this.#stamp;
      reach++;
    }
    for (let entry = this.#elements[node]; entry >= 0; entry = this.#next[entry]) {
      const p = place[this.#item[entry]];
      for (let i = start[p]; i < start[p + 1]; i++) {
        const other = rows[i];
        if (place[other] >= 0 || this.#mark[other] === this.#stamp) continue;
        this.#mark[other] = this.#stamp;
        reach++;
      }
    }
    return reach;
  }
}

/** By insertion: columns are short. */
function sort(rows: Int32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const row = rows[i];
    let k = i;
    while (k > from && rows[k - 1] > row) {
      rows[k] = rows[k - 1];
      k--;
    }
    rows[k] = row;
  }
}
