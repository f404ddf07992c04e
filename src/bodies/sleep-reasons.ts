// Why a body sleeps, or why it is awake: what users read of it, and what the column `sleepReason` holds.

/** In the order of their numbers. */
export const SLEEP_REASONS = [
  'never slept',
  'slow',
  'contact',
  'pushed',
  'changed',
  'removal',
  'joint',
  'scripted',
  'setting',
  'material',
  'not carried',
] as const;
export type SleepReason = (typeof SLEEP_REASONS)[number];

/** It sleeps: every body of its island was slow for long enough. */
export const SLOW = 1;
/** It woke: a body that is awake, or one that was put there, touches its island; ... */
export const CONTACT = 2;
/** ... a body of its island was given a velocity, a force or an impulse, or was woken by hand; ... */
export const PUSHED = 3;
/** ... something else about a body of its island was changed, or about a body that touches it; ... */
export const CHANGED = 4;
/** ... a body that touched its island was removed; ... */
export const REMOVAL = 5;
/** ... a joint of its island was made, changed or removed; ... */
export const JOINT = 6;
/** ... a scripted body that touches its island moves; ... */
export const SCRIPTED = 7;
/** ... a setting of the world was changed that its rest depends on; ... */
export const SETTING = 8;
/** ... the material of a contact of its island was changed; ... */
export const MATERIAL = 9;
/** ... or what it rests on can no longer carry it. */
export const NOT_CARRIED = 10;

/** What is told of a body. */
export interface SleepOfBody {
  readonly asleep: boolean;
  /** Since when that is so [s]; 0 for a body that never slept. */
  readonly since: number;
  readonly why: SleepReason;
  /** The id of the body that woke it, where one did. */
  readonly by?: number;
}
