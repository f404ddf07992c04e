// Balls dropped onto an inclined plate with the letters DIKU engraved: some come to rest in the letters, the others roll off.
//
// The plate is one fixed body of boxes: a slab, and on it a tiling that leaves out the strokes of the letters, so that they are
// real recesses with walls and a floor. Or it is a single mesh of the same solid.

import { boolean, number, oneOf } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Pose } from '../src/math/vector.js';
import { transformPoint } from '../src/math/vector.js';
import type { MeshArrays, Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { engravedPlateMesh } from './meshes/engraved-plate.js';
import type { About, SceneOptions } from './parts.js';
import { rotation, stone, stoneScene } from './parts.js';

export interface DikuOptions extends SceneOptions {
  /** Balls [1]. */
  count?: number;
  /** Balls of various sizes; default true for more than 120. */
  various?: boolean;
  /** What the plate is made of. */
  plate?: 'boxes' | 'mesh';
}

export const about: About<DikuOptions> = {
  name: 'diku',
  description: '120 balls dropped onto an inclined plate with the letters DIKU engraved.',
  source: 'contact graphs, figure 12; velocity-based shock propagation, figure 17',
  options: {
    count: number('Balls; the papers have 120 and 1000 [1]', { min: 1, max: 10000, integer: true }),
    various: boolean('Balls of various sizes; default true for more than 120'),
    plate: oneOf('What the plate is made of: boxes, or one mesh', ['boxes', 'mesh']),
  },
};

/** The plate from above, its upper edge first; # is engraved. Each character is a square of CELL by CELL. */
const ENGRAVING = [
  '.........................',
  '.........................',
  '..####..###.#..##.#...#..',
  '..#..##..#..#.##..#...#..',
  '..#...#..#..###...#...#..',
  '..#...#..#..##....#...#..',
  '..#...#..#..###...#...#..',
  '..#..##..#..#.##..##.##..',
  '..####..###.#..##..###...',
  '.........................',
  '.........................',
];
const CELL = 1;
const RECESS_DEPTH = 0.5;
const SLAB_THICKNESS = 0.5;
/** About 20 degrees [rad]. */
const INCLINATION = 0.35;
/** Where the middle of the plate's upper face is; its lower edge is just above the ground. */
const PLATE: Pose = { position: [0, 3, 0], orientation: rotation([1, 0, 0], INCLINATION) };

const BALL_RADIUS = 0.4;
const SMALLEST_RADIUS = 0.2;
const LARGEST_RADIUS = 0.45;
/** Balls of one layer, along the plate and down it. */
const LAYER = [20, 6] as const;
/** Between the places of neighbours [m]. */
const SPACING = 1.2;
/** By how much a ball may be off its place along each axis: two neighbours off by that much stay apart [m]. */
const DISPLACEMENT = 0.1;
/** Height of the lowest layer above the plate [m]. */
const DROP = 1;

export function diku({ seed, count = 120, various = count > 120, plate = 'boxes' }: DikuOptions): Scene {
  const isMesh = plate === 'mesh';
  const shapes: ShapeDescriptor[] = isMesh ? [{ kind: 'mesh', mesh: 'plate' }] : plateShapes();
  const bodies = [{ kind: 'fixed', name: 'plate', ...PLATE, shapes } as const, ...balls(count, various, new Random(seed))];
  return stoneScene(about, bodies, isMesh ? { meshes: { plate: plateMesh() } } : {});
}

function plateMesh(): MeshArrays {
  const plate = engravedPlateMesh({ drawing: ENGRAVING, cell: CELL, depth: RECESS_DEPTH, floor: SLAB_THICKNESS });
  // Of the balls' size, not of the plate's, which is 25 m long.
  return { ...plate, error: SMALLEST_RADIUS / 16 };
}

function balls(count: number, various: boolean, random: Random): SceneBody[] {
  return Array.from({ length: count }, (_, i) => {
    const [columns, rows] = LAYER;
    const column = i % columns;
    const row = Math.floor(i / columns) % rows;
    const layer = Math.floor(i / (columns * rows));
    const place = (steps: number) => SPACING * steps + random.uniform(-DISPLACEMENT, DISPLACEMENT);
    const x = place(column - (columns - 1) / 2);
    const y = DROP + place(layer);
    const z = place(row - (rows - 1) / 2);
    const radius = various ? random.uniform(SMALLEST_RADIUS, LARGEST_RADIUS) : BALL_RADIUS;
    return stone(`ball-${i}`, { kind: 'sphere', radius }, transformPoint(PLATE, [x, y, z]));
  });
}

/** In the frame of the plate: y = 0 is its upper face, z points down the incline. */
function plateShapes(): ShapeDescriptor[] {
  const rows = ENGRAVING.length;
  const columns = ENGRAVING[0].length;
  const slab: ShapeDescriptor = {
    kind: 'box',
    size: [columns * CELL, SLAB_THICKNESS, rows * CELL],
    position: [0, -RECESS_DEPTH - SLAB_THICKNESS / 2, 0],
  };
  const tiles = mergeTiles().map(({ left, top, width, height }): ShapeDescriptor => {
    const x = CELL * (left + width / 2 - columns / 2);
    const z = CELL * (top + height / 2 - rows / 2);
    return { kind: 'box', size: [width * CELL, RECESS_DEPTH, height * CELL], position: [x, -RECESS_DEPTH / 2, z] };
  });
  return [slab, ...tiles];
}

/** The squares that are not engraved as few rectangles: each starts at the first free square and grows right, then down. */
function mergeTiles(): { left: number; top: number; width: number; height: number }[] {
  const free = ENGRAVING.map((row) => [...row].map((square) => square === '.'));
  const tiles: { left: number; top: number; width: number; height: number }[] = [];
  free.forEach((row, top) => {
    for (let left = 0; left < row.length; left++) {
      if (!row[left]) continue;
      let right = left;
      while (right < row.length && row[right]) right++;
      let bottom = top + 1;
      while (bottom < free.length && free[bottom].slice(left, right).every(Boolean)) bottom++;
      for (let k = top; k < bottom; k++) free[k].fill(false, left, right);
      tiles.push({ left, top, width: right - left, height: bottom - top });
    }
  });
  return tiles;
}
