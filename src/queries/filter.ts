// Which shapes a query sees. All that decides it is in `admits`.

import type { Bodies } from '../bodies/bodies.js';
import { doubled } from '../table/doubled.js';

/** All kinds of body, and no triggers. */
export const ALL_BODIES = 0b1111;
/** Whatever categories it is in, and also in none. */
const ANY_CATEGORY = -1;
const NOBODY = -1;

/** Rows of nodes; its room stays from one query to the next. */
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
  /** Bit 1 << kind is set for kinds of node that are seen. */
  kinds = ALL_BODIES;
  /** Categories, as bits, one of which a node must be in to be seen. */
  category = ANY_CATEGORY;
  /** Row of the body that looks: what it does not meet by masks is not seen, nor it itself; -1 for nobody. */
  looker = NOBODY;
  /** Rows of nodes that are not seen, and of those that alone are, where `isSome`. */
  readonly except = new RowList();
  readonly only = new RowList();
  isSome = false;
  /** Whether what the query begins in is passed over. */
  passesInside = false;
  /** What the user says of a node's row and the place of a shape in it. */
  accept: ((row: number, place: number) => boolean) | undefined = undefined;

  /** Sees all bodies and nothing else. */
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

  /** Whether the shape at some place of a node is seen. */
  admits({ nodes }: Bodies, row: number, place: number): boolean {
    if ((this.kinds & (1 << nodes.columns.kind[row])) === 0) return false;
    if (this.category !== ANY_CATEGORY && (this.category & nodes.columns.category[row]) === 0) return false;
    if (this.looker !== NOBODY && !this.#isMetBy(nodes.columns, this.looker, row)) return false;
    if (this.isSome && !this.only.has(row)) return false;
    if (this.except.has(row)) return false;
    return this.accept === undefined || this.accept(row, place);
  }

  /** Each is in a category that the mask of the other has. */
  #isMetBy({ category, mask }: Bodies['nodes']['columns'], looker: number, row: number): boolean {
    return row !== looker && (category[looker] & mask[row]) !== 0 && (category[row] & mask[looker]) !== 0;
  }
}
