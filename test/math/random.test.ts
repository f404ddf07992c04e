import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';

describe('random numbers', () => {
  it('are the same for the same seed and differ for others', () => {
    const draw = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 100 }, () => random.uint32());
    };
    expect(draw(1)).toEqual(draw(1));
    const firsts = new Set(Array.from({ length: 1000 }, (_, seed) => draw(seed)[0]));
    expect(firsts.size).toBe(1000);
    // Seeds beyond 32 bits count in full.
    expect(draw(1)).not.toEqual(draw(1 + 2 ** 32));
  });

  it('the sequence is fixed: recorded scenes depend on it', () => {
    const random = new Random(42);
    const again = new Random(42);
    expect([0, 1, 2, 3].map(() => new Random(42)).map((r, n) => [...Array(n + 1)].map(() => r.uint32())[n])).toEqual([
      3893884377, 145076852, 3246010591, 4141225530,
    ]);
    for (let i = 0; i < 1000; i++) expect(again.uniform(-1, 3)).toBe(-1 + 4 * (random.uint32() / 2 ** 32));
  });

  it('fill their range evenly', () => {
    const random = new Random(7);
    const counts = new Array(16).fill(0);
    let sum = 0;
    let outside = 0;
    for (let i = 0; i < 16000; i++) {
      const x = random.uniform();
      if (!(x >= 0 && x < 1)) outside++;
      counts[Math.floor(16 * x)]++;
      sum += x;
    }
    expect(outside).toBe(0);
    // Five standard deviations of a binomial count.
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(155);
    expect(Math.abs(sum / 16000 - 0.5)).toBeLessThan(0.012);
  });

  it('uniform stays in the range asked for', () => {
    const random = new Random(3);
    for (let i = 0; i < 1000; i++) {
      const x = random.uniform(-5, -4);
      expect(x).toBeGreaterThanOrEqual(-5);
      expect(x).toBeLessThan(-4);
    }
  });
});
