// Which runs a study has: what run i varies follows from seed and index alone, and fills the ranges as it should.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Plan } from '../../cli/sweep/plan.js';
import { checkStudy } from '../../cli/sweep/study.js';

function planOf(fields: object): Plan {
  return new Plan(checkStudy({ sweep: 1, name: 'plan', scene: 'stack', ...fields }));
}
const valuesOf = (plan: Plan, name: string) =>
  Array.from({ length: plan.total }, (_, i) => plan.at(i).parameters[name] as number);

describe('a plan', () => {
  it('combines lists and ranges, the last one fastest, then samples, then repetitions', () => {
    const plan = planOf({ parameters: { a: [1, 2], b: { from: 0, to: 1, count: 3 } }, repetitions: 2, seed: 7 });
    expect(plan.total).toBe(12);
    const runs = Array.from({ length: 12 }, (_, i) => plan.at(i));
    expect(runs.slice(0, 6).map(({ parameters }) => [parameters.a, parameters.b])).toEqual([
      [1, 0],
      [1, 0.5],
      [1, 1],
      [2, 0],
      [2, 0.5],
      [2, 1],
    ]);
    expect(runs.map(({ repetition, seed }) => [repetition, seed])).toEqual([...Array(6).fill([0, 7]), ...Array(6).fill([1, 8])]);
    expect(runs[6].parameters).toEqual(runs[0].parameters);
  });

  it('has powers on a logarithmic range, and plain digits on a linear one', () => {
    const decades = planOf({ parameters: { r: { from: 1, to: 1e6, count: 7, scale: 'log' } } });
    expect(valuesOf(decades, 'r')).toEqual([1, 10, 100, 1000, 1e4, 1e5, 1e6]);
    const tenths = planOf({ parameters: { r: { from: 0, to: 1, count: 11 } } });
    expect(valuesOf(tenths, 'r')).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    const own = planOf({ parameters: { r: { from: 0.3, to: 70, count: 9, scale: 'log' } } });
    valuesOf(own, 'r').forEach((value, k) => {
      expect(value / (0.3 * (70 / 0.3) ** (k / 8))).toBeCloseTo(1, 10);
    });
  });

  it('draws once in each stratum of a Latin hypercube, whatever its size and seed', () => {
    const sizes = fc.record({ samples: fc.integer({ min: 1, max: 300 }), seed: fc.nat(), low: fc.integer({ min: -5, max: 5 }) });
    fc.assert(
      fc.property(sizes, ({ samples, seed, low }) => {
        const plan = planOf({ parameters: { x: { latin: [low, low + 2] }, y: { latin: [0, 1] } }, samples, seed });
        for (const [name, from, width] of [
          ['x', low, 2],
          ['y', 0, 1],
        ] as const) {
          const strata = valuesOf(plan, name).map((value) => Math.floor(((value - from) / width) * samples * (1 - 1e-11)));
          expect(new Set(strata).size).toBe(samples);
          expect(Math.min(...strata)).toBeGreaterThanOrEqual(0);
          expect(Math.max(...strata)).toBe(samples - 1);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('draws random values evenly, each parameter by itself, and the same when there are more of them', () => {
    const fields = { parameters: { x: { random: [2, 6] }, y: { random: [0, 1] }, k: { random: [1, 3], integer: true } } };
    const plan = planOf({ ...fields, samples: 4000 });
    const [x, y, k] = ['x', 'y', 'k'].map((name) => valuesOf(plan, name));
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    // The mean of 4000 even draws is off by 4 / sqrt(12 * 4000) = 0.018 as a rule: five times that.
    expect(Math.abs(mean(x) - 4)).toBeLessThan(0.09);
    expect(Math.abs(mean(x.map((value, i) => (value - 4) * (y[i] - 0.5))))).toBeLessThan(0.03);
    expect(x.every((value) => value >= 2 && value < 6)).toBe(true);
    for (const whole of [1, 2, 3]) expect(k.filter((value) => value === whole).length / 4000).toBeCloseTo(1 / 3, 1);
    const fewer = planOf({ ...fields, samples: 10 });
    expect(valuesOf(fewer, 'x')).toEqual(x.slice(0, 10));
    expect(valuesOf(planOf({ ...fields, samples: 10, seed: 2 }), 'x')).not.toEqual(x.slice(0, 10));
  });

  it('knows any run without those before it', () => {
    const fields = { parameters: { a: [1, 2, 3], x: { latin: [0, 1] } }, samples: 100, repetitions: 3 };
    const all = planOf(fields);
    const index = fc.nat({ max: all.total - 1 });
    fc.assert(
      fc.property(index, (i) => {
        expect(planOf(fields).at(i)).toEqual(all.at(i));
      }),
      { numRuns: 30 },
    );
  });
});
