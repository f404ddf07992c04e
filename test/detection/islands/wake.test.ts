// Whatever is changed of a world wakes the islands that it concerns, and no others.

import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';
import type { Stacks } from './sleepers.js';
import { makeStacks, run, sleepers } from './sleepers.js';

/** Three stacks that sleep. */
function asleep(options: Parameters<typeof makeStacks>[0] = {}): Stacks {
  const made = makeStacks(options);
  run(made.world, 80);
  expect(sleepers(made.world)).toBe(9);
  return made;
}

/** Which of the stacks are awake. */
function awake({ stacks }: Stacks): number[] {
  return [0, 1, 2].filter((k) => stacks[k].every((body) => !body.sleep.asleep));
}

/** All stacks sleep or wake as wholes. */
function expectAwake(made: Stacks, which: number[], why?: string): void {
  expect(awake(made)).toEqual(which);
  expect(sleepers(made.world)).toBe(9 - 3 * which.length);
  if (why !== undefined) for (const k of which) expect(made.stacks[k][1].sleep.why).toBe(why);
}

describe('by handles', () => {
  const deeds: [string, string, (body: Body) => void][] = [
    ['an impulse', 'pushed', (body) => body.applyImpulse([1, 0, 0])],
    ['an angular impulse', 'pushed', (body) => body.applyAngularImpulse([1, 0, 0])],
    ['a force', 'pushed', (body) => body.applyForce([1, 0, 0])],
    ['a torque', 'pushed', (body) => body.applyTorque([0, 1, 0])],
    ['a velocity', 'pushed', (body) => Object.assign(body, { velocity: [0.1, 0, 0] })],
    ['a spin', 'pushed', (body) => Object.assign(body, { angularVelocity: [0, 0.1, 0] })],
    ['a call of thaw()', 'pushed', (body) => body.thaw()],
    ['another position', 'changed', (body) => Object.assign(body, { position: [3, 2.6, 0] })],
    ['another gravity scale', 'changed', (body) => Object.assign(body, { gravityScale: 0.5 })],
    ['locked axes', 'changed', (body) => Object.assign(body, { locks: ['ry'] })],
    ['damping', 'changed', (body) => Object.assign(body, { linearDamping: 0.5 })],
    ['being passive', 'changed', (body) => Object.assign(body, { active: false })],
  ];
  test.each(deeds)('%s wakes the island of the body', (_, why, deed) => {
    const made = asleep();
    deed(made.stacks[1][2]);
    expectAwake(made, [1], why);
    made.world.step(0.01);
    expectAwake(made, [1]);
  });
});

test('removing a support wakes what it carried, which falls', () => {
  const made = asleep();
  made.stacks[1][0].remove();
  expect(made.stacks[1][2].sleep).toMatchObject({ asleep: false, why: 'removal' });
  expect(sleepers(made.world)).toBe(6);
  run(made.world, 100);
  expect(made.stacks[1][2].position[1]).toBeCloseTo(1.5, 1);
});

test('removing the ground wakes all', () => {
  const made = asleep();
  made.ground.remove();
  expectAwake(made, [0, 1, 2], 'removal');
});

describe('settings and materials', () => {
  test('gravity wakes all', () => {
    const made = asleep();
    made.world.set('gravity', [0, -1.6, 0]);
    expectAwake(made, [0, 1, 2], 'setting');
  });

  test('settings of other methods, and of what is told, wake nobody', () => {
    const made = asleep();
    made.world.set('impulsive.freezeAfter', 10);
    made.world.set('ncp.iterations', 10);
    made.world.set('events', 'off');
    made.world.set('limits.memory', 512);
    made.world.step(0.01);
    expectAwake(made, []);
    made.world.set('gsp.iterations', 10);
    expectAwake(made, [0, 1, 2], 'setting');
  });

  test('turned off, sleeping wakes all, and nobody sleeps again', () => {
    const made = asleep();
    made.world.set('sleeping.enabled', 'off');
    run(made.world, 80);
    expectAwake(made, [0, 1, 2], 'setting');
  });

  test('a material wakes those that touch something of it', () => {
    const world = new World({ settings: { 'sleeping.enabled': 'on' } });
    world.createMaterial('ice', { friction: 0.1 });
    world.createMaterial('wood', { friction: 0.4 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const [ice, wood, stone] = ['ice', 'wood', 'default'].map((material, i) =>
      world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [3 * i, 0.5, 0], material }),
    );
    run(world, 60);
    expect(sleepers(world)).toBe(3);
    world.createMaterial('unused', { friction: 1 });
    expect(sleepers(world)).toBe(3);
    world.createMaterial('ice', { friction: 0.2 });
    expect(ice.sleep).toMatchObject({ asleep: false, why: 'material' });
    expect(sleepers(world)).toBe(2);
    world.setMaterialPair('ice', 'wood', { friction: 0 });
    expect(sleepers(world)).toBe(2);
    world.setMaterialPair('wood', 'default', { friction: 0 });
    expect(wood.sleep.asleep).toBe(false);
    expect(stone.sleep.asleep).toBe(true);
    world.createMaterial('default', { friction: 0.9 });
    expect(sleepers(world)).toBe(0);
  });
});

