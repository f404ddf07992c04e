// A beam over two pillars of the same height, one of two blocks and one of four. Counted from the ground, the beam lies in the
// third layer and in the fifth, where methods that go layer by layer usually fail.

import type { Scene } from '../src/scene/scene.js';
import { COLUMN_ROOM } from './column.js';
import type { Room } from './disorder.js';
import { disorder, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, EDGE, stone, stoneScene } from './parts.js';

export interface LintelOptions extends SceneOptions {
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<LintelOptions> = {
  name: 'lintel',
  description: 'A beam over a pillar of two tall blocks and a pillar of four boxes.',
  source: 'not in the papers; tries the stack layers of velocity-based shock propagation, section 4',
  options: { noise: noiseField },
};

/** Height of the pillars [m]. */
const HEIGHT = 4 * EDGE;
/** From the middle to each pillar's middle [m]. */
const REACH = 2;
const BEAM_HEIGHT = 0.5;
/** Its ends move by 0.1 m at most [m, rad]. */
const BEAM_ROOM: Room = { x: 0.05, z: 0.05, yaw: 0.02 };

export function lintel({ seed, noise = 0 }: LintelOptions): Scene {
  const disturb = disorder(noise, seed);
  const blocks = Array.from({ length: 2 }, (_, i) =>
    stone(`block-${i}`, { kind: 'box', size: [EDGE, 2 * EDGE, EDGE] }, [-REACH, EDGE * (2 * i + 1), 0]),
  );
  const boxes = Array.from({ length: 4 }, (_, i) => stone(`box-${i}`, BOX, [REACH, EDGE * (i + 0.5), 0]));
  const beam = stone('beam', { kind: 'box', size: [2 * REACH + EDGE, BEAM_HEIGHT, EDGE] }, [0, HEIGHT + BEAM_HEIGHT / 2, 0]);
  const pillars = [...blocks, ...boxes].map((block) => disturb(block, COLUMN_ROOM));
  return stoneScene(about, [...pillars, disturb(beam, BEAM_ROOM)]);
}
