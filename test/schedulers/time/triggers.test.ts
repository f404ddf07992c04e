// Triggers under the schedulers of time see all that passes them, in flight or in contact groups, once each way.

import { describe, expect, it } from 'vitest';
import type { World } from '../../../src/index.js';
import { SCHEDULERS } from '../../../src/index.js';
import { addLattice, addRoom, adversarial, allSchedulers, emptyWorld } from './worlds.js';

const DT = 1 / 50;

/** What triggers have told in so many steps, with the time of each event [s]. */
function watch(world: World, steps: number): string[] {
  const seen: string[] = [];
  for (let i = 0; i < steps; i++) {
    world.step(DT);
    for (const { kind, time, a, b } of [...world.events]) {
      if (kind.endsWith('trigger')) seen.push(`${kind} ${a} ${b} ${time.toFixed(6)}`);
    }
  }
  return seen;
}

const kindsOf = (seen: readonly string[]) => seen.map((event) => event.split(' ')[0]);
const timeOf = (event: string) => Number(event.split(' ')[3]);

describe.each(Object.entries(allSchedulers()))('%s', (_, scheduler) => {
  it('a ball that falls through a gate enters when the textbook says, and leaves', () => {
    const world = emptyWorld(scheduler, 0.5, 0, { gravity: [0, -10, 0] });
    world.createTrigger({ position: [0, 0, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    world.createBody({ position: [0, 2.1, 0], shapes: [{ kind: 'sphere', radius: 0.1 }] });
    const seen = watch(world, 60);
    expect(kindsOf(seen)).toEqual(['in-trigger', 'out-trigger']);
    // From 2.1 m to 0.6 m above the centre; it leaves at -0.6 m, by the end of that step.
    expect(timeOf(seen[0])).toBeCloseTo(Math.sqrt(0.3), 4);
    expect(timeOf(seen[1])).toBeGreaterThanOrEqual(Math.sqrt(0.54));
    expect(timeOf(seen[1])).toBeLessThan(Math.sqrt(0.54) + DT);
  });

  it('a bullet of 1000 m/s through a gate of 1 cm is seen in one step', () => {
    const world = emptyWorld(scheduler);
    world.createTrigger({ position: [3, 0, 0], shapes: [{ kind: 'box', size: [0.01, 1, 1] }] });
    world.createBody({ velocity: [1000, 0, 0], shapes: [{ kind: 'sphere', radius: 0.01 }] });
    const seen = watch(world, 2);
    expect(kindsOf(seen)).toEqual(['in-trigger', 'out-trigger']);
    expect(timeOf(seen[0])).toBeCloseTo(2.985 / 1000, 6);
  });

  it('a box that lands and rests in a gate has entered once', () => {
    const world = emptyWorld(scheduler, 0, 0.5, { gravity: [0, -10, 0] });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    world.createTrigger({ position: [0, 0.3, 0], shapes: [{ kind: 'box', size: [3, 0.4, 3] }] });
    const box = world.createBody({ position: [0, 1.2, 0], shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }] });
    expect(kindsOf(watch(world, 50))).toEqual(['in-trigger']);
    box.applyImpulse([0, 4 * box.mass, 0]);
    expect(kindsOf(watch(world, 12))).toEqual(['out-trigger']);
  });
});

it('what is fixed or scripted is seen as by `fixed`, and so are masks and bodies that take no part', () => {
  const make = (scheduler: Parameters<typeof emptyWorld>[0]) => {
    const world = emptyWorld(scheduler);
    world.createTrigger({ position: [0, 0, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    world.createTrigger({ position: [0, 0, 0], mask: 2, shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    world.createBody({ kind: 'fixed', position: [0.5, 0, 0], shapes: [{ kind: 'sphere', radius: 0.1 }] });
    const motion = { kind: 'oscillation', translation: [1, 0, 0], frequency: 1 } as const;
    world.createBody({ kind: 'scripted', position: [0, 0.3, 0], shapes: [{ kind: 'sphere', radius: 0.1 }], motion });
    const ball = world.createBody({ position: [0, -0.3, 0], shapes: [{ kind: 'sphere', radius: 0.1 }] });
    return { world, ball };
  };
  const worlds = [SCHEDULERS.fixed, SCHEDULERS.timewarp, SCHEDULERS.conservative].map(make);
  const [fixed, ...others] = worlds.map(({ world, ball }) => {
    const seen = watch(world, 30);
    ball.active = false;
    return kindsOf([...seen, ...watch(world, 30)]);
  });
  expect(fixed.length).toBeGreaterThan(5);
  for (const seen of others) expect(seen).toEqual(fixed);
});

it('a gas with gates in it: the same events by every scheduler, and after a snapshot', () => {
  const make = (scheduler: (typeof all)[string]) => {
    const world = emptyWorld(scheduler, 0.9, 0.1, { gravity: [0, -2, 0] });
    addRoom(world, 1);
    addLattice(world, 2, 5, (i) => [i % 2 === 0 ? { kind: 'sphere', radius: 0.06 } : { kind: 'box', size: [0.12, 0.1, 0.08] }]);
    world.createTrigger({ position: [0, -0.2, 0], shapes: [{ kind: 'box', size: [0.6, 0.1, 0.6] }] });
    world.createTrigger({ position: [0.2, 0.2, 0], shapes: [{ kind: 'sphere', radius: 0.2 }] });
    return world;
  };
  const all = allSchedulers();
  const [first, ...others] = Object.values(all).map(make);
  const seen = watch(first, 40);
  expect(kindsOf(seen).filter((kind) => kind === 'in-trigger').length).toBeGreaterThan(5);
  for (const world of others) {
    expect(watch(world, 40)).toEqual(seen);
    expect(world.hash()).toBe(first.hash());
  }
  const copy = make(adversarial(0.05, 9));
  const before = watch(copy, 17);
  copy.restore(copy.snapshot());
  expect([...before, ...watch(copy, 23)]).toEqual(seen);
});
