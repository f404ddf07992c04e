// An ideal gas of hard balls in a box of its own size: as many as one likes, at the same density always. Nothing
// weighs, rubs or loses energy, so energy is kept, and speeds come to Maxwell's distribution. What a simulation of it
// costs for each ball and second tells how the scheduler scales.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Scene } from '../src/scene/scene.js';
import { SCENE_VERSION } from '../src/scene/scene.js';
import { boxWalls, cubeRoot, latticeInBox, randomDirection } from './box-of-gas.js';
import type { About, SceneOptions } from './parts.js';

export interface GasOptions extends SceneOptions {
  /** Balls [1]. */
  count?: number;
  /** Share of the box that balls fill [1]. */
  fill?: number;
}

export const about: About<GasOptions> = {
  name: 'gas',
  description: '100 elastic balls fly in a box without gravity: energy is kept, and speeds become those of Maxwell.',
  source: 'time warp, introduction; what a scheduler costs as bodies become more',
  options: {
    count: number('Balls [1]', { min: 1, max: 10_000, integer: true }),
    fill: number('Share of the box that balls fill [1]', { above: 0, max: 0.1 }),
  },
};

/** [m] */
const RADIUS = 0.05;
/** [kg/m^3] */
const DENSITY = 1000;
/** All balls begin with it [m/s]. */
const SPEED = 1;

export function gas({ seed, count = 100, fill = 0.05 }: GasOptions): Scene {
  const random = new Random(seed);
  const side = cubeRoot((count * (4 / 3) * Math.PI * RADIUS * RADIUS * RADIUS) / fill);
  const places = latticeInBox([side, side, side], count, RADIUS);
  return {
    drystone: SCENE_VERSION,
    name: about.name,
    description: about.description,
    settings: { gravity: [0, 0, 0] },
    materials: { default: { friction: 0, restitution: 1 } },
    bodies: [
      boxWalls([side, side, side], [0, 0, 0]),
      ...places.map((position, i) => ({
        name: `ball-${i}`,
        position,
        shapes: [{ kind: 'sphere' as const, radius: RADIUS }],
        density: DENSITY,
        velocity: randomDirection(random, SPEED),
      })),
    ],
  };
}
