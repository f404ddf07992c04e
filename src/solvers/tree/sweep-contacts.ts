// Sweeps over the contacts of a forest, by the compiled kernel where it can be had and no loops answer.

import type { Forest } from './forest.js';
import { sweepTour, sweepTourOfGaps } from './kernels/sweep-tour.js';
import type { TouredContacts } from './toured-contacts.js';

/** One sweep. Returns whether it changed the relative velocity of some contact by more than `tolerance` [m/s]. */
export function sweepContacts(forest: Forest, contacts: TouredContacts, pyramid: boolean, tolerance: number): boolean {
  const { kernel, table } = contacts.room;
  if (kernel === null || contacts.loops > 0) return sweepTour(forest, contacts, pyramid, tolerance);
  return kernel.sweepTour(table, contacts.count, contacts.ground, pyramid ? 1 : 0, tolerance) !== 0;
}

/** One sweep over displacements. Returns whether it changed the gap of some contact by more than `tolerance` [m]. */
export function sweepGaps(forest: Forest, contacts: TouredContacts, tolerance: number): boolean {
  const { kernel, table } = contacts.room;
  if (kernel === null || contacts.loops > 0) return sweepTourOfGaps(forest, contacts, tolerance);
  return kernel.sweepTourOfGaps(table, contacts.count, contacts.ground, tolerance) !== 0;
}
