// The state of schedulers with local times: the anchor of every body, which is its time and motion at its last
// discontinuity. The pose between two steps follows from the anchor. The anchor does not follow from that pose, and the
// future does not either, to the last bit: so anchors are state.
//
// Row i belongs to node i. With other schedulers the table has no rows.

import { f64, i32 } from '../table/table.js';

export const FLIGHT_SCHEMA = {
  /** Generation of the node; 0 for an unused row. */
  node: i32(1, 'motion'),
  /** Number of discontinuities at the same time before this one. */
  generation: i32(1, 'motion'),
  /**
   * Lowest row of the body's contact group plus one, and the time when the group formed [s]; 0 for a body in flight.
   */
  group: i32(1, 'motion'),
  birth: f64(1, 'motion'),
  /** Time [s], centre of mass [m], orientation [1], linear and angular velocity [m/s], [rad/s], acceleration [m/s^2]. */
  anchor: f64(17, 'motion'),
} as const;

/** The times when pairs of bodies in contact groups last touched. The order of rows has no meaning. */
export const TOUCH_SCHEMA = {
  nodes: i32(2, 'motion'),
  /** [s] */
  time: f64(1, 'motion'),
} as const;
