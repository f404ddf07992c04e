import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vector.js';
import { ConvexHull } from '../../src/shapes/convex-hull.js';
import { placeShape } from '../../src/shapes/descriptor.js';
import { PlacedShape } from '../../src/shapes/placed-shape.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import { SHAPE_KINDS } from '../../src/shapes/shape-kinds.js';

const POINTS: Vec3[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function placed(descriptor: ShapeDescriptor, hull?: ConvexHull): PlacedShape {
  const shape = new PlacedShape();
  // What an earlier shape left behind must not show through.
  Object.assign(shape, { x: 7, y: 7, z: 7, a: 7, b: 7, c: 7, hull: ConvexHull.fromPoints(POINTS) });
  shape.r.fill(7);
  placeShape(descriptor, shape, hull);
  return shape;
}

describe('placing a shape', () => {
  it.each([
    [{ kind: 'sphere', radius: 2 }, [2, 0, 0]],
    [{ kind: 'box', size: [2, 4, 6] }, [1, 2, 3]],
    [{ kind: 'capsule', radius: 0.5, length: 3 }, [0.5, 1.5, 0]],
    [{ kind: 'cylinder', radius: 0.5, height: 3 }, [0.5, 1.5, 0]],
    [{ kind: 'half-space' }, [0, 0, 0]],
  ] as [ShapeDescriptor, Vec3][])('fills in $kind, by default at the origin', (descriptor, measures) => {
    const shape = placed(descriptor);
    expect(SHAPE_KINDS[shape.kind]).toBe(descriptor.kind);
    expect([shape.a, shape.b, shape.c]).toEqual(measures);
    expect([shape.x, shape.y, shape.z]).toEqual([0, 0, 0]);
    expect([...shape.r]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(shape.hull).toBeNull();
  });

  it('normalises the orientation', () => {
    const shape = placed({ kind: 'sphere', radius: 1, position: [1, 2, 3], orientation: [0, 0, 5, 5] });
    expect([shape.x, shape.y, shape.z]).toEqual([1, 2, 3]);
    [0, -1, 0, 1, 0, 0, 0, 0, 1].forEach((entry, i) => {
      expect(shape.r[i]).toBeCloseTo(entry, 15);
    });
  });

  it('uses the hull it is given and builds one otherwise', () => {
    const hull = ConvexHull.fromPoints(POINTS);
    const descriptor: ShapeDescriptor = { kind: 'hull', points: POINTS };
    expect(placed(descriptor, hull).hull).toBe(hull);
    const built = placed(descriptor);
    expect(SHAPE_KINDS[built.kind]).toBe('hull');
    expect(built.hull).toEqual(hull);
  });
});
