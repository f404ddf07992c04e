// Measurement of a run: numbers of every step, collected into the object that --json prints.

import type { Vec3 } from '../src/math/vector.js';
import { distance } from '../src/math/vector.js';
import { PHASES } from '../src/phases.js';
import type { Simulation } from '../src/scene/simulation.js';
import type { TimeFigures, TimeStatistics } from '../src/schedulers/time/statistics.js';
import { timeFigures } from '../src/schedulers/time/statistics.js';
import type { Body } from '../src/world.js';

/** Statistics of a time scheduler. */
export interface TimeResult extends Readonly<TimeStatistics>, TimeFigures {
  /** Real time of the steps per simulated second [s]. */
  readonly clockPerSecond: number;
}

export interface RunResult {
  /** Version of the program. */
  version: string;
  scene: string;
  /** null for a scene file. */
  seed: number | null;
  method: string;
  scheduler: string;
  solver: string;
  /** Bodies at the end, fixed ones included [1]. */
  bodies: number;
  steps: number;
  /** [s] */
  dt: number;
  /** Simulated time [s]. */
  seconds: number;
  /** Real time of the world's step [ms]. */
  stepMs: { median: number; p99: number; mean: number; total: number };
  /** Part of stepMs.mean in each phase [ms]. */
  phasesMs: Record<string, number>;
  /**
   * Statistics of a time scheduler. Without any discontinuity, the interval between discontinuities is null in JSON.
   */
  time?: TimeResult;
  contacts: { mean: number; max: number };
  groups: { mean: number; max: number };
  /** Deepest penetration in all steps, in the last half of the steps, and in the final poses [m]. */
  penetration: { max: number; settled: number; end: number };
  /** Largest final distance of a rigid body's origin from its initial position [m]. */
  drift: { max: number };
  /** [J] */
  kineticEnergy: { end: number };
  /** Sum of kinetic and potential energy [J]. */
  energy: { start: number; end: number };
  residual: { median: number; max: number };
  /** Pairs tested and pairs whose test was skipped, over all steps [1]. */
  narrowPhase: { tests: number; skipped: number };
  /** Bodies asleep at the end [1]. */
  asleep: number;
  /** Sleeping bodies that nothing could carry [1]. */
  hanging: number;
  /** Hash of the state at the end. */
  hash: string;
}

/** The measured parts of a result, in its order. */
type MeasuredParts = Omit<RunResult, 'version' | 'scene' | 'seed' | 'method' | 'scheduler' | 'solver' | 'time'> & {
  readonly time: TimeResult | undefined;
};

export class Measurement {
  readonly #simulation: Simulation;
  /** [ms] */
  readonly #clock: (() => number) | null;
  /** Initial position of each rigid body's origin, by id [m]. */
  readonly #origins = new Map<number, Vec3>();
  readonly #stepMs: number[] = [];
  readonly #contacts = { sum: 0, max: 0 };
  readonly #groups = { sum: 0, max: 0 };
  readonly #penetrations: number[] = [];
  readonly #residuals: number[] = [];
  #steps = 0;
  #tests = 0;
  #skipped = 0;
  readonly #energyAtStart: number;

  /** Without a clock, the result has no times, and what has come to rest can be passed over. */
  constructor(simulation: Simulation, clock: (() => number) | null = () => performance.now()) {
    this.#simulation = simulation;
    this.#clock = clock;
    this.#energyAtStart = this.#energy();
    this.noteBodies(simulation.world.bodies());
    if (clock !== null) simulation.world.profiler.clock = clock;
    simulation.world.profiler.reset();
  }

  /** Notes the initial positions of bodies, from which drift is measured. */
  noteBodies(bodies: Iterable<Body>): void {
    for (const { id, kind, position } of bodies) if (kind === 'rigid' || kind === 'link') this.#origins.set(id, position);
  }

