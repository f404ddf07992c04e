// A body may have been slow for long and lose what held it in the very step in which its island falls asleep: a ball on a slope that
// leant on one that rolled away is an island of its own from then on, and would hang. So before bodies fall asleep, those that may
// have begun to move are asked whether what they touch carries them, as world.hanging() asks: a body that touches nothing but what
// does not move, and one that has gained energy in the last step.

import type { Settings } from '../../settings.js';
import type { Detection } from '../detection.js';
import { Balance } from './balance.js';
import type { Island } from './island.js';
import { energyPerMass, isSleepy, magnitude } from './sleep-limits.js';

/** What nothing carries has to be slow for this share of the steps that make a body sleepy before it is asked again [1]. */
const ANEW = 0.5;
/** What moves at less than this share of the speed that gravity adds in a step does so by what solvers leave [1]. */
const LEFT_BY_SOLVERS = 1e-3;

/** Whether what a body rests on can carry it (contact-problem/carrying.ts), and whether the one asked about last touches one that can move. */
export interface CarryTest {
  readonly touchesMovers: boolean;
  isCarried(detection: Detection, row: number, settings: Settings, dt: number): boolean;
}

export class UnsupportedBodies {
  readonly #carrying: CarryTest;
  readonly #balance = new Balance();

  constructor(carrying: CarryTest) {
    this.#carrying = carrying;
  }

  /** Whether nothing carries one of the sleepy bodies of an island that is about to fall asleep; it is not sleepy any more. */
  find(detection: Detection, island: Island, settings: Settings): boolean {
    const { columns } = detection.bodies.nodes;
    const { member } = detection.groups.movers.columns;
    let isAny = false;
    for (let i = island.firstBody; i < island.firstBody + island.bodyCount; i++) {
      const isOneOf = isSleepy(columns, member[i], settings['sleeping.steps']);
      if (isOneOf && this.isUnsupported(detection, island, member[i], settings)) isAny = true;
    }
    return isAny;
  }

  /** The same of one of its sleepy bodies. */
  isUnsupported(detection: Detection, island: Island, row: number, settings: Settings): boolean {
    const { slowFor, gainingFor } = detection.bodies.nodes.columns;
    const isAlone = island.bodyCount === 1;
    const gains = gainingFor[row] > 0;
    if (!isAlone && !gains) return false;
    // A ball that begins to roll down a gentle slope is carried, but for next to nothing.
    const beginsToMove = isAlone && gains && !island.isTied && doesMove(detection, row, settings);
    if (!beginsToMove && this.#isAtRest(detection, row, settings)) return false;
    slowFor[row] = Math.floor(ANEW * settings['sleeping.steps']);
    return true;
  }

  #isAtRest(detection: Detection, row: number, settings: Settings): boolean {
    const dt = detection.bodies.nodes.columns.lastStep[row];
    if (this.#carrying.isCarried(detection, row, settings, dt)) return true;
    // In a heap bodies carry each other in circles: balance tells.
    return this.#carrying.touchesMovers && this.#balance.isBalanced(detection, row, settings, dt);
  }
}

/** Whether a body moves faster than by what solvers leave. */
function doesMove({ bodies }: Detection, row: number, settings: Settings): boolean {
  const nodes = bodies.nodes.columns;
  const speed = LEFT_BY_SOLVERS * nodes.lastStep[row] * Math.abs(nodes.gravityScale[row]) * magnitude(settings.gravity);
  return energyPerMass(nodes, row) > 0.5 * speed * speed;
}
