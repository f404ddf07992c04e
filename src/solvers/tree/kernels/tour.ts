// A tour over the links of a forest. In each tree there is one link at which the velocity is right, whatever impulses
// were given to links before; to go from link to link is what brings it up to date. A visit to all links of a tree in
// depth-first order costs no more than a solve with the whole tree.

import type { Forest } from '../forest.js';
import type { TourRoom } from '../tour-room.js';

export class Tour {
  readonly #room: TourRoom;

  constructor(room: TourRoom) {
    this.#room = room;
  }

  /** Starts at the roots, with the velocities of bodies. The ground, whose link is behind the others, does not move. */
  start(forest: Forest, u: Float64Array): void {
    const { links, body, parent } = forest.plan;
    const { velocity, pending, known, hasPending, cursor } = this.#room;
    pending.fill(0, 0, 6 * links + 6);
    hasPending.fill(0, 0, links + 1);
    for (let k = 0; k <= links; k++) {
      cursor[k] = k;
      for (let j = 0; j < 6; j++) velocity[6 * k + j] = k < links ? u[6 * body[k] + j] : 0;
    }
    for (let k = 0; k < links; k++) {
      if (parent[k] >= 0) for (let j = 0; j < 6; j++) known[6 * k + j] = velocity[6 * parent[k] + j];
    }
  }

  /** Brings the velocity of a link up to date. */
  moveTo(forest: Forest, link: number): void {
    const { parent, last, root } = forest.plan;
    const tree = root[link];
    const { cursor, path } = this.#room;
    let at = cursor[tree];
    if (at === link) return;
    while (link < at || link > last[at]) {
      this.#goUp(forest, at, parent[at]);
      at = parent[at];
    }
    let length = 0;
    for (let k = link; k !== at; k = parent[k]) path[length++] = k;
    while (length > 0) {
      length--;
      this.#goDown(forest, path[length], parent[path[length]]);
    }
    cursor[tree] = link;
  }

