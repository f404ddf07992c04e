// Cubes and balls in turn, one upon the other: ten bodies. The paper gives no picture, but counts 13 contacts: four below the
// lowest cube and one at each of the nine places where a ball and a cube meet. Noise changes the masses alone: a cube whose
// middle is not over the ball below it would fall.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { disorder, NO_ROOM, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, BOX, EDGE, stone, stoneScene } from './parts.js';

export interface CubeSphereStackOptions extends SceneOptions {
  /** Free height below each body at the start [m]. */
  gap?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<CubeSphereStackOptions> = {
  name: 'cs-stack',
  description: 'A stack of five cubes and five balls in turn.',
  source: 'fast impulsive contact suite, section 6 ("c-s stack")',
  options: { gap: number('Free height below each body at the start [m]', { min: 0, max: 100 }), noise: noiseField },
};

export function cubeSphereStack({ seed, gap = 0, noise = 0 }: CubeSphereStackOptions): Scene {
  const disturb = disorder(noise, seed);
  const bodies = Array.from({ length: 10 }, (_, i) => {
    const [name, shape] = i % 2 === 0 ? [`cube-${i}`, BOX] : [`ball-${i}`, BALL];
    return disturb(stone(name, shape, [0, gap + EDGE / 2 + i * (EDGE + gap), 0]), NO_ROOM);
  });
  return stoneScene(about, bodies);
}
