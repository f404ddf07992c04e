// Meshes of known forms, dropped onto the ground: a bunny and a dragon, made here of rounded cones, and the Utah teapot as four solids (body,
// lid, handle and spout, which enter each other) whose open rims are filled.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { MeshArrays, Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { bunnyMesh } from './meshes/bunny.js';
import { dragonMesh } from './meshes/dragon.js';
import { unpackSolid } from './meshes/packed-solid.js';
import type { Surface } from './meshes/surface.js';
import { TEAPOT } from './meshes/teapot-data.js';
import type { About, SceneOptions } from './parts.js';
import { rotation, stone, stoneScene } from './parts.js';

export interface MeshZooOptions extends SceneOptions {
  /** Bunnies, teapots and dragons together [1]. */
  count?: number;
}

export const about: About<MeshZooOptions> = {
  name: 'mesh-zoo',
  description: 'A heap of nine bunnies, nine teapots of four solids each, and nine dragons.',
  source: 'not in the papers; the teapot is that of the npm package teapot',
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
const KINDS = ['bunny', 'teapot', 'dragon'] as const;
type Kind = (typeof KINDS)[number];

/** The solids that one of a kind is made of. */
function solidsOf(kind: Kind): Surface[] {
  if (kind === 'bunny') return [bunnyMesh(SIZE)];
  if (kind === 'dragon') return [dragonMesh(SIZE)];
  return TEAPOT.map((part) => unpackSolid(part, SIZE));
}

export function meshZoo({ seed, count = 27 }: MeshZooOptions): Scene {
  const random = new Random(seed);
  const meshes = { bunny: namedMeshes('bunny'), teapot: namedMeshes('teapot'), dragon: namedMeshes('dragon') };
  const animals = Array.from({ length: count }, (_, i): SceneBody => {
    const kind = KINDS[(i + Math.floor(i / SIDE)) % KINDS.length];
    const place = (steps: number) => SPACING * (steps - (SIDE - 1) / 2);
    const y = SPACING * (Math.floor(i / (SIDE * SIDE)) + 0.5);
    const position = [place(i % SIDE), y, place(Math.floor(i / SIDE) % SIDE)] as const;
    const orientation = rotation([random.uniform(-1, 1), random.uniform(0.1, 1), random.uniform(-1, 1)], random.uniform(0, 3));
    const [first, ...others] = meshes[kind].map(([mesh]): ShapeDescriptor => ({ kind: 'mesh', mesh }));
    return stone(`${kind}-${i}`, first, position, { orientation, shapes: [first, ...others] });
  });
  return stoneScene(about, animals, { meshes: Object.fromEntries(KINDS.flatMap((kind) => meshes[kind])) });
}

/** By the names that shapes call them. */
function namedMeshes(kind: Kind): [string, MeshArrays][] {
  const solids = solidsOf(kind);
  return solids.map((solid, part) => [solids.length === 1 ? kind : `${kind}-part-${part}`, { ...solid, error: ERROR }]);
}
