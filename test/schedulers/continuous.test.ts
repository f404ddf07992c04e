// Continuous detection of fixed steps: nothing passes through anything, however fast, and impacts are those of the
// exact sequence.

import { describe, expect, it } from 'vitest';
import { type Body, METHODS, World, type WorldOptions } from '../../src/index.js';
import { boxMesh } from '../shapes/mesh-samples.js';

const DT = 1 / 60;
const FREE = { 'detection.continuous': 200, gravity: [0, 0, 0] } as const;
const RADIUS = 0.0025;
const DENSITY = 8000;
const BULLET_MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
const PLATE = [0.005, 0.1, 0.1] as const;

function steps(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step(DT);
}

const energyOf = (bodies: readonly Body[]) =>
  bodies.reduce((sum, body) => sum + body.velocity.reduce((square, v) => square + v * v, 0), 0);

/** Free plates of a bullet's mass across the x axis, 0.1 m apart, and a bullet of 1000 m/s. */
function shoot(count: number, restitution: number, options: WorldOptions = {}) {
  const world = new World({ ...options, settings: { ...FREE, ...options.settings } });
  world.createMaterial('steel', { friction: 0, restitution });
  const density = BULLET_MASS / (PLATE[0] * PLATE[1] * PLATE[2]);
  const plates = Array.from({ length: count }, (_, i) =>
    world.createBody({ position: [0.2 + 0.1 * i, 0, 0], shapes: [{ kind: 'box', size: PLATE }], density, material: 'steel' }),
  );
  const shapes = [{ kind: 'sphere', radius: RADIUS }] as const;
  const bullet = world.createBody({ shapes, density: DENSITY, velocity: [1000, 0, 0], material: 'steel' });
  return { world, bullet, plates };
}

describe('a ball of 5 cm at 10 m/s and a wall of 5 cm', () => {
  for (const stepper of Object.values(METHODS)) {
    it(`never passes from any of its start phases, by ${stepper.name}`, () => {
      let passed = 0;
      for (let phase = 0; phase < 100; phase++) {
        const world = new World({ stepper, settings: FREE });
        world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [0.05, 1, 1] }] });
        const position = [-0.4 + (phase * 10 * DT) / 100, 0, 0] as const;
        const ball = world.createBody({ position, velocity: [10, 0, 0], shapes: [{ kind: 'sphere', radius: 0.025 }] });
        steps(world, 4);
        if (ball.position[0] > -0.045) passed++;
        expect(Math.abs(ball.velocity[0])).toBeLessThan(1e-9);
      }
      expect(passed).toBe(0);
    });
  }

  it('passes from many where impacts are not looked for', () => {
    let passed = 0;
    for (let phase = 0; phase < 100; phase += 5) {
      const world = new World({ settings: { ...FREE, 'detection.continuous': 0 } });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [0.05, 1, 1] }] });
      const position = [-0.4 + (phase * 10 * DT) / 100, 0, 0] as const;
      const ball = world.createBody({ position, velocity: [10, 0, 0], shapes: [{ kind: 'sphere', radius: 0.025 }] });
      steps(world, 4);
      if (ball.position[0] > 0) passed++;
    }
    expect(passed).toBeGreaterThan(5);
  });
});

