// The order of elimination against symbolic elimination by brute force: what fills in, and how much work that is.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/math/random.js';
import { EliminationOrder } from '../../../src/solvers/quadratic/elimination-order.js';

interface Graph {
  count: number;
  /** Two nodes an edge. */
  ends: number[];
}

function grid(width: number, depth: number, height: number): Graph {
  const ends: number[] = [];
  const number = (x: number, y: number, z: number): number => x + width * (y + depth * z);
  for (let z = 0; z < height; z++) {
    for (let y = 0; y < depth; y++) {
      for (let x = 0; x < width; x++) {
        if (x + 1 < width) ends.push(number(x, y, z), number(x + 1, y, z));
        if (y + 1 < depth) ends.push(number(x, y, z), number(x, y + 1, z));
        if (z + 1 < height) ends.push(number(x, y, z), number(x, y, z + 1));
      }
    }
  }
  return { count: width * depth * height, ends };
}

/** Stones on two stones each, beside each other. */
function wall(width: number, height: number): Graph {
  const ends: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const stone = x + width * y;
      if (x + 1 < width) ends.push(stone, stone + 1);
      if (y + 1 === height) continue;
      ends.push(stone, stone + width);
      const other = x + (y % 2 === 0 ? -1 : 1);
      if (other >= 0 && other < width) ends.push(stone, other + width * (y + 1));
    }
  }
  return { count: width * height, ends };
}

/** Random points, one a unit of volume on average, joined where they are nearer than `reach`. */
function pile(count: number, reach: number, seed: number): Graph {
  const random = new Random(seed);
  const side = Math.cbrt(count);
  const points = Array.from({ length: count }, () => [0, 1, 2].map(() => random.uniform(0, side)));
  const ends: number[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) if (Math.hypot(...points[a].map((x, i) => x - points[b][i])) < reach) ends.push(a, b);
  }
  return { count, ends };
}

function neighboursOf({ count, ends }: Graph): Set<number>[] {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (let i = 0; i < ends.length; i += 2) {
    const [a, b] = [ends[i], ends[i + 1]];
    if (a < 0 || b < 0 || a === b) continue;
    neighbours[a].add(b);
    neighbours[b].add(a);
  }
  return neighbours;
}

/** Eliminates the nodes that `next` names from what is left. Returns what each was joined to then. */
function eliminate(graph: Graph, next: (left: Map<number, Set<number>>) => number): number[][] {
  const left = new Map(neighboursOf(graph).map((joined, node) => [node, joined]));
  const columns: number[][] = [];
  while (left.size > 0) {
    const pivot = next(left);
    const joined = [...(left.get(pivot) as Set<number>)];
    left.delete(pivot);
    for (const a of joined) {
      const others = left.get(a) as Set<number>;
      others.delete(pivot);
      for (const b of joined) if (a !== b) others.add(b);
    }
    columns.push(joined);
  }
  return columns;
}

const updatesOf = (lengths: number[]): number => lengths.reduce((sum, length) => sum + (length * (length + 1)) / 2, 0);

function find(order: EliminationOrder, { count, ends }: Graph): { order: number[]; columns: number[][] } {
  order.find(count, ends.length / 2, Int32Array.from(ends));
  const columns = Array.from({ length: count }, (_, p) => Array.from(order.rows.subarray(order.start[p], order.start[p + 1])));
  return { order: Array.from(order.order.subarray(0, count)), columns };
}

function expectPattern(elimination: EliminationOrder, graph: Graph): void {
  const { order, columns } = find(elimination, graph);
  expect([...order].sort((a, b) => a - b)).toEqual(order.map((_, i) => i));
  const place = Array.from(elimination.place.subarray(0, graph.count));
  expect(order.map((node) => place[node])).toEqual(order.map((_, i) => i));
  let p = 0;
  const brute = eliminate(graph, () => order[p++]);
  expect(columns).toEqual(brute.map((nodes) => nodes.map((node) => place[node]).sort((a, b) => a - b)));
}

const EXAMPLES: [string, Graph][] = [
  ['a grid of 8 x 8 x 8', grid(8, 8, 8)],
  ['a wall of 30 x 20', wall(30, 20)],
  ['a loose pile', pile(500, 1.1, 3)],
  ['a pile', pile(500, 1.25, 5)],
  ['a dense pile', pile(300, 1.6, 7)],
];

describe('order of elimination', () => {
  it.each(EXAMPLES)('has the pattern of symbolic elimination: %s', (_, graph) => {
    expectPattern(new EliminationOrder(), graph);
  });

  it('has the pattern of symbolic elimination for any graph, one after the other', () => {
    const elimination = new EliminationOrder();
    const graphs = fc.integer({ min: 0, max: 25 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        ends: fc
          .array(fc.tuple(fc.integer({ min: -1, max: count - 1 }), fc.integer({ min: -1, max: count - 1 })), { maxLength: 80 })
          .map((pairs) => pairs.flat()),
      }),
    );
    fc.assert(
      fc.property(graphs, (graph) => expectPattern(elimination, graph)),
      { seed: 1, numRuns: 300 },
    );
  });

  it.each(EXAMPLES)('fills in no more than least degree: %s', (_, graph) => {
    const leastDegree = eliminate(graph, (left) => {
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      for (const [node, joined] of left) {
        if (joined.size >= least) continue;
        best = node;
        least = joined.size;
      }
      return best;
    });
    const { columns } = find(new EliminationOrder(), graph);
    expect(updatesOf(columns.map((rows) => rows.length))).toBeLessThanOrEqual(
      updatesOf(leastDegree.map((nodes) => nodes.length)),
    );
  });

  it('fills nothing in where nothing must: a tree', () => {
    const ends = Array.from({ length: 99 }, (_, i) => [i + 1, (7 * i) % (i + 1)]).flat();
    const { columns } = find(new EliminationOrder(), { count: 100, ends });
    expect(columns.map((rows) => rows.length).reduce((a, b) => a + b)).toBe(99);
  });

  it('does not depend on the order of the edges, nor on what came before', () => {
    const graph = pile(200, 1.3, 11);
    const elimination = new EliminationOrder();
    const first = find(elimination, graph);
    find(elimination, grid(9, 6, 6));
    const reversed = { count: graph.count, ends: [...graph.ends].reverse() };
    expect(find(elimination, graph)).toEqual(first);
    expect(find(new EliminationOrder(), reversed)).toEqual(first);
  });
});
