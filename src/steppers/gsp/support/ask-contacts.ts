// The contacts of one body are asked for the impulse that holds it, exactly (solvers/hold-body.ts).

import { applyWrench, writeMoment } from '../../../bodies/apply-wrench.js';
import type { Detection } from '../../../detection/detection.js';
import { ARM, CONTACT_LENGTH, FRICTION, IMPULSE, PUSH } from '../../../solvers/hold-body.js';
import type { Holding, HoldLimits } from './holding.js';
import { closes } from './holding.js';
import { findWanted } from './rest-on-holder.js';

/**
 * Asks the contacts of a body to hold it, or those with its supports alone. If they can, their impulses are noted, and
 * the bodies below feel the opposite.
 */
export function isHeldBy(
  holding: Holding,
  detection: Detection,
  body: number,
  limits: HoldLimits,
  supportsAlone: boolean,
): boolean {
  const count = listContacts(holding, detection, body, limits, supportsAlone);
  if (count === 0 || !findWanted(holding, detection.bodies.nodes.columns, body, limits)) return false;
  if (!holding.bodyHold.holdBody(count, holding.contacts, holding.wanted)) return false;
  noteImpulses(holding, detection, count);
  pushOthers(holding, detection, body, count, limits);
  return true;
}

/**
 * Lists the closed contacts of a body with bodies that come before it in the order and may be held themselves, or with
 * its supports alone. Returns how many there are; 0 where the supports alone are asked for and there is nothing beside
 * them.
 */
function listContacts(
  holding: Holding,
  { bodies, graph }: Detection,
  body: number,
  { share }: HoldLimits,
  supportsAlone: boolean,
): number {
  const { standing, entries } = holding.support;
  const { firstEntry, entryCount, holder, rank, arrival } = standing.columns;
  const { edge: entryEdge, other, role } = entries.columns;
  const { inverseMass, position, mover } = bodies.nodes.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { shapes, bias, worldPoint, worldNormal, load, held } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { stride: materials, friction } = bodies.materials;
  let count = 0;
  let leftOut = 0;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = other[entry];
    if (inverseMass[o] > 0 && rank[o] > rank[body]) continue;
    const edge = entryEdge[entry];
    const side = mover[ends[2 * edge + 1]] === body ? 1 : -1;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      // What is open, or with a body that is not held, carries nothing.
      held[4 * c] = 0;
      if ((inverseMass[o] > 0 && holder[o] < 0) || !closes(bias[c], arrival[body])) continue;
      if (supportsAlone && role[entry] !== 1) {
        // What is not asked carries what it did.
        for (let k = 4 * c; k < 4 * c + 4; k++) held[k] = share * load[k];
        leftOut++;
        continue;
      }
      if (count === holding.rows.length) holding.makeRoom();
      const { contacts, rows, sides, others } = holding;
      rows[count] = c;
      sides[count] = side;
      others[count] = o;
      const k = count++ * CONTACT_LENGTH;
      for (let j = 0; j < 3; j++) {
        contacts[k + ARM + j] = worldPoint[3 * c + j] - position[3 * body + j];
        contacts[k + PUSH + j] = side * worldNormal[3 * c + j];
        contacts[k + IMPULSE + j] = side * share * (load[4 * c] * worldNormal[3 * c + j] + load[4 * c + 1 + j]);
      }
      contacts[k + FRICTION] = friction[material[shapes[2 * c]] * materials + material[shapes[2 * c + 1]]];
    }
  }
  return supportsAlone && leftOut === 0 ? 0 : count;
}

/** Notes what the listed contacts carry if the body is held. */
function noteImpulses({ contacts, rows, sides }: Holding, { graph }: Detection, count: number): void {
  const { held } = graph.contacts.columns;
  for (let i = 0; i < count; i++) {
    const k = i * CONTACT_LENGTH;
    const to = 4 * rows[i];
    const side = sides[i];
    const nx = contacts[k + PUSH];
    const ny = contacts[k + PUSH + 1];
    const nz = contacts[k + PUSH + 2];
    const load = nx * contacts[k + IMPULSE] + ny * contacts[k + IMPULSE + 1] + nz * contacts[k + IMPULSE + 2];
    held[to] = Math.max(0, load);
    held[to + 1] = side * (contacts[k + IMPULSE] - load * nx);
    held[to + 2] = side * (contacts[k + IMPULSE + 1] - load * ny);
    held[to + 3] = side * (contacts[k + IMPULSE + 2] - load * nz);
  }
}

/** The bodies at the other ends of the listed contacts get the opposite of what the body gets beyond its loads. */
function pushOthers(
  { contacts, rows, sides, others, wrench }: Holding,
  { graph, bodies }: Detection,
  body: number,
  count: number,
  { share }: HoldLimits,
): void {
  const nodes = bodies.nodes.columns;
  const { position: x, inverseMass } = nodes;
  const { load, worldNormal } = graph.contacts.columns;
  for (let i = 0; i < count; i++) {
    const o = others[i];
    if (inverseMass[o] === 0) continue;
    const k = i * CONTACT_LENGTH;
    const c = rows[i];
    const side = sides[i];
    wrench[0] = side * share * (load[4 * c] * worldNormal[3 * c] + load[4 * c + 1]) - contacts[k + IMPULSE];
    wrench[1] = side * share * (load[4 * c] * worldNormal[3 * c + 1] + load[4 * c + 2]) - contacts[k + IMPULSE + 1];
    wrench[2] = side * share * (load[4 * c] * worldNormal[3 * c + 2] + load[4 * c + 3]) - contacts[k + IMPULSE + 2];
    const rx = contacts[k + ARM] + x[3 * body] - x[3 * o];
    const ry = contacts[k + ARM + 1] + x[3 * body + 1] - x[3 * o + 1];
    const rz = contacts[k + ARM + 2] + x[3 * body + 2] - x[3 * o + 2];
    writeMoment(wrench, rx, ry, rz);
    applyWrench(nodes, o, wrench);
  }
}
