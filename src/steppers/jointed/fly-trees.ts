// A step of an island of trees that nothing touches, in joint coordinates: the same scheme as that of rows
// (step-jointed.ts), half of the forces at each end, but solved for the ways of coordinates (kernels/shared/). Joints are
// closed by construction, and a hinge is one unknown instead of five rows. What does not go this way is left to rows:
// loops, gears, ropes, drag, laws of balls, joints that pull harder than the step can follow, and coordinates that leave
// the pieces of their laws, say where one meets its limit.

import { updateRotation } from '../../bodies/kinematics.js';
import { storeFlightResponses } from '../../contact-problem/flight-laws.js';
import type { FlightProblem } from '../../contact-problem/flight-problem.js';
import { breakOverloaded } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { clearanceOfTurn, countTurns, hasTurns } from '../../joints/coordinates.js';
import { MOST_ROWS } from '../../joints/joint-table.js';
import * as layout from '../../kernels/flight-layout.js';
import type { Profiler } from '../../phases.js';
import type { Settings } from '../../settings.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import type { FlyingTrees } from './flying-trees.js';
import type { JointedIslands } from './jointed-islands.js';

const { LINK_INTEGERS, LINK_NUMBERS } = layout;
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
  if (!flight.room.move(dt)) return false;
  flight.room.arrive(dt);
  flight.room.readRows();
  noteRates(flying, dt);
  if (!laws.areOnPieces(flight, detection, laws.along) || flight.room.mayBeStiff(2 * dt, most)) return false;
  balance.noteHalf(flying, detection);
  storeRows(flying);
  profiler.enter('correction');
  flight.writePoses(detection);
  storeFlightResponses(flight, laws, detection);
  if (!end(site, jointed, dt)) {
    flight.putBack(detection);
    return false;
  }
  flight.isPlaced = flight.isFactored = true;
  conclude(flying, detection, whole / dt);
  for (let k = 0; k < flight.room.count; k++) if (flight.joints[k] >= 0) noteLoad(jointed, detection, k, whole);
  return true;
}

/** Where links are, what acts along their coordinates, and the factorisation. Returns whether the island goes this way. */
function begin(
  { detection, settings }: FlightSite,
  { problem, flying }: JointedIslands,
  dt: number,
  whole: number,
  most: number,
) {
  const { flight, laws, balance } = flying;
  const { room } = flight;
  flight.read(detection, settings.gravity);
  const { isPlaced } = flight;
  // Whatever becomes of this step, the room is of its end from now on.
  flight.isPlaced = false;
  if (!isPlaced && !(room.place() <= OPEN)) return false;
  flight.readRows(detection, dt / whole);
  if (room.mayBeStiff(dt, most)) return false;
  room.readRates();
  laws.prepare(flight, detection);
  if (!laws.write(flight, problem, detection, dt, false) || laws.isHeldAsking(flight)) return false;
  if (!flight.isFactored) room.factor();
  if (laws.areAsking) room.respond();
  balance.begin(room);
  return true;
}

/** Velocities at the end of the step. Returns whether coordinates have stayed on their pieces, and energy was kept. */
function end({ detection, settings }: FlightSite, { problem, flying }: JointedIslands, dt: number): boolean {
  const { flight, laws, balance } = flying;
  const { room } = flight;
  room.place();
  room.coast();
  room.readRates();
  flight.isFactored = false;
  if (!laws.write(flight, problem, detection, dt, true)) return false;
  room.factor();
  room.end(0.5 * dt);
  room.readRows();
  for (let i = 0; i < flight.lawCount; i++) {
    laws.after[i] = room.numbers[flight.lawLink[i] * LINK_NUMBERS + layout.CHANGE + flight.lawColumn[i]];
  }
  if (!laws.areOnPieces(flight, detection, laws.after)) return false;
  return balance.settle(flying, settings, dt);
}

/** The velocities at which coordinates move. */
function noteRates({ flight, laws }: FlyingTrees, dt: number): void {
  const { numbers } = flight.room;
  for (let i = 0; i < flight.lawCount; i++) {
    laws.along[i] = numbers[flight.lawLink[i] * LINK_NUMBERS + layout.WAY + flight.lawColumn[i]] / dt;
  }
}

/** What rows have done in the first half. */
function storeRows(flying: FlyingTrees): void {
  const { numbers, count } = flying.flight.room;
  flying.reserve(count);
  for (let k = 0; k < count; k++) {
    for (let r = 0; r < MOST_ROWS; r++) flying.done[MOST_ROWS * k + r] = numbers[k * LINK_NUMBERS + layout.ROWS + r];
  }
}

/** Velocities of links, what follows from where they are, and what joints have carried, so many times. */
function conclude({ flight, done }: FlyingTrees, { state, bodies }: Detection, times: number): void {
  const { numbers, integers, count } = flight.room;
  const nodes = bodies.nodes.columns;
  const { impulse } = state.joints.table.columns;
  for (let k = 0; k < count; k++) {
    const row = flight.nodes[k];
    const at = k * LINK_NUMBERS;
    for (let j = 0; j < 6; j++) nodes.velocity[6 * row + j] = numbers[at + layout.VELOCITY + j];
    updateRotation(nodes, row);
    const joint = flight.joints[k];
    if (joint < 0) continue;
    const rows = integers[k * LINK_INTEGERS + layout.LOCKED] + integers[k * LINK_INTEGERS + layout.COLUMNS];
    for (let r = 0; r < rows; r++) {
      impulse[MOST_ROWS * joint + r] = times * (done[MOST_ROWS * k + r] + numbers[at + layout.ROWS + r]);
    }
  }
}

/** Counts the turns of a link's joint, and breaks it where it has carried more than it can in dt [s]. */
function noteLoad({ problem, flying: { flight } }: JointedIslands, detection: Detection, k: number, dt: number): void {
  const { columns: joints } = detection.state.joints.table;
  const joint = flight.joints[k];
  if (hasTurns(joints.kind[joint]) && !staysClear(flight, k)) {
    flight.setFrames(k, problem.frames);
    countTurns(problem.frames, joints, detection.bodies.nodes.columns, joint, dt);
    const c = flight.turnColumn[k];
    if (c >= 0) flight.clearance[k] = clearanceOfTurn(problem.frames, joints, joint, c);
  }
  breakOverloaded(problem, detection, joint, dt);
}

/** Whether the only angle of a link's joint has not turned so far that it must be counted anew. */
function staysClear({ room, turnColumn, clearance }: FlightProblem, k: number): boolean {
  const c = turnColumn[k];
  if (c < 0) return false;
  clearance[k] -= Math.abs(room.numbers[k * LINK_NUMBERS + layout.WAY + c]);
  return clearance[k] > 0;
}
