// Balls, barrels, logs and boxes that come down a hillside: a heightfield of thousands of triangles, whose inner edges nobody feels.

import { number } from '../src/input/fields.js';
import { cos, sin } from '../src/math/portable.js';
import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stone, stoneScene } from './parts.js';

export interface TerrainOptions extends SceneOptions {
  /** Bodies that come down [1]. */
  count?: number;
  /** Cells of the ground along a side, two triangles each [1]. */
  cells?: number;
}

export const about: About<TerrainOptions> = {
  name: 'terrain',
  description: 'Balls, barrels, logs and boxes roll and slide down a hillside of 8192 triangles.',
  source: 'not in the papers; a heightfield, as games and robots have them',
  options: {
    count: number('Bodies that come down [1]', { min: 1, max: 1000, integer: true }),
    cells: number('Cells of the ground along a side [1]', { min: 4, max: 1024, integer: true }),
  },
};

/** Side of the ground [m]. */
const SIDE = 32;
/** Height of the middle of the slope: its lowest hollow is above the plain [m]. */
const FOOT = 3.6;
/** Heights are given to the millimetre: a file of them stays short [1/m]. */
const MILLIMETRES = 1000;
/** Bodies begin over a field of this many columns, this far apart, at this x, this high above the ground [m]. */
const COLUMNS = 12;
const SPACING = 2;
const BEGIN = -13;
const ABOVE = 1.2;

/** A slope along x with ridges and hollows, and a bank at its lower end that keeps most bodies on it [m]. */
function heightAt(x: number, z: number): number {
  const slope = FOOT - 0.22 * x;
  const hills = 0.9 * sin(0.33 * x + 0.5) * cos(0.29 * z) + 0.35 * sin(0.8 * z + 0.4 * x);
  const bank = x > 8 ? 0.09 * (x - 8) * (x - 8) : 0;
  return Math.round(MILLIMETRES * (slope + hills + bank)) / MILLIMETRES;
}

const SHAPES: readonly ShapeDescriptor[] = [
  { kind: 'sphere', radius: 0.4 },
  { kind: 'box', size: [0.7, 0.5, 0.9] },
  { kind: 'cylinder', radius: 0.35, height: 0.9 },
  { kind: 'cylinder', radius: 0.2, height: 1.3 },
  { kind: 'sphere', radius: 0.6 },
];

export function terrain({ seed, count = 60, cells = 64 }: TerrainOptions): Scene {
  const random = new Random(seed);
  const spacing = SIDE / cells;
  const heights = Array.from({ length: (cells + 1) * (cells + 1) }, (_, i) => {
    const [column, row] = [i % (cells + 1), Math.floor(i / (cells + 1))];
    return heightAt((column - cells / 2) * spacing, (row - cells / 2) * spacing);
  });
  const hillside = fixture('hillside', [{ kind: 'surface', surface: 'hillside' }], [0, 0, 0]);
  const bodies = Array.from({ length: count }, (_, i) => {
    const x = BEGIN + SPACING * Math.floor(i / COLUMNS) + random.uniform(-0.3, 0.3);
    const z = SPACING * ((i % COLUMNS) - (COLUMNS - 1) / 2) + random.uniform(-0.3, 0.3);
    const position: Vec3 = [x, heightAt(x, z) + ABOVE, z];
    const orientation = rotation([1, 0, 0], Math.PI / 2 + random.uniform(-0.2, 0.2));
    return stone(`body-${i}`, SHAPES[i % SHAPES.length], position, { orientation });
  });
  return stoneScene(about, [hillside, ...bodies], {
    surfaces: { hillside: { heights, columns: cells + 1, rows: cells + 1, spacing: [spacing, spacing] } },
  });
}
