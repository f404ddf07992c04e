// The bullet through thin plates: every plate is hit, and the speed is that of the exact sequence of collisions.

import { expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { Simulation } from '../../src/scene/simulation.js';

it('hits all 50 plates, and takes them along at 1000 / 51 m/s', () => {
  const simulation = new Simulation(SCENES.bullet.make({ seed: 1 }));
  const { world } = simulation;
  // From plate k on it has 1000 / (1 + k) m/s: 0.1 m (1 + ... + 50) / (1000 m/s) are 0.13 s.
  for (let step = 0; step < 14; step++) simulation.step();
  const bodies = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
  expect(bodies).toHaveLength(51);
  const speeds = bodies.map(({ velocity }) => velocity[0]);
  expect(speeds.reduce((sum, speed) => sum + speed, 0)).toBeCloseTo(1000, 6);
  for (const speed of speeds) expect(Math.abs(speed - 1000 / 51)).toBeLessThan(1e-3 * (1000 / 51));
  for (let i = 1; i < bodies.length; i++) expect(bodies[i].position[0]).toBeGreaterThan(bodies[i - 1].position[0]);
});
