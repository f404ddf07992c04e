// The columns of nodes and shapes: the one place where the layout of a world's bodies is declared.
//
// Every entity of the contact graph (body, container, rule, trigger, timer) is a row of one table, so that a pair of row numbers
// names an edge. A body's frame is kept at its centre of mass with the axes of the user's frame.

import { f64, i32 } from '../table/table.js';

/** Numbers of a row of `detected`: position, orientation, velocity. */
export const DETECTED_SIZE = 13;

export const NODE_SCHEMA = {
  /** One of node-kinds.ts. */
  kind: i32(),
  /** 1 takes part, 0 passive. */
  active: i32(),
  /** The row whose motion carries this body: itself, or the composite it is a member of. */
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
  /** Linear [m/s], then angular in the world's frame [rad/s]: this body's six numbers of the paper's u (10). */
  velocity: f64(6, 'motion'),
  /** Force [N] and torque about the centre of mass [N m] that act during the next step. */
  force: f64(6, 'motion'),
  /** Where it is in time [s]. */
  time: f64(1, 'motion'),
  /** Length of the step before, which the loads on its contacts are of; 0 when there was none [s]. */
  lastStep: f64(1, 'motion'),
  mass: f64(),
  /** Zero for what no impulse moves [1/kg]. */
  inverseMass: f64(),
  /** Centre of mass in the user's frame of the body [m]. */
  center: f64(3),
  /** Principal moments of inertia [kg m^2], zero for what no impulse moves. */
  moments: f64(3),
  /** Principal frame to body frame [1]. */
  principal: f64(4),
  /** Inverse inertia in the body's frame, [xx, yy, zz, xy, xz, yz] [1/(kg m^2)]. */
  bodyInverseInertia: f64(6),
  linearDamping: f64(),
  angularDamping: f64(),
  gravityScale: f64(),
  /** The translations and rotations that it does not make, as bits (locks.ts); while it is fixed or scripted, for when it is rigid again. */
  locks: i32(),
  /** Pose of a composite's member in the composite's frame: position [m], orientation [1]. */
  memberPose: f64(7),
  /** Pose a scripted body's motion is about: position of the user's origin [m], orientation [1]. */
  initialPose: f64(7),
  /** For how many steps what the body stands on has been asked to hold it and could not. */
  unheld: i32(1, 'motion'),
  /** 1 for a body that lies still and is left alone, by methods that freeze bodies; and for how many steps it has been still. */
  frozen: i32(1, 'motion'),
  stillFor: i32(1, 'motion'),
  /** 1 for a body of an island that sleeps (detection/islands/sleep.ts), members of composites included. */
  asleep: i32(1, 'motion'),
  /** Since when it sleeps, or has been awake, of a body that ever slept [s]; why, one of sleep-reasons.ts. */
  sleepSince: f64(1, 'motion'),
  sleepReason: i32(1, 'motion'),
  /** Of a body that another woke: the id of the other, 0 for none. */
  wokenBy: f64(1, 'motion'),
  /** For how many steps on end the body has been slow; for how many it has gained energy, and how much it has [m^2/s^2]. */
  slowFor: i32(1, 'motion'),
  gainingFor: i32(1, 'motion'),
  trackedEnergy: f64(1, 'motion'),
  /** 1 for what does not move by itself and was changed since the last step: it may have come to what sleeps. */
  stirred: i32(1, 'motion'),
  /** What a rule does: 0 ignore, 1 only. */
  ruleKind: i32(),
  /** What a body or trigger is, as bits, and what it meets: two meet where each is something that the other's mask has. */
  category: i32(),
  mask: i32(),
  /** How fast the surface of a fixed body moves, as that of a conveyor belt does, while the body stays [m/s]. */
  surfaceVelocity: f64(3),
  /** A timer's next tick and its period [s]. */
  nextTick: f64(1, 'motion'),
  period: f64(),

  /** Where the motion of a scripted body has its origin at the end of the step at hand: position [m], orientation [1]. */
  scriptedPose: f64(7, 'scratch'),
  /** Row-major rotation matrix of `orientation` [1]. */
  rotation: f64(9, 'scratch'),
  /** Inverse inertia in the world's frame, of the axes that are not locked [1/(kg m^2)]. */
  inverseInertia: f64(6, 'scratch'),
  /** The orientation that `rotation` and `inverseInertia` were made of [1]. */
  rotatedBy: f64(4, 'scratch'),
  /** Displacement [m] and rotation vector [rad] by which the projection mends penetration. */
  correction: f64(6, 'scratch'),
  /** The linear velocity that the forces of the step made [m/s], and how far the mean velocity of the step moves beyond it [m]. */
  flight: f64(6, 'scratch'),
  /** Of a body that rests on a turning one: the row of that one, plus one; 0 for none. It moves with that one in the step at hand. */
  carriedBy: i32(1, 'scratch'),
  /** Not 0 for a body that spins so fast that its axis withstands contacts in the step at hand (spinning.ts). */
  spinning: i32(1, 'scratch'),
  /** Of such a body: its principal moments as contacts feel them [kg m^2], and its angular velocity without them [rad/s]. */
  stiffMoments: f64(3, 'scratch'),
  freeSpin: f64(3, 'scratch'),
  /** Of such a body: the turn of its axis in the step at hand, without contacts [rad]. */
  swing: f64(3, 'scratch'),
  /** Of such a body: the sum over its contacts of arm times impulse, component by component, a row for each of the arm [N m s]. */
  levers: f64(9, 'scratch'),
  /** How hard contacts pull at the body: the sum of their impulses times their arms [N m s]. */
  pull: f64(1, 'scratch'),
  /** Rows of bodies, from the first on: not of the one in whose row each is. */
  listed: i32(1, 'scratch'),
  /** Box about all shapes, envelope included: min x, y, z, max x, y, z [m]. */
  bounds: f64(6, 'scratch'),
  /** 1 when something hits the body in the step at hand, or a body that it carries. */
  struck: i32(1, 'scratch'),
  /** Since the detection, where the end of a step is looked at (second-look.ts): way [m], and chord of the turn on a ball of radius 1 [1]. */
  gone: f64(4, 'scratch'),
  /** How deep the body is in others there [m]. */
  deep: f64(1, 'scratch'),
  /** How far it was shifted there in the round before [m]. */
  shifted: f64(1, 'scratch'),
  /** 1 when it is known where the body was before it was moved there. */
  isKept: i32(1, 'scratch'),
  /** How many bodies it touches, or may touch within the step: counted where something bounces. */
  neighbours: i32(1, 'scratch'),
  /** Its number in the problem of an island with joints, plus one; 0 for none (joint-problem.ts). */
  numbered: i32(1, 'scratch'),
  /** 1 when the body touches something fixed or frozen. */
  supported: i32(1, 'scratch'),
  /** At the last detection: position, orientation and velocity, and `active`, `mover` and `generation`. */
  detected: f64(DETECTED_SIZE, 'scratch'),
  detectedAs: i32(3, 'scratch'),
  /** 0 when none of these has changed since the detection before. */
  moved: i32(1, 'scratch'),
  /** Whether the step at hand is of it, where that is not of all (detection/at-hand.ts). */
  atHand: i32(1, 'scratch'),
  /** Parent in the forest of contact groups. */
  groupParent: i32(1, 'scratch'),
  /** Number of the contact group, -1 for none. */
  group: i32(1, 'scratch'),
} as const;

