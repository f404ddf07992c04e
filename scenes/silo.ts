// 3000 cubes and balls poured into a silo: an octagonal tank that narrows below to a hopper, closed by the ground.
//
// They start as a loose lattice inside the tank and above it, each cube turned by chance about the vertical, wide enough apart
// that none can touch another.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { HALF_SIDE, LATTICE_HEIGHT, latticePlaces, octagon, uprightWall } from './octagon.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, BOX, fixture, rotation, stone, stoneScene } from './parts.js';

export interface SiloOptions extends SceneOptions {
  /** Cubes and balls together [1]. */
  count?: number;
}

export const about: About<SiloOptions> = {
  name: 'silo',
  description: '3000 cubes and balls poured into an octagonal silo with a hopper.',
  source: 'velocity-based shock propagation, figure 1',
  options: { count: number('Cubes and balls together [1]', { min: 1, max: 100000, integer: true }) },
};

/** From the axis to the inner face of each wall [m]. */
const TANK_RADIUS = 8;
/** Of the tank for up to 3000 bodies; beyond that it grows with their number [m]. */
const TANK_HEIGHT = 30;
/** From the axis to the hopper's faces at the ground [m]. */
const OUTLET_RADIUS = 3;
const HOPPER_HEIGHT = 5;

export function silo({ seed, count = 3000 }: SiloOptions): Scene {
  const height = TANK_HEIGHT * Math.max(1, count / 3000);
  return stoneScene(about, [fixture('silo', siloShapes(height), [0, 0, 0]), ...siloContents(count, new Random(seed))]);
}

/** Upright walls, and below them solid wedges whose inner faces are the hopper. */
function siloShapes(height: number): ShapeDescriptor[] {
  const r = OUTLET_RADIUS;
  const R = TANK_RADIUS;
  const hopperPoints: Vec3[] = [];
  for (const side of [-HALF_SIDE, HALF_SIDE]) hopperPoints.push([side * r, 0, r], [side * R, HOPPER_HEIGHT, R], [side * R, 0, R]);
  return octagon((side) => [uprightWall(side, R, height), { kind: 'hull', points: hopperPoints, orientation: side.orientation }]);
}

function siloContents(count: number, random: Random): SceneBody[] {
  const places = latticePlaces(TANK_RADIUS);
  return Array.from({ length: count }, (_, i) => {
    const [x, z] = places[i % places.length];
    const y = HOPPER_HEIGHT + LATTICE_HEIGHT * (Math.floor(i / places.length) + 0.5);
    if (random.uniform() < 0.5) return stone(`ball-${i}`, BALL, [x, y, z]);
    return stone(`cube-${i}`, BOX, [x, y, z], { orientation: rotation([0, 1, 0], random.uniform(0, Math.PI / 2)) });
  });
}
