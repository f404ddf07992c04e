// Checks of the arrays given to batched queries, all of them before the first query is answered.

import { object, quaternion, refuse, vec3 } from '../input/fields.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { Hits } from '../queries/hits.js';
import type { Points } from '../queries/ways.js';

/** Pose of the shape of a query, at its beginning if the shape is swept. */
export interface QueryPose {
  /** [m] */
  readonly position: Readonly<Vec3>;
  /** [x, y, z, w] [1]; default the identity. */
  readonly orientation?: Readonly<Quat>;
}

export const poseField = object<QueryPose>('', 'a pose', { position: vec3('') }, { orientation: quaternion('') });

/**
 * Largest coordinate that is accepted. Larger ones are taken for input errors; powers of far larger ones would
 * overflow.
 */
const LARGEST = 1e15;

/** Checks points, three numbers each; returns their number. */
export function checkPoints(points: Points, path: string): number {
  if (!Array.isArray(points) && !(points instanceof Float64Array) && !(points instanceof Float32Array))
    refuse(path, points, 'a Float64Array, a Float32Array or a list of numbers');
  if (points.length % 3 !== 0) refuse(`${path}.length`, points.length, 'three numbers a point');
  for (let k = 0; k < points.length; k++) {
    const x = points[k];
    // Negated, so that NaN is refused too.
    if (typeof x !== 'number' || !(Math.abs(x) <= LARGEST))
      refuse(`${path}[${k}]`, x, 'a finite number of at most 1e+15 in size');
  }
  return points.length / 3;
}

/** Checks that there are `count` directions, each of a length above zero. */
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
