// Handles that a program can hold: one object for each node, joint and coupling for its life, and what the program keeps at bodies.

import { describe, expect, it } from 'vitest';
import { Body, decodeSnapshot, encodeSnapshot, World } from '../dist/src/index.js';

const BALL = { kind: 'sphere', radius: 0.5 } as const;
const GROUND = { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] } as const;

function jointedWorld() {
  const world = new World();
  world.createBody(GROUND);
  const [upper, lower] = [3, 1].map((y) => world.createBody({ name: `at ${y}`, position: [0, y, 0], shapes: [BALL] }));
  const joint = world.createJoint({ kind: 'revolute', name: 'hinge', bodyA: upper, bodyB: lower, anchor: [0, 2, 0] });
  const other = world.createJoint({ kind: 'revolute', name: 'pin', bodyB: upper, anchor: [0, 3, 0] });
  const gear = { joint, coordinate: 'angle' };
  const coupling = world.createCoupling({ name: 'gear', first: gear, second: { joint: other, coordinate: 'angle' }, ratio: 2 });
  return { world, upper, lower, joint, coupling };
}

describe('a handle', () => {
  it('is the same object however it is found', () => {
    const { world, upper, lower, joint, coupling } = jointedWorld();
    expect(world.find('at 3')).toBe(upper);
    expect(world.body(lower.id)).toBe(lower);
    expect([...world.bodies()]).toContain(lower);
    expect(world.findJoint('hinge')).toBe(joint);
    expect([...world.joints()][0]).toBe(joint);
    expect(joint.bodyA).toBe(upper);
    expect(joint.bodyB).toBe(lower);
    expect(world.findCoupling('gear')).toBe(coupling);
    expect(coupling.first.joint).toBe(joint);
    const timer = world.createTimer({ name: 'clock', period: 1 });
    expect(world.find('clock')).toBe(timer);
  });

  it('of a multibody and its links too, in its control as well', () => {
    const world = new World();
    const seen = new Set<unknown>();
    const arm = world.createMultibody({
      name: 'arm',
      links: [
        { name: 'base', shapes: [BALL] },
        { name: 'tip', position: [0, 2, 0], shapes: [BALL] },
      ],
      joints: [{ kind: 'revolute', bodyA: 'base', bodyB: 'tip', anchor: [0, 1, 0] }],
      control: (multibody) => seen.add(multibody),
    });
    world.step(0.01);
    world.step(0.01);
    expect([...seen]).toEqual([arm]);
    expect(world.find('arm')).toBe(arm);
    expect([...world.multibodies()][0]).toBe(arm);
    expect(arm.links[0]).toBe(world.find('base'));
    expect(arm.joints[0]).toBe([...world.joints()][0]);
  });

  it('of a body that was removed is found again when time goes back, and another one is another object', () => {
    const world = new World();
    const first = world.createBody({ name: 'first', shapes: [BALL] });
    const before = world.snapshot();
    first.remove();
    expect(world.body(first.id)).toBeUndefined();
    const second = world.createBody({ name: 'second', shapes: [BALL] });
    expect(second).not.toBe(first);
    world.restore(before);
    expect(first.isAlive).toBe(true);
    expect(second.isAlive).toBe(false);
    expect(world.find('first')).toBe(first);
    first.remove();
    // The same row and the same generation again: by its id this is the second one.
    expect(world.createBody({ name: 'third', shapes: [BALL] })).toBe(second);
  });

  it('is of the class of what has its id now', () => {
    const world = new World();
    const empty = world.snapshot();
    const body = world.createBody({ shapes: [BALL] });
    world.restore(empty);
    const timer = world.createTimer({ period: 1 });
    expect(timer.id).toBe(body.id);
    expect(timer).not.toBeInstanceOf(Body);
    expect(timer.kind).toBe('timer');
    expect(world.body(timer.id)).toBeUndefined();
  });

  it('of an overlap is that of its bodies', () => {
    const world = new World();
    const [a, b] = [0, 0.5].map((x) => world.createBody({ position: [x, 0, 0], shapes: [BALL] }));
    const [overlap] = world.overlaps();
    expect([overlap.a, overlap.b]).toEqual([a, b]);
    expect(overlap.a).toBe(a);
  });
});

describe('userData', () => {
  it('is kept by reference, typed, and goes with its body', () => {
    const world = new World<{ hits: number }>();
    const data = { hits: 0 };
    const body = world.createBody({ name: 'target', shapes: [BALL], userData: data });
    body.userData.hits += 1;
    expect(world.body(body.id)?.userData).toBe(data);
    expect(data.hits).toBe(1);
    // @ts-expect-error: hits is a number
    world.createBody({ shapes: [BALL], userData: { hits: 'many' } });
    body.remove();
    expect(() => body.userData).toThrow('no longer in the world');
    const next = world.createBody({ shapes: [BALL] });
    expect(next.userData).toBeUndefined();
  });

  it('may be anything, and changes neither hash nor motion', () => {
    const circular: { self?: unknown; call: () => void } = { call: () => {} };
    circular.self = circular;
    const run = (userData: unknown): string => {
      const world = new World();
      world.createBody(GROUND);
      world.createBody({ position: [0, 0.6, 0], shapes: [BALL], userData });
      for (let i = 0; i < 10; i++) world.step(0.01);
      world.restore(decodeSnapshot(encodeSnapshot(world.snapshot())));
      return world.hash();
    };
    expect(run(circular)).toBe(run(undefined));
  });

  it('is in snapshots by reference; a snapshot of bytes leaves what is there', () => {
    const world = new World();
    const [kept, gone] = ['kept', 'gone'].map((name) => world.createBody({ name, shapes: [BALL], userData: { name } }));
    const snapshot = world.snapshot();
    const bytes = encodeSnapshot(snapshot);
    const data = gone.userData;
    kept.userData = 'changed';
    gone.remove();
    world.restore(decodeSnapshot(bytes));
    expect(kept.userData).toBe('changed');
    expect(gone.userData).toBeUndefined();
    world.restore(snapshot);
    expect(gone.userData).toBe(data);
    expect(kept.userData).toEqual({ name: 'kept' });
  });
});
