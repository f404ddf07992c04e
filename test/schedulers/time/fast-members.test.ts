// Fast members of contact groups under the schedulers of time: a step of a group is one of the method, with a last look.

import { expect, it } from 'vitest';
import { METHODS, SCHEDULERS, type SchedulerName, World } from '../../../src/index.js';

const DT = 1 / 60;
const TIMED: SchedulerName[] = ['retroactive', 'conservative', 'timewarp'];

it.each(TIMED)('a ball that slides on a plank at 100 to 1000 m/s hits the post that stands on it, by %s', (name) => {
  for (const speed of [100, 1000]) {
    const world = new World({ stepper: METHODS.gsp, scheduler: SCHEDULERS[name] });
    world.createMaterial('default', { friction: 0, restitution: 0 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const plank = world.createBody({ position: [0, 0.05, 0], shapes: [{ kind: 'box', size: [8, 0.1, 1] }], mass: 1000 });
    const post = world.createBody({ position: [1, 0.2, 0], shapes: [{ kind: 'box', size: [0.02, 0.2, 0.5] }], mass: 1 });
    const position = [-1.03, 0.12, 0] as const;
    const ball = world.createBody({ position, velocity: [speed, 0, 0], shapes: [{ kind: 'sphere', radius: 0.02 }], mass: 0.1 });
    const energy = world.kineticEnergy();
    for (let step = 0; step < 4; step++) world.step(DT);
    // The ball takes the post along by its foot: it keeps less than half of its speed, and the post turns.
    expect(ball.velocity[0], `${speed} m/s`).toBeLessThan(0.5 * speed);
    expect(post.velocity[0], `${speed} m/s`).toBeGreaterThan(0.03 * speed);
    expect(world.kineticEnergy(), `${speed} m/s`).toBeLessThan(0.5 * energy);
    const momentum = 0.1 * ball.velocity[0] + post.velocity[0] + 1000 * plank.velocity[0];
    expect(momentum / (0.1 * speed)).toBeCloseTo(1, 9);
  }
});

it('a bullet of 1000 m/s into a standing pile of plates stops there, the same by all schedulers of time', () => {
  const ends = TIMED.map((name) => {
    const world = new World({ stepper: METHODS.gsp, scheduler: SCHEDULERS[name] });
    world.createMaterial('default', { friction: 0.5, restitution: 0 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const shapes = [{ kind: 'box', size: [0.4, 0.02, 0.4] }] as const;
    const plates = [0, 1, 2, 3].map((i) => world.createBody({ position: [0, 0.01 + 0.02 * i, 0], shapes, mass: 1 }));
    const ball = { shapes: [{ kind: 'sphere', radius: 0.005 }], mass: 0.01 } as const;
    const bullet = world.createBody({ ...ball, position: [0.02, 8, 0.01], velocity: [0, -1000, 0] });
    let lowest = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 12; step++) {
      world.step(DT);
      lowest = Math.min(lowest, bullet.position[1] - plates[3].position[1]);
    }
    expect(lowest, name).toBeGreaterThan(0.01);
    return bullet.position;
  });
  for (const end of ends) expect(end).toEqual(ends[0]);
});
