import { expect, it } from 'vitest';
import { World } from '../../../dist/src/index.js';

/** The largest gain of energy in a step of a rod that falls on the ground, spinning, and the energy that it begins with [J]. */
function fallSpinning(height: number, spin: number): { gained: number; energy: number } {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const shapes = [{ kind: 'box' as const, size: [0.3, 0.1, 0.1] as const }];
  world.createBody({ position: [0, height, 0], velocity: [0, -3, 0], angularVelocity: [0, 0, spin], shapes, density: 1000 });
  const energyOf = () => world.kineticEnergy() + world.potentialEnergy();
  const energy = energyOf();
  let before = energy;
  let gained = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 12; i++) {
    world.step(1 / 60);
    const after = energyOf();
    gained = Math.max(gained, after - before);
    before = after;
  }
  return { gained, energy };
}

it('a rod that turns into the ground where nobody looked is lifted by its own speed', () => {
  for (const height of [0.14, 0.16, 0.18, 0.2, 0.22]) {
    for (const spin of [20, 40, 60]) {
      const { gained, energy } = fallSpinning(height, spin);
      expect([height, spin, gained < 1e-6 * energy]).toEqual([height, spin, true]);
    }
  }
});
