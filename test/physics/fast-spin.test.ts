// Bodies that turn by a large angle in a step keep their energy and angular momentum as well.

import { describe, expect, it } from 'vitest';
import { spinOf } from '../../src/bodies/composite.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, distance, length, scale, subtract } from '../../src/math/vector.js';
import { World } from '../../src/world.js';

describe('fast spin', () => {
  it.each<[string, Vec3, Vec3]>([
    ['a rod about an axis near its long one', [2, 0.1, 0.1], [100, 10, 5]],
    ['a rod about a cross axis', [2, 0.1, 0.1], [5, 10, 200]],
    ['a rod at 1000 rad/s', [2, 0.1, 0.1], [50, 1000, 20]],
    ['a plate about its middle axis', [1, 0.5, 0.2], [0.01, 30, 0.01]],
    ['a plate at more than ten turns a step', [1, 0.5, 0.2], [1000, 7000, 100]],
  ])('%s: energy within 0.3 %% over 20 s at dt = 1/100', (_, size, angularVelocity) => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    world.createBody({ shapes: [{ kind: 'box', size }], angularVelocity });
    const energy = world.kineticEnergy();
    for (let step = 0; step < 2000; step++) {
      world.step(0.01);
      expect(Math.abs(world.kineticEnergy() / energy - 1)).toBeLessThan(3e-3);
    }
  });

  it('keeps the angular momentum to rounding while it follows the motion', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const { row } = world.createBody({ shapes: [{ kind: 'box', size: [2, 0.1, 0.3] }], angularVelocity: [90, 40, 30] });
    const before = spinOf(world.store.nodes.columns, row);
    for (let step = 0; step < 1000; step++) world.step(0.01);
    expect(distance(spinOf(world.store.nodes.columns, row), before) / length(before)).toBeLessThan(1e-10);
  });
});

describe('the impulses that the graph shows', () => {
  it('are what changed the momentum, also where the bodies turn fast', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const bar = world.createBody({ shapes: [{ kind: 'box', size: [2, 0.2, 0.2] }], angularVelocity: [0, 0, 10] });
    const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.2 }], position: [0.7, 0.41, 0], velocity: [0, -3, 0] });
    let hits = 0;
    for (let step = 0; step < 20; step++) {
      const before = ball.velocity;
      world.step(0.01);
      const gained = scale(subtract(ball.velocity, before), ball.mass);
      const contacts = world.graph.edgeBetween(bar, ball)?.contacts ?? [];
      const shown = contacts.reduce<Vec3>((sum, { impulseOnB }) => add(sum, impulseOnB), [0, 0, 0]);
      expect(distance(gained, shown)).toBeLessThan(1e-9);
      for (const { normal, frictionImpulse } of contacts) {
        expect(length(normal)).toBeCloseTo(1, 12);
        expect(normal[0] * frictionImpulse[0] + normal[1] * frictionImpulse[1] + normal[2] * frictionImpulse[2]).toBeCloseTo(
          0,
          9,
        );
      }
      if (length(shown) > 1) hits++;
    }
    expect(hits).toBeGreaterThan(0);
  });
});
