// A step of an island of trees that nothing touches, in joint coordinates: the same scheme as that of rows
// (step-jointed.ts), half of the forces at each end, but solved for the ways of coordinates (kernels/shared/). Joints are
// closed by construction, and a hinge is one unknown instead of five rows. What does not go this way is left to rows:
// loops, gears, ropes, drag, laws of balls, joints that pull harder than the step can follow, and coordinates that leave
// the pieces of their laws, say where one meets its limit.

import { breakOverloaded } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { clearanceOfTurn, hasTurns, updateTurns } from '../../joints/coordinates.js';
import * as layout from '../../kernels/flight-layout.js';
import type { Profiler } from '../../phases.js';
import type { Settings } from '../../settings.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import { REFUSED } from './flying-trees.js';
import type { JointedIslands } from './jointed-islands.js';

// V8 folds constants of the same module but not imported ones.
const { CLEARANCE, LINK_INTEGERS, LINK_NUMBERS, TURNS, WATCHED } = layout;
/** Joints that are open by more than this are closed by rows first [m or rad]. */
const OPEN = 1e-8;

interface FlightSite {
  readonly detection: Detection;
  readonly settings: Settings;
  readonly profiler: Profiler;
}

/**
 * Advances an island by dt [s], a part of a step of `whole` [s], if it goes this way; `most` says how much of a link's
 * inertia h^2 K may make [1]. Returns whether it did; else the island is as it was.
 */
export function flyTrees(
  site: FlightSite,
  jointed: JointedIslands,
  island: Island,
  dt: number,
  whole: number,
  most: number,
): boolean {
  const { detection, settings, profiler } = site;
  const { flight } = jointed.flying;
  if (linearDampingOf(settings) !== 0 || angularDampingOf(settings) !== 0) return false;
  if (!flight.gather(jointed.problem, detection, island, dt)) return false;
  profiler.enter('solve');
  if (!(flight.lawCount === 0 ? flyPlainly : flyByLaws)(site, jointed, dt, whole, most)) return false;
  profiler.enter('correction');
  const scale = jointed.flying.balance.settle(jointed.flying, settings, dt);
  if (scale === REFUSED) {
    refuse(jointed, detection);
    return false;
  }
  conclude(jointed, detection, scale, dt, whole);
  return true;
}

/** Velocities at the end of the step, where all laws are plain. Returns whether they were found. */
function flyPlainly(
  { detection, settings }: FlightSite,
  { flying }: JointedIslands,
  dt: number,
  whole: number,
  most: number,
): boolean {
  const { bodies, state } = detection;
  const { room } = flying.flight;
  flying.balance.begin();
  return room.fly(bodies.nodes.columns, state.joints.table.columns, settings.gravity, dt / whole, OPEN, dt, most);
}

/** The same with laws that are not plain: coordinates must stay on the pieces of these. */
function flyByLaws(site: FlightSite, jointed: JointedIslands, dt: number, whole: number, most: number): boolean {
  const { detection } = site;
  const { flying } = jointed;
  const { flight, laws, balance } = flying;
  if (!begin(site, jointed, dt, whole, most) || !flight.room.goOn(dt, most)) return false;
  laws.noteAlong(flight, dt);
  if (!laws.areOnPieces(flight, detection, false)) return false;
  balance.noteHalf(flying, detection);
  laws.keepResponses(flight);
  if (end(site, jointed, dt)) return true;
  refuse(jointed, detection);
  return false;
}

/** Where links are, and what acts along their coordinates. Returns whether the island goes this way. */
function begin(
  { detection, settings }: FlightSite,
  { problem, flying }: JointedIslands,
  dt: number,
  whole: number,
  most: number,
): boolean {
  const { flight, laws } = flying;
  const { bodies, state } = detection;
  flight.room.read(bodies.nodes.columns, state.joints.table.columns, settings.gravity, dt / whole);
  if (!flight.room.begin(OPEN, dt, most)) return false;
  laws.prepare(flight, detection);
  return laws.write(flight, problem, detection, dt, false) && !laws.isHeldAsking(flight);
}

/** Velocities at the end of the step. Returns whether coordinates have stayed on their pieces. */
function end({ detection }: FlightSite, { problem, flying }: JointedIslands, dt: number): boolean {
  const { flight, laws } = flying;
  flight.writePoses(detection);
  if (!laws.write(flight, problem, detection, dt, true)) return false;
  flight.room.end(dt);
  laws.noteAfter(flight);
  return laws.areOnPieces(flight, detection, true);
}

/** The island is as it was: what has come of it in the room is of no use. */
function refuse({ flying: { flight } }: JointedIslands, detection: Detection): void {
  flight.room.isPlaced = false;
  if (flight.lawCount > 0) flight.putBack(detection);
}

/** What has come of a step of dt [s], a part of one of `whole` [s], becomes that of the bodies and joints, velocities times `scale`. */
function conclude(jointed: JointedIslands, detection: Detection, scale: number, dt: number, whole: number): void {
  const { room } = jointed.flying.flight;
  const { bodies, state } = detection;
  if (!room.land(bodies.nodes.columns, state.joints.table.columns, scale, whole / dt)) return;
  for (let k = 0; k < room.count; k++) {
    const turns = room.integers[k * LINK_INTEGERS + TURNS];
    const isWatched = room.integers[k * LINK_INTEGERS + WATCHED] !== 0;
    if (isWatched || (turns >= 0 && !(room.numbers[k * LINK_NUMBERS + CLEARANCE] > 0))) noteLoad(jointed, detection, k, whole);
  }
}

/** Counts the turns of a link's joint, and breaks it where it has carried more than it can in dt [s]. */
function noteLoad({ problem, flying: { flight } }: JointedIslands, detection: Detection, k: number, dt: number): void {
  const { columns: joints } = detection.state.joints.table;
  const { numbers, integers } = flight.room;
  const joint = flight.jointOf(k);
  const c = integers[k * LINK_INTEGERS + TURNS];
  const clearance = k * LINK_NUMBERS + CLEARANCE;
  if (hasTurns(joints.kind[joint]) && !(c >= 0 && numbers[clearance] > 0)) {
    updateTurns(problem.frames, joints, detection.bodies.nodes.columns, joint, dt);
    if (c >= 0) numbers[clearance] = clearanceOfTurn(problem.frames, joints, joint, c);
  }
  breakOverloaded(problem, detection, joint, dt);
}
