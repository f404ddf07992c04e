// Recordings: a run that can be played again and compared.
//
// A recording holds the state it starts from, each step's dt and hash, and a short hash for every body after each step, so that
// where two runs part the first step and the first body can be named. What a user does to the state between steps (bodies added,
// forces, anything) shows as a state that differs from the one the last step left; it is then recorded whole, so that playing
// needs no list of what users can do. Settings, materials and meshes are not state: a world that replays must be given the same.

import { Bodies } from '../bodies/bodies.js';
import { InputError, number, refuse, show } from '../input/fields.js';
import { STEP_LIMITS } from '../settings.js';
import type { World } from '../world.js';
import { checkSnapshot } from './check-snapshot.js';
import type { Snapshot } from './snapshot.js';
import { checkSurroundings } from './snapshot.js';
import { hashNode, REFERENCE_PREFIX } from './state-hash.js';

const stepField = number('[s]', STEP_LIMITS);

export interface RecordedStep {
  /** [s] */
  readonly dt: number;
  /** The state before the step, where it is not the one the last step left. */
  readonly before: Snapshot | undefined;
  /** Hash of all state after the step. */
  readonly hash: string;
  /** Id and hash of each body after the step, in the order of their indices. */
  readonly bodyIds: Float64Array;
  readonly bodyHashes: Uint32Array;
}

export interface Recording {
  readonly start: Snapshot;
  readonly steps: readonly RecordedStep[];
  /** What the world was made of, for whoever opens the file: anything that JSON can hold. Playing does not look at it. */
  readonly origin?: unknown;
}

/** Where two runs part. */
export interface Difference {
  /** Number of the first step that differs, from 0. */
  readonly step: number;
  /**
   * Id of the first body that differs after it; undefined when all bodies agree and only what lies between them (contacts)
   * differs, or one run has ended.
   */
  readonly body: number | undefined;
  /** Its name, if it has one. */
  readonly name: string | undefined;
}

/** Steps a world and writes down what happens. */
export class Recorder {
  readonly world: World;
  readonly #start: Snapshot;
  readonly #steps: RecordedStep[] = [];
  #left: string;

  constructor(world: World) {
    checkWorld(world);
    this.world = world;
    this.#start = world.snapshot();
    this.#left = world.hash();
  }

  step(dt: number): void {
    const { world } = this;
    const before = world.hash() === this.#left ? undefined : world.snapshot();
    world.step(dt);
    this.#left = world.hash();
    this.#steps.push({ dt, before, hash: this.#left, ...hashBodies(world) });
  }

  get recording(): Recording {
    return { start: this.#start, steps: [...this.#steps] };
  }
}

/** Throws an InputError unless the value is a world. */
export function checkWorld(value: unknown): asserts value is World {
  // By what it holds: World itself imports this folder.
  if (!((value as World | undefined | null)?.store instanceof Bodies)) refuse('world', value, 'a World');
}

/** Throws an InputError unless the value is a recording in all its parts; `path` names it. */
export function checkRecording(value: unknown, path: string): asserts value is Recording {
  if (typeof value !== 'object' || value === null) refuse(path, value, 'one that a Recorder has made');
  const { start, steps } = value as Recording;
  checkSnapshot(start, `${path}.start`);
  if (!Array.isArray(steps)) refuse(`${path}.steps`, steps, 'a list of steps');
  steps.forEach((step, i) => {
    const at = `${path}.steps[${i}]`;
    if (typeof step !== 'object' || step === null) refuse(at, step, 'a step');
    stepField.check(step.dt, `${at}.dt`);
    if (step.before !== undefined) checkSnapshot(step.before, `${at}.before`);
    if (typeof step.hash !== 'string') refuse(`${at}.hash`, step.hash, 'a hash');
    const { bodyIds, bodyHashes } = step;
    if (!(bodyIds instanceof Float64Array)) refuse(`${at}.bodyIds`, bodyIds, 'a Float64Array');
    if (!(bodyHashes instanceof Uint32Array) || bodyHashes.length !== bodyIds.length)
      refuse(`${at}.bodyHashes`, bodyHashes, `a Uint32Array of ${bodyIds.length} numbers`);
  });
}

/**
 * Plays a recording in a world made the same way; the first difference, or undefined when every hash is the same. Throws an InputError,
 * and leaves the world as it is, if the recording is none or is of another kernel, whose bits are others.
 */
export function replay(recording: Recording, world: World): Difference | undefined {
  checkRecording(recording, 'recording');
  checkWorld(world);
  const isReference = recording.steps.some(({ hash }) => hash.startsWith(REFERENCE_PREFIX));
  if (recording.steps.length > 0 && isReference !== (world.kernel === 'reference')) {
    const [made, here] = isReference ? ['the reference', 'compiled'] : ['compiled', 'the reference'];
    throw new InputError(`recording was made where the kernel was ${made}, but here it is ${here}, which gives other bits.`);
  }
  for (const { before } of recording.steps) if (before !== undefined) checkSurroundings(before, world.store);
  world.restore(recording.start);
  for (let i = 0; i < recording.steps.length; i++) {
    const recorded = recording.steps[i];
    if (recorded.before !== undefined) world.restore(recorded.before);
    world.step(recorded.dt);
    const hash = world.hash();
    if (hash !== recorded.hash) return difference(i, recorded, { ...recorded, hash, ...hashBodies(world) }, world);
  }
  return undefined;
}

/** The first difference of two recordings, or undefined when there is none. Names are looked up in `world`. */
export function compareRecordings(a: Recording, b: Recording, world?: World): Difference | undefined {
  checkRecording(a, 'a');
  checkRecording(b, 'b');
  if (world !== undefined) checkWorld(world);
  const common = Math.min(a.steps.length, b.steps.length);
  for (let i = 0; i < common; i++) if (a.steps[i].hash !== b.steps[i].hash) return difference(i, a.steps[i], b.steps[i], world);
  return a.steps.length === b.steps.length ? undefined : { step: common, body: undefined, name: undefined };
}

/** A sentence. */
export function describeDifference(difference: Difference): string {
  if (typeof difference !== 'object' || difference === null) refuse('difference', difference, 'one that replay() has found');
  const { step, body, name } = difference;
  if (body === undefined) return `The runs part at step ${step}, where all bodies still agree.`;
  return `The runs part at step ${step}, first at body ${name === undefined ? body : `${show(name)} (${body})`}.`;
}

function hashBodies(world: World): Pick<RecordedStep, 'bodyIds' | 'bodyHashes'> {
  const bodies = [...world.bodies()];
  return {
    bodyIds: Float64Array.from(bodies, ({ id }) => id),
    bodyHashes: Uint32Array.from(bodies, ({ row }) => hashNode(world.store, row)),
  };
}

function difference(step: number, a: RecordedStep, b: RecordedStep, world: World | undefined): Difference {
  const count = Math.max(a.bodyIds.length, b.bodyIds.length);
  for (let i = 0; i < count; i++) {
    if (a.bodyIds[i] === b.bodyIds[i] && a.bodyHashes[i] === b.bodyHashes[i]) continue;
    const body = a.bodyIds[i] ?? b.bodyIds[i];
    const row = world?.store.nodes.rowOf(body) ?? -1;
    return { step, body, name: row >= 0 ? world?.store.names[row] : undefined };
  }
  return { step, body: undefined, name: undefined };
}
