// Rocks tumble down a mountainside. Each rock is the hull of points on a ball that was stretched by chance. The
// mountainside is a slope with ridges across it, and below it flat ground with a wall that stops what rolls out.

import { number } from '../src/input/fields.js';
import { cos, sin } from '../src/math/portable.js';
import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { randomDirection } from './box-of-gas.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stone, stoneScene } from './parts.js';

export interface AvalancheOptions extends SceneOptions {
  /** Rocks [1]. */
  count?: number;
}

export const about: About<AvalancheOptions> = {
  name: 'avalanche',
  description: '300 rocks tumble down a mountainside with ridges, and pile up at its foot.',
  source: 'time warp, figure 4 and section IV ("avalanche")',
  options: { count: number('Rocks [1]', { min: 1, max: 3000, integer: true }) },
};

/** The slope: inclination [rad], length down it and width [m]; the middle of its foot is the origin. */
const INCLINATION = 0.65;
const COS = cos(INCLINATION);
const SIN = sin(INCLINATION);
const LENGTH = 40;
const WIDTH = 16;
/** Ridges across the slope: how many, and how high and wide at their foot [m]. */
const RIDGES = 24;
const RIDGE_HEIGHT = 0.4;
const RIDGE_WIDTH = 1.2;
/** Walls at both sides, and one across the ground [m]. */
const WALL_HEIGHT = 3;
const WALL = 0.5;
const RUN_OUT = 10;

/** Radius of a rock before it is stretched, and how far it may be [1]. */
const SMALLEST = 0.3;
const LARGEST = 0.55;
const STRETCH = 0.25;
const CORNERS = 14;
/** Between the places of rocks, across and down the slope and from layer to layer [m]: wider than the widest rock. */
const SPACING = 1.5;
const ACROSS = 10;
const DOWN = 10;
/** Height of the lowest layer over the slope [m]. */
const DROP = 1.5;

export function avalanche({ seed, count = 300 }: AvalancheOptions): Scene {
  const random = new Random(seed);
  return stoneScene(about, [fixture('mountain', mountain(random), [0, 0, 0]), ...rocks(count, random)], { seconds: 20 });
}

/** A point of the slope: from its foot so far up along it, so far to the side, so far above its face [m]. */
function onSlope(up: number, side: number, above: number): Vec3 {
  return [above * SIN - up * COS, up * SIN + above * COS, side];
}

/** A wedge, a wall at either side of it and of the ground at its foot, a wall across that ground, and ridges. */
function mountain(random: Random): ShapeDescriptor[] {
  const top = onSlope(LENGTH, 0, 0);
  const side = WIDTH / 2;
  const shapes = [
    prism(
      [
        [0, 0],
        [top[0], 0],
        [top[0], top[1]],
      ],
      -side,
      side,
    ),
    prism(
      [
        [RUN_OUT, 0],
        [RUN_OUT, WALL_HEIGHT],
        [RUN_OUT + WALL, WALL_HEIGHT],
        [RUN_OUT + WALL, 0],
      ],
      -side - WALL,
      side + WALL,
    ),
  ];
  for (const from of [-side - WALL, side]) {
    shapes.push(
      prism(
        [
          [0, 0],
          [0, WALL_HEIGHT],
          [top[0], top[1] + WALL_HEIGHT],
          [top[0], 0],
        ],
        from,
        from + WALL,
      ),
    );
    shapes.push(
      prism(
        [
          [0, 0],
          [0, WALL_HEIGHT],
          [RUN_OUT, WALL_HEIGHT],
          [RUN_OUT, 0],
        ],
        from,
        from + WALL,
      ),
    );
  }
  for (let i = 0; i < RIDGES; i++) shapes.push(ridge(random));
  return shapes;
}

/** A roof across a part of the slope. */
function ridge(random: Random): ShapeDescriptor {
  const up = random.uniform(0.1, 0.7) * LENGTH;
  const length = random.uniform(0.1, 0.3) * WIDTH;
  const from = random.uniform(-WIDTH / 2, WIDTH / 2 - length);
  const corners = [onSlope(up - RIDGE_WIDTH / 2, 0, 0), onSlope(up + RIDGE_WIDTH / 2, 0, 0), onSlope(up, 0, RIDGE_HEIGHT)];
  return prism(
    corners.map(([x, y]) => [x, y]),
    from,
    from + length,
  );
}

/** A convex polygon of the plane of x and y, drawn along z [m]. */
function prism(polygon: readonly (readonly [number, number])[], from: number, to: number): ShapeDescriptor {
  return { kind: 'hull', points: [from, to].flatMap((z) => polygon.map(([x, y]): Vec3 => [x, y, z])) };
}

/** Layers over the upper end of the slope. */
function rocks(count: number, random: Random): SceneBody[] {
  return Array.from({ length: count }, (_, i) => {
    const side = ((i % ACROSS) - (ACROSS - 1) / 2) * SPACING;
    const up = LENGTH - SPACING * (1 + (Math.floor(i / ACROSS) % DOWN));
    const above = DROP + SPACING * Math.floor(i / (ACROSS * DOWN));
    const orientation = rotation(randomDirection(random, 1), random.uniform(0, Math.PI));
    return stone(`rock-${i}`, { kind: 'hull', points: rock(random) }, onSlope(up, side, above), { orientation });
  });
}

function rock(random: Random): Vec3[] {
  const radius = random.uniform(SMALLEST, LARGEST);
  const stretch = [1, 1, 1].map(() => radius * (1 + random.uniform(-STRETCH, STRETCH)));
  return Array.from({ length: CORNERS }, () => randomDirection(random, 1).map((c, k) => c * stretch[k]) as Vec3);
}
