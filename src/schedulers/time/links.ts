// The links of the state graph: each is a collision, with the anchors that it made of the bodies that it moved.

import { doubled } from '../../table/doubled.js';

export class Links {
  /** When [s], and what orders collisions of one time. */
  time = new Float64Array(64);
  generation = new Int32Array(64);
  /** The two bodies, the lower one first, and their anchors; -1 for a body that does not move by itself. */
  bodies = new Int32Array(2 * 64);
  anchors = new Int32Array(2 * 64);
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
    this.anchors[2 * link] = this.anchors[2 * link + 1] = -1;
    return link;
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
    this.anchors = doubled(this.anchors);
    this.version = doubled(this.version);
    this.#next = doubled(this.#next);
  }
}
