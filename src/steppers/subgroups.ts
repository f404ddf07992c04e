// Subgrouping and fixation (contact graph paper, section 7). With subgrouping each sleepy body sleeps by itself, and separates the
// groups about it as a fixed body does.
//
// By `ncp` it takes part in the contacts of its neighbours that are awake: what these do to it wakes it, if that is more than what is
// slow, and is lost otherwise. Groups are so interleaved by one step. With fixation a sleepy body has no inverse mass while its
// neighbours are solved, and nothing they do wakes it. A body that what it rests on cannot carry any more wakes in either case.
//
// By `gsp` it has no inverse mass either, and is watched: it wakes where what its neighbours do to it puts it out of balance
// (detection/islands/balance.ts). Without subgrouping the same is done with sleepers that a restless body of their island touches
// (detection/islands/restless-bodies.ts), and the island wakes as a whole.
//
// Where we differ from the paper: nobody is left hanging as in figure 17.

import { isTied } from '../bodies/locks.js';
import { CONTACT, NOT_CARRIED, RESTLESS } from '../bodies/sleep-reasons.js';
import { Carrying } from '../contact-problem/carrying.js';
import type { Detection } from '../detection/detection.js';
import { Balance } from '../detection/islands/balance.js';
import { isSlow, limitOf } from '../detection/islands/sleep-limits.js';
import { wake, wakeMover } from '../detection/islands/wake.js';
import type { Settings } from '../settings.js';
import { doubled } from '../table/doubled.js';

/** Inverse mass and inverse inertia of a body that is fixated. */
const HELD_LENGTH = 7;
/**
 * A sleeper that has lost its balance is sleepy again after the rest of the steps that make a body so, if it stays slow: beyond
 * `sleeping.balance` it would be faster than that within a few [1].
 */
const SLOW_BEFORE = 0.6;

export class Subgroups {
  readonly #carrying = new Carrying();
  readonly #balance = new Balance();
  /** Movers that sleep and have contacts in the step at hand. */
  #rows = new Int32Array(64);
  /** Of each: the body at hand that it was listed for. */
  #neighbours = new Int32Array(64);
  #count = 0;
  #held = new Float64Array(64 * HELD_LENGTH);
  /** By row: the number of the last step that listed it. */
  #listed = new Int32Array(64);
  #stamp = 0;

  /** Lists the sleepers that bodies at hand may touch, and fixates them where that is wanted. */
  begin(detection: Detection, settings: Settings, areFixated: boolean): void {
    this.#count = 0;
    if (!detection.watchesSleepers && settings['speedups.subgrouping'] !== 'on') return;
    this.#list(detection);
    if (areFixated) this.#fixate(detection);
  }

  /** Lets them be again that were fixated, and wakes those that are out of balance, in a step of dt [s]. */
  finishWatched(detection: Detection, settings: Settings, dt: number): void {
    if (this.#count === 0) return;
    this.#letGo(detection);
    const nodes = detection.bodies.nodes.columns;
    const { correction, velocity } = nodes;
    for (let i = 0; i < this.#count; i++) {
      const row = this.#rows[i];
      correction.fill(0, 6 * row, 6 * row + 6);
      velocity.fill(0, 6 * row, 6 * row + 6);
    }
    for (let i = 0; i < this.#count; i++) {
      // One of its island may have woken it.
      if (nodes.asleep[this.#rows[i]] === 0) continue;
      if (settings['speedups.subgrouping'] === 'on') this.#watch(detection, this.#rows[i], settings, dt);
      else this.#watchIsland(detection, this.#rows[i], this.#neighbours[i], settings, dt);
    }
  }

  /** Wakes a sleeper that has lost its balance for too long. */
  #watch(detection: Detection, row: number, settings: Settings, dt: number): void {
    const left = this.#balance.findImpulseLeft(detection, row, settings, dt);
    if (!this.#isMoved(detection, row, settings, left)) return;
    wakeMover(detection.state, row, NOT_CARRIED);
    detection.bodies.nodes.columns.slowFor[row] = Math.floor(SLOW_BEFORE * settings['sleeping.steps']);
  }

  /**
   * Wakes the island of a sleeper near a restless body: where others that sleep can hold it, and its balance is off by no more than
   * what presses on it, it stays where it is.
   */
  #watchIsland(detection: Detection, row: number, neighbour: number, settings: Settings, dt: number): void {
    const left = this.#balance.findImpulseLeft(detection, row, settings, dt);
    const isHeld = left === 0 || (left <= this.#balance.burden && this.#carrying.isHeld(detection, row, settings, dt));
    if (this.#isMoved(detection, row, settings, isHeld ? 0 : left))
      wake(detection.state, row, CONTACT, detection.bodies.nodes.idOf(neighbour));
  }

  /**
   * Adds up the speed that a sleeper would have gained since it was last in balance. Returns whether a slow body has no more: so
   * much is lost of a body's motion when it falls asleep, too. Its tracked energy has that speed.
   */
  #isMoved({ bodies }: Detection, row: number, settings: Settings, left: number): boolean {
    const nodes = bodies.nodes.columns;
    const speed = left === 0 ? 0 : Math.sqrt(2 * nodes.trackedEnergy[row]) + left / nodes.mass[row];
    nodes.trackedEnergy[row] = 0.5 * speed * speed;
    return nodes.trackedEnergy[row] > limitOf(nodes, row, settings);
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
  #list({ bodies, graph, atHand, state }: Detection): void {
    const { mover, asleep, firstDynamicEdge, sleepReason } = bodies.nodes.columns;
    const isByIsland = state.settings['speedups.subgrouping'] !== 'on';
    const { nodes: ends, next } = graph.edges.columns;
    if (atHand.areAll) return;
    if (this.#listed.length < bodies.nodes.size) this.#listed = new Int32Array(2 * bodies.nodes.size);
    this.#stamp++;
    for (let i = 0; i < atHand.count; i++) {
      // An island sleeps and wakes as a whole, but for its restless bodies.
      if (isByIsland && sleepReason[mover[atHand.rows[i]]] !== RESTLESS) continue;
      for (let entry = firstDynamicEdge[atHand.rows[i]]; entry >= 0; entry = next[entry]) {
        const row = mover[ends[entry ^ 1]];
        // What joints or locks hold sleeps and wakes with its island.
        if (asleep[row] === 0 || isTied(bodies.nodes.columns, row) || this.#listed[row] === this.#stamp) continue;
        this.#listed[row] = this.#stamp;
        if (this.#count === this.#rows.length) this.#grow();
        this.#neighbours[this.#count] = mover[atHand.rows[i]];
        this.#rows[this.#count++] = row;
      }
    }
  }

  #grow(): void {
    this.#rows = doubled(this.#rows);
    this.#neighbours = doubled(this.#neighbours);
    this.#held = new Float64Array(HELD_LENGTH * this.#rows.length);
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
