// What is known of movers while some are followed from impact to impact: one bit each.

/** It takes part; its motion has changed since impacts were looked for. */
export const TAKEN = 1;
export const CHANGED = 2;
/** It goes from impact to impact; it waits for the end of the step where it is. */
export const FOLLOWED = 4;
export const HALTED = 8;
/** Contacts or joints carry it, so that it does not fall. */
export const CARRIED = 16;
