// A heap of so many pairs that its edges move to other rows while it falls: what came late and what came in time end alike all the same.

import { expect, it, vi } from 'vitest';
import { ContactGraph } from '../../src/detection/contact-graph/contact-graph.js';
import type { WorldOptions } from '../../src/index.js';
import { Random, World } from '../../src/index.js';
import type { Scene } from './scenes.js';
import { eventsOf, push, runInTime, runLate } from './scenes.js';

/** A lattice of balls and boxes, all of which fly into each other. */
function makeHeap(options: WorldOptions): Scene {
  const world = new World(options);
  const random = new Random(5);
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  const bodies = Array.from({ length: 343 }, (_, i) =>
    world.createBody({
      name: `body ${i}`,
      shapes: [i % 2 === 0 ? { kind: 'sphere', radius: 0.25 } : { kind: 'box', size: [0.45, 0.45, 0.45] }],
      position: [0.52 * (i % 7), 0.4 + 0.52 * Math.floor(i / 49), 0.52 * (Math.floor(i / 7) % 7)],
      velocity: [random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)],
    }),
  );
  return { world, bodies };
}

it('late inputs leave the world, and the events, that inputs in time do', () => {
  const moves = vi.spyOn(ContactGraph.prototype, 'moveEdges');
  const [late, inTime] = [{ seconds: 1 }, undefined].map((history) => makeHeap({ history }));
  const plans = [
    { at: 4, arrives: 9, body: 20, deed: push },
    { at: 7, arrives: 12, body: 300, deed: push },
  ];
  runLate(late, plans, 14);
  const movesOfLate = moves.mock.calls.length;
  runInTime(inTime, plans, 14);
  expect(movesOfLate).toBeGreaterThan(0);
  expect(moves.mock.calls.length).toBeGreaterThan(movesOfLate);
  moves.mockRestore();
  expect(late.world.hash()).toBe(inTime.world.hash());
  expect(eventsOf(late.world)).toEqual(eventsOf(inTime.world));
});
