// Sleepy groups (contact graph paper, section 7): a body is sleepy when its kinetic energy has been next to nothing over a
// number of steps, and an island of sleepy bodies sleeps. It is neither detected nor stepped, until something wakes it
// (wake.ts).
//
// Where we differ from the paper:
// - Energy is measured against what it takes to lift the body by its smallest radius of gyration, so that neither its mass
//   nor its density nor the scale of the world has a say. Without gravity nothing but a body that does not move is slow.
// - A body that has gained energy for half of these steps on end is not sleepy, however slow it is: it is about to tip.
// - What touches nothing sleeps only if it does not move at all: a stone at the top of its flight is not at rest.
// - What has just lost what held it does not sleep (unsupported-bodies.ts).
// - A body that sleeps has no velocity. Its island sleeps and wakes as a whole, but for a few restless bodies
//   (restless-bodies.ts), unless bodies sleep each by itself (speedups.subgrouping, resting-bodies.ts).

import { countAsMoved } from '../../bodies/count-as-moved.js';
import { SLOW } from '../../bodies/sleep-reasons.js';
import type { Settings } from '../../settings.js';
import type { State } from '../../state/state.js';
import { isStructural } from '../contact-graph/edge-kinds.js';
import type { Detection } from '../detection.js';
import type { Island } from './island.js';
import { RestingBodies } from './resting-bodies.js';
import { noteRestless, RestlessBodies } from './restless-bodies.js';
import { energyPerMass, isSleepy, limitOf } from './sleep-limits.js';
import { type CarryTest, UnsupportedBodies } from './unsupported-bodies.js';

/** What finding who falls asleep works in. */
export class SleepSearch {
  readonly resting = new RestingBodies();
  readonly restless = new RestlessBodies();
  readonly unsupported: UnsupportedBodies;

  constructor(carrying: CarryTest) {
    this.unsupported = new UnsupportedBodies(carrying);
  }
}

/** At the end of a step of the islands at hand: those whose bodies are all sleepy sleep. */
export function fallAsleep(detection: Detection, settings: Settings, search: SleepSearch): void {
  const { restless, unsupported } = search;
  if (settings['sleeping.enabled'] !== 'on') return;
  const { groups } = detection;
  trackEnergies(detection, settings);
  const alone = settings['speedups.subgrouping'] === 'on';
  for (let i = 0; i < groups.count; i++) {
    const island = groups.list[i];
    if (isSleepyIsland(detection, island, settings)) {
      if (unsupported.find(detection, island, settings)) continue;
      if (alone || !restless.wakeNeighbours(detection, island, settings)) putToSleep(detection, island);
      continue;
    }
    // What joints hold together sleeps together, and so does what is solved with them.
    if (island.isTied) continue;
    if (alone) putRestingToSleep(detection, island, settings, search);
    else if (
      detection.watchesSleepers &&
      restless.areFew(detection, island, settings) &&
      !unsupported.find(detection, island, settings)
    )
      putSleepyToSleep(detection, island, settings);
  }
  putEachToSleep(detection, groups.free, settings);
}

/** At the end of a step of all bodies: what was changed before it has been looked at. Nothing is noted where none may sleep. */
export function forgetStirred({ bodies, state, atHand }: Detection): void {
  atHand.areStirredMarked = false;
  if (state.settings['sleeping.enabled'] === 'on') bodies.nodes.columns.stirred.fill(0, 0, bodies.nodes.size);
}

/** Counts for how long each body at hand has been slow, and for how long it has gained energy. */
function trackEnergies({ bodies, groups }: Detection, settings: Settings): void {
  const nodes = bodies.nodes.columns;
  const { slowFor, gainingFor, trackedEnergy } = nodes;
  const { member } = groups.movers.columns;
  // What gains less would not become e times as much over the steps that count.
  const growth = 1 + 1 / settings['sleeping.steps'];
  const firstFree = groups.free.firstBody;
  for (let i = 0; i < groups.moverCount; i++) {
    const row = member[i];
    const energy = energyPerMass(nodes, row);
    const limit = i < firstFree ? limitOf(nodes, row, settings) : 0;
    gainingFor[row] = energy > growth * trackedEnergy[row] ? gainingFor[row] + 1 : 0;
    trackedEnergy[row] = energy;
    slowFor[row] = energy <= limit ? slowFor[row] + 1 : 0;
  }
}

