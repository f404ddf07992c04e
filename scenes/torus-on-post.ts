// Rings dropped over a post: they are threaded on it, come to rest around it and on each other, and cannot leave it sideways.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { ringMesh } from './meshes/tubes.js';
import { postMesh } from './meshes/turned.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stone, stoneScene } from './parts.js';

export interface TorusOnPostOptions extends SceneOptions {
  /** Rings [1]. */
  count?: number;
}

export const about: About<TorusOnPostOptions> = {
  name: 'torus-on-post',
  description: 'Five rings fall around a post they are threaded on.',
  source: 'not in the papers; a body around another, contact trees',
  options: { count: number('Rings [1]', { min: 1, max: 12, integer: true }) },
};

const RING_RADIUS = 1;
const RING_THICKNESS = 0.5;
const POST_RADIUS = 0.35;
const POST_HEIGHT = 9;
/** Between the middles of rings at the start [m]. */
const SPACING = 0.7;
/** A ring leans by at most this much [rad]. */
const LEAN = 0.1;

export function torusOnPost({ seed, count = 5 }: TorusOnPostOptions): Scene {
  const random = new Random(seed);
  const rings = Array.from({ length: count }, (_, i): SceneBody => {
    const orientation = rotation([random.uniform(-1, 1), 0, random.uniform(0.1, 1)], random.uniform(0, LEAN));
    return stone(`ring-${i}`, { kind: 'mesh', mesh: 'ring' }, [0, 1 + SPACING * i, 0], { orientation });
  });
  const post = fixture('post', [{ kind: 'mesh', mesh: 'post' }], [0, 0, 0]);
  return stoneScene(about, [post, ...rings], {
    meshes: { ring: ringMesh(RING_RADIUS, RING_THICKNESS), post: postMesh(POST_RADIUS, POST_HEIGHT) },
  });
}
