// Tests whether points are below the ground of a heightfield.

import type { TriangleMesh } from './triangle-mesh.js';

/** Whether a point of the surface's frame is below a triangle that faces up: under it along y. */
export function isBelowTriangle({ positions: p, triangles }: TriangleMesh, triangle: number, point: Float64Array): boolean {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  const ofA = (p[b + 2] - z) * (p[c] - x) - (p[b] - x) * (p[c + 2] - z);
  const ofB = (p[c + 2] - z) * (p[a] - x) - (p[c] - x) * (p[a + 2] - z);
  const ofC = (p[a + 2] - z) * (p[b] - x) - (p[a] - x) * (p[b + 2] - z);
  if (ofA < 0 || ofB < 0 || ofC < 0) return false;
  return y * (ofA + ofB + ofC) < ofA * p[a + 1] + ofB * p[b + 1] + ofC * p[c + 1];
}
