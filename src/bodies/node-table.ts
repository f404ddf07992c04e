// The columns of the tables of nodes and of shapes: the one place where the layout of a world's bodies is declared.
//
// Every entity of the contact graph (body, container, rule, trigger, timer) is a row of one table, so that two rows
// identify an edge. A body's frame has its origin at the centre of mass and the axes of the user's frame.

import { DETECTED_SIZE } from '../kernels/stepping-layout.js';
import { f64, i32 } from '../table/table.js';

export { DETECTED_SIZE, DETECTED_VELOCITY } from '../kernels/stepping-layout.js';

export const NODE_SCHEMA = {
  /** Kind of the node (node-kinds.ts). */
  kind: i32(),
  /** 1 active, 0 passive. */
  active: i32(),
  /** Row whose motion carries this body: the body itself, or the composite it is a member of. */
  mover: i32(),
  /** Chain of shapes through `next` of the shape table, -1 at its end. */
  firstShape: i32(1, 'link'),
  /** Default material of the shapes. */
  material: i32(),
  /** Chains of edges through the edge table: rules and containers, triggers and contacts; -1 at their end. */
  firstStaticEdge: i32(1, 'link'),
  firstDynamicEdge: i32(1, 'link'),
  /** Chain of joints through `nextOfNode` of the joint table, -1 at its end. */
  firstJoint: i32(1, 'link'),
  /** Centre of mass in the world [m]. */
  position: f64(3, 'motion'),
  /** Body to world, [x, y, z, w] [1]. */
  orientation: f64(4, 'motion'),
  /**
   * Linear velocity [m/s], then angular velocity in the world's frame [rad/s]: this body's part of the paper's u (10).
   */
  velocity: f64(6, 'motion'),
  /** Force [N] and torque about the centre of mass [N m] that act during the next step. */
  force: f64(6, 'motion'),
  /** Time that the body has been stepped to [s]. */
  time: f64(1, 'motion'),
  /** Length of the body's last step, of which the loads on its contacts are; 0 before the first step [s]. */
  lastStep: f64(1, 'motion'),
  mass: f64(),
  /** Inverse mass, zero for nodes that impulses do not move [1/kg]. */
  inverseMass: f64(),
  /** Centre of mass in the user's frame of the body [m]. */
  center: f64(3),
  /** Principal moments of inertia, zero for nodes that impulses do not move [kg m^2]. */
  moments: f64(3),
  /** Rotation from the principal frame to the body frame [1]. */
  principal: f64(4),
  /** Inverse inertia in the body's frame, [xx, yy, zz, xy, xz, yz] [1/(kg m^2)]. */
  bodyInverseInertia: f64(6),
  linearDamping: f64(),
  angularDamping: f64(),
  gravityScale: f64(),
  /** Locked axes as bits (locks.ts). A fixed or scripted body keeps them for when it becomes rigid. */
  locks: i32(),
  /** Pose of a composite's member in the composite's frame: position [m], orientation [1]. */
  memberPose: f64(7),
  /** Pose that the motion of a scripted body refers to: position of the user's origin [m], orientation [1]. */
  initialPose: f64(7),
  /**
   * Number of consecutive steps in which the body was refused: its supports could not give the impulse that holds it.
   */
  unheld: i32(1, 'motion'),
  /** 1 for a body that is frozen, by methods that freeze bodies; number of steps for which it has been still. */
  frozen: i32(1, 'motion'),
  stillFor: i32(1, 'motion'),
  /** 1 for a body of an island that sleeps (detection/islands/sleep.ts), members of composites included. */
  asleep: i32(1, 'motion'),
  /** Time at which the body fell asleep or woke last, 0 if it never slept [s]; the reason, one of sleep-reasons.ts. */
  sleepSince: f64(1, 'motion'),
  sleepReason: i32(1, 'motion'),
  /** Id of the body that woke this one, 0 for none. */
  wokenBy: f64(1, 'motion'),
  /** Consecutive steps in which the body was slow, and in which it gained energy; its energy per mass [m^2/s^2]. */
  slowFor: i32(1, 'motion'),
  gainingFor: i32(1, 'motion'),
  trackedEnergy: f64(1, 'motion'),
  /**
   * 1 for a node that impulses do not move and that was changed since the last step: it may now touch sleeping bodies.
   */
  stirred: i32(1, 'motion'),
  /** Kind of a rule: 0 ignore, 1 only. */
  ruleKind: i32(),
  /**
   * Category and mask of a body or trigger, as bits. Two interact if each is in a category that the other's mask has.
   */
  category: i32(),
  mask: i32(),
  /** Velocity of the surface of a fixed body, as of a conveyor belt [m/s]. */
  surfaceVelocity: f64(3),
  /** A timer's next tick and its period [s]. */
  nextTick: f64(1, 'motion'),
  period: f64(),

  /** Pose of a scripted body's origin at the end of the current step: position [m], orientation [1]. */
  scriptedPose: f64(7, 'scratch'),
  /** Row-major rotation matrix of `orientation` [1]. */
  rotation: f64(9, 'scratch'),
  /** Inverse inertia in the world's frame, with zeros for locked axes [1/(kg m^2)]. */
  inverseInertia: f64(6, 'scratch'),
  /** Orientation from which `rotation` and `inverseInertia` were computed [1]. */
  rotatedBy: f64(4, 'scratch'),
  /** Displacement [m] and rotation vector [rad] by which the position projection removes penetration. */
  correction: f64(6, 'scratch'),
  /**
   * Linear velocity after the forces of the step [m/s]; displacement by the mean velocity of the step minus that by it
   * [m].
   */
  flight: f64(6, 'scratch'),
  /** Row plus one of the turning body that this body rests on and moves with in the current step; 0 for none. */
  carriedBy: i32(1, 'scratch'),
  /** Not 0 for a body that spins fast in the current step (spinning.ts). */
  spinning: i32(1, 'scratch'),
  /**
   * Of a fast spinning body: effective principal moments for contacts [kg m^2]; angular velocity without contacts
   * [rad/s].
   */
  stiffMoments: f64(3, 'scratch'),
  freeSpin: f64(3, 'scratch'),
  /** Of a fast spinning body: rotation of its axis in the current step without contacts [rad]. */
  swing: f64(3, 'scratch'),
  /** Of a fast spinning body: sum over its contacts of the outer product of arm and impulse, row-major [N m s]. */
  levers: f64(9, 'scratch'),
  /** Pull of contacts along their arms: the sum of products of impulse and arm [N m s]. */
  pull: f64(1, 'scratch'),
  /** A list of rows of bodies, from row 0 on; an entry does not belong to the body in whose row it is stored. */
  listed: i32(1, 'scratch'),
  /** Box about all shapes, envelope included: min x, y, z, max x, y, z [m]. */
  bounds: f64(6, 'scratch'),
  /** 1 if the body, or a body that it carries, is hit in the current step. */
  struck: i32(1, 'scratch'),
  /** Motion since the detection, for second-look.ts: displacement [m], and chord of the rotation on a unit ball [1]. */
  gone: f64(4, 'scratch'),
  /** Penetration depth of the body in others at the end of a step, for second-look.ts [m]. */
  deep: f64(1, 'scratch'),
  /** Displacement of the body in the last round of second-look.ts [m]. */
  shifted: f64(1, 'scratch'),
  /** 1 if second-look.ts has stored the position of the body before its first shift. */
  isKept: i32(1, 'scratch'),
  /** Number of bodies that it touches or may touch within the step; counted if something bounces. */
  neighbours: i32(1, 'scratch'),
  /** Index of the body in the problem of an island with joints, plus one; 0 for none (joint-problem.ts). */
  numbered: i32(1, 'scratch'),
  /** 1 if the body touches a fixed or frozen body. */
  supported: i32(1, 'scratch'),
  /** Position, orientation and velocity at the last detection; `active`, `mover` and `generation` then. */
  detected: f64(DETECTED_SIZE, 'scratch'),
  detectedAs: i32(3, 'scratch'),
  /** 0 if none of these has changed since the detection before. */
  moved: i32(1, 'scratch'),
  /** Whether the body is at hand in a step that is not of all bodies (detection/at-hand.ts). */
  atHand: i32(1, 'scratch'),
  /** Parent in the union-find forest of contact groups. */
  groupParent: i32(1, 'scratch'),
  /** Index of the contact group, -1 for none. */
  group: i32(1, 'scratch'),
} as const;

