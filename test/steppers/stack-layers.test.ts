// Stack layers against a search that shares no code with them, in piles with composites, scripted and free-floating bodies.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Detection } from '../../src/detection/detection.js';
import type { Island, Stepper } from '../../src/index.js';
import { METHODS, Random, World } from '../../src/index.js';
import { buildWorld } from '../../src/scene/build-world.js';
import { StackLayers } from '../../src/steppers/layers/stack-layers.js';

interface Found {
  /** Stack height by id of what moves. */
  heights: Map<number, number>;
  /** Layer by layer, the pairs of ids that touch, and the ids of the bodies that are free. */
  edges: string[][];
  bodies: number[][];
}

/** A stepper that notes the layers of every group, and then goes on as its model. */
function noteLayers(found: Found[]): Stepper {
  const layers = new StackLayers();
  return {
    ...METHODS.vsp,
    make(site) {
      const model = METHODS.vsp.make(site);
      return {
        ...model,
        step(island, t, dt) {
          if (island.edgeCount > 0) found.push(findLayers(site.detection, island, layers));
          model.step(island, t, dt);
        },
      };
    },
  };
}

function findLayers(detection: Detection, island: Island, layers: StackLayers): Found {
  const { bodies, graph, groups } = detection;
  layers.find(detection, island);
  const movers = [...groups.movers.columns.member.subarray(island.firstBody, island.firstBody + island.bodyCount)];
  const idOf = (row: number) => bodies.nodes.idOf(row);
  const nameOf = (edge: number) =>
    `${idOf(graph.edges.columns.nodes[2 * edge])} ${idOf(graph.edges.columns.nodes[2 * edge + 1])}`;
  const slices = (list: Int32Array, first: Int32Array) =>
    Array.from({ length: layers.count }, (_, i) => [...list.subarray(first[i], first[i + 1])]);
  return {
    heights: new Map(movers.map((row) => [idOf(row), layers.height[row]])),
    edges: slices(groups.edges.columns.member, layers.firstEdge).map((edges) => edges.map(nameOf)),
    bodies: slices(groups.movers.columns.member, layers.firstBody).map((rows) => rows.map(idOf)),
  };
}

/** Heights by relaxation over the edges as users see them: no body is more than one above its lowest neighbour. */
function searchHeights(world: World, edges: readonly string[][]): Map<number, number> {
  const kinds = new Map([...world.graph.nodes()].map(({ id, kind }) => [id, kind]));
  const moverOf = new Map<number, number>();
  for (const { a, b, category } of world.graph.edges()) {
    if (category !== 'structural') continue;
    if (kinds.get(a) === 'composite') moverOf.set(b, a);
    else moverOf.set(a, b);
  }
  const isFixed = (id: number) => ['fixed', 'scripted'].includes(kinds.get(id) ?? '');
  const heights = new Map<number, number>();
  const height = (id: number) => (isFixed(id) ? 0 : (heights.get(moverOf.get(id) ?? id) ?? Number.POSITIVE_INFINITY));
  for (let changed = true; changed; ) {
    changed = false;
    for (const pair of edges.flat()) {
      const [a, b] = pair.split(' ').map(Number);
      for (const [one, other] of [
        [a, b],
        [b, a],
      ]) {
        if (height(one) <= height(other) + 1) continue;
        heights.set(moverOf.get(one) ?? one, height(other) + 1);
        changed = true;
      }
    }
  }
  return heights;
}

function makePile(seed: number, settings: object): { world: World; found: Found[] } {
  const found: Found[] = [];
  const world = new World({ stepper: noteLayers(found), settings: { events: 'off', ...settings } });
  const random = new Random(seed);
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  world.createBody({
    kind: 'scripted',
    position: [1, 0.3, 0],
    shapes: [{ kind: 'box', size: [1, 0.6, 1] }],
    motion: { kind: 'oscillation', frequency: 1, translation: [0.2, 0, 0] },
  });
  for (let i = 0; i < 40; i++) {
    const position = [random.uniform(-1.5, 1.5), 0.4 + 0.09 * i, random.uniform(-1.5, 1.5)] as const;
    const shape = i % 2 === 0 ? ({ kind: 'box', size: [0.7, 0.5, 0.6] } as const) : ({ kind: 'sphere', radius: 0.3 } as const);
    world.createBody({ name: `body-${i}`, position, shapes: [shape] });
  }
  world.createComposite({ members: ['body-0', 'body-20', 'body-39'] });
  // Two balls that touch each other and nothing else.
  for (const x of [0, 0.6]) world.createBody({ position: [x, 50, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] });
  return { world, found };
}

describe('stack layers', () => {
  it.each([
    [1, {}],
    [2, {}],
    [3, { groups: 'all-in-one' }],
  ])('of a random pile are those of a search, seed %i', (seed, settings) => {
    const { world, found } = makePile(seed, settings);
    let highest = 0;
    let sameHeight = 0;
    let floating = 0;
    for (let step = 0; step < 80; step++) {
      found.length = 0;
      world.step(0.01);
      for (const { heights, edges, bodies } of found) {
        const expected = searchHeights(world, edges);
        const top = Math.max(1, ...expected.values());
        for (const [id, height] of heights) {
          expect(height).toBe(expected.get(id) ?? top);
          if (!expected.has(id)) floating++;
        }
        highest = Math.max(highest, top);
        // Bodies lie in the layer below their height; a contact in that of its higher body, once.
        bodies.forEach((ids, layer) => {
          for (const id of ids) expect(heights.get(id)).toBe(layer + 1);
        });
        expect(bodies.flat().sort()).toEqual([...heights.keys()].sort());
        expect(new Set(edges.flat()).size).toBe(edges.flat().length);
        edges.forEach((pairs, layer) => {
          for (const pair of pairs) {
            const [a, b] = pair.split(' ').map((id) => heights.get(Number(id)));
            if (a === undefined || b === undefined) continue;
            expect(Math.max(a, b)).toBe(layer + 1);
            expect(Math.abs(a - b)).toBeLessThanOrEqual(1);
            if (a === b) sameHeight++;
          }
        });
      }
    }
    expect(highest).toBeGreaterThan(2);
    expect(sameHeight).toBeGreaterThan(0);
    expect(floating).toBeGreaterThan(0);
  });

  it('of a stack are its boxes, and of a lintel the shortest way up', () => {
    const heightsIn = (name: string): Record<string, number> => {
      const found: Found[] = [];
      const model = noteLayers(found);
      const scene = SCENES[name].make({ seed: 1 });
      const built = buildWorld(scene, { method: 'vsp' });
      const world = new World({ stepper: model });
      for (const body of scene.bodies ?? []) world.createBody(body);
      world.step(0.01);
      built.step(0.01);
      // To note the layers changes nothing.
      expect(world.hash()).toBe(built.hash());
      return Object.fromEntries(
        [...found[0].heights].map(([id, height]) => [[...world.bodies()].find((b) => b.id === id)?.name, height]),
      );
    };
    const stack = heightsIn('box-stack');
    for (let i = 0; i < 25; i++) expect(stack[`box-${i}`]).toBe(i + 1);
    expect(heightsIn('lintel')).toEqual({
      'block-0': 1,
      'block-1': 2,
      'box-0': 1,
      'box-1': 2,
      'box-2': 3,
      'box-3': 4,
      beam: 3,
    });
  });
});
