// Schedulers of time find when bodies meet to a tolerance, which is a share of what counts as closed.

import { InputError, show } from '../input/fields.js';
import type { Settings } from '../settings.js';

/** Throws where the scheduler of a world would look for times of impact without a tolerance. */
export function checkTolerance(settings: Settings, scheduler: { readonly name: string }): void {
  if (settings['contact.touching'] === 0 && 'make' in scheduler)
    throw new InputError(
      `settings.contact.touching is 0, but scheduler ${show(scheduler.name)} finds times of impact to a share of it; allowed are numbers above 0 and of at most 1.`,
    );
}
