// Snapshot and restore: a world that goes back is the world it was.

import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../src/math/random.js';
import { axisAngle } from '../../src/math/vector.js';
import type { Body, Handle } from '../../src/world.js';
import { World } from '../../src/world.js';
import { ball, cube, GROUND, motion } from './contact-graph/parts.js';

vi.setConfig({ testTimeout: 60_000 });
const STEP = 1 / 60;

/** Falling, touching, scripted, composite, ruled, triggered and timed: something of every kind of node. */
function build(): World {
  const world = new World();
  world.createBody(GROUND);
  for (let i = 0; i < 4; i++) world.createBody(cube([0.05 * i, 0.5 + 1.01 * i, 0], { name: `cube-${i}` }));
  for (let i = 0; i < 4; i++) world.createBody(ball([3 + 0.1 * i, 1 + 1.2 * i, 0.1 * i], { name: `ball-${i}` }));
  world.createBody({
    name: 'pusher',
    kind: 'scripted',
    position: [-2, 0.5, 0],
    shapes: [{ kind: 'box', size: [1, 0.8, 1] }],
    motion: { kind: 'oscillation', translation: [1.2, 0, 0], frequency: 0.5 },
  });
  const points = [
    [0.5, 0, 0],
    [-0.5, 0, 0],
    [0, 0.6, 0],
    [0, 0, 0.5],
    [0, 0, -0.5],
  ] as const;
  world.createBody({
    name: 'hull',
    position: [0.2, 6, 0],
    orientation: axisAngle([1, 1, 0], 1),
    shapes: [{ kind: 'hull', points }],
  });
  const members = [world.createBody(cube([6, 1, 0], { name: 'left' })), world.createBody(cube([7, 1.5, 0], { name: 'right' }))];
  world.createComposite({ name: 'pair', members });
  world.createRule({ name: 'rule', kind: 'ignore', between: ['ball-0'], and: ['ball-1'] });
  world.createTrigger({ name: 'gate', position: [3, 1, 0], shapes: [{ kind: 'box', size: [2, 0.5, 2] }] });
  world.createTimer({ name: 'timer', period: 0.1 });
  return world;
}

function run(world: World, steps: number): string[] {
  return Array.from({ length: steps }, () => {
    world.step(STEP);
    return world.hash();
  });
}

/** What happens to the world of `build` in a lively run, by the number of the step. */
function disturb(world: World, step: number): void {
  if (step === 10) (world.find('cube-1') as Handle).remove();
  if (step === 15) world.createBody(ball([0, 5, 0.1], { name: 'late' }));
  if (step === 20) (world.find('ball-2') as Body).applyImpulse([300, 200, 0]);
  if (step === 25) (world.find('pair') as Handle).remove();
  if (step === 30) (world.find('ball-0') as Body).active = false;
  if (step === 35) (world.find('rule') as Handle).remove();
  if (step === 40) (world.find('ball-0') as Body).active = true;
  if (step === 45) world.createComposite({ members: ['left', 'right'], name: 'again' });
}

