// A world on the device: ids and rows of bodies, creation and removal between steps, and readings.
//
// A row keeps the places of its shapes in the tables, so that contacts of other bodies keep theirs. A free row is
// reused by the next body with as many shapes. If room runs out, the state is read and written to buffers of twice the
// size.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import { Hash } from '../math/hash.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { dot, rotate } from '../math/vector.js';
import { ELEMENT_BYTES } from './buffers.js';
import type { DeviceBody } from './describe-bodies.js';
import { describeBody, emptyRow } from './describe-bodies.js';
import type { Pipelines } from './engine.js';
import { GpuWorld } from './gpu-world.js';
import { DeviceTooSmall } from './limits.js';
import { countersOf } from './plan.js';
import type { GpuContact, GpuEnergies, GpuNumbers, GpuSnapshot, SavedBody, WorldAtPlace } from './readings.js';
import type { Surroundings } from './surroundings.js';

/** Words per element. */
const BODY = ELEMENT_BYTES.Body / 4;
const MANIFOLD = ELEMENT_BYTES.Manifold / 4;
const POINT = ELEMENT_BYTES.Point / 4;
/** State of a refused body, which moves with the velocity of the sweeps. */
const REFUSED = 3;
/** How often the buffers may be doubled for one call of step() [1]. */
const MOST_GROWTHS = 24;
/** Initial spare room, in bodies of one shape [1]. */
const SPARE = 64;
/** Initial room for manifolds per shape [1]. */
const MANIFOLDS_PER_SHAPE = 5;

export class DeviceWorld implements WorldAtPlace {
  readonly #pipelines: Pipelines;
  readonly #around: Surroundings;
  #world: GpuWorld;
  /** Id of each row, -1 for a free row. */
  #ids: number[] = [];
  readonly #rowOf = new Map<number, number>();
  readonly #descriptors = new Map<number, BodyDescriptor>();
  /** Free rows, by their number of shapes. */
  #free = new Map<number, number[]>();
  /** Rows that were freed since the last step, whose contacts are still there: no other body takes them before the next. */
  #left: number[] = [];
  /** Rows that have changed since the last step. */
  #changed = new Map<number, DeviceBody>();
  /** Bodies by row, including changes. */
  #rows: DeviceBody[] = [];

  constructor(pipelines: Pipelines, around: Surroundings, bodies: readonly { id: number; descriptor: BodyDescriptor }[]) {
    this.#pipelines = pipelines;
    this.#around = around;
    bodies.forEach(({ id, descriptor }, i) => {
      this.create(id, descriptor, `bodies[${i}]`);
    });
    this.#changed.clear();
    const shapeCount = this.#rows.reduce((sum, { shapes }) => sum + shapes.length, 0);
    this.#world = this.#make([...this.#rows], { bodies: this.#rows.length + SPARE, colliders: shapeCount + SPARE });
  }

  #make(rows: DeviceBody[], spare: Parameters<typeof GpuWorld.fromBodies>[5]): GpuWorld {
    const { materials, gravity } = this.#around;
    return GpuWorld.fromBodies(this.#pipelines, rows, materials, gravity, MANIFOLDS_PER_SHAPE, spare);
  }

  /** A new world with other bodies on the same device. */
  another(bodies: readonly { id: number; descriptor: BodyDescriptor }[]): DeviceWorld {
    return new DeviceWorld(this.#pipelines, this.#around, bodies);
  }

  /** The present world on the device, for drawing and measuring. It is replaced by another when room runs out. */
  get core(): GpuWorld {
    return this.#world;
  }

  create(id: number, descriptor: BodyDescriptor, path: string): void {
    const body = this.#describe(descriptor, path);
    const row = this.#free.get(body.shapes.length)?.pop() ?? this.#rows.length;
    this.#ids[row] = id;
    this.#rows[row] = body;
    this.#rowOf.set(id, row);
    this.#descriptors.set(id, descriptor);
    this.#changed.set(row, body);
  }

  #describe(descriptor: BodyDescriptor, path: string): DeviceBody {
    const body = describeBody(descriptor, path);
    for (const { material } of body.shapes) this.#around.materials.indexOf(material, `${path}.material`);
    body.linearDamping += this.#around.linearDamping;
    body.angularDamping += this.#around.angularDamping;
    return body;
  }

