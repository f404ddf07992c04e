import { describe, expect, it } from 'vitest';
import { ContactTree } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, dot, length, rotate, scale, transformPoint } from '../../src/math/vector.js';
import { boundingRadius, placedBounds } from '../../src/shapes/bounds.js';
import { placeShape } from '../../src/shapes/descriptor.js';
import { PlacedShape } from '../../src/shapes/placed-shape.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import { direction, pose } from './hull-samples.js';
import { cornerMesh, triangleMesh } from './mesh-samples.js';

const HULL_POINTS: Vec3[] = [
  [0, 0, 0],
  [1, 0, 0.2],
  [0, 2, 0.1],
  [0.3, -0.2, 1.5],
  [-0.4, 0.1, -0.6],
  [0.9, 1.1, 1],
];

const SHAPES: ShapeDescriptor[] = [
  { kind: 'sphere', radius: 0.7 },
  { kind: 'box', size: [0.4, 1.2, 3] },
  { kind: 'capsule', radius: 0.3, length: 1.4 },
  { kind: 'cylinder', radius: 0.8, height: 0.5 },
  { kind: 'hull', points: HULL_POINTS },
];

/** The point of a shape furthest along a direction, in the shape's own frame. */
function supportOf(shape: ShapeDescriptor, along: Readonly<Vec3>): Vec3 {
  switch (shape.kind) {
    case 'sphere':
      return scale(along, shape.radius / length(along));
    case 'box':
      return along.map((x, k) => (Math.sign(x) * shape.size[k]) / 2) as Vec3;
    case 'capsule':
      return add([0, (Math.sign(along[1]) * shape.length) / 2, 0], scale(along, shape.radius / length(along)));
    case 'cylinder': {
      const across = length([along[0], 0, along[2]]);
      const reach = across > 0 ? shape.radius / across : 0;
      return [along[0] * reach, (Math.sign(along[1]) * shape.height) / 2, along[2] * reach];
    }
    case 'hull':
      return [...shape.points].reduce((best, point) => (dot(along, point) > dot(along, best) ? point : best)) as Vec3;
    default:
      throw new Error(`A ${shape.kind} has no support here.`);
  }
}

function boundsOf(descriptor: ShapeDescriptor): { low: Vec3; high: Vec3; radius: number } {
  const shape = new PlacedShape();
  placeShape(descriptor, shape);
  const out = new Float64Array(8).fill(-99);
  placedBounds(shape, out, 1);
  expect([out[0], out[7]]).toEqual([-99, -99]);
  return { low: [out[1], out[2], out[3]], high: [out[4], out[5], out[6]], radius: boundingRadius(shape) };
}

describe.each(SHAPES.map((shape) => [shape.kind, shape] as const))('bounds of a placed %s', (_, shape) => {
  it('hold every point of the shape, and the six supports along the axes touch them', () => {
    const random = new Random(6);
    for (let round = 0; round < 50; round++) {
      const placed = pose(random);
      const { low, high } = boundsOf({ ...shape, ...placed });
      const inverse = [-placed.orientation[0], -placed.orientation[1], -placed.orientation[2], placed.orientation[3]] as const;
      for (let i = 0; i < 100; i++) {
        const point = transformPoint(placed, supportOf(shape, direction(random)));
        for (let k = 0; k < 3; k++) {
          expect(point[k]).toBeGreaterThan(low[k] - 1e-13);
          expect(point[k]).toBeLessThan(high[k] + 1e-13);
        }
      }
      for (let k = 0; k < 3; k++) {
        const axis: Vec3 = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
        expect(high[k]).toBeCloseTo(transformPoint(placed, supportOf(shape, rotate(inverse, axis)))[k], 12);
        expect(low[k]).toBeCloseTo(transformPoint(placed, supportOf(shape, rotate(inverse, scale(axis, -1))))[k], 12);
      }
    }
  });

  it('have a radius that holds every point and no more', () => {
    const random = new Random(9);
    const { radius } = boundsOf(shape);
    let furthest = 0;
    for (let i = 0; i < 20000; i++) furthest = Math.max(furthest, length(supportOf(shape, direction(random))));
    expect(furthest).toBeLessThan(radius + 1e-13);
    expect(furthest).toBeGreaterThan(radius - 1e-4);
  });
});

