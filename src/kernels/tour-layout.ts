// What the sweeps over a tour of links work on (solvers/tree/tour-room.ts), once: this file is compiled both by TypeScript and by
// AssemblyScript.
//
// A contact as the tour sees it has what the record has (contact-record.ts), with the response of trees and loops in
// place of that of bodies alone.

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

// Places of the arrays in the table of addresses.
export const CONTACTS = 0;
export const LINKS = 1;
export const WITHIN_TREE = 2;
export const VELOCITY = 3;
export const PENDING = 4;
export const KNOWN = 5;
export const CARRY = 6;
export const CARRY_TURNED = 7;
export const RESPONSE = 8;
export const HAS_PENDING = 9;
export const CURSOR = 10;
export const PATH = 11;
export const PARENT = 12;
export const LAST = 13;
export const ROOT = 14;
export const TABLE_LENGTH = 15;

/** Turns of normal and friction within one contact, at most. */
export const MOST_TURNS = 4;
/** A turn that changes less than this share of the first is the last [1]. */
export const WORTH_A_TURN = 0.1;
