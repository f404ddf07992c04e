// The core of a world on the device, whose state stays there: rows of bodies, submission of steps, reading of state.

import type { Materials } from '../bodies/materials.js';
import { normalizeQuat } from '../math/vector.js';
import type { Scene } from '../scene/scene.js';
import { HALF_SPACE, SHAPE_KINDS } from '../shapes/shape-kinds.js';
import type { Rooms } from './buffers.js';
import { ELEMENT_BYTES } from './buffers.js';
import type { DeviceBody } from './describe-bodies.js';
import { describeBody, NOTHING, ownPose } from './describe-bodies.js';
import type { Pipelines } from './engine.js';
import { Engine } from './engine.js';
import { powerAbove } from './octaves.js';
import type { StepPlan } from './plan.js';
import { COUNTERS, countersOf, firstPlan, followCounters, planStep } from './plan.js';
import type { CellSizes, DeviceTables, TableLayout } from './tables.js';
import { isOfTables, materialsOf, writeRows, writeTables } from './tables.js';

/** A body counts as at rest below this multiple of the velocity that gravity adds in a step [1]. */
const STILL = 1e-4;
/** A body can be held only below this multiple of the velocity that gravity adds in a step [1]. */
const FAST = 10;
/** Kinds of shapes whose contacts are found by a search: capsules and cylinders. */
const SEARCHED = [SHAPE_KINDS.indexOf('capsule'), SHAPE_KINDS.indexOf('cylinder')];
const DEFAULT_GRAVITY = [0, -9.81, 0] as const;

export class GpuWorld {
  readonly engine: Engine;
  /** Bodies by row. */
  readonly bodies: DeviceBody[];
  readonly materials: Materials;
  readonly #layout: TableLayout;
  readonly gravity: readonly number[];
  #dt = 0;
  #isLooking = false;
  readonly plan: StepPlan;
  /** Number of times that existing rows got other bodies, for programs that draw them. */
  revision = 0;
  /** Whether the plan is adapted to the counters of steps. */
  followsCounters = true;

  constructor(engine: Engine, bodies: DeviceBody[], materials: Materials, tables: DeviceTables, gravity: readonly number[]) {
    this.engine = engine;
    this.bodies = bodies;
    this.materials = materials;
    this.#layout = tables.layout;
    this.gravity = gravity;
    this.plan = firstPlan(engine.rooms, likelyLevels(bodies, gravity));
    engine.write('bodies', new Uint8Array(tables.bodies));
    engine.write('traits', tables.traits);
    engine.write('tables', tables.tables);
    // Spare rows of colliders collide with nothing.
    const words = new Uint32Array((ELEMENT_BYTES.Collider / 4) * engine.rooms.colliders);
    for (let c = 0; c < engine.rooms.colliders; c++) words[(ELEMENT_BYTES.Collider / 4) * c + 3] = NOTHING;
    words.set(new Uint32Array(tables.colliders));
    engine.write('colliders', words);
  }

  static fromScene(pipelines: Pipelines, scene: Scene, manifoldsPerShape = 5): GpuWorld {
    const bodies = (scene.bodies ?? []).map((body, i) => describeBody(body, `bodies[${i}]`));
    return GpuWorld.fromBodies(
      pipelines,
      bodies,
      materialsOf(scene),
      scene.settings?.gravity ?? DEFAULT_GRAVITY,
      manifoldsPerShape,
    );
  }

  /** Creates a world of bodies; `spare` gives room for more. */
  static fromBodies(
    pipelines: Pipelines,
    bodies: DeviceBody[],
    materials: Materials,
    gravity: readonly number[],
    manifoldsPerShape: number,
    spare: Spare = {},
  ): GpuWorld {
    const tables = writeTables(bodies, materials, spare.sizes);
    const rooms = roomsFor(bodies, tables, manifoldsPerShape, spare);
    return new GpuWorld(new Engine(pipelines, rooms), bodies, materials, tables, gravity);
  }

