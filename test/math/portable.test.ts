import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acos, atan2, cos, log10, sin } from '../../src/math/portable.js';

/** Distance of two numbers in units of the last place of the second; zero counts as the smallest normal number. */
function ulps(value: number, truth: number): number {
  const exponent = Math.floor(Math.log2(Math.max(Math.abs(truth), 2 ** -1022)));
  return Math.abs(value - truth) / 2 ** (exponent - 52);
}

/** Angles of every size that a step can meet, both signs, and neighbours of multiples of pi/4, where quadrants change. */
function* angles(): Generator<number> {
  for (let i = -5000; i <= 5000; i++) {
    yield i * 0.0123456789;
    yield i * 19.87654321;
    for (const off of [0, 1e-15, -1e-15, 1e-9, -1e-6]) yield (i * Math.PI) / 4 + off;
  }
  for (let e = -300; e <= 4; e += 0.25) {
    yield 10 ** e;
    yield -(10 ** e);
  }
}

/** The one library is allowed an ulp of its own, so agreement cannot be asked for below two. */
const FEW = 3;
/** Arc functions come by several identities, each with a rounding of its own. */
const FEW_OF_ARC = 5;

function worst(of: (x: number) => number, truth: (x: number) => number, arguments_: Iterable<number>): number {
  let most = 0;
  for (const x of arguments_) most = Math.max(most, ulps(of(x), truth(x)));
  return most;
}

describe('portable sine and cosine', () => {
  it('agree with the library to a few units of the last place up to 1e5', () => {
    expect(worst(sin, Math.sin, angles())).toBeLessThan(FEW);
    expect(worst(cos, Math.cos, angles())).toBeLessThan(FEW);
  });

  it('agree for random angles up to 1e5', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e5, max: 1e5, noNaN: true }), (x) => {
        expect(ulps(sin(x), Math.sin(x))).toBeLessThan(FEW);
        expect(ulps(cos(x), Math.cos(x))).toBeLessThan(FEW);
      }),
      { numRuns: 2000 },
    );
  });

  it('lose accuracy slowly beyond: a simulation that has run for years still oscillates', () => {
    for (let x = 1e5; x < 1e12; x *= 1.37) {
      const rounding = x * 2 ** -52;
      expect(Math.abs(sin(x) - Math.sin(x))).toBeLessThan(rounding + 1e-15);
      expect(Math.abs(cos(x) - Math.cos(x))).toBeLessThan(rounding + 1e-15);
    }
  });

  it('never leave [-1, 1], however large the angle', () => {
    for (let x = 1; x < 1e300; x *= 7.3) {
      expect(Math.abs(sin(x))).toBeLessThanOrEqual(1);
      expect(Math.abs(cos(x))).toBeLessThanOrEqual(1);
    }
  });

  it('are odd and even to the last bit', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e5, noNaN: true }), (x) => {
        expect(sin(-x) + 0).toBe(-sin(x) + 0);
        expect(cos(-x)).toBe(cos(x));
      }),
    );
  });

  it('are exact where the value is', () => {
    expect(sin(0)).toBe(0);
    expect(cos(0)).toBe(1);
    expect(sin(Math.PI / 2)).toBe(1);
    expect(cos(Math.PI)).toBe(-1);
    expect(sin(Number.NaN)).toBeNaN();
    expect(cos(Number.POSITIVE_INFINITY)).toBeNaN();
  });
});

describe('portable arc functions', () => {
  it('atan2 agrees with the library in all quadrants and for all ratios', () => {
    let most = 0;
    for (let i = -200; i <= 200; i++) {
      for (const x of [-1e8, -3.7, -1, -1e-8, 1e-8, 0.3, 1, 2.5, 1e8]) {
        const y = i * 0.0417 + 1e-5;
        most = Math.max(most, ulps(atan2(y, x), Math.atan2(y, x)), ulps(atan2(x, y), Math.atan2(x, y)));
      }
    }
    expect(most).toBeLessThan(FEW_OF_ARC);
  });

  it('atan2 agrees for random points', () => {
    const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((x) => Math.abs(x) > 1e-200);
    fc.assert(
      fc.property(coordinate, coordinate, (y, x) => {
        expect(ulps(atan2(y, x), Math.atan2(y, x))).toBeLessThan(FEW_OF_ARC);
      }),
      { numRuns: 2000 },
    );
  });

  it('atan2 of the axes is exact and in (-pi, pi]', () => {
    expect(atan2(0, 0)).toBe(0);
    expect(atan2(0, 1)).toBe(0);
    expect(atan2(1, 0)).toBe(Math.PI / 2);
    expect(atan2(-1, 0)).toBe(-Math.PI / 2);
    expect(atan2(0, -1)).toBe(Math.PI);
    expect(atan2(-0, -1)).toBe(Math.PI);
  });

  it('acos agrees with the library, also close to the ends, and clamps', () => {
    const cosines = [0, 0.5, -0.5, 1 - 1e-12, -1 + 1e-12, 1 - 1e-16, 1e-300];
    for (let i = -1000; i <= 1000; i++) cosines.push(i / 1000);
    // Rounding of (1 - c)(1 + c) costs a little; relative to the angle it stays within a few units.
    expect(worst(acos, Math.acos, cosines)).toBeLessThan(FEW_OF_ARC);
    expect(acos(1 + 1e-9)).toBe(0);
    expect(acos(-2)).toBe(Math.PI);
  });
});

describe('portable decimal logarithm', () => {
  it('agrees with the library over the whole range of doubles', () => {
    let largest = 0;
    for (let e = -323.3; e <= 308.2; e += 0.0137) largest = Math.max(largest, Math.abs(log10(10 ** e) - Math.log10(10 ** e)));
    expect(largest).toBeLessThan(2e-13);
    for (const x of [0.5, 0.9, 0.999, 1.001, Math.SQRT2, 2, 3, 7.5]) expect(log10(x)).toBeCloseTo(Math.log10(x), 15);
  });

  it('has the same limits', () => {
    for (const x of [0, 1, -1, Number.POSITIVE_INFINITY, Number.NaN]) expect(log10(x)).toBe(Math.log10(x));
  });
});