  /** The parent p of k learns what k got. */
  #goUp({ carry, response }: Forest, k: number, p: number): void {
    const { velocity, pending, known, hasPending } = this.#room;
    const c = 6 * k;
    const q = 6 * p;
    if (hasPending[k] === 1) {
      const x = 36 * k;
      const a0 = pending[c];
      const a1 = pending[c + 1];
      const a2 = pending[c + 2];
      const a3 = pending[c + 3];
      const a4 = pending[c + 4];
      const a5 = pending[c + 5];
      const f0 =
        carry[x] * a0 + carry[x + 6] * a1 + carry[x + 12] * a2 + carry[x + 18] * a3 + carry[x + 24] * a4 + carry[x + 30] * a5;
      const f1 =
        carry[x + 1] * a0 + carry[x + 7] * a1 + carry[x + 13] * a2 + carry[x + 19] * a3 + carry[x + 25] * a4 + carry[x + 31] * a5;
      const f2 =
        carry[x + 2] * a0 + carry[x + 8] * a1 + carry[x + 14] * a2 + carry[x + 20] * a3 + carry[x + 26] * a4 + carry[x + 32] * a5;
      const f3 =
        carry[x + 3] * a0 + carry[x + 9] * a1 + carry[x + 15] * a2 + carry[x + 21] * a3 + carry[x + 27] * a4 + carry[x + 33] * a5;
      const f4 =
        carry[x + 4] * a0 +
        carry[x + 10] * a1 +
        carry[x + 16] * a2 +
        carry[x + 22] * a3 +
        carry[x + 28] * a4 +
        carry[x + 34] * a5;
      const f5 =
        carry[x + 5] * a0 +
        carry[x + 11] * a1 +
        carry[x + 17] * a2 +
        carry[x + 23] * a3 +
        carry[x + 29] * a4 +
        carry[x + 35] * a5;
      const h = 36 * p;
      velocity[q] +=
        response[h] * f0 +
        response[h + 1] * f1 +
        response[h + 2] * f2 +
        response[h + 3] * f3 +
        response[h + 4] * f4 +
        response[h + 5] * f5;
      velocity[q + 1] +=
        response[h + 6] * f0 +
        response[h + 7] * f1 +
        response[h + 8] * f2 +
        response[h + 9] * f3 +
        response[h + 10] * f4 +
        response[h + 11] * f5;
      velocity[q + 2] +=
        response[h + 12] * f0 +
        response[h + 13] * f1 +
        response[h + 14] * f2 +
        response[h + 15] * f3 +
        response[h + 16] * f4 +
        response[h + 17] * f5;
      velocity[q + 3] +=
        response[h + 18] * f0 +
        response[h + 19] * f1 +
        response[h + 20] * f2 +
        response[h + 21] * f3 +
        response[h + 22] * f4 +
        response[h + 23] * f5;
      velocity[q + 4] +=
        response[h + 24] * f0 +
        response[h + 25] * f1 +
        response[h + 26] * f2 +
        response[h + 27] * f3 +
        response[h + 28] * f4 +
        response[h + 29] * f5;
      velocity[q + 5] +=
        response[h + 30] * f0 +
        response[h + 31] * f1 +
        response[h + 32] * f2 +
        response[h + 33] * f3 +
        response[h + 34] * f4 +
        response[h + 35] * f5;
      pending[q] += f0;
      pending[q + 1] += f1;
      pending[q + 2] += f2;
      pending[q + 3] += f3;
      pending[q + 4] += f4;
      pending[q + 5] += f5;
      for (let j = c; j < c + 6; j++) pending[j] = 0;
      hasPending[k] = 0;
      hasPending[p] = 1;
    }
    for (let j = 0; j < 6; j++) known[c + j] = velocity[q + j];
  }

  /** Link k learns what its parent p has done since. */
  #goDown({ carry }: Forest, k: number, p: number): void {
    const { velocity, known } = this.#room;
    const c = 6 * k;
    const q = 6 * p;
    const d0 = velocity[q] - known[c];
    const d1 = velocity[q + 1] - known[c + 1];
    const d2 = velocity[q + 2] - known[c + 2];
    const d3 = velocity[q + 3] - known[c + 3];
    const d4 = velocity[q + 4] - known[c + 4];
    const d5 = velocity[q + 5] - known[c + 5];
    const x = 36 * k;
    velocity[c] +=
      carry[x] * d0 + carry[x + 1] * d1 + carry[x + 2] * d2 + carry[x + 3] * d3 + carry[x + 4] * d4 + carry[x + 5] * d5;
    velocity[c + 1] +=
      carry[x + 6] * d0 + carry[x + 7] * d1 + carry[x + 8] * d2 + carry[x + 9] * d3 + carry[x + 10] * d4 + carry[x + 11] * d5;
    velocity[c + 2] +=
      carry[x + 12] * d0 + carry[x + 13] * d1 + carry[x + 14] * d2 + carry[x + 15] * d3 + carry[x + 16] * d4 + carry[x + 17] * d5;
    velocity[c + 3] +=
      carry[x + 18] * d0 + carry[x + 19] * d1 + carry[x + 20] * d2 + carry[x + 21] * d3 + carry[x + 22] * d4 + carry[x + 23] * d5;
    velocity[c + 4] +=
      carry[x + 24] * d0 + carry[x + 25] * d1 + carry[x + 26] * d2 + carry[x + 27] * d3 + carry[x + 28] * d4 + carry[x + 29] * d5;
    velocity[c + 5] +=
      carry[x + 30] * d0 + carry[x + 31] * d1 + carry[x + 32] * d2 + carry[x + 33] * d3 + carry[x + 34] * d4 + carry[x + 35] * d5;
    for (let j = 0; j < 6; j++) known[c + j] = velocity[q + j];
  }
}
