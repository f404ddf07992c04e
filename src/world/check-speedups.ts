// Which speed-ups go together, with which methods and schedulers.

import { InputError, show } from '../input/fields.js';
import type { Settings } from '../settings.js';
import { SPEEDUPS, type SpeedupName } from '../speedups.js';

/** The speed-ups that are on and that a method must support; every method supports caching. */
function switchedOn(settings: Settings): SpeedupName[] {
  return SPEEDUPS.filter((name) => name !== 'caching' && settings[`speedups.${name}`] === 'on');
}

/**
 * Throws unless the speed-ups and sleeping agree with each other, the method of the world supports them, and its
 * scheduler can skip sleeping bodies.
 */
export function checkSpeedups(
  settings: Settings,
  stepper: { readonly name: string; readonly speedups?: readonly SpeedupName[] },
  scheduler: { readonly name: string; readonly offers: readonly string[] },
): void {
  const isSleeping = settings['sleeping.enabled'] === 'on';
  if (isSleeping && !scheduler.offers.includes('one-stretch'))
    throw new InputError(
      `settings.sleeping.enabled is "on", but scheduler ${show(scheduler.name)} keeps bodies at times of their own, and cannot leave any alone; allowed is "off".`,
    );
  for (const name of ['zeroing', 'subgrouping'] as const) {
    if (settings[`speedups.${name}`] === 'on' && !isSleeping)
      throw new InputError(`settings.speedups.${name} is "on", but needs sleeping.enabled "on": without it no body is sleepy.`);
  }
  if (settings['speedups.fixation'] === 'on' && settings['speedups.subgrouping'] !== 'on')
    throw new InputError(
      'settings.speedups.fixation is "on", but needs speedups.subgrouping "on": otherwise contacts between two bodies without inverse mass would have to be solved.',
    );
  for (const name of switchedOn(settings)) {
    if (stepper.speedups?.includes(name)) continue;
    const known = (stepper.speedups ?? []).map(show).join(', ') || 'none';
    throw new InputError(
      `settings.speedups.${name} is "on", but method ${show(stepper.name)} does not know it; of these switches it knows ${known}.`,
    );
  }
}
