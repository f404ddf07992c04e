// What the ways of movers are compared with: how thin their shapes are, and how far these reach. It stays as it is as long as there are the
// same shapes.
//
// What passes another goes by its own half thickness, and then through the other (way-through.ts). Nobody knows at first which other that
// is: no shape gets through anything by less than through the thinnest of all.

import type { Bodies } from '../../bodies/bodies.js';
import type { Memory } from '../../table/memory.js';
import { f64, i32, Table } from '../../table/table.js';
import { reachFrom } from './reach-from.js';
import { wayPastAny, wayThrough } from './way-through.js';

/**
 * By the rows of movers, of all their shapes the largest: 1 over the square of how far one goes that passes the thinnest shape [1/m^2],
 * and the square of its reach over that way [1]. 0 for what passes nothing.
 */
const EXTENT_SCHEMA = { thinness: f64(), slenderness: f64() } as const;
/** So many movers that go far are listed at the most [1]. */
export const MOST_FAR = 256;
/**
 * One row: squares of the two largest ways of movers, as shares of what lets them pass the thinnest shape [1]; the rows of those that
 * may be one of two that pass each other.
 */
const FARTHEST_SCHEMA = { squares: f64(2), rows: i32(MOST_FAR) } as const;

export class Extents {
  readonly movers: Table<typeof EXTENT_SCHEMA>;
  readonly farthest: Table<typeof FARTHEST_SCHEMA>;
  /** The way through the thinnest shape of all [m]. */
  thinnest = 0;
  /** The half thickness of the thinnest of all that are no surfaces [m]. */
  leastThickness = 0;
  /** How often nodes and shapes had come and gone when they were found; -1 where nothing is known. */
  #turnover = -1;

  constructor(memory: Memory) {
    this.movers = new Table(memory, EXTENT_SCHEMA);
    this.farthest = new Table(memory, FARTHEST_SCHEMA, 1);
  }

  forget(): void {
    this.#turnover = -1;
  }

  renew(bodies: Bodies): void {
    const { nodes, shapes } = bodies;
    const turnover = nodes.turnover + shapes.turnover;
    if (turnover === this.#turnover) return;
    this.#turnover = turnover;
    this.movers.ensureCapacity(nodes.capacity);
    const { thinness, slenderness } = this.movers.columns;
    thinness.fill(0);
    slenderness.fill(0);
    const { owner, thickness } = shapes.columns;
    this.#findLeast(bodies);
    for (let shape = 0; shape < shapes.size; shape++) {
      // Half-spaces and surfaces have no thickness by which they would pass something.
      if (!shapes.isLive(shape) || !(thickness[shape] < Number.POSITIVE_INFINITY)) continue;
      const row = nodes.columns.mover[owner[shape]];
      const way = wayPastAny(shapes, shape, this);
      const share = reachFrom(bodies, shape, row) / way;
      thinness[row] = Math.max(thinness[row], 1 / (way * way));
      slenderness[row] = Math.max(slenderness[row], share * share);
    }
  }

  #findLeast({ shapes }: Bodies): void {
    this.thinnest = this.leastThickness = Number.POSITIVE_INFINITY;
    for (let shape = 0; shape < shapes.size; shape++) {
      if (!shapes.isLive(shape)) continue;
      this.thinnest = Math.min(this.thinnest, wayThrough(shapes, shape, shape));
      this.leastThickness = Math.min(this.leastThickness, shapes.columns.thickness[shape]);
    }
  }
}
