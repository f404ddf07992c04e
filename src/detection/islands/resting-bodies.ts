// Which bodies of an island that is awake rest, so that each may sleep by itself (speedups.subgrouping): those that are
// sleepy and touch only what is sleepy, whose contacts balance their weight, and that only what rests carries. So between
// what moves and what sleeps there are bodies that are awake and still: a blow reaches these first. In a heap bodies carry
// each other in circles, and none of them could be the first to sleep: the search begins with all candidates and drops who
// stands on one that does not rest, until nobody does.

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
  /** By row: the number of the last search that counted the body among those at rest. */
  #found = new Int32Array(64);
  #search = 0;
  /** Edges of the mover that is looked at. */
  readonly #touching = new TouchingEdges();

  /** Finds those of an island after its step. */
  find(detection: Detection, island: Island, settings: Settings): void {
    this.#listCandidates(detection, island, settings);
    while (this.#dropCarriedByOthers(detection, settings.gravity));
  }

  #listCandidates(detection: Detection, { firstBody, bodyCount }: Island, settings: Settings): void {
    const { bodies, groups } = detection;
    const nodes = bodies.nodes.columns;
    const steps = settings['sleeping.steps'];
    const { member } = groups.movers.columns;
    if (this.#found.length < detection.rowCount) this.#found = new Int32Array(2 * detection.rowCount);
    if (this.rows.length < bodies.nodes.size) this.rows = new Int32Array(2 * bodies.nodes.size);
    this.#search++;
    this.count = 0;
    for (let i = firstBody; i < firstBody + bodyCount; i++) {
      const row = member[i];
      if (!isSleepy(nodes, row, steps) || this.#touchesRestless(detection, row, QUIET * steps)) continue;
      if (!this.#balance.isBalanced(detection, row, settings, nodes.lastStep[row])) continue;
      this.#found[row] = this.#search;
      this.rows[this.count++] = row;
    }
  }

  /** Drops those that stand on what does not rest. Returns whether there were any. */
  #dropCarriedByOthers(detection: Detection, gravity: readonly number[]): boolean {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const row = this.rows[i];
      if (this.#standsOnOther(detection, row, gravity)) this.#found[row] = 0;
      else this.rows[kept++] = row;
    }
    const hasDropped = kept < this.count;
    this.count = kept;
    return hasDropped;
  }

  /** Whether a mover touches one that neither rests nor has been slow for so many steps. */
  #touchesRestless(detection: Detection, row: number, steps: number): boolean {
    const nodes = detection.bodies.nodes.columns;
    const { movers } = detection.graph.edges.columns;
    this.#touching.list(detection.graph, row);
    for (let i = 0; i < this.#touching.count; i++) {
      const other = movers[this.#touching.entries[i] ^ 1];
      if (!isResting(nodes, other) && nodes.slowFor[other] < steps) return true;
    }
    return false;
  }

  /** Whether a mover stands on one that does not rest. */
  #standsOnOther(detection: Detection, row: number, g: readonly number[]): boolean {
    const nodes = detection.bodies.nodes.columns;
    const { movers, contactCount, firstContact } = detection.graph.edges.columns;
    const { worldNormal: n, impulse } = detection.graph.contacts.columns;
    const upward = -UPWARD * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    this.#touching.list(detection.graph, row);
    for (let i = 0; i < this.#touching.count; i++) {
      const entry = this.#touching.entries[i];
      const other = movers[entry ^ 1];
      if (this.#found[other] === this.#search || isResting(nodes, other)) continue;
      const first = firstContact[entry >> 1];
      // The normal points from the first node to the second.
      const side = (entry & 1) === 1 ? 1 : -1;
      for (let contact = first; contact < first + contactCount[entry >> 1]; contact++) {
        const c = 3 * contact;
        if (impulse[4 * contact] > 0 && side * (n[c] * g[0] + n[c + 1] * g[1] + n[c + 2] * g[2]) < upward) return true;
      }
    }
    return false;
  }
}
