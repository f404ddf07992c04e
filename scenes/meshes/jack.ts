// A jack: six arms along the axes, the ends of which are thicker.

import type { Vec3 } from '../../src/math/vector.js';
import type { RoundCone } from './implicit.js';
import { extractSurface, meltTogether } from './implicit.js';
import type { Surface } from './surface.js';
import { scaleSurface } from './surface.js';

const ARM = 0.11;
const BULB = 0.19;
/** From the middle to the middle of a bulb. */
const REACH = 0.81;
const CELL = 0.105;

/** A jack about the origin that is `size` wide along each axis [m]. */
export function jackMesh(size: number): Surface {
  const ends = [0, 1, 2].flatMap((axis) =>
    [-REACH, REACH].map((reach): Vec3 => [0, 1, 2].map((k) => (k === axis ? reach : 0)) as Vec3),
  );
  const parts: RoundCone[] = [
    ...ends.map((to) => ({ from: [0, 0, 0] as const, to, radius: ARM, melt: 0.05 })),
    ...ends.map((end) => ({ from: end, to: end, radius: BULB, melt: 0.05 })),
  ];
  const half = 10.5 * CELL;
  const jack = extractSurface(meltTogether(parts), { from: [-half, -half, -half], to: [half, half, half], cell: CELL });
  return scaleSurface(jack, size / (2 * (REACH + BULB)));
}
