// Two fingers on slides that a gear moves alike, one of them with a motor: limits that are far away have no say, and what is
// between the fingers stops them.

import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/world.js';
import { World } from '../../../src/world.js';
import { makeJointWorld } from './linkage.js';

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

const GRIP = 200;
const EDGE = 0.12;

/** A hand on a hinge, above a box that stands on a post between its open fingers. */
function makeGripper(world: World, mass: number): { box: Body; fingers: Body[] } {
  const hand = world.createBody({ position: [0, 1, 0], mass: 2, shapes: [{ kind: 'box', size: [0.06, 0.04, 0.3] }] });
  world.createJoint({ kind: 'revolute', bodyB: hand, anchor: [0, 1.3, 0], axis: [1, 0, 0] });
  world.createBody({ kind: 'fixed', position: [0, 0.74, 0], shapes: [{ kind: 'box', size: [0.1, 0.1, 0.1] }] });
  const box = world.createBody({ position: [0, 0.85, 0], mass, shapes: [{ kind: 'box', size: [EDGE, EDGE, EDGE] }] });
  const fingers = [1, -1].map((side) =>
    world.createBody({ position: [0, 0.9, 0.1 * side], mass: 0.15, shapes: [{ kind: 'box', size: [0.06, 0.13, 0.02] }] }),
  );
  const ends = fingers.map((bodyB, i) => {
    const motor = { kind: 'velocity', target: SPEED, maxForce: GRIP } as const;
    const slide = { limits: [0, 0.04] as const, ...(i === 0 && { motor }) };
    const axis = [0, 0, i === 0 ? -1 : 1] as const;
    const joint = { kind: 'prismatic', bodyA: hand, bodyB, anchor: bodyB.position, axis, coordinates: { slide } } as const;
    return { joint: world.createJoint(joint), coordinate: 'slide' };
  });
  world.createCoupling({ first: ends[0], second: ends[1], ratio: 1 });
  return { box, fingers };
}

describe.each(['gsp', 'ncp', 'substeps', 'impulsive'])('fingers by %s', (method) => {
  it.each([0.1, 1, 30])('stop at a box of %f kg, and press it by all that their motor has, in steps of 1/60 s', (mass) => {
    const world = makeJointWorld(undefined, method);
    const { box, fingers } = makeGripper(world, mass);
    let deepest = 0;
    for (let i = 0; i < 30; i++) {
      world.step(1 / 60);
      deepest = Math.max(deepest, world.measurePenetration());
    }
    expect(deepest).toBeLessThan(1e-4);
    for (const finger of fingers) {
      const edge = [...world.graph.edgesOf(box)].find(({ a, b }) => a === finger.id || b === finger.id);
      const force = 60 * (edge?.contacts ?? []).reduce((sum, { normalImpulse }) => sum + normalImpulse, 0);
      // The gear has each finger press by half of it; what the hand swings is the rest.
      expect(Math.abs(force / (GRIP / 2) - 1)).toBeLessThan(0.06);
    }
  });
});
