// Two fingers on slides that a gear moves alike, one of them with a motor: limits that are far away have no say.

import { describe, expect, it } from 'vitest';
import { World } from '../../../src/world.js';

const SPEED = 0.2;

describe('a motor of a gear with limits', () => {
  it.each([0.01, 0.005, 0.0025, 0.001])('moves both of its ends evenly, with steps of %f s', (dt) => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const [left, right] = [1, -1].map((side) => {
      const body = world.createBody({
        position: [0, 0, 0.1 * side],
        shapes: [{ kind: 'box', size: [0.06, 0.13, 0.02] }],
        density: 1000,
      });
      const motor = { kind: 'velocity', target: SPEED, maxForce: 200 } as const;
      const slide = { limits: [0, 0.04] as const, ...(side === 1 && { motor }) };
      return world.createJoint({
        kind: 'prismatic',
        bodyB: body,
        anchor: body.position,
        axis: [0, 0, -side],
        coordinates: { slide },
      });
    });
    const ends = [left, right].map((joint) => ({ joint, coordinate: 'slide' }));
    world.createCoupling({ first: ends[0], second: ends[1], ratio: 1 });
    world.step(dt);
    const start = left.coordinate('slide').value;
    for (let i = 1; i * dt < 0.15; i++) {
      world.step(dt);
      for (const joint of [left, right]) {
        const slide = joint.coordinate('slide');
        expect(slide.velocity).toBeCloseTo(SPEED, 9);
        expect(slide.value).toBeCloseTo(start + i * dt * SPEED, 9);
        expect(Math.abs(slide.force)).toBeLessThan(1e-6);
      }
    }
  });
});
