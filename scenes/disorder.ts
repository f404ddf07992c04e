// Disorder: what noise makes of a perfect stack. Exactly symmetric starts hide instability, so every stack has a noisy form.
//
// Stones become lighter or heavier, are turned about the vertical and moved sideways, each within its room: what it has to itself
// between its neighbours, and what leaves the load it carries well inside its support. Nothing moves up or down, so that stones
// which touch still touch exactly, and none overlaps another.

import { number } from '../src/input/fields.js';
import { Random } from '../src/math/random.js';
import type { Quat } from '../src/math/vector.js';
import { add, IDENTITY, multiply, rotate } from '../src/math/vector.js';
import type { SceneBody } from '../src/scene/scene.js';
import { rotation, STONE } from './parts.js';

export const noiseField = number(
  'Disorder: at 1, stones weigh half to one and a half times as much, and are moved and turned as far as the stack allows [1]',
  { min: 0, max: 1 },
);

/** How far a stone may be off its place at full noise. */
export interface Room {
  /** Either way along the stone's own x axis [m]. */
  x: number;
  /** Either way along the stone's own z axis [m]. */
  z: number;
  /** Either way about the vertical [rad]. */
  yaw: number;
}

/** Of what must stay where it is: only its mass changes. */
export const NO_ROOM: Room = { x: 0, z: 0, yaw: 0 };

/** A stone in a course that has half of a joint to itself at both ends of its x axis; `depth` is its size along the joint [m]. */
export function roomInCourse(joint: number, depth: number): Room {
  // Turned by an angle, its ends reach out by at most half the depth times the angle: joint / 8 + 3 joint / 8 = joint / 2.
  return { x: joint / 8, z: joint / 2, yaw: (0.75 * joint) / depth };
}

/** A function that puts one stone after the other into disorder; `noise` is from 0, which changes nothing, to 1 [1]. */
export function disorder(noise: number, seed: number): (stone: SceneBody, room: Room) => SceneBody {
  const random = new Random(seed);
  const draw = (limit: number) => random.uniform(-limit, limit) * noise;
  return (stone, { x, z, yaw }) => {
    if (noise === 0) return stone;
    const { position = [0, 0, 0], orientation = IDENTITY, density = STONE } = stone;
    return {
      ...stone,
      position: add(position, rotate(orientation, [draw(x), 0, draw(z)])),
      orientation: multiply(rotation([0, 1, 0], draw(yaw)), orientation).map((q) => q + 0) as Quat,
      density: density * (1 + draw(0.5)),
    };
  };
}
