// A column of boxes on the ground: box-stack, heavy-on-light and scale.

import type { SceneBody } from '../src/scene/scene.js';
import type { Room } from './disorder.js';
import { BOX, EDGE, stone } from './parts.js';

/**
 * Whatever the masses, the load of all that is above is then within 0.15 m of the middles of both boxes that meet, and so inside
 * their contact: all that is within 0.5 m of a box's middle lies on the box [m, rad].
 */
export const COLUMN_ROOM: Room = { x: 0.05, z: 0.05, yaw: 0.2 };

/** `count` boxes, each exactly on the one below. */
export function column(count: number): SceneBody[] {
  return Array.from({ length: count }, (_, i) => stone(`box-${i}`, BOX, [0, EDGE / 2 + i * EDGE, 0]));
}
