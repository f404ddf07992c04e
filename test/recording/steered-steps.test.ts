// Motors that are steered from step to step: a step that fails leaves the world with all targets that were set, to the
// bit, though no copy of the state is made for them.

import { expect, it } from 'vitest';
import { World } from '../../src/world.js';

const DT = 1 / 60;

function makeArm(): World {
  const world = new World();
  const shoulder = world.createBody({ position: [0.5, 0, 0], shapes: [{ kind: 'box', size: [1, 0.1, 0.1] }] });
  const hand = world.createBody({ position: [1.5, 0, 0], shapes: [{ kind: 'box', size: [1, 0.1, 0.1] }] });
  const motor = { kind: 'force', target: 0, maxForce: 100 } as const;
  const angle = { coordinates: { angle: { motor, damping: 0.2 } } };
  world.createJoint({ name: 'a', kind: 'revolute', bodyB: shoulder, anchor: [0, 0, 0], axis: [0, 0, 1], ...angle });
  world.createJoint({ name: 'b', kind: 'revolute', bodyA: shoulder, bodyB: hand, anchor: [1, 0, 0], axis: [0, 0, 1], ...angle });
  return world;
}

function steer(world: World, step: number): void {
  for (const name of ['a', 'b']) {
    const angle = world.findJoint(name)?.coordinate('angle');
    if (angle !== undefined) angle.target = (name === 'a' ? 20 : 8) * Math.sin(0.3 * step);
  }
}

it('a step that fails is undone with the targets that were set before it, and the world goes on as if it had not been tried', () => {
  const world = makeArm();
  const twin = makeArm();
  for (let step = 0; step < 70; step++) {
    steer(world, step);
    steer(twin, step);
    if (step % 10 === 7) {
      const before = world.hash();
      world.profiler.probe = (phase) => {
        if (phase === 'correction') throw new Error('half way');
      };
      expect(() => world.step(DT)).toThrow('half way');
      world.profiler.probe = null;
      expect(world.hash()).toBe(before);
    }
    world.step(DT);
    twin.step(DT);
    expect([step, world.hash()]).toEqual([step, twin.hash()]);
  }
});
