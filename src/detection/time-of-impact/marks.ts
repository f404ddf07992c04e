// What is known of movers while some are followed from impact to impact: one bit each.

/** It takes part; its motion has changed since impacts were looked for. */
export const TAKEN = 1;
export const CHANGED = 2;
/** It goes from impact to impact; it waits for the end of the step where it is. */
export const FOLLOWED = 4;
export const HALTED = 8;
/** Contacts or joints carry it, so that it does not fall. */
export const CARRIED = 16;
/** It goes so far that it may pass something on its way. */
export const FAST = 32;
/** It is tied to so much that going through an impact with it costs more than it is worth. */
export const LARGE = 64;
/** It touches something large, and the method of the step stops it there. */
export const LEFT = 128;
/** It flew to the end of the step, as it was looked at. */
export const FLOWN = 256;
