// The energy of a row's law: what the function counts of it that impulses minimise.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as block from '../../../src/solvers/tree/joint-block.js';
import { ENERGY, LINE_LAMBDA, MET_W, RowLaws } from '../../../src/solvers/tree/row-laws.js';

interface Law {
  lowest: number;
  highest: number;
  force: number;
  slope: number;
  speed: number;
  motorSlope: number;
  limit: number;
  friction: number;
}
const NO_LAW: Law = {
  lowest: Number.NEGATIVE_INFINITY,
  highest: Number.POSITIVE_INFINITY,
  force: 0,
  slope: 0,
  speed: 0,
  motorSlope: 0,
  limit: 0,
  friction: 0,
};

function rowOf(law: Partial<Law>): Float64Array {
  const { lowest, highest, force, slope, speed, motorSlope, limit, friction } = { ...NO_LAW, ...law };
  const row = new Float64Array(block.ROW_LENGTH);
  row[block.LOWEST] = lowest;
  row[block.HIGHEST] = highest;
  row[block.FORCE] = force;
  row[block.SLOPE] = slope;
  row[block.MOTOR_SPEED] = speed;
  row[block.MOTOR_SLOPE] = motorSlope;
  row[block.MOTOR_LIMIT] = limit;
  row[block.FRICTION_LIMIT] = friction;
  return row;
}

function energyAt(laws: RowLaws, row: Float64Array, lambda: number): number {
  row[block.LAMBDA] = lambda;
  laws.findEnergy(row, 0);
  return laws.line[ENERGY];
}
const energyOf = (law: Partial<Law>, lambda: number) => energyAt(new RowLaws(), rowOf(law), lambda);

describe('the energy of a law', () => {
  it('is known in closed form', () => {
    const motor = { speed: 3, motorSlope: Number.POSITIVE_INFINITY, limit: 5 };
    expect(energyOf(motor, 5)).toBe(15);
    expect(energyOf(motor, -5)).toBe(-15);
    // Friction answers at rest with up to 2; beyond that it takes the limit, at -0.5.
    expect(energyOf({ friction: 2, lowest: -0.5 }, 2)).toBe(0);
    expect(energyOf({ friction: 2, lowest: -0.5 }, 6)).toBe(-2);
    // A spring with damper, lambda = 4 - 2 w.
    expect(energyOf({ force: 4, slope: 2 }, 6)).toBe(3);
    expect(energyOf({ lowest: 1.5, highest: 1.5 }, -4)).toBe(-6);
    expect(energyOf({}, 0)).toBe(0);
  });

  it('rises with each impulse by the velocity that is answered with it', () => {
    const upTo = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
    const laws = fc.record({
      lowest: upTo(3).map((x) => (x > 2 ? Number.NEGATIVE_INFINITY : -x - 0.01)),
      highest: upTo(3).map((x) => (x > 2 ? Number.POSITIVE_INFINITY : x + 0.01)),
      force: upTo(4).map((x) => x - 2),
      slope: upTo(2).map((x) => (x > 1 ? 0 : x + 0.1)),
      speed: upTo(4).map((x) => x - 2),
      motorSlope: upTo(4).map((x) => (x > 3 ? Number.POSITIVE_INFINITY : x + 0.1)),
      limit: upTo(5),
      friction: upTo(3),
    });
    fc.assert(
      fc.property(laws, upTo(20), (law, place) => {
        const row = rowOf(law);
        const of = new RowLaws();
        const step = 1e-5;
        const lambda = of.nearestLambda(row, 0, place - 10);
        const next = of.nearestLambda(row, 0, lambda + step);
        of.line[LINE_LAMBDA] = 0.5 * (lambda + next);
        of.meetLambda(row, 0);
        const velocity = of.line[MET_W];
        // Beyond a law's last impulse nothing is asked, and a corner within the step is seen by half.
        if (next - lambda < 0.5 * step || Math.abs(velocity) > 1e3) return;
        const risen = (energyAt(of, row, next) - energyAt(of, row, lambda)) / (next - lambda);
        const falls = Math.max(...[-1, 1].map((side) => velocityBeside(of, row, 0.5 * (lambda + next) + side * step) - velocity));
        expect(Math.abs(risen - velocity)).toBeLessThan(1e-6 + Math.abs(falls) + Math.abs(velocity) * 1e-6);
      }),
    );
  });
});

function velocityBeside(laws: RowLaws, row: Float64Array, lambda: number): number {
  laws.line[LINE_LAMBDA] = laws.nearestLambda(row, 0, lambda);
  laws.meetLambda(row, 0);
  return laws.line[MET_W];
}
