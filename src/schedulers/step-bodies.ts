// What schedulers have in common: one stretch of time of all bodies, or of some.

import type { IslandStepper } from '../steppers/stepper.js';
import type { Stages } from './scheduler.js';

/**
 * Steps all bodies, or those with these rows, by dt [s]: one detection and one step of every island, whatever happens
 * within the stretch; and both once more at its end for methods that want it.
 */
export function stepBodies(stages: Stages, dt: number, movers?: ArrayLike<number>, end?: number): void {
  stages.prepare(dt, movers, end);
  stages.detect(dt);
  stepAtHand(stages, dt);
  stages.conclude(dt);
}

/**
 * What the bodies at hand undergo in a stretch of dt [s] once they have been detected. With continuous detection, impacts
 * that are fast for a step of so long [s], of which the stretch is a part, are solved before a method sees them that does
 * not do so itself.
 */
export function stepAtHand(stages: Stages, dt: number, whole = dt): void {
  const { stepper, islands, fastImpacts, state } = stages;
  const isSolvedBefore = state.settings['detection.continuous'] > 0 && stepper.solvesImpacts !== true;
  if (isSolvedBefore) fastImpacts.solve(dt, whole);
  stepIslands(stages, stepper, dt);
  // The bodies that touch nothing that moves.
  stepper.step(islands.free, stages.time, dt);
  stepper.finish?.(dt);
  if (isSolvedBefore) fastImpacts.addImpulses();
  if (stepper.settling !== undefined) {
    stages.detectAgain(dt);
    stepIslands(stages, stepper.settling, dt);
  }
}

function stepIslands({ islands }: Stages, stepper: IslandStepper, dt: number): void {
  stepper.begin(dt);
  for (let i = 0; i < islands.count; i++) stepper.step(islands.list[i], islands.list[i].time, dt);
}
