// A tour over the links of a forest. In each tree there is one link at which the velocity is right, whatever impulses were given to
// links before; to go from link to link is what brings it up to date. A visit to all links of a tree in depth-first order costs no
// more than a solve with the whole tree.

import { grown } from '../../quadratic/grown.js';
import type { Forest } from '../forest.js';

export class Tour {
  /** Six numbers a link: its velocity; impulses it has got that its parent does not know of; velocity of its parent that it knows of. */
  velocity = new Float64Array(0);
  pending = new Float64Array(0);
  known = new Float64Array(0);
  /** One a link: 1 where something is pending; of a root: the link of its tree where the tour is. */
  hasPending = new Int32Array(0);
  #cursor = new Int32Array(0);
  #path = new Int32Array(0);

  /** Starts at the roots, with the velocities of bodies. The ground, whose link is behind the others, does not move. */
  start(forest: Forest, u: Float64Array): void {
    const { links, body, parent } = forest.plan;
    this.velocity = grown(this.velocity, 6 * links + 6);
    this.pending = grown(this.pending, 6 * links + 6);
    this.known = grown(this.known, 6 * links + 6);
    this.hasPending = grown(this.hasPending, links + 1);
    this.#cursor = grown(this.#cursor, links + 1);
    this.#path = grown(this.#path, links + 1);
    this.pending.fill(0, 0, 6 * links + 6);
    this.hasPending.fill(0, 0, links + 1);
    for (let k = 0; k <= links; k++) {
      this.#cursor[k] = k;
      for (let j = 0; j < 6; j++) this.velocity[6 * k + j] = k < links ? u[6 * body[k] + j] : 0;
    }
    for (let k = 0; k < links; k++) {
      if (parent[k] >= 0) for (let j = 0; j < 6; j++) this.known[6 * k + j] = this.velocity[6 * parent[k] + j];
    }
  }

  /** Brings the velocity of a link up to date. */
  moveTo(forest: Forest, link: number): void {
    const { parent, last, root } = forest.plan;
    const tree = root[link];
    let at = this.#cursor[tree];
    if (at === link) return;
    while (link < at || link > last[at]) {
      this.#goUp(forest, at, parent[at]);
      at = parent[at];
    }
    const path = this.#path;
    let length = 0;
    for (let k = link; k !== at; k = parent[k]) path[length++] = k;
    while (length > 0) {
      length--;
      this.#goDown(forest, path[length], parent[path[length]]);
    }
    this.#cursor[tree] = link;
  }

  /** The parent p of k learns what k got. */
  #goUp({ carry, response }: Forest, k: number, p: number): void {
    const { velocity, pending, known } = this;
    const c = 6 * k;
    const q = 6 * p;
    if (this.hasPending[k] === 1) {
      const x = 36 * k;
      const a0 = pending[c];
      const a1 = pending[c + 1];
      const a2 = pending[c + 2];
      const a3 = pending[c + 3];
      const a4 = pending[c + 4];
      const a5 = pending[c + 5];
      for (let j = 0; j < 6; j++) {
        pending[c + j] =
          carry[x + j] * a0 +
          carry[x + 6 + j] * a1 +
          carry[x + 12 + j] * a2 +
          carry[x + 18 + j] * a3 +
          carry[x + 24 + j] * a4 +
          carry[x + 30 + j] * a5;
      }
      const f0 = pending[c];
      const f1 = pending[c + 1];
      const f2 = pending[c + 2];
      const f3 = pending[c + 3];
      const f4 = pending[c + 4];
      const f5 = pending[c + 5];
      for (let j = 0; j < 6; j++) {
        const h = 36 * p + 6 * j;
        velocity[q + j] +=
          response[h] * f0 +
          response[h + 1] * f1 +
          response[h + 2] * f2 +
          response[h + 3] * f3 +
          response[h + 4] * f4 +
          response[h + 5] * f5;
        pending[q + j] += pending[c + j];
        pending[c + j] = 0;
      }
      this.hasPending[k] = 0;
      this.hasPending[p] = 1;
    }
    for (let j = 0; j < 6; j++) known[c + j] = velocity[q + j];
  }

  /** Link k learns what its parent p has done since. */
  #goDown({ carry }: Forest, k: number, p: number): void {
    const { velocity, known } = this;
    const c = 6 * k;
    const q = 6 * p;
    const d0 = velocity[q] - known[c];
    const d1 = velocity[q + 1] - known[c + 1];
    const d2 = velocity[q + 2] - known[c + 2];
    const d3 = velocity[q + 3] - known[c + 3];
    const d4 = velocity[q + 4] - known[c + 4];
    const d5 = velocity[q + 5] - known[c + 5];
    for (let j = 0; j < 6; j++) {
      const x = 36 * k + 6 * j;
      velocity[c + j] +=
        carry[x] * d0 + carry[x + 1] * d1 + carry[x + 2] * d2 + carry[x + 3] * d3 + carry[x + 4] * d4 + carry[x + 5] * d5;
      known[c + j] = velocity[q + j];
    }
  }
}
