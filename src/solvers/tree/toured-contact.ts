// A contact as the tour sees it: the one place where its layout is declared. It has what the record has (contact-record.ts), with the
// response of trees and loops in place of that of bodies alone.

/** Directions n, t1, t2, as in the record. */
export const DIRECTION = 0;
/** For each of the three rows: -(rA x d), rB x d, as in the record. */
export const ANGULAR = 9;
/** Phi J^T of A's link, six numbers a row, and of B's. */
export const COLUMNS_A = 27;
export const COLUMNS_B = 45;
/** J (response of all that is jointed) J^T: nn, n1, n2, 11, 12, 22. */
export const BLOCK = 63;
/** 1 / nn; 0 where nothing moves along the normal. */
export const INVERSE_NORMAL = 69;
/** The inverse of the block of the two tangents, 11, 12, 22; where they move along one line only, on that line. */
export const INVERSE_TANGENT_BLOCK = 70;
/** 1 / the larger eigenvalue of that block. */
export const TANGENT_STEP = 73;
/** What is added to J u of each row: the record's bias, and what anchors do. */
export const BIAS = 74;
export const FRICTION = 77;
export const LAMBDA = 78;
/** As INVERSE_NORMAL, but for displacements: 0 as well where links of one tree cannot be moved apart. */
export const INVERSE_GAP = 81;
export const TOURED_LENGTH = 82;
