// Points spread evenly over the unit sphere, for ellipsoids, which become hulls.

import type { Vec3 } from '../../math/vector.js';
import { add, normalize } from '../../math/vector.js';

/** The corners of an icosahedron whose faces were divided in four `times` times: 12, 42, 162, ... points. */
export function ballPoints(times: number): Vec3[] {
  const golden = (1 + Math.sqrt(5)) / 2;
  const points: Vec3[] = [];
  for (const s of [-1, 1])
    for (const g of [-golden, golden]) points.push(normalize([0, s, g]), normalize([s, g, 0]), normalize([g, 0, s]));
  let faces = facesOf(points);
  for (let round = 0; round < times; round++) {
    const middles = new Map<string, number>();
    const middle = (i: number, j: number): number => {
      const key = i < j ? `${i} ${j}` : `${j} ${i}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      middles.set(key, points.length);
      return points.push(normalize(add(points[i], points[j]))) - 1;
    };
    faces = faces.flatMap(([i, j, k]) => {
      const [a, b, c] = [middle(i, j), middle(j, k), middle(k, i)];
      return [
        [i, a, c],
        [j, b, a],
        [k, c, b],
        [a, b, c],
      ];
    });
  }
  return points;
}

/** The faces: all triples of neighbouring corners. Neighbours of the icosahedron are 1.05 apart, other corners 1.7. */
function facesOf(points: readonly Vec3[]): number[][] {
  const areNear = (i: number, j: number): boolean => {
    const [a, b] = [points[i], points[j]];
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > 0.4;
  };
  const faces: number[][] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) if (areNear(i, j) && areNear(j, k) && areNear(i, k)) faces.push([i, j, k]);
  return faces;
}
