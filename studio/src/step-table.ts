// Numbers of every step, one row each, from step 1 on. It grows as it is filled.

export class StepTable {
  readonly width: number;
  /** Rows that there are: the last step that is known. */
  count = 0;
  #rows: Float32Array;

  constructor(width: number) {
    this.width = width;
    this.#rows = new Float32Array(width * 1024);
  }

  add(row: readonly number[]): void {
    this.put(this.count + 1, Float32Array.from(row));
  }

  /** Takes in rows from step `first` on; those after them are void. */
  put(first: number, rows: Float32Array): void {
    this.count = first - 1 + rows.length / this.width;
    if (this.#rows.length < this.width * this.count) {
      const longer = new Float32Array(2 * this.width * this.count);
      longer.set(this.#rows);
      this.#rows = longer;
    }
    this.#rows.set(rows, this.width * (first - 1));
  }

  /** Forgets what came after a step. */
  cut(step: number): void {
    this.count = Math.min(this.count, step);
  }

  /** A copy of the rows of the steps after one. */
  after(step: number): Float32Array {
    return this.#rows.slice(this.width * step, this.width * this.count);
  }

  /** A number of a step; NaN where the step is not known. */
  at(step: number, column: number): number {
    return step >= 1 && step <= this.count ? this.#rows[this.width * (step - 1) + column] : Number.NaN;
  }

  /** The mean over the steps after `from` up to `to`. */
  mean(column: number, from: number, to: number): number {
    let sum = 0;
    for (let step = from + 1; step <= to; step++) sum += this.at(step, column);
    return sum / (to - from);
  }
}
