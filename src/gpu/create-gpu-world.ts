// Creation of a world on the GPU, or on the processor if there is no device.

import { number, oneOf, refuse } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import { checkFields, tryScene } from '../scene/load-scene.js';
import type { Scene } from '../scene/scene.js';
import type { DeviceChoice } from './open-device.js';
import { openDevice } from './open-device.js';
import { PlacedWorld } from './placed-world.js';
import { refuseForGpu, refuseUnknownMaterials } from './refusals.js';
import { Surroundings } from './surroundings.js';

const FALLBACKS = ['cpu', 'none'] as const;
const fallbackField = oneOf('What takes the place of a device', FALLBACKS);
const keepField = number('Steps', { min: 1, integer: true });

export interface GpuWorldOptions extends DeviceChoice {
  scene: Scene;
  /** Without a device, and after its loss: "cpu" continues on the processor, "none" throws an error. Default "cpu". */
  fallback?: (typeof FALLBACKS)[number];
  /** Number of steps between backups of the state, to which a loss of the device goes back; default 100 [1]. */
  keepEvery?: number;
}

/**
 * Creates a world on the GPU. Throws an InputError for contents that such a world does not support, and without a
 * device only with `fallback: 'none'`.
 */
export async function createGpuWorld(options: GpuWorldOptions): Promise<PlacedWorld> {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object with a scene');
  const { scene, fallback = 'cpu', keepEvery = 100, ...choice } = options;
  fallbackField.check(fallback, 'options.fallback');
  keepField.check(keepEvery, 'options.keepEvery');
  const own = checkFields(readOnce(scene));
  refuseForGpu(own);
  // What every world checks of materials. Bodies have been checked one by one: no world of a hundred thousand is built for trial.
  tryScene({ ...own, bodies: [], additions: [] });
  const around = new Surroundings(own);
  refuseUnknownMaterials(own, around);
  return new PlacedWorld({ scene: own, around, pipelines: await openDevice(choice), fallback, keepEvery });
}
