// Check of the tolerance of times of impact: time schedulers take it as a share of the setting contact.touching.

import { InputError, show } from '../input/fields.js';
import type { Settings } from '../settings.js';

/** Throws when a time scheduler would have a tolerance of zero. */
export function checkTolerance(settings: Settings, scheduler: { readonly name: string }): void {
  if (settings['contact.touching'] === 0 && 'make' in scheduler)
    throw new InputError(
      `settings.contact.touching is 0, but scheduler ${show(scheduler.name)} finds times of impact to a share of it; allowed are numbers above 0 and of at most 1.`,
    );
}
