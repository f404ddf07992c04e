// What schedulers of time keep from step to step: the anchor of every body, which is where it was at its last
// discontinuity, and when. Its pose between two steps follows from it, but not the other way round: to the last bit,
// the future does not follow from that pose.
//
// Row i is of node i. Worlds whose scheduler needs none of this have no rows.

import { f64, i32 } from '../table/table.js';

export const FLIGHT_SCHEMA = {
  /** The generation of the node that it is of; 0 for none. */
  node: i32(1, 'motion'),
  /** How many discontinuities at one time came before this one. */
  generation: i32(1, 'motion'),
  /** The lowest row of the contact group that it is in, plus one, and when that was born [s]; 0 for a body that flies. */
  group: i32(1, 'motion'),
  birth: f64(1, 'motion'),
  /** Time [s], centre of mass [m], orientation [1], linear and angular velocity [m/s], [rad/s], acceleration [m/s^2]. */
  anchor: f64(17, 'motion'),
} as const;

/** When the bodies of contact groups last touched, in any order. */
export const TOUCH_SCHEMA = {
  nodes: i32(2, 'motion'),
  /** [s] */
  time: f64(1, 'motion'),
} as const;
