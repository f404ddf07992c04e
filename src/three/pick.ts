// Picking of bodies with the pointer. Rays are those of the engine: they hit the exact shapes, whatever is drawn.

import type { Camera, Raycaster } from 'three';
import { Vector2 } from 'three';
import { InputError, number } from '../input/fields.js';
import type { QueryOptions } from '../world/query-options.js';
import type { Hit } from '../world/querying.js';
import type { World } from '../world.js';
import { checkCamera, checkRaycaster, checkWorld } from './checks.js';

const placeField = number('[1]');

/** The first shape that the ray of a Raycaster hits, between `near` and `far`. */
export function pickByRay(world: World, raycaster: Raycaster, options?: QueryOptions): Hit | undefined {
  checkWorld(world);
  checkRaycaster(raycaster);
  const { ray, near, far } = raycaster;
  const from = ray.at(near, ray.origin.clone()).toArray();
  if (!Number.isFinite(far)) return world.queries.castRay(from, ray.direction.toArray(), options);
  if (!(far > near)) throw new InputError(`raycaster.far is ${far}, but must be above raycaster.near, which is ${near}.`);
  return world.queries.castSegment(from, ray.at(far, ray.origin.clone()).toArray(), options);
}

/**
 * The first shape under a point of the picture, in normalized device coordinates: x to the right, y up, from -1 to 1.
 */
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
