// A world on the GPU, for users. It runs on the device or, without a device and after its loss, on the processor with
// the same functions.
//
// Changes since the last backup are recorded, so that after a loss the world on the processor has the same bodies; the
// steps since then are lost. Asynchronous calls are executed one after the other, in the order of the calls; a body that
// is created or removed is known as such at once, and changes the world before the next asynchronous call does its work.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import { refuse } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import { additionsWithin } from '../scene/build-world.js';
import type { Scene } from '../scene/scene.js';
import { DEFAULT_DT } from '../scene/scene.js';
import { dtField } from '../scene/scene-fields.js';

import { DeviceWorld, placeOnDevice, standing } from './device-world.js';
import type { Pipelines } from './engine.js';
import { DeviceTooSmall } from './limits.js';
import { lostSentence } from './open-device.js';
import { ProcessorWorld } from './processor-world.js';
import type { GpuContact, GpuEnergies, GpuEvent, GpuNumbers, GpuSnapshot, WorldAtPlace } from './readings.js';
import { edgesOf, GpuGraph, pairKey } from './readings.js';
import { NAME, refuseBodyForGpu } from './refusals.js';
import type { Surroundings } from './surroundings.js';

/** Largest number of steps of one call [1]. */
const MOST_STEPS = 1e6;
/** Largest gap that counts as touching [m]; so does any contact with an impulse. */
const CLOSED = 1e-9;

/**
 * A body that was added or removed. After a loss, additions of the scene (`isOfScene`) are made again in their time.
 */
type Change =
  | { readonly id: number; readonly descriptor: BodyDescriptor; readonly isOfScene: boolean }
  | { readonly removed: number };

export interface PlacedOptions {
  readonly scene: Scene;
  readonly around: Surroundings;
  /** The kernels, or the reason why there is no device. */
  readonly pipelines: Pipelines | string;
  readonly fallback: 'cpu' | 'none';
  readonly keepEvery: number;
}

export class PlacedWorld {
  readonly #scene: Scene;
  readonly #around: Surroundings;
  readonly #fallback: 'cpu' | 'none';
  readonly #keepEvery: number;
  #at: WorldAtPlace;
  #place: 'gpu' | 'cpu';
  #reason: string;
  #time = 0;
  #stepCount = 0;
  #nextId = 0;
  /** Names of the existing bodies, by id. */
  #ids = new Map<number, string | undefined>();
  #names = new Map<string, number>();
  /** The last backup, to which a loss goes back, and the changes since. */
  #kept: GpuSnapshot | null = null;
  #changes: Change[] = [];
  /** Changes that the next call makes before its own work, since those before it may still be under way. */
  readonly #waiting: Change[] = [];
  /** Number of changes that have waited and are made [1]. */
  #made = 0;
  /** Snapshots of the calls of restore() that are not done. */
  readonly #goingBack: GpuSnapshot[] = [];
  /**
   * Ids of bodies that the scene adds, by their paths in it; ids of those that were removed, which are not added again.
   */
  readonly #lateIds = new Map<string, number>();
  readonly #dismissed = new Set<number>();
  /** Pairs that touched at the last call of events(). */
  #touching = new Map<string, readonly [number, number]>();
  /** The reason of the loss of the device, null before. */
  #lost: string | null = null;
  readonly #loss: Promise<never>;
  #queue: Promise<unknown> = Promise.resolve();
  #isDestroyed = false;

  constructor({ scene, around, pipelines, fallback, keepEvery }: PlacedOptions) {
    this.#scene = scene;
    this.#around = around;
    this.#fallback = fallback;
    this.#keepEvery = keepEvery;
    const bodies = (scene.bodies ?? []).map((descriptor) => ({
      id: this.#enter(descriptor, this.#nextId),
      descriptor: descriptor as BodyDescriptor,
    }));
    this.#changes = bodies.map((body) => ({ ...body, isOfScene: false }));
    const at = placeOnDevice(pipelines, around, bodies);
    const onDevice = typeof at !== 'string';
    if (!onDevice && fallback === 'none') throw new Error(at);
    this.#place = onDevice ? 'gpu' : 'cpu';
    this.#reason = onDevice ? 'The world runs on the GPU.' : `${at} The world runs on the processor.`;
    this.#at = onDevice ? at : new ProcessorWorld(scene, bodies);
    this.#loss = new Promise((_, reject) => {
      if (typeof pipelines === 'string') return;
      void pipelines.device.lost.then(({ message }) => {
        this.#lost = lostSentence(message);
        reject(new Error(this.#lost));
      });
    });
    // Callers that wait for the device get the error; without one it must not count as unhandled.
    this.#loss.catch(() => {});
  }

