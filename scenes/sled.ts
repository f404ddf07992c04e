// A box slides along a sled that stands on ice. Friction between the two slows the box and drives the sled until both have the speed
// that momentum leaves them; without friction below, nothing changes it afterwards.
//
// Box and sled weigh the same, so from v = 2 m/s they end at v / 2 = 1 m/s. Until then the box slides for v / (2 mu g) = 0.204 s and
// v^2 / (4 mu g) = 0.204 m along the sled.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, EDGE, fixture, stone, stoneScene } from './parts.js';

export interface SledOptions extends SceneOptions {
  /** Speed of the box at the start [m/s]. */
  speed?: number;
}

export const about: About<SledOptions> = {
  name: 'sled',
  description: 'A box slides along a sled on ice at 2 m/s; both end at 1 m/s.',
  source: 'not in the papers; whether momentum passes through a stack, velocity-based shock propagation, section 4',
  // At 4 m/s the box slides 0.82 m: farther, and it would come near the sled's end.
  options: { speed: number('Speed of the box at the start [m/s]', { min: 0, max: 4 }) },
};

/** Length, height and depth, of the same volume as the box [m]. */
const SLED = [2, 0.5, 1] as const;
const ICE = [24, 0.5, 4] as const;
/** Where the box starts on the sled: behind its middle [m]. */
const BOX_START = -0.5;

export function sled({ speed = 2 }: SledOptions): Scene {
  const ice = { ...fixture('ice', [{ kind: 'box', size: ICE }], [0, ICE[1] / 2, 0]), material: 'ice' };
  const runner = stone('sled', { kind: 'box', size: SLED }, [0, ICE[1] + SLED[1] / 2, 0]);
  const box = stone('box', BOX, [BOX_START, ICE[1] + SLED[1] + EDGE / 2, 0], { velocity: [speed, 0, 0] });
  return stoneScene(about, [ice, runner, box], {
    // As long as they are on the ice.
    seconds: 5,
    materials: { default: { friction: 0.5, restitution: 0 }, ice: { friction: 0, restitution: 0 } },
  });
}
