// A bullet through thin plates, which stand free one behind the other. Nothing bounces, so the bullet takes each plate
// along: after n plates of its own mass it must have 1 / (1 + n) of its speed, whatever the step is. In a step of 1/100
// s it would fly through all of them.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { SCENE_VERSION } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';

export interface BulletOptions extends SceneOptions {
  /** Speed of the bullet [m/s]. */
  speed?: number;
  /** Plates [1]. */
  plates?: number;
  /** Mass of a plate, in bullets [1]. */
  mass?: number;
}

export const about: About<BulletOptions> = {
  name: 'bullet',
  description: 'A bullet of 1000 m/s hits 50 thin plates and takes them along, one after the other.',
  source: 'not in the papers; what a fixed step must not let through, time warp, collision checks',
  options: {
    speed: number('Speed of the bullet [m/s]', { above: 0, max: 1000 }),
    plates: number('Plates [1]', { min: 1, max: 200, integer: true }),
    mass: number('Mass of a plate, in bullets [1]', { above: 0, max: 1000 }),
  },
};

/** Radius of the bullet, thickness and width of a plate, and from plate to plate [m]. */
const RADIUS = 0.0025;
const THICKNESS = 0.005;
const WIDTH = 0.1;
const SPACING = 0.1;
/** Density of the bullet [kg/m^3]. */
const LEAD = 11_340;

export function bullet({ speed = 1000, plates = 50, mass = 1 }: BulletOptions): Scene {
  const ball = (4 / 3) * Math.PI * RADIUS * RADIUS * RADIUS;
  const density = (mass * LEAD * ball) / (THICKNESS * WIDTH * WIDTH);
  return {
    drystone: SCENE_VERSION,
    name: about.name,
    description: about.description,
    seconds: 0.5,
    settings: { gravity: [0, 0, 0], 'detection.continuous': 200 },
    materials: { default: { friction: 0.5, restitution: 0 } },
    bodies: [
      {
        name: 'bullet',
        shapes: [{ kind: 'sphere', radius: RADIUS }],
        density: LEAD,
        position: [-SPACING, 0, 0],
        velocity: [speed, 0, 0],
      },
      ...Array.from({ length: plates }, (_, i) => ({
        name: `plate-${i}`,
        shapes: [{ kind: 'box' as const, size: [THICKNESS, WIDTH, WIDTH] as const }],
        density,
        position: [i * SPACING, 0, 0] as const,
      })),
    ],
  };
}
