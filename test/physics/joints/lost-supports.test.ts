// Jointed bodies at rest do not hang in the air: where a support, a joint or a motor goes, what it held falls from the next
// step on, and nothing else moves.

import { describe, expect, it } from 'vitest';
import type { Body, CoordinateDescriptor, Joint, World } from '../../../src/index.js';
import { makeJointWorld } from './linkage.js';

const DT = 1 / 60;
const G = 9.81;

function run(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) world.step(DT);
}

function speedOf(bodies: readonly Body[]): number {
  return Math.max(...bodies.map(({ velocity }) => Math.hypot(...velocity)));
}

/** Four links in a row that lie on a table. */
function makeRow(world: World): { table: Body; links: Body[] } {
  const table = world.createBody({ kind: 'fixed', position: [0, 1.5, 0], shapes: [{ kind: 'box', size: [4, 1, 4] }] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const links = [0, 1, 2, 3].map((i) =>
    world.createBody({ position: [0.5 * i - 0.75, 2.1, 0], mass: 1, shapes: [{ kind: 'box', size: [0.4, 0.2, 0.2] }] }),
  );
  for (let i = 0; i < 3; i++) {
    world.createJoint({
      kind: 'revolute',
      bodyA: links[i],
      bodyB: links[i + 1],
      anchor: [0.5 * i - 0.5, 2.1, 0],
      axis: [0, 0, 1],
      coordinates: { angle: { friction: 0.2, damping: 0.2 } },
    });
  }
  return { table, links };
}

/** A rod on a hinge at that z, held level as its angle says. */
function makeHeldRod(world: World, z: number, angle: CoordinateDescriptor): { rod: Body; hinge: Joint } {
  const rod = world.createBody({ position: [0.25, 2, z], mass: 1, shapes: [{ kind: 'box', size: [0.5, 0.1, 0.1] }] });
  const hinge = world.createJoint({
    kind: 'revolute',
    bodyB: rod,
    anchor: [0, 2, z],
    axis: [0, 0, 1],
    coordinates: { angle },
  });
  return { rod, hinge };
}

describe.each(['gsp', 'ncp', 'substeps', 'impulsive'])('by %s', (method) => {
  it('links fall freely when the table below them goes, land, and rest', () => {
    const world = makeJointWorld([0, -G, 0], method);
    const { table, links } = makeRow(world);
    run(world, 0.5);
    expect(speedOf(links)).toBeLessThan(1e-9);
    const snapshot = world.snapshot();
    for (const twice of [false, true]) {
      if (twice) world.restore(snapshot);
      table.remove();
      run(world, 0.25);
      for (const { velocity } of links) expect(velocity[1] / (-0.25 * G)).toBeCloseTo(1, 2);
    }
    run(world, 2);
    expect(speedOf(links)).toBeLessThan(1e-6);
    for (const { position } of links) expect(Math.abs(position[1] - 0.1)).toBeLessThan(2e-3);
  });

  it('a chain falls from the joint that is removed on, and all of it when its hook goes', () => {
    const world = makeJointWorld([0, -G, 0], method);
    const hook = world.createBody({ kind: 'fixed', position: [0, 3, 0], shapes: [{ kind: 'sphere', radius: 0.05 }] });
    const links = [0, 1, 2].map((i) =>
      world.createBody({ position: [0, 2.75 - 0.5 * i, 0], mass: 1, shapes: [{ kind: 'box', size: [0.1, 0.45, 0.1] }] }),
    );
    const joints = links.map((bodyB, i) =>
      world.createJoint({ kind: 'ball', bodyA: i === 0 ? hook : links[i - 1], bodyB, anchor: [0, 3 - 0.5 * i, 0] }),
    );
    run(world, 0.5);
    joints[1].remove();
    run(world, 0.25);
    expect(speedOf([links[0]])).toBeLessThan(1e-9);
    for (const link of [links[1], links[2]]) expect(link.velocity[1] / (-0.25 * G)).toBeCloseTo(1, 3);
    hook.remove();
    run(world, 0.25);
    expect(links[0].velocity[1] / (-0.25 * G)).toBeCloseTo(1, 3);
  });

  it('a beam falls with what is put on it once its joints break', () => {
    const world = makeJointWorld([0, -G, 0], method);
    const beam = world.createBody({ position: [0, 2, 0], mass: 2, shapes: [{ kind: 'box', size: [2, 0.1, 0.4] }] });
    for (const x of [-1, 1]) world.createJoint({ kind: 'ball', bodyB: beam, anchor: [x, 2, 0], breakForce: 60 });
    run(world, 0.5);
    expect(speedOf([beam])).toBeLessThan(1e-9);
    const box = world.createBody({ position: [0, 2.2, 0], mass: 20, shapes: [{ kind: 'box', size: [0.3, 0.3, 0.3] }] });
    run(world, 0.5);
    // They break within the first steps.
    for (const { velocity } of [beam, box]) expect(velocity[1]).toBeLessThan(-0.4 * G);
  });

  it('a change at rest moves the mechanism that was changed, and no other', () => {
    const world = makeJointWorld([0, -G, 0], method);
    const motor = { kind: 'velocity', target: 0, maxForce: 20 } as const;
    const rods = [0, 1, 2, 3].map((z) => makeHeldRod(world, z, z < 3 ? { motor } : { limits: [0, 1] }));
    run(world, 1);
    const isMoving = () => rods.map(({ rod }) => speedOf([rod]) > 1e-9);
    expect(isMoving()).toEqual([false, false, false, false]);
    rods[0].hinge.coordinates[0].motor = undefined;
    world.step(DT);
    expect(isMoving()).toEqual([true, false, false, false]);
    rods[1].rod.gravityScale = 30;
    world.step(DT);
    expect(isMoving()).toEqual([true, true, false, false]);
    rods[3].hinge.coordinates[0].limits = [-0.5, 1];
    world.step(DT);
    expect(isMoving()).toEqual([true, true, false, true]);
    world.set('gravity', [0, 12 * G, 0]);
    world.step(DT);
    expect(isMoving()).toEqual([true, true, true, true]);
  });
});
