// The world on the processor to which a world on the GPU falls back, with the same functions.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import type { Body } from '../handles.js';
import { buildWorld } from '../scene/build-world.js';
import type { Scene } from '../scene/scene.js';
import type { World } from '../world.js';
import type { GpuContact, GpuEnergies, GpuNumbers, GpuSnapshot, SavedBody, WorldAtPlace } from './readings.js';

export class ProcessorWorld implements WorldAtPlace {
  readonly #world: World;
  readonly #bodies = new Map<number, Body>();
  readonly #idOf = new Map<number, number>();
  readonly #descriptors = new Map<number, BodyDescriptor>();

  /** Takes materials and settings from `scene`. */
  constructor(scene: Scene, bodies: readonly { id: number; descriptor: BodyDescriptor }[]) {
    const { materials, materialPairs, settings } = scene;
    const around = { ...(materials && { materials }), ...(materialPairs && { materialPairs }) };
    this.#world = buildWorld({ drystone: 1, name: scene.name, ...around }, settings === undefined ? {} : { settings });
    for (const { id, descriptor } of bodies) this.create(id, descriptor);
  }

  create(id: number, descriptor: BodyDescriptor): void {
    const body = this.#world.createBody(descriptor);
    this.#bodies.set(id, body);
    this.#idOf.set(body.id, id);
    this.#descriptors.set(id, descriptor);
  }

  remove(id: number): void {
    const body = this.#bodies.get(id);
    if (body === undefined) return;
    this.#idOf.delete(body.id);
    body.remove();
    this.#bodies.delete(id);
    this.#descriptors.delete(id);
  }

  async step(count: number, dt: number): Promise<void> {
    for (let i = 0; i < count; i++) this.#world.step(dt);
  }

  /** Bodies in the order of their ids. */
  #live(): [number, Body][] {
    return [...this.#bodies].sort(([a], [b]) => a - b);
  }

  ids(): number[] {
    return this.#live().map(([id]) => id);
  }

  #numbers(size: number, of: (body: Body) => readonly number[]): GpuNumbers {
    const live = this.#live();
    const values = new Float64Array(size * live.length);
    live.forEach(([, body], i) => {
      values.set(of(body), size * i);
    });
    return { ids: this.ids(), values };
  }

  async poses(): Promise<GpuNumbers> {
    return this.#numbers(7, ({ position, orientation }) => [...position, ...orientation]);
  }

  async velocities(): Promise<GpuNumbers> {
    return this.#numbers(6, ({ velocity, angularVelocity }) => [...velocity, ...angularVelocity]);
  }

  async contacts(): Promise<GpuContact[]> {
    const out: GpuContact[] = [];
    for (const edge of this.#world.graph.edges()) {
      const [a, b] = [this.#idOf.get(edge.a), this.#idOf.get(edge.b)];
      if (a === undefined || b === undefined) continue;
      for (const { point, normal, gap, normalImpulse, impulseOnB } of edge.contacts)
        out.push({ a, b, point, normal, gap, normalImpulse, impulseOnB });
    }
    return out;
  }

  async energies(): Promise<GpuEnergies> {
    return { kinetic: this.#world.kineticEnergy(), potential: this.#world.potentialEnergy() };
  }

  async hash(): Promise<string> {
    return this.#world.hash();
  }

  async save(): Promise<{ bodies: SavedBody[]; exact: GpuSnapshot['exact'] }> {
    const live = this.#live();
    const bodies = live.map(([id, { position, orientation, velocity, angularVelocity }]): SavedBody => {
      const descriptor = this.#descriptors.get(id) as BodyDescriptor;
      return { id, descriptor, pose: [...position, ...orientation], velocity: [...velocity, ...angularVelocity] };
    });
    const handles = live.map(([, body]) => body.id);
    return { bodies, exact: { place: 'cpu', snapshot: this.#world.snapshot(), owner: this.#world, handles } };
  }

  restore(exact: GpuSnapshot['exact'], bodies: readonly SavedBody[]): boolean {
    if (exact.place !== 'cpu' || exact.owner !== this.#world) return false;
    this.#world.restore(exact.snapshot);
    for (const map of [this.#bodies, this.#idOf, this.#descriptors]) map.clear();
    const byHandle = new Map([...this.#world.bodies()].map((body) => [body.id, body]));
    bodies.forEach(({ id, descriptor }, i) => {
      this.#bodies.set(id, byHandle.get(exact.handles[i]) as Body);
      this.#idOf.set(exact.handles[i], id);
      this.#descriptors.set(id, descriptor);
    });
    return true;
  }

  destroy(): void {}
}
