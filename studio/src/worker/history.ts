// Everything that happened to a world, in little room: snapshots now and then, and what a person did before each step. The engine
// gives the same bits again, so any recorded step is the last snapshot before it and the steps from there on.

import type { Settings, Snapshot } from '../../../src/index.js';
import type { Input } from '../protocol.js';

export interface Keyframe {
  readonly step: number;
  readonly snapshot: Snapshot;
  readonly settings: Settings;
  readonly bytes: number;
}

/** An input, or the whole state before a step, as recordings have it. */
export type RecordedInput = Input | { readonly kind: 'state'; readonly snapshot: Snapshot };

/** What all keyframes together may take [B]. */
const ROOM = 256e6;
/** Work between two keyframes, at first: what going back may cost [ms]. */
const SPACING = 60;

export class History {
  /** Last step that is recorded. */
  last = 0;
  readonly #keyframes: Keyframe[] = [];
  readonly #inputs = new Map<number, RecordedInput[]>();
  readonly #hashes = new Map<number, string>();
  #bytes = 0;
  #spacing = SPACING;
  #workSince = 0;

  /**
   * Keeps the state at a step if it is worth it: the first of all, and whenever the steps since the last one kept were work
   * enough.
   */
  offer(step: number, take: () => Snapshot, settings: Readonly<Settings>): void {
    const latest = this.#keyframes.at(-1);
    if (latest !== undefined && (step <= latest.step || this.#workSince < this.#spacing)) return;
    const snapshot = take();
    const bytes = snapshot.tables.reduce(
      (sum, { columns }) => columns.reduce((size, { byteLength }) => size + byteLength, sum),
      0,
    );
    this.#keyframes.push({ step, snapshot, settings: { ...settings }, bytes });
    this.#bytes += bytes;
    this.#workSince = 0;
    if (this.#bytes > ROOM) this.#thin();
  }

  /** Time that a step took [ms]. */
  addWork(milliseconds: number): void {
    this.#workSince += milliseconds;
  }

  /** The last keyframe before a step, so that the step itself is taken and shows what it did; the first for step 0. */
  before(step: number): Keyframe {
    return this.#keyframes.findLast((keyframe) => keyframe.step < step) ?? this.#keyframes[0];
  }

  inputsAt(step: number): readonly RecordedInput[] {
    return this.#inputs.get(step) ?? [];
  }

  /** Something is done before this step. Of the targets that one motor is given, and of what is wanted of one driven, the last counts. */
  add(step: number, input: RecordedInput): void {
    const others = this.inputsAt(step).filter((other) => !isReplaced(other, input));
    this.#inputs.set(step, [...others, input]);
  }

  /** Forgets all that came after a step. */
  cut(step: number): void {
    while (this.#keyframes.length > 1 && (this.#keyframes.at(-1) as Keyframe).step > step) {
      this.#bytes -= (this.#keyframes.pop() as Keyframe).bytes;
    }
    for (const at of [...this.#inputs.keys()]) if (at >= step) this.#inputs.delete(at);
    for (const at of [...this.#hashes.keys()]) if (at > step) this.#hashes.delete(at);
    this.last = Math.min(this.last, step);
    this.#workSince = 0;
  }

  /** What a recording says of the state after a step. */
  expect(step: number, hash: string): void {
    this.#hashes.set(step, hash);
  }
  expectedAt(step: number): string | undefined {
    return this.#hashes.get(step);
  }

  /** All that people did, by step. */
  inputs(): [step: number, input: RecordedInput][] {
    return [...this.#inputs].flatMap(([step, inputs]) => inputs.map((input): [number, RecordedInput] => [step, input]));
  }

  /** Every other keyframe goes, and from now on they are twice as far apart. */
  #thin(): void {
    const kept = this.#keyframes.filter((_, i) => i % 2 === 0);
    this.#keyframes.splice(0, this.#keyframes.length, ...kept);
    this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#spacing *= 2;
  }
}

function isReplaced(a: RecordedInput, b: RecordedInput): boolean {
  if (a.kind === 'drive' && b.kind === 'drive') return a.node === b.node;
  return a.kind === 'target' && b.kind === 'target' && a.joint === b.joint && a.coordinate === b.coordinate;
}
