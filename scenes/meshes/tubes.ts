// Tubes along closed curves: a ring, and a trefoil knot.

import { cos, sin } from '../../src/math/portable.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, normalize, scale } from '../../src/math/vector.js';
import type { Surface } from './surface.js';
import { closeIntoRing, ringAbout, TURN } from './surface.js';

/** A ring about the y axis: a tube of radius `thickness / 2` along a circle of that radius [m]. */
export function ringMesh(radius: number, thickness: number, segments = 32, around = 12): Surface {
  const rings = Array.from({ length: around }, (_, j) => {
    const angle = (TURN * j) / around;
    return ringAbout(radius + (thickness / 2) * cos(angle), (thickness / 2) * sin(angle), segments);
  });
  return closeIntoRing(rings);
}

/** How far a knot's curve leaves the circle it winds around, as a share of that circle's radius [1]. */
const WINDING = 0.5;

/**
 * A trefoil knot about the y axis: a tube along a curve that goes twice around the axis and three times around a circle of that radius [m].
 * Strands pass each other a whole `radius` apart, at the least.
 */
export function knotMesh(radius: number, thickness: number, segments = 96, around = 10): Surface {
  const rings = Array.from({ length: segments }, (_, i) => {
    const t = (TURN * i) / segments;
    const [u, v] = [2 * t, 3 * t];
    const outwards: Vec3 = [cos(u), 0, -sin(u)];
    const onwards: Vec3 = [-sin(u), 0, -cos(u)];
    /** From the circle to the curve. */
    const off: Vec3 = add(scale(outwards, cos(v)), [0, sin(v), 0]);
    const offOnwards: Vec3 = add(scale(outwards, -sin(v)), [0, cos(v), 0]);
    const wide = WINDING * radius;
    const center = add(scale(outwards, radius), scale(off, wide));
    const tangent = normalize(add(scale(onwards, 2 * (radius + wide * cos(v))), scale(offOnwards, 3 * wide)));
    const side = cross(tangent, off);
    return Array.from({ length: around }, (_, j): Vec3 => {
      const angle = (TURN * j) / around;
      return add(center, add(scale(off, (thickness / 2) * cos(angle)), scale(side, (thickness / 2) * sin(angle))));
    });
  });
  return closeIntoRing(rings);
}
