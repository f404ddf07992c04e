// A world on the GPU as users have it: on the device, or, where there is none or it is lost, on the processor behind the same calls.
//
// What was changed since the kept snapshot is noted, so that after a loss the world of the processor has the same bodies; the steps since
// then are lost. All that takes time is done one after the other, in the order in which it was asked for.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import { refuse } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import { additionsWithin } from '../scene/build-world.js';
import type { Scene } from '../scene/scene.js';
import { DEFAULT_DT } from '../scene/scene.js';
import { dtField } from '../scene/scene-fields.js';

import { DeviceWorld, standing } from './device-world.js';
import type { Pipelines } from './engine.js';
import { lostSentence } from './open-device.js';
import { ProcessorWorld } from './processor-world.js';
import type { GpuContact, GpuEnergies, GpuEvent, GpuNumbers, GpuSnapshot, WorldAtPlace } from './readings.js';
import { edgesOf, GpuGraph, pairKey } from './readings.js';
import { refuseBodyForGpu } from './refusals.js';
import type { Surroundings } from './surroundings.js';

/** Most steps of one call [1]. */
const MOST_STEPS = 1e6;
/** A gap that counts as closed [m], as does any contact that carries a load. */
const CLOSED = 1e-9;

/** What joined or left; what joined by an addition of the scene does so again after time has gone back. */
type Change =
  | { readonly id: number; readonly descriptor: BodyDescriptor; readonly isOfScene: boolean }
  | { readonly removed: number };

