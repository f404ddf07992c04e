// Joints to bodies that a script moves: closed where the script has its body at the end of every step.

import { describe, expect, it } from 'vitest';
import { gapOf, makeJointWorld } from './linkage.js';

const DT = 1 / 60;

describe('a rod on a pivot that a script moves', () => {
  it.each(['gsp', 'ncp', 'substeps', 'impulsive'])('stays on it, by %s', (method) => {
    const world = makeJointWorld([0, -9.81, 0], method);
    const pivot = world.createBody({
      kind: 'scripted',
      position: [0, 2, 0],
      shapes: [{ kind: 'sphere', radius: 0.1 }],
      motion: {
        kind: 'function',
        pose(t, position, orientation) {
          position[0] = Math.sin(3 * t);
          orientation[2] = Math.sin(t);
          orientation[3] = Math.cos(t);
        },
      },
    });
    const rod = world.createBody({ position: [0.3, 1, 0], shapes: [{ kind: 'box', size: [0.1, 2, 0.1] }] });
    // Off the middle of the pivot, so that its turn counts.
    const joint = world.createJoint({ kind: 'ball', bodyA: pivot, bodyB: rod, anchor: [0.3, 2, 0] });
    let worst = 0;
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      worst = Math.max(worst, gapOf(joint));
    }
    expect(worst).toBeLessThan(1e-10);
  });
});

describe('two boxes on a joint that ride on what a script moves', () => {
  const RIDES = {
    'a lift': { kind: 'oscillation', translation: [0, 0.5, 0], frequency: 0.5 },
    'a seesaw': { kind: 'oscillation', rotation: [0, 0, 0.2], frequency: 0.5 },
  } as const;
  const cases = (['gsp', 'ncp', 'substeps', 'impulsive'] as const).flatMap((method) =>
    (Object.keys(RIDES) as (keyof typeof RIDES)[]).map((ride) => ({ method, ride })),
  );

  it.each(cases)('stay on $ride to two millimetres, by $method', ({ method, ride }) => {
    const world = makeJointWorld([0, -9.81, 0], method);
    const support = world.createBody({
      kind: 'scripted',
      position: [0, -0.5, 0],
      shapes: [{ kind: 'box', size: [4, 1, 4] }],
      motion: RIDES[ride],
    });
    const [a, b] = [-0.4, 0.4].map((x) =>
      world.createBody({ position: [x, 0.25, 0], mass: 1, shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] }),
    );
    world.createJoint({ kind: 'revolute', bodyA: a, bodyB: b, anchor: [0, 0.25, 0], axis: [0, 0, 1] });
    let worst = 0;
    for (let step = 0; step < 240; step++) {
      world.step(DT);
      for (const box of [a, b]) worst = Math.max(worst, Math.abs(world.closestPoints(support, box)?.gap ?? Number.NaN));
    }
    expect(worst).toBeLessThan(2e-3);
  });
});

describe('a chain between the world and what a script moves out of its reach', () => {
  it.each(['gsp', 'ncp', 'substeps', 'impulsive'])('waits where it is taut, is not thrown, and closes again, by %s', (method) => {
    const world = makeJointWorld([0, -9.81, 0], method);
    const hand = world.createBody({
      kind: 'scripted',
      position: [0, 2, 0],
      shapes: [{ kind: 'sphere', radius: 0.02 }],
      mask: 0,
      motion: { kind: 'oscillation', translation: [0.5, 0.1, 0.3], frequency: 1 },
    });
    const links = [0.5, 1].map((x, i) =>
      world.createBody({ position: [x, 2, 0], shapes: [{ kind: 'box', size: [0.3, 0.1, 0.1] }], mass: 1 + i }),
    );
    const ends = [hand, ...links];
    const joints = links.map((bodyB, i) =>
      world.createJoint({ kind: 'ball', bodyA: ends[i], bodyB, anchor: [0.25 + 0.5 * i, 2, 0] }),
    );
    joints.push(world.createJoint({ kind: 'ball', bodyB: links[1], anchor: [1.25, 2, 0] }));
    for (let step = 0; step < 114; step++) {
      world.step(DT);
      // Links that come into one line snap; what would solve their velocities there is 1e12 J.
      expect(world.kineticEnergy(), `step ${step}`).toBeLessThan(1e5);
      for (const { position } of links) expect(Math.hypot(position[0], position[1] - 2, position[2])).toBeLessThan(3);
      const isWithin = step < 25 || (step > 75 && step < 85);
      if (isWithin) for (const joint of joints) expect(gapOf(joint), `step ${step}`).toBeLessThan(1e-6);
    }
  });
});
