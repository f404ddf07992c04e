// An island sleeps but for a few restless bodies: a ball that spins on the spot, which no contact at one point slows, or the last
// that rolls in a heap. All others must be sleepy, as ever. Restless bodies are stepped by themselves, and what sleeps is fixed for
// them. The whole island wakes, for a step at least, when one of them strikes a sleeper (wake.ts), or what it does to one is more
// than a slow body would stand (steppers/subgroups.ts).

import { CONTACT, RESTLESS } from '../../bodies/sleep-reasons.js';
import type { Settings } from '../../settings.js';
import type { State } from '../../state/state.js';
import type { Detection } from '../detection.js';
import { Balance } from './balance.js';
import type { Island } from './island.js';
import { isCentreSlow, isSleepy } from './sleep-limits.js';
import { TouchingEdges } from './touching-edges.js';
import { wake } from './wake.js';

/** An island sleeps but for those that spin on the spot, and one in so many others [1]. */
const ONE_IN = 32;

export class RestlessBodies {
  readonly #balance = new Balance();
  /** Edges of the restless body that is looked at. */
  readonly #touching = new TouchingEdges();

  /**
   * Whether all bodies of an island are sleepy but for a few, after its step. What these touch, or have touched, must be in balance:
   * that is how it is watched.
   */
  areFew(detection: Detection, { firstBody, bodyCount }: Island, settings: Settings): boolean {
    const nodes = detection.bodies.nodes.columns;
    const { member } = detection.groups.movers.columns;
    const end = firstBody + bodyCount;
    const steps = settings['sleeping.steps'];
    let restless = 0;
    let moving = 0;
    for (let i = firstBody; i < end; i++) {
      if (isSleepy(nodes, member[i], steps)) continue;
      restless++;
      if (nodes.slowFor[member[i]] > 0 || !isCentreSlow(nodes, member[i], settings)) moving++;
      if (ONE_IN * moving > bodyCount) return false;
    }
    if (restless === bodyCount) return false;
    for (let i = firstBody; i < end; i++) {
      if (!isSleepy(nodes, member[i], steps) && !this.#leavesBalance(detection, member[i], settings)) return false;
    }
    return true;
  }

  /**
   * Where restless bodies have become sleepy themselves, and have left what sleeps about them out of balance, wakes the rest of their
   * island, which then falls asleep with them. Returns whether there was any.
   */
  wakeNeighbours(detection: Detection, { firstBody, bodyCount }: Island, settings: Settings): boolean {
    const { nodes } = detection.bodies;
    const { member } = detection.groups.movers.columns;
    let hasWoken = false;
    for (let i = firstBody; i < firstBody + bodyCount; i++) {
      const row = member[i];
      if (nodes.columns.sleepReason[row] !== RESTLESS || this.#leavesBalance(detection, row, settings)) continue;
      wake(detection.state, row, CONTACT, nodes.idOf(row));
      hasWoken = true;
    }
    return hasWoken;
  }

  /** Whether the sleepy neighbours of a restless body are in balance. */
  #leavesBalance(detection: Detection, row: number, settings: Settings): boolean {
    const nodes = detection.bodies.nodes.columns;
    const { movers } = detection.graph.edges.columns;
    this.#touching.list(detection.graph, row);
    for (let i = 0; i < this.#touching.count; i++) {
      const other = movers[this.#touching.entries[i] ^ 1];
      if (nodes.inverseMass[other] === 0 || !isSleepy(nodes, other, settings['sleeping.steps'])) continue;
      if (!this.#balance.isBalanced(detection, other, settings, nodes.lastStep[other])) return false;
    }
    return true;
  }
}

/** Notes why a body is awake of which the island sleeps, from a time on [s]. */
export function noteRestless({ bodies }: State, row: number, time: number): void {
  const { sleepReason, sleepSince, wokenBy } = bodies.nodes.columns;
  if (sleepReason[row] === RESTLESS) return;
  sleepReason[row] = RESTLESS;
  sleepSince[row] = time;
  wokenBy[row] = 0;
}
