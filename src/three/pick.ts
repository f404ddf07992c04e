// Picking: from the pointer to a body, by the engine's own rays, which meet shapes exactly and know nothing of what is drawn.

import type { Camera, Raycaster } from 'three';
import { Vector2 } from 'three';
import { InputError, number } from '../input/fields.js';
import type { QueryOptions } from '../world/query-options.js';
import type { Hit } from '../world/querying.js';
import type { World } from '../world.js';
import { checkCamera, checkRaycaster, checkWorld } from './checks.js';

const placeField = number('[1]');

/** The first shape that a ray of three.js meets, between its near and far ends. */
export function pickByRay(world: World, raycaster: Raycaster, options?: QueryOptions): Hit | undefined {
  checkWorld(world);
  checkRaycaster(raycaster);
  const { ray, near, far } = raycaster;
  const from = ray.at(near, ray.origin.clone()).toArray();
  if (!Number.isFinite(far)) return world.queries.castRay(from, ray.direction.toArray(), options);
  if (!(far > near)) throw new InputError(`raycaster.far is ${far}, but must be above raycaster.near, which is ${near}.`);
  return world.queries.castSegment(from, ray.at(far, ray.origin.clone()).toArray(), options);
}

/** The first shape under a point of the picture, both coordinates from -1 to 1, as three.js has them: right and up. */
export function pick(
  world: World,
  raycaster: Raycaster,
  camera: Camera,
  x: number,
  y: number,
  options?: QueryOptions,
): Hit | undefined {
  checkRaycaster(raycaster);
  checkCamera(camera);
  placeField.check(x, 'x');
  placeField.check(y, 'y');
  raycaster.setFromCamera(new Vector2(x, y), camera);
  return pickByRay(world, raycaster, options);
}
