// Continuous detection in corners between walls that move, and of bodies with locks: nothing ends outside, nothing gains energy.

import { describe, expect, it } from 'vitest';
import { type AxisLock, METHODS, Random, type Vec3, World } from '../../src/index.js';

const STEPPERS = Object.values(METHODS).map((stepper) => [stepper.name, stepper] as const);
const KNOWING_LOCKS = STEPPERS.filter(([, { blocks }]) => blocks?.includes('lock'));
const FREE = { gravity: [0, 0, 0] } as const;
const DT = 1 / 60;

/** A room 2 m wide, whose walls of 1 cm swing in and out by 10 cm, each at its own rate; or stand, for no frequencies. */
function makeRoom(world: World, frequencies: readonly number[]): void {
  for (let side = 0; side < 6; side++) {
    const axis = side >> 1;
    const sign = side % 2 === 0 ? 1 : -1;
    const along = (value: number, others: number): Vec3 => [0, 1, 2].map((k) => (k === axis ? value : others)) as Vec3;
    const wall = { position: along(1.005 * sign, 0), shapes: [{ kind: 'box', size: along(0.01, 6) }] } as const;
    const frequency = frequencies[side];
    if (frequency === undefined) world.createBody({ kind: 'fixed', ...wall });
    else world.createBody({ kind: 'scripted', ...wall, motion: { kind: 'oscillation', translation: along(0.1, 0), frequency } });
  }
}

describe.each(STEPPERS)('by %s', (_, stepper) => {
  it('what slides along one wall that moves does not pass it where it meets another', () => {
    const random = new Random(3);
    for (let run = 0; run < 8; run++) {
      const world = new World({ stepper, settings: FREE });
      world.createMaterial('default', { friction: 0.3, restitution: run % 2 === 0 ? 0 : 0.8 });
      makeRoom(world, [3, 4, 5, 6, 7, 8]);
      const velocity = [0, 1, 2].map(() => random.uniform(-150, 150)) as Vec3;
      const ball = world.createBody({ velocity, shapes: [{ kind: 'sphere', radius: 0.03 }] });
      for (let i = 0; i < 40; i++) world.step(DT);
      for (const x of ball.position) expect(Math.abs(x), `run ${run}`).toBeLessThan(1.11);
    }
  });
});

it.each(STEPPERS)('by %s a ball that goes by more than its radius in a step does not pass a surface', (_, stepper) => {
  for (const ratio of [1.05, 1.3, 1.6, 1.9]) {
    for (let phase = 0; phase < 8; phase++) {
      const world = new World({ stepper, settings: FREE });
      const sheet = { heights: Array(16).fill(0), columns: 4, rows: 4, spacing: [2, 2], sides: 'both' } as const;
      world.createSurface('sheet', sheet);
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'sheet' }] });
      const way = 0.05 * ratio;
      const height = 0.051 + (phase * way) / 8;
      const ball = world.createBody({
        position: [0.1, height, 0.2],
        velocity: [0, -way / DT, 0],
        shapes: [{ kind: 'sphere', radius: 0.05 }],
      });
      for (let i = 0; i < 6; i++) {
        world.step(DT);
        expect(ball.position[1], `${ratio} radii, phase ${phase}`).toBeGreaterThan(0);
      }
    }
  }
});

it('what a script presses against a wall that stands stays in front of the wall', () => {
  const world = new World({ settings: FREE });
  world.createBody({ kind: 'fixed', position: [1, 0, 0], shapes: [{ kind: 'box', size: [0.01, 4, 4] }] });
  const motion = { kind: 'keyframes', keyframes: [{ time: 0 }, { time: 0.1, position: [1.5, 0, 0] }] } as const;
  world.createBody({ kind: 'scripted', shapes: [{ kind: 'box', size: [0.02, 1, 1] }], motion });
  const ball = world.createBody({ position: [0.5, 0, 0], shapes: [{ kind: 'sphere', radius: 0.05 }] });
  for (let i = 0; i < 20; i++) {
    world.step(DT);
    expect(ball.position[0]).toBeLessThan(1);
  }
});

describe.each(KNOWING_LOCKS)('by %s', (_, stepper) => {
  it('a plate with locks gains no energy by impacts of 20 to 700 m/s, however fast it spins', () => {
    const random = new Random(11);
    const sets: AxisLock[][] = [['rx'], ['ry'], ['rz'], ['x', 'rz'], ['z', 'ry']];
    for (let run = 0; run < 15; run++) {
      const world = new World({ stepper, settings: FREE });
      world.createMaterial('default', { friction: run % 3 === 0 ? 0 : 0.3, restitution: [0, 0.3, 1][run % 3] });
      makeRoom(world, []);
      const locks = sets[run % sets.length];
      const speed = 20 * 35 ** random.uniform();
      const draw = (size: number, names: readonly AxisLock[]) =>
        names.map((name) => (locks.includes(name) ? 0 : random.uniform(-size, size))) as Vec3;
      const plate = world.createBody({
        velocity: draw(speed, ['x', 'y', 'z']),
        angularVelocity: draw(200, ['rx', 'ry', 'rz']),
        orientation: [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 1],
        shapes: [{ kind: 'box', size: [0.02, 0.1, 0.3] }],
        mass: 1,
        locks,
      });
      let energy = world.kineticEnergy();
      const first = energy;
      for (let i = 0; i < 20; i++) {
        world.step(DT);
        expect(world.kineticEnergy() - energy, `run ${run}, step ${i}`).toBeLessThan(1e-3 * first);
        energy = world.kineticEnergy();
      }
      for (const x of plate.position) expect(Math.abs(x), `run ${run}`).toBeLessThan(1.005);
    }
  });
});

it('by substeps two plates that spin by radians in a substep gain nothing in a corner, and no step is refused', () => {
  const random = new Random(5);
  const draw = (size: number): Vec3 => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
  for (let run = 0; run < 24; run++) {
    const world = new World({ stepper: METHODS.substeps, settings: FREE });
    world.createMaterial('default', { friction: 1, restitution: 0.8 });
    const upright = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    world.createBody({ kind: 'fixed', position: [0.35, 0, 0], shapes: [{ kind: 'half-space', orientation: upright }] });
    for (const y of [0.2, 0.6]) {
      world.createBody({
        position: [0, y, 0],
        velocity: [random.uniform(100, 600), -random.uniform(100, 600), 0],
        angularVelocity: draw(1000),
        orientation: [...draw(1), 1],
        shapes: [{ kind: 'box', size: [0.3, 0.01, 0.03] }],
      });
    }
    const first = world.kineticEnergy();
    for (let i = 0; i < 8; i++) {
      const before = world.kineticEnergy();
      world.step(DT);
      expect((world.kineticEnergy() - before) / first, `run ${run}, step ${i}`).toBeLessThan(1e-3);
    }
  }
});
