// The priority queue of collisions: contacts by the speed at which they close, the fastest first; of equals, the one
// that was listed first. Contacts change their place as their speeds change.

import { grown } from '../../solvers/quadratic/grown.js';

export class CollisionHeap {
  /** Contacts in heap order. */
  #contacts = new Int32Array(0);
  /** Place of each contact in the heap, -1 for those that are not in it. */
  #place = new Int32Array(0);
  #speed = new Float64Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Speed of the fastest. */
  get fastest(): number {
    return this.#speed[this.#contacts[0]];
  }

  /** The speed that a contact was last put in with. */
  speedOf(contact: number): number {
    return this.#speed[contact];
  }

  /** Empties the queue, for contacts from 0 to count - 1. */
  clear(count: number): void {
    this.#contacts = grown(this.#contacts, count);
    this.#place = grown(this.#place, count);
    this.#speed = grown(this.#speed, count);
    this.#place.fill(-1, 0, count);
    this.#size = 0;
  }

  /** Takes out the fastest. */
  pop(): number {
    const fastest = this.#contacts[0];
    this.remove(fastest);
    return fastest;
  }

  /** Puts a contact in, or where its new speed belongs. */
  update(contact: number, speed: number): void {
    this.#speed[contact] = speed;
    if (this.#place[contact] < 0) this.#put(contact, this.#size++);
    this.#settle(this.#place[contact]);
  }

  /** Takes a contact out, if it is in. */
  remove(contact: number): void {
    const place = this.#place[contact];
    if (place < 0) return;
    this.#place[contact] = -1;
    const last = this.#contacts[--this.#size];
    if (last === contact) return;
    this.#put(last, place);
    this.#settle(place);
  }

  #put(contact: number, place: number): void {
    this.#contacts[place] = contact;
    this.#place[contact] = place;
  }

  #settle(from: number): void {
    const moved = this.#contacts[from];
    let place = from;
    while (place > 0 && this.#isBefore(moved, this.#contacts[(place - 1) >> 1])) {
      this.#put(this.#contacts[(place - 1) >> 1], place);
      place = (place - 1) >> 1;
    }
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#isBefore(this.#contacts[child + 1], this.#contacts[child])) child++;
      if (!this.#isBefore(this.#contacts[child], moved)) break;
      this.#put(this.#contacts[child], place);
      place = child;
    }
    this.#put(moved, place);
  }

  #isBefore(a: number, b: number): boolean {
    return this.#speed[a] > this.#speed[b] || (this.#speed[a] === this.#speed[b] && a < b);
  }
}
