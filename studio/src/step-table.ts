// A growing table with one row of numbers per step, from step 1 on.

export class StepTable {
  readonly width: number;
  /** Number of rows, which is the last known step. */
  count = 0;
  #rows: Float32Array;

  constructor(width: number) {
    this.width = width;
    this.#rows = new Float32Array(width * 1024);
  }

  add(row: readonly number[]): void {
    this.put(this.count + 1, Float32Array.from(row));
  }

  /** Writes rows from step `first` on; later rows are discarded. */
  put(first: number, rows: Float32Array): void {
    this.count = first - 1 + rows.length / this.width;
    if (this.#rows.length < this.width * this.count) {
      const longer = new Float32Array(2 * this.width * this.count);
      longer.set(this.#rows);
      this.#rows = longer;
    }
    this.#rows.set(rows, this.width * (first - 1));
  }

  /** Discards the rows after a step. */
  cut(step: number): void {
    this.count = Math.min(this.count, step);
  }

  /** A copy of the rows after a step. */
  after(step: number): Float32Array {
    return this.#rows.slice(this.width * step, this.width * this.count);
  }

  /** A number of a step; NaN for an unknown step. */
  at(step: number, column: number): number {
    return step >= 1 && step <= this.count ? this.#rows[this.width * (step - 1) + column] : Number.NaN;
  }

  /** The mean of a column over the steps from + 1 to `to`. */
  mean(column: number, from: number, to: number): number {
    let sum = 0;
    for (let step = from + 1; step <= to; step++) sum += this.at(step, column);
    return sum / (to - from);
  }
}
