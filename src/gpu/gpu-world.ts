// A world whose state stays on the device.

import type { Materials } from '../bodies/materials.js';
import { normalizeQuat } from '../math/vector.js';
import type { Scene } from '../scene/scene.js';
import { SHAPE_KINDS } from '../shapes/shape-kinds.js';
import type { Rooms } from './buffers.js';
import { ELEMENT_BYTES } from './buffers.js';
import type { DeviceBody } from './describe-bodies.js';
import { describeBody, ownPose } from './describe-bodies.js';
import type { Pipelines } from './engine.js';
import { Engine } from './engine.js';
import type { StepPlan } from './plan.js';
import { firstPlan, followCounters, planStep } from './plan.js';
import type { DeviceTables } from './tables.js';
import { materialsOf, writeTables } from './tables.js';

/** What is slower against its support than this many times what gravity adds in one step is at rest there [1]. */
const STILL = 1e-4;
/** A body that is to be held must be slower than this many times what gravity adds in a step [1]. */
const FAST = 10;
/** Capsules and cylinders. */
const SEARCHED = [SHAPE_KINDS.indexOf('capsule'), SHAPE_KINDS.indexOf('cylinder')];
const DEFAULT_GRAVITY = [0, -9.81, 0] as const;

export class GpuWorld {
  readonly engine: Engine;
  readonly bodies: readonly DeviceBody[];
  readonly materials: Materials;
  readonly #tables: DeviceTables;
  readonly #gravity: readonly number[];
  #dt = 0;
  #isLooking = false;
  readonly plan: StepPlan;
  /** Whether the plan follows what steps count. */
  followsCounters = true;

  constructor(engine: Engine, bodies: readonly DeviceBody[], materials: Materials, tables: DeviceTables, gravity: readonly number[]) {
    this.engine = engine;
    this.bodies = bodies;
    this.materials = materials;
    this.#tables = tables;
    this.#gravity = gravity;
    this.plan = firstPlan(engine.rooms, likelyLevels(bodies, gravity));
    engine.write('bodies', new Uint8Array(tables.bodies));
    engine.write('traits', tables.traits);
    engine.write('colliders', new Uint8Array(tables.colliders));
    engine.write('tables', tables.tables);
  }

  static fromScene(pipelines: Pipelines, scene: Scene, manifoldsPerShape = 5): GpuWorld {
    const materials = materialsOf(scene);
    const bodies = (scene.bodies ?? []).map((body, i) => describeBody(body, `bodies[${i}]`));
    const tables = writeTables(bodies, materials);
    const engine = new Engine(pipelines, roomsFor(bodies, tables, manifoldsPerShape));
    return new GpuWorld(engine, bodies, materials, tables, scene.settings?.gravity ?? DEFAULT_GRAVITY);
  }

  /** Sends so many steps of dt [s] to the device at once. */
  submit(count: number, dt: number): void {
    const { engine } = this;
    const encoder = engine.device.createCommandEncoder();
    this.#writeParams(dt);
    const dispatches = planStep(engine.rooms, this.plan);
    engine.writeStages(dispatches);
    for (let i = 0; i < count; i++) engine.record(encoder, dispatches);
    engine.device.queue.submit([encoder.finish()]);
    this.#dt = dt;
    if (!this.#isLooking) void this.#look();
  }

  /** Takes one step and returns what each phase took on the device, in order [ms]; the device must have timestamps. */
  async profile(dt: number): Promise<Map<string, number>> {
    const { engine } = this;
    this.#writeParams(dt);
    const dispatches = planStep(engine.rooms, this.plan);
    engine.writeStages(dispatches);
    const times = await engine.recordTimed(dispatches);
    this.#dt = dt;
    await this.#look();
    return times;
  }

  /** Reads what the last step counted, and lets the plan of later ones follow it. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    if (this.followsCounters) followCounters(this.plan, this.engine.rooms, await this.counters());
    this.#isLooking = false;
  }

  async step(dt: number): Promise<void> {
    this.submit(1, dt);
    await this.engine.device.queue.onSubmittedWorkDone();
  }

  /** Seven numbers a body: where its own origin is [m], and its orientation [1]. */
  async poses(): Promise<Float64Array> {
    const data = await this.engine.read(this.engine.buffer('bodies'));
    const f32 = new Float32Array(data);
    const i32 = new Int32Array(data);
    const out = new Float64Array(7 * this.bodies.length);
    const words = ELEMENT_BYTES.Body / 4;
    this.bodies.forEach(({ own }, row) => {
      const at = words * row;
      const position = [0, 1, 2].map((k) => i32[at + k] * this.#tables.cell + f32[at + 4 + k]) as [number, number, number];
      const orientation = normalizeQuat([f32[at + 8], f32[at + 9], f32[at + 10], f32[at + 11]]);
      const pose = ownPose({ position, orientation }, own);
      out.set(pose.position, 7 * row);
      out.set(pose.orientation, 7 * row + 3);
    });
    return out;
  }

  async counters(): Promise<Uint32Array> {
    return new Uint32Array(await this.engine.read(this.engine.buffer('counters')));
  }

  #writeParams(dt: number): void {
    const data = new ArrayBuffer(256);
    const f32 = new Float32Array(data);
    const u32 = new Uint32Array(data);
    const t = this.#tables;
    const g = Math.sqrt(this.#gravity.reduce((sum, x) => sum + x * x, 0));
    f32.set(this.#gravity.map((x) => (g > 0 ? -x / g : 0)), 0);
    f32[3] = g * dt;
    f32.set(this.#gravity, 4);
    f32[7] = dt;
    f32.set([t.cell, STILL, FAST, this.#dt === 0 ? 1 : dt / this.#dt], 8);
    u32.set([this.bodies.length, t.colliderCount, t.planes, this.engine.rooms.cells - 1], 12);
    u32.set([t.levelMask, this.engine.rooms.pairs, this.engine.rooms.manifolds, t.materials], 16);
    f32[20] = t.levelSize;
    u32.set([t.planeList, this.plan.sweeps, t.surfaces], 21);
    this.engine.writeParams(data);
  }
}

function roomsFor(bodies: readonly DeviceBody[], tables: DeviceTables, manifoldsPerShape: number): Rooms {
  const colliders = tables.colliderCount;
  return {
    bodies: bodies.length,
    colliders,
    pairs: 12 * colliders + 1024,
    manifolds: manifoldsPerShape * colliders + 1024,
    cells: 2 ** Math.ceil(Math.log2(2 * colliders + 256)),
    tables: tables.tables.length,
    isSearched: bodies.some(({ shapes }) => shapes.some(({ kind }) => SEARCHED.includes(kind))),
  };
}

/** How many bodies may stand on each other: the height of all in thicknesses of the thinnest half. */
function likelyLevels(bodies: readonly DeviceBody[], gravity: readonly number[]): number {
  const moving = bodies.filter(({ isFixed, shapes }) => !isFixed && shapes.length > 0);
  if (moving.length === 0) return 0;
  const g = Math.sqrt(gravity.reduce((sum, x) => sum + x * x, 0)) || 1;
  const heights = moving.map(({ pose }) => -pose.position.reduce((sum, x, k) => sum + x * gravity[k], 0) / g).sort((a, b) => a - b);
  const thicknesses = moving.map(({ shapes }) => Math.min(...shapes.map(({ thickness }) => thickness))).sort((a, b) => a - b);
  return Math.ceil((heights[heights.length - 1] - heights[0]) / (2 * thicknesses[thicknesses.length >> 1])) + 2;
}
