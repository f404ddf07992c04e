// A runner steps a world with a fixed step length at the varying frame rate of a program.
//
// Elapsed time is accumulated, and steps are taken from it while a whole step is left. The rest is less than a step:
// poses are interpolated by that fraction between the last two states, so that motion looks smooth at any frame rate.
// The price is that the picture is up to a step late.

import type { Body } from '../handles.js';
import { boolean, number, object, refuse } from '../input/fields.js';
import { Simulation } from '../scene/simulation.js';
import { STEP_LIMITS } from '../settings.js';
import type { PoseArray } from '../world/poses.js';
import { eachBody } from '../world/poses.js';
import type { World } from '../world.js';
import { World as WorldClass } from '../world.js';
import { Interpolation } from './interpolation.js';

export interface RunnerOptions {
  /** Length of a step [s]; default 1/60. A simulation has its own. */
  dt?: number;
  /**
   * Largest number of steps that one call of advance() takes [1]; default 4. Time beyond them is dropped, so that a
   * machine that is too slow shows slow motion and does not fall further and further behind.
   */
  maxSteps?: number;
  /** Seconds of the world per second of the program [1]; default 1. */
  timeScale?: number;
  /** Whether the runner begins paused; default false. */
  paused?: boolean;
  /** Called before each step with the time of the world and the length of the step [s], to apply inputs. */
  beforeStep?: (time: number, dt: number) => void;
}

const scaleField = number('[1]', { min: 0 });
const pausedField = boolean('');
const elapsedField = number('[s]', { min: 0 });
const countField = number('[1]', { min: 1, integer: true });
const beforeStepField = {
  check(value: unknown, path: string): void {
    if (typeof value !== 'function') refuse(path, value, 'a function');
  },
  schema: () => ({}),
};
const optionsField = object<RunnerOptions>(
  '',
  'how a world is run',
  {},
  {
    dt: number('[s]', STEP_LIMITS),
    maxSteps: countField,
    timeScale: scaleField,
    paused: pausedField,
    beforeStep: beforeStepField,
  },
);

const DEFAULT_DT = 1 / 60;
const DEFAULT_MAX_STEPS = 4;
/** Fraction of a step by which a step is due earlier, since sums of frame times have rounding errors [1]. */
const ROUNDING = 1e-9;

export class Runner<UserData = unknown> {
  readonly world: World<UserData>;
  /** Length of a step [s]. */
  readonly dt: number;
  readonly maxSteps: number;
  readonly #takeStep: () => void;
  readonly #beforeStep: RunnerOptions['beforeStep'];
  readonly #interpolation = new Interpolation();
  /** Elapsed time that is not stepped yet [s]. */
  #account = 0;
  #dropped = 0;
  #timeScale: number;
  #paused: boolean;
  /** Time of the world after the runner's last step [s]. If it differs, the world was restored or stepped by others. */
  #leftAt: number;

  constructor(source: World<UserData> | Simulation, options: RunnerOptions = {}) {
    if (!(source instanceof WorldClass || source instanceof Simulation)) refuse('source', source, 'a world or a simulation');
    optionsField.check(options, 'options');
    const { maxSteps = DEFAULT_MAX_STEPS, timeScale = 1, paused = false, beforeStep } = options;
    if (source instanceof Simulation && options.dt !== undefined && options.dt !== source.dt)
      refuse('options.dt', options.dt, `left out: the simulation has steps of ${source.dt} s`);
    this.world = (source instanceof Simulation ? source.world : source) as World<UserData>;
    this.dt = source instanceof Simulation ? source.dt : (options.dt ?? DEFAULT_DT);
    this.maxSteps = maxSteps;
    this.#timeScale = timeScale;
    this.#paused = paused;
    this.#beforeStep = beforeStep;
    this.#takeStep = source instanceof Simulation ? () => source.step() : () => source.step(this.dt);
    this.#leftAt = this.world.time;
  }

  /** Seconds of the world per second of the program [1]. */
  get timeScale(): number {
    return this.#timeScale;
  }
  set timeScale(scale: number) {
    scaleField.check(scale, 'timeScale');
    this.#timeScale = scale;
  }

  /** Whether advance() takes no steps and ignores elapsed time. */
  get paused(): boolean {
    return this.#paused;
  }
  set paused(paused: boolean) {
    pausedField.check(paused, 'paused');
    this.#paused = paused;
  }

  /** Fraction of a step, in [0, 1), by which writePoses() interpolates between the last two states [1]. */
  get alpha(): number {
    return Math.max(this.#account / this.dt, 0);
  }

  /** Total time of the world that was dropped because steps took too long [s]. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Advances by the time since the last frame [s] and takes the steps that are due; returns their number. */
  advance(elapsed: number): number {
    elapsedField.check(elapsed, 'elapsed');
    if (this.#paused) return 0;
    this.#account += elapsed * this.#timeScale;
    let steps = 0;
    const due = this.dt * (1 - ROUNDING);
    for (; this.#account >= due && steps < this.maxSteps; steps++) {
      this.#account -= this.dt;
      this.#step();
    }
    if (this.#account >= due) {
      const kept = this.#account % this.dt;
      this.#dropped += this.#account - kept;
      this.#account = kept;
    }
    return steps;
  }

  /** Takes steps at once, even while paused, and shows the state after them without interpolation. */
  step(count = 1): void {
    countField.check(count, 'count');
    for (let i = 0; i < count; i++) this.#step();
    this.#interpolation.forget();
  }

  /**
   * Writes the poses to show now, of these bodies or of all bodies in the order of world.bodies(). A pose is seven
   * numbers: the position of the origin [m] and the orientation [x, y, z, w] [1]. Returns the number of poses.
   */
  writePoses(out: PoseArray, bodies?: readonly Body[]): number {
    if (this.world.time !== this.#leftAt) this.#interpolation.forget();
    const { alpha, world } = this;
    const { store } = world;
    return eachBody(world, out, bodies, (row, at) => this.#interpolation.write(store, row, alpha, out, at));
  }

  #step(): void {
    const { world } = this;
    this.#beforeStep?.(world.time, this.dt);
    this.#interpolation.noteBefore(world.store);
    try {
      this.#takeStep();
    } catch (error) {
      this.#interpolation.forget();
      throw error;
    }
    this.#interpolation.noteAfter(world.store);
    this.#leftAt = world.time;
  }
}
