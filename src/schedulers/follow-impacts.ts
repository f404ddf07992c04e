// A step with continuous detection. Bodies that would pass what they hit go to their first impact, and then through a stretch that is so
// short that nothing happens in it but the impact, by the method of the world. From there on they are looked at with the velocities that they have then.
// What they may meet goes with them; all others take the step as a whole, afterwards.
//
// After the most impacts of a step, what is followed goes to its next impact, and the rest of the step is lost to it: nothing passes.

import type { Stages } from './scheduler.js';
import { stepBodies } from './step-bodies.js';

/** Length of an impact, as a share of the step [1]. */
const IMPACT = 1e-8;

/** Steps all bodies by dt [s]. */
export function followImpacts(stages: Stages, dt: number): void {
  const { impacts, time: begin } = stages;
  const most = stages.state.settings['detection.continuous'];
  const end = begin + dt;
  if (most > 0) stages.aim(dt);
  if (most === 0 || !impacts.areAnyFast(dt) || !impacts.begin(end)) {
    stepBodies(stages, dt);
    return;
  }
  const little = IMPACT * dt;
  let now = begin;
  for (let count = 0; now < end; count++) {
    for (let joined = impacts.join(); now > begin && joined.length > 0; joined = impacts.join())
      step(stages, joined, now - begin, now);
    if (!impacts.findNext()) now = follow(stages, now, end);
    else if (count === most) now = lose(stages, Math.max(little, impacts.time - now), end);
    else now = meet(stages, now, end, little);
  }
  const others = impacts.movers(false);
  if (others.length > 0) step(stages, others, dt, end);
}

/** Steps some bodies by dt [s] to `end` [s], under the forces of the step. */
function step(stages: Stages, movers: Int32Array, dt: number, end: number): void {
  stages.impacts.renewForces(movers);
  stepBodies(stages, dt, movers, end);
}

/** What is followed goes on to a time [s], which is returned. */
function follow(stages: Stages, now: number, to: number): number {
  step(stages, stages.impacts.movers(true), to - now, to);
  stages.impacts.dropLoads();
  return to;
}

/** What is followed goes to its next impact and through it, which takes a little time [s]. Returns the time after it [s]. */
function meet(stages: Stages, now: number, end: number, little: number): number {
  const { time } = stages.impacts;
  const from = time - now > little ? follow(stages, now, time) : now;
  return follow(stages, from, end - from > 2 * little ? from + little : end);
}

/** What is followed goes on for dt [s], and is at the end [s] then, which is returned. */
function lose(stages: Stages, dt: number, end: number): number {
  step(stages, stages.impacts.movers(true), dt, end);
  stages.impacts.dropLoads();
  return end;
}
