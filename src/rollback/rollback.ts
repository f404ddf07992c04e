// Rollback for users: a world goes back to an earlier step, or a body is changed at an earlier time and only what that
// may reach is redone. Both are bit for bit what a world would be that was stepped that way from the beginning.
//
// The history is a list of eras. Within one nothing came or went, and each has the timelines of all that there was.

import type { Detection } from '../detection/detection.js';
import type { Events } from '../events/events.js';
import { InputError, number, object, show } from '../input/fields.js';
import { renewAll } from '../recording/renew-all.js';
import { takeSnapshot } from '../recording/snapshot.js';
import type { State } from '../state/state.js';
import type { Input, Redone, StepsSome } from './redo.js';
import { redoFrom } from './redo.js';
import { StepBook } from './step-book.js';
import { Timelines } from './timelines.js';

export interface HistoryOptions {
  /** How far back the world can go [s]. */
  readonly seconds: number;
  /** What the history may take; where that is too little, the world can go back less far. Default 256 [MiB]. */
  readonly megabytes?: number;
}

const DEFAULT_MEGABYTES = 256;
/** Keyframes in the time that the history covers. */
const KEYFRAMES = 8;
/** After so many steps that left all alone, what was told of edges is the same as well. */
export const STEPS_TO_SETTLE = 3;
const WORDS_OF_A_MEGABYTE = (1 << 20) / 4;

const historyField = object<HistoryOptions>(
  '',
  'a history',
  { seconds: number('[s]', { above: 0, max: 3600 }) },
  { megabytes: number('[MiB]', { above: 0, max: 65536 }) },
);

export function checkHistory(options: unknown, path: string): asserts options is HistoryOptions {
  historyField.check(options, path);
}

interface Era {
  readonly timelines: Timelines;
  /** The version that it begins with. */
  readonly start: number;
}

export class Rollback {
  readonly #state: State;
  readonly #detection: Detection;
  readonly #events: Events;
  readonly #steps: StepsSome;
  readonly #seconds: number;
  readonly #limit: number;
  /** Whether steps can be taken once more by some bodies, without the others. */
  readonly #redoes: boolean;
  readonly #book = new StepBook();
  readonly #eras: Era[] = [];
  /** In the order in which they are taken. */
  #inputs: Input[] = [];
  /** Steps before which the world was changed other than by inputs. */
  #changedAt: number[] = [];
  /** How often something had been changed, and had come or gone, when the last version was written. */
  #changes = -1;
  #turnover = -1;
  /** How many steps in a row have left all alone. */
  #idleSteps = 0;

  constructor(state: State, detection: Detection, events: Events, steps: StepsSome, redoes: boolean, options: HistoryOptions) {
    this.#redoes = redoes;
    this.#state = state;
    this.#detection = detection;
    this.#events = events;
    this.#steps = steps;
    this.#seconds = options.seconds;
    this.#limit = (options.megabytes ?? DEFAULT_MEGABYTES) * WORDS_OF_A_MEGABYTE;
  }

  /** The earliest time that the world can go back to [s]. */
  get from(): number {
    return this.#book.isEmpty ? this.#state.time : this.#book.timeOf(this.#book.first);
  }

  /** [bytes] */
  get bytes(): number {
    return this.#eras.reduce((sum, { timelines }) => sum + timelines.bytes, this.#book.bytes);
  }

  /** The world became another: nothing is known of how it came to be so. */
  forget(): void {
    this.#book.clear();
    this.#eras.length = 0;
    this.#inputs = [];
    this.#changedAt = [];
  }

  // --- Writing down ---

  /** To be called before every step: writes down what was changed since the last. */
  noteChanges(): void {
    const { bodies, stepCount } = this.#state;
    bodies.refuseWithinStep();
    if (this.#book.isEmpty) {
      this.#beginHistory();
      return;
    }
    const hasTurnedOver = this.#turnover !== turnoverOf(this.#state);
    if (!hasTurnedOver && this.#changes === bodies.changes && this.#now.areSlotsKnown()) return;
    const version = 3 * stepCount + 1;
    if (hasTurnedOver) this.#beginEra(version);
    else {
      this.#now.cutAll(version);
      this.#now.recordChange(version);
      this.#noteState();
    }
    this.#idleSteps = 0;
    // Inputs at this time were taken before, and are now part of what was found.
    this.#inputs = this.#inputs.filter(({ step }) => step < stepCount);
    this.#changedAt.push(stepCount);
    this.#book.setPlaces(stepCount, bodies.nodes.columns.position, bodies.nodes.size);
  }

  #beginHistory(): void {
    const { bodies, stepCount, time } = this.#state;
    this.forget();
    this.#book.begin(stepCount, time, bodies.nodes.columns.position, bodies.nodes.size);
    this.#beginEra(3 * stepCount);
  }

  #beginEra(version: number): void {
    const start = takeSnapshot(this.#state, this.#events.save(false));
    this.#eras.push({ timelines: new Timelines(this.#state, start, version), start: version });
    this.#noteState();
  }

