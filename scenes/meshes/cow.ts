// A cow of rounded cones: body, four legs with flat hooves, neck, head with muzzle, two horns and a tail. It looks along x and stands on y = 0.

import type { RoundCone } from './implicit.js';
import { extractSurface, meltTogether, mirrored } from './implicit.js';
import { simplify } from './simplify.js';
import type { Surface } from './surface.js';
import { scaleSurface } from './surface.js';

const PARTS: readonly RoundCone[] = [
  // Barrel, belly and brisket.
  { from: [-0.6, 0.98, 0], to: [0.45, 0.98, 0], radius: 0.34, radiusTo: 0.33 },
  { from: [-0.35, 0.8, 0], to: [0.3, 0.8, 0], radius: 0.33, melt: 0.2 },
  // Neck, head and muzzle.
  { from: [0.55, 1.08, 0], to: [0.92, 1.3, 0], radius: 0.25, radiusTo: 0.19, melt: 0.2 },
  { from: [0.95, 1.36, 0], to: [1.27, 1.08, 0], radius: 0.19, radiusTo: 0.15, melt: 0.08 },
  ...mirrored([
    // Fore leg, hind leg, horn.
    { from: [0.45, 0.8, 0.19], to: [0.47, -0.1, 0.24], radius: 0.15, radiusTo: 0.11, melt: 0.16 },
    { from: [-0.65, 0.85, 0.19], to: [-0.72, -0.1, 0.24], radius: 0.18, radiusTo: 0.11, melt: 0.16 },
    { from: [0.92, 1.48, 0.08], to: [0.95, 1.55, 0.3], radius: 0.07, radiusTo: 0.06, melt: 0.05 },
    { from: [0.95, 1.55, 0.3], to: [1.02, 1.74, 0.33], radius: 0.06, radiusTo: 0.045 },
  ]),
  // Tail: off the rump and down.
  { from: [-0.9, 1.14, 0], to: [-1.08, 1.02, 0], radius: 0.06, melt: 0.08 },
  { from: [-1.08, 1.02, 0], to: [-1.14, 0.62, 0], radius: 0.06, radiusTo: 0.08, melt: 0.03 },
];

/** Edge of a cell of the grid that the surface is found with [m]. */
const CELL = 0.066;

/** A cow, `length` long from muzzle to tail [m]. */
export function cowMesh(length = 2.5): Surface {
  const field = meltTogether(PARTS);
  const half = 8.5 * CELL;
  const fine = extractSurface(field, { from: [-1.3, -CELL / 2, -half], to: [1.5, 1.9, half], cell: CELL });
  const cow = simplify(fine, field, { tolerance: 0.014, longest: 0.4, isFree: ([, height]) => height > CELL / 4 });
  const along = cow.vertices.filter((_, i) => i % 3 === 0);
  return scaleSurface(cow, length / (Math.max(...along) - Math.min(...along)));
}
