// What is known of the steps of a history: when each began, how long it took, and where all bodies were then, for
// finding who comes near whom. Steps are named by how many were taken before.

export class StepBook {
  /** The first step it knows. */
  first = 0;
  readonly #times: number[] = [];
  /** How long each step was, but for the last, which is not taken yet [s]. */
  readonly #lengths: number[] = [];
  /** Positions of all nodes, by row; one array for all steps in which nothing moved. */
  readonly #places: Float32Array[] = [];

  /** Arrays of steps that were dropped, to be used again. */
  readonly #spare: Float32Array[] = [];

  /** Bodies of different islands that a step treated together; undefined for none. */
  readonly #together = new Map<number, Int32Array>();

  /** Boxes about the ways of all bodies, by rows, in steps in which they may have gone there and back. */
  readonly #ways = new Map<number, Float64Array>();

  get isEmpty(): boolean {
    return this.#times.length === 0;
  }

  get last(): number {
    return this.first + this.#times.length - 1;
  }

  clear(): void {
    this.#times.length = 0;
    this.#lengths.length = 0;
    this.#together.clear();
    this.#ways.clear();
    this.#places.length = 0;
  }

  /** The history begins with a step, at a time [s]. */
  begin(step: number, time: number, position: Float64Array, size: number): void {
    this.clear();
    this.first = step;
    this.#times.push(time);
    this.#places.push(this.#copyOf(position, size));
  }

  /** A step of dt [s] was taken; the next begins at a time [s]. */
  add(dt: number, time: number, position: Float64Array, size: number, hasMoved: boolean): void {
    this.#lengths.push(dt);
    this.#times.push(time);
    const before = this.#places[this.#places.length - 1];
    this.#places.push(hasMoved ? this.#copyOf(position, size) : before);
  }

  #copyOf(position: Float64Array, size: number): Float32Array {
    let copy = this.#spare.pop();
    if (copy?.length !== 3 * size) copy = new Float32Array(3 * size);
    for (let k = 0; k < 3 * size; k++) copy[k] = position[k];
    return copy;
  }

  /** [s] */
  lengthOf(step: number): number {
    return this.#lengths[step - this.first];
  }

  togetherIn(step: number): Int32Array | undefined {
    return this.#together.get(step);
  }

  setTogether(step: number, rows: ArrayLike<number>): void {
    if (rows.length > 0) this.#together.set(step, Int32Array.from(rows));
    else this.#together.delete(step);
  }

  waysIn(step: number): Float64Array | undefined {
    return this.#ways.get(step);
  }

  setWays(step: number, ways: Float64Array | undefined, size: number): void {
    if (ways !== undefined) this.#ways.set(step, ways.slice(0, 6 * size));
  }

  /** The ways of some nodes in a step, six numbers each; undefined where they went the shortest. */
  setSomeWays(step: number, nodes: readonly number[], ways: Float64Array | undefined): void {
    const all = this.#ways.get(step);
    if (all === undefined && ways === undefined) return;
    const size = this.placesOf(step).length / 3;
    const own = all ?? new Float64Array(6 * size);
    if (all === undefined) for (let row = 0; row < size; row++) clearBox(own, row);
    const count = ways === undefined ? nodes.length : ways.length / 6;
    for (let i = 0; i < count; i++) {
      if (ways === undefined) clearBox(own, nodes[i]);
      else for (let k = 0; k < 6; k++) own[6 * nodes[i] + k] = ways[6 * i + k];
    }
    this.#ways.set(step, own);
  }

  timeOf(step: number): number {
    return this.#times[step - this.first];
  }

  placesOf(step: number): Float32Array {
    return this.#places[step - this.first];
  }

  /** Where all nodes are at a step, anew: something was changed between steps. */
  setPlaces(step: number, position: Float64Array, size: number): void {
    this.#places[step - this.first] = this.#copyOf(position, size);
  }

  /** Where some nodes are at a step, three numbers each. */
  setSome(step: number, nodes: readonly number[], count: number, places: Float32Array): void {
    const index = step - this.first;
    const all = this.#places[index];
    const isShared = all === this.#places[index - 1] || all === this.#places[index + 1];
    const own = isShared ? all.slice() : all;
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) own[3 * nodes[i] + k] = places[3 * i + k];
    this.#places[index] = own;
  }

  /** The last step that begins at a time [s] or before it. */
  stepAt(time: number): number {
    let index = this.#times.length - 1;
    while (index > 0 && this.#times[index] > time) index--;
    return this.first + index;
  }

  dropBefore(step: number): void {
    this.#times.splice(0, step - this.first);
    this.#lengths.splice(0, step - this.first);
    for (let i = 0; i < step - this.first; i++) {
      if (this.#places[i] !== this.#places[i + 1]) this.#spare.push(this.#places[i]);
    }
    this.#places.splice(0, step - this.first);
    this.first = step;
    for (const known of this.#together.keys()) if (known < step) this.#together.delete(known);
    for (const known of this.#ways.keys()) if (known < step) this.#ways.delete(known);
  }

  dropAfter(step: number): void {
    for (const known of this.#together.keys()) if (known >= step) this.#together.delete(known);
    for (const known of this.#ways.keys()) if (known >= step) this.#ways.delete(known);
    this.#times.length = step - this.first + 1;
    this.#lengths.length = step - this.first;
    this.#places.length = step - this.first + 1;
  }

  /** [bytes] */
  get bytes(): number {
    let sum = 0;
    this.#places.forEach((places, i) => {
      if (places !== this.#places[i - 1]) sum += places.byteLength;
    });
    for (const ways of this.#ways.values()) sum += ways.byteLength;
    return sum;
  }
}

/** The box of a row that has none: it holds nothing. */
function clearBox(boxes: Float64Array, row: number): void {
  boxes.fill(Number.POSITIVE_INFINITY, 6 * row, 6 * row + 3);
  boxes.fill(Number.NEGATIVE_INFINITY, 6 * row + 3, 6 * row + 6);
}
