// What an event of touching tells: point, normal, impulse and speed, by closed forms and against the graph.

import { describe, expect, it } from 'vitest';
import type { WorldEvent } from '../../src/index.js';
import { METHODS, SCHEDULERS, World } from '../../src/index.js';
import type { MethodName, SchedulerName } from '../../src/methods.js';
import { ball, cube, GROUND } from '../detection/contact-graph/parts.js';

const DT = 1 / 100;
const NAMES = Object.keys(METHODS) as MethodName[];

/** The new touches of some steps. */
function touches(world: World, steps: number, dt = DT): WorldEvent[] {
  const found: WorldEvent[] = [];
  world.events.on('new-touching', (event) => found.push(event));
  for (let i = 0; i < steps; i++) world.step(dt);
  return found;
}

describe('an impact', () => {
  it.each(NAMES)('%s: of a ball on the ground has its point, normal, impulse m (1 + e) v and speed v', (method) => {
    for (const events of ['safe', 'queue'] as const) {
      const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0], events } });
      world.createMaterial('default', { restitution: 0.5, friction: 0 });
      const ground = world.createBody(GROUND);
      const body = world.createBody(ball([3, 0.71, -2], { velocity: [0, -4, 0], mass: 2 }));
      const [touch, ...others] = touches(world, 20);
      expect(others).toEqual([]);
      expect([touch.nodeA, touch.nodeB]).toEqual([ground, body]);
      const { point, normal, impulse, speed } = touch.contact ?? { point: [0, 0, 0], normal: [], impulse: 0, speed: 0 };
      expect(normal).toEqual([0, 1, 0]);
      expect(point[0]).toBeCloseTo(3, 9);
      expect(Math.abs(point[1])).toBeLessThan(0.03);
      expect(point[2]).toBeCloseTo(-2, 9);
      expect(speed).toBeCloseTo(4, 9);
      // What is soft takes some steps to turn round.
      if (method !== 'substeps') expect(impulse).toBeCloseTo(2 * 1.5 * 4, 6);
    }
  });

  it.each(['timewarp', 'conservative', 'retroactive'] as const satisfies readonly SchedulerName[])(
    '%s: of two balls has them too, at the moment of the collision',
    (name) => {
      const world = new World({ scheduler: SCHEDULERS[name], settings: { gravity: [0, 0, 0] } });
      world.createMaterial('default', { restitution: 1, friction: 0 });
      world.createBody(ball([0, 0, 0], { velocity: [1, 0, 0], mass: 1 }));
      world.createBody(ball([3, 0, 0], { velocity: [-3, 0, 0], mass: 3 }));
      const [touch, ...others] = touches(world, 40, 1 / 30);
      expect(others).toEqual([]);
      // Gap 2 m, closing at 4 m/s; reduced mass 3/4 kg.
      expect(touch.time).toBeCloseTo(0.5, 3);
      expect(touch.contact?.speed).toBeCloseTo(4, 9);
      expect(touch.contact?.impulse).toBeCloseTo(2 * 0.75 * 4, 9);
      expect(touch.contact?.normal[0]).toBeCloseTo(1, 9);
      expect(touch.contact?.point[0]).toBeCloseTo(1, 2);
    },
  );
});

describe('going on touching', () => {
  it.each(NAMES)('%s: a box at rest presses with its weight, at its middle, with speed 0', (method) => {
    const world = new World({ stepper: METHODS[method], settings: { 'events.persistent': 'on' } });
    world.createBody(GROUND);
    world.createBody(cube([5, 0.5, 0], { mass: 3 }));
    for (let i = 0; i < 60; i++) world.step(DT);
    const event = [...world.events].find(({ kind }) => kind === 'persistent-touching');
    // What is frozen has no impulses any more.
    if (![...world.bodies()].some(({ isFrozen }) => isFrozen)) expect(event?.contact?.impulse).toBeCloseTo(3 * 9.81 * DT, 3);
    expect(event?.contact?.normal).toEqual([0, 1, 0]);
    expect(Math.abs(event?.contact?.speed ?? 1)).toBeLessThan(0.11);
    expect(event?.contact?.point[0]).toBeCloseTo(5, 2);
  });

  it('sums are those of the contacts of the graph, in a heap', () => {
    const world = new World({ settings: { 'events.persistent': 'on' } });
    world.createBody(GROUND);
    for (let i = 0; i < 6; i++) world.createBody(cube([0.2 * (i % 3), 0.5 + i, 0.1 * i]));
    let seen = 0;
    for (let i = 0; i < 80; i++) {
      world.step(DT);
      for (const { kind, contact, nodeA, nodeB } of world.events) {
        if (kind !== 'persistent-touching' || nodeA === undefined || nodeB === undefined) continue;
        const contacts = world.graph.edgeBetween(nodeA, nodeB)?.contacts ?? [];
        const sum = contacts.reduce((total, { normalImpulse }) => total + normalImpulse, 0);
        expect(contact?.impulse).toBeCloseTo(sum, 9);
        if (sum === 0) continue;
        seen++;
        for (let k = 0; k < 3; k++) {
          const mean = contacts.reduce((total, { point, normalImpulse }) => total + point[k] * normalImpulse, 0) / sum;
          expect(contact?.point[k]).toBeCloseTo(mean, 9);
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it('other kinds tell of no contact', () => {
    const world = new World({ settings: { events: 'queue' } });
    world.createBody(GROUND);
    world.createTimer({ period: 0.01 });
    world.createTrigger({ shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const body = world.createBody(ball([0, 0.8, 0]));
    for (let i = 0; i < 60; i++) world.step(DT);
    body.remove();
    const kinds = new Set([...world.events].filter(({ contact }) => contact !== undefined).map(({ kind }) => kind));
    expect([...kinds]).toEqual(['new-touching']);
    expect(new Set([...world.events].map(({ kind }) => kind)).size).toBeGreaterThan(5);
  });
});
