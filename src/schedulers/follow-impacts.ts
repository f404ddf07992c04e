// A step with continuous detection. Bodies that would pass what they hit go to their first impact, and then through a stretch that is so
// short that nothing happens in it but the impact, by the method of the world. From there on they are looked at with the velocities that they have then.
// What they may meet goes with them; all others take the step as a whole, afterwards.
//
// After the most impacts of a step, what is followed goes to its next impact, and the rest of the step is lost to it: nothing passes.

import type { Stages } from './scheduler.js';
import { stepBodies } from './step-bodies.js';

/** Length of an impact, as a share of the step [1]. */
const IMPACT = 1e-6;

/** Steps all bodies by dt [s]. */
export function followImpacts(stages: Stages, dt: number): void {
  const { impacts, time: begin } = stages;
  const most = stages.state.settings['detection.continuous'];
  if (most > 0) stages.aim(dt);
  const end = begin + dt;
  if (most === 0 || !impacts.areAnyFast(dt) || !impacts.begin(end)) {
    stepBodies(stages, dt);
    return;
  }
  let now = begin;
  for (let impact = 0; now < end; impact++) {
    const joined = impacts.join();
    if (now > begin && joined.length > 0) stretch(stages, joined, now - begin, now);
    if (impacts.findNext()) now = impact < most ? meet(stages, now, end, IMPACT * dt) : lose(stages, now, end);
    else now = stretch(stages, impacts.movers(true), end - now, end);
  }
  const others = impacts.movers(false);
  if (others.length > 0) stretch(stages, others, dt, end);
}

/** Steps some bodies by dt [s], under the forces of the step. Returns their time then, which is `end` [s]. */
function stretch(stages: Stages, movers: Int32Array, dt: number, end: number): number {
  stages.impacts.renewForces(movers);
  // The list is used again while they are stepped.
  stepBodies(stages, dt, movers.slice(), end);
  return end;
}

/** What is followed goes to its next impact, and through it, which takes a little time [s]. Returns the time after it. */
function meet(stages: Stages, now: number, end: number, little: number): number {
  const { impacts } = stages;
  const { time } = impacts;
  if (time - now > little) stretch(stages, impacts.movers(true), time - now, time);
  const from = time - now > little ? time : now;
  const after = end - from > 2 * little ? from + little : end;
  stretch(stages, impacts.movers(true), after - from, after);
  impacts.dropLoads();
  return after;
}

/** What is followed goes to its next impact, and is at the end [s]. */
function lose(stages: Stages, now: number, end: number): number {
  const { impacts } = stages;
  return stretch(stages, impacts.movers(true), Math.max(impacts.time - now, IMPACT * (end - now)), end);
}
