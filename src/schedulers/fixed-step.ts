// Fixed time stepping: one detection and one step of every island, whatever happens within the step; and both once more at its end
// for methods that want it.

import type { IslandStepper } from '../steppers/stepper.js';
import type { Scheduler, Stages } from './scheduler.js';

export const fixedStep: Scheduler = {
  name: 'fixed',
  offers: ['second-detection'],
  advance(stages, dt) {
    const { stepper } = stages;
    stages.prepare(dt);
    stages.detect(dt);
    stepIslands(stages, stepper, dt);
    // The bodies that touch nothing that moves.
    stepper.step(stages.islands.free, stages.time, dt);
    stepper.finish?.(dt);
    if (stepper.settling !== undefined) {
      stages.detectAgain(dt);
      stepIslands(stages, stepper.settling, dt);
    }
    stages.conclude(dt);
  },
};

function stepIslands({ islands, time }: Stages, stepper: IslandStepper, dt: number): void {
  stepper.begin(dt);
  for (let i = 0; i < islands.count; i++) stepper.step(islands.list[i], time, dt);
}
