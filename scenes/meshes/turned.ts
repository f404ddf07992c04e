// Solids as a lathe turns them, about the y axis: a ball, a post, a bowl. Their profile goes round counter-clockwise, up on the outside.

import { cos, sin } from '../../src/math/portable.js';
import type { Surface } from './surface.js';
import { closeByPoints, ringAbout } from './surface.js';

/** Distance from the axis and height [m]. */
type ProfilePoint = readonly [radius: number, height: number];

/** Between the heights `bottom` and `top` on the axis, with the profile's points off the axis between them. */
function turn(bottom: number, profile: readonly ProfilePoint[], top: number, segments: number): Surface {
  const rings = profile.map(([radius, height]) => ringAbout(radius, height, segments));
  return closeByPoints([0, bottom, 0], rings, [0, top, 0]);
}

/** Points of an arc about (x, y) from one angle to another, both ends included; angles from the x axis [rad]. */
function arc(x: number, y: number, radius: number, from: number, to: number, parts: number): ProfilePoint[] {
  return Array.from({ length: parts + 1 }, (_, i): ProfilePoint => {
    const angle = from + ((to - from) * i) / parts;
    return [x + radius * cos(angle), y + radius * sin(angle)];
  });
}

/** A ball about the origin: its vertices are on the sphere [m]. */
export function ballMesh(radius: number, segments = 32): Surface {
  const parts = segments / 2;
  const profile = arc(0, 0, radius, -Math.PI / 2, Math.PI / 2, parts).slice(1, parts);
  return turn(-radius, profile, radius, segments);
}

/** An upright post from y = 0 to `height`, its top rounded off as half a ball [m]. */
export function postMesh(radius: number, height: number, segments = 24): Surface {
  const parts = segments / 4;
  const shoulder = height - radius;
  const shaft = Array.from({ length: 5 }, (_, i): ProfilePoint => [radius, (shoulder * i) / 5]);
  const top = arc(0, shoulder, radius, 0, Math.PI / 2, parts).slice(0, parts);
  return turn(0, [[radius / 2, 0], ...shaft, ...top], height, segments);
}

/**
 * A bowl that stands on y = 0: the lower half of a hollow ball of the inner radius and the thickness given, with a rounded rim and a flat
 * foot [m]. The middle of the hollow is at height `radius + thickness`.
 */
export function bowlMesh(radius: number, thickness: number, segments = 48): Surface {
  const outer = radius + thickness;
  const parts = segments / 4;
  /** From straight down to where the foot ends [rad]. */
  const foot = 0.4;
  const footRadius = outer * sin(foot);
  const outside = arc(0, outer, outer, -Math.PI / 2 + foot, 0, parts - 1);
  const rim = arc(radius + thickness / 2, outer, thickness / 2, 0, Math.PI, 4).slice(1, 4);
  const inside = arc(0, outer, radius, 0, -Math.PI / 2, parts).slice(0, parts);
  const sole: ProfilePoint[] = [
    [footRadius / 2, 0],
    [footRadius, 0],
  ];
  return turn(0, [...sole, ...outside, ...rim, ...inside], thickness, segments);
}
