// Gated shock propagation: every body that can be at rest on its supports is brought to rest.
//
// Sweeps leave every body of a stack a little velocity that an exact solution would not. The paper removes it by
// solving layers bottom up with the bodies below fixed. But impulses that end at a fixed body are lost: no body feels
// the weight of another, and bodies that should topple are kept standing. Here all impulses are kept. From the top
// down, each body asks its contacts with its supports for the impulse that leaves it at rest there, exactly
// (ask-contacts.ts), and the bodies below feel the opposite, down to the ground.
//
// The gate is whether the contacts can give that impulse, within their friction cones and without pulling. A body whose
// load falls outside its support, that slides faster than friction can stop, or that rolls, is refused. It keeps what
// the sweeps gave it, and so does every body that relies on it (refuse-bodies.ts). Momentum is kept: every impulse has
// its opposite, and no body is held by an impulse that was found for a body since refused. After a refusal the others
// are asked again; after the last round all bodies are refused that the refusals may have touched. Energy only falls.
// Where a whole island can be held, there is nothing to sweep.

import type { Detection } from '../../../detection/detection.js';

import type { Island } from '../../../detection/islands/island.js';
import { feelThoseAbove, isHeldBy } from './ask-contacts.js';
import { findHolders } from './find-holders.js';
import type { Holding, HoldLimits } from './holding.js';
import { ASKED_ALL, ASKED_SUPPORTS, AT_REST, closes, NOT_ASKED, REFUSED } from './holding.js';
import { findHoldersInMotion, isAnyAsked, refuseNeighbours, releaseFromTheGround } from './refuse-bodies.js';
import { findRestAtEnd, measureOffRest, restOnHolder, standsOnStill } from './rest-on-holder.js';
import type { SupportGraph } from './support-graph.js';
import { carryLoads, forgetSweeps, giveBackSwept, keepSwept } from './swept-impulses.js';

/**
 * A refusal takes back what the body would have passed on, so the rest is asked again. After this many rounds all
 * bodies are refused that the last refusals may have touched.
 */
const MOST_ROUNDS = 4;

/** What came of trying to hold a whole island: it was at rest already, it has been brought to rest, or neither. */
export const RESTING = 2;
export const HELD = 1;
export const IN_MOTION = 0;

/**
 * Tries to bring all bodies of an island to rest. Their velocities are those under forces and loads alone. Where that
 * is not possible, nothing has changed.
 */
export function holdWholeIsland(holding: Holding, detection: Detection, island: Island, limits: HoldLimits): number {
  const { support } = holding;
  if (!wereHeld(detection, island)) return IN_MOTION;
  carryLoads(detection, island, limits);
  const isLoadedWhereClosed = findHolders(support, detection, island);
  if (isLoadedWhereClosed && stopResting(holding, detection, island, limits)) return RESTING;
  keepSwept(support, detection, island);
  if (areHeld(support, detection, island)) {
    forgetSweeps(holding, detection, island, limits);
    if (askFromTheTop(holding, detection, island, limits, true) === 0) {
      settle(holding, detection, island, limits);
      return HELD;
    }
  }
  giveBackSwept(support, detection, island);
  return IN_MOTION;
}

/** Brings every body of an island to rest that can be, after sweeps; all others keep what the sweeps gave them. */
export function holdBodies(holding: Holding, detection: Detection, island: Island, limits: HoldLimits): void {
  const { support } = holding;
  if (!isAnyAsked(detection, island)) {
    refuseAll(support, detection, island);
    return;
  }
  if (!findHoldersInMotion(holding, detection, island, limits)) {
    countRefusals(holding, detection, island);
    return;
  }
  keepSwept(support, detection, island);
  for (let round = 1; ; round++) {
    forgetSweeps(holding, detection, island, limits);
    const refusals = askFromTheTop(holding, detection, island, limits, false);
    const lost = releaseFromTheGround(support, detection, island);
    if (refusals === 0 && !lost) break;
    if (round === MOST_ROUNDS) {
      refuseNeighbours(support, detection, island);
      break;
    }
    giveBackSwept(support, detection, island);
  }
  settle(holding, detection, island, limits);
}

function wereHeld({ bodies, groups }: Detection, { firstBody, bodyCount }: Island): boolean {
  const { unheld } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) if (unheld[member[i]] !== 0) return false;
  return true;
}

/**
 * Where the loads leave every body at rest, there is nothing to ask for. Where they do not, returns false and changes
 * nothing.
 */
function stopResting(holding: Holding, { bodies, groups }: Detection, island: Island, limits: HoldLimits): boolean {
  const { firstBody, bodyCount } = island;
  const nodes = bodies.nodes.columns;
  const { holder } = holding.support.standing.columns;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    if (holder[member[i]] < 0) return false;
    findRestAtEnd(holding, nodes, member[i], limits);
    measureOffRest(holding, nodes, member[i]);
    if (holding.offRest[0] > limits.still) return false;
  }
  for (let i = firstBody; i < firstBody + bodyCount; i++) restOnHolder(holding, nodes, member[i]);
  return true;
}

