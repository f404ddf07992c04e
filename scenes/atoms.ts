// Two gases in one box: balls on the left of a divider, molecules of three balls each, shaped like water, on the right.
// The divider compresses the balls, which heats them, and then lifts, so that the gases mix. Nothing weighs, rubs or
// loses energy.

import { number } from '../src/input/fields.js';
import { cos, sin } from '../src/math/portable.js';
import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { SCENE_VERSION } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { boxWalls, latticeInBox, randomDirection } from './box-of-gas.js';
import type { About, SceneOptions } from './parts.js';
import { rotation } from './parts.js';

export interface AtomsOptions extends SceneOptions {
  /** Balls [1]. */
  balls?: number;
  /** Molecules [1]. */
  molecules?: number;
}

export const about: About<AtomsOptions> = {
  name: 'atoms',
  description: '200 balls and 100 molecules fly in a box; its divider compresses the balls, then lifts.',
  source: 'time warp, section IV ("atoms")',
  options: {
    balls: number('Balls [1]', { min: 1, max: 500, integer: true }),
    molecules: number('Molecules [1]', { min: 1, max: 250, integer: true }),
  },
};

/** Of each of the two rooms [m]. */
const ROOM: Readonly<Vec3> = [1, 1, 1];
const DIVIDER = 0.05;
/** Radius of a ball and of the middle of a molecule [m]. */
const RADIUS = 0.04;
/** Of the two ends of a molecule: radius, and distance from its middle [m]. */
const END_RADIUS = 0.025;
const BOND = 0.04;
/** Half the angle between the two bonds: that of water is 104.5 degrees [rad]. */
const HALF_ANGLE = (104.5 / 2) * (Math.PI / 180);
/** How far a point of a molecule is from its middle, at most [m]. */
const REACH = BOND + END_RADIUS;
/** [kg/m^3] */
const DENSITY = 1000;
/** [m/s] */
const SPEED = 1;
/** How far the divider goes to the left, and up [m]; when it begins to, and has arrived [s]. */
const PUSH = 0.25;
const LIFT = ROOM[1] + 0.2;
const TIMES = { push: 1, pushed: 3, lift: 4, lifted: 5 };

export function atoms({ seed, balls = 200, molecules = 100 }: AtomsOptions): Scene {
  const random = new Random(seed);
  const away = (ROOM[0] + DIVIDER) / 2;
  const left = latticeInBox(ROOM, balls, RADIUS).map(([x, y, z]): Vec3 => [x - away, y, z]);
  const right = latticeInBox(ROOM, molecules, REACH).map(([x, y, z]): Vec3 => [x + away, y, z]);
  return {
    drystone: SCENE_VERSION,
    name: about.name,
    description: about.description,
    settings: { gravity: [0, 0, 0] },
    materials: { default: { friction: 0, restitution: 1 } },
    bodies: [
      boxWalls([2 * ROOM[0] + DIVIDER, ROOM[1], ROOM[2]], [0, 0, 0]),
      divider(),
      ...left.map((position, i) => atom(`ball-${i}`, [{ kind: 'sphere', radius: RADIUS }], position, random)),
      ...right.map((position, i) => ({
        ...atom(`molecule-${i}`, MOLECULE, position, random),
        orientation: rotation(randomDirection(random, 1), random.uniform(0, Math.PI)),
        angularVelocity: randomDirection(random, SPEED / BOND / 4),
      })),
    ],
  };
}

const MOLECULE: readonly ShapeDescriptor[] = [
  { kind: 'sphere', radius: RADIUS },
  { kind: 'sphere', radius: END_RADIUS, position: [BOND * sin(HALF_ANGLE), BOND * cos(HALF_ANGLE), 0] },
  { kind: 'sphere', radius: END_RADIUS, position: [-BOND * sin(HALF_ANGLE), BOND * cos(HALF_ANGLE), 0] },
];

function atom(name: string, shapes: readonly ShapeDescriptor[], position: Vec3, random: Random): SceneBody {
  return { name, position, shapes, density: DENSITY, velocity: randomDirection(random, SPEED) };
}

function divider(): SceneBody {
  return {
    kind: 'scripted',
    name: 'divider',
    shapes: [{ kind: 'box', size: [DIVIDER, ROOM[1], ROOM[2]] }],
    motion: {
      kind: 'keyframes',
      keyframes: [
        { time: TIMES.push, position: [0, 0, 0] },
        { time: TIMES.pushed, position: [-PUSH, 0, 0] },
        { time: TIMES.lift, position: [-PUSH, 0, 0] },
        { time: TIMES.lifted, position: [-PUSH, LIFT, 0] },
      ],
    },
  };
}
