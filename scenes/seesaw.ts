// A plank on the edge of a wedge, a stack of five slabs of 1 kg on its left and one of three on its right. A method that does not
// feel the weight of a stack leaves the plank level.
//
// In nature it turns about the edge as one body until its left end meets the ground. With the moment D = g a (5 - 3) of the stacks, at
// a from the edge, the sum S = g sum(m h) over all masses at their heights h above the edge, and the moment of inertia I about it,
// I angle'' = D + S angle while the angle is small, so
//
//   angle(t) = D / S (cosh(sqrt(S / I) t) - 1):  0.8 degrees after 0.25 s, 3.3 after 0.5 s, 7.6 after 0.75 s, 14.4 after 1 s.
//
// At 1.14 s the end meets the ground and stays. The plank's lower face then runs from the edge, at height 1 m, to the ground 3 m away
// along it, so it is inclined by asin(1 / 3) = 19.47 degrees, whatever the masses are. Friction of 0.5 > tan(19.47 degrees) = 0.354 keeps
// plank and stacks from sliding, and stacks of up to ten slabs, 2.5 times as high as wide, do not topple. The plank is
// heavier than the stacks, so that the right one is not flung off when it stops.

import { number } from '../src/input/fields.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, stoneScene } from './parts.js';

export interface SeesawOptions extends SceneOptions {
  /** Slabs on the left [1]. */
  left?: number;
  /** Slabs on the right [1]. */
  right?: number;
}

const stackHeight = { min: 0, max: 10, integer: true };

export const about: About<SeesawOptions> = {
  name: 'seesaw',
  description: 'A plank on a wedge with a stack of 5 kg on its left and one of 3 kg on its right.',
  source: 'not in the papers; whether a stack is felt to weigh, velocity-based shock propagation, section 4',
  options: { left: number('Slabs on the left [1]', stackHeight), right: number('Slabs on the right [1]', stackHeight) },
};

/** Height of the wedge's edge [m]. */
const PIVOT_HEIGHT = 1;
/** Length, height and depth [m]. */
const PLANK: Vec3 = [6, 0.25, 1];
const SLAB: Vec3 = [1, 0.25, 1];
/** [kg] */
const PLANK_MASS = 10;
const SLAB_MASS = 1;
/** From the wedge's edge to the middle of each stack [m]. */
const ARM = 1;

export function seesaw({ left = 5, right = 3 }: SeesawOptions): Scene {
  const plank = piece('plank', PLANK, PLANK_MASS, [0, PIVOT_HEIGHT + PLANK[1] / 2, 0]);
  return stoneScene(about, [wedge(), plank, ...slabs('left', -ARM, left), ...slabs('right', ARM, right)]);
}

function slabs(side: string, x: number, count: number): SceneBody[] {
  const bottom = PIVOT_HEIGHT + PLANK[1];
  return Array.from({ length: count }, (_, i) => piece(`${side}-${i}`, SLAB, SLAB_MASS, [x, bottom + SLAB[1] * (i + 0.5), 0]));
}

function piece(name: string, size: Vec3, mass: number, position: Vec3): SceneBody {
  return { name, position, shapes: [{ kind: 'box', size }], mass };
}

/** Its edge is as long as the plank is deep, and right-angled. */
function wedge(): SceneBody {
  const points = [-PLANK[2] / 2, PLANK[2] / 2].flatMap((z): Vec3[] => [
    [0, PIVOT_HEIGHT, z],
    [-PIVOT_HEIGHT, 0, z],
    [PIVOT_HEIGHT, 0, z],
  ]);
  return fixture('wedge', [{ kind: 'hull', points }], [0, 0, 0]);
}
