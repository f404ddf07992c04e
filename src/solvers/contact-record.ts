// The record of one contact in the velocity-based complementarity problem: the one place where its layout is declared.
//
// One record a contact, in f64 and interleaved, is the fastest form of the sweep in JavaScript: everything a contact needs lies
// side by side. Rows are n, t1, t2 of the paper's J (1); T = M^-1 J^T of (33) is stored by its angular parts, its linear parts
// being the row's direction times the inverse mass. The signs of (2) are in `ANGULAR_A` and in the sweep's -inverseMass.

/** Directions n, t1, t2, three numbers each [1]. */
export const NORMAL = 0;
export const TANGENT_1 = 3;
export const TANGENT_2 = 6;
/** For each of the three rows: -(rA x d), rB x d [m]. */
export const ANGULAR = 9;
/** For each of the three rows: IA^-1 (-(rA x d)), IB^-1 (rB x d) [1/(kg m)]. */
export const TURN = 27;
/** Inverse masses of A and B [1/kg]. */
export const INVERSE_MASS_A = 45;
export const INVERSE_MASS_B = 46;
/** 1 / A_ii of the three rows [kg]. */
export const INVERSE_DIAGONAL = 47;
/** Inverse of the 2x2 block of the two tangents: [11, 12, 22] [kg]. */
export const INVERSE_TANGENT_BLOCK = 50;
/** 1 / the larger eigenvalue of that block [kg]. */
export const TANGENT_STEP = 53;
/** What is added to J u of the normal row: bounce (22) and the gap that may still be closed, over dt [m/s]. */
export const BIAS = 54;
/** Friction coefficient [1]. */
export const FRICTION = 55;
/** lambda of the three rows [N s]. */
export const LAMBDA = 56;
/** Gap at the beginning of the step; while correcting, what remains of it [m]. */
export const GAP = 59;
/** lambda of the projection [kg m]. */
export const CORRECTION_LAMBDA = 60;
/** Numbers in a record. */
export const RECORD_LENGTH = 61;
