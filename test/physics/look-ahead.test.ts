// Contacts found ahead of time: what falls or flies is stopped at the surface, not inside and not short of it, and thin things
// are not passed through.

import { describe, expect, it } from 'vitest';
import type { Settings } from '../../src/settings.js';
import { World } from '../../src/world.js';

const DT = 0.01;
const GROUND = { kind: 'fixed', name: 'ground', shapes: [{ kind: 'box', size: [20, 1, 20], position: [0, -0.5, 0] }] } as const;

/** Deepest penetration while a body falls on the ground and comes to rest, and where its lowest point is in the end [m]. */
function fall(settings: Partial<Settings>, size: number, speed: number, height: number): { deepest: number; end: number } {
  const world = new World({ settings });
  world.createBody(GROUND);
  const body = world.createBody({
    position: [0, height, 0],
    velocity: [0, -speed, 0],
    shapes: [{ kind: 'box', size: [size, size, size] }],
  });
  let deepest = 0;
  for (let step = 0; step < 200; step++) {
    world.step(DT);
    deepest = Math.max(deepest, world.measurePenetration());
  }
  return { deepest, end: body.position[1] - size / 2 };
}

describe('looking ahead', () => {
  it.each([
    [1, 0, 3],
    [1, 10, 3],
    [1, 40, 3],
    [0.2, 5, 3],
    [0.05, 1, 0.2],
  ])('stops a cube of %d m, thrown down at %d m/s, at the surface', (size, speed, height) => {
    const { deepest, end } = fall({}, size, speed, height);
    expect(deepest).toBeLessThan(1e-3 * size);
    expect(Math.abs(end)).toBeLessThan(2e-3 * size);
  });

  it('is what does it: without, the cube is found inside the ground', () => {
    expect(fall({ 'detection.lookAhead': 0 }, 1, 10, 3).deepest).toBeGreaterThan(0.01);
  });

  it('keeps thin plates apart that fall on each other', () => {
    const world = new World();
    world.createBody(GROUND);
    const plates = Array.from({ length: 10 }, (_, i) =>
      world.createBody({ position: [0, 0.0025 + 0.0055 * i, 0], shapes: [{ kind: 'box', size: [0.1, 0.005, 0.1] }] }),
    );
    for (let step = 0; step < 200; step++) world.step(DT);
    plates.forEach((plate, i) => {
      expect(Math.abs(plate.position[1] - (0.0025 + 0.005 * i))).toBeLessThan(0.5e-3);
    });
  });

  it('does not slow what passes by', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const ball = world.createBody({ position: [-5, 0.9, 0], velocity: [20, 0, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] });
    for (let step = 0; step < 50; step++) world.step(DT);
    expect(ball.velocity).toEqual([20, 0, 0]);
    expect(ball.position[0]).toBeCloseTo(5, 9);
  });

  it('counts a bounce as touching, in both ways of delivery', () => {
    for (const events of ['safe', 'queue'] as const) {
      const world = new World({ settings: { events } });
      world.createMaterial('default', { restitution: 1 });
      world.createBody(GROUND);
      world.createBody({ position: [0, 3, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] });
      let touches = 0;
      for (let step = 0; step < 200; step++) {
        world.step(DT);
        if (events === 'safe') touches += world.events.countOf('new-touching');
      }
      if (events === 'queue') touches = world.events.countOf('new-touching');
      // 2.5 m down and up again take 1.43 s: the second hit is at 2.14 s.
      expect(touches).toBe(1);
    }
  });
});

describe('a change of the step', () => {
  it('does not shake a stack: impulses are carried over in proportion', () => {
    const world = new World();
    world.createBody(GROUND);
    const boxes = Array.from({ length: 5 }, (_, i) =>
      world.createBody({ position: [0, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }),
    );
    for (let step = 0; step < 1000; step++) world.step(step % 2 === 0 ? 0.001 : 0.02);
    for (const [i, { position }] of boxes.entries()) {
      expect(Math.abs(position[1] - (0.5 + i))).toBeLessThan(2e-3);
      expect(Math.sqrt(position[0] * position[0] + position[2] * position[2])).toBeLessThan(10e-3);
    }
  });
});

describe('a passive rule', () => {
  it('does not apply until it is switched on again', () => {
    const world = new World();
    const ground = world.createBody(GROUND);
    const box = world.createBody({ position: [0, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const rule = world.createRule({ kind: 'ignore', between: [box], and: [ground] });
    rule.active = false;
    for (let step = 0; step < 20; step++) world.step(DT);
    expect(box.position[1]).toBeCloseTo(0.5, 3);
    rule.active = true;
    for (let step = 0; step < 20; step++) world.step(DT);
    expect(box.position[1]).toBeLessThan(0.4);
  });
});
