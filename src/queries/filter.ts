// Filters of queries: which shapes a query tests. `admits` makes the whole decision.

import type { Bodies } from '../bodies/bodies.js';
import { doubled } from '../table/doubled.js';

/** Bits of all kinds of bodies, without triggers. */
export const ALL_BODIES = 0b1111;
/** No condition on categories: nodes without any are admitted as well. */
const ANY_CATEGORY = -1;
const NOBODY = -1;

/** A list of rows of nodes. It keeps its memory from one query to the next. */
export class RowList {
  count = 0;
  #rows = new Int32Array(4);

  add(row: number): void {
    if (this.count === this.#rows.length) this.#rows = doubled(this.#rows);
    this.#rows[this.count++] = row;
  }

  has(row: number): boolean {
    for (let i = 0; i < this.count; i++) if (this.#rows[i] === row) return true;
    return false;
  }
}

export class QueryFilter {
  /** Bit 1 << kind is set for each kind of node that is admitted. */
  kinds = ALL_BODIES;
  /** Categories as bits. A node must be in one of them. */
  category = ANY_CATEGORY;
  /** Row of the body that asks: only nodes that it collides with by masks are admitted, not itself. -1 for none. */
  looker = NOBODY;
  /** Rows that are excluded, and, if `isSome`, the only rows that are admitted. */
  readonly except = new RowList();
  readonly only = new RowList();
  isSome = false;
  /** Whether shapes that the query begins inside of are ignored. */
  passesInside = false;
  /** The user's function: decides by a node's row and the index of a shape in it. */
  accept: ((row: number, place: number) => boolean) | undefined = undefined;

  /** Resets the filter: it admits all bodies and no triggers. */
  clear(): void {
    this.kinds = ALL_BODIES;
    this.category = ANY_CATEGORY;
    this.looker = NOBODY;
    this.except.count = 0;
    this.only.count = 0;
    this.isSome = false;
    this.passesInside = false;
    this.accept = undefined;
  }

  /** Whether the query tests shape number `place` of a node. */
  admits({ nodes }: Bodies, row: number, place: number): boolean {
    if ((this.kinds & (1 << nodes.columns.kind[row])) === 0) return false;
    if (this.category !== ANY_CATEGORY && (this.category & nodes.columns.category[row]) === 0) return false;
    if (this.looker !== NOBODY && !this.#isMetBy(nodes.columns, this.looker, row)) return false;
    if (this.isSome && !this.only.has(row)) return false;
    if (this.except.has(row)) return false;
    return this.accept === undefined || this.accept(row, place);
  }

  /** Whether each of the two has a category in the mask of the other. */
  #isMetBy({ category, mask }: Bodies['nodes']['columns'], looker: number, row: number): boolean {
    return row !== looker && (category[looker] & mask[row]) !== 0 && (category[row] & mask[looker]) !== 0;
  }
}
