// Reasons why a body sleeps or is awake, as users read them and as the column `sleepReason` holds them.

/** Names, in the order of their numbers. */
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
  'restless',
] as const;
export type SleepReason = (typeof SLEEP_REASONS)[number];

/** The body sleeps: every body of its island was slow for long enough. */
export const SLOW = 1;
/** The body woke: a body that is awake, or one that was placed there, touches its island; ... */
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
/** ... a setting that can affect resting bodies was changed; ... */
export const SETTING = 8;
/** ... the material of a contact of its island was changed; ... */
export const MATERIAL = 9;
/** ... or the bodies that it rests on can no longer carry it. */
export const NOT_CARRIED = 10;
/** The body is awake, while the rest of its island sleeps. */
export const RESTLESS = 11;

/** The sleep state of a body, for users. */
export interface SleepOfBody {
  readonly asleep: boolean;
  /** Time at which the body fell asleep or woke, or the others of its island fell asleep [s]; 0 for a body that never slept. */
  readonly since: number;
  readonly why: SleepReason;
  /** The id of the body that woke it, if a body did. */
  readonly by?: number;
}
