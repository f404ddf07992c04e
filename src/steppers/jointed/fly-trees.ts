// A step of an island of trees that nothing touches, in joint coordinates: the same scheme as that of rows
// (step-jointed.ts), half of the forces at each end, but solved for the ways of coordinates (kernels/shared/). Joints are
// closed by construction, and a hinge is one unknown instead of five rows. What does not go this way is left to rows:
// loops, gears, ropes, drag, laws of balls, joints that pull harder than the step can follow, and coordinates that leave
// the pieces of their laws, say where one meets its limit.

import { updateRotation } from '../../bodies/kinematics.js';
import { breakOverloaded } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { clearanceOfTurn, countTurns, hasTurns } from '../../joints/coordinates.js';
import * as layout from '../../kernels/flight-layout.js';
import type { Profiler } from '../../phases.js';
import type { Settings } from '../../settings.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import type { JointedIslands } from './jointed-islands.js';

// V8 folds constants of the same module but not imported ones.
const { LINK_NUMBERS, WAY } = layout;
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
  const { problem, flying } = jointed;
  const { flight, laws, balance } = flying;
  if (linearDampingOf(settings) !== 0 || angularDampingOf(settings) !== 0) return false;
  if (!flight.gather(problem, detection, island, dt)) return false;
  if (!begin(site, jointed, dt, whole, most)) return false;
  profiler.enter('solve');
  if (!flight.room.goOn(dt, most)) return false;
  laws.noteAlong(flight, dt);
  if (!laws.areOnPieces(flight, detection, laws.along)) return false;
  balance.noteHalf(flying, detection);
  laws.keepResponses(flight);
  profiler.enter('correction');
  if (!end(site, jointed, dt)) {
    flight.room.isPlaced = false;
    flight.putBack(detection);
    return false;
  }
  conclude(jointed, detection, dt, whole);
  return true;
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
  flight.read(detection, settings.gravity, dt / whole);
  if (!flight.room.begin(OPEN, dt, most)) return false;
  laws.prepare(flight, detection);
  return laws.write(flight, problem, detection, dt, false) && !laws.isHeldAsking(flight);
}

/** Velocities at the end of the step. Returns whether coordinates have stayed on their pieces, and energy was kept. */
function end({ detection, settings }: FlightSite, { problem, flying }: JointedIslands, dt: number): boolean {
  const { flight, laws, balance } = flying;
  // Laws that are not plain may go by where bodies are.
  if (flight.lawCount > 0) flight.writePoses(detection);
  if (!laws.write(flight, problem, detection, dt, true)) return false;
  flight.room.end(dt);
  laws.noteAfter(flight);
  return laws.areOnPieces(flight, detection, laws.after) && balance.settle(flying, settings, dt);
}

/** What has come of a step of dt [s], a part of one of `whole` [s], becomes that of the bodies and joints. */
function conclude(jointed: JointedIslands, detection: Detection, dt: number, whole: number): void {
  const { flight } = jointed.flying;
  const { nodes, turnColumn, watched, clearance } = flight;
  const { numbers, count } = flight.room;
  flight.write(detection, whole / dt);
  for (let k = 0; k < count; k++) updateRotation(detection.bodies.nodes.columns, nodes[k]);
  for (let k = 0; k < count; k++) {
    const c = turnColumn[k];
    // The only angle of a joint that has not turned so far is not counted anew.
    if (c >= 0) clearance[k] -= Math.abs(numbers[k * LINK_NUMBERS + WAY + c]);
    if (watched[k] !== 0 || (c >= 0 && !(clearance[k] > 0))) noteLoad(jointed, detection, k, whole);
  }
}

/** Counts the turns of a link's joint, and breaks it where it has carried more than it can in dt [s]. */
function noteLoad({ problem, flying: { flight } }: JointedIslands, detection: Detection, k: number, dt: number): void {
  const { columns: joints } = detection.state.joints.table;
  const joint = flight.joints[k];
  const c = flight.turnColumn[k];
  if (hasTurns(joints.kind[joint]) && !(c >= 0 && flight.clearance[k] > 0)) {
    flight.setFrames(k, problem.frames);
    countTurns(problem.frames, joints, detection.bodies.nodes.columns, joint, dt);
    if (c >= 0) flight.clearance[k] = clearanceOfTurn(problem.frames, joints, joint, c);
  }
  breakOverloaded(problem, detection, joint, dt);
}