  /** Where the world runs now. */
  get place(): 'gpu' | 'cpu' {
    return this.#place;
  }

  /** The reason why it runs there, in a sentence or two. */
  get reason(): string {
    return this.#reason;
  }

  /** Time of the world [s]. */
  get time(): number {
    return this.#time;
  }

  get stepCount(): number {
    return this.#stepCount;
  }

  /** Ids of all bodies, ascending. They are assigned in the order of creation, from 0, and never reused. */
  get ids(): number[] {
    return [...this.#ids.keys()].sort((a, b) => a - b);
  }

  get bodyCount(): number {
    return this.#ids.size;
  }

  /** Id of the body with a name; undefined if there is none. */
  find(name: string): number | undefined {
    return this.#names.get(name);
  }

  /** The world on the device while it runs there, for programs that draw from its buffers. */
  get device(): DeviceWorld | undefined {
    return this.#at instanceof DeviceWorld ? this.#at : undefined;
  }

  /** Takes a step of dt [s]. */
  step(dt: number = this.#scene.dt ?? DEFAULT_DT): Promise<void> {
    return this.steps(1, dt);
  }

  /** Submits `count` steps of dt [s] to the device at once; resolves when they are done. */
  steps(count: number, dt: number = this.#scene.dt ?? DEFAULT_DT): Promise<void> {
    dtField.check(dt, 'dt');
    if (!Number.isInteger(count) || count < 0 || count > MOST_STEPS)
      refuse('count', count, `a whole number from 0 to ${MOST_STEPS}`);
    return this.#inTurn(() => this.#advance(count, dt));
  }

  async #advance(count: number, dt: number): Promise<void> {
    for (let left = count; left > 0; ) {
      this.#addDue(dt);
      const next = this.#stepsUntilAddition(left, dt);
      const rest = left;
      const isDone = await this.#here(
        (at) => at.step(next, dt).then(() => false),
        () => this.#advance(rest, dt).then(() => true),
      );
      if (isDone) return;
      left -= next;
      this.#stepCount += next;
      for (let i = 0; i < next; i++) this.#time += dt;
    }
    if (this.#place === 'gpu' && this.#stepCount - (this.#kept?.stepCount ?? 0) >= this.#keepEvery) await this.#keep();
  }

