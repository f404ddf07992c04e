// The test of two shapes of which one is a mesh: the contacts of their trees, which are kept for contact determination, and where
// each of them is going.

import type { Settings } from '../../settings.js';
import { PLACEMENT_SIZE } from '../contact-graph/relative-placement.js';
import { chooseContacts } from '../contact-trees/choose-contacts.js';
import { keepShortestWay, ShortestWay } from '../contact-trees/shortest-way.js';
import { setSpacing, treeContacts } from '../contact-trees/tree-contacts.js';
import type { Detection } from '../detection.js';
import { ContactBudget, setBudget } from './contact-budget.js';
import { CLOSES, ContactForesight, DEPENDS_ON_MOTION, foreseeContacts, OPEN } from './foresee-contacts.js';
import { readDeepest } from './mesh-pair.js';
import { setMotion } from './pair-motion.js';
import { isMoving, type PairTester } from './pair-tester.js';

export class MeshTester implements PairTester {
  readonly #budget = new ContactBudget();
  readonly #shortestWay = new ShortestWay();
  readonly #foresight = new ContactForesight();

  findClosest(detection: Detection, i: number, row: number, settings: Settings): boolean {
    const { bodies, meshContacts: list, candidates, shapePairs, narrowPhase } = detection;
    const { pair, principal, pairs } = narrowPhase;
    const { nodes, relative, placementKnown } = candidates.columns;
    const { shapes, firstContact } = shapePairs.columns;
    const { material } = bodies.shapes.columns;
    const first = list.count;
    firstContact[row] = first;
    setMotion(pair.motion, detection, nodes[2 * i], nodes[2 * i + 1], relative, PLACEMENT_SIZE * i);
    setBudget(this.#budget, bodies.materials, material[shapes[2 * row]], material[shapes[2 * row + 1]], settings, pair);
    pair.budget = this.#budget;
    setSpacing(pair);
    if (treeContacts(pairs.trees, pair, list)) placementKnown[i] = 0;
    keepShortestWay(this.#shortestWay, pair, list, first, pairs);
    return readDeepest(list, first, principal);
  }

  foresee(detection: Detection, i: number, row: number, _settings: Settings, isExact: boolean): void {
    const { meshContacts: list, candidates, shapePairs, narrowPhase } = detection;
    const { pair, pairs, isTrigger } = narrowPhase;
    const { nodes, placementKnown, still } = candidates.columns;
    const { firstContact, contactCount, close } = shapePairs.columns;
    const first = firstContact[row];
    if (!isTrigger) {
      const ahead = foreseeContacts(this.#foresight, pair, list, first);
      if ((ahead & CLOSES) !== 0) still[i] = 0;
      if ((ahead & DEPENDS_ON_MOTION) !== 0) placementKnown[i] = 0;
      if ((ahead & OPEN) !== 0 && isExact && isMoving(detection, nodes[2 * i], nodes[2 * i + 1])) placementKnown[i] = 0;
    }
    chooseContacts(pairs.trees.choice, list, first, pair);
    contactCount[row] = list.count - first;
    if (contactCount[row] === 0) close[row] = 0;
  }
}
