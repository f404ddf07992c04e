// A dragon of rounded cones: a body that winds, four legs with claws, a crest along its back, and a head with horns and an open mouth. It looks
// along x.

import type { RoundCone } from './implicit.js';
import { chainOf, extractSurface, meltTogether } from './implicit.js';
import { relax } from './relax.js';
import { simplify } from './simplify.js';
import type { Surface } from './surface.js';
import { centred } from './surface.js';

/** The spine from neck to tail: x, y, z and radius [m]. */
const SPINE = [
  [0.6, 1.0, 0.02, 0.14],
  [0.64, 0.8, 0.0, 0.16],
  [0.52, 0.57, -0.08, 0.2],
  [0.28, 0.45, -0.1, 0.23],
  [0.03, 0.52, 0.0, 0.21],
  [-0.2, 0.64, 0.1, 0.19],
  [-0.42, 0.54, 0.1, 0.19],
  [-0.58, 0.36, 0.0, 0.17],
  [-0.78, 0.26, -0.12, 0.13],
  [-0.98, 0.34, -0.1, 0.1],
  [-1.08, 0.52, 0.0, 0.075],
  [-1.02, 0.7, 0.08, 0.06],
] as const;

const PARTS: readonly RoundCone[] = [
  ...chainOf(SPINE, 0.05),
  // Brow and snout, lower jaw, and what is on the end of the nose.
  ...chainOf(
    [
      [0.58, 1.06, 0.02, 0.15],
      [0.84, 1.04, 0.02, 0.1],
      [0.98, 1.03, 0.02, 0.085],
    ],
    0.06,
  ),
  ...chainOf(
    [
      [0.66, 0.93, 0.02, 0.08],
      [0.9, 0.8, 0.02, 0.05],
    ],
    0.03,
  ),
  ...beside(0.02, [
    ...chainOf(
      [
        [0.52, 1.14, 0.08, 0.07],
        [0.34, 1.22, 0.15, 0.055],
        [0.2, 1.36, 0.16, 0.045],
      ],
      0.03,
    ),
    ...chainOf(
      [
        [0.97, 1.09, 0.05, 0.045],
        [1.0, 1.16, 0.08, 0.04],
      ],
      0.03,
    ),
  ]),
  // Legs: shoulder, knee, foot, and a claw before and behind each.
  ...legAt(0.38, -0.1, 0.16, 0.52),
  ...legAt(0.42, -0.08, -0.18, 0.3),
  ...legAt(-0.45, 0.1, 0.17, -0.36),
  ...legAt(-0.5, 0.06, -0.18, -0.6),
  // The tuft of the tail.
  ...chainOf(
    [
      [-1.02, 0.7, 0.08, 0.05],
      [-0.88, 0.86, 0.1, 0.06],
      [-0.93, 1.02, 0.1, 0.04],
    ],
    0.04,
  ),
  ...crestOn(SPINE),
];

type Spine = readonly (readonly [number, number, number, number])[];

/** The parts, which are given about the plane z = 0, on both sides of another plane. */
function beside(plane: number, parts: readonly RoundCone[]): RoundCone[] {
  return parts.flatMap((part) =>
    [1, -1].map((side) => ({
      ...part,
      from: [part.from[0], part.from[1], plane + side * part.from[2]] as const,
      to: [part.to[0], part.to[1], plane + side * part.to[2]] as const,
    })),
  );
}

function legAt(hip: number, middle: number, aside: number, foot: number): RoundCone[] {
  const z = middle + aside;
  return [
    ...chainOf(
      [
        [hip, 0.42, middle + 0.7 * aside, 0.12],
        [hip - 0.1, 0.24, z + 0.3 * aside, 0.085],
      ],
      0.08,
    ),
    ...chainOf(
      [
        [hip - 0.1, 0.24, z + 0.3 * aside, 0.085],
        [foot, 0.02, z + 0.3 * aside, 0.07],
      ],
      0.02,
    ),
    ...chainOf(
      [
        [foot, 0.03, z + 0.3 * aside, 0.07],
        [foot + 0.14, 0.02, z + 0.5 * aside, 0.05],
      ],
      0.02,
    ),
  ];
}

/** Spikes half way between the joints of a spine, away from the belly. */
function crestOn(spine: Spine): RoundCone[] {
  return spine.slice(2, -2).flatMap((to, i) => {
    const from = spine[i + 1];
    const [x, y, z, radius] = from.map((at, k) => (at + to[k]) / 2);
    const [alongX, alongY] = [to[0] - from[0], to[1] - from[1]];
    const long = Math.sqrt(alongX * alongX + alongY * alongY);
    // The left side of the way along the spine, which is up where it goes back.
    const [upX, upY] = [alongY / long, -alongX / long];
    return chainOf(
      [
        [x + 0.8 * radius * upX, y + 0.8 * radius * upY, z, 0.08],
        [x + (radius + 0.15) * upX - 0.06, y + (radius + 0.15) * upY, z, 0.04],
      ],
      0.04,
    );
  });
}

/** Edge of a cell of the grid that the surface is found with [m]. */
const CELL = 0.04;
/** Of relaxing what was found. */
const ROUNDS = 4;

/** A dragon about the middle of its bounds, `length` long from nose to tail [m]. */
export function dragonMesh(length: number): Surface {
  const field = meltTogether(PARTS);
  const fine = extractSurface(field, { from: [-1.3, -0.25, -0.6], to: [1.25, 1.6, 0.6], cell: CELL, isSmooth: false });
  const even = relax(fine, field, ROUNDS, 0.01 * CELL);
  const dragon = simplify(even, field, { tolerance: 0.006, longest: 0.2, isFree: () => true });
  return centred(dragon, length);
}
