// Nothing depends on the order in which things happened to be found.

import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { World } from '../../src/world.js';
import { ball, cube, GROUND } from './contact-graph/parts.js';

vi.setConfig({ testTimeout: 60_000 });
const STEP = 1 / 60;

/** A heap whose rows have been freed and used again, so that shapes, edges and nodes are numbered in no particular order. */
function heap(seed: number): World {
  const world = new World({ settings: { 'ncp.iterations': 10 } });
  const random = new Random(seed);
  const place = (): Vec3 => [random.uniform(-2, 2), random.uniform(0.5, 5), random.uniform(-2, 2)];
  const bodies = Array.from({ length: 30 }, (_, i) => world.createBody(i % 2 === 0 ? cube(place()) : ball(place())));
  for (let i = 0; i < 30; i += 3) bodies[i].remove();
  world.createBody(GROUND);
  for (let i = 0; i < 12; i++) {
    const shapes = [0, 1].map((x) => ({ kind: 'box', size: [0.6, 0.6, 0.6], position: [0.7 * x, 0, 0] }) as const);
    world.createBody({ shapes, position: place() });
  }
  return world;
}

const indexOf = (id: number) => id % 2 ** 24;

describe('order', () => {
  it('edges are listed by their nodes in every group, and groups by their first edges', () => {
    const world = heap(3);
    let edgesSeen = 0;
    for (let step = 0; step < 60; step++) {
      world.step(STEP);
      const groups = world.graph.groups();
      for (const { edges, bodies } of groups) {
        for (const { a, b } of edges) expect(indexOf(a)).toBeLessThan(indexOf(b));
        const keys = edges.map(({ a, b }) => indexOf(a) * 2 ** 20 + indexOf(b));
        expect(keys).toEqual([...keys].sort((p, q) => p - q));
        expect(new Set(keys).size).toBe(keys.length);
        const rows = bodies.map(indexOf);
        expect(rows).toEqual([...rows].sort((p, q) => p - q));
        edgesSeen += edges.length;
      }
      const firsts = groups.map(({ edges: [first] }) => indexOf(first.a) * 2 ** 20 + indexOf(first.b));
      expect(firsts).toEqual([...firsts].sort((p, q) => p - q));
    }
    expect(edgesSeen).toBeGreaterThan(1000);
  });

  it('the same scene built twice gives the same hash after every step', () => {
    for (const seed of [1, 2]) {
      const first = heap(seed);
      const second = heap(seed);
      for (let step = 0; step < 80; step++) {
        first.step(STEP);
        second.step(STEP);
        expect(second.hash()).toBe(first.hash());
      }
    }
  });

  it('the hash tells worlds that differ in a last bit', () => {
    const first = heap(1);
    const second = heap(1);
    expect(second.hash()).toBe(first.hash());
    const [body] = [...second.bodies()];
    const [x, y, z] = body.velocity;
    body.velocity = [x + 2 ** -60, y, z];
    expect(second.hash()).not.toBe(first.hash());
  });

  it('looking at the graph, the energy and the penetration changes nothing', () => {
    const watched = heap(5);
    const alone = heap(5);
    for (let step = 0; step < 40; step++) {
      watched.step(STEP);
      alone.step(STEP);
      watched.measurePenetration();
      watched.kineticEnergy();
      watched.potentialEnergy();
      for (const edge of watched.graph.edges()) edge.contacts.length;
      watched.graph.groups();
      watched.snapshot();
      expect(watched.hash()).toBe(alone.hash());
    }
  });
});
