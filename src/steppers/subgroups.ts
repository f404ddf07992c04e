// Subgrouping and fixation (contact graph paper, section 7). With subgrouping each sleepy body sleeps by itself, and separates the
// groups about it as a fixed body does.
//
// By `ncp` it takes part in the contacts of its neighbours that are awake: what these do to it wakes it, if that is more than what is
// slow, and is lost otherwise. Groups are so interleaved by one step. With fixation a sleepy body has no inverse mass while its
// neighbours are solved, and nothing they do wakes it. A body that what it rests on cannot carry any more wakes in either case.
//
// By `gsp` it has no inverse mass either, and is watched: it wakes where what its neighbours do to it puts it out of balance
// (detection/islands/balance.ts).
//
// Where we differ from the paper: nobody is left hanging as in figure 17.

import { isTied } from '../bodies/locks.js';
import { CONTACT, NOT_CARRIED } from '../bodies/sleep-reasons.js';
import { Carrying } from '../contact-problem/carrying.js';
import type { Detection } from '../detection/detection.js';
import { Balance } from '../detection/islands/balance.js';
import { isSlow, limitOf } from '../detection/islands/sleep-limits.js';
import { wakeMover } from '../detection/islands/wake.js';
import type { Settings } from '../settings.js';

/** Inverse mass and inverse inertia of a body that is fixated. */
const HELD_LENGTH = 7;

export class Subgroups {
  readonly #carrying = new Carrying();
  readonly #balance = new Balance();
  /** Movers that sleep and have contacts in the step at hand. */
  #rows = new Int32Array(64);
  #count = 0;
  #held = new Float64Array(64 * HELD_LENGTH);
  /** By row: the number of the last step that listed it. */
  #listed = new Int32Array(64);
  #stamp = 0;

  /** Lists the sleepers that bodies at hand touch, and fixates them where that is wanted. */
  begin(detection: Detection, settings: Settings, areFixated: boolean): void {
    this.#count = 0;
    if (settings['speedups.subgrouping'] !== 'on') return;
    this.#list(detection);
    if (areFixated) this.#fixate(detection);
  }

  /** Lets them be again that were fixated, and wakes those that are out of balance, in a step of dt [s]. */
  finishWatched(detection: Detection, settings: Settings, dt: number): void {
    if (this.#count === 0) return;
    this.#letGo(detection);
    const { correction, velocity } = detection.bodies.nodes.columns;
    for (let i = 0; i < this.#count; i++) {
      const row = this.#rows[i];
      correction.fill(0, 6 * row, 6 * row + 6);
      velocity.fill(0, 6 * row, 6 * row + 6);
    }
    for (let i = 0; i < this.#count; i++) this.#watch(detection, this.#rows[i], settings, dt);
  }

  /**
   * Adds up the speed that a sleeper would have gained since it was last in balance, and wakes it when a slow body has no more: so
   * much is lost of a body's motion when it falls asleep, too. Its tracked energy has that speed.
   */
  #watch(detection: Detection, row: number, settings: Settings, dt: number): void {
    const nodes = detection.bodies.nodes.columns;
    const left = this.#balance.findImpulseLeft(detection, row, settings, dt);
    const speed = left === 0 ? 0 : Math.sqrt(2 * nodes.trackedEnergy[row]) + left / nodes.mass[row];
    nodes.trackedEnergy[row] = 0.5 * speed * speed;
    if (nodes.trackedEnergy[row] > limitOf(nodes, row, settings)) wakeMover(detection.state, row, NOT_CARRIED);
  }

  /** Lets them be again, and wakes those that were moved or lost what carried them, in a step of dt [s]. */
  finish(detection: Detection, settings: Settings, dt: number): void {
    if (this.#count === 0) return;
    const nodes = detection.bodies.nodes.columns;
    const isFixating = settings['speedups.fixation'] === 'on';
    if (isFixating) this.#letGo(detection);
    for (let i = 0; i < this.#count; i++) {
      const row = this.#rows[i];
      nodes.correction.fill(0, 6 * row, 6 * row + 6);
      if (!isFixating && !isSlow(nodes, row, settings)) wakeMover(detection.state, row, CONTACT);
      else {
        nodes.velocity.fill(0, 6 * row, 6 * row + 6);
        if (!this.#carrying.isCarried(detection, row, settings, dt)) wakeMover(detection.state, row, NOT_CARRIED);
      }
    }
  }

  /** Those that touch a body at hand, or did so in the step before. */
  #list({ bodies, graph, atHand }: Detection): void {
    const { mover, asleep, firstDynamicEdge } = bodies.nodes.columns;
    const { nodes: ends, next } = graph.edges.columns;
    if (atHand.areAll) return;
    if (this.#listed.length < bodies.nodes.size) this.#listed = new Int32Array(2 * bodies.nodes.size);
    this.#stamp++;
    for (let i = 0; i < atHand.count; i++) {
      for (let entry = firstDynamicEdge[atHand.rows[i]]; entry >= 0; entry = next[entry]) {
        const row = mover[ends[entry ^ 1]];
        // What joints or locks hold sleeps and wakes with its island.
        if (asleep[row] === 0 || isTied(bodies.nodes.columns, row) || this.#listed[row] === this.#stamp) continue;
        this.#listed[row] = this.#stamp;
        if (this.#count === this.#rows.length) this.#grow();
        this.#rows[this.#count++] = row;
      }
    }
  }

  #grow(): void {
    const rows = new Int32Array(2 * this.#rows.length);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#held = new Float64Array(HELD_LENGTH * rows.length);
  }

  #fixate({ bodies }: Detection): void {
    const { inverseMass, inverseInertia } = bodies.nodes.columns;
    for (let i = 0; i < this.#count; i++) {
      const row = this.#rows[i];
      this.#held[HELD_LENGTH * i] = inverseMass[row];
      inverseMass[row] = 0;
      for (let j = 0; j < 6; j++) {
        this.#held[HELD_LENGTH * i + 1 + j] = inverseInertia[6 * row + j];
        inverseInertia[6 * row + j] = 0;
      }
    }
  }

  #letGo({ bodies }: Detection): void {
    const { inverseMass, inverseInertia } = bodies.nodes.columns;
    for (let i = 0; i < this.#count; i++) {
      const row = this.#rows[i];
      inverseMass[row] = this.#held[HELD_LENGTH * i];
      for (let j = 0; j < 6; j++) inverseInertia[6 * row + j] = this.#held[HELD_LENGTH * i + 1 + j];
    }
  }
}