  /** Adds the bodies that the scene adds in the coming step, [t, t + dt). */
  #addDue(dt: number): void {
    for (const [i, { bodies = [] }] of additionsWithin(this.#scene, this.#time, this.#time + dt))
      bodies.forEach((body, k) => {
        const path = `additions[${i}].bodies[${k}]`;
        const id = this.#lateIds.get(path) ?? this.#nextId;
        this.#lateIds.set(path, id);
        if (this.#dismissed.has(id)) return;
        this.#checkNew(body, path);
        this.#enter(body, id);
        this.#change({ id, descriptor: body, isOfScene: true });
      });
  }

  #stepsUntilAddition(most: number, dt: number): number {
    if ((this.#scene.additions ?? []).length === 0) return most;
    let time = this.#time + dt;
    for (let count = 1; count < most; count++) {
      if (additionsWithin(this.#scene, time, time + dt).length > 0) return count;
      time += dt;
    }
    return most;
  }

  /** Adds a body, after all calls before this one; returns its id. */
  createBody(descriptor: BodyDescriptor): number {
    this.#refuseDestroyed();
    const own = readOnce(descriptor);
    refuseBodyForGpu(own, 'body');
    const comesBack = this.#goingBack.some(({ bodies }) => bodies.some((body) => body.descriptor.name === own.name));
    this.#checkNew(own, 'body', comesBack);
    const id = this.#enter(own, this.#nextId);
    this.#waiting.push({ id, descriptor: own, isOfScene: false });
    return id;
  }

  #checkNew(descriptor: BodyDescriptor, path: string, isTaken = false): void {
    const { name } = descriptor;
    if (name !== undefined && (isTaken || this.#names.has(name))) refuse(`${path}.name`, name, NAME);
    this.#around.check(descriptor, path);
  }

  #enter({ name }: { name?: string }, id: number): number {
    this.#nextId = Math.max(this.#nextId, id + 1);
    this.#ids.set(id, name);
    if (name !== undefined) this.#names.set(name, id);
    return id;
  }

  /** Removes a body, after all calls before this one. */
  remove(id: number): void {
    this.#refuseDestroyed();
    if (!this.#ids.has(id)) refuse('id', id, 'that of a body of this world');
    this.#leave(id);
    this.#waiting.push({ removed: id });
  }

  /** Makes the changes that have waited, up to a number of all. */
  #makeWaiting(until: number): void {
    let made = 0;
    try {
      for (const change of this.#waiting.slice(0, until - this.#made)) {
        made++;
        this.#change(change);
      }
    } finally {
      this.#waiting.splice(0, made);
      this.#made += made;
    }
  }

  #change(change: Change): void {
    if ('removed' in change) this.#at.remove(change.removed);
    else {
      try {
        this.#at.create(change.id, change.descriptor, 'body');
      } catch (error) {
        this.#leave(change.id);
        throw error;
      }
    }
    if (this.#place === 'gpu') this.#changes.push(change);
  }

  #leave(id: number): void {
    const name = this.#ids.get(id);
    if (name !== undefined) this.#names.delete(name);
    this.#ids.delete(id);
  }

  poses(): Promise<GpuNumbers> {
    return this.#read((at) => at.poses());
  }

  velocities(): Promise<GpuNumbers> {
    return this.#read((at) => at.velocities());
  }

  /** All contacts of the last step. */
  contacts(): Promise<GpuContact[]> {
    return this.#read((at) => at.contacts());
  }

  /** The contact graph of the last step. */
  graph(): Promise<GpuGraph> {
    return this.#read(async (at) => new GpuGraph(at.ids(), edgesOf(await at.contacts(), touches)));
  }

  energies(): Promise<GpuEnergies> {
    return this.#read((at) => at.energies());
  }

  /** Hash of all bits of the state; the same device gives the same hash. On the device it begins with gpu-. */
  hash(): Promise<string> {
    return this.#read((at) => at.hash(this.#time));
  }

  /** Touching that began or ended between the last call of events() and the state after the last step. */
  async events(): Promise<GpuEvent[]> {
    const contacts = await this.contacts();
    const now = new Map<string, readonly [number, number]>();
    for (const contact of contacts) {
      const { a, b } = contact;
      if (touches(contact)) now.set(pairKey(a, b), a < b ? [a, b] : [b, a]);
    }
    const events: GpuEvent[] = [];
    const tell = (kind: GpuEvent['kind'], [a, b]: readonly [number, number]) => events.push({ kind, a, b, time: this.#time });
    for (const [key, pair] of this.#touching) if (!now.has(key)) tell('vanishing-touching', pair);
    for (const [key, pair] of now) if (!this.#touching.has(key)) tell('new-touching', pair);
    this.#touching = now;
    return events.sort((p, q) => p.a - q.a || p.b - q.b);
  }

  /** The state of this moment. It also becomes the backup to which a loss goes back. */
  snapshot(): Promise<GpuSnapshot> {
    return this.#inTurn(() => this.#keep());
  }

  async #keep(): Promise<GpuSnapshot> {
    const { bodies, exact } = await this.#here((at) => at.save());
    this.#kept = { time: this.#time, stepCount: this.#stepCount, nextId: this.#nextId, bodies, exact };
    this.#changes = [];
    return this.#kept;
  }

  /** Restores a snapshot of this world, or of one of the same scene. */
  restore(snapshot: GpuSnapshot): Promise<void> {
    if (!Array.isArray(snapshot?.bodies) || typeof snapshot.exact !== 'object')
      refuse('snapshot', snapshot, 'one that snapshot() has made');
    this.#refuseDestroyed();
    this.#goingBack.push(snapshot);
    const turn = this.#inTurn(() =>
      this.#here(async (at) => {
        if (!at.restore(snapshot.exact, snapshot.bodies)) {
          const bodies = snapshot.bodies.map((body) => ({ id: body.id, descriptor: standing(body) }));
          const next = at instanceof DeviceWorld ? at.another(bodies) : new ProcessorWorld(this.#scene, bodies);
          at.destroy();
          this.#at = next;
        }
        this.#goBack(snapshot);
      }),
    );
    return turn.finally(() => {
      this.#goingBack.shift();
    });
  }

  #goBack(snapshot: GpuSnapshot): void {
    this.#kept = snapshot;
    this.#changes = [];
    this.#time = snapshot.time;
    this.#stepCount = snapshot.stepCount;
    this.#nextId = Math.max(this.#nextId, snapshot.nextId);
    this.#ids = new Map(snapshot.bodies.map(({ id, descriptor }) => [id, descriptor.name]));
    this.#names = new Map(snapshot.bodies.flatMap(({ id, descriptor: { name } }) => (name === undefined ? [] : [[name, id]])));
    // What was called since then stays known.
    for (const change of this.#waiting) {
      if ('removed' in change) this.#leave(change.removed);
      else this.#enter(change.descriptor, change.id);
    }
  }

  /** Frees the world's resources on the device, once what it does is done. Calls that wait, and all later ones, fail. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    void this.#queue.then(() => this.#at.destroy());
  }

  #refuseDestroyed(): void {
    if (this.#isDestroyed) throw new Error('The world was destroyed.');
  }

  #read<T>(read: (at: WorldAtPlace) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#here(read));
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    this.#refuseDestroyed();
    const until = this.#made + this.#waiting.length;
    const turn = this.#queue.then(() => {
      this.#refuseDestroyed();
      this.#makeWaiting(until);
      return act();
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /**
   * Calls `act` where the world runs. If the device is lost or too small, falls back to the last backup, and calls `again` there.
   */
  async #here<T>(act: (at: WorldAtPlace) => Promise<T>, again = act): Promise<T> {
    if (this.#place === 'cpu') return act(this.#at);
    try {
      if (this.#lost !== null) throw new Error(this.#lost);
      return await Promise.race([act(this.#at), this.#loss]);
    } catch (error) {
      this.#refuseDestroyed();
      await this.#waitForLoss();
      const why = this.#lost ?? (error instanceof DeviceTooSmall ? error.message : null);
      if (why === null) throw error;
      if (this.#fallback === 'none') throw new Error(why);
      this.#at.destroy();
      this.#fallBack(why);
      return again(this.#at);
    }
  }

  /** Waits a little for the loss to be reported, which comes just after the first call that fails by it. */
  async #waitForLoss(): Promise<void> {
    for (let i = 0; i < 10 && this.#lost === null; i++) await Promise.resolve();
  }

  #fallBack(why: string): void {
    const lostSteps = this.#stepCount - (this.#kept?.stepCount ?? 0);
    const changes = this.#changes;
    const kept = this.#kept?.bodies ?? [];
    const next = new ProcessorWorld(
      this.#scene,
      kept.map((body) => ({ id: body.id, descriptor: standing(body) })),
    );
    const later = new Set(changes.flatMap((change) => ('removed' in change || !change.isOfScene ? [] : [change.id])));
    for (const change of changes) {
      if ('removed' in change) {
        if (later.delete(change.removed)) this.#dismissed.add(change.removed);
        else next.remove(change.removed);
      } else if (!change.isOfScene) next.create(change.id, change.descriptor);
    }
    // Additions of the scene are made again when their time comes.
    for (const id of later) this.#leave(id);
    this.#changes = [];
    this.#at = next;
    this.#place = 'cpu';
    this.#time = this.#kept?.time ?? 0;
    this.#stepCount = this.#kept?.stepCount ?? 0;
    const from = `step ${this.#stepCount}`;
    this.#reason = `${why} The world goes on on the processor from ${from}; ${lostSteps} steps are lost.`;
  }
}

/** Whether the bodies of a contact touch. */
function touches({ gap, normalImpulse }: GpuContact): boolean {
  return gap <= CLOSED || normalImpulse > 0;
}