describe('nothing passes a wall of 1 cm', () => {
  const walls = {
    box: { kind: 'box', size: [0.01, 1, 1] },
    mesh: { kind: 'mesh', mesh: 'wall' },
    'half-space': { kind: 'half-space', position: [-0.005, 0, 0], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  } as const;
  for (const [name, wall] of Object.entries(walls)) {
    for (const speed of [10, 100, 300, 1000]) {
      it(`at ${speed} m/s, the wall being a ${name}`, () => {
        const world = new World({ settings: { 'detection.continuous': 200 } });
        const { vertices, triangles } = boxMesh(0.01, 1, 1);
        if (name === 'mesh') world.createMesh('wall', { vertices, triangles });
        world.createBody({ kind: 'fixed', shapes: [wall] });
        const shapes = [
          { kind: 'sphere', radius: 0.005 },
          { kind: 'box', size: [0.02, 0.01, 0.015] },
          { kind: 'capsule', radius: 0.004, length: 0.02 },
          { kind: 'cylinder', radius: 0.005, height: 0.01 },
        ] as const;
        const bodies = Array.from({ length: 12 }, (_, i) =>
          world.createBody({
            position: [-1 - 0.0317 * i, 0.06 * i - 0.33, 0.05 * i - 0.3],
            shapes: [shapes[i % 4]],
            velocity: [speed, 0, 0],
            angularVelocity: [i, 2 * i, -3 * i],
          }),
        );
        const before = energyOf(bodies);
        steps(world, Math.ceil(1.5 / speed / DT) + 1);
        for (const { position } of bodies) expect(position[0]).toBeLessThan(-0.007);
        expect(energyOf(bodies)).toBeLessThan(before);
      });
    }
  }
});

describe('bullets', () => {
  it('of 1000 m/s pass their motion on through elastic plates: the last flies on, all others stand', () => {
    const { world, bullet, plates } = shoot(8, 1);
    steps(world, 1);
    const bodies = [bullet, ...plates];
    expect(plates[7].velocity[0]).toBeCloseTo(1000, 2);
    for (const body of bodies.slice(0, -1)) expect(Math.abs(body.velocity[0])).toBeLessThan(1e-2);
    expect(energyOf(bodies)).toBeLessThan(1e6 * (1 + 1e-9));
    // It has flown on for what was left of the step, each plate by its own thickness and the gap between.
    const flown = 1000 * DT - (0.2 - PLATE[0] / 2 - RADIUS) - 7 * (0.1 - PLATE[0]);
    expect(plates[7].position[0]).toBeCloseTo(0.2 + 0.7 + flown, 3);
  });

  it('of 1000 m/s take plates along where nothing bounces, each hit as the exact sequence says', () => {
    const { world, bullet, plates } = shoot(10, 0);
    steps(world, 2);
    for (const body of [bullet, ...plates]) expect(body.velocity[0]).toBeCloseTo(1000 / 11, 1);
    const momentum = [bullet, ...plates].reduce((sum, body) => sum + body.velocity[0], 0);
    expect(Math.abs(momentum - 1000)).toBeLessThan(1e-6);
    for (const [i, plate] of plates.entries()) {
      const before = i === 0 ? bullet.position[0] + RADIUS : plates[i - 1].position[0] + PLATE[0] / 2;
      expect(plate.position[0] - PLATE[0] / 2 - before).toBeGreaterThan(-0.1 * PLATE[0]);
    }
  });

  it('that meet head on stop each other', () => {
    const world = new World({ settings: FREE });
    const shapes = [{ kind: 'sphere', radius: RADIUS }] as const;
    const [a, b] = [-1, 1].map((side) =>
      world.createBody({ position: [side * 1.234, 0, 0], velocity: [-side * 1000, 0, 0], shapes, density: DENSITY }),
    );
    steps(world, 1);
    expect(b.position[0] - a.position[0]).toBeGreaterThan(2 * RADIUS - 1e-5);
    for (const { velocity } of [a, b]) expect(Math.abs(velocity[0])).toBeLessThan(1e-3);
  });

  it('that are followed leave what they do not meet as it is', () => {
    const build = (isShot: boolean) => {
      const world = new World({ settings: { 'detection.continuous': 200 } });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      world.createBody({ kind: 'fixed', position: [5, 5, 0], shapes: [{ kind: 'box', size: [0.01, 1, 1] }] });
      const boxes = [0, 1, 2].map((i) =>
        world.createBody({ position: [0.1 * i, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }),
      );
      const shapes = [{ kind: 'sphere', radius: RADIUS }] as const;
      world.createBody({ position: [4, 5, 0], velocity: [isShot ? 900 : 0, 0, 0], shapes });
      steps(world, 5);
      return boxes.map((box) => [...box.position, ...box.orientation, ...box.velocity]);
    };
    expect(build(true)).toEqual(build(false));
  });

  it('lose the rest of a step after the most impacts, and pass nothing', () => {
    const world = new World({ settings: { ...FREE, 'detection.continuous': 3 } });
    world.createMaterial('default', { friction: 0, restitution: 1 });
    for (const side of [-1, 1])
      world.createBody({ kind: 'fixed', position: [side * 0.505, 0, 0], shapes: [{ kind: 'box', size: [0.01, 1, 1] }] });
    const ball = world.createBody({ velocity: [600, 0, 0], shapes: [{ kind: 'sphere', radius: RADIUS }] });
    // Of 10 m it goes half a metre, twice a metre, and a fourth metre to where it waits.
    steps(world, 1);
    expect(ball.position[0]).toBeCloseTo(-0.5 + RADIUS, 4);
    expect(ball.velocity[0]).toBeCloseTo(-600, 2);
    steps(world, 5);
    expect(Math.abs(ball.position[0])).toBeLessThan(0.5);
    expect(Math.abs(ball.velocity[0])).toBeCloseTo(600, 1);
  });

  it('come to the same bits again after a restore', () => {
    const { world } = shoot(8, 0.5);
    steps(world, 1);
    const snapshot = world.snapshot();
    steps(world, 3);
    const hash = world.hash();
    world.restore(snapshot);
    steps(world, 3);
    expect(world.hash()).toBe(hash);
  });
});

describe('a rod that spins fast', () => {
  it('is stopped by a post that it would sweep past', () => {
    const world = new World({ settings: FREE });
    world.createBody({ kind: 'fixed', position: [0.5, 0, 0.8], shapes: [{ kind: 'cylinder', radius: 0.01, height: 1 }] });
    const rod = world.createBody({ shapes: [{ kind: 'box', size: [2, 0.02, 0.02] }], angularVelocity: [0, -200, 0] });
    // Its end, 0.94 m out, comes to the post, which is at an angle of 1.01 rad, within a third of the step: 200 rad/s
    // is 3.3 rad a step.
    const before = 200;
    steps(world, 1);
    expect(Math.hypot(...rod.velocity)).toBeGreaterThan(1);
    expect(Math.abs(rod.angularVelocity[1])).toBeLessThan(before);
  });
});
