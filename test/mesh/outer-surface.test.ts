// Outer surfaces and winding numbers: unions of boxes on a grid, of which all is known, with faces that touch, overlap and lie in one plane.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MeshDistance } from '../../src/distance-field/mesh-distance.js';
import { meshArea, meshVolume, type TriangleMesh } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { outerSurface } from '../../src/mesh/outer-surface.js';
import { WindingNumber } from '../../src/mesh/winding-number.js';
import { packaged } from '../distance-field/hard-meshes.js';
import { windingNumber } from '../distance-field/reference.js';
import { box, join, move, torus } from './sample-meshes.js';

const SIDE = 6;

/** Lower corner and size, in cells of a grid. */
type GridBox = readonly [number, number, number, number, number, number];

const gridBoxes: fc.Arbitrary<GridBox[]> = fc.array(
  fc
    .tuple(fc.nat(SIDE - 2), fc.nat(SIDE - 2), fc.nat(SIDE - 2), fc.nat(3), fc.nat(3), fc.nat(3))
    .map(
      ([x, y, z, a, b, c]): GridBox => [
        x,
        y,
        z,
        1 + Math.min(a, SIDE - 1 - x),
        1 + Math.min(b, SIDE - 1 - y),
        1 + Math.min(c, SIDE - 1 - z),
      ],
    ),
  { minLength: 2, maxLength: 4 },
);

const isFilled = (boxes: readonly GridBox[], cell: readonly number[]): boolean =>
  boxes.some((b) => [0, 1, 2].every((k) => cell[k] >= b[k] && cell[k] < b[k] + b[k + 3]));

/** The unit squares between filled and empty cells: the axis across, and the lower corner. */
function facesOf(boxes: readonly GridBox[]): { axis: number; at: number[] }[] {
  const faces: { axis: number; at: number[] }[] = [];
  for (let x = 0; x <= SIDE; x++)
    for (let y = 0; y <= SIDE; y++)
      for (let z = 0; z <= SIDE; z++)
        for (let axis = 0; axis < 3; axis++) {
          const below = [x, y, z];
          below[axis]--;
          if (isFilled(boxes, [x, y, z]) !== isFilled(boxes, below)) faces.push({ axis, at: [x, y, z] });
        }
  return faces;
}

function distanceToFace({ axis, at }: { axis: number; at: number[] }, p: Vec3): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = k === axis ? p[k] - at[k] : Math.max(at[k] - p[k], 0, p[k] - at[k] - 1);
    square += d * d;
  }
  return Math.sqrt(square);
}

const meshOf = (boxes: readonly GridBox[]): TriangleMesh => join(...boxes.map(([x, y, z, a, b, c]) => box(a, b, c, [x, y, z])));

describe('the outer surface', () => {
  it('of boxes on a grid is the border of the cells they fill, and so are distances and signs', () => {
    fc.assert(
      fc.property(gridBoxes, fc.nat(), (boxes, seed) => {
        const { mesh, inverted } = outerSurface(meshOf(boxes));
        const faces = facesOf(boxes);
        expect(inverted).toBeUndefined();
        expect(meshArea(mesh)).toBeCloseTo(faces.length, 4);
        let cells = 0;
        for (let i = 0; i < SIDE * SIDE * SIDE; i++)
          if (isFilled(boxes, [i % SIDE, Math.floor(i / SIDE) % SIDE, Math.floor(i / SIDE / SIDE)])) cells++;
        expect(meshVolume(mesh)).toBeCloseTo(cells, 4);
        const distance = new MeshDistance(mesh);
        const random = new Random(seed + 1);
        for (let i = 0; i < 40; i++) {
          const p: Vec3 = [random.uniform(-1, SIDE + 1), random.uniform(-1, SIDE + 1), random.uniform(-1, SIDE + 1)];
          const away = Math.min(...faces.map((face) => distanceToFace(face, p)));
          const expected = isFilled(boxes, p.map(Math.floor)) ? -away : away;
          // Nearer than the tolerance nothing is told.
          if (away > 1e-5) expect(Math.abs(distance.signedDistance(...p) - expected)).toBeLessThan(1e-5);
        }
      }),
      { numRuns: 120, seed: 9 },
    );
  });

  it('of a mesh that meets nothing is the mesh itself', () => {
    for (const mesh of [torus(11, 9), box(), packaged('bunny'), join(box(), box(1, 1, 1, [3, 0, 0]))])
      expect(outerSurface(mesh).mesh).toBe(mesh);
  });

  it('of two tori through each other is closed: its winding number is 0 or 1', () => {
    const mesh = join(torus(15, 9), move(torus(14, 8), 0.8, [1.2, 0.31, 0.22]));
    const outer = outerSurface(mesh).mesh;
    const [given, trimmed] = [new WindingNumber(mesh), new WindingNumber(outer)];
    const random = new Random(2);
    let twice = 0;
    for (let i = 0; i < 4000; i++) {
      const p: Vec3 = [random.uniform(-3, 4), random.uniform(-3, 4), random.uniform(-1, 1)];
      if (given.at(...p) > 1.5) twice++;
      expect(trimmed.at(...p)).toBeCloseTo(given.at(...p) > 0.5 ? 1 : 0, 4);
    }
    expect(twice).toBeGreaterThan(20);
    expect(meshVolume(outer)).toBeLessThan(meshVolume(mesh) - 0.1);
  });
});

describe('the winding number', () => {
  it.each<[string, TriangleMesh]>([
    ['torus', torus(15, 9)],
    ['bunny', packaged('bunny')],
    ['teapot, which is open', packaged('teapot')],
  ])('of the %s is the sum over all triangles', (_, mesh) => {
    const winding = new WindingNumber(mesh);
    const random = new Random(4);
    const size = mesh.positions.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
    for (let i = 0; i < 60; i++) {
      const p: Vec3 = [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
      expect(winding.at(...p)).toBeCloseTo(windingNumber(mesh, p), 9);
    }
  });
});
