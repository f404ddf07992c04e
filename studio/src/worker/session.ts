// A running scene: its world, its history, and user actions on it.

import { CONTROLS } from '../../../scenes/index.js';
import type { BodyDescriptor, Recording, Scene, SettingName, Vec3, World } from '../../../src/index.js';
import { InputError, PHASES, Recorder, Simulation } from '../../../src/index.js';
import type { Choices, Drive, Input, Origin, Pull } from '../protocol.js';
import { STATISTICS } from '../protocol.js';
import { StepTable } from '../step-table.js';
import { applyDrive, isIdle } from './drive.js';
import type { RecordedInput } from './history.js';
import { History } from './history.js';
import { Measures } from './measures.js';
import { applyPull } from './pull.js';
import { applyTarget } from './target.js';
import { RolledBack } from './time-picture.js';

/**
 * Distance by which a thrown body starts farther back if its place is occupied, in its own sizes; largest number of
 * tries.
 */
const RETREAT = 0.55;
const FARTHEST_RETREAT = 40;

export interface SessionOptions {
  /** A recording to play. */
  readonly recording?: Recording;
  /** Whether each step is measured, for a comparison. */
  readonly isMeasured?: boolean;
}

export class Session {
  readonly simulation: Simulation;
  readonly history = new History();
  readonly rolledBack = new RolledBack();
  /** The present pull, or null. */
  pull: Pull | null = null;
  /** The present drive input, or null. */
  drive: Drive | null = null;
  /** A message if a recording is not reproduced as it was recorded. */
  notice: string | null = null;
  readonly #choices: Choices;
  /** Rows of STATISTICS of the steps simulated so far. */
  readonly statistics = new StepTable(STATISTICS.length);
  /** Measures, null without a comparison. */
  readonly measures: Measures | null;

  constructor(scene: Scene, choices: Choices, { recording, isMeasured = false }: SessionOptions = {}) {
    this.#choices = choices;
    this.simulation = new Simulation(scene, { ...choices, controls: CONTROLS });
    this.world.profiler.clock = () => performance.now();
    this.measures = isMeasured ? new Measures(this.simulation) : null;
    if (recording !== undefined) this.#load(recording);
    this.history.offer(0, () => this.world.snapshot(), this.world.settings);
  }

  get world(): World {
    return this.simulation.world;
  }

  get step(): number {
    return this.world.stepCount;
  }

  /** Adds the present drive input before the next step. */
  takeKeys(): void {
    const { drive } = this;
    if (drive === null) return;
    this.#add(drive);
    // Idle input is added once.
    if (isIdle(drive)) this.drive = null;
  }

