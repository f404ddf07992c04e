// Symmetric problems have symmetric answers: what is put down like its own image in a mirror, or in a quarter turn, stays so.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { makeWorld } from './laboratory.js';

/** Half a second [1]. */
const STEPS = 30;

/** A ball, or a box along the axes: its own image. */
const part = fc.record({
  isRound: fc.boolean(),
  size: fc.double({ min: 0.3, max: 0.8, noNaN: true }),
  density: fc.double({ min: 500, max: 5000, noNaN: true }),
  /** Free height below it [m]. */
  drop: fc.double({ min: 0, max: 0.3, noNaN: true }),
});
type Part = { isRound: boolean; size: number; density: number; drop: number };

/** A column of parts with their middles above a place. */
function putColumn(world: World, parts: readonly Part[], x: number, z: number): Body[] {
  let top = 0;
  return parts.map(({ isRound, size, density, drop }) => {
    const position: Vec3 = [x, top + drop + size / 2, z];
    top += drop + size;
    const shape = isRound
      ? ({ kind: 'sphere', radius: size / 2 } as const)
      : ({ kind: 'box', size: [size, size, size] as Vec3 } as const);
    return world.createBody({ position, shapes: [shape], density });
  });
}

/** How far images may be from each other [m]: sweeps that have not converged go over one before the other. */
describe.each([
  ['gsp', 1e-6],
  ['ncp', 1e-3],
] as const)('by %s', (method, most) => {
  it('columns to both sides of a mirror stay images of each other', () => {
    const scene = fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 3 }), friction: fc.constantFrom(0, 0.5) });
    fc.assert(
      fc.property(scene, ({ parts, friction }) => {
        const world = makeWorld({}, { friction }, method);
        world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
        const [left, right] = [-1, 1].map((side) => putColumn(world, parts, side, 0));
        for (let step = 0; step < STEPS; step++) world.step(1 / 60);
        left.forEach(({ position: [x, y, z] }, i) => {
          const image = right[i].position;
          expect(Math.abs(x + image[0]) + Math.abs(y - image[1]) + Math.abs(z - image[2])).toBeLessThan(most);
        });
      }),
      { numRuns: 25, seed: 1 },
    );
  });

  it('four balls that are in one in the middle stay images of each other in a quarter turn', () => {
    const scene = fc.record({ size: fc.double({ min: 0.5, max: 0.9, noNaN: true }) });
    fc.assert(
      fc.property(scene, ({ size }) => {
        const world = makeWorld({}, { friction: 0 }, method);
        world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
        const alone = [{ isRound: true, size, density: 1000, drop: 0 }];
        // By a tenth of their size.
        const middle = putColumn(world, alone, 0, 0)[0];
        const r = 0.9 * size;
        const about = [
          [r, 0],
          [0, r],
          [-r, 0],
          [0, -r],
        ].map(([x, z]) => putColumn(world, alone, x, z)[0]);
        for (let step = 0; step < STEPS; step++) world.step(1 / 60);
        expect(Math.abs(middle.position[0]) + Math.abs(middle.position[2])).toBeLessThan(most);
        about.forEach(({ position: [x, y, z] }, i) => {
          const next = about[(i + 1) % 4].position;
          expect(Math.abs(x - next[2]) + Math.abs(z + next[0]) + Math.abs(y - next[1])).toBeLessThan(most);
        });
      }),
      { numRuns: 15, seed: 1 },
    );
  });
});
