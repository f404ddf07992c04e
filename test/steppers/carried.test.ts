// No body is left hanging: what cannot be carried any more is not at rest, whether it sleeps or is frozen.

import { describe, expect, test } from 'vitest';
import type { Body, Settings } from '../../src/index.js';
import { METHODS, World } from '../../src/index.js';
import { axisAngle } from '../../src/math/vector.js';

const PLANK = { kind: 'box', size: [4, 0.2, 1] } as const;
const CUBE = { kind: 'box', size: [1, 1, 1] } as const;

function steps(world: World, count: number, dt: number): void {
  for (let i = 0; i < count; i++) world.step(dt);
}

describe('frozen bodies, by impulsive', () => {
  function overhang(): { world: World; plank: Body } {
    const world = new World({ stepper: METHODS.impulsive });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    world.createBody({ shapes: [CUBE], position: [0, 0.5, 0], mass: 1000 });
    const plank = world.createBody({ shapes: [PLANK], position: [0.3, 1.1, 0], mass: 100 });
    steps(world, 90, 1 / 30);
    expect(plank.isFrozen).toBe(true);
    return { world, plank };
  }

  test('a ball that rolls out along an overhang tips it', () => {
    const { world, plank } = overhang();
    const ball = { kind: 'sphere', radius: 0.3 } as const;
    world.createBody({
      shapes: [ball],
      position: [0, 1.5, 0],
      mass: 500,
      velocity: [0.5, 0, 0],
      angularVelocity: [0, 0, -0.5 / 0.3],
    });
    let tilt = 0;
    for (let i = 0; i < 110; i++) {
      world.step(1 / 30);
      tilt = Math.min(tilt, 2 * plank.orientation[2]);
    }
    expect(tilt).toBeLessThan(-0.3);
    expect(world.hanging()).toEqual([]);
  });

  test('a heavy cube that is laid on the end of an overhang tips it', () => {
    const { world } = overhang();
    const cube = world.createBody({ shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }], position: [2, 1.45, 0], mass: 1000 });
    steps(world, 90, 1 / 30);
    expect(cube.position[1]).toBeLessThan(0.6);
  });

  test('a plank on two frozen cubes of which one goes falls', () => {
    const world = new World({ stepper: METHODS.impulsive });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const [, post] = [-2, 2].map((x) => world.createBody({ shapes: [CUBE], position: [x, 0.5, 0] }));
    const plank = world.createBody({ shapes: [{ kind: 'box', size: [6, 0.5, 1] }], position: [0, 1.25, 0] });
    steps(world, 90, 1 / 30);
    expect(plank.isFrozen).toBe(true);
    post.remove();
    steps(world, 90, 1 / 30);
    expect(2 * plank.orientation[2]).toBeLessThan(-0.2);
  });
});

describe('figure 17: a ball on a slope that others rested against', () => {
  /** On a slope a ball lies above a block that is heavy enough to stay; it sleeps there. Then the block is flicked away. */
  function onSlope(settings: Partial<Settings>): { world: World; ball: Body; block: Body } {
    const slope = axisAngle([0, 0, 1], -0.3);
    const up = [Math.sin(0.3), Math.cos(0.3)];
    const at = (along: number, height: number): [number, number, number] => [
      along * up[1] + height * up[0],
      -along * up[0] + height * up[1],
      0,
    ];
    const world = new World({ stepper: METHODS.ncp, settings: { 'sleeping.enabled': 'on', ...settings } });
    world.createMaterial('default', { friction: 0.8 });
    world.createBody({ kind: 'fixed', orientation: slope, shapes: [{ kind: 'half-space' }] });
    const block = world.createBody({ shapes: [CUBE], orientation: slope, position: at(1, 0.5) });
    const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.5 }], position: at(0, 0.5) });
    steps(world, 200, 0.01);
    expect(ball.sleep.asleep).toBe(true);
    expect(block.sleep.asleep).toBe(true);
    expect(world.hanging()).toEqual([]);
    return { world, ball, block };
  }

  test.each([
    {},
    { 'speedups.subgrouping': 'on' },
    { 'speedups.subgrouping': 'on', 'speedups.fixation': 'on' },
    { 'speedups.subgrouping': 'on', 'speedups.fixation': 'on', 'speedups.zeroing': 'on', 'speedups.damping': 'on' },
  ] as const)('rolls when these have gone, with %o', (settings) => {
    const { world, ball, block } = onSlope(settings);
    const [x] = ball.position;
    // Without waking the ball by hand.
    world.store.nodes.columns.velocity.set([0, 0, 6], 6 * block.row);
    world.store.nodes.columns.asleep[block.row] = 0;
    // Whoever writes columns says so.
    world.store.changes++;
    steps(world, 150, 0.01);
    expect(block.position[2]).toBeGreaterThan(0.4);
    expect(ball.position[0]).toBeGreaterThan(x + 0.5);
    expect(world.hanging()).toEqual([]);
  });

  test('the detector finds one that hangs', () => {
    const { world, ball, block } = onSlope({});
    const { asleep } = world.store.nodes.columns;
    block.remove();
    expect(ball.sleep.asleep).toBe(false);
    asleep[ball.row] = 1;
    expect(world.hanging().map((body) => body.id)).toEqual([ball.id]);
  });
});