function isSleepyIsland(detection: Detection, island: Island, settings: Settings): boolean {
  const { bodies, groups } = detection;
  const { member } = groups.movers.columns;
  for (let i = island.firstBody; i < island.firstBody + island.bodyCount; i++) {
    if (!isSleepy(bodies.nodes.columns, member[i], settings['sleeping.steps'])) return false;
  }
  return !isControlled(detection, island);
}

/** Whether a user's function controls a joint of the island in every step: it is asked even where nothing moves. */
function isControlled({ state, groups }: Detection, { firstJoint, jointCount }: Island): boolean {
  const { multibody } = state.joints.table.columns;
  const { member } = groups.joints.columns;
  for (let i = firstJoint; i < firstJoint + jointCount; i++) {
    const owner = multibody[member[i]] - 1;
    if (owner >= 0 && state.joints.controls[owner] !== undefined) return true;
  }
  return false;
}

function putToSleep({ state, groups, atHand }: Detection, { firstBody, bodyCount }: Island): void {
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) putMoverToSleep(state, member[i], atHand.end);
}

/** With speedups.subgrouping bodies sleep each by itself. */
function putRestingToSleep(
  detection: Detection,
  island: Island,
  settings: Settings,
  { resting, unsupported }: SleepSearch,
): void {
  resting.find(detection, island, settings);
  for (let i = 0; i < resting.count; i++) {
    const row = resting.rows[i];
    if (!unsupported.isUnsupported(detection, island, row, settings)) putMoverToSleep(detection.state, row, detection.atHand.end);
  }
}

/** All of an island but the restless. */
function putSleepyToSleep({ state, groups, atHand }: Detection, { firstBody, bodyCount }: Island, settings: Settings): void {
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    if (isSleepy(state.bodies.nodes.columns, member[i], settings['sleeping.steps']))
      putMoverToSleep(state, member[i], atHand.end);
    else noteRestless(state, member[i], atHand.end);
  }
}

/** Bodies that touch nothing sleep each by itself. */
function putEachToSleep(
  { state, bodies, groups, atHand }: Detection,
  { firstBody, bodyCount }: Island,
  settings: Settings,
): void {
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    if (isSleepy(bodies.nodes.columns, member[i], settings['sleeping.steps'])) putMoverToSleep(state, member[i], atHand.end);
  }
}

/** With a composite its members sleep, and with a link the node of its multibody. */
function putMoverToSleep(state: State, row: number, time: number): void {
  const { firstStaticEdge } = state.bodies.nodes.columns;
  putNodeToSleep(state, row, time);
  const { nodes: ends, next, kind } = state.graph.edges.columns;
  for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
    if (isStructural(kind[entry >> 1])) putNodeToSleep(state, ends[entry ^ 1], time);
  }
}

/** Its boxes are made once more for a body that stands: it counts as moved. */
function putNodeToSleep(state: State, row: number, time: number): void {
  const { columns } = state.bodies.nodes;
  const { asleep, sleepSince, sleepReason, wokenBy, velocity, trackedEnergy } = columns;
  state.sleepChanges.note(row);
  asleep[row] = 1;
  trackedEnergy[row] = 0;
  sleepSince[row] = time;
  sleepReason[row] = SLOW;
  wokenBy[row] = 0;
  velocity.fill(0, 6 * row, 6 * row + 6);
  countAsMoved(columns, row);
}

/** How many bodies sleep, at the end of a step of all; notes whether no node does, or is frozen. */
export function countAsleep(detection: Detection): number {
  const { state, sleepers } = detection;
  const { areAny, count } = sleepers.find(state);
  state.awakeAt = areAny || isAnyFrozen(detection) ? -1 : state.changesButTargets;
  return count;
}

function isAnyFrozen({ bodies: { nodes } }: Detection): boolean {
  const { frozen } = nodes.columns;
  for (let row = 0; row < nodes.size; row++) if (frozen[row] !== 0) return true;
  return false;
}
