// The history of a run in little memory: occasional snapshots, and the user actions before each step. The engine
// reproduces its bits, so any recorded step is found from the last snapshot before it by repeating the steps since.

import type { Settings, Snapshot } from '../../../src/index.js';
import type { Input } from '../protocol.js';

export interface Keyframe {
  readonly step: number;
  readonly snapshot: Snapshot;
  readonly settings: Settings;
  readonly bytes: number;
}

/** An input, or the whole state before a step, as in recordings. */
export type RecordedInput = Input | { readonly kind: 'state'; readonly snapshot: Snapshot };

/** Largest total size of keyframes [B]. */
const ROOM = 256e6;
/** Initial real time of the steps between two keyframes, which is the cost of seeking back [ms]. */
const SPACING = 60;

export class History {
  /** Last recorded step. */
  last = 0;
  readonly #keyframes: Keyframe[] = [];
  readonly #inputs = new Map<number, RecordedInput[]>();
  readonly #hashes = new Map<number, string>();
  #bytes = 0;
  #spacing = SPACING;
  #workSince = 0;

  /**
   * Stores a keyframe at a step if it is the first, or if the steps since the last keyframe took long enough.
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

  /** Adds the real time of a step [ms]. */
  addWork(milliseconds: number): void {
    this.#workSince += milliseconds;
  }

  /** The last keyframe before a step, so that the step itself is simulated again; the first keyframe for step 0. */
  before(step: number): Keyframe {
    return this.#keyframes.findLast((keyframe) => keyframe.step < step) ?? this.#keyframes[0];
  }

  inputsAt(step: number): readonly RecordedInput[] {
    return this.#inputs.get(step) ?? [];
  }

  /** Adds an input before a step. It replaces an earlier target of the same motor, or drive input of the same node. */
  add(step: number, input: RecordedInput): void {
    const others = this.inputsAt(step).filter((other) => !isReplaced(other, input));
    this.#inputs.set(step, [...others, input]);
  }

  /** Discards everything after a step. */
  cut(step: number): void {
    while (this.#keyframes.length > 1 && (this.#keyframes.at(-1) as Keyframe).step > step) {
      this.#bytes -= (this.#keyframes.pop() as Keyframe).bytes;
    }
    for (const at of [...this.#inputs.keys()]) if (at >= step) this.#inputs.delete(at);
    for (const at of [...this.#hashes.keys()]) if (at > step) this.#hashes.delete(at);
    this.last = Math.min(this.last, step);
    this.#workSince = 0;
  }

  /** Sets the hash that a recording has for the state after a step. */
  expect(step: number, hash: string): void {
    this.#hashes.set(step, hash);
  }
  expectedAt(step: number): string | undefined {
    return this.#hashes.get(step);
  }

  /** All inputs, by step. */
  inputs(): [step: number, input: RecordedInput][] {
    return [...this.#inputs].flatMap(([step, inputs]) => inputs.map((input): [number, RecordedInput] => [step, input]));
  }

  /** Removes every other keyframe, and doubles their spacing. */
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
