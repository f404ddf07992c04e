// A step with continuous detection. As a rule it is one stretch of all bodies, and a last look: what has passed something
// goes another way from where the two met, and the next step has their contact.
//
// Where impacts are to be followed, bodies that would pass what they hit go to where they meet it, and then through a
// stretch that is so short that nothing happens in it but the impact, by the method of the world. From there on they
// are looked at with the velocities that they have then. What they are not tied to stays behind, and takes the step as
// a whole afterwards.

import type { Meeting } from '../detection/time-of-impact/batches.js';
import type { Stages } from './scheduler.js';
import { stepAtHand, stepBodies } from './step-bodies.js';

/** Length of an impact, as a share of the step: it is too short to turn anything [1]. */
const IMPACT = 1e-11;
/** A stretch that is shorter than this share of the step is a moment [1]. */
const MOMENT = 1e-5;

/** This many impacts in a step are none to be followed through: a body stops at its first one [1]. */
const STOPS = 1;

/**
 * Steps all bodies by dt [s], or those with these rows, to a time [s]. However they are moved, those that have passed
 * something in the end go another way from where they met it.
 */
export function followImpacts(stages: Stages, dt: number, movers?: ArrayLike<number>, until?: number): void {
  const { impacts, state } = stages;
  const most = state.settings['detection.continuous'];
  const begin = movers === undefined ? stages.time : state.bodies.nodes.columns.time[movers[0]];
  const end = until ?? begin + dt;
  if (most <= STOPS) {
    stepAndLookBack(stages, dt, movers, until);
    return;
  }
  stages.aim(begin, end, dt);
  impacts.anchorAll(begin);
  if (impacts.areAnyFast(dt, movers) && impacts.begin(begin, end, most, movers)) follow(stages, begin, end, dt);
  else stepBodies(stages, dt, movers, until);
  stages.lookBack(begin, end, movers);
}

/** The same in one stretch, however many impacts are to be followed; without a last look where nobody is to look. */
export function stepAndLookBack(stages: Stages, dt: number, movers?: ArrayLike<number>, until?: number): void {
  const { settings, bodies } = stages.state;
  const begin = movers === undefined ? stages.time : bodies.nodes.columns.time[movers[0]];
  stepOnce(stages, dt, movers, until);
  if (settings['detection.continuous'] >= STOPS) stages.lookBack(begin, until ?? begin + dt, movers);
}

/** One stretch of dt [s] of all bodies or of some, to a time [s]. Those that it moves are looked at before and after it. */
function stepOnce(stages: Stages, dt: number, movers?: ArrayLike<number>, until?: number): void {
  stages.prepare(dt, movers, until);
  stages.detect(dt);
  stages.impacts.anchorAtHand();
  stepAtHand(stages, dt);
  stages.conclude(dt);
}

/** Steps bodies which have impacts to go through from one time to another [s], dt [s] later. */
function follow(stages: Stages, begin: number, end: number, dt: number): void {
  const { impacts } = stages;
  while (impacts.choose()) {
    for (let i = 0; i < impacts.meetingCount; i++) bring(stages, impacts.meeting(i), dt);
    meet(stages, dt, end);
    // What does not move by itself is looked at from where it was when the step began.
    stages.aim(begin, end, dt);
  }
  goToTheEnd(stages, end, dt);
  const others = impacts.list('others');
  if (others.length > 0) stepBodies(stages, dt, others, end);
  stages.settle(begin, end, dt);
}

/** Brings the bodies of a meeting to its time, within a step of dt [s]. */
function bring(stages: Stages, meeting: Meeting, dt: number): void {
  const { impacts } = stages;
  const rows = impacts.membersOf(meeting);
  if (meeting.isHalt) impacts.halt(rows);
  // What contacts and joints tie together is at one time, and has its rows one behind the other.
  const { time } = stages.state.bodies.nodes.columns;
  for (let first = 0, last = 0; first < rows.length; first = last) {
    const isCarried = isStepped(stages, meeting, rows[first]);
    for (last = first; last < rows.length; last++) {
      if (time[rows[last]] !== time[rows[first]] || isStepped(stages, meeting, rows[last]) !== isCarried) break;
    }
    advance(stages, rows.subarray(first, last), meeting.time, isCarried, dt);
  }
  impacts.noteChange(rows);
}

/** Whether a body of a meeting is stepped by the method: one that halts flies to where it does so, unless joints hold it. */
function isStepped({ impacts }: Stages, { isHalt }: Meeting, row: number): boolean {
  return isHalt ? impacts.isJointed(row) : impacts.isCarried(row);
}

/** Takes bodies, which are at one time, to a later one [s] within a step of dt [s]: by the method where they are carried. */
function advance(stages: Stages, rows: Int32Array, to: number, areCarried: boolean, dt: number): void {
  const { impacts, state } = stages;
  const way = to - state.bodies.nodes.columns.time[rows[0]];
  if (!(way > 0)) return;
  impacts.renewForces(rows);
  // For a moment nothing needs to be carried that joints do not hold.
  if (areCarried && (way > MOMENT * dt || impacts.isJointed(rows[0]))) stepShortly(stages, way, rows, to);
  else {
    stages.fly(rows, to);
    impacts.anchorSome(rows);
  }
}

/**
 * A short stretch of some bodies, of dt [s], to a time [s]. Loads are forces times the length of a stretch, and are
 * carried on in proportion: what an impact gives within a short one would be a huge force. So what bodies carried
 * before, they carry after it.
 */
function stepShortly(stages: Stages, dt: number, rows: Int32Array, to: number, whole = dt): void {
  stages.prepare(dt, rows, to);
  stages.detect(dt);
  stages.impacts.keepLoads();
  stepAtHand(stages, dt, whole);
  stages.conclude(dt);
  stages.impacts.putLoadsBack();
}

/** The bodies of all meetings go through their impacts, which take a little of the step of dt [s]. */
function meet(stages: Stages, dt: number, end: number): void {
  const { impacts } = stages;
  for (let batch = impacts.firstBatch(); batch.length > 0; batch = impacts.nextBatch()) {
    const little = IMPACT * dt;
    impacts.renewForces(batch);
    stepShortly(stages, little, batch, impacts.batchTime + little, dt);
    impacts.endBatch(little, end);
    impacts.noteChange(batch);
  }
}

/** All that is followed comes to the end of the step [s], which takes dt [s]. */
function goToTheEnd(stages: Stages, end: number, dt: number): void {
  const { impacts, state } = stages;
  const { time } = state.bodies.nodes.columns;
  const flying = impacts.list('flying');
  if (flying.length > 0) {
    impacts.renewForces(flying);
    stages.fly(flying, end);
    impacts.noteFlown(flying);
  }
  for (let carried = impacts.list('carried'); carried.length > 0; carried = impacts.list('carried')) {
    const rest = end - time[carried[0]];
    impacts.renewForces(carried);
    // What a good part of the step needs, the next step needs as well.
    if (rest > 0.5 * dt) stepBodies(stages, rest, carried, end);
    else stepShortly(stages, rest, carried, end);
  }
  stages.wait(impacts.list('halted'), end);
}
