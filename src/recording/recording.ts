// Recordings: runs of a world that can be replayed and compared, to find the first step and body that differ.
//
// A recording holds the first state, dt and hash of each step, and a short hash of every body after each step. When a
// user changes the state between steps (adds bodies, applies forces), it differs from the state that the last step
// left. The whole state is then recorded, so that replaying needs no list of possible changes. Settings, materials and
// meshes are not part of the state: the world that replays must have the same ones.

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
  /** Length of the step [s]. */
  readonly dt: number;
  /** The state before the step if it differs from the one that the last step left; otherwise undefined. */
  readonly before: Snapshot | undefined;
  /** Hash of the whole state after the step. */
  readonly hash: string;
  /** Id and hash of each body after the step, in the order of rows. */
  readonly bodyIds: Float64Array;
  readonly bodyHashes: Uint32Array;
}

export interface Recording {
  /** The state before the first step. */
  readonly start: Snapshot;
  readonly steps: readonly RecordedStep[];
  /** Description of the world, as a note for readers of the file: any JSON value. Replaying ignores it. */
  readonly origin?: unknown;
}

/** The first difference of two runs. */
export interface Difference {
  /** Number of the first step that differs, from 0. */
  readonly step: number;
  /**
   * Id of the first body that differs after that step. Undefined when all bodies agree, so that only contacts or joints
   * differ, and when one of the runs has ended.
   */
  readonly body: number | undefined;
  /** Its name, if it has one. */
  readonly name: string | undefined;
}

/** Steps a world and records the run. Call its `step` instead of the world's. */
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
  // Recognized by its store: importing World would make an import cycle.
  if (!((value as World | undefined | null)?.store instanceof Bodies)) refuse('world', value, 'a World');
}

/** Throws an InputError unless the value is a valid recording. `path` names the value in error texts. */
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
 * Replays a recording in a world made the same way. Returns the first difference, or undefined when all hashes agree.
 * Throws an InputError, and leaves the world unchanged, if the recording is invalid or was made with the other kernel,
 * which gives other bits.
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

/** The first difference of two recordings; undefined when there is none. The name of the body is taken from `world`. */
export function compareRecordings(a: Recording, b: Recording, world?: World): Difference | undefined {
  checkRecording(a, 'a');
  checkRecording(b, 'b');
  if (world !== undefined) checkWorld(world);
  const common = Math.min(a.steps.length, b.steps.length);
  for (let i = 0; i < common; i++) if (a.steps[i].hash !== b.steps[i].hash) return difference(i, a.steps[i], b.steps[i], world);
  return a.steps.length === b.steps.length ? undefined : { step: common, body: undefined, name: undefined };
}

/** The difference as a sentence. */
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
