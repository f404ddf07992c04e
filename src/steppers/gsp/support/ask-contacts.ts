// The contacts of one body are asked for the impulse that holds it, exactly (solvers/hold-body.ts), under what the bodies
// above it do. Those that are held push it; with those that were refused it is again as the sweeps left the two.
//
// Each body takes this up itself when its turn comes, from the highest rank down. So the sum, and its rounding, does not
// depend on the order in which the bodies above were asked.

import { applyWrench, writeMoment } from '../../../bodies/apply-wrench.js';
import { rollingOf, spinningOf } from '../../../contact-problem/resistances.js';
import { OWN_FRICTION } from '../../../detection/ask-hooks.js';
import type { Detection } from '../../../detection/detection.js';
import { ARM, CONTACT_LENGTH, FRICTION, IMPULSE, PUSH, ROLLING, SPINNING, TORQUE } from '../../../solvers/hold-body.js';
import type { Holding, HoldLimits } from './holding.js';
import { ASKED_ALL, closes } from './holding.js';
import { findWanted } from './rest-on-holder.js';
import { writeSwept } from './swept-impulses.js';

/** Lets a body feel what came of asking the bodies above it. */
export function feelThoseAbove(holding: Holding, detection: Detection, body: number, limits: HoldLimits): void {
  const { standing, entries } = holding.support;
  const { firstEntry, aboveCount, asked, holder } = standing.columns;
  const { edge, role, entryAbove } = entries.columns;
  const { movers } = detection.graph.edges.columns;
  for (let row = firstEntry[body] + aboveCount[body] - 1; row >= firstEntry[body]; row--) {
    const entry = entryAbove[row];
    const a = movers[2 * edge[entry]];
    const upper = a !== body ? a : movers[2 * edge[entry] + 1];
    if (asked[upper] < ASKED_ALL) continue;
    if (holder[upper] < 0) recallSweeps(holding, detection, body, upper, edge[entry], limits);
    else if (asked[upper] === ASKED_ALL || role[entry] === 1) feelPush(holding, detection, body, upper, edge[entry]);
  }
}

/** The body gets the opposite of what the upper one gets beyond its loads. */
function feelPush({ wrench, support }: Holding, { graph, bodies }: Detection, body: number, upper: number, edge: number): void {
  const nodes = bodies.nodes.columns;
  const { position: x } = nodes;
  const { arrival } = support.standing.columns;
  const { firstContact, contactCount, movers } = graph.edges.columns;
  const side = movers[2 * edge + 1] === body ? 1 : -1;
  const { push, bias, worldPoint, heldTorque } = graph.contacts.columns;
  const { areResisting } = bodies.materials;
  for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
    if (!closes(bias[c], arrival[upper])) continue;
    for (let j = 0; j < 3; j++) wrench[j] = push[3 * c + j];
    // By way of the upper body, since its arm is what it was held by: its rounding is felt here as well.
    const rx = worldPoint[3 * c] - x[3 * upper] + x[3 * upper] - x[3 * body];
    const ry = worldPoint[3 * c + 1] - x[3 * upper + 1] + x[3 * upper + 1] - x[3 * body + 1];
    const rz = worldPoint[3 * c + 2] - x[3 * upper + 2] + x[3 * upper + 2] - x[3 * body + 2];
    writeMoment(wrench, rx, ry, rz);
    if (areResisting) for (let j = 0; j < 3; j++) wrench[3 + j] += side * heldTorque[3 * c + j];
    applyWrench(nodes, body, wrench);
  }
}

/** Gives back what the sweeps did between the body and one above it that has been refused. */
function recallSweeps(
  { wrench, support }: Holding,
  detection: Detection,
  body: number,
  upper: number,
  edge: number,
  limits: HoldLimits,
): void {
  const { arrival } = support.standing.columns;
  const { firstContact, contactCount, movers } = detection.graph.edges.columns;
  const { bias } = detection.graph.contacts.columns;
  const nodes = detection.bodies.nodes.columns;
  const side = movers[2 * edge + 1] === body ? 1 : -1;
  for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
    writeSwept(wrench, detection, c, body, side, closes(bias[c], arrival[upper]), limits);
    applyWrench(nodes, body, wrench);
  }
}

