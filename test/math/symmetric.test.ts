import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sym3 } from '../../src/math/symmetric.js';
import {
  addSym,
  determinantSym,
  invertSym,
  matrixOfQuat,
  multiplySym,
  principalAxes,
  quatOfMatrix,
  rotateSym,
  scaleSym,
} from '../../src/math/symmetric.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { normalizeQuat, rotate } from '../../src/math/vector.js';

const entry = fc.double({ min: -10, max: 10, noNaN: true });
const quat = fc
  .tuple(entry, entry, entry, entry)
  .filter((q) => q.some((x) => Math.abs(x) > 1e-3))
  .map((q) => normalizeQuat(q));
const moments = fc.tuple(...[0, 0, 0].map(() => fc.double({ min: 0.01, max: 100, noNaN: true })));
/** Positive definite, as inertia tensors are. */
const tensor = fc.tuple(moments, quat).map(([[i, j, k], q]) => rotateSym(q, [i, j, k, 0, 0, 0]));
const vector = fc.tuple(entry, entry, entry);

/** Row-major, all nine entries. */
function full([xx, yy, zz, xy, xz, yz]: Readonly<Sym3>): number[] {
  return [xx, xy, xz, xy, yy, yz, xz, yz, zz];
}
function product(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, n) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += a[3 * Math.floor(n / 3) + k] * b[3 * k + (n % 3)];
    return sum;
  });
}
function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((x, i) => {
    expect(Math.abs(x - expected[i])).toBeLessThanOrEqual(tolerance);
  });
}
const UNIT = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const size = (a: Readonly<Sym3>) => Math.max(...a.map(Math.abs));

describe('symmetric matrices', () => {
  it('add, scale and multiply entry by entry', () => {
    const a: Sym3 = [1, 2, 3, 4, 5, 6];
    expect(addSym(a, [10, 20, 30, 40, 50, 60])).toEqual([11, 22, 33, 44, 55, 66]);
    expect(scaleSym(a, -2)).toEqual([-2, -4, -6, -8, -10, -12]);
    expect(multiplySym(a, [1, 0, 0])).toEqual([1, 4, 5]);
    expect(multiplySym(a, [0, 1, 0])).toEqual([4, 2, 6]);
    expect(multiplySym(a, [0, 0, 1])).toEqual([5, 6, 3]);
    expect(determinantSym(a)).toBe(1 * (6 - 36) - 4 * (12 - 30) + 5 * (24 - 10));
  });

  it('the inverse times the matrix is the unit matrix', () => {
    fc.assert(
      fc.property(tensor, (a) => {
        // Condition numbers reach 1e4 here.
        expectClose(product(full(invertSym(a)), full(a)), UNIT, 1e-9);
      }),
    );
  });

  it('a rotated tensor does to a rotated vector what the tensor does to the vector', () => {
    fc.assert(
      fc.property(tensor, quat, vector, (a, q, v) => {
        const outside = multiplySym(rotateSym(q, a), rotate(q, v as Vec3));
        expectClose(outside, rotate(q, multiplySym(a, v as Vec3)), 1e-12 * (1 + size(a) * 20));
      }),
    );
  });

  it('principal axes rebuild the tensor, for any symmetric matrix', () => {
    const any = fc.tuple(entry, entry, entry, entry, entry, entry) as fc.Arbitrary<Sym3>;
    fc.assert(
      fc.property(fc.oneof(any, tensor), (a) => {
        const { moments: m, orientation } = principalAxes(a);
        expectClose(rotateSym(orientation, [m[0], m[1], m[2], 0, 0, 0]), a, 1e-13 * (1 + size(a)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [[1, 1, 1, 0, 0, 0]],
    [[2, 2, 1, 0, 0, 0]],
    [[0, 0, 0, 0, 0, 0]],
    [[1, 1, 1, 1e-170, 0, 0]],
    [[1e-12, 2e-12, 3e-12, 1e-13, -1e-13, 1e-14]],
    [[1e12, 2e12, 3e12, 1e11, -1e11, 1e10]],
    [[1, 1, 1, 1, 1, 1]],
  ] as [Sym3][])('principal axes rebuild %j, degenerate or out of scale', (a) => {
    const { moments: m, orientation } = principalAxes(a);
    expect(Math.abs(Math.hypot(...orientation) - 1)).toBeLessThan(1e-14);
    expectClose(rotateSym(orientation, [m[0], m[1], m[2], 0, 0, 0]), a, 1e-14 * size(a));
  });

  it('a diagonal tensor with rising moments is its own principal frame, untouched', () => {
    expect(principalAxes([1, 2, 3, 0, 0, 0])).toEqual({ moments: [1, 2, 3], orientation: [0, 0, 0, 1] });
  });

  it('principal moments rise, and are the same whatever frame the tensor is given in', () => {
    fc.assert(
      fc.property(moments, quat, ([i, j, k], q) => {
        const expected = [i, j, k].sort((a, b) => a - b);
        expectClose(principalAxes(rotateSym(q, [i, j, k, 0, 0, 0])).moments, expected, 1e-12 * expected[2]);
        expect(principalAxes([i, j, k, 0, 0, 0]).moments).toEqual(expected);
      }),
    );
  });
});

describe('rotation matrices', () => {
  it('turn vectors as their quaternions do', () => {
    fc.assert(
      fc.property(quat, vector, (q, v) => {
        const r = matrixOfQuat(q);
        const turned = [0, 1, 2].map((i) => r[3 * i] * v[0] + r[3 * i + 1] * v[1] + r[3 * i + 2] * v[2]);
        expectClose(turned, rotate(q, v as Vec3), 1e-13);
      }),
    );
  });

  it('give their quaternion back, up to the sign that makes no difference', () => {
    const halfTurns: Quat[] = [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0.6, 0.8, 0, 0],
      [0, -0.6, 0.8, 0],
      [0, 0, 0, 1],
    ];
    fc.assert(
      fc.property(fc.oneof(quat, fc.constantFrom(...halfTurns)), (q) => {
        const back = quatOfMatrix(matrixOfQuat(q));
        const sign = Math.sign(q[0] * back[0] + q[1] * back[1] + q[2] * back[2] + q[3] * back[3]);
        expectClose(
          back.map((x) => x * sign),
          q,
          1e-13,
        );
      }),
    );
  });
});
