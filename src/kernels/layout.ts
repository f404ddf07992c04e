// The layout of what the kernels work on, once: this file is compiled both by TypeScript and by AssemblyScript.
//
// Contacts go in manifolds of up to four points of one pair of shapes, which share a normal; four manifolds that share no body
// that moves are a pack, one a lane of an f32x4 vector (a quad). Packs follow each other in one stream of quads: a head, then as
// many blocks of a point as the manifold with the most points has. Angular parts are scaled by the root of the inverse inertia,
// so that with I^1/2 w in place of w, M^-1 J^T is J^T up to the inverse masses (33).

/** Numbers of a row of velocities in the kernel: linear (3), one unused, scaled angular (3), one unused; f32. */
export const VELOCITY_WIDTH = 8;
/** Numbers of a row of roots: I^-1/2 in the world as xx, yy, zz, xy, xz, yz, then the inverse mass, one unused; f32. */
export const ROOT_WIDTH = 8;

/** Numbers of a manifold: the rows of its two movers, its first contact and how many it has; i32. */
export const MANIFOLD_WIDTH = 4;

// Quads of a pack's head.
/** Where the movers' rows are in the kernel's velocities [bytes]. */
export const MOVER_A = 0;
export const MOVER_B = 1;
/** Inverse masses [1/kg]. */
export const MASS_A = 2;
export const MASS_B = 3;
/** Directions, three quads each [1]. */
export const NORMAL = 4;
export const TANGENT_1 = 7;
export const TANGENT_2 = 10;
/** Friction coefficient [1]. */
export const FRICTION = 13;
/** Points of the pack, in its first lane. */
export const POINTS = 14;
export const HEAD_LENGTH = 15;

// Quads of a point.
/** -(rA x d) I_A^-1/2 and (rB x d) I_B^-1/2 for d = n, t1, t2, three quads each. */
export const TURN_A = 0;
export const TURN_B = 9;
/** 1 / A_nn [kg]. */
export const INVERSE_NORMAL = 18;
/** Inverse of the 2x2 block of the tangents: 11, 12, 22 [kg]. */
export const INVERSE_TANGENT = 19;
/** 1 / the larger eigenvalue of that block [kg]. */
export const TANGENT_STEP = 22;
/** A_1n and A_2n: what a normal impulse does along the tangents [1/kg]. */
export const COUPLING = 23;
/** Relative velocity along n (bias included), t1, t2 with the impulses that the sweeps start from [m/s]. */
export const VELOCITY = 25;
/** Impulses that the sweeps start from, along n, t1, t2 [N s]. */
export const LOAD = 28;
/** What the sweeps add to them [N s]. */
export const CHANGE = 31;
/** The same before the last sweep [N s]. */
export const FORMER = 34;
export const POINT_LENGTH = 37;
