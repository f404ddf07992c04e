// Cubes and balls in turn, one upon the other: ten bodies. The paper gives no picture, but counts 13 contacts: four below the
// lowest cube and one at each of the nine places where a ball and a cube meet.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, BOX, EDGE, stone, stoneScene } from './parts.js';

export interface CubeSphereStackOptions extends SceneOptions {
  /** Free height below each body at the start [m]. */
  gap?: number;
}

export const about: About<CubeSphereStackOptions> = {
  name: 'cs-stack',
  description: 'A stack of five cubes and five balls in turn.',
  source: 'fast impulsive contact suite, section 6 ("c-s stack")',
  options: { gap: number('Free height below each body at the start [m]', { min: 0, max: 100 }) },
};

export function cubeSphereStack({ gap = 0 }: CubeSphereStackOptions): Scene {
  const bodies = Array.from({ length: 10 }, (_, i) => {
    const [name, shape] = i % 2 === 0 ? [`cube-${i}`, BOX] : [`ball-${i}`, BALL];
    return stone(name, shape, [0, gap + EDGE / 2 + i * (EDGE + gap), 0]);
  });
  return stoneScene(about, bodies);
}
