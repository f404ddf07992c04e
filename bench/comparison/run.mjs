// One engine with one setting in one scene: steps by the clock, and what the ruler says at the times of the checks.

import { performance } from 'node:perf_hooks';
import { processorTime } from '../processor-time.mjs';
import { POSE, Ruler } from '../ruler/ruler.mjs';

/** By how much a time over a step may be off a whole number [1]. */
const ROUNDING = 1e-9;

export class Run {
  #world;
  #dt;
  #ruler;
  #poses;
  #gravity;
  #checks;
  #additions;
  #step = 0;
  /** Processor time spent on measuring instead of stepping, in the turn that is going on [ms]. */
  #aside = 0;
  /** Of every step, by the clock [ms]. */
  times = [];
  /** The same by processor time [ms]. */
  cpuTimes = [];
  /** { step, cpu }: the first step of each turn, and the processor time of its steps on average [ms]. */
  turns = [];
  /** Processor time of all steps [ms]. */
  totalMs = 0;
  /** What the ruler said at the checks so far. */
  measurements = [];
  /** Whether something had dropped at a check that judges. */
  hasFallen = false;
  /** [J] */
  kineticEnergy = Number.NaN;
  /** Kinetic and potential energy together at the start and at the end, of the bodies of the start [J]. */
  energies = { start: Number.NaN, end: Number.NaN };

  /** `world` as an engine creates it, `scene` as plainScene makes it, `checks` as { at [s], limits }. */
  constructor(world, scene, { dt, seconds, checks }) {
    this.#world = world;
    this.#dt = dt;
    this.steps = Math.round(seconds / dt);
    this.#checks = checks.map(({ at, limits }) => ({ step: Math.round(at / dt), limits }));
    this.#additions = scene.additions.map(({ at, bodies }) => ({ step: Math.floor(at / dt + ROUNDING), bodies }));
    this.isToStand = checks.some(({ limits }) => limits !== null);
    this.#ruler = new Ruler(scene.bodies);
    this.#poses = new Float64Array(POSE * this.#ruler.count);
    for (const body of scene.bodies) world.addBody(body);
    this.#gravity = scene.gravity;
    this.energies.start = this.#ruler.startEnergy(scene.gravity);
  }

  get time() {
    return this.#step * this.#dt;
  }
  get isDone() {
    return this.#step >= this.steps;
  }
  get bodies() {
    return this.#ruler.count;
  }
  get brickHeight() {
    return this.#ruler.brickHeight;
  }

  /** A turn of that many steps, or as many as are left. */
  advance(count) {
    const step = this.#step;
    const last = Math.min(this.steps, step + count);
    this.#aside = 0;
    const start = processorTime();
    while (this.#step < last) this.#takeStep();
    const spent = processorTime() - start - this.#aside;
    this.turns.push({ step, cpu: spent / (last - step) });
    this.totalMs += spent;
  }

  #takeStep() {
    this.#addDueBodies();
    if (this.#step === this.steps - 1) this.#setAside(() => this.#world.poses(this.#poses));
    const startCpu = processorTime();
    const start = performance.now();
    this.#world.step();
    this.times.push(performance.now() - start);
    this.cpuTimes.push(processorTime() - startCpu);
    this.#step++;
    if (this.isDone) this.#setAside(() => this.#measureEnergy());
    for (const { step, limits } of this.#checks) if (step === this.#step) this.#setAside(() => this.measure(limits));
  }

  /** As Drystone's own Simulation does: those whose time lies in the step to come. */
  #addDueBodies() {
    for (const { step, bodies } of this.#additions) {
      if (step !== this.#step) continue;
      for (const body of bodies) this.#world.addBody(body);
      this.#ruler.add(bodies);
      this.#poses = new Float64Array(POSE * this.#ruler.count);
    }
  }

  /** How many bodies have their centre below a height [m], as the engine has them now. */
  countBelow(height) {
    this.#world.poses(this.#poses);
    let count = 0;
    for (let k = 1; k < this.#poses.length; k += POSE) if (this.#poses[k] < height) count++;
    return count;
  }

  /** Does what is not the engine's to pay for. */
  #setAside(work) {
    const start = processorTime();
    work();
    this.#aside += processorTime() - start;
  }

  /** What the ruler says now; `limits` are shares of a brick's height that it is to be judged by, or null [1]. */
  measure(limits) {
    this.#world.poses(this.#poses);
    const measurement = { at: this.time, limits, ...this.#ruler.measure(this.#poses, this.time) };
    this.measurements.push(measurement);
    this.hasFallen ||= limits !== null && measurement.dropped > 0;
    return measurement;
  }

  #measureEnergy() {
    const later = new Float64Array(this.#poses.length);
    this.#world.poses(later);
    this.kineticEnergy = this.#ruler.kineticEnergy(this.#poses, later, this.#dt);
    this.energies.end = this.kineticEnergy + this.#ruler.potentialEnergy(later, this.#gravity);
  }
}
