// Newton's cradle without its strings: four equal balls in a touching row, and a fifth that arrives. It must stop, and the last
// one must leave at its speed; of several that arrive together, touching, as many must leave. Nothing weighs, rubs or loses energy.

import { number, refuse } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { SCENE_VERSION } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, EDGE, stone } from './parts.js';

export interface OfficeToyOptions extends SceneOptions {
  /** Speed of the arriving balls [m/s]. */
  speed?: number;
  /** Balls in all [1]. */
  balls?: number;
  /** How many of them arrive, fewer than all [1]. */
  incoming?: number;
}

export const about: About<OfficeToyOptions> = {
  name: 'office-toy',
  description: 'A ball hits a row of four equal balls; in nature it stops and the last one leaves.',
  source: 'fast impulsive contact suite, figure 3 and section 6 ("office toy")',
  options: {
    speed: number('Speed of the arriving balls [m/s]', { above: 0, max: 1000 }),
    balls: number('Balls in all [1]', { min: 2, max: 50, integer: true }),
    incoming: number('How many of them arrive, fewer than all [1]', { min: 1, max: 49, integer: true }),
  },
};

/** Free way of the arriving balls [m]. */
const APPROACH = 0.5;

export function officeToy({ speed = 5, balls = 5, incoming = 1 }: OfficeToyOptions): Scene {
  if (incoming >= balls) refuse('incoming', incoming, `less than balls, which is ${balls}`);
  return {
    drystone: SCENE_VERSION,
    name: about.name,
    description: about.description,
    seconds: 1,
    settings: { gravity: [0, 0, 0] },
    materials: { default: { friction: 0, restitution: 1 } },
    bodies: Array.from({ length: balls }, (_, i) => {
      const x = (i - incoming) * EDGE;
      if (i < incoming) return stone(`ball-${i}`, BALL, [x - APPROACH, 0, 0], { velocity: [speed, 0, 0] });
      return stone(`ball-${i}`, BALL, [x, 0, 0]);
    }),
  };
}
