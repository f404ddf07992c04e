// What is kept from step to step of groups and of trees in flight decides the cost alone: a world that finds all of it
// anew before each step, because something is set to what it is, has the same bits.

import { expect, it } from 'vitest';
import type { Joint } from '../../../src/index.js';
import { World } from '../../../src/index.js';

const DT = 1 / 200;

/** Two chains of links in the air, one of which breaks under its weight, and a body that something is changed of. */
function makeChains(): { world: World; joints: Joint[]; change: () => void } {
  const world = new World();
  const box = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
  const other = world.createBody({ kind: 'fixed', shapes: [], position: [0, 0, 9] });
  const joints: Joint[] = [];
  for (const x of [0, 2]) {
    let before = world.createBody({ kind: 'fixed', shapes: [], position: [x, 5, 0] });
    for (let i = 1; i <= 4; i++) {
      const body = world.createBody({ shapes: [box], position: [x + 0.4 * i, 5, 0], mass: 1 });
      const breakForce = i === 3 && x === 0 ? 40 : undefined;
      const anchor: [number, number, number] = [x + 0.4 * i - 0.2, 5, 0];
      joints.push(
        world.createJoint({
          kind: 'revolute',
          bodyA: before,
          bodyB: body,
          anchor,
          axis: [0, 0.1, 1],
          ...(breakForce && { breakForce }),
        }),
      );
      before = body;
    }
  }
  const { category } = other;
  const change = () => {
    other.category = category;
  };
  return { world, joints, change };
}

it('groups that are kept are those that would be found, while joints break, go and come back', () => {
  const kept = makeChains();
  const anew = makeChains();
  let broken = 0;
  for (let step = 0; step < 120; step++) {
    for (const { joints, world } of [kept, anew]) {
      if (step === 30 || step === 60) joints[6].active = step === 60;
      if (step === 90) joints[7].remove();
      if (step === 100) world.createBody({ shapes: [{ kind: 'sphere', radius: 0.1 }], position: [0, 7, 0] });
    }
    anew.change();
    kept.world.step(DT);
    anew.world.step(DT);
    if (kept.joints[2].isBroken) broken++;
    expect([step, kept.world.hash()]).toEqual([step, anew.world.hash()]);
  }
  expect(broken).toBeGreaterThan(10);
  expect(broken).toBeLessThan(120);
});

it('what a control gives a coordinate that had nothing acts in the same step, in flight', () => {
  const speeds = [false, true].map((isDamped) => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const [a, b] = [0, 1].map((x) => world.createBody({ position: [x, 0, 0], shapes: [], mass: 1, inertia: [1, 1, 1, 0, 0, 0] }));
    const multibody = world.createMultibody({
      links: [a, b],
      joints: [{ kind: 'revolute', bodyA: a, bodyB: b, anchor: [0.5, 0, 0], axis: [0, 0, 1] }],
    });
    const [hinge] = multibody.joints;
    b.angularVelocity = [0, 0, 1];
    for (let step = 0; step < 5; step++) world.step(DT);
    multibody.control = () => {
      if (isDamped) hinge.coordinates[0].damping = 50;
    };
    for (let step = 0; step < 40; step++) world.step(DT);
    return Math.abs(hinge.coordinates[0].velocity);
  });
  expect(speeds[0]).toBeGreaterThan(0.1);
  expect(speeds[1]).toBeLessThan(1e-3 * speeds[0]);
});
