// Contacts found ahead of time: what falls or flies is stopped at the surface, not inside and not short of it, and thin things
// are not passed through.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { METHODS } from '../../src/methods.js';
import type { Settings } from '../../src/settings.js';
import type { Stepper } from '../../src/steppers/stepper.js';
import { World } from '../../src/world.js';

const DT = 0.01;
const GROUND = { kind: 'fixed', name: 'ground', shapes: [{ kind: 'box', size: [20, 1, 20], position: [0, -0.5, 0] }] } as const;

/** Deepest penetration while a body falls on the ground and comes to rest, and where its lowest point is in the end [m]. */
function fall(
  settings: Partial<Settings>,
  size: number,
  speed: number,
  height: number,
  stepper: Stepper = METHODS.gsp,
): { deepest: number; end: number } {
  const world = new World({ settings, stepper });
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

  // By a method that does not look again at the end of a step.
  it('is what does it: without, the cube is found inside the ground', () => {
    expect(fall({ 'detection.lookAhead': 0 }, 1, 10, 3, METHODS.ncp).deepest).toBeGreaterThan(0.01);
    expect(fall({}, 1, 10, 3, METHODS.ncp).deepest).toBeLessThan(1e-3);
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

  it('does not stop a box that slides over the joints of a tiled floor', () => {
    const slide = (tiles: number): number => {
      const world = new World();
      for (let i = 0; i < tiles; i++) {
        const width = 20 / tiles;
        world.createBody({
          kind: 'fixed',
          position: [width * (i + 0.5) - 10, -0.5, 0],
          shapes: [{ kind: 'box', size: [width, 1, 4] }],
        });
      }
      const box = world.createBody({
        position: [-5, 0.25, 0],
        velocity: [6, 0, 0],
        shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }],
      });
      for (let step = 0; step < 200; step++) world.step(DT);
      return box.position[0] + 5;
    };
    // v^2 / (2 mu g), short of it by half a step's way.
    expect(slide(1)).toBeCloseTo(36 / (2 * 0.5 * 9.81), 1);
    expect(slide(20)).toBeCloseTo(slide(1), 4);
  });

  it('takes no energy from elastic balls in a closed box', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    world.createMaterial('default', { friction: 0, restitution: 1 });
    const random = new Random(2);
    for (const axis of [0, 1, 2]) {
      for (const side of [-3.5, 3.5]) {
        const position: Vec3 = [0, 0, 0];
        const size: Vec3 = [8, 8, 8];
        position[axis] = side;
        size[axis] = 1;
        world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'box', size }] });
      }
    }
    const speed = (): number => random.uniform(-6, 6);
    for (let i = 0; i < 27; i++) {
      const position: Vec3 = [1.5 * ((i % 3) - 1), 1.5 * ((Math.floor(i / 3) % 3) - 1), 1.5 * (Math.floor(i / 9) - 1)];
      world.createBody({ position, velocity: [speed(), speed(), speed()], shapes: [{ kind: 'sphere', radius: 0.3 }] });
    }
    const energy = world.kineticEnergy();
    for (let step = 0; step < 1500; step++) world.step(DT);
    expect(world.kineticEnergy() / energy).toBeCloseTo(1, 3);
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
