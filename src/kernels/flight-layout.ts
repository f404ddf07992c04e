// What the kernels of trees in joint coordinates work on (shared/), once: this file is compiled both by TypeScript and by
// AssemblyScript. A tree is a list of links, parents before children, with a record of numbers and one of integers each.

// --- Numbers of a link ---

/** Centre of mass [m], orientation [x, y, z, w] [1], velocity and angular velocity. */
export const POSITION = 0;
export const ORIENTATION = 3;
export const VELOCITY = 7;
/** Force, gravity included [N], and torque [N m]. */
export const FORCE = 13;
export const MASS = 19;
/** Inertia in the link's own axes, xx, yy, zz, xy, xz, yz [kg m^2]. */
export const OWN_INERTIA = 20;
/** Its rotation, by rows. Placed. */
export const ROTATION = 26;

// Placed (shared/place-links.ts).
/** Inertia in the world's axes. */
export const INERTIA = 40;
/** From the centre of the link, and of its parent, to the joint; the parent's end is where closed joints have it [m]. */
export const ARM = 46;
export const REACH = 49;
/** What closes the joint: a displacement [m] and a rotation vector of B [rad]. */
export const CLOSING = 52;
/** Axes x, y, z of the frame of A, and of that of B those that NEEDS_B says. */
export const AXES_A = 58;
export const AXES_B = 67;
/** From the centre of the parent to that of the link [m]. */
export const OFFSET = 76;
/** Up to three columns of six numbers: the velocity of the link for each unit of velocity of a coordinate. */
export const COLUMN = 79;
/** Velocity of each coordinate [m/s or rad/s]. */
export const RATE = 97;

// Laws: lambda = HEIGHT - FALL w, or w = HEIGHT where the coordinate is held.
export const HEIGHT = 100;
export const FALL = 103;

// Factorised (shared/factor-links.ts).
/** Mass with all that hangs on it: along-along (6, symmetric), along-about (9, by rows), about-about (6, symmetric). */
export const HEAVY = 106;
/** H S and H S D^-1, six numbers a column, and D^-1: nine numbers. Of a link that floats, D^-1 is 36 numbers, and is H^-1. */
export const PUSH = 127;
export const PULL = 145;
export const INVERSE = 163;
/** How the velocity of each coordinate answers an impulse of its own within the tree, the own law left out [1/kg or 1/(kg m^2)]. */
export const RESPONSE = 199;
/** Phi, the response of the link within its tree, as HEAVY; and with that of its parent, at the link, times PULL. */
export const PHI = 202;
export const SPREAD = 223;

// Solved and moved (shared/move-links.ts).
/** Impulse from outside and from below; velocity that answers it; velocities of coordinates, or six of a link that floats. */
export const IMPULSE = 241;
export const ANSWER = 247;
export const CHANGE = 253;
/** Momentum after the first half of the forces; momentum by which the link moves. */
export const PUSHED = 259;
export const MOMENTUM = 265;
/** By how much each coordinate moves in the step, or the six of a link that floats [m or rad]. */
export const WAY = 271;
/** The step of the link: displacement [m], and rotation [1]. */
export const MOVE = 277;
export const TURN = 280;
/** Impulse of the joint on the link, about the link's centre. */
export const WRENCH = 284;
/** Impulses of the joint's rows on B: locked ones, then those of its coordinates. */
export const ROWS = 290;
/** h^2 K of the link: xx, yy, zz, xy, xz, yz [kg m^2]. */
export const STIFFNESS = 296;
/** What is missing of the impulse of each coordinate's law when links have moved [N s or N m s]. */
export const REST = 302;
/** What the joint did to the link in the first half of the step, about the joint. */
export const DONE = 305;

// Plain laws (shared/law-links.ts), by coordinates.
/** Damper [N s/m or N m s/rad], rotor [kg or kg m^2] and given force [N or N m]. */
export const DRAG = 311;
export const ROTOR = 314;
export const GIVEN = 317;
/** RESPONSE as the last step has left it; then that of this step where a law asked for it, else 0. */
export const KNOWN = 320;

/** Of each row of the joint, locked ones first: the axis along which, or about which, it acts on B. Placed as well. */
export const ROW_AXES = 323;