export interface PlacedOptions {
  readonly scene: Scene;
  readonly around: Surroundings;
  /** The kernels, or why there is no device. */
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
  /** Ids of the bodies that are there, with their names. */
  #ids = new Map<number, string | undefined>();
  #names = new Map<string, number>();
  /** The last moment that a loss goes back to, and what has changed since. */
  #kept: GpuSnapshot | null = null;
  #changes: Change[] = [];
  /** Ids of what the scene adds, by their paths in it, and those that were removed: they do not join again. */
  readonly #lateIds = new Map<string, number>();
  readonly #dismissed = new Set<number>();
  /** What touched when events were last asked for. */
  #touching = new Map<string, readonly [number, number]>();
  /** Why the device was lost, once it was. */
  #lost: string | null = null;
  readonly #loss: Promise<never>;
  #queue: Promise<unknown> = Promise.resolve();

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
    const onDevice = typeof pipelines !== 'string';
    this.#place = onDevice ? 'gpu' : 'cpu';
    this.#reason = onDevice ? 'The world runs on the GPU.' : `${pipelines} The world runs on the processor.`;
    this.#at = onDevice ? new DeviceWorld(pipelines, around, bodies) : new ProcessorWorld(scene, bodies);
    this.#loss = new Promise((_, reject) => {
      if (!onDevice) return;
      void pipelines.device.lost.then(({ message }) => {
        this.#lost = lostSentence(message);
        reject(new Error(this.#lost));
      });
    });
    // Whoever waits for the device hears of it.
    this.#loss.catch(() => {});
  }

  /** Where it runs now. */
  get place(): 'gpu' | 'cpu' {
    return this.#place;
  }

  /** Why it runs there, in a sentence or two. */
  get reason(): string {
    return this.#reason;
  }

  /** [s] */
  get time(): number {
    return this.#time;
  }

  get stepCount(): number {
    return this.#stepCount;
  }

  /** Ids of all bodies, rising. They are given in the order of creation, from 0, and never given again. */
  get ids(): number[] {
    return [...this.#ids.keys()].sort((a, b) => a - b);
  }

  get bodyCount(): number {
    return this.#ids.size;
  }

  /** Id of the body of a name; undefined where there is none. */
  find(name: string): number | undefined {
    return this.#names.get(name);
  }

  /** The world on the device while it runs there: for whoever draws from its buffers. */
  get device(): DeviceWorld | undefined {
    return this.#at instanceof DeviceWorld ? this.#at : undefined;
  }

  /** A step of dt [s]. */
  step(dt: number = this.#scene.dt ?? DEFAULT_DT): Promise<void> {
    return this.steps(1, dt);
  }

  /** So many steps of dt [s], sent to the device at once; resolves when they are done. */
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

  /** What the scene adds in the step to come, [t, t + dt). */
  #addDue(dt: number): void {
    for (const [i, { bodies = [] }] of additionsWithin(this.#scene, this.#time, this.#time + dt))
      bodies.forEach((body, k) => {
        const path = `additions[${i}].bodies[${k}]`;
        const id = this.#lateIds.get(path) ?? this.#nextId;
        this.#lateIds.set(path, id);
        if (!this.#dismissed.has(id)) this.#create(body, path, id, true);
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

  /** Adds a body before the next step; returns its id. */
  createBody(descriptor: BodyDescriptor): number {
    const own = readOnce(descriptor);
    refuseBodyForGpu(own, 'body');
    return this.#create(own, 'body', this.#nextId, false);
  }

  #create(descriptor: BodyDescriptor, path: string, id: number, isOfScene: boolean): number {
    const { name } = descriptor;
    if (name !== undefined && this.#names.has(name)) refuse(`${path}.name`, name, 'a name that no other body has');
    this.#around.check(descriptor, path);
    this.#at.create(id, descriptor, path);
    if (this.#place === 'gpu') this.#changes.push({ id, descriptor, isOfScene });
    return this.#enter(descriptor, id);
  }

  #enter({ name }: { name?: string }, id: number): number {
    this.#nextId = Math.max(this.#nextId, id + 1);
    this.#ids.set(id, name);
    if (name !== undefined) this.#names.set(name, id);
    return id;
  }

  /** Removes a body before the next step. */
  remove(id: number): void {
    if (!this.#ids.has(id)) refuse('id', id, 'that of a body of this world');
    this.#at.remove(id);
    this.#leave(id);
    if (this.#place === 'gpu') this.#changes.push({ removed: id });
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
  async graph(): Promise<GpuGraph> {
    const ids = this.ids;
    return new GpuGraph(ids, edgesOf(await this.contacts(), touches));
  }

  energies(): Promise<GpuEnergies> {
    return this.#read((at) => at.energies());
  }

  /** Of the state, bit for bit: the same device gives the same. That of the device begins with gpu-. */
  hash(): Promise<string> {
    return this.#read((at) => at.hash(this.#time));
  }

  /** Touches that began or ended since this was asked last, as the last step has left them. */
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

  /** All state of this moment. It is kept as well, so that a loss goes back to it. */
  snapshot(): Promise<GpuSnapshot> {
    return this.#inTurn(() => this.#keep());
  }

  async #keep(): Promise<GpuSnapshot> {
    const { bodies, exact } = await this.#here((at) => at.save());
    this.#kept = { time: this.#time, stepCount: this.#stepCount, nextId: this.#nextId, bodies, exact };
    this.#changes = [];
    return this.#kept;
  }

  /** Goes back, or forth, to a snapshot of this world or of one of the same scene. */
  restore(snapshot: GpuSnapshot): Promise<void> {
    return this.#inTurn(() =>
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
  }

  #goBack(snapshot: GpuSnapshot): void {
    this.#kept = snapshot;
    this.#changes = [];
    this.#time = snapshot.time;
    this.#stepCount = snapshot.stepCount;
    this.#nextId = Math.max(this.#nextId, snapshot.nextId);
    this.#ids = new Map(snapshot.bodies.map(({ id, descriptor }) => [id, descriptor.name]));
    this.#names = new Map(snapshot.bodies.flatMap(({ id, descriptor: { name } }) => (name === undefined ? [] : [[name, id]])));
  }

  /** Gives up what the world has on the device. */
  destroy(): void {
    this.#at.destroy();
  }

  #read<T>(read: (at: WorldAtPlace) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#here(read));
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(act);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /** Does it where the world is; where the device is lost, at the processor, from the last snapshot on, as `again` says. */
  async #here<T>(act: (at: WorldAtPlace) => Promise<T>, again = act): Promise<T> {
    if (this.#place === 'cpu') return act(this.#at);
    try {
      if (this.#lost !== null) throw new Error(this.#lost);
      return await Promise.race([act(this.#at), this.#loss]);
    } catch (error) {
      await this.#waitForLoss();
      if (this.#lost === null) throw error;
      if (this.#fallback === 'none') throw new Error(this.#lost);
      this.#fallBack(this.#lost);
      return again(this.#at);
    }
  }

  /** A loss is told a moment after the first call that fails by it. */
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
    // They join when it is their time once more.
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

/** Whether a contact is one of bodies that touch. */
function touches({ gap, normalImpulse }: GpuContact): boolean {
  return gap <= CLOSED || normalImpulse > 0;
}