/** Columns that are all 0 in a world in which no body ever slept. */
export const SLEEP_COLUMNS = [
  'asleep',
  'sleepSince',
  'sleepReason',
  'wokenBy',
  'slowFor',
  'gainingFor',
  'trackedEnergy',
  'stirred',
] as const;

/** Columns with their usual values. State hashes include only values that differ from these. */
export const RARE_COLUMNS = { category: 1, mask: -1, surfaceVelocity: 0 } as const;

/** As RARE_COLUMNS, for locks: a world without locks keeps the hash it had in versions without locks. */
export const LOCK_COLUMNS = { locks: 0 } as const;

export const SHAPE_SCHEMA = {
  /** Row of the node that the shape belongs to. */
  owner: i32(),
  /** Next shape of the same node, -1 at the end. */
  next: i32(1, 'link'),
  /** Kind of the shape (shape-kinds.ts). */
  kind: i32(),
  material: i32(),
  /**
   * Index of the geometry: this row for a hull, the index of a mesh or of a surface in its list, -1 for other kinds.
   */
  geometry: i32(1, 'link'),
  /** The numbers a, b, c of a placed shape [m]. */
  dimensions: f64(3),
  /** Position in the frame at the owner's centre of mass [m]. */
  position: f64(3),
  orientation: f64(4),
  /** Row-major rotation matrix of `orientation` [1]. */
  rotation: f64(9),
  /** Half thickness: approximate radius of the largest inscribed ball [m]; infinite for a half-space or a surface. */
  thickness: f64(),
  /** Radius of a bounding ball about the owner's centre of mass [m]; infinite for a half-space and a ground surface. */
  reach: f64(),

  /** Whether the shape's frame coincides with that of its owner; 0 while that is unknown. */
  centred: i32(1, 'scratch'),
  /** Upper bound of the shape's motion in the coming step [m]. */
  travel: f64(1, 'scratch'),
  /** Box about the shape, enlarged by half its envelope and its travel [m]. */
  bounds: f64(6, 'scratch'),
  /** For met-pairs.ts: ordinal of the last time this shape left its box, 0 for never; 1 if it left its fat box. */
  leaving: i32(1, 'scratch'),
  isOut: i32(1, 'scratch'),
  /** Class of the shape in the broad phase: absent, static or moving. */
  mobility: i32(1, 'scratch'),
  /** Of a round shape: the number of its contacts with shapes that are not round, and of closed ones among them. */
  flatContacts: i32(1, 'scratch'),
  closedContacts: i32(1, 'scratch'),
} as const;
