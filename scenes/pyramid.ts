// A flat pyramid: courses of bricks, each one shorter than the one below and shifted by half a brick.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { courses } from './courses.js';
import { noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { stoneScene } from './parts.js';

export interface PyramidOptions extends SceneOptions {
  /** Bricks of the lowest course [1]. */
  base?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<PyramidOptions> = {
  name: 'pyramid',
  description: 'A flat pyramid of 120 bricks on a base of 15.',
  source: 'velocity-based shock propagation, section 1 (dense structured stacking)',
  options: { base: number('Bricks of the lowest course [1]', { min: 1, max: 200, integer: true }), noise: noiseField },
};

export function pyramid({ seed, base = 15, noise = 0 }: PyramidOptions): Scene {
  const counts = Array.from({ length: base }, (_, course) => base - course);
  return stoneScene(about, courses(counts, noise, seed));
}
