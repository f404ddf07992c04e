// Bodies that move along their velocities: the compiled kernel and TypeScript, to the bit.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { World } from '../../src/world.js';

/** Turns of a second, from none to one that is too fast for the parts of a step [rad/s]. */
const SPINS = [0, 1e-6, 1, 30, 300, 1e4];
const STEPS = 100;

/** Where boxes of all proportions are that nothing touches or pulls, as numbers. */
function fly(kernel: 'reference' | 'auto'): number[] {
  const random = new Random(3);
  const world = new World({ settings: { kernel, gravity: [0, 0, 0] } });
  const side = () => random.uniform(0.1, 1);
  const direction = (): [number, number, number] => [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
  const bodies = Array.from({ length: 6 * SPINS.length }, (_, i) => {
    const [x, y, z] = direction();
    const spin = SPINS[i % SPINS.length];
    const size: [number, number, number] = i < 6 ? [0.3, 0.3, 0.3] : [side(), side(), side()];
    const angularVelocity: [number, number, number] = [spin * x, spin * y, spin * z];
    return world.createBody({
      position: [50 * i, 0, 0],
      velocity: direction(),
      angularVelocity,
      shapes: [{ kind: 'box', size }],
    });
  });
  for (let step = 0; step < STEPS; step++) world.step(1 / 100);
  return bodies.flatMap((body) => [...body.position, ...body.orientation, ...body.angularVelocity]);
}

describe('bodies that fly and turn', () => {
  it('go by the kernel where they go by TypeScript, to the bit', () => {
    const compiled = fly('auto');
    expect(compiled).toEqual(fly('reference'));
    expect(compiled.every(Number.isFinite)).toBe(true);
    // What turns at 1 rad/s has turned.
    expect(Math.abs(compiled[10 * 2 + 6])).toBeLessThan(0.95);
  });
});
