// Fixed time stepping: all bodies go through the step together, at one time.

import type { Scheduler } from './scheduler.js';
import { stepBodies } from './step-bodies.js';

export const fixedStep: Scheduler = {
  name: 'fixed',
  offers: ['second-detection', 'one-stretch'],
  advance: (stages, dt) => stepBodies(stages, dt),
};