  /**
   * Ends the drive input if keys were released after the simulation had stopped; only an unrecorded step gets the idle
   * input.
   */
  #letGo(): void {
    const { drive, step, history } = this;
    if (drive === null || !isIdle(drive)) return;
    if (step === history.last) this.#add(drive);
    this.drive = null;
  }

  /** Takes one step: repeats a recorded step, or records a new one. */
  advance(): void {
    const { world, history, step } = this;
    history.offer(step, () => world.snapshot(), world.settings);
    if (this.pull !== null) this.#add({ kind: 'pull', pull: this.pull });
    const before = performance.now();
    this.#takeStep(this.simulation, history.inputsAt(step));
    const milliseconds = performance.now() - before;
    history.addWork(milliseconds);
    this.rolledBack.note(world);
    history.last = Math.max(history.last, this.step);
    if (this.step === this.statistics.count + 1) this.#note(milliseconds);
    this.#compare();
  }

  /** Discards the recording after this moment. */
  cut(): void {
    this.history.cut(this.step);
    this.statistics.cut(this.step);
    this.measures?.table.cut(this.step);
  }

  /** Simulates towards a step for at most `budget` [ms]; returns whether it is reached. */
  approach(target: number, budget: number): boolean {
    const { world, history } = this;
    this.#letGo();
    const keyframe = history.before(Math.min(target, history.last));
    if (target < this.step || keyframe.step > this.step) {
      for (const [name, value] of Object.entries(keyframe.settings)) {
        if (world.settings[name as SettingName] !== value) world.set(name as SettingName, value as never);
      }
      world.restore(keyframe.snapshot);
    }
    const start = performance.now();
    while (this.step < target) {
      if (performance.now() - start > budget) return false;
      // Discards rollbacks of all but the last step of a seek.
      this.rolledBack.take();
      this.advance();
    }
    return true;
  }

  /** Applies a user action before the next step; throws for bad input and changes nothing. */
  do(input: Exclude<Input, { kind: 'pull' | 'drive' }>): void {
    const { world } = this;
    // Tried first, since refused input must not be recorded; before the step it is applied again.
    if (input.kind === 'set') {
      world.set(input.name as SettingName, input.value as never);
      this.#add(input);
    } else if (input.kind === 'target') {
      this.#tryOut(() => applyTarget(world, input));
      this.#add(input);
    } else this.#add({ ...input, body: this.#placeFreely(input.body) });
  }

  /** Returns the result of an action, and restores the world. */
  #tryOut<T>(deed: () => T): T {
    const now = this.world.snapshot();
    try {
      return deed();
    } finally {
      this.world.restore(now);
    }
  }

  /**
   * Moves a thrown body back along its path until it overlaps no other body, including those thrown before the same
   * step.
   */
  #placeFreely(descriptor: BodyDescriptor): BodyDescriptor {
    const { world } = this;
    return this.#tryOut(() => {
      for (const input of this.history.inputsAt(this.step)) if (input.kind === 'throw') world.createBody(input.body);
      const others = [...world.bodies()].filter((body) => body.active);
      const body = world.createBody(descriptor);
      const [start, velocity] = [body.position, body.velocity];
      const speed = Math.hypot(...velocity);
      const isFree = () => others.every((other) => (world.closestPoints(body, other, 0)?.gap ?? 1) > 0);
      for (let retreat = 0; retreat < FARTHEST_RETREAT && speed > 0 && !isFree(); retreat++) {
        const back = (retreat + 1) * RETREAT * sizeOf(descriptor);
        body.position = start.map((x, k) => x - (back * velocity[k]) / speed) as Vec3;
      }
      return { ...descriptor, position: body.position };
    });
  }

  /** Adds an input before the next step, and discards the recording after this moment. */
  #add(input: Input): void {
    if (this.step < this.history.last) this.cut();
    this.history.add(this.step, input);
  }

  /** Repeats the whole run and records it with the engine's recorder. */
  record(): Recording {
    const { scene } = this.simulation;
    const run = this.repeat((dt) => recorder.step(dt));
    const recorder = new Recorder((run.next().value as Simulation).world);
    while (run.next().done !== true);
    const changes = this.history
      .inputs()
      .flatMap(([step, input]) => (input.kind === 'set' ? [{ step, name: input.name, value: input.value }] : []));
    const origin: Origin = { scene, choices: this.#choices, changes };
    return { ...recorder.recording, origin };
  }

  /** Repeats the run in a new world; yields its simulation at the start and after each step. */
  *repeat(step?: (dt: number) => void): Generator<Simulation> {
    const simulation = new Simulation(this.simulation.scene, { ...this.#choices, controls: CONTROLS });
    yield simulation;
    for (let at = 0; at < this.history.last; at++) {
      this.#takeStep(simulation, this.history.inputsAt(at), step);
      yield simulation;
    }
  }

  #takeStep(simulation: Simulation, inputs: readonly RecordedInput[], step = (dt: number) => simulation.world.step(dt)): void {
    const { world, dt } = simulation;
    // A recorded state includes bodies that joined before the step, and the moves of characters.
    const isGiven = inputs.some(({ kind }) => kind === 'state');
    if (!isGiven) simulation.addDueBodies();
    for (const input of inputs) {
      if (input.kind === 'state') world.restore(input.snapshot);
      else if (input.kind === 'set') world.set(input.name as SettingName, input.value as never);
      else if (input.kind === 'throw') world.createBody(input.body);
      else if (input.kind === 'target') applyTarget(world, input);
      else if (input.kind === 'drive') applyDrive(simulation, input);
      else applyPull(world, input.pull, dt);
    }
    if (!isGiven) simulation.moveCharacters();
    world.profiler.reset();
    step(dt);
  }

  #note(milliseconds: number): void {
    const { world } = this;
    const { contacts, groups, penetration, residual } = world.report;
    const numbers = [world.time, contacts, groups, penetration, world.kineticEnergy(), world.potentialEnergy(), residual];
    this.statistics.add([...numbers, ...PHASES.map((_, phase) => world.profiler.milliseconds[phase])]);
    this.measures?.note(milliseconds);
  }

  #compare(): void {
    const expected = this.history.expectedAt(this.step);
    if (expected === undefined || this.notice !== null || this.world.hash() === expected) return;
    this.notice = `The recording does not come out as it was recorded: step ${this.step - 1} leads to another state.`;
  }

  #load({ start, steps, origin }: Recording): void {
    const { world, history } = this;
    world.restore(start);
    steps.forEach(({ before, hash }, step) => {
      if (before !== undefined) history.add(step, { kind: 'state', snapshot: before });
      history.expect(step + 1, hash);
    });
    history.last = steps.length;
    for (const { step, name, value } of (origin as Origin).changes) history.add(step, { kind: 'set', name, value });
  }
}

/** Approximate size of a body [m]. */
function sizeOf({ shapes }: BodyDescriptor): number {
  return Math.max(...shapes.map((shape) => (shape.kind === 'sphere' ? 2 * shape.radius : 1)));
}

/** The origin of a recording; throws if it has none. */
export function originOf({ origin }: Recording): Origin {
  const { scene, choices } = (origin ?? {}) as Partial<Origin>;
  if (scene === undefined || choices === undefined) {
    throw new InputError('The recording does not say what its world was made of; only recordings saved by the studio do.');
  }
  return origin as Origin;
}
