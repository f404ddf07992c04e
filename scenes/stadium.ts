// A stadium of slender towers: rings of them about a field, each ring higher than the one before it, and a ball that comes from the
// field. A tower has two bricks a layer, side by side, and every layer lies across the one below.

import { number } from '../src/input/fields.js';
import { cos, sin } from '../src/math/portable.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BRICK, rotation, stone, stoneScene } from './parts.js';

export interface StadiumOptions extends SceneOptions {
  /** At most so many bodies [1]. */
  bodies?: number;
}

export const about: About<StadiumOptions> = {
  name: 'stadium',
  description: 'A stadium of slender stacks in tiers, hit by a ball, of at most 1000 bodies unless told otherwise.',
  source: 'not in the papers; made to be seen with 100,000 bodies on the GPU',
  options: { bodies: number('At most so many bodies [1]', { min: 300, max: 1_000_000, integer: true }) },
};

/** Layers of the towers of the innermost ring, and how many a ring has more than the one before [1]. */
const LOWEST = 3;
const RISE = 1;
/** From tower to tower in a ring, and from ring to ring [m]. */
const SPACING = 2;
/** Radius of the field against the width of the rings around it [1]. */
const FIELD = 1;
/** The ball: its radius against the number of rings [m], and at least; its speed [m/s]. */
const BALL_SIZE = 0.15;
const SMALLEST_BALL = 0.75;
const SPEED = 30;
/** Between the two bricks of a layer [m]. */
const JOINT = 0.01;

export function stadium({ bodies = 1000 }: StadiumOptions): Scene {
  const { rings, field } = planFor(bodies);
  const radius = Math.max(SMALLEST_BALL, BALL_SIZE * rings);
  const ball = stone('ball', { kind: 'sphere', radius }, [0, Math.max(radius, 1.5), 0], { velocity: [SPEED, 0, 0] });
  const bricks: SceneBody[] = [];
  for (let ring = 0; ring < rings; ring++) {
    const count = towersOf(ring, field);
    for (let i = 0; i < count; i++) addTower(bricks, (2 * Math.PI * i) / count, field + SPACING * ring, LOWEST + RISE * ring);
  }
  return stoneScene(about, [ball, ...bricks]);
}

/** How many rings, and the radius of the field [m]: so many rings as fit about a field of its share, and then as wide a field. */
function planFor(bodies: number): { rings: number; field: number } {
  const fits = (rings: number, field: number) => countOf(rings, field) < bodies;
  let rings = 1;
  while (fits(rings + 1, FIELD * SPACING * (rings + 1))) rings++;
  let field = FIELD * SPACING * rings;
  while (fits(rings, field + SPACING / 8)) field += SPACING / 8;
  return { rings, field };
}

function countOf(rings: number, field: number): number {
  let count = 0;
  for (let ring = 0; ring < rings; ring++) count += 2 * (LOWEST + RISE * ring) * towersOf(ring, field);
  return count;
}

function towersOf(ring: number, field: number): number {
  return Math.floor((2 * Math.PI * (field + SPACING * ring)) / SPACING);
}

/** A tower at an angle and a distance from the middle, one edge towards it. */
function addTower(bricks: SceneBody[], angle: number, distance: number, layers: number): void {
  const [s, c] = [sin(angle), cos(angle)];
  for (let layer = 0; layer < layers; layer++) {
    const isAcross = layer % 2 === 1;
    const turn = isAcross ? angle + Math.PI / 2 : angle;
    for (const side of [-1, 1]) {
      // Along the tower's own x and z.
      const off = (side * (BRICK[2] + JOINT)) / 2;
      const [x, z] = isAcross ? [off, 0] : [0, off];
      const place: Vec3 = [c * x + s * (z + distance) + 0, BRICK[1] * (layer + 0.5), c * (z + distance) - s * x + 0];
      bricks.push(
        stone(`brick-${bricks.length}`, { kind: 'box', size: BRICK }, place, { orientation: rotation([0, 1, 0], turn) }),
      );
    }
  }
}
