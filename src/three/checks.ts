// Checks of the arguments of the public functions of drystone/three.

import type { Camera, Raycaster } from 'three';
import { refuse } from '../input/fields.js';
import { World } from '../world.js';

export function checkWorld(world: unknown): void {
  if (!(world instanceof World)) refuse('world', world, 'a World');
}

export function checkRaycaster(raycaster: unknown): void {
  const { ray } = (raycaster ?? {}) as Partial<Raycaster>;
  if (typeof ray?.at !== 'function') refuse('raycaster', raycaster, 'a Raycaster of three.js');
}

export function checkCamera(camera: unknown): void {
  if ((camera as Camera | null | undefined)?.isCamera !== true) refuse('camera', camera, 'a camera of three.js');
}

export function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
}
