// The game of Jenga: 18 layers of three blocks, each layer across the one below. Blocks have the proportions of the game, 1.5 to
// 2.5 to 7.5, so that three make a square.
//
// Only middle blocks are taken out, and none of the top layer. So every block keeps a support near both of its ends, and whatever
// the blocks above weigh, their loads fall between the two: the tower stands, in disorder too.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { disorder, noiseField, roomInCourse } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { stone, stoneScene } from './parts.js';

export interface JengaOptions extends SceneOptions {
  /** Middle blocks taken out, chosen by the seed [1]. */
  removed?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

const LAYERS = 18;
/** Of a block [m]; multiples of 1/8, so that blocks touch exactly. */
const LENGTH = 1.875;
const HEIGHT = 0.375;
const WIDTH = 0.625;
/** Between the blocks of a layer at full noise [m]. */
const NOISY_JOINT = 0.05;

export const about: About<JengaOptions> = {
  name: 'jenga',
  description: 'A tower of 54 blocks, 18 layers of three, each layer across the one below.',
  source: 'not in the papers; a dense structured stack as in velocity-based shock propagation, section 1',
  options: {
    removed: number('Middle blocks taken out, chosen by the seed [1]', { min: 0, max: LAYERS - 1, integer: true }),
    noise: noiseField,
  },
};

export function jenga({ seed, removed = 0, noise = 0 }: JengaOptions): Scene {
  const hollow = chooseLayers(removed, new Random(seed));
  const disturb = disorder(noise, seed);
  const along = roomInCourse(NOISY_JOINT, LENGTH);
  const across = { ...along, x: along.z, z: along.x };
  const blocks: SceneBody[] = [];
  for (let layer = 0; layer < LAYERS; layer++) {
    const y = HEIGHT * (layer + 0.5);
    for (const side of hollow.has(layer) ? [-1, 1] : [-1, 0, 1]) {
      const at = side * (WIDTH + NOISY_JOINT * noise);
      const name = `block-${layer}-${['left', 'middle', 'right'][side + 1]}`;
      const block =
        layer % 2 === 0
          ? disturb(stone(name, { kind: 'box', size: [WIDTH, HEIGHT, LENGTH] }, [at, y, 0]), along)
          : disturb(stone(name, { kind: 'box', size: [LENGTH, HEIGHT, WIDTH] }, [0, y, at]), across);
      blocks.push(block);
    }
  }
  return stoneScene(about, blocks);
}

/** `count` different layers below the top one. */
function chooseLayers(count: number, random: Random): Set<number> {
  const layers = Array.from({ length: LAYERS - 1 }, (_, layer) => layer);
  return new Set(Array.from({ length: count }, () => layers.splice(Math.floor(random.uniform(0, layers.length)), 1)[0]));
}
