// A bolt that stands on its hexagonal head, and a nut that fits its thread. The thread is round, as on bulbs and couplings: the distance
// from the axis is a sine of how far a place is along the helix, so both surfaces are plain grids over angle and height.

import { cos } from '../../src/math/portable.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { Surface } from './surface.js';
import { closeByPoints, closeIntoRing, ringAbout, TURN } from './surface.js';

export interface Thread {
  /** In the middle between crest and root [m]. */
  radius: number;
  /** From root to crest [m]. */
  depth: number;
  /** How far a turn goes along the axis [m]. */
  pitch: number;
  /** By how much the nut's thread is further from the axis than the bolt's [m]. */
  clearance: number;
}

/** Around the axis; a hexagon has a corner at every sixth. */
const SEGMENTS = 36;
const PER_PITCH = 14;

/** Across the flats of head and nut, over the thread's radius [1]. */
const ACROSS = 3.4;

/** A bolt on y = 0, with a head of `head` and above it a shaft of `length` [m]; the thread fades at both ends. */
export function boltMesh(thread: Thread, head: number, length: number): Surface {
  const { radius, depth, pitch } = thread;
  const root = radius - depth / 2;
  const rows = Math.round((PER_PITCH * length) / pitch);
  const shaft = Array.from({ length: rows + 1 }, (_, j) => {
    const along = (length * j) / rows;
    const whole = Math.min(1, along / (0.5 * pitch), (length - along) / (0.5 * pitch));
    return threadRing(thread, head + along, (crest) => root + whole * depth * crest);
  });
  return closeByPoints([0, 0, 0], [...hexagonRings(thread, root, head), ...shaft], [0, head + length, 0]);
}

/** A nut of `height` with its lower side at y = 0 [m], whose thread is that of the bolt, at the same angle for the same height. */
export function nutMesh(thread: Thread, height: number): Surface {
  const { radius, depth, pitch, clearance } = thread;
  const outermost = radius + depth / 2 + clearance;
  const rows = Math.round((PER_PITCH * height) / pitch);
  const inside = Array.from({ length: rows + 1 }, (_, j) => {
    const along = (height * j) / rows;
    const whole = Math.min(1, along / (0.25 * pitch), (height - along) / (0.25 * pitch));
    return threadRing(thread, along, (crest) => outermost - whole * depth * (1 - crest));
  });
  return closeIntoRing([...hexagonRings(thread, outermost, height), ...inside.slice(1).reverse()]);
}

/** Points around the axis at a height, as far out as `radiusAt` says for a share of the crest, 0 in the root and 1 on the crest. */
function threadRing({ pitch }: Thread, height: number, radiusAt: (crest: number) => number): Vec3[] {
  return ringAbout(1, height, SEGMENTS).map(([x, y, z], i): Vec3 => {
    const r = radiusAt(0.5 + 0.5 * cos(TURN * (height / pitch - i / SEGMENTS)));
    return [r * x, y, r * z];
  });
}

/** Rings from that of radius `inner` outwards along the lower side of a hexagonal prism on y = 0, up, and half the way back [m]. */
function hexagonRings({ radius }: Thread, inner: number, height: number): Vec3[][] {
  const apothem = (ACROSS / 2) * radius;
  const rim = (share: number, y: number): Vec3[] =>
    ringAbout(1, y, SEGMENTS).map(([x, , z], i): Vec3 => {
      const fromFlat = (TURN * ((i % (SEGMENTS / 6)) - SEGMENTS / 12)) / SEGMENTS;
      const r = inner + share * (apothem / cos(fromFlat) - inner);
      return [r * x, y, r * z];
    });
  return [rim(0, 0), rim(0.5, 0), rim(1, 0), rim(1, height / 2), rim(1, height), rim(0.5, height)];
}
