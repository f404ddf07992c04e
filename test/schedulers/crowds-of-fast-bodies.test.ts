// Fast bodies in crowds: following them from impact to impact gains no energy, ends in every step, and tells what was
// done on the way.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, METHODS, Random, World } from '../../src/index.js';

const DT = 1 / 60;
/** Most impacts of a body in a step [1]. */
const MOST = { 'detection.continuous': 100 } as const;
const FREE = { ...MOST, gravity: [0, 0, 0] } as const;

/** A closed box of walls of 10 cm, so wide inside [m]. */
function makeBox(world: World, width: number): void {
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const position: [number, number, number] = [0, 0, 0];
      const size: [number, number, number] = [width + 0.2, width + 0.2, width + 0.2];
      position[axis] = side * (width / 2 + 0.05);
      size[axis] = 0.1;
      world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'box', size }] });
    }
  }
}

describe('a crowd of 125 boxes of 20 m/s, which have hundreds of impacts in a step', () => {
  it.each([0, 1])('stays in its box and gains nothing, restitution %d', (restitution) => {
    const world = new World({ settings: FREE });
    world.createMaterial('default', { friction: 0.3, restitution });
    makeBox(world, 1);
    const random = new Random(3);
    const bodies: Body[] = [];
    for (let i = 0; i < 125; i++) {
      const place = [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)].map((k) => 0.2 * (k - 2));
      const aim = [0, 1, 2].map(() => random.uniform(-1, 1));
      const velocity = aim.map((x) => (20 * x) / Math.hypot(...aim)) as [number, number, number];
      const position = place as [number, number, number];
      bodies.push(
        world.createBody({
          position,
          velocity,
          angularVelocity: [5, 3, -4],
          shapes: [{ kind: 'box', size: [0.08, 0.08, 0.08] }],
        }),
      );
    }
    let before = world.kineticEnergy();
    for (let step = 0; step < 4; step++) {
      world.step(DT);
      const energy = world.kineticEnergy();
      expect(energy).toBeLessThan(before * (1 + 1e-6));
      before = energy;
      for (const { position } of bodies) for (const x of position) expect(Math.abs(x)).toBeLessThan(0.5);
    }
  });
});

describe('what is done on the way', () => {
  it.each(['gsp', 'ncp', 'impulsive'] as const)('is on the contact of a wall that a ball has left again, by %s', (method) => {
    const world = new World({ stepper: METHODS[method], settings: FREE });
    world.createMaterial('default', { friction: 0, restitution: 1 });
    const walls = [-1, 1].map((side) =>
      world.createBody({ kind: 'fixed', position: [side * 0.55, 0, 0], shapes: [{ kind: 'box', size: [0.1, 1, 1] }] }),
    );
    const ball = world.createBody({ velocity: [150, 0, 0], shapes: [{ kind: 'sphere', radius: 0.02 }] });
    // Of 2.5 m it goes 0.48 m to the right wall, 0.96 m to the left one, 0.96 m back, and 0.1 m.
    world.step(DT);
    expect(ball.velocity[0]).toBeCloseTo(-150, 3);
    const done = walls.map(({ id }) => {
      const edge = [...world.graph.edgesOf(ball)].find(({ a, b }) => a === id || b === id);
      return (edge?.contacts ?? []).reduce((sum, { normalImpulse }) => sum + normalImpulse, 0);
    });
    expect(done[0] / ball.mass).toBeCloseTo(300, 3);
    expect(done[1] / ball.mass).toBeCloseTo(600, 3);
  });

  it('a plate that a piston of 100 m/s hits goes with it, and does not pass it', () => {
    const world = new World({ settings: FREE });
    world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [0.02, 0.2, 0.2] }],
      motion: {
        kind: 'function',
        pose: (t, position) => {
          position[0] = 100 * t;
        },
      },
    });
    const plate = world.createBody({ position: [0.9, 0, 0], shapes: [{ kind: 'box', size: [0.01, 0.1, 0.1] }] });
    for (let step = 1; step <= 3; step++) {
      world.step(DT);
      expect(plate.position[0] - 100 * DT * step).toBeGreaterThan(0.01);
    }
    expect(plate.velocity[0]).toBeGreaterThan(99);
  });

  it('bodies of any size and speed up to 1000 m/s stay before a wall of 1 cm', () => {
    const shape = fc.constantFrom('sphere', 'box', 'capsule');
    fc.assert(
      fc.property(
        shape,
        fc.double({ min: 5, max: 1000, noNaN: true }),
        fc.double({ min: 0.01, max: 0.2, noNaN: true }),
        (kind, speed, size) => {
          const world = new World({ settings: FREE });
          world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [0.01, 4, 4] }] });
          const shapes =
            kind === 'sphere'
              ? ({ kind, radius: size / 2 } as const)
              : kind === 'box'
                ? ({ kind, size: [size, 0.01, size] } as const)
                : ({ kind, radius: 0.005, length: size } as const);
          const body = world.createBody({
            position: [-1, 0, 0],
            velocity: [speed, 0, 0],
            angularVelocity: [3, 20, -9],
            shapes: [shapes],
          });
          for (let i = 0; i < 2 + 1 / speed / DT; i++) world.step(DT);
          expect(body.position[0]).toBeLessThan(0);
        },
      ),
      { numRuns: 30, seed: 5 },
    );
  });
});
