// What sweeps did to the bodies of an island: kept, taken back between bodies that may be held, and given back to those
// that are refused.

import { applyWrench, writeMoment } from '../../../bodies/apply-wrench.js';
import type { Detection } from '../../../detection/detection.js';
import type { Island } from '../../../detection/islands/island.js';
import type { Holding, HoldLimits } from './holding.js';
import { closes } from './holding.js';
import type { SupportGraph } from './support-graph.js';

/** The contacts of an island carry their loads, as before any sweep. */
export function carryLoads({ graph, groups }: Detection, island: Island, { share }: HoldLimits): void {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { impulse, load, torque } = graph.contacts.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const end = firstContact[edge] + contactCount[edge];
    for (let k = 4 * firstContact[edge]; k < 4 * end; k++) impulse[k] = share * load[k];
    torque.fill(0, 3 * firstContact[edge], 3 * end);
  }
}

/** Keeps the velocities that the bodies of an island have after the sweeps. */
export function keepSwept({ standing }: SupportGraph, { bodies, groups }: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { swept } = standing.columns;
  const { velocity: u } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) for (let k = 6 * member[i]; k < 6 * member[i] + 6; k++) swept[k] = u[k];
}

/** Gives them back. */
export function giveBackSwept({ standing }: SupportGraph, { bodies, groups }: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { swept } = standing.columns;
  const { velocity: u } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) for (let k = 6 * member[i]; k < 6 * member[i] + 6; k++) u[k] = swept[k];
}

/**
 * Takes back what sweeps did between bodies that may be held: closed contacts carry their loads again, open ones
 * nothing. Sweeps that have not converged leave stresses there that would fill the friction cones. What contacts with
 * other bodies do stays.
 */
export function forgetSweeps(holding: Holding, detection: Detection, island: Island, limits: HoldLimits): void {
  const { wrench, total } = holding;
  const { standing, entries } = holding.support;
  const { member } = detection.groups.movers.columns;
  const { firstEntry, entryCount, holder, rank, arrival } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { firstContact, contactCount, movers } = detection.graph.edges.columns;
  const { bias } = detection.graph.contacts.columns;
  const nodes = detection.bodies.nodes.columns;
  const { inverseMass } = nodes;
  for (let i = island.firstBody; i < island.firstBody + island.bodyCount; i++) {
    const body = member[i];
    if (holder[body] < 0) continue;
    total.fill(0);
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] > 0 && holder[o] < 0) continue;
      const edge = entryEdge[entry];
      const upper = inverseMass[o] > 0 && rank[o] > rank[body] ? o : body;
      const side = movers[2 * edge + 1] === body ? 1 : -1;
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        writeSwept(wrench, detection, c, body, side, closes(bias[c], arrival[upper]), limits);
        for (let j = 0; j < 6; j++) total[j] -= wrench[j];
      }
    }
    applyWrench(nodes, body, total);
  }
}

/** Writes the wrench that sweeps gave a body by a contact, beyond the load of the contact if that is closed. */
export function writeSwept(
  wrench: Float64Array,
  { graph, bodies }: Detection,
  c: number,
  body: number,
  side: number,
  isClosed: boolean,
  { share }: HoldLimits,
): void {
  const { impulse, load, torque, worldNormal, worldPoint } = graph.contacts.columns;
  const { position: x } = bodies.nodes.columns;
  const kept = isClosed ? share : 0;
  const n = side * (impulse[4 * c] - kept * load[4 * c]);
  wrench[0] = n * worldNormal[3 * c] + side * (impulse[4 * c + 1] - kept * load[4 * c + 1]);
  wrench[1] = n * worldNormal[3 * c + 1] + side * (impulse[4 * c + 2] - kept * load[4 * c + 2]);
  wrench[2] = n * worldNormal[3 * c + 2] + side * (impulse[4 * c + 3] - kept * load[4 * c + 3]);
  const rx = worldPoint[3 * c] - x[3 * body];
  const ry = worldPoint[3 * c + 1] - x[3 * body + 1];
  const rz = worldPoint[3 * c + 2] - x[3 * body + 2];
  writeMoment(wrench, rx, ry, rz);
  if (bodies.materials.areResisting) for (let j = 0; j < 3; j++) wrench[3 + j] += side * torque[3 * c + j];
}
