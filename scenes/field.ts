// A field of small stacks far apart, one of which is hit every second: what sleeping is for. All but a few bodies rest at any time.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, EDGE, stone, stoneScene } from './parts.js';

export interface FieldOptions extends SceneOptions {
  /** Stacks [1]. */
  stacks?: number;
  /** Boxes of a stack [1]. */
  height?: number;
  /** For how long stacks are hit [s]. */
  seconds?: number;
}

export const about: About<FieldOptions> = {
  name: 'field',
  description: '200 stacks of five boxes, one of which is hit by a ball every second, with sleeping on.',
  source: 'not in the papers; sleepy groups of the contact graph paper, section 7',
  options: {
    stacks: number('Stacks [1]', { min: 1, max: 10000, integer: true }),
    height: number('Boxes of a stack [1]', { min: 1, max: 100, integer: true }),
    seconds: number('For how long stacks are hit [s]', { above: 0, max: 1000 }),
  },
};

/** From stack to stack: what falls over one does not reach the next [m]. */
const SPACING = 8;
/** The ball: its radius [m], how far from the stack it comes [m], and how fast it is [m/s]. */
const RADIUS = 0.3;
const DISTANCE = 2;
const SPEED = 8;

export function field({ seed, stacks = 200, height = 5, seconds = 20 }: FieldOptions): Scene {
  const random = new Random(seed);
  const columns = Math.ceil(Math.sqrt(stacks));
  const place = (stack: number): [number, number] => [SPACING * (stack % columns), SPACING * Math.floor(stack / columns)];
  const bodies = Array.from({ length: stacks * height }, (_, i) => {
    const [x, z] = place(Math.floor(i / height));
    return stone(`box-${i}`, BOX, [x, EDGE * ((i % height) + 0.5), z]);
  });
  const additions = Array.from({ length: Math.floor(seconds) }, (_, i) => {
    const [x, z] = place(Math.min(stacks - 1, Math.floor(random.uniform(0, stacks))));
    const ball: SceneBody = stone(`ball-${i}`, { kind: 'sphere', radius: RADIUS }, [x - DISTANCE, EDGE * (height - 0.5), z], {
      velocity: [SPEED, 0, 0],
    });
    return { at: i + 1, bodies: [ball] };
  });
  return stoneScene(about, bodies, { seconds: Math.floor(seconds) + 1, settings: { 'sleeping.enabled': 'on' }, additions });
}
