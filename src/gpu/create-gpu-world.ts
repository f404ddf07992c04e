// From what the user says to a world on the GPU, or on the processor where that cannot be.

import { number, oneOf, refuse } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import { checkFields, tryScene } from '../scene/load-scene.js';
import type { Scene } from '../scene/scene.js';
import type { DeviceChoice } from './open-device.js';
import { openDevice } from './open-device.js';
import { PlacedWorld } from './placed-world.js';
import { refuseForGpu } from './refusals.js';
import { Surroundings } from './surroundings.js';

const FALLBACKS = ['cpu', 'none'] as const;
const fallbackField = oneOf('What takes the place of a device', FALLBACKS);
const keepField = number('Steps', { min: 1, integer: true });

export interface GpuWorldOptions extends DeviceChoice {
  scene: Scene;
  /** Without a device, and after its loss: "cpu" goes on on the processor, "none" throws the sentence that says why. Default "cpu". */
  fallback?: (typeof FALLBACKS)[number];
  /** After so many steps the state is read, and a loss goes back to it at most; default 100 [1]. */
  keepEvery?: number;
}

/** Throws an InputError for what a world on the GPU does not do; where there is no device only with `fallback: 'none'`. */
export async function createGpuWorld(options: GpuWorldOptions): Promise<PlacedWorld> {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object with a scene');
  const { scene, fallback = 'cpu', keepEvery = 100, ...choice } = options;
  fallbackField.check(fallback, 'options.fallback');
  keepField.check(keepEvery, 'options.keepEvery');
  const own = checkFields(readOnce(scene));
  refuseForGpu(own);
  // Names that are given twice, materials that are not there: what every world refuses.
  tryScene(own);
  const pipelines = await openDevice(choice);
  if (typeof pipelines === 'string' && fallback === 'none') throw new Error(pipelines);
  return new PlacedWorld({ scene: own, around: new Surroundings(own), pipelines, fallback, keepEvery });
}
