// Which impulses of a step the next one starts from, and how.
//
// The impulse that carries a body lasts; the impulse that stops a falling body does not. An impulse that has just
// stopped something many times heavier than the stack it fell on would throw the stack into the air in the next step.
// So contacts of bodies that were struck, or that carry such bodies, start from no more than twice their former load
// and a body's weight. In a pile that is struck in every step, loads come to be what the pile carries within a few
// steps; sweeps that started from nothing each time would let it sink into itself.

import { OWN_FRICTION } from '../../detection/ask-hooks.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { SupportGraph } from './support/support-graph.js';

/** A part of an impulse below this is rounding [1]. */
const ROUNDING = 1e-9;
/** Friction above its limit by less than this is rounding: sweeps are in single precision [1]. */
const ROUNDING_OF_SWEEPS = 1e-5;

/**
 * Lays the friction of all loads across the normals as they are now: a part along a normal that has turned since the
 * last step would push or pull beyond the normal impulse. Friction also stays within its cone as it is now, since the
 * coefficient may have been changed. The contacts must have been placed. Where all is at rest, impulses are exact and
 * nothing changes by a bit. Nothing must: contacts are placed anew after a restore, and else they are not.
 */
export function turnLoads({ graph, bodies, contactEdges }: Detection): void {
  const { firstContact, contactCount } = graph.edges.columns;
  const { load, shapes, worldNormal: n, ownSurface, ownFriction } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { stride, friction } = bodies.materials;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const k = 4 * c + 1;
      const size = load[4 * c] + Math.abs(load[k]) + Math.abs(load[k + 1]) + Math.abs(load[k + 2]);
      if (size === 0) continue;
      const along = n[3 * c] * load[k] + n[3 * c + 1] * load[k + 1] + n[3 * c + 2] * load[k + 2];
      if (Math.abs(along) > ROUNDING * size) for (let j = 0; j < 3; j++) load[k + j] -= along * n[3 * c + j];
      const ofMaterials = friction[material[shapes[2 * c]] * stride + material[shapes[2 * c + 1]]];
      const limit = ((ownSurface[c] & OWN_FRICTION) !== 0 ? ownFriction[c] : ofMaterials) * load[4 * c];
      const squared = load[k] * load[k] + load[k + 1] * load[k + 1] + load[k + 2] * load[k + 2];
      if (squared <= limit * limit * (1 + ROUNDING_OF_SWEEPS)) continue;
      const part = limit / Math.sqrt(squared);
      for (let j = 0; j < 3; j++) load[k + j] *= part;
    }
  }
}

/**
 * Makes loads of the impulses of an island. `share` scales the former loads to the length of this step [1]; `fall` is
 * what gravity adds to a velocity in it [m/s].
 */
export function keepLoads(support: SupportGraph, detection: Detection, island: Island, share: number, fall: number): void {
  passStrikesDown(support, detection, island);
  const { bodies, graph, groups } = detection;
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { struck, mass, inverseMass } = bodies.nodes.columns;
  const { load, impulse } = graph.contacts.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    const isStruck = (struck[a] !== 0 && inverseMass[a] > 0) || (struck[b] !== 0 && inverseMass[b] > 0);
    const first = 4 * firstContact[edge];
    const end = first + 4 * contactCount[edge];
    if (!isStruck) {
      for (let k = first; k < end; k++) load[k] = impulse[k];
      continue;
    }
    const weight = fall * (inverseMass[a] > inverseMass[b] ? mass[a] : mass[b]);
    for (let k = first; k < end; k += 4) {
      const most = 2 * share * load[k] + weight;
      const part = impulse[k] > most ? most / impulse[k] : 1;
      for (let j = k; j < k + 4; j++) load[j] = part * impulse[j];
    }
  }
}

/** What carries a struck body is struck. */
function passStrikesDown({ standing, entries, order }: SupportGraph, { bodies }: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { firstEntry, entryCount } = standing.columns;
  const { other, role } = entries.columns;
  const { struck } = bodies.nodes.columns;
  for (let i = firstBody + bodyCount - 1; i >= firstBody; i--) {
    const body = order.columns.body[i];
    if (struck[body] === 0) continue;
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      if (role[entry] === 1) struck[other[entry]] = 1;
    }
  }
}
