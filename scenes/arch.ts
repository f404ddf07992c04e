// A semicircular arch of wedge-shaped stones between fixed abutments. With its thickness at 0.22 of its mean radius (0.11 is the
// least that can stand) and friction 0.5 it neither buckles nor slides, but every stone needs both of its neighbours.
// With noise there still is a line of thrust within the stones, in all of 6000 draws that were tried: only if the heaviest came together
// on one side, and the lightest everywhere else, would there be none.

import { number } from '../src/input/fields.js';
import { cos, sin } from '../src/math/portable.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { Room } from './disorder.js';
import { disorder, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stone, stoneScene } from './parts.js';

export interface ArchOptions extends SceneOptions {
  /** Wedges [1]. */
  count?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<ArchOptions> = {
  name: 'arch',
  description: 'A semicircular arch of 15 wedge-shaped stones between fixed abutments.',
  source: 'not in the papers; tries the stack layers of velocity-based shock propagation, section 4',
  options: { count: number('Wedges [1]', { min: 3, max: 121, integer: true }), noise: noiseField },
};

const INNER_RADIUS = 4;
const OUTER_RADIUS = 5;
const MEAN_RADIUS = (INNER_RADIUS + OUTER_RADIUS) / 2;
const DEPTH = 1;
/** Where the arch springs from [m]. */
const ABUTMENT_HEIGHT = 1;
/** Along the depth of the arch: its joints are planes, in which stones can be moved without parting them [m]. */
const STONE_ROOM: Room = { x: 0, z: 0.05, yaw: 0 };

export function arch({ seed, count = 15, noise = 0 }: ArchOptions): Scene {
  const disturb = disorder(noise, seed);
  const wedge = wedgeShape(Math.PI / count);
  const voussoirs = Array.from({ length: count }, (_, i) => {
    const angle = (Math.PI * (i + 0.5)) / count;
    const place: Vec3 = [MEAN_RADIUS * cos(angle), ABUTMENT_HEIGHT + MEAN_RADIUS * sin(angle), 0];
    const orientation = rotation([0, 0, 1], angle - Math.PI / 2);
    return disturb(stone(`voussoir-${i}`, wedge, place, { orientation }), STONE_ROOM);
  });
  const abutments = [1, -1].map((side) =>
    fixture(
      side > 0 ? 'abutment-right' : 'abutment-left',
      [{ kind: 'box', size: [2, ABUTMENT_HEIGHT, 2 * DEPTH] }],
      [side * MEAN_RADIUS, ABUTMENT_HEIGHT / 2, 0],
    ),
  );
  return stoneScene(about, [...abutments, ...voussoirs]);
}

/** A stone that spans `angle` [rad] of the arch; its y axis points away from the arch's centre. */
function wedgeShape(angle: number): ShapeDescriptor {
  const points: Vec3[] = [];
  for (const radius of [INNER_RADIUS, OUTER_RADIUS]) {
    for (const side of [-1, 1]) {
      for (const z of [-DEPTH / 2, DEPTH / 2])
        points.push([side * radius * sin(angle / 2), radius * cos(angle / 2) - MEAN_RADIUS, z]);
    }
  }
  return { kind: 'hull', points };
}
