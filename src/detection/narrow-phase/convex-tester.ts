// The test of two convex shapes: their closest features, and where the two are going as wholes while they are still apart.

import type { Settings } from '../../settings.js';
import type { ContactGraph } from '../contact-graph/contact-graph.js';
import type { Detection } from '../detection.js';
import { closest } from './closest.js';
import { Foresight, foresee } from './foresee.js';
import { meetsByTurning, TurningForesight } from './foresee-turning.js';
import { GRAZES, IDLE, MEETS } from './outlook.js';
import { isMoving, type PairTester } from './pair-tester.js';

export class ConvexTester implements PairTester {
  readonly #foresight = new Foresight();
  readonly #turning = new TurningForesight();

  findClosest({ narrowPhase }: Detection): boolean {
    const { pair, principal, pairs } = narrowPhase;
    return closest(pair.a, pair.b, pair.reach, principal, pairs);
  }

  foresee(detection: Detection, i: number, row: number, settings: Settings, isExact: boolean): void {
    const { pair, principal, isTrigger } = detection.narrowPhase;
    const { edge, nodes, placementKnown, still, closePairs } = detection.candidates.columns;
    const { shapes, close, passing } = detection.shapePairs.columns;
    if (!(principal.gap <= 0 || isTrigger)) {
      // Apart so far: whether there is to be a contact is a question of where the two are going.
      const isAhead = principal.gap > pair.envelope;
      const a = nodes[2 * i];
      const b = nodes[2 * i + 1];
      let outcome = foresee(this.#foresight, detection, a, b, settings);
      if (outcome !== MEETS && meetsByTurning(this.#turning, detection, i, row, settings)) outcome = MEETS;
      if (outcome !== IDLE) still[i] = 0;
      if (isAhead && outcome !== MEETS) close[row] = 0;
      if (outcome === GRAZES && !isBearing(detection.graph, edge[i], shapes[2 * row], shapes[2 * row + 1])) passing[row] = 1;
      // Bodies at rest are not asked again for a velocity that changes nothing, unless every bit is to be that of asking always.
      if (isAhead || outcome !== IDLE || (isExact && isMoving(detection, a, b))) placementKnown[i] = 0;
    }
    closePairs[i] += close[row];
  }
}

/** Whether some contact of the two shapes bore an impulse in the last step. */
function isBearing(graph: ContactGraph, edge: number, a: number, b: number): boolean {
  const { firstContact, contactCount } = graph.edges.columns;
  const { shapes, impulse } = graph.contacts.columns;
  for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
    if (impulse[4 * contact] > 0 && shapes[2 * contact] === a && shapes[2 * contact + 1] === b) return true;
  }
  return false;
}
