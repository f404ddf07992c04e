// What a step keeps for the next one decides the cost alone: a world that is restored before every step, and has
// nothing to go by, gives the same bits.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.js';

const DT = 1 / 240;

/** An arm with motors, limits, springs, armature and friction, whose first motor is steered from outside. */
function makeArm(): { world: World; steer: (step: number) => void } {
  const world = new World();
  let last: ReturnType<World['createBody']> | undefined;
  for (let i = 0; i < 6; i++) {
    const link = world.createBody({ position: [0.3 * i + 0.15, 0, 0], shapes: [{ kind: 'box', size: [0.3, 0.1, 0.06] }] });
    world.createJoint({
      name: `joint ${i}`,
      kind: 'revolute',
      ...(last && { bodyA: last }),
      bodyB: link,
      anchor: [0.3 * i, 0, 0],
      axis: i % 2 === 0 ? [0, 0, 1] : [0, 1, 0],
      coordinates: {
        angle: {
          limits: [-0.6, 0.9],
          ...(i !== 3 && { damping: 0.3 * (i % 3) }),
          friction: i === 4 ? 0.5 : 0,
          armature: 0.01 * i,
          ...(i === 3 && { spring: { stiffness: 30, damping: 0.5, rest: 0.2 } }),
          ...(i === 0 && { motor: { kind: 'force', target: 0, maxForce: 200 } }),
        },
      },
    });
    last = link;
  }
  return {
    world,
    steer(step) {
      const angle = world.findJoint('joint 0')?.coordinate('angle');
      if (angle !== undefined) angle.target = 60 * Math.sin(0.05 * step);
    },
  };
}

describe('an arm that is alone with its world', () => {
  it('moves to the same bits whether rows are kept from step to step or written anew', () => {
    const kept = makeArm();
    const anew = makeArm();
    for (let step = 0; step < 480; step++) {
      kept.steer(step);
      anew.steer(step);
      anew.world.restore(anew.world.snapshot());
      kept.world.step(DT);
      anew.world.step(DT);
      expect([step, kept.world.hash()]).toEqual([step, anew.world.hash()]);
    }
  });

  it('sees what is changed of its joints and bodies between steps', () => {
    const kept = makeArm();
    const anew = makeArm();
    for (let step = 0; step < 60; step++) {
      for (const { world } of [kept, anew]) {
        const [first, second] = [...world.bodies()];
        if (step === 20) for (const joint of world.joints()) joint.coordinates[0].limits = [-0.1, 0.1];
        if (step === 30) second.applyForce([0, 40, 0]);
        if (step === 40) first.angularVelocity = [0, 0, 1];
        if (step === 50) second.gravityScale = 0.5;
      }
      anew.world.restore(anew.world.snapshot());
      kept.world.step(DT);
      anew.world.step(DT);
      expect([step, kept.world.hash()]).toEqual([step, anew.world.hash()]);
    }
  });
});
