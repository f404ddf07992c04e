// A heap of concave bodies: forks of one mesh, whose contact tree is built once, fall on each other and get caught.
//
//   npm run build && node examples/mesh-pile.mjs

import { Random, World } from 'drystone';

/** An extruded U of three bars: six quads each for front and back, and ten sides. */
function makeFork() {
  const outline = [
    [-3, -3],
    [3, -3],
    [3, 3],
    [1, 3],
    [1, -1],
    [-1, -1],
    [-1, 3],
    [-3, 3],
  ];
  const quads = [
    [0, 1, 4, 5],
    [1, 2, 3, 4],
    [0, 5, 6, 7],
  ];
  const count = outline.length;
  const vertices = [-1, 1].flatMap((z) => outline.flatMap(([x, y]) => [0.15 * x, 0.15 * y, 0.15 * z]));
  const triangles = quads.flatMap(([a, b, c, d]) => [a, c, b, a, d, c, ...[a, b, c, a, c, d].map((k) => k + count)]);
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    triangles.push(k, next, next + count, k, next + count, k + count);
  }
  return { vertices, triangles };
}

const world = new World();
world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
world.createMesh('fork', makeFork());
const random = new Random(1);
const turn = () => /** @type {[number, number, number, number]} */ ([0, 1, 2, 3].map(() => random.uniform() - 0.5));
for (let i = 0; i < 6; i++) {
  const position = /** @type {[number, number, number]} */ ([random.uniform() - 0.5, 1 + 0.9 * i, random.uniform() - 0.5]);
  world.createBody({ position, orientation: turn(), density: 1000, shapes: [{ kind: 'mesh', mesh: 'fork' }] });
}
for (let second = 1; second <= 3; second++) {
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  const energy = [...world.bodies()].reduce(
    (sum, { mass, velocity }) => sum + 0.5 * mass * velocity.reduce((e, v) => e + v * v, 0),
    0,
  );
  const deepest = [...world.graph.edges()].flatMap(({ contacts }) => contacts).reduce((most, { gap }) => Math.max(most, -gap), 0);
  console.log(`after ${second} s: ${energy.toFixed(3)} J, deepest contact ${(1000 * deepest).toFixed(2)} mm`);
}
