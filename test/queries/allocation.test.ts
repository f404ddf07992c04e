// A batch of queries, once warm, makes no object a question, and not even a number, of every kind of shape.

import { describe, expect, it } from 'vitest';
import { MOST_KEPT, measureHeap } from '../golden/measure-heap.js';
import { CUBE_POINTS, DART } from './twins.js';

const COUNT = 1000;
const TIMES = 4;
const QUESTIONS = 7;
/** A number that V8 allocates takes 16 bytes: one every second question would be this much [bytes]. */
const MOST_OF_A_QUESTION = 8;

/** Hills of 40 x 40 heights, 20 m wide: as a ground, and as open meshes. */
const HILLS = `
  const columns = 40;
  const heights = new Float64Array(columns * columns).map((_, i) => Math.sin(0.5 * (i % columns)) * Math.cos(0.01 * i));
  const vertices = [...heights].flatMap((y, i) => [0.5 * (i % columns) - 10, y, 0.5 * Math.floor(i / columns) - 10]);
  const triangles = [...heights].flatMap((_, i) =>
    i % columns === columns - 1 || i >= columns * (columns - 1)
      ? []
      : [i, i + columns, i + 1, i + 1, i + columns, i + columns + 1]);
  const world = new World();
  const fixed = (position, shape) => world.createBody({ kind: 'fixed', position, shapes: [shape] });
  world.createSurface('ground', { heights, columns, rows: columns, spacing: [0.5, 0.5] });
`;
/** All of them beside each other and over the hills. */
const ALL_SHAPES = `
  ${HILLS}
  world.createMesh('dart', { vertices: ${JSON.stringify(DART.vertices)}, triangles: ${JSON.stringify(DART.triangles)}, error: 0.05 });
  world.createSurface('front', { vertices, triangles });
  world.createSurface('both', { vertices, triangles, sides: 'both' });
  fixed([0, -20, 0], { kind: 'half-space' });
  ['ground', 'front', 'both'].forEach((surface, i) => fixed([20 * i - 20, -4, 0], { kind: 'surface', surface }));
  const shapes = [
    { kind: 'sphere', radius: 0.7 },
    { kind: 'box', size: [1.2, 0.8, 1.7] },
    { kind: 'capsule', radius: 0.4, length: 1.1 },
    { kind: 'cylinder', radius: 0.6, height: 1.3 },
    { kind: 'hull', points: ${JSON.stringify(CUBE_POINTS)} },
    { kind: 'mesh', mesh: 'dart' },
  ];
  for (let i = 0; i < 90; i++) fixed([1.5 * (i % 30) - 22, 0, 3 * Math.floor(i / 30) - 3], shapes[i % 6]);
`;
/** A ground has no end below: there are no boxes to be sorted into a tree. */
const GROUND_ALONE = `
  ${HILLS}
  fixed([0, -4, 0], { kind: 'surface', surface: 'ground' });
`;
/** From above, where nothing is, down to all that is below. */
const ASK = `
  const origins = new Float64Array(${3 * COUNT}).map((_, i) => i % 3 === 1 ? 3 : i % 3 === 0 ? 27 * Math.sin(i) : 5 * Math.cos(1.7 * i));
  const ways = new Float64Array(${3 * COUNT}).map((_, i) => i % 3 === 1 ? -9 : 3 * Math.sin(7 * i));
  const near = origins.map((x, i) => i % 3 === 1 ? Math.sin(i) : x);
  const casters = [
    { kind: 'sphere', radius: 0.2 },
    { kind: 'box', size: [0.2, 0.3, 0.4] },
    { kind: 'capsule', radius: 0.2, length: 0.5 },
    { kind: 'cylinder', radius: 0.2, height: 0.5 },
    { kind: 'hull', points: [[0.3, 0, 0], [-0.2, 0.2, 0], [0, 0, 0.3], [0, -0.3, -0.1], [0, 0.2, -0.3]] },
  ].map((shape) => world.queries.prepareShape(shape));
  const hits = new Hits(${COUNT});
  const met = new Set();
  let least = Infinity;
  let inside = 0;
  const askAll = () => {
    least = Math.min(world.queries.castRays(origins, ways, hits), world.queries.closestPoints(near, hits));
    for (const caster of casters) least = Math.min(least, world.queries.castShapes(caster, origins, ways, hits));
  };
  for (let i = 0; i < 50; i++) askAll();
  for (let i = 0; i < ${COUNT}; i++) {
    inside += hits.inside[i];
    if (hits.body[i] >= 0) met.add(hits.body[i]);
  }
`;

describe.each([
  ['all shapes', ALL_SHAPES, 40],
  ['a ground alone', GROUND_ALONE, 1],
])('warm batches over %s', (_, world, bodies) => {
  const most = MOST_OF_A_QUESTION * COUNT * TIMES * QUESTIONS;
  const probe = {
    make: `${world} ${ASK}`,
    act: 'askAll();',
    warmUp: 50,
    times: TIMES,
    facts: '{ least, inside, met: met.size }',
  };
  const { allocated, kept, facts } = measureHeap(probe, most);

  it('meet them', () => {
    expect(facts.least).toBeGreaterThan(COUNT / 10);
    expect(facts.inside).toBe(0);
    expect(facts.met).toBeGreaterThanOrEqual(bodies);
  });

  it('allocate nothing a question', () => {
    expect(kept).toBeLessThan(MOST_KEPT);
    expect(allocated).toBeLessThan(most);
  });
});
