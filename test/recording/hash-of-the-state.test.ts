// The hash is of the state alone: not of where shapes, edges and contacts lie in their tables, nor of which rows are free.

import { describe, expect, it } from 'vitest';
import type { Body } from '../../src/index.js';
import { World } from '../../src/index.js';
import { motion } from '../detection/contact-graph/parts.js';

const DT = 1 / 100;
const BOX = { kind: 'box', size: [1, 1, 1] } as const;
const HULL = {
  kind: 'hull',
  points: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} as const;

function place(body: Body, x: number, y: number): void {
  body.position = [x, y, 0];
  body.orientation = [0, 0, 0, 1];
  body.velocity = [0, 0, 0];
  body.angularVelocity = [0, 0, 0];
}

/** Four boxes on the ground, of which pairs touch one after the other, in the order given, before all stand where they will stay. */
function afterMeetings(pairs: readonly (readonly [number, number])[]): World {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const boxes = [0, 1, 2, 3].map((i) => world.createBody({ position: [10 * i, 20, 0], shapes: [BOX] }));
  for (const [a, b] of pairs) {
    boxes.forEach((box, i) => {
      place(box, 10 * i, 20);
    });
    place(boxes[a], 0, 0.5);
    place(boxes[b], 0.2, 1.5);
    for (let i = 0; i < 5; i++) world.step(DT);
  }
  // Far from each other, until no edge is left of before.
  boxes.forEach((box, i) => {
    place(box, 100 * i, 50);
  });
  for (let i = 0; i < 5; i++) world.step(DT);
  boxes.forEach((box, i) => {
    place(box, 0.1 * i, 0.5 + i);
  });
  world.step(DT);
  return world;
}

describe('two worlds that came to the same state on different ways', () => {
  it('have the same hash although their edges came and went in another order', () => {
    const one = afterMeetings([
      [0, 1],
      [2, 3],
      [1, 3],
    ]);
    const other = afterMeetings([
      [1, 3],
      [0, 1],
      [2, 3],
    ]);
    expect([...one.graph.edges()].length).toBeGreaterThanOrEqual(4);
    for (let i = 0; i < 20; i++) {
      expect(motion(one)).toEqual(motion(other));
      expect(one.hash()).toBe(other.hash());
      one.step(DT);
      other.step(DT);
    }
  });

  it('have the same hash although the rows of their shapes are others', () => {
    const make = (order: readonly number[]): World => {
      const world = new World();
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      const former = [0, 1, 2].map((i) => world.createBody({ position: [10 * i, 30, 0], shapes: [BOX, HULL] }));
      // The shape freed last is used first; nodes are freed in the same order.
      world.createBody({ position: [0, 0.5, 0], shapes: [BOX, { ...HULL, position: [0, 0.5, 0] }] });
      for (const i of order) former[i].remove();
      return world;
    };
    expect(make([0, 1, 2]).hash()).toBe(make([2, 0, 1]).hash());
  });
});

describe('the hash differs', () => {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const box = world.createBody({ position: [0, 0.5, 0], shapes: [BOX] });
  for (let i = 0; i < 3; i++) world.step(DT);
  const before = world.hash();

  it.each<[string, () => void]>([
    [
      'by a last bit of a velocity',
      () => {
        box.velocity = [Number.MIN_VALUE, 0, 0];
      },
    ],
    ['by a force for the next step', () => box.applyForce([1, 0, 0])],
    [
      'by what a body is',
      () => {
        box.linearDamping = 0.1;
      },
    ],
    [
      'by a body that was added',
      () => {
        world.createBody({ position: [50, 5, 0], shapes: [HULL] });
      },
    ],
    ['by what contacts carried', () => world.step(DT)],
  ])('%s', (_, change) => {
    const snapshot = world.snapshot();
    change();
    expect(world.hash()).not.toBe(before);
    world.restore(snapshot);
    expect(world.hash()).toBe(before);
  });
});
