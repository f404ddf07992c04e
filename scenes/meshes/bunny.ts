// A bunny of rounded cones, that sits: haunches and back, breast, head, two ears, four paws and a tail. It looks along x and sits on y = 0.

import type { RoundCone } from './implicit.js';
import { chainOf, extractSurface, meltTogether, mirrored } from './implicit.js';
import { simplify } from './simplify.js';
import type { Surface } from './surface.js';
import { centred } from './surface.js';

const PARTS: readonly RoundCone[] = [
  // Rump, back and breast.
  ...chainOf(
    [
      [-0.25, 0.36, 0, 0.36],
      [0.0, 0.46, 0, 0.34],
      [0.22, 0.5, 0, 0.27],
    ],
    0.15,
  ),
  // Neck and head, nose.
  ...chainOf(
    [
      [0.26, 0.66, 0, 0.2],
      [0.4, 0.86, 0, 0.22],
    ],
    0.12,
  ),
  ...chainOf(
    [
      [0.46, 0.84, 0, 0.18],
      [0.62, 0.78, 0, 0.12],
    ],
    0.08,
  ),
  ...mirrored([
    // Ear, haunch, hind paw, fore leg.
    ...chainOf(
      [
        [0.3, 1.0, 0.09, 0.08],
        [0.16, 1.25, 0.17, 0.085],
        [0.06, 1.46, 0.2, 0.055],
      ],
      0.05,
    ),
    ...chainOf(
      [
        [-0.22, 0.3, 0.24, 0.24],
        [-0.05, 0.2, 0.3, 0.16],
      ],
      0.08,
    ),
    ...chainOf(
      [
        [-0.2, 0.05, 0.3, 0.09],
        [0.2, 0.03, 0.32, 0.08],
      ],
      0.06,
    ),
    ...chainOf(
      [
        [0.28, 0.42, 0.13, 0.12],
        [0.36, 0.04, 0.14, 0.08],
        [0.48, 0.02, 0.15, 0.07],
      ],
      0.06,
    ),
  ]),
  // Tail.
  { from: [-0.64, 0.34, 0], to: [-0.66, 0.37, 0], radius: 0.12, melt: 0.05 },
];

/** Edge of a cell of the grid that the surface is found with [m]. */
const CELL = 0.05;

/** A bunny about the middle of its bounds, `height` from paws to ears [m]. */
export function bunnyMesh(height: number): Surface {
  const field = meltTogether(PARTS);
  const half = 12.5 * CELL;
  const fine = extractSurface(field, { from: [-0.95, -CELL / 2, -half], to: [0.95, 1.65, half], cell: CELL });
  const bunny = simplify(fine, field, { tolerance: 0.004, longest: 0.2, isFree: ([, y]) => y > CELL / 4 });
  return centred(bunny, height);
}
