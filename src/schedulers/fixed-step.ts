// Fixed time stepping: all bodies go through the step together, at one time, but for those that would pass what they hit.

import { followImpacts } from './follow-impacts.js';
import type { Scheduler } from './scheduler.js';

export const fixedStep: Scheduler = {
  name: 'fixed',
  offers: ['second-detection', 'one-stretch', 'some-bodies'],
  advance: followImpacts,
};
