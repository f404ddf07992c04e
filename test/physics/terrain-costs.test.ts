// What a terrain costs, counted in boxes of its tree and triangles that a step looks at: nothing where nobody is, and below a body what is
// near it, however large the terrain is.

import { describe, expect, it } from 'vitest';
import type { BodyDescriptor } from '../../src/index.js';
import { World } from '../../src/index.js';
import { MOST_ALLOCATED, MOST_KEPT, measureHeap } from '../golden/measure-heap.js';
import { heightsOf } from '../shapes/surface-samples.js';

const SPACING = 0.5;
const BALL = { kind: 'sphere', radius: 0.3 } as const;

/** How often entries of arrays were read. */
interface Reads {
  boxes: number;
  triangles: number;
}

/** Hills of so many columns and rows, alike about the origin; a body, and what steps read of the terrain. */
function terrain(columns: number, body?: BodyDescriptor): { world: World; reads: Reads } {
  const world = new World();
  const hill = (x: number, z: number) => 0.3 * Math.sin(x) * Math.cos(z);
  world.createSurface('hills', heightsOf(columns, columns, [SPACING, SPACING], hill));
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'hills' }] });
  if (body) world.createBody(body);
  const reads: Reads = { boxes: 0, triangles: 0 };
  const { parts, mesh } = world.surfaces[0].surface;
  Object.assign(parts.tree, { bounds: counted(parts.tree.bounds, () => reads.boxes++) });
  Object.assign(mesh, { triangles: counted(mesh.triangles, () => reads.triangles++) });
  return { world, reads };
}

/** An array that tells of each entry that is read. */
function counted<T extends Float64Array | Uint32Array>(array: T, tell: () => void): T {
  return new Proxy(array, {
    get(target, key) {
      if (typeof key === 'string' && Number.isInteger(Number(key))) tell();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function step(world: World, times: number): void {
  for (let i = 0; i < times; i++) world.step(0.01);
}

describe('a terrain of 100,000 triangles', () => {
  const COLUMNS = 225;

  it.each<[string, BodyDescriptor | undefined]>([
    ['without a body', undefined],
    ['with a ball far above', { position: [0.3, 300, 0.2], shapes: [BALL] }],
    ['with a ball that falls beside it', { position: [300, 5, 0.2], shapes: [BALL] }],
  ])('is not looked at %s', (_, body) => {
    const { world, reads } = terrain(COLUMNS, body);
    expect(world.surfaces[0].surface.mesh.triangles.length / 3).toBeGreaterThan(100_000);
    step(world, 200);
    expect(reads).toEqual({ boxes: 0, triangles: 0 });
    expect(world.report.narrowPhaseTests).toBe(0);
  });

  it('is looked at as soon as somebody comes', () => {
    const { world, reads } = terrain(COLUMNS, { position: [0.3, 3, 0.2], shapes: [BALL] });
    step(world, 20);
    expect(reads).toEqual({ boxes: 0, triangles: 0 });
    step(world, 100);
    expect(reads.triangles).toBeGreaterThan(0);
    expect(world.report.contacts).toBeGreaterThan(0);
  });

  it('makes no steps allocate that a ball takes far above', () => {
    const make = `
      const world = new World();
      world.createSurface('hills', {
        heights: new Float64Array(${COLUMNS ** 2}).map((_, i) => Math.sin(i)), columns: ${COLUMNS}, rows: ${COLUMNS}, spacing: [0.5, 0.5],
      });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'hills' }] });
      const ball = world.createBody({ position: [0, 1e6, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] });
    `;
    const facts = '{ height: ball.position[1] }';
    const heap = measureHeap({ make, act: 'world.step(0.01);', warmUp: 1000, times: 1000, facts });
    expect(heap.facts.height).toBeGreaterThan(1e5);
    expect(heap.kept).toBeLessThan(MOST_KEPT);
    // One byte a triangle and step would be 100 MB.
    expect(heap.allocated).toBeLessThan(MOST_ALLOCATED);
  });
});

describe('below a ball that rolls', () => {
  const readsOf = (columns: number) => {
    const ball: BodyDescriptor = { position: [0.1, 0.35, 0.2], velocity: [1, 0, 0.3], shapes: [BALL] };
    const { world, reads } = terrain(columns, ball);
    step(world, 30);
    const before = { ...reads };
    step(world, 100);
    expect(world.report.narrowPhaseTests).toBe(1);
    return { boxes: reads.boxes - before.boxes, triangles: reads.triangles - before.triangles };
  };

  it('no more is looked at of a million triangles than of ten thousand, but for the height of the tree', () => {
    const small = readsOf(71);
    const large = readsOf(709);
    expect(small.triangles).toBeGreaterThan(0);
    // How leaves are cut differs a little from one grid to the other.
    expect(large.triangles).toBeLessThan(1.2 * small.triangles);
    // The tree of a hundred times as many triangles is twice as high at the most.
    expect(large.boxes).toBeLessThan(2 * small.boxes);
  });
});
