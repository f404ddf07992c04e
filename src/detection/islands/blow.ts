// The blow that is followed (wake-struck.ts).

import { doubled } from '../../table/doubled.js';
import { TouchingEdges } from './touching-edges.js';

export class Blow {
  readonly touching = new TouchingEdges();
  /** Unit vectors: where it goes, and down, zero without gravity [1]. */
  readonly direction = new Float64Array(3);
  readonly down = new Float64Array(3);
  /** The contact by which a body may strike: where it is, and its normal, in the world [m], [1]. */
  readonly point = new Float64Array(3);
  readonly normal = new Float64Array(3);
  /** Bodies that it has reached, the first `count` of them. */
  reached = new Int32Array(64);
  count = 0;
  /** By row: the number of the last blow that reached the body. */
  #stamps = new Int32Array(64);
  #stamp = 0;

  /** A new blow, of a body that it does not come back to; there are so many rows. */
  begin(striker: number, rows: number): void {
    if (this.#stamps.length < rows) this.#stamps = new Int32Array(2 * rows);
    this.#stamp++;
    this.#stamps[striker] = this.#stamp;
    this.count = 0;
  }

  hasReached(row: number): boolean {
    return this.#stamps[row] === this.#stamp;
  }

  reach(row: number): void {
    this.#stamps[row] = this.#stamp;
    if (this.count === this.reached.length) this.reached = doubled(this.reached);
    this.reached[this.count++] = row;
  }
}
