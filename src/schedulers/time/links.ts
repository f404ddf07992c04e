// The links of the state graph: each is a collision, with the anchors that it made of the bodies that it moved.

import { EVENT_CONTACT_SIZE } from '../../detection/held-events.js';
import { doubled } from '../../table/doubled.js';
import type { Anchors } from './anchors.js';

export class Links {
  /** When [s], and what orders collisions of one time. */
  time = new Float64Array(64);
  generation = new Int32Array(64);
  /** The two bodies, the lower one first. */
  bodies = new Int32Array(2 * 64);
  /** The nodes whose shapes have met. */
  nodes = new Int32Array(2 * 64);
  /** The first of the anchors that it has made; the others follow through `nextOfLink`. */
  firstAnchor = new Int32Array(64);
  /** States of the groups of both bodies before it, -1 for a body that was in none: what led there is told when this is. */
  slots = new Int32Array(2 * 64);
  /** The contact that is told of it (held-events.ts). */
  contact = new Float64Array(EVENT_CONTACT_SIZE * 64);
  /** 1 for a collision that fused the two. */
  isSoft = new Int32Array(64);
  /** How often this row was a link. */
  version = new Int32Array(64);
  #next = new Int32Array(64);
  #free = -1;
  #size = 0;

  clear(): void {
    for (let link = 0; link < this.#size; link++) this.version[link]++;
    this.#free = -1;
    this.#size = 0;
  }

  add(time: number, generation: number, lower: number, higher: number): number {
    let link = this.#free;
    if (link >= 0) this.#free = this.#next[link];
    else {
      link = this.#size++;
      if (link === this.time.length) this.#grow();
    }
    this.time[link] = time;
    this.generation[link] = generation;
    this.bodies[2 * link] = lower;
    this.bodies[2 * link + 1] = higher;
    this.firstAnchor[link] = -1;
    this.slots[2 * link] = this.slots[2 * link + 1] = -1;
    this.isSoft[link] = 0;
    return link;
  }

  /** Takes an anchor out of the chain of those that its link has made. */
  unlink({ link, nextOfLink }: Anchors, anchor: number): void {
    const { firstAnchor } = this;
    let before = firstAnchor[link[anchor]];
    if (before === anchor) {
      firstAnchor[link[anchor]] = nextOfLink[anchor];
      return;
    }
    while (nextOfLink[before] !== anchor) before = nextOfLink[before];
    nextOfLink[before] = nextOfLink[anchor];
  }

  release(link: number): void {
    this.version[link]++;
    this.#next[link] = this.#free;
    this.#free = link;
  }

  /** Whether a link comes after a collision, in the total order of events. */
  isAfter(link: number, time: number, generation: number, lower: number, higher: number): boolean {
    if (this.time[link] !== time) return this.time[link] > time;
    if (this.generation[link] !== generation) return this.generation[link] > generation;
    const { bodies } = this;
    return bodies[2 * link] === lower ? bodies[2 * link + 1] > higher : bodies[2 * link] > lower;
  }

  #grow(): void {
    this.time = doubled(this.time);
    this.generation = doubled(this.generation);
    this.bodies = doubled(this.bodies);
    this.nodes = doubled(this.nodes);
    this.firstAnchor = doubled(this.firstAnchor);
    this.slots = doubled(this.slots);
    this.contact = doubled(this.contact);
    this.isSoft = doubled(this.isSoft);
    this.version = doubled(this.version);
    this.#next = doubled(this.#next);
  }
}