  #noteState(): void {
    this.#changes = this.#state.bodies.changes;
    this.#turnover = turnoverOf(this.#state);
  }

  /** A step of dt [s] was taken. */
  noteStep(dt: number): void {
    const { bodies, stepCount, time } = this.#state;
    const version = 3 * stepCount;
    const timelines = this.#now;
    const lastKeyframe = Math.trunc(timelines.log.keyframeBefore(version) / 3);
    const isDue = time - this.#book.timeOf(lastKeyframe) >= this.#seconds / KEYFRAMES;
    const isLong = timelines.log.usedSinceKeyframe > this.#limit / KEYFRAMES;
    this.#idleSteps = this.#steps.isIdle ? this.#idleSteps + 1 : 0;
    let hasMoved = this.#idleSteps < STEPS_TO_SETTLE;
    if ((isDue || isLong) && (hasMoved || !timelines.log.isAtKeyframe)) timelines.recordKeyframe(version);
    else if (hasMoved) hasMoved = timelines.recordStep(version);
    else timelines.recordIdleStep(version);
    this.#book.add(dt, time, bodies.nodes.columns.position, bodies.nodes.size, hasMoved);
    this.#book.setTogether(stepCount - 1, this.#steps.listTogether());
    this.#book.setWays(stepCount - 1, this.#steps.ways, bodies.nodes.size);
    this.#noteState();
    this.#forgetOld();
  }

  /** Drops what is before the last keyframe out of reach, and more where there is too much. */
  #forgetOld(): void {
    const { time } = this.#state;
    for (;;) {
      const next = this.#nextBeginning();
      if (next < 0) break;
      const isOutOfReach = this.#book.timeOf(Math.trunc(next / 3)) <= time - this.#seconds;
      if (!isOutOfReach && this.bytes <= 4 * this.#limit) return;
      this.#dropBefore(next);
    }
    // A world at rest has one keyframe for all the time that it covers.
    const step = this.#book.stepAt(time - this.#seconds);
    if (this.#eras.length === 1 && this.#now.log.moveKeyframe(3 * step)) this.#dropSteps(step);
  }

  /** The second keyframe there is, be it in the first era or the beginning of the next; -1 where there is none. */
  #nextBeginning(): number {
    const [first, second] = this.#eras;
    const inFirst = first.timelines.log.keyframeAfter(first.timelines.log.oldestKeyframe);
    return inFirst >= 0 ? inFirst : (second?.start ?? -1);
  }

  #dropBefore(version: number): void {
    const step = Math.trunc(version / 3);
    if (this.#eras.length > 1 && this.#eras[1].start === version) this.#eras.shift();
    else this.#eras[0].timelines.dropBefore(version);
    this.#dropSteps(step);
  }

  #dropSteps(step: number): void {
    this.#book.dropBefore(step);
    this.#inputs = this.#inputs.filter((input) => input.step >= step);
    this.#changedAt = this.#changedAt.filter((changed) => changed >= step);
  }

  get #now(): Timelines {
    return this.#eras[this.#eras.length - 1].timelines;
  }

  // --- Going back ---

  /** Back to the last step that ends at a time [s] or before it, as it left the world. What came after is forgotten. */
  rewind(time: number): void {
    const { bodies } = this.#state;
    bodies.beginChange();
    if (this.#book.isEmpty) this.#beginHistory();
    const step = this.#stepAt(time);
    while (this.#eras.length > 1 && this.#eras[this.#eras.length - 1].start > 3 * step) this.#eras.pop();
    const version = Math.max(3 * step, this.#eras[0].start);
    this.#now.putAllBack(version);
    this.#now.cutAll(version);
    this.#state.time = this.#book.timeOf(step);
    this.#state.stepCount = step;
    bodies.nodes.columns.time.fill(this.#state.time, 0, bodies.nodes.size);
    renewAll(this.#state, this.#detection);
    this.#events.takeBackFrom(step, () => true);
    this.#book.dropAfter(step);
    this.#book.setPlaces(step, bodies.nodes.columns.position, bodies.nodes.size);
    this.#inputs = this.#inputs.filter((input) => input.step < step);
    this.#changedAt = this.#changedAt.filter((changed) => changed < step);
    this.#idleSteps = 0;
    this.#noteState();
  }

  /** Changes what `rows` name at a time [s], now or before. What the change may have reached since is redone. */
  input(rows: readonly number[], target: string, change: () => void, time: number, order: number): Redone {
    this.noteChanges();
    const step = this.#stepAt(time);
    if (!this.#redoes && step < this.#state.stepCount)
      throw new InputError(
        `time is ${show(time)}, before now, but the scheduler of this world does not offer "some-bodies": it cannot redo the steps of some without the others. Rewind, and take the steps again.`,
      );
    const changedAt = this.#changedAt[this.#changedAt.length - 1] ?? -1;
    if (step < changedAt)
      throw new InputError(
        `time is ${show(time)}, but the world was changed at ${this.#book.timeOf(changedAt)} s other than by an input: what came before that cannot be redone.`,
      );
    const input = { step, order, rows, target, change };
    const before = this.#inputs;
    const place = before.findIndex((other) => other.step > step || (other.step === step && other.order > order));
    this.#inputs = place < 0 ? [...before, input] : [...before.slice(0, place), input, ...before.slice(place)];
    try {
      return redoFrom(this.#history, step, rows);
    } catch (error) {
      this.#inputs = before;
      throw error;
    } finally {
      this.#noteState();
      this.#idleSteps = 0;
    }
  }

  get #history() {
    return {
      state: this.#state,
      detection: this.#detection,
      events: this.#events,
      book: this.#book,
      timelines: this.#now,
      inputs: this.#inputs,
      steps: this.#steps,
    };
  }

  #stepAt(time: number): number {
    const now = this.#state.time;
    if (typeof time !== 'number' || !(time >= this.from && time <= now))
      throw new InputError(
        `time is ${show(time)}, but must be from ${this.from} s, where the history begins, to ${now} s, which is now.`,
      );
    return this.#book.stepAt(time);
  }
}

/** How often a node, shape, joint or coupling came or went. */
function turnoverOf({ bodies, joints }: State): number {
  return bodies.nodes.turnover + bodies.shapes.turnover + joints.table.turnover + joints.couplings.turnover + joints.changes;
}
