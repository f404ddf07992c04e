// One body at rest: an animal of boxes on four legs. There is no stack, so whatever its potential energy does is the doing of
// the solver and of the time step; the paper plots a saw-tooth, of a cow.

import type { Vec3 } from '../src/math/vector.js';
import type { Scene } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { About } from './parts.js';
import { STONE, stoneScene } from './parts.js';

export const about: About = {
  name: 'single-body',
  description: 'A body of seven boxes, an animal on four legs, stands on the ground.',
  source: 'velocity-based shock propagation, figure 30',
  options: {},
};

/** Multiples of 1/16, so that the feet touch the ground exactly [m]. */
const LEG: Vec3 = [0.25, 0.75, 0.25];
const TRUNK: Vec3 = [2, 0.75, 0.75];
const HEAD: Vec3 = [0.5, 0.5, 0.375];
const TAIL: Vec3 = [0.125, 0.5, 0.125];

export function singleBody(): Scene {
  const trunkY = LEG[1] + TRUNK[1] / 2;
  const top = LEG[1] + TRUNK[1];
  const legX = (TRUNK[0] - LEG[0]) / 2;
  const legZ = (TRUNK[2] - LEG[2]) / 2;
  const shapes = [
    box(TRUNK, [0, trunkY, 0]),
    box(HEAD, [(TRUNK[0] + HEAD[0]) / 2, top, 0]),
    box(TAIL, [-(TRUNK[0] + TAIL[0]) / 2, top - TAIL[1] / 2, 0]),
    ...[-legX, legX].flatMap((x) => [-legZ, legZ].map((z) => box(LEG, [x, LEG[1] / 2, z]))),
  ];
  return stoneScene(about, [{ name: 'animal', shapes, density: STONE }]);
}

function box(size: Vec3, position: Vec3): ShapeDescriptor {
  return { kind: 'box', size, position };
}
