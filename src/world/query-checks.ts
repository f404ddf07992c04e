// What queries of many are given, checked before the first of them is asked.

import { object, quaternion, refuse, vec3 } from '../input/fields.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { Hits } from '../queries/hits.js';
import type { Points } from '../queries/ways.js';

/** Where a shape begins. */
export interface QueryPose {
  /** [m] */
  readonly position: Readonly<Vec3>;
  /** [x, y, z, w] [1]; default none. */
  readonly orientation?: Readonly<Quat>;
}

export const poseField = object<QueryPose>('', 'a pose', { position: vec3('') }, { orientation: quaternion('') });

/** Beyond this, squares of lengths overflow: no quantity of this size is meant. */
const LARGEST = 1e15;

/** How many points there are. */
export function checkPoints(points: Points, path: string): number {
  if (!Array.isArray(points) && !(points instanceof Float64Array) && !(points instanceof Float32Array))
    refuse(path, points, 'a Float64Array, a Float32Array or a list of numbers');
  if (points.length % 3 !== 0) refuse(`${path}.length`, points.length, 'three numbers a point');
  for (let k = 0; k < points.length; k++) {
    const x = points[k];
    // What is not a number is not less either.
    if (typeof x !== 'number' || !(Math.abs(x) <= LARGEST))
      refuse(`${path}[${k}]`, x, 'a finite number of at most 1e+15 in size');
  }
  return points.length / 3;
}

/** That there are as many directions, none of which has no length. */
export function checkDirections(directions: Points, count: number, path: string): void {
  checkPoints(directions, path);
  if (directions.length !== 3 * count)
    refuse(`${path}.length`, directions.length, `${3 * count}, three numbers for each of ${count}`);
  for (let i = 0; i < count; i++) {
    if (directions[3 * i] === 0 && directions[3 * i + 1] === 0 && directions[3 * i + 2] === 0) {
      const at = count === 1 ? path : `${path}[${3 * i} .. ${3 * i + 2}]`;
      refuse(at, [0, 0, 0], 'longer than 0');
    }
  }
}

export function checkRoom(hits: Hits, count: number): void {
  if (!(hits instanceof Hits)) refuse('hits', hits, 'Hits');
  if (hits.capacity < count) refuse('hits.capacity', hits.capacity, `at least ${count}, a row each`);
}
