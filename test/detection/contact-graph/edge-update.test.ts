// Edge insertion and removal: figure 3 of the contact graph paper.

import { describe, expect, it } from 'vitest';
import { isObsolete } from '../../../src/kernels/shared/next-to-vanish.js';
import { Random } from '../../../src/math/random.js';
import { World } from '../../../src/world.js';
import { ball, cube, Pipeline } from './parts.js';

const STEP = 1 / 64;
const WEIGHTLESS = { gravity: [0, 0, 0] } as const;

describe('edges from overlaps', () => {
  it('a pair that comes close gets an edge, keeps it while close, and loses its proximity when apart', () => {
    const pipeline = new Pipeline();
    const a = pipeline.bodies.addBody(cube([0, 0, 0]));
    const b = pipeline.bodies.addBody(cube([5, 0, 0]));
    pipeline.detect();
    expect(pipeline.graph.find(a, b)).toBe(-1);

    pipeline.move(b, [1.005, 0, 0]);
    pipeline.detect();
    const edge = pipeline.graph.find(a, b);
    const { proximity, contactState } = pipeline.graph.edges.columns;
    expect(edge).toBeGreaterThanOrEqual(0);
    expect([proximity[edge], contactState[edge]]).toEqual([1, 1]);

    pipeline.move(b, [1.006, 0, 0]);
    pipeline.detect();
    expect(pipeline.graph.find(a, b)).toBe(edge);
    expect([proximity[edge], contactState[edge]]).toEqual([1, 1]);

    // Out of each other's box, but near: the edge waits for them to come back.
    pipeline.move(b, [2, 0, 0]);
    pipeline.detect();
    expect(pipeline.graph.find(a, b)).toBe(edge);
    expect([proximity[edge], contactState[edge]]).toEqual([0, 0]);
    expect(pipeline.graph.edges.columns.contactCount[edge]).toBe(0);

    pipeline.move(b, [1.005, 0, 0]);
    pipeline.detect();
    expect(pipeline.graph.find(a, b)).toBe(edge);
    expect([proximity[edge], contactState[edge]]).toEqual([1, 1]);

    pipeline.move(b, [9, 0, 0]);
    pipeline.detect();
    expect(pipeline.graph.find(a, b)).toBe(-1);
  });

  it('pairs that make no sense get none: fixed bodies, triggers with each other, members of one composite', () => {
    const world = new World({ settings: WEIGHTLESS });
    for (const x of [0, 0.5]) {
      world.createBody(cube([x, 0, 0], { kind: 'fixed' }));
      world.createTrigger({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [x, 9, 0] });
    }
    const members = [0, 0.5].map((x) => world.createBody(cube([x, 20, 0])));
    world.createComposite({ members });
    world.step(STEP);
    expect([...world.graph.edges()].map(({ category }) => category)).toEqual(['structural', 'structural']);
  });

  it('two bodies of many shapes share one edge', () => {
    const pipeline = new Pipeline();
    const shapes = [0, 1, 2, 3].map((x) => ({ kind: 'box', size: [1, 1, 1], position: [x, 0, 0] }) as const);
    const a = pipeline.bodies.addBody({ shapes });
    const b = pipeline.bodies.addBody({ shapes, position: [0, 1.001, 0] });
    pipeline.detect();
    expect(pipeline.edges()).toHaveLength(1);
    const edge = pipeline.graph.find(a, b);
    // Each cube over its like and the neighbours of that: 4 + 3 + 3 pairs of boxes.
    expect(pipeline.graph.edges.columns.pairCount[edge]).toBe(10);
    const { shapes: pairs } = pipeline.detection.shapePairs.columns;
    const { owner } = pipeline.bodies.shapes.columns;
    for (let pair = 0; pair < 10; pair++) expect([owner[pairs[2 * pair]], owner[pairs[2 * pair + 1]]]).toEqual([a, b]);
  });
});

