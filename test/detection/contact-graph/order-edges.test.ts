// Edges move to rows in the order in which a step goes over them, and nothing that is found depends on where they lie.

import { describe, expect, it } from 'vitest';
import { Random, World } from '../../../src/index.js';
import { Pipeline } from './parts.js';

const COLUMNS = 8;

/** Balls in a lattice so close that each overlaps its neighbours, in an order of their own, twenty pairs of them joined. */
function lattice(seed: number): Pipeline {
  const pipeline = new Pipeline();
  const random = new Random(seed);
  const shapes = [{ kind: 'sphere', radius: 0.5 }] as const;
  for (let i = 0; i < COLUMNS ** 3; i++) {
    const place = [i % COLUMNS, Math.floor(i / COLUMNS) % COLUMNS, Math.floor(i / COLUMNS ** 2)].map((k) => 0.99 * k);
    pipeline.bodies.addBody({ shapes, position: place.map((x) => x + random.uniform(-0.01, 0.01)) as [number, number, number] });
  }
  return pipeline;
}

/** Each time other balls take the places of each other: most edges go, and as many come. */
function shuffle({ bodies }: Pipeline, random: Random): void {
  const { position } = bodies.nodes.columns;
  for (let k = 0; k < COLUMNS ** 3; k++) {
    const a = Math.floor(random.uniform(0, COLUMNS ** 3));
    const b = Math.floor(random.uniform(0, COLUMNS ** 3));
    for (let axis = 0; axis < 3; axis++) {
      const x = position[3 * a + axis];
      position[3 * a + axis] = position[3 * b + axis];
      position[3 * b + axis] = x;
    }
  }
}

/** By its nodes, each edge with what is known of it, contacts included. */
function known({ graph }: Pipeline): Map<string, number[]> {
  const { edges, contacts } = graph;
  const { nodes, gap, proximity, contactState, placementKnown, relative, firstContact, contactCount } = edges.columns;
  const found = new Map<string, number[]>();
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge)) continue;
    const first = firstContact[edge];
    const count = contactCount[edge];
    const ofContacts = count > 0 ? contacts.columns.anchorA.subarray(3 * first, 3 * (first + count)) : [];
    const numbers = [proximity[edge], contactState[edge], placementKnown[edge], contactState[edge] > 0 ? gap[edge] : 0];
    found.set(`${nodes[2 * edge]} ${nodes[2 * edge + 1]}`, [
      ...numbers,
      ...relative.subarray(7 * edge, 7 * edge + 7),
      ...ofContacts,
    ]);
  }
  return found;
}

/** Edges that are not where the map, the chains of their nodes or the list of overlaps have them. */
function misplaced({ graph, bodies, detection }: Pipeline): string[] {
  const { edges } = graph;
  const { nodes, next, previous } = edges.columns;
  const wrong: string[] = [];
  const chained = new Set<number>();
  for (let node = 0; node < bodies.nodes.size; node++) {
    const { firstDynamicEdge, firstStaticEdge } = bodies.nodes.columns;
    for (const first of [firstDynamicEdge[node], firstStaticEdge[node]]) {
      for (let entry = first, before = -1; entry >= 0; before = entry, entry = next[entry]) {
        if (nodes[entry] !== node || previous[entry] !== before) wrong.push(`entry ${entry} in the chain of ${node}`);
        chained.add(entry);
      }
    }
  }
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge)) continue;
    if (graph.find(nodes[2 * edge], nodes[2 * edge + 1]) !== edge) wrong.push(`edge ${edge} in the map`);
    if (!chained.has(2 * edge) || !chained.has(2 * edge + 1)) wrong.push(`edge ${edge} in no chain`);
  }
  const { edge: listed, nodes: ends } = detection.overlaps.columns;
  for (let i = 0; i < detection.overlaps.size; i++) {
    if (graph.find(ends[2 * i], ends[2 * i + 1]) !== listed[i]) wrong.push(`overlap ${i}`);
  }
  return wrong;
}

function disorder({ detection }: Pipeline): number {
  const { edge } = detection.overlaps.columns;
  let count = 0;
  for (let i = 1; i < detection.overlaps.size; i++) if (edge[i] < edge[i - 1]) count++;
  return count / detection.overlaps.size;
}

describe('the order of edges', () => {
  it.each([1, 2, 3])('is that of the overlaps, however many come and go; all that is known comes along (seed %i)', (seed) => {
    const moving = lattice(seed);
    const fresh = lattice(seed);
    const randoms = [new Random(seed), new Random(seed)];
    let moves = 0;
    for (let turn = 0; turn < 6; turn++) {
      shuffle(moving, randoms[0]);
      shuffle(fresh, randoms[1]);
      const before = moving.graph.contactMoves;
      moving.detect();
      moves += moving.graph.contactMoves - before;
      expect(misplaced(moving)).toEqual([]);
      expect(disorder(moving)).toBeLessThan(0.35);
    }
    expect(moves).toBeGreaterThan(1);
    // The same pairs, found once, in a graph in which no edge has ever moved.
    fresh.detect();
    const [one, other] = [known(moving), known(fresh)];
    for (const [pair, numbers] of other) expect(one.get(pair)).toEqual(numbers);
    expect([...one.values()].filter(([proximity]) => proximity === 1).length).toBe(other.size);
  });

  it('leaves joints at their edges, and a restored world goes the way of the one that was saved', () => {
    const world = new World({ settings: { 'sleeping.enabled': 'off' } });
    const random = new Random(4);
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const bodies = Array.from({ length: 450 }, (_, i) =>
      world.createBody({
        shapes: [i % 2 === 0 ? { kind: 'sphere', radius: 0.26 } : { kind: 'box', size: [0.5, 0.5, 0.5] }],
        position: [0.55 * (i % 9), 0.6 + 0.55 * Math.floor(i / 81), 0.55 * (Math.floor(i / 9) % 9)],
        velocity: [random.uniform(-4, 4), random.uniform(-4, 4), random.uniform(-4, 4)],
      }),
    );
    const joints = [10, 100, 200, 300].map((i) =>
      world.createJoint({
        kind: 'ball',
        bodyA: bodies[i],
        bodyB: bodies[i + 1],
        anchor: bodies[i].position as [number, number, number],
      }),
    );
    for (let step = 0; step < 8; step++) world.step(0.01);
    const other = new World({ settings: { 'sleeping.enabled': 'off' } });
    other.restore(world.snapshot());
    for (let step = 0; step < 8; step++) {
      world.step(0.01);
      other.step(0.01);
      expect(other.hash()).toBe(world.hash());
    }
    for (const { bodyA, bodyB, id } of joints) {
      const edge = [...world.graph.edges()].find(({ a, b }) => a === bodyA?.id && b === bodyB?.id);
      expect(edge?.joints).toEqual([id]);
    }
  });
});
