// The wall of a city: round towers at the corners of an octagon, straight double walls in running bond between them, merlons on top,
// and a round keep in the middle. All grows with the number of bodies: heights and lengths keep their proportions.
//
// The courses of a wall are as long as each other: every other one begins and ends with half a brick, as a mason does it.

import { number } from '../src/input/fields.js';
import { cos, sin } from '../src/math/portable.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BRICK, rotation, stone, stoneScene } from './parts.js';
import { ringReach, towerBricks } from './tower.js';

export interface CityWallOptions extends SceneOptions {
  /** At most so many bodies [1]. */
  bodies?: number;
}

export const about: About<CityWallOptions> = {
  name: 'city-wall',
  description: 'The wall of a city with eight towers, merlons and a keep, of at most 1000 stones unless told otherwise.',
  source: 'not in the papers; made to be seen with 100,000 stones on the GPU',
  options: { bodies: number('At most so many bodies [1]', { min: 800, max: 1_000_000, integer: true }) },
};

const CORNERS = 8;
/** Of a wall with c courses: rings and bricks a ring of a tower, and of the keep, a course [1]. */
const TOWER = { layers: 1.5, ring: 1.5 };
const KEEP = { layers: 2.5, ring: 2 };
/** Stones a course of all, about, where walls are twice as long in bricks as they are high in courses; squared [1]. */
const STONES = 55;
const FEWEST_COURSES = 4;
const FEWEST_IN_RING = 8;
/** Between the two leaves of a wall, and between its ends and the towers [m]. */
const JOINT = 0.01;
const GAP = 0.1;
const HALF_BRICK: Vec3 = [BRICK[0] / 2, BRICK[1], BRICK[2]];

interface Plan {
  readonly courses: number;
  readonly tower: { readonly layers: number; readonly ring: number };
  readonly keep: { readonly layers: number; readonly ring: number };
  /** Bricks of a course of a wall. */
  readonly length: number;
}

export function cityWall({ seed, bodies = 1000 }: CityWallOptions): Scene {
  const { courses, tower, keep, length } = planFor(bodies);
  const reach = ringReach(tower.ring, 0);
  // From the middle of the city to the towers at the corners of the octagon, and to the middle of the walls between them.
  const side = length * BRICK[0] + 2 * (reach + GAP);
  const far = side / (2 * sin(Math.PI / CORNERS));
  const near = far * cos(Math.PI / CORNERS);
  const stones = crowned('keep', keep, seed);
  for (let corner = 0; corner < CORNERS; corner++) {
    const toTower = rotation([0, 1, 0], (2 * Math.PI * corner) / CORNERS);
    const toWall = rotation([0, 1, 0], (2 * Math.PI * (corner + 0.5)) / CORNERS);
    stones.push(...crowned(`tower-${corner}`, tower, seed).map((one) => placed(one, toTower, far)));
    stones.push(...wallStones(`wall-${corner}`, courses, length).map((one) => placed(one, toWall, near)));
  }
  return stoneScene(about, stones);
}

/** As high as the stones allow, and then as long. */
function planFor(bodies: number): Plan {
  const courses = Math.max(FEWEST_COURSES, 2 * Math.floor(Math.sqrt(bodies / STONES) / 2));
  const sized = ({ layers, ring }: typeof TOWER) => ({
    layers: Math.round(layers * courses),
    ring: Math.max(FEWEST_IN_RING, 2 * Math.round((ring * courses) / 2)),
  });
  const [tower, keep] = [sized(TOWER), sized(KEEP)];
  let length = 2;
  const count = (bricks: number) => CORNERS * (countOfTower(tower) + countOfWall(courses, bricks)) + countOfTower(keep);
  while (count(length + 1) <= bodies) length++;
  return { courses, tower, keep, length };
}

function countOfTower({ layers, ring }: { layers: number; ring: number }): number {
  return layers * ring + ring / 2;
}

/** Two leaves, whose odd courses have a stone more, and merlons on one of them. */
function countOfWall(courses: number, length: number): number {
  return 2 * (courses * length + courses / 2) + Math.floor(length / 2);
}

/** A round tower about the y axis with merlons: every other brick of one ring more. */
function crowned(name: string, { layers, ring }: { layers: number; ring: number }, seed: number): SceneBody[] {
  return towerBricks(layers + 1, ring, 0, seed)
    .filter((_, i) => i < layers * ring || i % 2 === 0)
    .map((one, i) => ({ ...one, name: `${name}-${i}` }));
}

/** A wall along x about the origin: two leaves side by side, and merlons on the outer one. */
function wallStones(name: string, courses: number, length: number): SceneBody[] {
  const stones: SceneBody[] = [];
  const add = (size: Vec3, x: number, course: number, z: number) =>
    stones.push(stone(`${name}-${stones.length}`, { kind: 'box', size }, [x, BRICK[1] * (course + 0.5), z]));
  const start = (-length * BRICK[0]) / 2;
  for (const z of [(-BRICK[2] - JOINT) / 2, (BRICK[2] + JOINT) / 2]) {
    for (let course = 0; course < courses; course++) {
      const isOdd = course % 2 === 1;
      if (isOdd) add(HALF_BRICK, start + BRICK[0] / 4, course, z);
      const first = isOdd ? BRICK[0] : BRICK[0] / 2;
      for (let i = 0; i < (isOdd ? length - 1 : length); i++) add([...BRICK], start + first + i * BRICK[0], course, z);
      if (isOdd) add(HALF_BRICK, -start - BRICK[0] / 4, course, z);
    }
  }
  for (let i = 0; i + 1 < length; i += 2) add([...BRICK], start + BRICK[0] * (i + 0.5), courses, (BRICK[2] + JOINT) / 2);
  return stones;
}

/** A stone that was placed about the origin, moved out along z and turned about the y axis. */
function placed(body: SceneBody, turn: ReturnType<typeof rotation>, out: number): SceneBody {
  const [x, y, z] = body.position as Vec3;
  const [, s, , c] = turn;
  const [cosine, sine] = [c * c - s * s, 2 * s * c];
  const [, ownS, , ownC] = body.orientation ?? [0, 0, 0, 1];
  return {
    ...body,
    position: [cosine * x + sine * (z + out) + 0, y, cosine * (z + out) - sine * x + 0],
    orientation: [0, s * ownC + c * ownS + 0, 0, c * ownC - s * ownS + 0],
  };
}