describe('bounds in closed form', () => {
  it.each([
    [{ kind: 'sphere', radius: 2, position: [1, 2, 3] }, [-1, 0, 1], [3, 4, 5]],
    [{ kind: 'box', size: [2, 4, 6], position: [1, 0, 0] }, [0, -2, -3], [2, 2, 3]],
    [{ kind: 'capsule', radius: 0.5, length: 3 }, [-0.5, -2, -0.5], [0.5, 2, 0.5]],
    [{ kind: 'cylinder', radius: 2, height: 1 }, [-2, -0.5, -2], [2, 0.5, 2]],
    [{ kind: 'half-space', position: [3, 2, 1] }, [-Infinity, -Infinity, -Infinity], [Infinity, 2, Infinity]],
    [{ kind: 'half-space', orientation: [1, 0, 0, 0] }, [-Infinity, 0, -Infinity], [Infinity, Infinity, Infinity]],
    [{ kind: 'half-space', orientation: [0.1, 0, 0, 1] }, [-Infinity, -Infinity, -Infinity], [Infinity, Infinity, Infinity]],
  ] as [ShapeDescriptor, Vec3, Vec3][])('of $kind', (shape, low, high) => {
    expect(boundsOf(shape)).toMatchObject({ low, high });
  });

  it('of a cylinder whose axis points along (1, 1, 0), from a quaternion that is not of unit length', () => {
    // Turning y by -45 degrees about z gives the axis (1, 1, 0) / sqrt 2.
    const half = Math.PI / 8;
    const { low, high } = boundsOf({
      kind: 'cylinder',
      radius: 1,
      height: 4,
      orientation: [0, 0, -3 * Math.sin(half), 3 * Math.cos(half)],
    });
    const reach = Math.SQRT2 + Math.SQRT1_2;
    [reach, reach, 1].forEach((expected, k) => {
      expect(high[k]).toBeCloseTo(expected, 14);
      expect(low[k]).toBeCloseTo(-expected, 14);
    });
  });

  it.each([
    [{ kind: 'sphere', radius: 2 }, 2],
    [{ kind: 'box', size: [2, 4, 4] }, 3],
    [{ kind: 'capsule', radius: 0.5, length: 3 }, 2],
    [{ kind: 'cylinder', radius: 3, height: 8 }, 5],
    [{ kind: 'hull', points: HULL_POINTS }, Math.sqrt(4.01)],
    [{ kind: 'half-space' }, Infinity],
  ] as [ShapeDescriptor, number][])('the radius of $kind', (shape, radius) => {
    expect(boundsOf({ ...shape, position: [5, 5, 5] }).radius).toBe(radius);
  });
});

describe('bounds of a placed mesh', () => {
  const tree = ContactTree.build(triangleMesh(cornerMesh()), { error: 0.25 });
  const shape = new PlacedShape();
  const out = new Float64Array(6);

  it('are those of its box, turned', () => {
    placeShape({ kind: 'mesh', mesh: 'corner', position: [1, 2, 3] }, shape, tree);
    placedBounds(shape, out, 0);
    expect([...out]).toEqual([1, 2, 3, 2, 3, 4]);
    expect(boundingRadius(shape)).toBe(1);
    // A quarter turn about z: x becomes y, and y becomes -x.
    placeShape({ kind: 'mesh', mesh: 'corner', orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }, shape, tree);
    placedBounds(shape, out, 0);
    [-1, 0, 0, 0, 1, 1].forEach((expected, k) => {
      expect(out[k]).toBeCloseTo(expected, 14);
    });
  });

  it('hold every vertex', () => {
    const random = new Random(11);
    for (let round = 0; round < 50; round++) {
      const placed = pose(random);
      placeShape({ kind: 'mesh', mesh: 'corner', ...placed }, shape, tree);
      placedBounds(shape, out, 0);
      const { positions } = tree.mesh;
      for (let v = 0; v < positions.length; v += 3) {
        const point = transformPoint(placed, [positions[v], positions[v + 1], positions[v + 2]]);
        for (let k = 0; k < 3; k++) {
          expect(point[k]).toBeGreaterThan(out[k] - 1e-13);
          expect(point[k]).toBeLessThan(out[3 + k] + 1e-13);
        }
      }
    }
  });
});
