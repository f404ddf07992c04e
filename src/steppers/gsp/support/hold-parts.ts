// Holding of parts of an island with joints, while the rest of it moves: a stack that an arm touches, what lies still
// in a heap. Bodies that joints connect are held together or not at all. What the rest does to a part is given, as the
// solve has found it; contacts and joints of the part have to bring it to rest under that (solvers/hold-island.ts).
// Every impulse still acts on both of its bodies.
//
// Which mechanisms are asked is a guess: those that the solve has left slow, and that stand on others of these or on
// what does not move. Where not all of them can rest, the slower ones are asked once more.

import { isClosed } from '../../../solvers/contact-room.js';
import { FOUND, HOLDS, IslandHold } from '../../../solvers/hold-island.js';
import { PartProblem } from '../../../solvers/part-problem.js';
import { grown } from '../../../solvers/quadratic/grown.js';
import type { TreeProblem } from '../../../solvers/tree/joint-block.js';
import { blockOfRow } from '../../../solvers/tree/joint-block.js';

/** Mechanisms are asked that are slower than this many times what gravity adds in a step, one limit after the other [1]. */
const SLOW = [1, 0.1, 0.01] as const;

export class PartHolding {
  readonly #hold = new IslandHold();
  readonly #part = new PartProblem();
  /**
   * By body: the first body of its mechanism, and of these the fastest speed of all its bodies, infinite where it must
   * not rest [m/s].
   */
  #unit = new Int32Array(0);
  #speed = new Float64Array(0);
  /** By body: 1 where it is asked, and then where it is held. */
  #isAsked = new Int32Array(0);
  /** Of mechanisms: 1 where one stands on what does not move, itself or through others. */
  #stands = new Int32Array(0);

  /**
   * Brings bodies of a problem to rest that can be; velocities and impulses are those of its solution. `speed` of each
   * body counts, an infinite one where it must not rest; `fall` is what gravity adds in a step [m/s]. Returns whether
   * any was held.
   */
  hold(problem: TreeProblem, speed: Float64Array, fall: number, still: number, rounding: number): boolean {
    this.#findUnits(problem, speed);
    let asked = -1;
    for (let i = 0; i < SLOW.length; i++) {
      const before = asked;
      asked = this.#choose(problem, SLOW[i] * fall);
      if (asked === 0) return false;
      if (asked === before) continue;
      this.#part.gather(problem, this.#isAsked);
      const outcome = this.#hold.hold(this.#part, still, rounding);
      if (outcome !== HOLDS && outcome !== FOUND) continue;
      this.#part.giveBack(problem);
      return true;
    }
    return false;
  }

  /** Whether a body was held. */
  isHeld(body: number): boolean {
    return this.#isAsked[body] !== 0;
  }

  /** Mechanisms, and the fastest speed in each. */
  #findUnits({ movers, blocks, couplings }: TreeProblem, speed: Float64Array): void {
    this.#unit = grown(this.#unit, movers);
    const unit = this.#unit;
    this.#speed = grown(this.#speed, movers);
    this.#isAsked = grown(this.#isAsked, movers);
    this.#stands = grown(this.#stands, movers);
    for (let body = 0; body < movers; body++) unit[body] = body;
    for (let block = 0; block < blocks.count; block++) this.#join(movers, blocks.ends[2 * block], blocks.ends[2 * block + 1]);
    for (let i = 0; i < couplings.count; i++) {
      const first = 2 * blockOfRow(blocks, couplings.rows[2 * i]);
      const second = 2 * blockOfRow(blocks, couplings.rows[2 * i + 1]);
      this.#join(
        movers,
        Math.min(blocks.ends[first], blocks.ends[first + 1]),
        Math.min(blocks.ends[second], blocks.ends[second + 1]),
      );
    }
    for (let body = 0; body < movers; body++) {
      unit[body] = this.#rootOf(body);
      this.#speed[body] = 0;
    }
    for (let body = 0; body < movers; body++) this.#speed[unit[body]] = Math.max(this.#speed[unit[body]], speed[body]);
  }

  #join(movers: number, a: number, b: number): void {
    if (a >= movers || b >= movers) return;
    const rootA = this.#rootOf(a);
    const rootB = this.#rootOf(b);
    this.#unit[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  }

  #rootOf(body: number): number {
    let root = body;
    while (this.#unit[root] !== root) root = this.#unit[root];
    return root;
  }

  /** Asks the bodies of mechanisms that are no faster than `slow` [m/s] and stand on something. Returns how many there are. */
  #choose({ movers, blocks, contactCount, contactMovers, record }: TreeProblem, slow: number): number {
    const stands = this.#stands;
    stands.fill(0, 0, movers);
    for (let block = 0; block < blocks.count; block++)
      this.#stand(movers, blocks.ends[2 * block], blocks.ends[2 * block + 1], slow);
    for (let found = true; found; ) {
      found = false;
      for (let i = 0; i < contactCount; i++) {
        if (isClosed(record, i) && this.#stand(movers, contactMovers[2 * i] / 6, contactMovers[2 * i + 1] / 6, slow))
          found = true;
      }
    }
    let count = 0;
    for (let body = 0; body < movers; body++) count += this.#isAsked[body] = stands[this.#unit[body]];
    return count;
  }

  /** Where one of two bodies is one that others may stand on, so is the other. Returns whether that is new. */
  #stand(movers: number, a: number, b: number, slow: number): boolean {
    const stands = this.#stands;
    const isA = a >= movers || stands[this.#unit[a]] !== 0;
    const isB = b >= movers || stands[this.#unit[b]] !== 0;
    if (isA === isB) return false;
    const other = this.#unit[isA ? b : a];
    if (this.#speed[other] > slow) return false;
    stands[other] = 1;
    return true;
  }
}
