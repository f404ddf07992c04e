// The break: a ball of 8 m/s hits fifteen others in a triangle. The table is a plane without weight: balls fly between
// cushions, and nothing rubs. Places in the triangle are off by up to a tenth of a millimetre, so each seed is another
// game.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { SCENE_VERSION } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { About, SceneOptions } from './parts.js';
import { fixture } from './parts.js';

export interface BilliardsOptions extends SceneOptions {
  /** Rows of the triangle [1]. */
  rows?: number;
  /** Speed of the ball that breaks it [m/s]. */
  speed?: number;
}

export const about: About<BilliardsOptions> = {
  name: 'billiards',
  description: 'A ball of 8 m/s breaks a triangle of fifteen, which fly between cushions.',
  source: 'time warp, collisions between free flights; not in the papers',
  options: {
    rows: number('Rows of the triangle [1]', { min: 1, max: 20, integer: true }),
    speed: number('Speed of the ball that breaks it [m/s]', { above: 0, max: 100 }),
  },
};

/** Of a ball [m], [kg]. */
const RADIUS = 0.028575;
const MASS = 0.17;
/** Least gap of two balls of the triangle, and by how much a place may be off [m]. */
const GAP = 2e-4;
const OFF = 1e-4;
/** Of the table between cushions [m]: it grows with the triangle. */
const LENGTH = 2.54;
const WIDTH = 1.27;
const CUSHION = 0.1;

export function billiards({ seed, rows = 5, speed = 8 }: BilliardsOptions): Scene {
  const random = new Random(seed);
  const size = Math.max(1, rows / 5);
  return {
    drystone: SCENE_VERSION,
    name: about.name,
    description: about.description,
    settings: { gravity: [0, 0, 0] },
    materials: { balls: { friction: 0, restitution: 0.95 }, cushions: { friction: 0, restitution: 0.8 } },
    bodies: [
      fixture('cushions', cushions(size * LENGTH, size * WIDTH), [0, 0, 0]),
      { ...ball('cue', [(-size * LENGTH) / 4, 0, 0]), velocity: [speed, 0, 0] },
      ...triangle(rows, (size * LENGTH) / 8, random),
    ],
  };
}

/** Four boxes around a table in the plane of x and z. */
function cushions(length: number, width: number): ShapeDescriptor[] {
  const shapes: ShapeDescriptor[] = [];
  for (const side of [-1, 1]) {
    const material = 'cushions';
    const height = 4 * RADIUS;
    shapes.push({ kind: 'box', material, size: [CUSHION, height, width], position: [(side * (length + CUSHION)) / 2, 0, 0] });
    const long = length + 2 * CUSHION;
    shapes.push({ kind: 'box', material, size: [long, height, CUSHION], position: [0, 0, (side * (width + CUSHION)) / 2] });
  }
  return shapes;
}

/** Its point towards the ball that comes. */
function triangle(rows: number, x: number, random: Random): SceneBody[] {
  const balls: SceneBody[] = [];
  const apart = 2 * RADIUS + GAP + 2 * OFF;
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i <= row; i++) {
      const off = () => random.uniform(-OFF, OFF) / Math.SQRT2;
      balls.push(
        ball(`ball-${balls.length + 1}`, [x + row * apart * (Math.sqrt(3) / 2) + off(), 0, (i - row / 2) * apart + off()]),
      );
    }
  }
  return balls;
}

function ball(name: string, position: Vec3): SceneBody {
  return { name, position, shapes: [{ kind: 'sphere', radius: RADIUS, material: 'balls' }], mass: MASS };
}
