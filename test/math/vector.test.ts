import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pose, Vec3 } from '../../src/math/vector.js';
import {
  add,
  axisAngle,
  composePoses,
  conjugate,
  cross,
  distance,
  dot,
  IDENTITY,
  invertPose,
  length,
  multiply,
  normalize,
  normalizeQuat,
  rotate,
  scale,
  subtract,
  transformPoint,
} from '../../src/math/vector.js';

const number = fc.double({ min: -10, max: 10, noNaN: true });
const vector = fc.tuple(number, number, number) as fc.Arbitrary<Vec3>;
const longVector = vector.filter((v) => length(v) > 0.01);
const quat = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.hypot(...q) > 0.01)
  .map((q) => normalizeQuat(q));
const pose: fc.Arbitrary<Pose> = fc.record({ position: vector, orientation: quat });

function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-12): void {
  actual.forEach((x, i) => {
    expect(Math.abs(x - expected[i])).toBeLessThanOrEqual(tolerance);
  });
}

describe('vectors', () => {
  it('do plain arithmetic', () => {
    expect(add([1, 2, 3], [10, 20, 30])).toEqual([11, 22, 33]);
    expect(subtract([1, 2, 3], [10, 20, 30])).toEqual([-9, -18, -27]);
    expect(scale([1, -2, 3], 2)).toEqual([2, -4, 6]);
    expect(dot([1, 2, 3], [4, 5, 6])).toBe(32);
    expect(cross([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
    expect(cross([0, 1, 0], [0, 0, 1])).toEqual([1, 0, 0]);
    expect(length([2, 3, 6])).toBe(7);
    expect(distance([1, 1, 1], [3, 4, 7])).toBe(7);
  });

  it('the cross product is at right angles to both, as long as the area between them', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const c = cross(a, b);
        expectClose([dot(a, c), dot(b, c)], [0, 0], 1e-11);
        expectClose([dot(c, c)], [dot(a, a) * dot(b, b) - dot(a, b) ** 2], 1e-9);
      }),
    );
  });

  it('normalising keeps the direction', () => {
    fc.assert(
      fc.property(longVector, (a) => {
        const n = normalize(a);
        expectClose([length(n)], [1], 1e-15);
        expectClose(scale(n, length(a)), a);
      }),
    );
  });
});

describe('quaternions', () => {
  it('turn by the right-hand rule', () => {
    expectClose(rotate(axisAngle([0, 0, 5], Math.PI / 2), [1, 0, 0]), [0, 1, 0], 1e-15);
    expectClose(rotate(axisAngle([1, 0, 0], Math.PI / 2), [0, 1, 0]), [0, 0, 1], 1e-15);
    expect(rotate(IDENTITY, [1, 2, 3])).toEqual([1, 2, 3]);
  });

  it('the product is the second rotation followed by the first', () => {
    fc.assert(
      fc.property(quat, quat, vector, (a, b, v) => {
        expectClose(rotate(multiply(a, b), v), rotate(a, rotate(b, v)));
      }),
    );
  });

  it('keep lengths, and the conjugate turns back', () => {
    fc.assert(
      fc.property(quat, vector, (q, v) => {
        expectClose([length(rotate(q, v))], [length(v)]);
        expectClose(rotate(conjugate(q), rotate(q, v)), v);
        expectClose(multiply(q, conjugate(q)), IDENTITY, 1e-15);
      }),
    );
  });

  it('an axis is left alone by a turn about it, of whatever length it is given', () => {
    fc.assert(
      fc.property(longVector, fc.double({ min: -7, max: 7, noNaN: true }), (axis, angle) => {
        const q = axisAngle(axis, angle);
        expectClose([Math.hypot(...q)], [1], 1e-14);
        expectClose(rotate(q, axis), axis);
      }),
    );
  });
});

describe('poses', () => {
  it('compose like the maps they are', () => {
    fc.assert(
      fc.property(pose, pose, vector, (outer, inner, point) => {
        expectClose(transformPoint(composePoses(outer, inner), point), transformPoint(outer, transformPoint(inner, point)));
      }),
    );
  });

  it('the inverse undoes a pose from either side', () => {
    fc.assert(
      fc.property(pose, vector, (p, point) => {
        expectClose(transformPoint(invertPose(p), transformPoint(p, point)), point);
        expectClose(transformPoint(p, transformPoint(invertPose(p), point)), point);
      }),
    );
  });
});
