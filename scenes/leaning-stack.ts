// A stack of boxes, each displaced to the same side by the same distance d from the one below.
//
// Of n boxes of edge e, box k has its middle at k d (k = 0 lowest). The boxes above box k have theirs on the mean at (n + k) d / 2,
// and its upper face ends at k d + e / 2: they stay on it while (n - k) d <= e. The lowest box is the first to lose its load, at
//
//   d = e / n,
//
// and the ground never is: all n boxes have their centre of mass at (n - 1) d / 2 < e / 2. `lean` is d over that limit: the stack
// stands below 1 and topples above.
//
// With noise, a lean of 0.5 still stands. Masses from half to one and a half move the mean of what is above a box to at most 0.634 of
// its way from that box to the top (the heavy boxes above, the light ones below that point), 0.32 m, and offsets by 0.1 m.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { COLUMN_ROOM } from './column.js';
import { disorder, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, EDGE, stone, stoneScene } from './parts.js';

export interface LeaningStackOptions extends SceneOptions {
  /** Boxes [1]. */
  count?: number;
  /** Displacement from box to box over the largest that stands, which is the edge over the count [1]. */
  lean?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<LeaningStackOptions> = {
  name: 'leaning-stack',
  description: 'A stack of ten boxes that leans half as far as it can.',
  source: 'not in the papers; tells a method that holds what stands from one that holds what should topple',
  options: {
    count: number('Boxes [1]', { min: 2, max: 1000, integer: true }),
    lean: number('Displacement from box to box over the edge divided by the count; above 1 it topples [1]', { min: 0, max: 1.9 }),
    noise: noiseField,
  },
};

export function leaningStack({ seed, count = 10, lean = 0.5, noise = 0 }: LeaningStackOptions): Scene {
  const displacement = (lean * EDGE) / count;
  const disturb = disorder(noise, seed);
  const boxes = Array.from({ length: count }, (_, i) =>
    disturb(stone(`box-${i}`, BOX, [i * displacement, EDGE * (i + 0.5), 0]), COLUMN_ROOM),
  );
  return stoneScene(about, boxes);
}
