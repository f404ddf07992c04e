// What the kernel knows of detection, once: this file is compiled both by TypeScript and by AssemblyScript. The columns it
// works on are those of the tables of the same names; a table of addresses says where they are.

// Places of the columns in the table of addresses. Of nodes:
export const NODE_KIND = 0;
export const NODE_POSITION = 1;
export const NODE_ROTATION = 2;
export const NODE_VELOCITY = 3;
export const NODE_FIRST_JOINT = 4;
// Of shapes:
export const SHAPE_KIND = 5;
export const SHAPE_THICKNESS = 6;
export const SHAPE_REACH = 7;
export const SHAPE_CENTRED = 8;
export const SHAPE_DIMENSIONS = 9;
export const SHAPE_POSITION = 10;
export const SHAPE_ROTATION = 11;
// Of candidates:
export const TESTED_EDGE = 12;
export const TESTED_NODES = 13;
export const TESTED_FIRST_PAIR = 14;
export const TESTED_END_PAIR = 15;
export const TESTED_RELATIVE = 16;
export const TESTED_TRAVEL = 17;
export const TESTED_GAP = 18;
export const TESTED_CONTACT_STATE = 19;
export const TESTED_PLACEMENT_KNOWN = 20;
export const TESTED_ROUND = 21;
export const TESTED_STILL = 22;
export const TESTED_SEPARATING_AXIS = 23;
export const TESTED_CLOSE_PAIRS = 24;
export const TESTED_MESH_CONTACTS = 25;
export const TESTED_BY_KERNEL = 26;
// Of pairs of shapes:
export const PAIR_SHAPES = 27;
export const PAIR_ENVELOPE = 28;
export const PAIR_CLOSE = 29;
export const PAIR_PASSING = 30;
export const PAIR_PRINCIPAL = 31;
export const PAIR_FIRST_CONTACT = 32;
export const PAIR_CONTACT_COUNT = 33;
// Of edges:
export const EDGE_FIRST_CONTACT = 34;
export const EDGE_CONTACT_COUNT = 35;
export const EDGE_CONTACT_ROOM = 36;
export const EDGE_PLACEMENT_KNOWN = 37;
// Of contacts:
export const CONTACT_SHAPES = 38;
export const CONTACT_FEATURE = 39;
export const CONTACT_ANCHOR_A = 40;
export const CONTACT_ANCHOR_B = 41;
export const CONTACT_NORMAL = 42;
export const CONTACT_PASSING = 43;
export const CONTACT_GAP = 44;
export const CONTACT_IMPULSE = 45;
export const CONTACT_LOAD = 46;
/** What the kernel itself works on. */
export const WORKSPACE = 47;
// Of nodes again: who moves them, and what that does not do.
export const NODE_MOVER = 48;
export const NODE_LOCKS = 49;
export const NODE_ORIENTATION = 50;
export const NODE_ACTIVE = 51;
export const NODE_MOVED = 52;
export const NODE_CATEGORY = 53;
export const NODE_MASK = 54;
export const NODE_FIRST_STATIC_EDGE = 55;
export const SHAPE_TRAVEL = 56;
// Of overlaps:
export const OVERLAP_EDGE = 57;
export const OVERLAP_NODES = 58;
export const OVERLAP_FIRST_PAIR = 59;
// Of edges again: what was found of them, and their kind.
export const EDGE_KIND = 60;
export const EDGE_RELATIVE = 61;
export const EDGE_TRAVEL = 62;
export const EDGE_GAP = 63;
export const EDGE_CONTACT_STATE = 64;
export const EDGE_ROUND = 65;
export const EDGE_STILL = 66;
export const EDGE_SEPARATING_AXIS = 67;
export const EDGE_NEXT = 68;
export const EDGE_FIRST_JOINT = 69;
// Of nodes and shapes again: what boxes are made of.
export const NODE_BOUNDS = 70;
export const NODE_INVERSE_MASS = 71;
export const SHAPE_OWNER = 72;
export const SHAPE_GENERATION = 73;
export const SHAPE_BOUNDS = 74;
export const SHAPE_MOBILITY = 75;
// Of nodes once more: what was noted of them by the last detection.
export const NODE_GENERATION = 76;
export const NODE_DETECTED = 77;
export const NODE_DETECTED_AS = 78;
// What lets a pair that is apart be left alone.
export const NODE_FIRST_SHAPE = 79;
export const SHAPE_NEXT = 80;
export const TESTED_ROOM = 81;
export const EDGE_ROOM = 82;
export const DETECTION_TABLE_LENGTH = 83;

// Kinds of edge before the first structural one are logical; from the first physical one on, two bodies touch
// (contact-graph/edge-kinds.ts, which test/kernels/detection.test.ts compares).
export const FIRST_STRUCTURAL = 4;
export const FIRST_PHYSICAL = 10;

// Who tests a candidate.
/** TypeScript: it has a shape that the kernel does not know, a trigger, a joint, or a lock. */
export const NOT_OF_KERNEL = 0;
/** The kernel has. */
export const TESTED = 1;
/** TypeScript, since it takes the general convex method; once tested it is as any other of the kernel. */
export const UNPROVEN_BY_KERNEL = 2;