describe('what does not move by itself', () => {
  test('a fixed body that is put beside a stack wakes nobody, one that is put into it wakes it', () => {
    const made = asleep();
    const block = made.world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }], position: [3, 5, 0] });
    run(made.world, 5);
    expectAwake(made, []);
    block.position = [3.6, 0.5, 0];
    made.world.step(0.01);
    expectAwake(made, [1], 'scripted');
    expect(made.stacks[1][0].sleep.by).toBe(block.id);
  });

  test('a scripted body wakes what it carries when it begins to move, and what it comes to', () => {
    const made = asleep();
    const { world, stacks } = made;
    const motion = {
      kind: 'keyframes',
      keyframes: [
        { time: 0, position: [-4, 0.5, 0] },
        { time: 3, position: [-4, 0.5, 0] },
        { time: 5, position: [0, 0.5, 0] },
      ],
    };
    const pusher = world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [1, 1, 1] }],
      position: [-4, 0.5, 0],
      motion: motion as never,
    });
    const rider = world.createBody({ shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }], position: [-4, 1.2, 0] });
    run(world, 200);
    expect(rider.sleep.asleep).toBe(true);
    expectAwakeStacks([]);
    while (world.time < 3.05) world.step(0.01);
    expect(rider.sleep).toMatchObject({ asleep: false, why: 'scripted', by: pusher.id });
    expectAwakeStacks([]);
    while (world.time < 5) world.step(0.01);
    expectAwakeStacks([0]);
    expect(stacks[0][0].position[0]).toBeGreaterThan(0.5);
    function expectAwakeStacks(which: number[]): void {
      expect(awake(made)).toEqual(which);
    }
  });

  test('a trigger that is put about a stack sees it, and lets it sleep', () => {
    const made = asleep();
    const { world } = made;
    world.createTrigger({ shapes: [{ kind: 'box', size: [2, 8, 2] }], position: [3, 4.2, 0] });
    world.step(0.01);
    expectAwake(made, []);
    expect([...world.events].filter(({ kind }) => kind === 'in-trigger').length).toBe(3);
  });

  test('a rule that lets a stack through the ground wakes that stack, and its removal too', () => {
    const made = asleep();
    const { world, stacks, ground } = made;
    const rule = world.createRule({ kind: 'ignore', between: [stacks[1][0]], and: [ground] });
    expectAwake(made, [1], 'changed');
    rule.remove();
    run(world, 80);
    expectAwake(made, []);
    const [, [, middle, top]] = stacks;
    const other = world.createRule({ kind: 'ignore', between: [middle], and: [top] });
    other.active = false;
    run(world, 80);
    expectAwake(made, []);
    other.active = true;
    expectAwake(made, [1], 'changed');
  });
});

describe.each(['gsp', 'ncp', 'substeps'] as const)('joints, by %s', (method) => {
  /** Two pairs of boxes in the air that joints hold, each at the world, and beside them a stack. */
  function pairs() {
    const world = new World({ stepper: METHODS[method], settings: { 'sleeping.enabled': 'on' } });
    const make = (x: number) => {
      const [a, b] = [0, 1].map((i) =>
        world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [x + 2 * i, 0, 0] }),
      );
      const anchor = world.createJoint({ kind: 'fixed', bodyB: a, anchor: [x, 0, 0] } as never);
      const between = world.createJoint({ kind: 'fixed', bodyA: a, bodyB: b, anchor: [x + 1, 0, 0] } as never);
      return { a, b, anchor, between };
    };
    const made = { world, first: make(0), second: make(10) };
    run(world, 150);
    expect(sleepers(world)).toBe(4);
    return made;
  }

  test('removing a joint wakes the bodies of its island', () => {
    const { world, first, second } = pairs();
    first.between.remove();
    expect(first.a.sleep).toMatchObject({ asleep: false, why: 'joint' });
    expect(first.b.sleep.asleep).toBe(false);
    expect(second.a.sleep.asleep && second.b.sleep.asleep).toBe(true);
    run(world, 50);
    expect(first.b.position[1]).toBeLessThan(-0.5);
    expect(second.b.sleep.asleep).toBe(true);
  });

  test('so does switching it off, or a push of the body at its other end', () => {
    const { world, first, second } = pairs();
    first.anchor.active = false;
    second.a.applyImpulse([0, 1, 0]);
    expect(sleepers(world)).toBe(0);
    run(world, 50);
    expect(first.b.position[1]).toBeLessThan(-0.5);
    expect(second.b.position[1]).toBeCloseTo(0, 1);
  });

  test('a new joint wakes both of its islands', () => {
    const { world, first, second } = pairs();
    world.createJoint({ kind: 'fixed', bodyA: first.b, bodyB: second.a, anchor: [6, 0, 0] } as never);
    expect(sleepers(world)).toBe(0);
  });
});

