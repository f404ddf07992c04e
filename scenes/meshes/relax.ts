// Well-shaped triangles for the zero surface of a field: vertices are drawn to the middle of their neighbours, and back onto the surface.

import type { Vec3 } from '../../src/math/vector.js';
import { add, scale } from '../../src/math/vector.js';
import type { Field } from './implicit.js';
import { stepTowards } from './implicit.js';
import type { Surface } from './surface.js';
import { surfaceOf } from './surface.js';

/** The share of the way to the middle of its neighbours that a vertex goes at a time [1]. */
const SHARE = 0.5;

/** The same triangles with vertices in better places; `probe` is over what distance the field's gradient is taken [m]. */
export function relax({ vertices, triangles }: Surface, field: Field, rounds: number, probe: number): Surface {
  let points = Array.from({ length: vertices.length / 3 }, (_, v) => vertices.slice(3 * v, 3 * v + 3) as Vec3);
  // A vertex of a closed surface is the first of two in one triangle at each of its edges.
  const neighbours: number[][] = points.map(() => []);
  triangles.forEach((v, i) => {
    neighbours[v].push(triangles[i - (i % 3) + ((i + 1) % 3)]);
  });
  for (let round = 0; round < rounds; round++) {
    points = points.map((point, v) => {
      const sum = neighbours[v].reduce<Vec3>((all, other) => add(all, points[other]), [0, 0, 0]);
      const drawn = add(scale(point, 1 - SHARE), scale(sum, SHARE / neighbours[v].length));
      return stepTowards(field, drawn, [1, 1, 1], probe);
    });
  }
  return surfaceOf(points, triangles);
}
