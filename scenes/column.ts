// A column of boxes on the ground: box-stack and heavy-on-light.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { SceneBody } from '../src/scene/scene.js';
import { BOX, EDGE, rotation, STONE, stone } from './parts.js';

export const noiseField = number(
  'Disorder: at 1, boxes are moved sideways by up to 0.05 m, turned by up to 0.2 rad, and weigh half to one and a half times as much [1]',
  { min: 0, max: 1 },
);

/**
 * `count` boxes, each exactly on the one below; `noise` in [0, 1] makes it less than perfect without parting or joining them [1].
 */
export function column(count: number, noise: number, seed: number): SceneBody[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) => {
    const y = EDGE / 2 + i * EDGE;
    if (noise === 0) return stone(`box-${i}`, BOX, [0, y, 0]);
    const offset = () => random.uniform(-0.05, 0.05) * noise;
    return stone(`box-${i}`, BOX, [offset(), y, offset()], {
      orientation: rotation([0, 1, 0], random.uniform(-0.2, 0.2) * noise),
      density: STONE * (1 + random.uniform(-0.5, 0.5) * noise),
    });
  });
}
