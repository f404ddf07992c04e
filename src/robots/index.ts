/**
 * Reads robots from files: URDF and MJCF, the parts of both that rigid bodies have. The package drystone/robots.
 *
 * @module drystone/robots
 */

export { readMjcf } from './mjcf/read-mjcf.js';
export { readUrdf } from './read-urdf.js';
export type { Actuator, CoordinatePlace, LinkPlace, Robot, RobotOptions } from './robot.js';
