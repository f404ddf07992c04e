// Newton's cradle without its strings: four equal balls in a touching row, and a fifth that arrives. It must stop, and the last
// one must leave at its speed. Nothing weighs, rubs or loses energy.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { SCENE_VERSION } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, EDGE, stone } from './parts.js';

export interface OfficeToyOptions extends SceneOptions {
  /** Speed of the arriving ball [m/s]. */
  speed?: number;
}

export const about: About<OfficeToyOptions> = {
  name: 'office-toy',
  description: 'A ball hits a row of four equal balls; in nature it stops and the last one leaves.',
  source: 'fast impulsive contact suite, figure 3 and section 6 ("office toy")',
  options: { speed: number('Speed of the arriving ball [m/s]', { above: 0, max: 1000 }) },
};

const BALLS = 5;
/** Free way of the arriving ball [m]. */
const APPROACH = 0.5;

export function officeToy({ speed = 5 }: OfficeToyOptions): Scene {
  return {
    drystone: SCENE_VERSION,
    name: about.name,
    description: about.description,
    seconds: 1,
    settings: { gravity: [0, 0, 0] },
    materials: { default: { friction: 0, restitution: 1 } },
    bodies: [
      stone('ball-0', BALL, [-EDGE - APPROACH, 0, 0], { velocity: [speed, 0, 0] }),
      ...Array.from({ length: BALLS - 1 }, (_, i) => stone(`ball-${i + 1}`, BALL, [i * EDGE, 0, 0])),
    ],
  };
}
