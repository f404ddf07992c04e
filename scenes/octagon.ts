// Octagonal vessels around the y axis, and the loose lattice of cubes that starts inside one: silo and cubeglass.

import { cos, sin } from '../src/math/portable.js';
import type { Quat, Vec3 } from '../src/math/vector.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { EDGE, rotation } from './parts.js';

const SIDES = 8;
/** Half the width of a side over its distance from the axis: tan(pi / 8) [1]. */
export const HALF_SIDE = sin(Math.PI / SIDES) / cos(Math.PI / SIDES);
export const WALL_THICKNESS = 1;

/** Wider than a cube's diagonal seen from above [m]. */
export const LATTICE_WIDTH = 1.45;
export const LATTICE_HEIGHT = 1.05;
/** From the axis of an upright cube to its edges [m]. */
const HALF_DIAGONAL = (EDGE / 2) * Math.sqrt(2);

export interface OctagonSide {
  /** Turns +z, where a side is described, to where this one is. */
  orientation: Quat;
  outward: Readonly<Vec3>;
}

/** What `shapesOf` says of one side, for all eight. */
export function octagon(shapesOf: (side: OctagonSide) => ShapeDescriptor[]): ShapeDescriptor[] {
  return Array.from({ length: SIDES }, (_, i) => {
    const angle = (2 * Math.PI * i) / SIDES;
    return shapesOf({ orientation: rotation([0, 1, 0], angle), outward: [sin(angle), 0, cos(angle)] });
  }).flat();
}

/** From the ground up, with its inner face `radius` from the axis. */
export function uprightWall({ orientation, outward }: OctagonSide, radius: number, height: number): ShapeDescriptor {
  const size: Vec3 = [2 * HALF_SIDE * (radius + WALL_THICKNESS), height, WALL_THICKNESS];
  const middle = radius + WALL_THICKNESS / 2;
  return { kind: 'box', size, position: [middle * outward[0], height / 2, middle * outward[2]], orientation };
}

/** Between the axis and the sides of the octagon that [x, z] lies on [m]. */
export function octagonRadius(x: number, z: number): number {
  return Math.max(Math.abs(x), Math.abs(z), (Math.abs(x) + Math.abs(z)) * Math.sqrt(0.5));
}

/**
 * Places of one layer, as [x, z]: all of the lattice where a cube fits within `radius` however it is turned about the vertical. The
 * lattice has a place at the axis, or at `offset` from it along x and z [m].
 */
export function latticePlaces(radius: number, offset = 0): [number, number][] {
  const room = radius - HALF_DIAGONAL;
  const half = Math.ceil(room / LATTICE_WIDTH);
  const places: [number, number][] = [];
  for (let k = -half; k <= half; k++) {
    for (let i = -half; i <= half; i++) {
      const x = i * LATTICE_WIDTH + offset;
      const z = k * LATTICE_WIDTH + offset;
      if (octagonRadius(x, z) <= room) places.push([x, z]);
    }
  }
  return places;
}
