// Fixed time stepping: one detection and one step of every group, whatever happens within the step; and both once more at its end
// for methods that want it.

import { reserveProblem } from '../contact-problem/contact-problem.js';
import type { Scheduler } from './scheduler.js';

export const fixedStep: Scheduler = {
  name: 'fixed',
  steppers: ['gsp', 'ncp', 'substeps', 'vsp', 'isp', 'impulsive'],
  advance(stages, dt) {
    const { detection, problem, stepper } = stages;
    stages.prepare(dt);
    stages.detect(dt);
    reserveProblem(problem, detection);
    stepper.assemble(stages, dt);
    // The group after the last holds the bodies that touch nothing that moves.
    for (let group = 0; group <= detection.groups.count; group++) stepper.stepGroup(stages, group, dt);
    stepper.finish?.(stages, dt);
    if (stepper.settleGroup !== undefined) {
      stages.detectAgain(dt);
      reserveProblem(problem, detection);
      for (let group = 0; group < detection.groups.count; group++) stepper.settleGroup(stages, group, dt);
    }
    stages.conclude(dt);
  },
};