describe('obsolete edges', () => {
  /** Two boxes of which the larger has the edge `size`, with a gap between them along the axis. */
  function bounds(size: number, gap: number, axis: number): Float64Array {
    const boxes = Float64Array.from([0, 0, 0, size, 0.5, 0.25, 0, 0, 0, 0.125, 0.125, 0.125]);
    const end = boxes[3 + axis];
    boxes[6 + axis] = end + gap;
    boxes[9 + axis] = end + gap + 0.125;
    return boxes;
  }

  it.each([0, 1, 2])('are those further apart than twice the largest edge along axis %i', (axis) => {
    for (const size of [0.5, 1, 4]) {
      expect(isObsolete(bounds(size, 2 * size, axis), 0, 1)).toBe(false);
      expect(isObsolete(bounds(size, 2.001 * size, axis), 0, 1)).toBe(true);
      expect(isObsolete(bounds(size, 2.001 * size, axis), 1, 0)).toBe(true);
    }
  });

  it('are never those of a body without end', () => {
    const inf = Number.POSITIVE_INFINITY;
    expect(isObsolete(Float64Array.from([-inf, -inf, -inf, inf, 0, inf, 0, 1e6, 0, 1, 1e6 + 1, 1]), 0, 1)).toBe(false);
  });

  it('go only once they have been reported, by the events of the step that saw them part', () => {
    const world = new World({ settings: WEIGHTLESS });
    const a = world.createBody(cube([0, 0, 0]));
    const b = world.createBody(cube([1.005, 0, 0]));
    world.step(STEP);
    expect(world.events.countOf('new-touching')).toBe(1);
    // Far beyond obsolete in one go.
    b.position = [50, 0, 0];
    world.step(STEP);
    expect(world.graph.edgeBetween(a, b)).toBeDefined();
    expect([...world.events].map(({ kind }) => kind)).toEqual(['vanishing-touching', 'vanishing-proximity']);
    world.step(STEP);
    expect(world.graph.edgeBetween(a, b)).toBeUndefined();
    expect(world.events.count).toBe(0);
  });

  it.each(['safe', 'queue', 'off'] as const)('do not accumulate: 1000 bodies fly past each other (events %s)', (events) => {
    const world = new World({ settings: { ...WEIGHTLESS, events } });
    const random = new Random(11);
    for (let i = 0; i < 1000; i++) {
      const position = [0, 1, 2].map(() => random.uniform(-8, 8)) as [number, number, number];
      const velocity = [0, 1, 2].map(() => random.uniform(-30, 30)) as [number, number, number];
      world.createBody({ shapes: [{ kind: 'sphere', radius: 0.25 }], position, velocity });
    }
    const everMet = new Set<number>();
    let most = 0;
    for (let step = 0; step < 60; step++) {
      world.step(STEP);
      if (events === 'queue') world.events.take();
      most = Math.max(most, world.graph.edgeCount);
      for (const { a, b } of world.graph.edges()) everMet.add((a % 2 ** 24) * 4000 + (b % 2 ** 24));
    }
    expect(everMet.size).toBeGreaterThan(300);
    expect(most).toBeLessThan(0.5 * everMet.size);
    for (let step = 0; step < 60; step++) world.step(STEP);
    expect(world.graph.edgeCount).toBeLessThan(0.1 * everMet.size);
  });

  it('do not stay for ever when events are switched off on the way', () => {
    const world = new World({ settings: WEIGHTLESS });
    for (let i = 0; i < 20; i++) {
      world.createBody(ball([3 * i, 0, 0]));
      world.createBody(ball([3 * i, 1.005, 0], { velocity: [0, 50, 0] }));
    }
    world.step(STEP);
    expect(world.graph.edgeCount).toBe(20);
    world.set('events', 'off');
    for (let step = 0; step < 30; step++) world.step(STEP);
    expect(world.graph.edgeCount).toBe(0);
  });
});
