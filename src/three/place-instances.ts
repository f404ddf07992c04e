// Matrices of instances: the product of the body's pose, the shape's pose in the body, and the scale of the geometry.

import type { PoseArray } from '../world/poses.js';
import { POSE_SIZE } from '../world/poses.js';

/** Numbers per instance: position [m] and orientation [1] in the frame of the body, scale [1]. */
export const LOCAL_WIDTH = 10;

/** Instances of one geometry. */
export interface Placed {
  /** Index of each instance's body in the poses. */
  readonly bodies: Int32Array;
  /** LOCAL_WIDTH numbers per instance. */
  readonly local: Float32Array;
}

/** Writes a matrix of sixteen numbers per instance, column-major. */
export function placeInstances({ bodies, local }: Placed, poses: PoseArray, matrices: { [at: number]: number }): void {
  const m = matrices;
  for (let i = 0; i < bodies.length; i++) {
    const p = POSE_SIZE * bodies[i];
    const l = LOCAL_WIDTH * i;
    const ax = poses[p + 3];
    const ay = poses[p + 4];
    const az = poses[p + 5];
    const aw = poses[p + 6];
    const bx = local[l + 3];
    const by = local[l + 4];
    const bz = local[l + 5];
    const bw = local[l + 6];
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by - ax * bz + ay * bw + az * bx;
    const z = aw * bz + ax * by - ay * bx + az * bw;
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const px = local[l];
    const py = local[l + 1];
    const pz = local[l + 2];
    // Terms of the local position rotated by the body's orientation.
    const tx = 2 * (ay * pz - az * py);
    const ty = 2 * (az * px - ax * pz);
    const tz = 2 * (ax * py - ay * px);
    const sx = local[l + 7];
    const sy = local[l + 8];
    const sz = local[l + 9];
    const o = 16 * i;
    m[o] = (1 - 2 * (y * y + z * z)) * sx;
    m[o + 1] = 2 * (x * y + z * w) * sx;
    m[o + 2] = 2 * (x * z - y * w) * sx;
    m[o + 3] = 0;
    m[o + 4] = 2 * (x * y - z * w) * sy;
    m[o + 5] = (1 - 2 * (x * x + z * z)) * sy;
    m[o + 6] = 2 * (y * z + x * w) * sy;
    m[o + 7] = 0;
    m[o + 8] = 2 * (x * z + y * w) * sz;
    m[o + 9] = 2 * (y * z - x * w) * sz;
    m[o + 10] = (1 - 2 * (x * x + y * y)) * sz;
    m[o + 11] = 0;
    m[o + 12] = poses[p] + px + aw * tx + ay * tz - az * ty;
    m[o + 13] = poses[p + 1] + py + aw * ty + az * tx - ax * tz;
    m[o + 14] = poses[p + 2] + pz + aw * tz + ax * ty - ay * tx;
    m[o + 15] = 1;
  }
}
