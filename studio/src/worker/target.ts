// Setting of a motor's target.

import type { World } from '../../../src/index.js';
import { InputError } from '../../../src/index.js';
import type { Target } from '../protocol.js';
import { jointOf } from './joint-picture.js';

export function applyTarget(world: World, { joint: id, coordinate, value }: Target): void {
  const joint = jointOf(world, id);
  if (joint === null) throw new InputError(`The joint of id ${id} is no longer in the world.`);
  joint.coordinate(coordinate).target = value;
}
