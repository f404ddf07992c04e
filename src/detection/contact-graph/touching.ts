// What looking ahead means for touching: bodies that were stopped, or thrown back, by a contact found ahead of time have touched
// during the step, although the detection before it saw a gap between them.

import type { Detection } from '../detection.js';
import { SEPARATED, TOUCHING } from '../narrow-phase/principal-contact.js';

/** After a step: every edge whose contacts bore an impulse touches. Returns whether one did not before. */
export function markTouchingByImpulse({ graph, contactEdges }: Detection): boolean {
  let isChanged = false;
  const { contactState, firstContact, contactCount } = graph.edges.columns;
  const { impulse } = graph.contacts.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    if (contactState[edge] !== SEPARATED) continue;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      if (!(impulse[4 * contact] > 0)) continue;
      contactState[edge] = TOUCHING;
      isChanged = true;
    }
  }
  return isChanged;
}