describe.each([
  ['gsp', {}],
  ['gsp', { 'speedups.subgrouping': 'on' }],
  ['ncp', {}],
  ['substeps', {}],
] as const)('a joint that breaks, by %s %o', (method, settings) => {
  /** Two shelves that joints hold in the air, a cube asleep on each, and a cube on the ground under the second. */
  function shelves() {
    const world = new World({ stepper: METHODS[method], settings: { 'sleeping.enabled': 'on', ...settings } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const cube = (side: number, position: [number, number, number]) =>
      world.createBody({ shapes: [{ kind: 'box', size: [side, side, side] }], position });
    const make = (x: number) => {
      const board = world.createBody({ shapes: [{ kind: 'box', size: [2, 0.2, 1] }], position: [x, 2, 0] });
      const rider = cube(0.4, [x - 0.5, 2.3, 0]);
      const breakForce = 1.3 * (board.mass + rider.mass) * 9.81;
      const joint = world.createJoint({ kind: 'fixed', bodyB: board, anchor: [x, 2, 0], breakForce });
      return { board, rider, joint };
    };
    const made = { world, cube, first: make(0), second: make(10), below: cube(0.4, [10, 0.2, 0]) };
    run(world, 150);
    expect(sleepers(world)).toBe(5);
    return made;
  }

  test('under a load wakes what it held and what lay there, and nobody else', () => {
    const { world, cube, first, second, below } = shelves();
    const others = [second.board, second.rider, below];
    const load = cube(0.6, [0.5, 2.41, 0]);
    const step = () => {
      world.step(0.01);
      for (const body of others) expect(body.sleep.asleep).toBe(true);
    };
    for (let i = 0; i < 50 && !first.joint.isBroken; i++) step();
    expect(first.board.sleep.asleep || first.rider.sleep.asleep).toBe(false);
    for (let i = 0; i < 300; i++) step();
    expect(first.joint.isBroken).toBe(true);
    expect(second.joint.isBroken).toBe(false);
    // All of it lies on the ground and sleeps again.
    for (const body of [first.board, first.rider, load]) {
      expect(body.position[1]).toBeLessThan(1);
      expect(body.sleep.asleep).toBe(true);
    }
    expect(world.hanging()).toEqual([]);
  });

  test('lets fall what hung there, and what another one holds stays up and sleeps again', () => {
    const { world, first, second } = shelves();
    const hung = world.createBody({ shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }], position: [11, 1, 0] });
    const breakForce = 1.5 * hung.mass * 9.81;
    const cord = world.createJoint({ kind: 'ball', bodyA: second.board, bodyB: hung, anchor: [11, 1.9, 0], breakForce });
    run(world, 150);
    expect(sleepers(world)).toBe(6);
    // With its weight, 1.7 times that for a step: more than the cord bears, and less than the shelf's joint.
    hung.applyForce([0, -0.7 * hung.mass * 9.81, 0]);
    run(world, 1);
    expect(cord.isBroken).toBe(true);
    expect(hung.sleep.asleep).toBe(false);
    expect(first.board.sleep.asleep && first.rider.sleep.asleep).toBe(true);
    run(world, 200);
    expect(hung.position[1]).toBeCloseTo(0.2, 1);
    expect(second.joint.isBroken).toBe(false);
    expect(second.rider.position[1]).toBeCloseTo(2.3, 2);
    expect(sleepers(world)).toBe(6);
  });
});

test('members of a composite sleep and wake as one body', () => {
  const world = new World({ settings: { 'sleeping.enabled': 'on' } });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const members = [0, 1].map((i) => world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [i, 0.5, 0] }));
  world.createComposite({ members });
  const rider = world.createBody({ shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }], position: [1, 1.25, 0] });
  run(world, 120);
  expect(sleepers(world)).toBe(3);
  expect(world.report.asleep).toBe(3);
  rider.applyImpulse([0, 0.1 * rider.mass, 0]);
  expect(sleepers(world)).toBe(0);
  run(world, 120);
  expect(sleepers(world)).toBe(3);
  members[0].applyImpulse([0, members[0].mass, 0]);
  expect(sleepers(world)).toBe(0);
  run(world, 1);
  expect(members[1].position[1]).toBeGreaterThan(0.5);
});
