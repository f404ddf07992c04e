// Controls of multibodies under the schedulers of time: what a control has written to its slots in a history that was
// taken back is undone with it, and a step in which one throws is not taken.

import { describe, expect, it } from 'vitest';
import type { Multibody, TimeScheduler, World } from '../../../src/index.js';
import { allSchedulers, emptyWorld } from './worlds.js';

const DT = 1 / 60;
const LINKS = [0, 1, 2];

/** An arm that turns on a peg among balls that bounce off it and off each other; `calls` counts all calls of its control. */
function stirred(scheduler: TimeScheduler): { world: World; arm: Multibody; calls: number[]; fail: { at: number } } {
  const world = emptyWorld(scheduler, 0.9, 0.3, { gravity: [0, -9.81, 0] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const calls: number[] = [];
  const fail = { at: Number.POSITIVE_INFINITY };
  const arm = world.createMultibody({
    name: 'arm',
    links: LINKS.map((i) => ({ position: [0.4 * i + 0.2, 1.5, 0], shapes: [{ kind: 'box', size: [0.36, 0.1, 0.1] }] })),
    joints: LINKS.map((i) => ({
      kind: 'revolute',
      ...(i > 0 && { bodyA: i - 1 }),
      bodyB: i,
      anchor: [0.4 * i, 1.5, 0],
      axis: [0, 0, 1],
    })),
    slots: [0, 0, 0],
    control: (multibody, time, dt) => {
      calls.push(time);
      if (time >= fail.at) throw new Error('The arm is tired.');
      const angle = multibody.joints[0].coordinate('angle');
      angle.motor ??= { kind: 'velocity', target: 0, maxForce: 60 };
      // Steps, their lengths, and a sum that tells in which order they came.
      multibody.slots[0] += 1;
      multibody.slots[1] += dt;
      multibody.slots[2] = 0.5 * multibody.slots[2] + angle.value;
      angle.target = 3 + multibody.slots[2];
    },
  });
  for (let i = 0; i < 6; i++) {
    world.createBody({
      position: [0.15 + 0.2 * i, 2.2 + 0.35 * i, 0.02 * (i % 3)],
      velocity: [0.3 * (i - 3), -2, 0],
      shapes: [{ kind: 'sphere', radius: 0.09 }],
    });
  }
  return { world, arm, calls, fail };
}

function run(scheduler: TimeScheduler) {
  const { world, arm, calls } = stirred(scheduler);
  for (let i = 0; i < 90; i++) world.step(DT);
  const { collisions = 0, callbacks, rollbacks = 0 } = world.timeStatistics ?? {};
  return { hash: world.hash(), slots: [...arm.slots], collisions, callbacks, calls: calls.length, rollbacks };
}

describe('slots of a control', () => {
  const schedulers = allSchedulers();
  const reference = run(schedulers.timewarp);

  it('were written in a history that was taken back', () => {
    expect(reference.collisions).toBeGreaterThan(5);
    expect(reference.rollbacks).toBeGreaterThan(5);
    expect(reference.calls).toBeGreaterThan(reference.slots[0]);
  });

  it.each(Object.keys(schedulers))('know the final history alone by %s', (name) => {
    const { hash, slots, callbacks } = run(schedulers[name]);
    expect(hash).toBe(reference.hash);
    expect(slots).toEqual(reference.slots);
    expect(slots[0]).toBe(callbacks);
    expect(slots[1]).toBeCloseTo(90 * DT, 12);
  });
});

describe.each(Object.entries(allSchedulers()))('%s: a control that throws', (_, scheduler) => {
  it('leaves the world at the end of the step before, from where it goes on as if nothing had happened', () => {
    const { world, arm, fail } = stirred(scheduler);
    for (let i = 0; i < 30; i++) world.step(DT);
    const [hash, slots] = [world.hash(), [...arm.slots]];
    fail.at = world.time;
    for (let i = 0; i < 2; i++) {
      expect(() => world.step(DT)).toThrow('The arm is tired.');
      expect(world.hash()).toBe(hash);
      expect([...arm.slots]).toEqual(slots);
      expect(world.stepCount).toBe(30);
    }
    fail.at = Number.POSITIVE_INFINITY;
    const other = stirred(scheduler).world;
    for (let i = 0; i < 40; i++) other.step(DT);
    for (let i = 0; i < 10; i++) world.step(DT);
    expect(world.hash()).toBe(other.hash());
  });
});

describe('a function that is called with every touch', () => {
  /** What it was told of each body, in the order in which it was called. */
  function listen(scheduler: TimeScheduler) {
    const { world } = stirred(scheduler);
    const told = new Map<number, string[]>();
    const times = new Map<number, number[]>();
    let hits = 0;
    world.events.on(['new-touching', 'vanishing-touching'], ({ kind, a, b, time, contact }) => {
      if (kind === 'new-touching') hits++;
      for (const id of [a, b]) {
        const what = `${kind} ${a} ${b} ${time} ${contact?.impulse ?? ''} ${contact?.point ?? ''}`;
        told.set(id, [...(told.get(id) ?? []), what]);
        times.set(id, [...(times.get(id) ?? []), time]);
      }
    });
    for (let i = 0; i < 60; i++) world.step(DT);
    return { told, times, hits, statistics: { ...world.timeStatistics } };
  }

  const schedulers = allSchedulers();
  const reference = listen(schedulers.retroactive);

  it('is told of hard hits and of contacts in groups', () => {
    expect(reference.statistics.collisions).toBeGreaterThan(8);
    expect(reference.hits).toBeGreaterThan(10);
  });

  it.each(Object.keys(schedulers))('hears by %s of as many hits as are counted, hard ones and those within groups', (name) => {
    const { hits, statistics } = listen(schedulers[name]);
    const { collisions = 0, fusions = 0, newContacts = 0 } = statistics;
    expect(newContacts).toBeGreaterThan(0);
    expect(hits).toBe(collisions - fusions + newContacts);
  });

  it.each(Object.keys(schedulers))('sees the events of the final history by %s, in order for each body', (name) => {
    const { told, times } = listen(schedulers[name]);
    expect(told).toEqual(reference.told);
    for (const list of times.values()) expect(list).toEqual([...list].sort((s, t) => s - t));
  });

  it('events were found in histories that were taken back, and nobody has heard of them', () => {
    expect(listen(schedulers['timewarp, events at random']).statistics.statesDiscarded).toBeGreaterThan(3);
  });
});
