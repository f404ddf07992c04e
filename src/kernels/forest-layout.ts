// Where the compiled kernel finds the arrays of a forest of joints (solvers/tree/forest.ts): their places in the table
// of addresses. This file is compiled both by TypeScript and by AssemblyScript.

export const ACTIVE = 0;
export const PARENT = 1;
export const INERTIA = 2;
export const INVERSE = 3;
export const MASS = 4;
export const INVERSE_MASS = 5;
export const INVERSE_A = 6;
export const CARRY = 7;
export const RESPONSE = 8;
export const OWN = 9;
export const OTHER = 10;
export const TURNED = 11;
export const REACH = 12;
export const IMPULSE = 13;
export const ANSWER = 14;
export const OUTSIDE = 15;
export const SOFTNESS = 16;
export const WANTED = 17;
export const CHANGE = 18;
export const GOAL = 19;
export const CARRIED = 20;
export const VELOCITY = 21;
export const BASE = 22;
export const MISSED = 23;
export const TABLE_LENGTH = 24;

/** Numbers of a link's inertia: its mass, and its tensor. */
export const INERTIA_LENGTH = 7;
/** Numbers of its inverse: that of the mass along each axis, and that of the tensor; zero where an axis is locked. */
export const INVERSE_LENGTH = 9;

/** Numbers of `missed`: the largest velocity that is missed, and the largest of a row's end. */
export const LARGEST = 0;
export const SPEED = 1;
export const MISSED_LENGTH = 2;

/** What is left is rounding, as a share of the largest velocity of a row's end [1]. */
export const ROUNDING = 1e-14;
