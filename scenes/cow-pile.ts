// Cows dropped from high above into a pile: concave bodies with thin legs, horns and tails, that turn as they fall.
//
// The paper drops its cows from several hundred metres, at half their length a step when they hit the ground. They start turned by chance, far enough
// apart that none can touch another.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Quat } from '../src/math/vector.js';
import { multiply } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { cowMesh } from './meshes/cow.js';
import type { About, SceneOptions } from './parts.js';
import { rotation, stone, stoneScene } from './parts.js';

export interface CowPileOptions extends SceneOptions {
  /** Cows [1]. */
  count?: number;
  /** Of the lowest cow above the ground [m]. */
  height?: number;
}

export const about: About<CowPileOptions> = {
  name: 'cow-pile',
  description: '250 cows dropped from high above into a pile.',
  source: 'velocity-based shock propagation, figures 15 and 28 to 30',
  options: {
    count: number('Cows [1]', { min: 1, max: 10000, integer: true }),
    height: number('Of the lowest cow above the ground [m]', { min: 0, max: 1000 }),
  },
};

/** From muzzle to tail [m]. */
const LENGTH = 2.5;
/** A cow about its middle; the mesh stands on its hooves. */
const COW: ShapeDescriptor = { kind: 'mesh', mesh: 'cow', position: [-0.1, -0.9, 0] };
/** Between the middles of neighbours: more than twice a cow's reach [m]. */
const SPACING = 3.6;
/** Cows of one layer, along each side. */
const SIDE = 5;

export function cowPile({ seed, count = 250, height = 100 }: CowPileOptions): Scene {
  const random = new Random(seed);
  const cows = Array.from({ length: count }, (_, i): SceneBody => {
    const place = (steps: number) => SPACING * (steps - (SIDE - 1) / 2);
    const layer = Math.floor(i / (SIDE * SIDE));
    const y = height + SPACING * (layer + 0.5);
    const position = [place(i % SIDE), y, place(Math.floor(i / SIDE) % SIDE)] as const;
    return stone(`cow-${i}`, COW, position, { orientation: turnByChance(random) });
  });
  return stoneScene(about, cows, { meshes: { cow: cowMesh(LENGTH) }, seconds: 20 });
}

/** About all three axes. */
function turnByChance(random: Random): Quat {
  const [x, y, z] = [0, 1, 2].map((axis) => {
    const angle = random.uniform(-Math.PI, Math.PI);
    return rotation([axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0], angle);
  });
  return multiply(y, multiply(x, z));
}
