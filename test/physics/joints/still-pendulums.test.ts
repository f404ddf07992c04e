// What hangs still is passed over while other things move, and takes part again when something happens to it.

import { describe, expect, it } from 'vitest';
import { World } from '../../../src/index.js';

const DT = 1 / 60;
const BALL = { kind: 'sphere', radius: 0.2 } as const;

function hang(world: World, x: number) {
  const bob = world.createBody({ position: [x, -1, 0], shapes: [BALL] });
  const joint = world.createJoint({ kind: 'ball', bodyB: bob, anchor: [x, 0, 0], coordinates: { swing: { friction: 0 } } });
  return { bob, joint };
}

/** A world in which something rolls all the time. */
function makeWorld(): World {
  const world = new World();
  world.createBody({ kind: 'fixed', position: [0, -5, 0], shapes: [{ kind: 'half-space' }] });
  world.createBody({ position: [0, -4.8, 5], velocity: [1, 0, 0], shapes: [BALL] });
  return world;
}

describe('a pendulum that hangs still while something else moves', () => {
  it('stays where it is to the bit, and carries its weight', () => {
    const world = makeWorld();
    const { bob, joint } = hang(world, 0);
    for (let i = 0; i < 60; i++) world.step(DT);
    expect([...bob.position]).toEqual([0, -1, 0]);
    expect([...bob.velocity, ...bob.angularVelocity]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(joint.wrench.force[1] / (bob.mass * 9.81)).toBeCloseTo(1, 6);
  });

  it('swings when it is pushed, by a force, an impulse or a velocity', () => {
    for (const push of ['force', 'impulse', 'velocity'] as const) {
      const world = makeWorld();
      const { bob } = hang(world, 0);
      for (let i = 0; i < 30; i++) world.step(DT);
      if (push === 'force') bob.applyForce([500, 0, 0]);
      else if (push === 'impulse') bob.applyImpulse([10, 0, 0]);
      else bob.velocity = [0.5, 0, 0];
      for (let i = 0; i < 10; i++) world.step(DT);
      expect([push, bob.position[0] > 1e-3]).toEqual([push, true]);
    }
  });

  it('swings when what it was pushed aside by goes away', () => {
    const world = makeWorld();
    const { bob } = hang(world, 0);
    // Comes from the left, stays for two seconds with the bob leaning against it, and goes back at once.
    const plate = world.createBody({ kind: 'fixed', position: [-1, -1, 0], shapes: [{ kind: 'box', size: [0.2, 1, 1] }] });
    for (let i = 0; i < 30; i++) world.step(DT);
    for (let i = 0; i < 60; i++) {
      plate.position = [-1 + i / 60, -1, 0];
      world.step(DT);
    }
    for (let i = 0; i < 120; i++) world.step(DT);
    const aside = bob.position[0];
    expect(aside).toBeGreaterThan(0.1);
    plate.position = [-5, -1, 0];
    let leftmost = aside;
    for (let i = 0; i < 120; i++) {
      world.step(DT);
      leftmost = Math.min(leftmost, bob.position[0]);
    }
    expect(leftmost).toBeLessThan(-0.5 * aside);
  });
});