/**
 * Asks the contacts of a body to hold it, or those with its supports alone. If they can, their impulses are noted, and
 * what the bodies below are to feel of them.
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
  noteImpulses(holding, detection, count, limits);
  return true;
}

/**
 * Lists the closed contacts of a body with bodies of lower rank that may be held themselves, or with its supports
 * alone. Returns how many there are; 0 where the supports alone are asked for and there is nothing beside
 * them.
 */
function listContacts(
  holding: Holding,
  detection: Detection,
  body: number,
  { share }: HoldLimits,
  supportsAlone: boolean,
): number {
  const { bodies, graph } = detection;
  const { standing, entries } = holding.support;
  const { firstEntry, entryCount, holder, rank, arrival } = standing.columns;
  const { edge: entryEdge, other, role } = entries.columns;
  const { inverseMass, position } = bodies.nodes.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { shapes, bias, worldPoint, worldNormal, load, held, heldTorque, ownSurface, ownFriction } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { stride: materials, friction, areResisting } = bodies.materials;
  let count = 0;
  let leftOut = 0;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = other[entry];
    if (inverseMass[o] > 0 && rank[o] > rank[body]) continue;
    const edge = entryEdge[entry];
    const side = movers[2 * edge + 1] === body ? 1 : -1;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      // What is open, or with a body that is not held, carries nothing.
      held[4 * c] = 0;
      if (areResisting) heldTorque.fill(0, 3 * c, 3 * c + 3);
      if ((inverseMass[o] > 0 && holder[o] < 0) || !closes(bias[c], arrival[body])) continue;
      if (supportsAlone && role[entry] !== 1) {
        // What is not asked carries what it did.
        for (let k = 4 * c; k < 4 * c + 4; k++) held[k] = share * load[k];
        leftOut++;
        continue;
      }
      if (count === holding.rows.length) holding.makeRoom();
      const { contacts, rows, sides } = holding;
      rows[count] = c;
      sides[count] = side;
      const k = count++ * CONTACT_LENGTH;
      for (let j = 0; j < 3; j++) {
        contacts[k + ARM + j] = worldPoint[3 * c + j] - position[3 * body + j];
        contacts[k + PUSH + j] = side * worldNormal[3 * c + j];
        contacts[k + IMPULSE + j] = side * share * (load[4 * c] * worldNormal[3 * c + j] + load[4 * c + 1 + j]);
      }
      const ofMaterials = friction[material[shapes[2 * c]] * materials + material[shapes[2 * c + 1]]];
      contacts[k + FRICTION] = (ownSurface[c] & OWN_FRICTION) !== 0 ? ownFriction[c] : ofMaterials;
      contacts[k + ROLLING] = areResisting ? rollingOf(detection, c) : 0;
      contacts[k + SPINNING] = areResisting ? spinningOf(detection, c) : 0;
    }
  }
  return supportsAlone && leftOut === 0 ? 0 : count;
}

/** Notes what the listed contacts carry if the body is held, and how they push the bodies at their other ends. */
function noteImpulses(
  { contacts, rows, sides }: Holding,
  { graph, bodies }: Detection,
  count: number,
  { share }: HoldLimits,
): void {
  const { areResisting } = bodies.materials;
  const { held, heldTorque, push, load: loads, worldNormal } = graph.contacts.columns;
  for (let i = 0; i < count; i++) {
    const k = i * CONTACT_LENGTH;
    const c = rows[i];
    const to = 4 * c;
    const side = sides[i];
    const nx = contacts[k + PUSH];
    const ny = contacts[k + PUSH + 1];
    const nz = contacts[k + PUSH + 2];
    const load = nx * contacts[k + IMPULSE] + ny * contacts[k + IMPULSE + 1] + nz * contacts[k + IMPULSE + 2];
    held[to] = Math.max(0, load);
    held[to + 1] = side * (contacts[k + IMPULSE] - load * nx);
    held[to + 2] = side * (contacts[k + IMPULSE + 1] - load * ny);
    held[to + 3] = side * (contacts[k + IMPULSE + 2] - load * nz);
    if (areResisting) for (let j = 0; j < 3; j++) heldTorque[3 * c + j] = side * contacts[k + TORQUE + j];
    for (let j = 0; j < 3; j++) {
      const carried = side * share * (loads[to] * worldNormal[3 * c + j] + loads[to + 1 + j]);
      push[3 * c + j] = carried - contacts[k + IMPULSE + j];
    }
  }
}
