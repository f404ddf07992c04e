// Which fixed or scripted body might hold each body of an island at rest.

import { BOUNCES, RESTS } from '../../../contact-problem/place-contacts.js';
import type { Detection } from '../../../detection/detection.js';
import type { Island } from '../../../detection/islands/island.js';
import { NONE, REFUSED } from './holding.js';
import type { SupportGraph } from './support-graph.js';

/**
 * Finds what might hold each body of an island: the fixed or scripted body that it stands on, itself or through other
 * bodies; of several holders, none may be in motion. A body that has not arrived yet is at rest where it closes its
 * smallest gap within the step. A body that stands on one that has not arrived is not held, nor is a body that bounces.
 * Returns whether all contacts with loads are closed.
 */
export function findHolders(support: SupportGraph, detection: Detection, { firstBody, bodyCount }: Island): boolean {
  const { body } = support.order.columns;
  let isLoadedWhereClosed = true;
  for (let i = firstBody; i < firstBody + bodyCount; i++)
    if (!findHolderOf(support, detection, body[i])) isLoadedWhereClosed = false;
  return isLoadedWhereClosed;
}

/** Finds what might hold one body, where that is known of all of lower rank. Returns whether its contacts with loads are closed. */
export function findHolderOf({ standing, entries }: SupportGraph, { bodies, graph }: Detection, body: number): boolean {
  const { firstEntry, entryCount, holder, rank, arrival, approach } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { inverseMass, velocity: u } = bodies.nodes.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { bias, bounce, worldNormal, load } = graph.contacts.columns;
  let isLoadedWhereClosed = true;
  let found = NONE;
  let bounces = false;
  let soonest = Number.POSITIVE_INFINITY;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = other[entry];
    if (inverseMass[o] > 0 && rank[o] > rank[body]) continue;
    const h = inverseMass[o] > 0 ? holder[o] : o;
    if (h < 0) continue;
    if (found === NONE) found = h;
    else if (h !== found && (!isStill(u, h) || !isStill(u, found))) found = REFUSED;
    if (inverseMass[o] > 0 && arrival[o] > 0) found = REFUSED;
    const edge = entryEdge[entry];
    const side = movers[2 * edge + 1] === body ? 1 : -1;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (bias[c] !== 0 && load[4 * c] > 0) isLoadedWhereClosed = false;
      if (bounce[c] === BOUNCES) bounces = true;
      if (bounce[c] !== RESTS || bias[c] >= soonest) continue;
      soonest = bias[c];
      for (let j = 0; j < 3; j++) approach[3 * body + j] = soonest === 0 ? 0 : -side * soonest * worldNormal[3 * c + j];
    }
  }
  holder[body] = !bounces && soonest < Number.POSITIVE_INFINITY ? found : NONE;
  arrival[body] = soonest;
  return isLoadedWhereClosed;
}

function isStill(u: Float64Array, row: number): boolean {
  for (let k = 6 * row; k < 6 * row + 6; k++) if (u[k] !== 0) return false;
  return true;
}