  /**
   * Writes bodies to existing rows or to the next ones. Returns false, and changes nothing, if there is no room for
   * them or if the tables lack their hulls, half-spaces or sizes.
   */
  put(rows: ReadonlyMap<number, DeviceBody>): boolean {
    const { bodies } = this;
    const { rooms } = this.engine;
    const joining = [...rows].filter(([row]) => row >= bodies.length);
    const shapeCount = joining.reduce((sum, [, { shapes }]) => sum + shapes.length, 0);
    if (bodies.length + joining.length > rooms.bodies || this.#layout.colliderCount + shapeCount > rooms.colliders) return false;
    for (const [row, { shapes }] of rows) {
      // Removing a half-space changes the list of half-spaces, so it counts as well.
      const touched = [...shapes, ...(bodies[row]?.shapes.filter(({ kind }) => kind === HALF_SPACE) ?? [])];
      const isNew = !rooms.isSearched && touched.some(({ kind }) => SEARCHED.includes(kind));
      if (isNew || !touched.every((shape) => isOfTables(shape, this.#layout))) return false;
    }
    if (joining.length < rows.size) this.revision++;
    this.plan.isMoving = true;
    for (const [row, body] of [...rows].sort(([a], [b]) => a - b)) {
      bodies[row] = body;
      this.#writeRow(row, body);
    }
    return true;
  }

  /** Resets rows to the initial poses and velocities of their bodies. */
  reset(rows: Iterable<number>): void {
    for (const row of rows) this.#writeRow(row, this.bodies[row]);
  }

  #writeRow(row: number, body: DeviceBody): void {
    const { engine } = this;
    const written = writeRows([[row, body]], this.#layout, this.materials);
    engine.write('bodies', new Uint8Array(written.bodies), ELEMENT_BYTES.Body * row);
    engine.write('traits', written.traits, written.traits.byteLength * row);
    engine.write('colliders', new Uint8Array(written.colliders), ELEMENT_BYTES.Collider * this.#layout.firstColliders[row]);
  }

  /** Size of the cells of positions [m]. */
  get cell(): number {
    return this.#layout.cell;
  }

  /** Length of the last step [s]; 0 before the first. */
  get dt(): number {
    return this.#dt;
  }

  /** Reads from the device the state from which the next step starts. */
  async saveBits(rows = this.bodies.length): Promise<DeviceBits> {
    const { engine } = this;
    const { manifolds: count, taken } = countersOf(await this.counters());
    const bodies = rows === 0 ? new ArrayBuffer(0) : await engine.read(engine.buffer('bodies'), ELEMENT_BYTES.Body * rows);
    const { cell, levelSize } = this.#layout;
    if (this.#dt === 0)
      return { bodies, cell, levelSize, dt: 0, taken, manifolds: new ArrayBuffer(0), points: new ArrayBuffer(0) };
    const kept = Math.min(count, engine.rooms.manifolds);
    const read = (name: 'manifolds' | 'points', size: number) =>
      kept === 0 ? new ArrayBuffer(0) : engine.read(engine.current(name), size * kept);
    const manifolds = await read('manifolds', ELEMENT_BYTES.Manifold);
    const points = await read('points', 4 * ELEMENT_BYTES.Point);
    return { bodies, cell, levelSize, dt: this.#dt, taken, manifolds, points };
  }

  /** Writes a state that was read from this world, or from one with the same rows. */
  loadBits({ bodies, cell, dt, taken, manifolds, points }: DeviceBits): void {
    const { engine } = this;
    engine.steps = 0;
    engine.write('bodies', new Uint8Array(cell === this.cell ? bodies : placedAnew(bodies, cell, this.cell)));
    engine.write('oldManifolds', new Uint8Array(manifolds));
    engine.write('oldPoints', new Uint8Array(points));
    const counters = new Uint32Array(256);
    counters[COUNTERS.manifolds] = manifolds.byteLength / ELEMENT_BYTES.Manifold;
    counters[COUNTERS.taken] = taken;
    engine.write('counters', counters);
    this.#dt = dt;
  }

  /** Submits `count` steps of dt [s] to the device at once. */
  submit(count: number, dt: number): void {
    const { engine } = this;
    // The first step scales loads by the change of dt; the others must not.
    if (count > 1 && this.#dt !== 0 && this.#dt !== dt) {
      this.submit(1, dt);
      this.submit(count - 1, dt);
      return;
    }
    const encoder = engine.device.createCommandEncoder();
    this.#writeParams(dt);
    const dispatches = planStep(engine.rooms, this.plan);
    engine.writeStages(dispatches);
    for (let i = 0; i < count; i++) engine.record(encoder, dispatches);
    engine.device.queue.submit([encoder.finish()]);
    this.#dt = dt;
    if (!this.#isLooking) void this.#look();
  }

  /**
   * Takes one step; returns the time of each phase on the device, in order [ms]. The device must support timestamps.
   */
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

  /** Reads the counters of the last step, and adapts the plan of later ones to them. */
  async #look(): Promise<void> {
    if (!this.followsCounters) return;
    this.#isLooking = true;
    try {
      followCounters(this.plan, await this.counters());
    } catch {
      // The device was lost; the caller who waits for the step gets the error.
    }
    this.#isLooking = false;
  }

  async step(dt: number): Promise<void> {
    this.submit(1, dt);
    await this.engine.device.queue.onSubmittedWorkDone();
  }

  /** Poses of all rows, seven numbers each: position of the body's own origin [m] and orientation [1]. */
  async poses(): Promise<Float64Array> {
    const data = await this.engine.read(this.engine.buffer('bodies'), ELEMENT_BYTES.Body * this.bodies.length);
    const f32 = new Float32Array(data);
    const i32 = new Int32Array(data);
    const out = new Float64Array(7 * this.bodies.length);
    const words = ELEMENT_BYTES.Body / 4;
    this.bodies.forEach(({ own }, row) => {
      const at = words * row;
      const position = [0, 1, 2].map((k) => i32[at + k] * this.#layout.cell + f32[at + 4 + k]) as [number, number, number];
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
    const t = this.#layout;
    const g = Math.sqrt(this.gravity.reduce((sum, x) => sum + x * x, 0));
    f32.set(
      this.gravity.map((x) => (g > 0 ? -x / g : 0)),
      0,
    );
    f32[3] = g * dt;
    f32.set(this.gravity, 4);
    f32[7] = dt;
    f32.set([t.cell, STILL, FAST, this.#dt === 0 ? 1 : dt / this.#dt], 8);
    u32.set([this.engine.rooms.bodies, this.engine.rooms.colliders, t.planes, this.engine.rooms.cells - 1], 12);
    u32.set([this.engine.rooms.pairs, this.engine.rooms.manifolds, t.materials, t.planeList], 16);
    f32[20] = t.levelSize;
    u32.set([this.plan.sweeps, t.surfaces], 21);
    this.engine.writeParams(data);
  }
}

/** The state from which the next step starts, as bits of the device. */
export interface DeviceBits {
  readonly bodies: ArrayBuffer;
  readonly cell: number;
  readonly levelSize: number;
  readonly dt: number;
  readonly taken: number;
  readonly manifolds: ArrayBuffer;
  readonly points: ArrayBuffer;
}

/** Least room of a new world, beyond its contents. */
export interface Spare {
  bodies?: number;
  colliders?: number;
  tables?: number;
  pairs?: number;
  manifolds?: number;
  sizes?: CellSizes;
}

function roomsFor(bodies: readonly DeviceBody[], tables: DeviceTables, manifoldsPerShape: number, spare: Spare): Rooms {
  const colliders = Math.max(1, tables.layout.colliderCount, spare.colliders ?? 0);
  return {
    bodies: Math.max(1, bodies.length, spare.bodies ?? 0),
    colliders,
    pairs: Math.max(12 * colliders + 1024, spare.pairs ?? 0),
    manifolds: Math.max(manifoldsPerShape * colliders + 1024, spare.manifolds ?? 0),
    cells: powerAbove(2 * colliders + 256),
    tables: Math.max(tables.tables.length, spare.tables ?? 0),
    isSearched: bodies.some(({ shapes }) => shapes.some(({ kind }) => SEARCHED.includes(kind))),
  };
}

/** Converts positions to cells of another size. */
function placedAnew(bodies: ArrayBuffer, from: number, to: number): ArrayBuffer {
  const out = bodies.slice(0);
  const f32 = new Float32Array(out);
  const i32 = new Int32Array(out);
  for (let at = 0; at < f32.length; at += ELEMENT_BYTES.Body / 4) {
    for (let k = 0; k < 3; k++) {
      const x = i32[at + k] * from + f32[at + 4 + k];
      i32[at + k] = Math.round(x / to);
      f32[at + 4 + k] = x - i32[at + k] * to;
    }
  }
  return out;
}

/** Estimate of the number of levels: the height of all bodies by the median thickness. */
function likelyLevels(bodies: readonly DeviceBody[], gravity: readonly number[]): number {
  const moving = bodies.filter(({ isFixed, shapes }) => !isFixed && shapes.length > 0);
  if (moving.length === 0) return 0;
  const g = Math.sqrt(gravity.reduce((sum, x) => sum + x * x, 0)) || 1;
  const heights = moving
    .map(({ pose }) => -pose.position.reduce((sum, x, k) => sum + x * gravity[k], 0) / g)
    .sort((a, b) => a - b);
  const thicknesses = moving.map(({ shapes }) => Math.min(...shapes.map(({ thickness }) => thickness))).sort((a, b) => a - b);
  return Math.ceil((heights[heights.length - 1] - heights[0]) / (2 * thicknesses[thicknesses.length >> 1])) + 2;
}
