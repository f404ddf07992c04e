// Which bodies of an island that is awake rest, so that each may sleep by itself (speedups.subgrouping): those that are
// sleepy, whose contacts balance their weight, and that touch nobody who has moved a short while ago. So between what moves
// and what sleeps there are bodies that are awake and still: a blow reaches these first. What carries a body must be sleepy,
// and need not sleep: in a heap bodies carry each other in circles, and a ball that spins on somewhere below keeps nobody
// awake but those that it touches. If its support gives way after all, the sleeper loses its balance and wakes (balance.ts).

import type { Settings } from '../../settings.js';
import type { Detection } from '../detection.js';
import { Balance, isResting } from './balance.js';
import type { Island } from './island.js';
import { isSleepy } from './sleep-limits.js';
import { TouchingEdges } from './touching-edges.js';

/** A contact whose push has more than this share of its length against gravity carries the body [1]. */
const UPWARD = 0.1;
/** What touches a body that falls asleep has been slow for this share of the steps that make a body sleepy: it will not wake it at once [1]. */
const QUIET = 0.2;

export class RestingBodies {
  readonly #balance = new Balance();
  /** The movers that the last search has found, the first `count` of them. */
  rows = new Int32Array(64);
  count = 0;
  /** Edges of the mover that is looked at. */
  readonly #touching = new TouchingEdges();

  /** Finds those of an island after its step. */
  find(detection: Detection, { firstBody, bodyCount }: Island, settings: Settings): void {
    const { bodies, groups } = detection;
    const nodes = bodies.nodes.columns;
    const { member } = groups.movers.columns;
    if (this.rows.length < bodies.nodes.size) this.rows = new Int32Array(2 * bodies.nodes.size);
    this.count = 0;
    for (let i = firstBody; i < firstBody + bodyCount; i++) {
      const row = member[i];
      if (!isSleepy(nodes, row, settings['sleeping.steps']) || this.#isDisturbed(detection, row, settings)) continue;
      if (this.#balance.isBalanced(detection, row, settings, nodes.lastStep[row])) this.rows[this.count++] = row;
    }
  }

  /** Whether a mover touches one that has moved a short while ago, or stands on one that is not sleepy. */
  #isDisturbed(detection: Detection, row: number, settings: Settings): boolean {
    const nodes = detection.bodies.nodes.columns;
    const steps = settings['sleeping.steps'];
    const { movers } = detection.graph.edges.columns;
    this.#touching.list(detection.graph, row);
    for (let i = 0; i < this.#touching.count; i++) {
      const entry = this.#touching.entries[i];
      const other = movers[entry ^ 1];
      if (isResting(nodes, other)) continue;
      if (nodes.slowFor[other] < QUIET * steps) return true;
      if (!isSleepy(nodes, other, steps) && this.#standsOn(detection, entry, settings.gravity)) return true;
    }
    return false;
  }

  /** Whether a mover stands on the other one of an edge, given as the entry of the mover. */
  #standsOn({ graph }: Detection, entry: number, g: readonly number[]): boolean {
    const { contactCount, firstContact } = graph.edges.columns;
    const { worldNormal: n, impulse } = graph.contacts.columns;
    const upward = -UPWARD * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    const first = firstContact[entry >> 1];
    // The normal points from the first node to the second.
    const side = (entry & 1) === 1 ? 1 : -1;
    for (let contact = first; contact < first + contactCount[entry >> 1]; contact++) {
      const c = 3 * contact;
      if (impulse[4 * contact] > 0 && side * (n[c] * g[0] + n[c + 1] * g[1] + n[c + 2] * g[2]) < upward) return true;
    }
    return false;
  }
}
