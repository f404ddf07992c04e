// The contacts that an edge had before its contacts are determined anew, found by name: their shapes and feature.

import type { ContactGraph } from '../contact-graph/contact-graph.js';

/** So many names are looked through one by one; more are found by a hash table, so that the time stays proportional to them. */
const FEW = 16;

export class FormerContacts {
  count = 0;
  /** Four numbers a contact, as in the contact table [N s]. */
  loads = new Float64Array(4 * FEW);
  /** 1 where the contact bore an impulse in the last step. */
  wasBearing = new Int32Array(FEW);
  /** Two shapes and a feature each. */
  #names = new Int32Array(3 * FEW);
  /** Number of the contact plus one, 0 for an empty slot; open addressing, at least half of the slots empty. */
  #slots = new Int32Array(4 * FEW);
  #mask = 0;

  remember(graph: ContactGraph, edge: number): void {
    const { firstContact, contactCount } = graph.edges.columns;
    const { shapes, feature, load, impulse } = graph.contacts.columns;
    this.count = contactCount[edge];
    if (this.count > this.wasBearing.length) this.#makeRoom(2 * this.count);
    const names = this.#names;
    const { loads, wasBearing, count } = this;
    for (let i = 0; i < count; i++) {
      const contact = firstContact[edge] + i;
      names[3 * i] = shapes[2 * contact];
      names[3 * i + 1] = shapes[2 * contact + 1];
      names[3 * i + 2] = feature[contact];
      wasBearing[i] = impulse[4 * contact] > 0 ? 1 : 0;
      for (let k = 0; k < 4; k++) loads[4 * i + k] = load[4 * contact + k];
    }
    if (count > FEW) this.#fillSlots();
  }

  /** The number of the contact of that name, or -1. */
  find(a: number, b: number, feature: number): number {
    const names = this.#names;
    if (this.count <= FEW) {
      for (let i = 0; i < this.count; i++) {
        if (names[3 * i + 2] === feature && names[3 * i] === a && names[3 * i + 1] === b) return i;
      }
      return -1;
    }
    const slots = this.#slots;
    for (let slot = slotOf(a, b, feature) & this.#mask; slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const i = slots[slot] - 1;
      if (names[3 * i + 2] === feature && names[3 * i] === a && names[3 * i + 1] === b) return i;
    }
    return -1;
  }

  #fillSlots(): void {
    let size = 4 * FEW;
    while (size < 2 * this.count) size *= 2;
    if (size > this.#slots.length) this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    const slots = this.#slots;
    const names = this.#names;
    slots.fill(0, 0, size);
    for (let i = 0; i < this.count; i++) {
      let slot = slotOf(names[3 * i], names[3 * i + 1], names[3 * i + 2]) & this.#mask;
      while (slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      slots[slot] = i + 1;
    }
  }

  #makeRoom(count: number): void {
    this.loads = new Float64Array(4 * count);
    this.wasBearing = new Int32Array(count);
    this.#names = new Int32Array(3 * count);
  }
}

/** Where the search for a name begins. */
function slotOf(a: number, b: number, feature: number): number {
  let hash = Math.imul(feature, 0x9e3779b1) ^ Math.imul(a, 0x85ebca77) ^ Math.imul(b, 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39);
  return hash ^ (hash >>> 13);
}
