// The columns of joints: the one place where the layout of a world's joints is declared.

import { f64, i32 } from '../table/table.js';

/** The end of a joint that is the world itself: no node. */
export const WORLD_END = -1;
/** Coordinates of a joint that laws act on, at most. */
export const MOST_COORDINATES = 6;
/** Rows of a joint, at most. */
export const MOST_ROWS = 6;

export const NO_MOTOR = 0;
/** Holds a velocity, as far as its largest force goes. */
export const VELOCITY_MOTOR = 1;
/** Pulls to a position by a spring and a damper, as far as its largest force goes. */
export const POSITION_MOTOR = 2;
/** Gives a force. */
export const FORCE_MOTOR = 3;

export const JOINT_SCHEMA = {
  /** One of joint-kinds.ts. */
  kind: i32(),
  /** 1 acts, 0 is passive. */
  active: i32(),
  /** Nodes A and B; A may be WORLD_END. */
  nodes: i32(2),
  /** 1 when its two bodies may touch each other. */
  collide: i32(),
  /** The edge of its two nodes, -1 where one is the world; the next joint of that edge, -1 at the end. */
  edge: i32(1, 'link'),
  nextOfEdge: i32(1, 'link'),
  /** The next joints of A and of B, as entries 2 joint + side, -1 at the end. */
  nextOfNode: i32(2, 'link'),
  /** The multibody it is a part of, plus one; 0 for none. */
  multibody: i32(),
  /** 1 when it closes a ring of its multibody, 0 when it is a part of the tree. */
  closesLoop: i32(),
  /**
   * The joint's frame on A and on B: its origin from the centre of mass, in the body's axes [m], and its orientation in
   * them [1]. Of the world: in its own axes. A member of a composite has its own frame, though the composite moves it.
   */
  frameA: f64(7),
  frameB: f64(7),
  /** Limits of each coordinate, infinite where there are none [m or rad]. */
  lower: f64(MOST_COORDINATES),
  upper: f64(MOST_COORDINATES),
  /** Spring and damper of each coordinate [N/m or N m/rad], [N s/m or N m s/rad], and where the spring rests [m or rad]. */
  stiffness: f64(MOST_COORDINATES),
  damping: f64(MOST_COORDINATES),
  rest: f64(MOST_COORDINATES),
  /** Largest force of dry friction [N or N m]. */
  friction: f64(MOST_COORDINATES),
  /** NO_MOTOR, VELOCITY_MOTOR, POSITION_MOTOR or FORCE_MOTOR. */
  motor: i32(MOST_COORDINATES),
  /** Velocity, position or force that the motor is to give; changed by users from step to step. */
  target: f64(MOST_COORDINATES, 'motion'),
  /** Of a position motor: its gains, as stiffness and damping. */
  motorStiffness: f64(MOST_COORDINATES),
  motorDamping: f64(MOST_COORDINATES),
  /** Largest force of the motor [N or N m]. */
  motorLimit: f64(MOST_COORDINATES),
  /** Mass [kg] or moment of inertia [kg m^2] of what turns inside the joint, as a motor's rotor does. */
  armature: f64(MOST_COORDINATES),
  /** Force [N] and torque [N m] above which the joint breaks; infinite where it does not. */
  breakForce: f64(),
  breakTorque: f64(),
  /** 1 when it has broken: it is passive from then on. */
  broken: i32(1, 'motion'),
  /** How far each coordinate that is an angle has turned, in sixteenths of a turn: poses say an angle to a whole turn. */
  turned: i32(MOST_COORDINATES, 'motion'),
  /** What each row did in the last step, on B [N s or N m s]: the next step starts from it. */
  impulse: f64(MOST_ROWS, 'motion'),
  /**
   * How the velocity of each coordinate answered an impulse in the last step, within its tree [1/kg or 1/(kg m^2)]; 0
   * where that is not known. Springs and dampers are as implicit as it asks for.
   */
  response: f64(MOST_COORDINATES, 'motion'),
  /** On which piece of its law each row was at the end of the last step: the next step starts there. */
  piece: i32(MOST_ROWS, 'motion'),
  /** Its block in the problem of the island at hand, plus one; 0 for none. */
  block: i32(1, 'scratch'),
  /**
   * Of the first joint of an island: under which conditions a step changed nothing of it; 0 where it did, or nothing is
   * known.
   */
  settled: i32(1, 'scratch'),
} as const;

/** The columns that have a number for each coordinate. */
export const COORDINATE_COLUMNS = [
  'lower',
  'upper',
  'stiffness',
  'damping',
  'rest',
  'friction',
  'motor',
  'target',
  'motorStiffness',
  'motorDamping',
  'motorLimit',
  'armature',
  'turned',
  'response',
] as const;

export const COUPLING_SCHEMA = {
  /** Two joints and a coordinate of each. */
  joints: i32(2),
  coordinates: i32(2),
  /** coordinate of the second = ratio * coordinate of the first + offset: a gear, or a mimic joint. */
  ratio: f64(),
  offset: f64(),
  active: i32(),
  impulse: f64(1, 'motion'),
} as const;
