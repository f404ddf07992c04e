// The speed-ups of the contact graph paper (section 7) that settings switch on and off, and their effect on other
// settings. Only caching is on by default; all others change the motion.

import type { Settings } from './settings.js';

/** The speed-ups of the contact graph paper, each a setting `speedups.NAME`. */
export const SPEEDUPS = ['caching', 'tweaking', 'reduction', 'zeroing', 'damping', 'subgrouping', 'fixation'] as const;
export type SpeedupName = (typeof SPEEDUPS)[number];

/** Rates at which every body loses linear and angular velocity, beyond its own damping [1/s]. */
export function linearDampingOf(settings: Settings): number {
  return settings['damping.linear'] + (settings['speedups.damping'] === 'on' ? settings['speedups.dampingRate'] : 0);
}
export function angularDampingOf(settings: Settings): number {
  return settings['damping.angular'] + (settings['speedups.damping'] === 'on' ? settings['speedups.dampingRate'] : 0);
}

/** When the narrow phase is skipped. Without caching it never is. */
export function coherenceOf(settings: Settings): Settings['detection.coherence'] {
  return settings['speedups.caching'] === 'on' ? settings['detection.coherence'] : 'off';
}

/** The share of the last step's impulses that a warm start uses [1]; 0 without caching. */
export function cachedShare(settings: Settings): number {
  return settings['speedups.caching'] === 'on' ? settings['contact.warmStart'] : 0;
}

/** Most iterations of a solver: those of its method, or fewer with tweaking [1]. */
export function mostIterations(settings: Settings, iterations: number): number {
  return settings['speedups.tweaking'] === 'on' ? Math.min(iterations, settings['speedups.tweakedIterations']) : iterations;
}
