// What the kernel knows of the islands of a step, once: this file is compiled both by TypeScript and by AssemblyScript. The columns it works
// on are those of the tables of the same names; a table of addresses says where they are.

// Places of the columns in the table of addresses. Of islands:
export const ISLAND_LISTED = 0;
export const ISLAND_FIRST_EDGE = 1;
export const ISLAND_EDGE_COUNT = 2;
export const ISLAND_FIRST_BODY = 3;
export const ISLAND_BODY_COUNT = 4;
export const ISLAND_FIRST_LANE = 5;
export const ISLAND_PACK_COUNT = 6;
export const ISLAND_START = 7;
export const ISLAND_CONTACT_COUNT = 8;
export const ISLAND_SWEEPS = 9;
export const ISLAND_IS_PULLED = 10;
export const ISLAND_RESIDUAL = 11;
export const ISLAND_ENERGY = 12;
export const ISLAND_ENERGY_BEFORE = 13;
// Of the stream:
export const MANIFOLDS = 14;
export const QUADS = 15;
export const SWEPT_VELOCITY = 16;
export const SWEPT_FORMER = 17;
// Of the lists of all islands:
export const LISTED_EDGES = 18;
export const LISTED_MOVERS = 19;
// Of edges:
export const EDGE_MOVERS = 20;
export const EDGE_FIRST_CONTACT = 21;
export const EDGE_CONTACT_COUNT = 22;
// Of contacts:
export const CONTACT_POINT = 23;
export const CONTACT_NORMAL = 24;
export const CONTACT_LOAD = 25;
export const CONTACT_BIAS = 26;
export const CONTACT_IMPULSE = 27;
export const CONTACT_GAP = 28;
export const CONTACT_BOUNCE = 29;
// Of nodes:
export const NODE_VELOCITY = 30;
export const NODE_POSITION = 31;
export const NODE_MASS = 32;
export const NODE_INVERSE_MASS = 33;
export const NODE_INVERSE_INERTIA = 34;
export const NODE_FORCE = 35;
export const NODE_GRAVITY_SCALE = 36;
export const NODE_LINEAR_DAMPING = 37;
export const NODE_ANGULAR_DAMPING = 38;
export const NODE_FLIGHT = 39;
export const NODE_DETECTED = 40;
export const NODE_PULL = 41;
export const NODE_CORRECTION = 42;
export const NODE_ORIENTATION = 43;
export const NODE_PRINCIPAL = 44;
export const NODE_MOMENTS = 45;
export const NODE_CARRIED_BY = 46;
export const NODE_SPINNING = 47;
export const NODE_LOCKS = 48;
export const NODE_LISTED = 49;
/** The numbers of the step, the plan of an island, and room to turn bodies in. */
export const NUMBERS = 50;
export const PLAN = 51;
export const TURN = 52;
/** What the sweeps of an island have come to. */
export const ISLAND_OUTCOME = 53;
export const STEPPING_TABLE_LENGTH = 54;

// Places among the numbers of the step:
/** Its length [s], gravity [m/s^2] and damping of all bodies [1/s]. */
export const DT = 0;
export const GRAVITY = 1;
export const LINEAR_DAMPING = 4;
export const ANGULAR_DAMPING = 5;
/** The share of loads that islands start from [1], what gravity adds in the step, and what is fast [m/s]. */
export const SHARE = 6;
export const FALL = 7;
export const FAST = 8;
/** What islands are swept by (planSweeps()). */
export const ITERATIONS = 9;
export const EFFORT = 10;
export const PRECISION = 11;
export const LASTING = 12;
/** Whether something may bounce. */
export const BOUNCY = 13;
/** A velocity that is rounding [m/s]. */
export const NEGLIGIBLE = 14;
export const NUMBERS_LENGTH = 15;

/** Numbers per row of `detected`: position, orientation, velocity. */
export const DETECTED_SIZE = 13;
/** Where the linear velocity begins in it. */
export const DETECTED_VELOCITY = 7;