  remove(id: number): void {
    const row = this.#rowOf.get(id);
    if (row === undefined) return;
    const body = emptyRow(this.#rows[row]);
    this.#rowOf.delete(id);
    this.#descriptors.delete(id);
    this.#ids[row] = -1;
    this.#rows[row] = body;
    this.#changed.set(row, body);
    this.#left.push(row);
  }

  #freeRows(): void {
    for (const row of this.#left) {
      const { length } = this.#rows[row].shapes;
      const free = this.#free.get(length);
      if (free === undefined) this.#free.set(length, [row]);
      else free.push(row);
    }
    this.#left = [];
  }

  async step(count: number, dt: number): Promise<void> {
    await this.#flush();
    this.#freeRows();
    const before = countersOf(await this.#world.counters()).taken;
    let left = count;
    for (let growths = 0; left > 0; growths++) {
      if (growths > MOST_GROWTHS) throw new DeviceTooSmall('The device has no room for the contacts of this world.');
      this.#world.submit(left, dt);
      const counted = countersOf(await this.#world.counters());
      left = before + count - counted.taken;
      const { rooms } = this.#world.engine;
      const isShort = 4 * counted.pairs > 3 * rooms.pairs || 4 * counted.manifolds > 3 * rooms.manifolds;
      if (left === 0 && !isShort) return;
      // Where buffers could not be made, nothing that was sent is done.
      if (!isShort) throw new DeviceTooSmall('The device has too little memory for this world.');
      // A step without enough room has left incomplete manifolds, so contacts then begin without loads.
      const isWhole = left === 0;
      const pairs = 2 * Math.max(counted.pairs, rooms.pairs);
      await this.#grow({ pairs, manifolds: 2 * Math.max(counted.manifolds, rooms.manifolds) }, isWhole);
    }
  }

  /** Writes changed rows to the device. */
  async #flush(): Promise<void> {
    if (this.#changed.size === 0) return;
    const changed = this.#changed;
    this.#changed = new Map();
    if (this.#world.put(changed)) return;
    const { rooms } = this.#world.engine;
    // New rows exist only in the tables of the host, so the rows read from the device do not have them.
    try {
      await this.#grow({ pairs: rooms.pairs, manifolds: rooms.manifolds }, true, changed);
    } catch (error) {
      this.#changed = new Map([...changed, ...this.#changed]);
      throw error;
    }
  }

  async #grow(
    room: { pairs: number; manifolds: number },
    isWhole: boolean,
    changed: ReadonlyMap<number, DeviceBody> = new Map(),
  ): Promise<void> {
    const old = this.#world;
    const { rooms } = old.engine;
    const bits = await old.saveBits(Math.min(rooms.bodies, this.#rows.length));
    const shapeCount = this.#rows.reduce((sum, { shapes }) => sum + shapes.length, 0);
    const spare = {
      bodies: this.#rows.length > rooms.bodies ? 2 * this.#rows.length : rooms.bodies,
      colliders: shapeCount > rooms.colliders ? 2 * shapeCount : rooms.colliders,
      tables: rooms.tables,
      ...room,
    };
    const next = this.#make([...this.#rows], spare);
    next.loadBits(isWhole ? bits : { ...bits, manifolds: new ArrayBuffer(0), points: new ArrayBuffer(0) });
    next.reset(changed.keys());
    this.#world = next;
    old.engine.destroy();
  }

  /** Rows in the order of their ids. */
  #liveRows(): [number, number][] {
    return [...this.#rowOf].sort(([a], [b]) => a - b);
  }

  ids(): number[] {
    return this.#liveRows().map(([id]) => id);
  }

  async #readBodies(): Promise<ArrayBuffer> {
    await this.#flush();
    return this.#world.engine.read(this.#world.engine.buffer('bodies'), ELEMENT_BYTES.Body * this.#rows.length);
  }

  async poses(): Promise<GpuNumbers> {
    await this.#flush();
    const all = await this.#world.poses();
    const live = this.#liveRows();
    const values = new Float64Array(7 * live.length);
    live.forEach(([, row], i) => {
      values.set(all.subarray(7 * row, 7 * row + 7), 7 * i);
    });
    return { ids: this.ids(), values };
  }

  async velocities(): Promise<GpuNumbers> {
    const f32 = new Float32Array(await this.#readBodies());
    const live = this.#liveRows();
    const values = new Float64Array(6 * live.length);
    live.forEach(([, row], i) => {
      values.set(f32.subarray(BODY * row + 16, BODY * row + 19), 6 * i);
      values.set(f32.subarray(BODY * row + 20, BODY * row + 23), 6 * i + 3);
    });
    return { ids: this.ids(), values };
  }

  async energies(): Promise<GpuEnergies> {
    const data = await this.#readBodies();
    const f32 = new Float32Array(data);
    const i32 = new Int32Array(data);
    const { cell } = this.#world;
    let kinetic = 0;
    let potential = 0;
    for (const [, row] of this.#liveRows()) {
      const { mass, moments, isFixed, gravityScale } = this.#rows[row];
      if (isFixed) continue;
      const vector = (at: number) => [...f32.subarray(BODY * row + at, BODY * row + at + 3)] as Vec3;
      const [x, y, z, w] = f32.subarray(BODY * row + 8, BODY * row + 12);
      const back: Quat = [-x, -y, -z, w];
      const velocity = vector(16);
      const spin = rotate(back, vector(20));
      kinetic +=
        0.5 * mass * dot(velocity, velocity) +
        0.5 * (moments[0] * spin[0] * spin[0] + moments[1] * spin[1] * spin[1] + moments[2] * spin[2] * spin[2]);
      const at = vector(4).map((p, k) => i32[BODY * row + k] * cell + p) as Vec3;
      potential -= gravityScale * mass * dot(this.#around.gravity, at);
    }
    return { kinetic, potential };
  }

  async contacts(): Promise<GpuContact[]> {
    await this.#flush();
    const { engine, cell, dt } = this.#world;
    if (dt === 0) return [];
    const bits = await this.#world.saveBits(this.#rows.length);
    const isMoving = engine.steps > 0 && countersOf(await this.#world.counters()).moving > 0;
    const count = bits.manifolds.byteLength / ELEMENT_BYTES.Manifold;
    const size = 16 * 4 * count;
    const swept = isMoving && size > 0 ? new Float32Array(await engine.read(engine.buffer('sweptImpulses'), size)) : null;
    const states = isMoving ? new Uint32Array(await engine.read(engine.buffer('states'))) : null;
    const rows = new Uint32Array(bits.manifolds);
    const normals = new Float32Array(bits.manifolds);
    const points = new Float32Array(bits.points);
    const places = new Int32Array(bits.bodies);
    const within = new Float32Array(bits.bodies);
    const out: GpuContact[] = [];
    for (let m = 0; m < count; m++) {
      const [a, b, held] = rows.subarray(MANIFOLD * m + 4, MANIFOLD * m + 7);
      // A body of the contact was removed since the step.
      if (this.#ids[a] < 0 || this.#ids[b] < 0) continue;
      const isSwept = states !== null && (states[a] === REFUSED || states[b] === REFUSED);
      const normal = [...normals.subarray(MANIFOLD * m, MANIFOLD * m + 3)] as Vec3;
      for (let k = 4 * m; k < 4 * m + held; k++) {
        const p = POINT * k;
        const impulse = isSwept && swept !== null ? swept.subarray(4 * k, 4 * k + 4) : points.subarray(p + 8, p + 12);
        const point = [0, 1, 2].map((i) => places[BODY * a + i] * cell + within[BODY * a + 4 + i] + points[p + i]) as Vec3;
        const [x, y, z, normalImpulse] = impulse;
        out.push({ a: this.#ids[a], b: this.#ids[b], point, normal, gap: points[p + 3], normalImpulse, impulseOnB: [x, y, z] });
      }
    }
    return out;
  }

  /**
   * Hash of the time [s] and of the state from which the next step starts: rows, manifolds, and their points in use.
   */
  async hash(time: number): Promise<string> {
    await this.#flush();
    const { bodies, manifolds, points } = await this.#world.saveBits(this.#rows.length);
    const hash = new Hash();
    hash.number(time);
    hash.words(new Int32Array(bodies));
    hash.words(new Int32Array(manifolds));
    const held = new Uint32Array(manifolds);
    const words = new Int32Array(points);
    for (let m = 0; m * MANIFOLD < held.length; m++)
      hash.words(words, 4 * POINT * m, 4 * POINT * m + POINT * held[MANIFOLD * m + 6]);
    return `gpu-${hash}`;
  }

  async save(): Promise<{ bodies: SavedBody[]; exact: GpuSnapshot['exact'] }> {
    const { ids, values } = await this.poses();
    const { values: velocities } = await this.velocities();
    const bits = await this.#world.saveBits(this.#rows.length);
    const bodies = ids.map((id, i): SavedBody => {
      const descriptor = this.#descriptors.get(id) as BodyDescriptor;
      return {
        id,
        descriptor,
        pose: [...values.subarray(7 * i, 7 * i + 7)],
        velocity: [...velocities.subarray(6 * i, 6 * i + 6)],
      };
    });
    const shapeCounts = this.#rows.map(({ shapes }) => shapes.length);
    return { bodies, exact: { place: 'gpu', rows: [...this.#ids], shapeCounts, bits } };
  }

  restore(exact: GpuSnapshot['exact'], bodies: readonly SavedBody[]): boolean {
    if (exact.place !== 'gpu') return false;
    const byId = new Map(bodies.map(({ id, descriptor }) => [id, descriptor]));
    const rows = exact.rows.map((id, row) => {
      const descriptor = byId.get(id);
      if (descriptor !== undefined) return this.#describe(descriptor, `bodies[${row}]`);
      const shapes = Array.from({ length: exact.shapeCounts[row] }, () => ({ kind: 'sphere', radius: 1 }) as const);
      return emptyRow(this.#describe({ shapes }, 'bodies'));
    });
    const old = this.#world;
    const { rooms } = old.engine;
    const manifolds = Math.max(rooms.manifolds, exact.bits.manifolds.byteLength / ELEMENT_BYTES.Manifold);
    // The cells of positions must have the same size, so that positions keep their bits.
    const sizes = { cell: exact.bits.cell, levelSize: exact.bits.levelSize };
    // Throws where the device has no room for them; nothing has changed until then.
    this.#world = this.#make([...rows], { ...rooms, manifolds, sizes });
    this.#world.loadBits(exact.bits);
    this.#rows = rows;
    this.#ids = [...exact.rows];
    this.#free = new Map();
    this.#left = [];
    this.#changed = new Map();
    this.#rowOf.clear();
    this.#descriptors.clear();
    exact.rows.forEach((id, row) => {
      const descriptor = byId.get(id);
      if (descriptor === undefined) this.#left.push(row);
      else {
        this.#rowOf.set(id, row);
        this.#descriptors.set(id, descriptor);
      }
    });
    old.engine.destroy();
    return true;
  }

  destroy(): void {
    this.#world.engine.destroy();
  }
}

/** The descriptor of a saved body, with its saved pose and velocity. */
export function standing({ descriptor, pose, velocity }: SavedBody): BodyDescriptor {
  const [x, y, z, qx, qy, qz, qw] = pose;
  const placed = { ...descriptor, position: [x, y, z] as Vec3, orientation: [qx, qy, qz, qw] as Quat };
  if (descriptor.kind === 'fixed') return placed;
  return { ...placed, velocity: velocity.slice(0, 3) as Vec3, angularVelocity: velocity.slice(3, 6) as Vec3 };
}

/** The bodies on the device; or the reason why they cannot be there. */
export function placeOnDevice(
  pipelines: Pipelines | string,
  around: Surroundings,
  bodies: ConstructorParameters<typeof DeviceWorld>[2],
): DeviceWorld | string {
  if (typeof pipelines === 'string') return pipelines;
  try {
    return new DeviceWorld(pipelines, around, bodies);
  } catch (error) {
    if (error instanceof DeviceTooSmall) return error.message;
    throw error;
  }
}
