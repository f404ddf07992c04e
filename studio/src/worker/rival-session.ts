// A scene simulated by another engine. Engines have no common way to go back in time, so the poses of all steps are
// stored.

import type { RivalWorld } from '../../../bench/rivals/index.mjs';
import { InputError } from '../../../src/index.js';
import type { BodyPicture, ShapePicture } from '../protocol.js';
import { MEASURES } from '../protocol.js';
import { StepTable } from '../step-table.js';
import type { PlainScene } from './yardstick.js';
import { Yardstick } from './yardstick.js';

const POSE = 7;
/** Largest total size of the poses [B]. */
const ROOM = 256e6;
/** Tolerance of the ratio of a time to the step length [1]. */
const ROUNDING = 1e-9;

export class RivalSession {
  /** Rows of MEASURES. */
  readonly measures = new StepTable(MEASURES.length);
  readonly dt: number;
  /** The shown step. */
  step = 0;
  readonly #world: RivalWorld;
  readonly #plain: PlainScene;
  readonly #yardstick: Yardstick;
  /** Poses of the moving bodies, by step; their number grows as bodies join. */
  readonly #poses: Float64Array[] = [];
  /** All bodies, in the order in which they joined. */
  readonly #bodies: PlainScene['bodies'] = [];
  #bytes = 0;

  constructor(world: RivalWorld, plain: PlainScene, dt: number) {
    this.#world = world;
    this.#plain = plain;
    this.dt = dt;
    this.#yardstick = new Yardstick(plain);
    this.#join(plain.bodies);
    this.#keep();
    this.#yardstick.begin(this.#poses[0]);
  }

  get last(): number {
    return this.#poses.length - 1;
  }

  get time(): number {
    return this.step * this.dt;
  }

  advance(): void {
    if (this.step < this.last) {
      this.step++;
      return;
    }
    if (this.#bytes > ROOM) throw new InputError(`Step ${this.step} is the last that there is room for: begin again.`);
    for (const { at, bodies } of this.#plain.additions) {
      if (Math.floor(at / this.dt + ROUNDING) !== this.step) continue;
      this.#join(bodies);
      this.#yardstick.add(bodies);
    }
    const start = performance.now();
    this.#world.step();
    const milliseconds = performance.now() - start;
    this.#keep();
    this.step++;
    const { penetration, drift, energy } = this.#yardstick.measure(this.#poses[this.step], this.dt);
    this.measures.add([this.time, penetration, drift, energy, milliseconds]);
  }

  /** Simulates towards a step for at most `budget` [ms]; returns whether it is reached. */
  approach(target: number, budget: number): boolean {
    if (target < this.last) this.step = target;
    const start = performance.now();
    while (this.step < target) {
      if (performance.now() - start > budget) return false;
      this.advance();
    }
    return true;
  }

  /** The bodies that exist at the shown step. */
  drawBodies(): BodyPicture[] {
    return this.#present().map(({ isFixed, shape }, id) => {
      const picture: ShapePicture = { shape, position: [0, 0, 0], orientation: [0, 0, 0, 1], mesh: null };
      return { id, name: `#${id}`, kind: isFixed ? 'fixed' : 'rigid', shapes: [picture] };
    });
  }

  drawPoses(): Float32Array {
    const moving = this.#poses[this.step];
    let next = 0;
    return Float32Array.from(
      this.#present().flatMap(({ isFixed, position, orientation }) =>
        isFixed ? [...position, ...orientation] : [...moving.subarray(POSE * next, POSE * ++next)],
      ),
    );
  }

  dispose(): void {
    this.#world.dispose();
  }

  #join(bodies: PlainScene['bodies']): void {
    for (const body of bodies) this.#world.addBody(body);
    this.#bodies.push(...bodies);
  }

  #keep(): void {
    const poses = new Float64Array(POSE * this.#bodies.filter(({ isFixed }) => !isFixed).length);
    this.#world.poses(poses);
    this.#poses.push(poses);
    this.#bytes += poses.byteLength;
  }

  /** The bodies at the shown step; they join in order, so they are a prefix of all. */
  #present(): PlainScene['bodies'] {
    let moving = this.#poses[this.step].length / POSE;
    const end = this.#bodies.findIndex(({ isFixed }) => !isFixed && moving-- === 0);
    return end < 0 ? this.#bodies : this.#bodies.slice(0, end);
  }
}
