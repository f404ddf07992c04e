// What may become of two shapes, or of two points of them, that are still apart: the answers of foresee.ts and foresee-contacts.ts.

/** They do not close their gap in the step to come. */
export const IDLE = 0;
/** They close it along the normal, but pass each other. */
export const GRAZES = 1;
/** They close it, and would penetrate. */
export const MEETS = 2;
