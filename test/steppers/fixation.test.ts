// What is fixated stands like the ground, or moves as what carries it does: the paper's tower at its full size by both methods of
// shock propagation, and stacks that ride.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Body, Motion, World } from '../../src/index.js';
import { axisAngle } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { distance, length, rotate, subtract } from '../../src/math/vector.js';
import { Simulation } from '../../src/scene/simulation.js';
import { addGround, G, makeWorld, run } from '../physics/laboratory.js';

const DT = 1 / 100;
const CUBE = { kind: 'box', size: [1, 1, 1] } as const;

describe('the roof-tower of 40 rings', () => {
  // The block and the ball come sooner than in the scene.
  const BLOCK_TIME = 0.3;
  const BALL_TIME = 1.2;

  /**
   * [creep a second, largest speed of a brick while it stands, depth of the block's blow] that are allowed, [mm],
   * [m/s], [mm].
   */
  it.each([
    ['vsp', DT, 0.05, 1e-4, 1e-4, 0.05],
    ['vsp', 1 / 60, 0.1, 1e-4, 1e-4, 0.05],
    ['isp', DT, 20, 0.03, 1, 1],
  ] as const)('stands, holds the block and breaks under the ball: %s, dt = %f s', (method, dt, creep, speed, struck, depth) => {
    const scene = SCENES['roof-tower'].make({ seed: 1 });
    const additions = (scene.additions ?? []).map(({ bodies = [] }, i) => ({ bodies, at: [BLOCK_TIME, BALL_TIME][i] }));
    const simulation = new Simulation({ ...scene, additions }, { method, dt });
    const { world } = simulation;
    const bricks = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
    const starts = bricks.map(({ position }) => position);
    const drifts = (): number[] => bricks.map(({ position }, i) => distance(position, starts[i]));
    expect(bricks.length).toBe(800);

    const fastest = (): number => Math.max(...bricks.map(({ velocity }) => length(velocity)));
    const advance = (end: number, most: number): void => {
      while (world.time < end - dt / 2) {
        simulation.step();
        expect(fastest()).toBeLessThan(most);
      }
    };
    advance(BLOCK_TIME, speed);
    expect(Math.max(...drifts())).toBeLessThan(1e-3 * creep * BLOCK_TIME);
    // Some bricks may jump as the block lands, and come to rest again.
    advance(BALL_TIME, struck);
    expect(fastest()).toBeLessThan(speed);
    const block = world.find('block') as Body;
    expect(Math.abs(block.position[1] - 20.5)).toBeLessThan(2e-3);
    expect(length(block.velocity)).toBeLessThan(speed);
    expect(Math.max(...drifts())).toBeLessThan(1e-3 * creep * BALL_TIME);
    expect(world.measurePenetration()).toBeLessThan(1e-3 * depth);

    while (world.time < BALL_TIME + 0.3) simulation.step();
    const apart = drifts();
    expect(apart.filter((drift) => drift > 1).length).toBeGreaterThan(10);
    // It is a hole in the wall: the rings at the foot stay as they were.
    expect(Math.max(...apart.slice(0, 5 * 20))).toBeLessThan(0.1);
  });
});

describe('a stack that rides', () => {
  const spinning = (rate: number): Motion => ({
    kind: 'function',
    pose(t, _, orientation) {
      const turned = axisAngle([0, 1, 0], rate * t);
      for (let i = 0; i < 4; i++) orientation[i] = turned[i];
    },
  });

  /**
   * How far each of `count` cubes on a platform, `out` from its axis, is from where it would be if it were fastened to
   * it [m].
   */
  function ride(method: string, dt: number, motion: Motion, velocity: Vec3, out: number, spin = 0): number {
    const world = makeWorld({}, { friction: 0.8 }, method);
    const platform = world.createBody({ kind: 'scripted', shapes: [{ kind: 'box', size: [8, 1, 8] }], motion });
    const [x, y, z] = platform.position;
    const cubes = Array.from({ length: 4 }, (_, i) =>
      world.createBody({ shapes: [CUBE], position: [x + out, y + 1 + i, z], velocity, angularVelocity: [0, spin, 0] }),
    );
    let farthest = 0;
    run(world, 2, dt, () => {
      cubes.forEach((cube, i) => {
        const fastened = rotate(platform.orientation, [out, 1 + i, 0]);
        farthest = Math.max(farthest, distance(subtract(cube.position, platform.position), fastened));
      });
    });
    return farthest;
  }

  const lift: Motion = { kind: 'oscillation', frequency: 0.25, translation: [0, 2, 0], phase: -Math.PI / 2 };
  const belt: Motion = {
    kind: 'function',
    pose(t, position) {
      position[0] = 2 * t;
    },
  };

  it.each([1 / 100, 1 / 60, 1 / 240])('stays on a lift, a belt and a turntable at dt = %f s', (dt) => {
    expect(ride('vsp', dt, lift, [0, 0, 0], 0)).toBeLessThan(1e-3);
    expect(ride('vsp', dt, belt, [2, 0, 0], 0)).toBeLessThan(5e-5);
    // Positions follow the tangent of the circle, and no method that integrates so does better than w^2 r dt / 2 a second.
    expect(ride('vsp', dt, spinning(1), [0, 0, -2], 2, 1)).toBeLessThan(2.1 * dt);
    expect(ride('isp', dt, lift, [0, 0, 0], 0)).toBeLessThan(0.02);
    expect(ride('isp', dt, belt, [2, 0, 0], 0)).toBeLessThan(0.02);
    expect(ride('isp', dt, spinning(1), [0, 0, -2], 2, 1)).toBeLessThan(2.1 * dt + 0.02);
  });
});

describe('what is fixated', () => {
  /** A cube that slides on ice at 3 m/s, and one on it that is at rest: what the upper one gains of it in a step. */
  function pullOfLower(method: string): number {
    const world = makeWorld({ 'vsp.weight': 0 }, { friction: 0.5 }, method);
    world.createMaterial('ice', { friction: 0 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }], material: 'ice' });
    world.createBody({ shapes: [{ kind: 'box', size: [4, 1, 4] }], position: [0, 0.5, 0], velocity: [3, 0, 0] });
    const upper = world.createBody({ shapes: [CUBE], position: [0, 1.5, 0] });
    world.step(DT);
    return upper.velocity[0];
  }

  it('pulls nothing along that stands on it', () => {
    // With the velocity it has it would, by mu g dt.
    expect(Math.abs(pullOfLower('vsp'))).toBeLessThan(1e-3 * 0.5 * G * DT);
  });

  /** Three cubes on each other that a piston pushes along the floor at 0.5 m/s; x of each against the lowest after 2 s [m]. */
  function push(method: string): number[] {
    const world: World = makeWorld({}, { friction: 0.4 }, method);
    addGround(world);
    world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [1, 0.8, 1] }],
      position: [0, 0.5, 0],
      motion: {
        kind: 'function',
        pose(t, position) {
          position[0] = 0.5 * t;
        },
      },
    });
    const cubes = [0, 1, 2].map((i) => world.createBody({ shapes: [CUBE], position: [1, 0.5 + i, 0] }));
    run(world, 2, DT);
    return cubes.map(({ position }) => position[0] - cubes[0].position[0]);
  }

  it.each(['vsp', 'isp'])(
    'goes with the support whose motion is its own, not with the floor it is pushed along: %s',
    (method) => {
      for (const behind of push(method)) expect(Math.abs(behind)).toBeLessThan(0.05);
    },
  );
});
