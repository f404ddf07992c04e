// A bowl of jacks: sixty of them dropped into a bowl, where their arms catch in each other.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { jackMesh } from './meshes/jack.js';
import { bowlMesh } from './meshes/turned.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stone, stoneScene } from './parts.js';

export interface JackBowlOptions extends SceneOptions {
  /** Jacks [1]. */
  count?: number;
}

export const about: About<JackBowlOptions> = {
  name: 'jack-bowl',
  description: '60 jacks dropped into a bowl.',
  source: 'not in the papers; concave bodies that catch in each other, contact trees',
  options: { count: number('Jacks [1]', { min: 1, max: 1000, integer: true }) },
};

const SIZE = 1;
/** Of the bowl's hollow, and of its wall [m]. */
const BOWL_RADIUS = 2.2;
const BOWL_WALL = 0.3;
/** Between the middles of neighbours: a jack reaches half its size in any direction [m]. */
const SPACING = 1.1;
/** Jacks of one layer, along each side. */
const SIDE = 3;

export function jackBowl({ seed, count = 60 }: JackBowlOptions): Scene {
  const random = new Random(seed);
  const jacks = Array.from({ length: count }, (_, i): SceneBody => {
    const place = (steps: number) => SPACING * (steps - (SIDE - 1) / 2);
    const layer = Math.floor(i / (SIDE * SIDE));
    const y = BOWL_RADIUS + SPACING * (layer + 0.5);
    const axis = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)] as const;
    const orientation = rotation(axis, random.uniform(0, Math.PI));
    return stone(`jack-${i}`, { kind: 'mesh', mesh: 'jack' }, [place(i % SIDE), y, place(Math.floor(i / SIDE) % SIDE)], {
      orientation,
    });
  });
  const bowl = fixture('bowl', [{ kind: 'mesh', mesh: 'bowl' }], [0, 0, 0]);
  return stoneScene(about, [bowl, ...jacks], {
    meshes: { jack: jackMesh(SIZE), bowl: { ...bowlMesh(BOWL_RADIUS, BOWL_WALL), error: BOWL_WALL / 8 } },
  });
}
