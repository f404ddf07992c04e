// Bodies poured into a square pit: cubes and balls, or shapes of every kind.

import { boolean, number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, BOX, fixture, rotation, stone, stoneScene } from './parts.js';

export interface PouredOptions extends SceneOptions {
  /** Bodies that are poured [1]. */
  bodies?: number;
  /** Capsules, cylinders and pointed stones as well; default false. */
  mixed?: boolean;
}

export const about: About<PouredOptions> = {
  name: 'poured',
  description: '1000 cubes and balls are poured into a pit.',
  source: 'not in the papers; made to be seen with 100,000 bodies on the GPU',
  options: {
    bodies: number('Bodies that are poured [1]', { min: 1, max: 1_000_000, integer: true }),
    mixed: boolean('Capsules, cylinders and pointed stones as well; default false'),
  },
};

/** Layers in which they hang at first [1], and places from each other, across and up [m]. */
const LAYERS = 12;
const ACROSS = 1.6;
const UP = 1.8;
/** A body is off its place by so much at most [m]. */
const OFF = 0.1;
const LOWEST = 1;
/** Walls of the pit: their height and thickness, and how far they are from the outermost places [m]. */
const HEIGHT = 24;
const THICKNESS = 2;
const MARGIN = 0.5;

/** An octahedron with a blunt tip. */
const POINTED: ShapeDescriptor = {
  kind: 'hull',
  points: [
    [0.55, 0, 0],
    [-0.55, 0, 0],
    [0, 0, 0.55],
    [0, 0, -0.55],
    [0, -0.5, 0],
    [0.15, 0.45, 0.15],
    [-0.15, 0.45, 0.15],
    [0.15, 0.45, -0.15],
    [-0.15, 0.45, -0.15],
  ],
};
const CUBES_AND_BALLS: readonly [string, ShapeDescriptor][] = [
  ['ball', BALL],
  ['cube', BOX],
];
const OF_EVERY_KIND: readonly [string, ShapeDescriptor][] = [
  ...CUBES_AND_BALLS,
  ['capsule', { kind: 'capsule', radius: 0.3, length: 0.7 }],
  ['cylinder', { kind: 'cylinder', radius: 0.45, height: 0.8 }],
  ['pointed', POINTED],
];

export function poured({ seed, bodies: count = 1000, mixed = false }: PouredOptions): Scene {
  const side = Math.ceil(Math.sqrt(count / LAYERS));
  const random = new Random(seed);
  const kinds = mixed ? OF_EVERY_KIND : CUBES_AND_BALLS;
  const bodies = Array.from({ length: count }, (_, i): SceneBody => {
    const column = (i % side) - (side - 1) / 2;
    const row = (Math.floor(i / side) % side) - (side - 1) / 2;
    const layer = Math.floor(i / (side * side));
    const place: Vec3 = [
      ACROSS * column + random.uniform(-OFF, OFF),
      LOWEST + UP * layer,
      ACROSS * row + random.uniform(-OFF, OFF),
    ];
    const [name, shape] = kinds[Math.floor(random.uniform(0, kinds.length))];
    if (name === 'ball') return stone(`${name}-${i}`, shape, place);
    return stone(`${name}-${i}`, shape, place, { orientation: rotation([0, 1, 0], random.uniform(0, Math.PI / 2)) });
  });
  return stoneScene(about, [pit((ACROSS / 2) * side + MARGIN), ...bodies]);
}

/** Four walls, so far from the middle [m]. */
function pit(half: number): SceneBody {
  const long = 2 * (half + THICKNESS);
  const out = half + THICKNESS / 2;
  const walls = [-out, out].flatMap((at): ShapeDescriptor[] => [
    { kind: 'box', size: [THICKNESS, HEIGHT, long], position: [at, HEIGHT / 2, 0] },
    { kind: 'box', size: [long, HEIGHT, THICKNESS], position: [0, HEIGHT / 2, at] },
  ]);
  return fixture('pit', walls, [0, 0, 0]);
}
