// 100 cubes fall into a container and squeeze around the obstacles in it. There they come to rest only seemingly, far from the
// bottom, where they end as a stack.
//
// They join by fours, one batch after the other, so that the number of contacts grows slowly until the end, as in the paper's figure
// 6. The paper gives no sizes. The slots beside the obstacles are two and a half cubes wide, and the obstacles' slopes steep enough for
// stone to slide: slots of 2.25 cubes jam for good with some seeds, narrower ones with all.
//
// Contacts grow to about 700, 345 on average; the paper has about 500 and 250.

import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import { normalize } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, fixture, rotation, stone, stoneScene } from './parts.js';

export const about: About = {
  name: 'cubejam',
  description: '100 cubes fall into a container, squeeze around obstacles and end as a stack.',
  source: 'fast impulsive contact suite, section 6 ("cubejam") and figure 6',
  options: {},
};

const CUBES = 100;
/** Cubes that join together [1], and the time between batches [s]. */
const BATCH = 4;
const INTERVAL = 0.9;
/** Height at which they join [m]. */
const DROP_HEIGHT = 18;
/** Where those of a batch are, to the sides of the axis, and by how much chance moves them: they stay apart [m]. */
const PLACE = 1.5;
const DISPLACEMENT = 0.6;

/** Inner width of the container [m]. */
const WIDTH = 6;
const HEIGHT = 20;
const WALL_THICKNESS = 1;

/** Heights of the ridges of the obstacles, bars across the container along x and z in turn; above the stack [m]. */
const RIDGES = [9, 11.5, 14];
/** Half the width of a bar [m], and the slope of its upper faces, 35 degrees [1]. */
const BAR_HALF_WIDTH = 0.5;
const BAR_SLOPE = 0.7;

export function cubejam({ seed }: SceneOptions): Scene {
  const random = new Random(seed);
  const batches = Array.from({ length: CUBES / BATCH }, (_, i) => ({ at: i * INTERVAL, bodies: batch(i * BATCH, random) }));
  return stoneScene(about, [fixture('container', [...walls(), ...RIDGES.map(bar)], [0, 0, 0]), ...batches[0].bodies], {
    dt: 1 / 30,
    seconds: 30,
    // c_f as in the paper.
    settings: { 'impulsive.freezeAfter': 3 },
    additions: batches.slice(1),
  });
}

function batch(first: number, random: Random): SceneBody[] {
  return Array.from({ length: BATCH }, (_, i) => {
    const place = (side: number) => PLACE * (side === 0 ? -1 : 1) + random.uniform(-DISPLACEMENT, DISPLACEMENT);
    const position: Vec3 = [place(i & 1), DROP_HEIGHT, place(i & 2)];
    const axis = normalize([random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)]);
    return stone(`cube-${first + i}`, BOX, position, { orientation: rotation(axis, random.uniform(0, Math.PI)) });
  });
}

function walls(): ShapeDescriptor[] {
  const middle = (WIDTH + WALL_THICKNESS) / 2;
  const length = WIDTH + 2 * WALL_THICKNESS;
  return [-middle, middle].flatMap((at): ShapeDescriptor[] => [
    { kind: 'box', size: [WALL_THICKNESS, HEIGHT, length], position: [at, HEIGHT / 2, 0] },
    { kind: 'box', size: [length, HEIGHT, WALL_THICKNESS], position: [0, HEIGHT / 2, at] },
  ]);
}

/** A bar whose section is a rhombus with its ridge at that height, through the middle of the container from wall to wall. */
function bar(ridge: number, index: number): ShapeDescriptor {
  const halfHeight = BAR_HALF_WIDTH * BAR_SLOPE;
  const points = [-WIDTH / 2, WIDTH / 2].flatMap((end): Vec3[] => [
    [end, ridge, 0],
    [end, ridge - halfHeight, BAR_HALF_WIDTH],
    [end, ridge - halfHeight, -BAR_HALF_WIDTH],
    [end, ridge - 2 * halfHeight, 0],
  ]);
  return { kind: 'hull', points: index % 2 === 0 ? points : points.map(([x, y, z]): Vec3 => [z, y, x]) };
}