/** Columns that are all 0 in a world that never slept. */
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

/** Columns that most nodes leave at these values: only of other values hashes are told. */
export const RARE_COLUMNS = { category: 1, mask: -1, surfaceVelocity: 0 } as const;

/** The same of locks alone: a world without locks has the hash that it had before there were any. */
export const LOCK_COLUMNS = { locks: 0 } as const;

export const SHAPE_SCHEMA = {
  /** The node it belongs to. */
  owner: i32(),
  /** Next shape of the same node, -1 at the end. */
  next: i32(1, 'link'),
  /** One of shape-kinds.ts. */
  kind: i32(),
  material: i32(),
  /** Index of the geometry: of a hull this row, of a mesh its place among the meshes, of a surface that among the surfaces; -1 for other kinds. */
  geometry: i32(1, 'link'),
  /** The numbers a, b, c of a placed shape [m]. */
  dimensions: f64(3),
  /** Position in the frame at the owner's centre of mass [m]. */
  position: f64(3),
  orientation: f64(4),
  /** Row-major rotation matrix of `orientation` [1]. */
  rotation: f64(9),
  /** Half thickness: the radius of the largest ball inside, about [m]; infinite for a half-space and for a surface. */
  thickness: f64(),
  /** Radius of a ball about the owner's centre of mass that holds the shape [m]; infinite for a half-space and for a ground. */
  reach: f64(),

  /** Whether the shape's frame is that of its owner; 0 while that is not known. */
  centred: i32(1, 'scratch'),
  /** How far the shape may move in the step to come [m]. */
  travel: f64(1, 'scratch'),
  /** Box about the shape, half its envelope and what it may move included [m]. */
  bounds: f64(6, 'scratch'),
  /** While the end of a step is looked at (met-pairs.ts): how often shapes had left their boxes when it did, and 1 if it left its fat one. */
  leaving: i32(1, 'scratch'),
  isOut: i32(1, 'scratch'),
  /** For the broad phase: absent, static or moving. */
  mobility: i32(1, 'scratch'),
  /** Of a round shape: its contacts with what is not round, and how many of them are closed. */
  flatContacts: i32(1, 'scratch'),
  closedContacts: i32(1, 'scratch'),
} as const;
