// Hits: what looking ahead means for touching. Bodies that were stopped, or thrown back, by a contact found ahead of time
// have touched during the step, although the detection before it saw a gap between them.

import type { Detection } from '../detection/detection.js';
import { EVENT_CONTACT_SIZE } from '../detection/held-events.js';
import { SEPARATED, TOUCHING } from '../detection/narrow-phase/principal-contact.js';
import { writeContact } from './event-contact.js';

/**
 * Lists the edges that were separated when detected, but whose contacts bore an impulse since. Before another detection
 * in the same step those that touched are listed as well: what bounced may be apart by then. Each has its contact with it,
 * where that is to be told.
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
    // Of what goes on touching nobody is told, unless it is asked for.
    if (reportedTouching[edge] !== 0 && !isAllAsked) continue;
    hit[edge] = row + 1;
    writeContact(graph, edge, hitEdges.columns.contact, EVENT_CONTACT_SIZE * row);
  }
}

/** Writes the contact of an edge to out[k ..]: that of its hit, where it was hit since events were last raised. */
export function writeContactOfStep({ graph, hitEdges }: Detection, edge: number, out: Float64Array, k: number): void {
  const row = graph.edges.columns.hit[edge] - 1;
  const isHit = row >= 0 && row < hitEdges.size && hitEdges.columns.edge[row] === edge;
  const { contact } = hitEdges.columns;
  if (!isHit) writeContact(graph, edge, out, k);
  else for (let i = 0; i < EVENT_CONTACT_SIZE; i++) out[k + i] = contact[EVENT_CONTACT_SIZE * row + i];
}

/**
 * After a step: every edge that was hit touches, whatever a later detection has found. Returns whether one did not
 * before. What was found of such a pair is no longer what the graph says of it, so the next detection must look at it
 * again, moved or not.
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

/** Events have been raised: what hit whom before is told. */
export function forgetHits(detection: Detection): void {
  detection.hitEdges.size = detection.markedHits = 0;
}