describe('restoring', () => {
  it('gives the hash of the snapshot, and the same future', () => {
    const world = build();
    run(world, 20);
    const snapshot = world.snapshot();
    const hash = world.hash();
    const future = run(world, 60);
    for (let round = 0; round < 2; round++) {
      world.restore(snapshot);
      expect(world.hash()).toBe(hash);
      expect([world.time, world.stepCount]).toEqual([snapshot.time, 20]);
      expect(run(world, 60)).toEqual(future);
    }
  });

  it('goes back over any number of steps: contacts that came later leave no trace', () => {
    // One contact at first, more of the same block when the box has fallen flat.
    const world = new World();
    world.createBody(GROUND);
    world.createBody(cube([0, 1, 0], { orientation: axisAngle([1, 0.3, 0.2], 0.7) }));
    const start = world.snapshot();
    const hashes = run(world, 90);
    world.restore(start);
    expect(run(world, 90)).toEqual(hashes);
  });

  it('leaves no trace of another future either', () => {
    const world = build();
    const fresh = build();
    const start = world.snapshot();
    for (let i = 0; i < 40; i++) world.createBody(cube([20 + 2 * i, 0.49, 0]));
    run(world, 3);
    world.restore(start);
    expect(run(world, 30)).toEqual(run(fresh, 30));
  });

  it('each step rewound and redone gives the same hash', () => {
    const world = build();
    for (let step = 0; step < 60; step++) {
      disturb(world, step);
      const snapshot = world.snapshot();
      world.step(STEP);
      const hash = world.hash();
      world.restore(snapshot);
      world.step(STEP);
      expect(world.hash()).toBe(hash);
    }
    // And all of it is what happens without any going back.
    const straight = build();
    for (let step = 0; step < 60; step++) {
      disturb(straight, step);
      straight.step(STEP);
    }
    expect(straight.hash()).toBe(world.hash());
  });

  it('works in any order of snapshots, forward and back', () => {
    const world = build();
    const snapshots = [world.snapshot()];
    const hashes = [world.hash()];
    for (let step = 0; step < 50; step++) {
      disturb(world, step);
      world.step(STEP);
      snapshots.push(world.snapshot());
      hashes.push(world.hash());
    }
    const random = new Random(8);
    for (let i = 0; i < 40; i++) {
      const at = Math.floor(random.uniform(0, 50));
      world.restore(snapshots[at]);
      expect(world.hash()).toBe(hashes[at]);
      disturb(world, at);
      world.step(STEP);
      expect(world.hash()).toBe(hashes[at + 1]);
    }
  });

  it('works in a second world made the same way, whatever that has done since', () => {
    const first = build();
    for (let step = 0; step < 30; step++) {
      disturb(first, step);
      first.step(STEP);
    }
    const snapshot = first.snapshot();
    const future = run(first, 40);
    for (const steps of [0, 5, 70]) {
      const second = build();
      run(second, steps);
      second.restore(snapshot);
      expect(run(second, 40)).toEqual(future);
    }
  });

  it('brings back bodies that were removed and takes away those that were added', () => {
    const world = build();
    run(world, 10);
    const snapshot = world.snapshot();
    const before = motion(world);
    const names = [...world.graph.nodes()].map(({ name }) => name);
    const removed = world.find('cube-2') as Body;
    removed.remove();
    for (const name of ['pusher', 'pair', 'left', 'rule', 'timer', 'gate', 'hull']) (world.find(name) as Handle).remove();
    const added = Array.from({ length: 100 }, (_, i) => world.createBody(cube([20 + 2 * i, 1, 0], { name: `new-${i}` })));
    run(world, 5);
    world.restore(snapshot);
    expect(motion(world)).toEqual(before);
    expect([...world.graph.nodes()].map(({ name }) => name)).toEqual(names);
    expect(removed.isAlive).toBe(true);
    expect(removed.name).toBe('cube-2');
    expect(added.slice(20).some(({ isAlive }) => isAlive)).toBe(false);
    expect(world.find('new-0')).toBeUndefined();
    // Names are free and taken as they were.
    expect(() => world.createBody(cube([0, 50, 0], { name: 'cube-2' }))).toThrow('unique');
    world.createBody(cube([0, 50, 0], { name: 'new-0' }));
  });

  it('brings back motions, composites, rules, triggers and timers', () => {
    const world = build();
    const straight = build();
    const snapshot = world.snapshot();
    for (const name of ['pusher', 'pair', 'rule', 'timer', 'gate']) (world.find(name) as Handle).remove();
    run(world, 10);
    world.restore(snapshot);
    const pusher = world.find('pusher') as Body;
    expect(pusher.kind).toBe('scripted');
    const kinds = new Set<string>();
    for (let step = 0; step < 60; step++) {
      world.step(STEP);
      straight.step(STEP);
      for (const { kind } of world.events) kinds.add(kind);
    }
    expect(world.hash()).toBe(straight.hash());
    expect(pusher.position[0]).toBeCloseTo(-2 + 1.2 * Math.sin(Math.PI * world.time), 9);
    expect(kinds.has('timer-tick') && kinds.has('in-trigger')).toBe(true);
    expect(() => {
      (world.find('left') as Body).velocity = [0, 0, 0];
    }).toThrow('part of a composite');
    const edge = world.graph.edgeBetween(world.find('ball-0') as Body, world.find('ball-1') as Body);
    expect(edge?.state ?? 'separated').toBe('separated');
  });

  it('a snapshot is not changed by what happens afterwards', () => {
    const world = build();
    run(world, 5);
    const snapshot = world.snapshot();
    const copy = structuredClone({ tables: snapshot.tables, names: snapshot.names, time: snapshot.time });
    run(world, 20);
    (world.find('cube-0') as Body).remove();
    world.restore(snapshot);
    run(world, 20);
    expect({ tables: snapshot.tables, names: snapshot.names, time: snapshot.time }).toEqual(copy);
  });

  it('works for worlds of more nodes than a function takes arguments', () => {
    const world = new World();
    for (let i = 0; i < 150_000; i++) world.createTimer({ period: 1 });
    const snapshot = world.snapshot();
    world.restore(snapshot);
    expect(world.graph.nodeCount).toBe(150_000);
  });

  it('the graph does not speak of groups of a state that is gone', () => {
    const world = build();
    const start = world.snapshot();
    run(world, 30);
    world.restore(start);
    const live = new Set([...world.graph.nodes()].map(({ id }) => id));
    for (const { edges, bodies } of world.graph.groups()) {
      for (const id of [...bodies, ...edges.flatMap(({ a, b }) => [a, b])]) expect(live.has(id)).toBe(true);
      for (const { a, b } of edges) expect(world.graph.edgeBetween({ id: a }, { id: b })).toBeDefined();
    }
  });
});
