// A box about the origin whose faces are cut into equal parts: the same solid for any number of triangles.

import type { Vec3 } from '../../src/math/vector.js';
import type { Surface } from './surface.js';
import { addQuad, surfaceOf } from './surface.js';

/** A box of `size` [m], each face of `parts` by `parts` quads: 12 parts^2 triangles. */
export function boxMesh(size: Readonly<Vec3>, parts = 1): Surface {
  const points: Vec3[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (steps: Readonly<Vec3>): number => {
    const key = steps.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    points.push(steps.map((step, k) => size[k] * (step / parts - 0.5)) as Vec3);
    numbers.set(key, points.length - 1);
    return points.length - 1;
  };
  const triangles: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const level of [0, parts]) {
      for (let u = 0; u < parts; u++) {
        for (let v = 0; v < parts; v++) {
          const cornerAt = (du: number, dv: number): number => {
            const steps: Vec3 = [0, 0, 0];
            steps[axis] = level;
            steps[(axis + 1) % 3] = u + du;
            steps[(axis + 2) % 3] = v + dv;
            return numberOf(steps);
          };
          const corners = [cornerAt(0, 0), cornerAt(1, 0), cornerAt(1, 1), cornerAt(0, 1)];
          addQuad(points, level === 0 ? corners.reverse() : corners, triangles);
        }
      }
    }
  }
  return surfaceOf(points, triangles);
}
