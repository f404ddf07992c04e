// Sizes of a mesh that contact trees depend on.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';

/** The bounding box of a mesh: min x, y, z, max x, y, z [m]. */
export function boxOf({ positions }: TriangleMesh): Float64Array {
  const bounds = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    bounds[k] = Math.min(bounds[k], positions[i]);
    bounds[3 + k] = Math.max(bounds[3 + k], positions[i]);
  }
  return bounds;
}

/** The largest side of a box [m]. */
export function extentOf(bounds: Float64Array): number {
  return Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
}

/** Distance of the farthest vertex from the origin [m]. */
export function reachOf({ positions }: TriangleMesh): number {
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.subarray(i, i + 3);
    square = Math.max(square, x * x + y * y + z * z);
  }
  return Math.sqrt(square);
}

/** Three times volume over area [m]: half the side of a cube, the radius of a ball, 3/2 of the radius of a long rod. */
export function meanHalfThickness({ positions, triangles }: TriangleMesh): number {
  let sixVolumes = 0;
  let twiceArea = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [ax, ay, az] = positions.subarray(3 * triangles[t], 3 * triangles[t] + 3);
    const [bx, by, bz] = positions.subarray(3 * triangles[t + 1], 3 * triangles[t + 1] + 3);
    const [cx, cy, cz] = positions.subarray(3 * triangles[t + 2], 3 * triangles[t + 2] + 3);
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    twiceArea += Math.sqrt(nx * nx + ny * ny + nz * nz);
    sixVolumes += ax * nx + ay * ny + az * nz;
  }
  return sixVolumes / twiceArea;
}
