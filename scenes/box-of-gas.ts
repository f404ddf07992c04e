// Boxes with gas in them: walls, places for molecules that do not touch, and velocities of any direction.

import type { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { fixture } from './parts.js';

/** Thickness of a wall [m]. */
const WALL = 0.1;

/** Six walls around a room of a size [m], as one body whose origin is in the middle of the room. */
export function boxWalls(size: Readonly<Vec3>, middle: Readonly<Vec3>): SceneBody {
  const shapes: ShapeDescriptor[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      // Walls of one axis cover the edges of those of the axes before it.
      const extents = size.map((s, k) => (k === axis ? WALL : s + 2 * WALL)) as Vec3;
      const position = size.map((s, k) => (k === axis ? (side * (s + WALL)) / 2 : 0)) as Vec3;
      shapes.push({ kind: 'box', size: extents, position });
    }
  }
  return fixture('walls', shapes, middle);
}

/**
 * Places for molecules of a radius in a room of a size about the origin [m], on the widest lattice that has enough of
 * them. The lattice of a cube has the same number of places along each side.
 */
export function latticeInBox(size: Readonly<Vec3>, count: number, radius: number): Vec3[] {
  let spacing = cubeRoot((size[0] * size[1] * size[2]) / count);
  const places = () => size.map((s) => Math.floor(s / spacing)) as Vec3;
  while (places()[0] * places()[1] * places()[2] < count) spacing *= 0.99;
  if (spacing < 2 * radius) throw new RangeError(`${count} molecules of radius ${radius} m do not fit into a box of ${size} m.`);
  const [nx, ny, nz] = places();
  return Array.from({ length: count }, (_, i) => {
    const cell = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
    return [nx, ny, nz].map((n, k) => ((cell[k] + 0.5) / n - 0.5) * size[k]) as Vec3;
  });
}

/** A vector of a length in any direction, all alike: from a point in the unit ball. */
export function randomDirection(random: Random, length: number): Vec3 {
  for (;;) {
    const v: Vec3 = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (square > 1 || square < 1e-4) continue;
    const scale = length / Math.sqrt(square);
    return [scale * v[0], scale * v[1], scale * v[2]];
  }
}

/** By Newton's method, which is the same on every machine; from above, until rounding stops it. */
export function cubeRoot(x: number): number {
  let root = Math.max(1, x);
  for (;;) {
    const next = (2 * root + x / (root * root)) / 3;
    if (!(next < root)) return root;
    root = next;
  }
}