// What the exchange with the tables of the world goes by (shared/exchange-links.ts).
/** Mass times the share of gravity that acts on the link [kg]; and its inverse inertia in its own axes, as OWN_INERTIA. */
export const WEIGHED = 341;
export const OWN_INVERSE = 342;
/** Largest force of the motor of each coordinate [N or N m]. */
export const LIMIT = 348;
/** How far the joint's only angle may turn at least before it is counted anew [rad]. */
export const CLEARANCE = 351;
/** Frames of its joint on A and on B: origin, and axes x, y, z, in the axes of the body; that of the ground is in the world. */
export const FRAME_A = 352;
export const FRAME_B = 364;

/** Impulse of each coordinate that is held, in the half of the step at hand. */
export const HOLDING = 376;
/** Inverse inertia in the world's axes, as INERTIA. Placed. */
export const INVERSE_INERTIA = 379;
export const LINK_NUMBERS = 385;

// --- Sums over all links ---

/** Twice the kinetic energy when the step began, and at its end [J]. */
export const TWICE_START = 0;
export const TWICE_END = 1;
/** Work of plain laws, and of forces from the end of the step on [J]. */
export const WORK = 2;
export const SUMS = 4;

// --- Integers of a link ---

/** The number of its parent; GROUND, or FLOATS. */
export const PARENT = 0;
export const GROUND = -1;
export const FLOATS = -2;
/** 1 where the link is A of its joint. */
export const IS_A = 1;
/** Coordinates of the joint, and of each: how it moves, see MOVES; and 1 where it is held. */
export const COLUMNS = 2;
export const MOVES = 3;
export const HELD = 6;
/** Locked rows, and what each locks, see LOCKS. */
export const LOCKED = 9;
export const LOCKS = 10;
/** Of each coordinate: whether its law is plain, and whether all that acts by it only takes energy. */
export const PLAIN = 16;
export const ACTS = 1;
export const ONLY_TAKES = 2;
/** Rows of its node and of its joint in the tables of the world; the latter is -1 where it has none. */
export const NODE = 19;
export const JOINT = 20;
/** 1 for each coordinate whose motor gives a force. */
export const GIVES = 21;
/** The coordinate that is the joint's only angle, -1 where it has none or several. */
export const TURNS = 24;
/** 1 where the joint may break, or has angles besides that one that are counted in turns. */
export const WATCHED = 25;
/** How many of its locked rows, and of its coordinates, are along axes of A: those come first. */
export const LOCKED_ALONG = 26;
export const COLUMNS_ALONG = 27;
/** Of each axis of the frame of B: 1 where a row or a coordinate goes by it. */
export const NEEDS_B = 28;
export const LINK_INTEGERS = 31;

// --- Columns of the world's tables, by their places in a table of addresses ---

export const NODE_POSITION = 0;
export const NODE_ORIENTATION = 1;
export const NODE_VELOCITY = 2;
export const NODE_FORCE = 3;
export const NODE_ROTATION = 4;
export const NODE_ROTATED_BY = 5;
export const NODE_INVERSE_INERTIA = 6;
export const JOINT_IMPULSE = 7;
export const JOINT_RESPONSE = 8;
export const JOINT_TARGET = 9;
export const FLIGHT_TABLE_LENGTH = 10;
/** Widths of the columns of joints (joints/joint-table.ts), and how many coordinates a joint of a link may have. */
export const IMPULSES = 6;
export const COORDINATES = 6;
export const MOST_COLUMNS = 3;

/** What the beginning of a step says: it is refused; or the sum of what else is so. */
export const REFUSED = 0;
export const GOES = 1;
export const ASKS = 2;
export const IS_FACTORED = 4;

/** How a coordinate moves B: along or about an axis of A, about one of B. The number of the axis is added. */
export const ALONG_A = 0;
export const ABOUT_A = 3;
export const ABOUT_B = 6;

/** What a row locks: the way along an axis of A; the turn about one; or how far two axes are from perpendicular. */
export const LOCKS_ALONG = 0;
export const LOCKS_TURN = 3;
/** Plus the axis of B, plus three times the axis of A, plus nine where its sign is turned round. */
export const LOCKS_SLANT = 6;