  /** Takes a step, measures its time and collects its report. */
  step(): void {
    const { world, dt } = this.#simulation;
    const before = this.#clock?.() ?? 0;
    world.step(dt);
    if (this.#clock !== null) this.#stepMs.push(this.#clock() - before);
    this.#collect();
  }

  /** Takes so many steps at once if they would change nothing but the time, and collects as many reports; returns how many it has taken. */
  rest(steps: number): number {
    const taken = this.#clock === null ? this.#simulation.rest(steps) : 0;
    for (let i = 0; i < taken; i++) this.#collect();
    return taken;
  }

  /** The report of the last step. */
  #collect(): void {
    const { contacts, groups, penetration, residual, narrowPhaseTests, narrowPhaseSkipped } = this.#simulation.world.report;
    this.#steps++;
    add(this.#contacts, contacts);
    add(this.#groups, groups);
    this.#penetrations.push(penetration);
    this.#residuals.push(residual);
    this.#tests += narrowPhaseTests;
    this.#skipped += narrowPhaseSkipped;
  }

  result(version: string, seed: number | null): RunResult {
    const { scene, method, scheduler, solver } = this.#simulation;
    const names = Object.keys(this.#parts) as (keyof MeasuredParts)[];
    const measured = Object.fromEntries(names.map((name) => [name, this.#parts[name]()]));
    // Fixed steps have no statistics of a time scheduler.
    if (measured.time === undefined) delete measured.time;
    return { version, scene: scene.name, seed, method, scheduler, solver, ...measured } as RunResult;
  }

  /** One part of the result only; undefined if the result does not have it. */
  part(name: string): unknown {
    return Object.hasOwn(this.#parts, name) ? this.#parts[name as keyof MeasuredParts]() : undefined;
  }

  readonly #parts: { readonly [Name in keyof MeasuredParts]: () => MeasuredParts[Name] } = {
    bodies: () => [...this.#simulation.world.bodies()].length,
    steps: () => this.#steps,
    dt: () => this.#simulation.dt,
    seconds: () => this.#steps * this.#simulation.dt,
    stepMs: () => ({
      median: median(this.#stepMs),
      p99: percentile(this.#stepMs, 0.99),
      mean: mean(this.#stepMs),
      total: sum(this.#stepMs),
    }),
    phasesMs: () => {
      const { milliseconds } = this.#simulation.world.profiler;
      return Object.fromEntries(PHASES.map((phase, i) => [phase, milliseconds[i] / this.#steps]));
    },
    time: () => this.#time(this.#steps * this.#simulation.dt),
    contacts: () => ({ mean: this.#contacts.sum / this.#steps, max: this.#contacts.max }),
    groups: () => ({ mean: this.#groups.sum / this.#steps, max: this.#groups.max }),
    penetration: () => ({
      max: largest(this.#penetrations),
      settled: largest(this.#penetrations.slice(Math.floor(this.#steps / 2))),
      end: this.#simulation.world.measurePenetration(),
    }),
    drift: () => ({ max: this.#drift() }),
    kineticEnergy: () => ({ end: this.#simulation.world.kineticEnergy() }),
    energy: () => ({ start: this.#energyAtStart, end: this.#energy() }),
    residual: () => ({ median: median(this.#residuals), max: largest(this.#residuals) }),
    narrowPhase: () => ({ tests: this.#tests, skipped: this.#skipped }),
    asleep: () => this.#simulation.world.report.asleep,
    hanging: () => this.#simulation.world.hanging().length,
    hash: () => this.#simulation.world.hash(),
  };

  /** Statistics of a time scheduler; undefined with fixed steps. */
  #time(seconds: number): TimeResult | undefined {
    const { timeStatistics } = this.#simulation.world;
    if (timeStatistics === undefined) return undefined;
    const clockPerSecond = sum(this.#stepMs) / 1000 / seconds;
    return { ...timeStatistics, ...timeFigures(timeStatistics), clockPerSecond };
  }

  #energy(): number {
    return this.#simulation.world.kineticEnergy() + this.#simulation.world.potentialEnergy();
  }

  #drift(): number {
    const drifts = [...this.#simulation.world.bodies()].map((body) => {
      const origin = this.#origins.get(body.id);
      return origin === undefined ? 0 : distance(body.position, origin);
    });
    return largest(drifts);
  }
}

function add(figures: { sum: number; max: number }, value: number): void {
  figures.sum += value;
  figures.max = Math.max(figures.max, value);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
/** The smallest value that is at least as large as the fraction `share` of the values. */
function percentile(values: readonly number[], share: number): number {
  return sorted(values)[Math.ceil(share * values.length) - 1];
}
function median(values: readonly number[]): number {
  const inOrder = sorted(values);
  const half = inOrder.length / 2;
  return (inOrder[Math.ceil(half) - 1] + inOrder[Math.floor(half)]) / 2;
}
function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}
