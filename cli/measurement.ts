// What a run is measured by: numbers of every step, gathered into the one object that --json prints.

import type { Vec3 } from '../src/math/vector.js';
import { distance } from '../src/math/vector.js';
import { PHASES } from '../src/phases.js';
import type { Simulation } from '../src/scene/simulation.js';
import type { TimeFigures, TimeStatistics } from '../src/schedulers/time/statistics.js';
import { timeFigures } from '../src/schedulers/time/statistics.js';
import type { Body } from '../src/world.js';

/** What a scheduler of time did. */
export interface TimeResult extends Readonly<TimeStatistics>, TimeFigures {
  /** Time that the steps of a simulated second took, by the clock [s]. */
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
  /** Time that the world's step took, by the clock [ms]. */
  stepMs: { median: number; p99: number; mean: number; total: number };
  /** The part of stepMs.mean that each phase took [ms]. */
  phasesMs: Record<string, number>;
  /** Statistics of the scheduler, if it is one of time. Where there was no discontinuity, the interval between them is null in JSON. */
  time?: TimeResult;
  contacts: { mean: number; max: number };
  groups: { mean: number; max: number };
  /** Deepest of all steps, of the last half of them, and in the poses at the end [m]. */
  penetration: { max: number; settled: number; end: number };
  /** How far any rigid body's origin is at the end from where it began [m]. */
  drift: { max: number };
  /** [J] */
  kineticEnergy: { end: number };
  /** Kinetic and potential energy together [J]. */
  energy: { start: number; end: number };
  residual: { median: number; max: number };
  /** Pairs tested and pairs whose test was skipped, over all steps [1]. */
  narrowPhase: { tests: number; skipped: number };
  /** Bodies asleep at the end [1]. */
  asleep: number;
  /** Of these, bodies that nothing could carry [1]. */
  hanging: number;
  /** Hash of the state at the end. */
  hash: string;
}

/** What is found of the world, in the order of the result. */
type MeasuredParts = Omit<RunResult, 'version' | 'scene' | 'seed' | 'method' | 'scheduler' | 'solver' | 'time'> & {
  readonly time: TimeResult | undefined;
};

export class Measurement {
  readonly #simulation: Simulation;
  /** [ms] */
  readonly #clock: () => number;
  /** Where each rigid body's origin was when it joined, by id [m]. */
  readonly #origins = new Map<number, Vec3>();
  readonly #stepMs: number[] = [];
  readonly #contacts: number[] = [];
  readonly #groups: number[] = [];
  readonly #penetrations: number[] = [];
  readonly #residuals: number[] = [];
  #tests = 0;
  #skipped = 0;
  readonly #energyAtStart: number;

  /** Without a clock, all times of the result are 0. */
  constructor(simulation: Simulation, clock: (() => number) | null = () => performance.now()) {
    this.#simulation = simulation;
    this.#clock = clock ?? (() => 0);
    this.#energyAtStart = this.#energy();
    this.noteBodies(simulation.world.bodies());
    if (clock !== null) simulation.world.profiler.clock = clock;
    simulation.world.profiler.reset();
  }

  /** The drift of these bodies begins here. */
  noteBodies(bodies: Iterable<Body>): void {
    for (const { id, kind, position } of bodies) if (kind === 'rigid' || kind === 'link') this.#origins.set(id, position);
  }

  /** The world's step, timed, and what it reports of itself. */
  step(): void {
    const { world, dt } = this.#simulation;
    const before = this.#clock();
    world.step(dt);
    this.#stepMs.push(this.#clock() - before);
    const { contacts, groups, penetration, residual, narrowPhaseTests, narrowPhaseSkipped } = world.report;
    this.#contacts.push(contacts);
    this.#groups.push(groups);
    this.#penetrations.push(penetration);
    this.#residuals.push(residual);
    this.#tests += narrowPhaseTests;
    this.#skipped += narrowPhaseSkipped;
  }

  result(version: string, seed: number | null): RunResult {
    const { scene, method, scheduler, solver } = this.#simulation;
    const names = Object.keys(this.#parts) as (keyof MeasuredParts)[];
    const measured = Object.fromEntries(names.map((name) => [name, this.#parts[name]()]));
    // Fixed steps have no statistics of time.
    if (measured.time === undefined) delete measured.time;
    return { version, scene: scene.name, seed, method, scheduler, solver, ...measured } as RunResult;
  }

  /** One part of the result, for who wants no other: undefined where the result does not have it. */
  part(name: string): unknown {
    return Object.hasOwn(this.#parts, name) ? this.#parts[name as keyof MeasuredParts]() : undefined;
  }

  get #steps(): number {
    return this.#stepMs.length;
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
    contacts: () => ({ mean: mean(this.#contacts), max: largest(this.#contacts) }),
    groups: () => ({ mean: mean(this.#groups), max: largest(this.#groups) }),
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

  /** Nothing with fixed steps. */
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
/** The smallest of the values that is at least as large as this share of them. */
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