function areHeld({ standing }: SupportGraph, { groups }: Detection, { firstBody, bodyCount }: Island): boolean {
  const { holder } = standing.columns;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) if (holder[member[i]] < 0) return false;
  return true;
}

/**
 * Asks for what holds each body, level by level from the top down. Where only the whole island will do, it stops at the
 * first refusal. Returns how many bodies were refused.
 */
function askFromTheTop(holding: Holding, detection: Detection, island: Island, limits: HoldLimits, allOrNone: boolean): number {
  const { order, levels, islands } = holding.support;
  const { firstBody, bodyCount } = levels.columns;
  const lowest = islands.columns.firstLevel[island.number];
  let refusals = 0;
  for (let level = lowest + islands.columns.levelCount[island.number] - 1; level >= lowest; level--) {
    for (let i = firstBody[level]; i < firstBody[level] + bodyCount[level]; i++) {
      if (isNotRefused(holding, detection, order.columns.body[i], limits)) continue;
      refusals++;
      if (allOrNone) return refusals;
    }
  }
  return refusals;
}

/**
 * Asks for what holds one body, under what the bodies above do to it. It changes nothing but itself and its contacts
 * with bodies of lower rank. Returns false for a body that is refused.
 */
function isNotRefused(holding: Holding, detection: Detection, body: number, limits: HoldLimits): boolean {
  const { support } = holding;
  const nodes = detection.bodies.nodes.columns;
  const { holder, asked } = support.standing.columns;
  asked[body] = NOT_ASKED;
  if (holder[body] < 0) return true;
  feelThoseAbove(holding, detection, body, limits);
  findRestAtEnd(holding, nodes, body, limits);
  measureOffRest(holding, nodes, body);
  asked[body] = holding.offRest[0] <= limits.still ? AT_REST : ASKED_ALL;
  if (asked[body] === AT_REST) return true;
  if (holding.offRest[0] <= limits.fast || standsOnStill(support, nodes, body)) {
    // A neighbour beside the body is asked only where its supports are not enough: a neighbour has no part in carrying
    // it, and to press against one would load the one side and not the other.
    if (isHeldBy(holding, detection, body, limits, true)) {
      asked[body] = ASKED_SUPPORTS;
      return true;
    }
    if (isHeldBy(holding, detection, body, limits, false)) return true;
  }
  holder[body] = REFUSED;
  return false;
}

/** Counts for how many steps bodies have been refused. */
function countRefusals({ support }: Holding, { bodies, groups }: Detection, { firstBody, bodyCount }: Island): void {
  const { holder } = support.standing.columns;
  const { member } = groups.movers.columns;
  const { unheld } = bodies.nodes.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++)
    unheld[member[i]] = holder[member[i]] === REFUSED ? unheld[member[i]] + 1 : 0;
}

/** Refuses all bodies of an island, where none is asked about in this step. */
function refuseAll({ standing }: SupportGraph, { bodies, groups }: Detection, { firstBody, bodyCount }: Island): void {
  const { holder } = standing.columns;
  const { member } = groups.movers.columns;
  const { unheld } = bodies.nodes.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    holder[member[i]] = REFUSED;
    unheld[member[i]]++;
  }
}

/** Held bodies come to rest, and their contacts carry what holds them; all others keep what the sweeps gave them. */
function settle(holding: Holding, detection: Detection, island: Island, { share }: HoldLimits): void {
  countRefusals(holding, detection, island);
  const { bodies, graph, groups } = detection;
  const { firstBody, bodyCount } = island;
  const { standing, entries } = holding.support;
  const { member } = groups.movers.columns;
  const nodes = bodies.nodes.columns;
  const { firstEntry, entryCount, holder, rank, swept, asked, arrival } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { bias, held, impulse, load, torque, heldTorque } = graph.contacts.columns;
  const { areResisting } = bodies.materials;
  const { velocity: u, inverseMass } = nodes;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const body = member[i];
    const k = 6 * body;
    if (holder[body] < 0) {
      for (let j = 0; j < 6; j++) u[k + j] = swept[k + j];
      continue;
    }
    restOnHolder(holding, nodes, body);
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] > 0 && (holder[o] < 0 || rank[o] > rank[body])) continue;
      const edge = entryEdge[entry];
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        const isClosed = closes(bias[c], arrival[body]);
        for (let m = 4 * c; m < 4 * c + 4; m++) impulse[m] = !isClosed ? 0 : asked[body] === AT_REST ? share * load[m] : held[m];
        if (!areResisting) continue;
        for (let m = 3 * c; m < 3 * c + 3; m++) torque[m] = isClosed && asked[body] !== AT_REST ? heldTorque[m] : 0;
      }
    }
  }
}
