// What looking ahead means for touching: bodies that were stopped, or thrown back, by a contact found ahead of time have touched
// during the step, although the detection before it saw a gap between them.

import type { Detection } from '../detection.js';
import { SEPARATED, TOUCHING } from '../narrow-phase/principal-contact.js';

/**
 * Lists the edges that were separated when detected, but whose contacts bore an impulse since. Before another detection in the same
 * step those that touched are listed as well: what bounced may be apart by then.
 */
export function listHits({ graph, contactEdges, hitEdges }: Detection, isDetectedAgain: boolean): void {
  hitEdges.ensureCapacity(hitEdges.size + contactEdges.size);
  const { contactState, firstContact, contactCount } = graph.edges.columns;
  const { impulse } = graph.contacts.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    if (contactState[edge] !== SEPARATED && !isDetectedAgain) continue;
    let bore = false;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      if (impulse[4 * contact] > 0) bore = true;
    }
    if (bore) hitEdges.columns.edge[hitEdges.size++] = edge;
  }
}

/**
 * After a step: every edge that was hit touches, whatever a later detection has found. Returns whether one did not before. What was
 * found of such a pair is no longer what the graph says of it, so the next detection must look at it again, moved or not.
 */
export function markHits({ graph, hitEdges, stillness }: Detection): boolean {
  const { contactState, placementKnown, still } = graph.edges.columns;
  let isChanged = false;
  for (let i = 0; i < hitEdges.size; i++) {
    const edge = hitEdges.columns.edge[i];
    if (!graph.edges.isLive(edge) || contactState[edge] !== SEPARATED) continue;
    contactState[edge] = TOUCHING;
    placementKnown[edge] = 0;
    still[edge] = 0;
    stillness.restlessEdges++;
    isChanged = true;
  }
  hitEdges.size = 0;
  return isChanged;
}
