// 1000 cubes with friction run through an hourglass, and hinder each other in the neck.
//
// The glass is octagonal and closed all round: the ground below, a lid above, and between the upright walls of its two bulbs eight
// solid wedges, whose faces are the funnel, the neck and the shoulders of the lower bulb. The paper gives no sizes. These are such
// that the lower bulb takes all cubes in, heaped as they fall, without the heap reaching the neck, and that all get through. Cubes
// that meet face to face make strong vaults: with friction 0.5 and a start in upright columns the flow stopped in a neck ten cubes
// wide, with friction 0.2 and layers over gaps it stopped with one of two seeds in a neck of six. Seven are passed in about 21 s.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import {
  HALF_SIDE,
  LATTICE_HEIGHT,
  LATTICE_WIDTH,
  latticePlaces,
  octagon,
  octagonRadius,
  uprightWall,
  WALL_THICKNESS,
} from './octagon.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, fixture, rotation, stone, stoneScene } from './parts.js';

export interface CubeglassOptions extends SceneOptions {
  /** Cubes [1]. */
  count?: number;
}

export const about: About<CubeglassOptions> = {
  name: 'cubeglass',
  description: '1000 cubes with friction run through the neck of an hourglass.',
  source: 'fast impulsive contact suite, section 6 ("cubeglass")',
  // More would not fit into the upper bulb at the start.
  options: { count: number('Cubes [1]', { min: 1, max: 1200, integer: true }) },
};

/** From the axis to the inner faces of the bulbs, and of the neck [m]. */
const BULB_RADIUS = 8;
const NECK_RADIUS = 3.5;
/** How much wider the glass becomes with the distance from the neck: 45 degrees [1]. */
const WIDENING = 1;
const FUNNEL_HEIGHT = (BULB_RADIUS - NECK_RADIUS) / WIDENING;
const LOWER_BULB_HEIGHT = 8;
const UPPER_BULB_HEIGHT = 13;
const NECK_BOTTOM = LOWER_BULB_HEIGHT + FUNNEL_HEIGHT;
const NECK_HEIGHT = 1;

/** Between which heights the neck is: a cube whose middle is below the bottom has passed it [m]. */
export const NECK = { bottom: NECK_BOTTOM, top: NECK_BOTTOM + NECK_HEIGHT } as const;
/** Height of the lid [m]. */
const TOP = NECK.top + FUNNEL_HEIGHT + UPPER_BULB_HEIGHT;

export function cubeglass({ seed, count = 1000 }: CubeglassOptions): Scene {
  return stoneScene(about, [fixture('glass', glassShapes(), [0, 0, 0]), ...cubesAboveNeck(count, new Random(seed))], {
    dt: 1 / 60,
    seconds: 40,
    materials: { default: { friction: 0.2, restitution: 0 } },
    // For the impulsive suite: cubes may freeze below the neck alone. A ten thousandth of the fastest is exact enough to flow by.
    settings: {
      'impulsive.freezeAfter': 3,
      'impulsive.coldVolumes': [[-BULB_RADIUS, 0, -BULB_RADIUS, BULB_RADIUS, NECK_BOTTOM, BULB_RADIUS]],
      'impulsive.tolerance': 1e-4,
    },
  });
}

/** Whether a point is in the hollow of the glass, on either side of the neck or in it. */
export function isInside([x, y, z]: Readonly<Vec3>): boolean {
  return y > 0 && y < TOP && octagonRadius(x, z) < radiusAt(y);
}

/** From the axis to the inner faces at a height [m]. */
function radiusAt(y: number): number {
  const beyondNeck = Math.max(NECK.bottom - y, y - NECK.top, 0);
  return Math.min(BULB_RADIUS, NECK_RADIUS + WIDENING * beyondNeck);
}

function glassShapes(): ShapeDescriptor[] {
  const wedge: Vec3[] = [];
  for (const side of [-HALF_SIDE, HALF_SIDE]) {
    for (const y of [NECK.bottom, NECK.top, LOWER_BULB_HEIGHT, NECK.top + FUNNEL_HEIGHT]) {
      wedge.push([side * radiusAt(y), y, radiusAt(y)]);
    }
  }
  const width = 2 * (BULB_RADIUS + WALL_THICKNESS);
  return [
    ...octagon((side) => [uprightWall(side, BULB_RADIUS, TOP), { kind: 'hull', points: wedge, orientation: side.orientation }]),
    { kind: 'box', size: [width, WALL_THICKNESS, width], position: [0, TOP + WALL_THICKNESS / 2, 0] },
  ];
}

/** A loose lattice from the neck upwards, each cube turned by chance about the vertical. Every other layer stands over the gaps below. */
function cubesAboveNeck(count: number, random: Random): SceneBody[] {
  const cubes: SceneBody[] = [];
  for (let layer = 0; cubes.length < count; layer++) {
    const bottom = NECK.top + layer * LATTICE_HEIGHT;
    const places = latticePlaces(radiusAt(bottom), (layer % 2) * (LATTICE_WIDTH / 2));
    for (const [x, z] of places.slice(0, count - cubes.length)) {
      const orientation = rotation([0, 1, 0], random.uniform(0, Math.PI / 2));
      cubes.push(stone(`cube-${cubes.length}`, BOX, [x, bottom + LATTICE_HEIGHT / 2, z], { orientation }));
    }
  }
  return cubes;
}
