// One engine with one setting in one scene: steps by the clock, and what the ruler says at the times of the checks.

import { performance } from 'node:perf_hooks';
import { POSE, Ruler } from '../ruler/ruler.mjs';

export class Run {
  #world;
  #scene;
  #dt;
  #ruler;
  #poses;
  #checks;
  #step = 0;
  /** Of every step [ms]. */
  times = [];
  /** What all steps so far took [ms]. */
  totalMs = 0;
  /** What the ruler said at the checks so far. */
  measurements = [];
  /** Whether something had dropped at a check that judges. */
  hasFallen = false;
  /** [J] */
  kineticEnergy = Number.NaN;

  /** `world` as an engine creates it, `scene` as plainScene makes it, `checks` as { at [s], limits }. */
  constructor(world, scene, { dt, seconds, checks }) {
    this.#world = world;
    this.#scene = scene;
    this.#dt = dt;
    this.steps = Math.round(seconds / dt);
    this.#checks = new Map(checks.map((check) => [Math.round(check.at / dt), check]));
    this.isToStand = checks.some(({ limits }) => limits !== null);
    this.#ruler = new Ruler(scene.bodies);
    this.#poses = new Float64Array(POSE * this.#ruler.count);
    for (const body of scene.bodies) world.addBody(body);
  }

  get time() {
    return this.#step * this.#dt;
  }
  get isDone() {
    return this.#step >= this.steps;
  }

  advance(count) {
    for (let i = 0; i < count && !this.isDone; i++) this.#takeStep();
  }

  #takeStep() {
    this.#addDueBodies();
    if (this.#step === this.steps - 1) this.#world.poses(this.#poses);
    const start = performance.now();
    this.#world.step();
    const time = performance.now() - start;
    this.times.push(time);
    this.totalMs += time;
    this.#step++;
    const check = this.#checks.get(this.#step);
    if (this.isDone) this.#measureEnergy();
    if (check !== undefined) this.measure(check.limits);
  }

  /** As drystone's own Simulation does: those whose time lies in the step to come. */
  #addDueBodies() {
    for (const { at, bodies } of this.#scene.additions) {
      if (at < this.time || at >= this.time + this.#dt) continue;
      for (const body of bodies) this.#world.addBody(body);
      this.#ruler.add(bodies);
      this.#poses = new Float64Array(POSE * this.#ruler.count);
    }
  }

  /** What the ruler says now; `limits` are shares of a brick's height that it is to be judged by, or null [1]. */
  measure(limits) {
    this.#world.poses(this.#poses);
    const measurement = { at: this.time, limits, ...this.#ruler.measure(this.#poses) };
    this.measurements.push(measurement);
    this.hasFallen ||= limits !== null && measurement.dropped > 0;
    return measurement;
  }

  #measureEnergy() {
    const later = new Float64Array(this.#poses.length);
    this.#world.poses(later);
    this.kineticEnergy = this.#ruler.kineticEnergy(this.#poses, later, this.#dt);
  }

  get brickHeight() {
    return this.#ruler.brickHeight;
  }
}
