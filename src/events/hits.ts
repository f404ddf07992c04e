// Hits: edges whose bodies touched within a step although the detection before it found a gap. Speculative contacts
// have stopped or thrown back these bodies. Events need them, since neither detection sees the touch.

import type { Detection } from '../detection/detection.js';
import { EVENT_CONTACT_SIZE } from '../detection/held-events.js';
import { SEPARATED, TOUCHING } from '../detection/narrow-phase/principal-contact.js';
import { writeContact } from './event-contact.js';

/**
 * Lists the edges that were separated at the last detection, but whose contacts had an impulse since. Before another
 * detection in the same step, edges that touched are listed too: bodies that bounced may be apart by then. The contact
 * of an edge is saved with it if an event needs it.
 */
export function listHits({ graph, contactEdges, hitEdges }: Detection, isDetectedAgain: boolean, isAllAsked: boolean): void {
  hitEdges.ensureCapacity(hitEdges.size + contactEdges.size);
  const { contactState, firstContact, contactCount, reportedTouching, hit } = graph.edges.columns;
  const { impulse } = graph.contacts.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    if (contactState[edge] !== SEPARATED && !isDetectedAgain) continue;
    let bore = false;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      if (impulse[4 * contact] > 0) bore = true;
    }
    if (!bore) continue;
    const row = hitEdges.size++;
    hitEdges.columns.edge[row] = edge;
    // Persistent touching raises an event only if a setting or a subscriber asks for it.
    if (reportedTouching[edge] !== 0 && !isAllAsked) continue;
    hit[edge] = row + 1;
    writeContact(graph, edge, hitEdges.columns.contact, EVENT_CONTACT_SIZE * row);
  }
}

/** Writes the contact of an edge to out[k ..]; that of its hit if there was one since events were last raised. */
export function writeContactOfStep({ graph, hitEdges }: Detection, edge: number, out: Float64Array, k: number): void {
  const row = graph.edges.columns.hit[edge] - 1;
  const isHit = row >= 0 && row < hitEdges.size && hitEdges.columns.edge[row] === edge;
  const { contact } = hitEdges.columns;
  if (!isHit) writeContact(graph, edge, out, k);
  else for (let i = 0; i < EVENT_CONTACT_SIZE; i++) out[k + i] = contact[EVENT_CONTACT_SIZE * row + i];
}

/**
 * After a step: marks every edge that was hit as touching, whatever a later detection has found. Returns whether this
 * changed any edge. Such an edge no longer agrees with what detection found, so the next detection must test the pair
 * again, even if it has not moved.
 */
export function markHits(detection: Detection): boolean {
  const { graph, hitEdges, stillness } = detection;
  const { contactState, placementKnown, still } = graph.edges.columns;
  let isChanged = false;
  for (let i = detection.markedHits; i < hitEdges.size; i++) {
    const edge = hitEdges.columns.edge[i];
    if (!graph.edges.isLive(edge) || contactState[edge] !== SEPARATED) continue;
    contactState[edge] = TOUCHING;
    placementKnown[edge] = 0;
    still[edge] = 0;
    stillness.restlessEdges++;
    isChanged = true;
  }
  detection.markedHits = hitEdges.size;
  return isChanged;
}

/** Clears the list of hits, after their events were raised. */
export function forgetHits(detection: Detection): void {
  detection.hitEdges.size = detection.markedHits = 0;
}
