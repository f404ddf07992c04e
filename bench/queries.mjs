// Rays and casts of shapes against Rapier's, in one run, over the same bodies at the same poses: a wall, a silo full of grain, a terrain.
// Both are asked in turn, by the batch, and time is what this process had of the processor, the shortest of many batches.

import RAPIER from '@dimforge/rapier3d-simd-compat';
import { silo, wall } from '../dist/scenes/index.js';
import { Hits, Random, Simulation, World } from '../dist/src/index.js';
import { processorTime } from './processor-time.mjs';
import { describeShape, rotation, vector } from './rivals/rapier.mjs';

/** Questions a batch, and batches; those before the first that counts warm up. */
const COUNT = 2000;
const BATCHES = 30;
const WARM_UP = 10;
/** How far rays and shapes go [m]. */
const FAR = 40;
/** Answers that differ by less than this are the same: Rapier has numbers of 32 bits, and a tolerance for casts [m]. */
const SAME = 0.01;

/** [{ scene, shapes, question, drystone, rapier [ns a question], ratio, hits, agree [shares of all questions] }] */
export async function measureQueries(say) {
  await RAPIER.init();
  const rows = [];
  for (const [name, make] of Object.entries(SCENES)) {
    say(name);
    const scene = make();
    for (const question of QUESTIONS) rows.push({ scene: name, shapes: scene.shapes, ...compare(scene, question) });
    scene.rapier.free();
  }
  return rows;
}

const SCENES = {
  wall: () => bothOf(new Simulation(wall({ seed: 1 })).world),
  silo: () => {
    const { world } = new Simulation(silo({ seed: 1 }));
    for (let i = 0; i < 200; i++) world.step(1 / 100);
    return bothOf(world);
  },
  terrain: () => bothOf(makeTerrain(100)),
};

const CUBE = { kind: /** @type {const} */ ('box'), size: /** @type {[number, number, number]} */ ([0.3, 0.3, 0.3]) };
const BALL = { kind: /** @type {const} */ ('sphere'), radius: 0.2 };

const QUESTIONS = [
  {
    name: 'rays, with normals',
    drystone: ({ world, origins, ways, hits }) => world.queries.castRays(origins, ways, hits, { maxDistance: FAR }),
    rapier: ({ rapier, origins, ways, distances }) =>
      each((i, origin, way) => {
        const hit = rapier.castRayAndGetNormal(new RAPIER.Ray(origin, way), FAR, true);
        distances[i] = hit === null ? Infinity : hit.timeOfImpact;
      })(origins, ways),
  },
  cast('balls', BALL),
  cast('boxes', CUBE),
];

function cast(name, shape) {
  const collider = shape.kind === 'sphere' ? () => new RAPIER.Ball(shape.radius) : () => new RAPIER.Cuboid(0.15, 0.15, 0.15);
  const still = { x: 0, y: 0, z: 0, w: 1 };
  return {
    name: `casts of ${name}`,
    drystone: ({ world, origins, longWays, hits }) => world.queries.castShapes(shape, origins, longWays, hits),
    rapier: ({ rapier, origins, ways, distances }) => {
      const cast = collider();
      each((i, origin, way) => {
        const hit = rapier.castShape(origin, still, way, cast, 0, FAR, true);
        distances[i] = hit === null ? Infinity : hit.time_of_impact;
      })(origins, ways);
    },
  };
}

function each(ask) {
  return (origins, ways) => {
    for (let i = 0; i < COUNT; i++) {
      ask(
        i,
        { x: origins[3 * i], y: origins[3 * i + 1], z: origins[3 * i + 2] },
        { x: ways[3 * i], y: ways[3 * i + 1], z: ways[3 * i + 2] },
      );
    }
  };
}

function compare(scene, { name, drystone, rapier }) {
  const [own, theirs] = [[], []];
  for (let batch = 0; batch < BATCHES + WARM_UP; batch++) {
    for (const [times, ask] of [
      [own, drystone],
      [theirs, rapier],
    ]) {
      const start = processorTime();
      ask(scene);
      if (batch >= WARM_UP) times.push(processorTime() - start);
    }
  }
  const { distance } = scene.hits;
  let [hits, agree] = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    if (distance[i] < Infinity) hits++;
    const isSame = distance[i] === scene.distances[i] || Math.abs(distance[i] - scene.distances[i]) < SAME;
    if (isSame) agree++;
  }
  const [a, b] = [own, theirs].map((times) => (1e6 * Math.min(...times)) / COUNT);
  return { question: name, drystone: a, rapier: b, ratio: a / b, hits: hits / COUNT, agree: agree / COUNT };
}

/** The same bodies in both, and random ways from around them through them. */
function bothOf(world) {
  const rapier = new RAPIER.World(vector([0, 0, 0]));
  rapier.timestep = 1e-9;
  let shapes = 0;
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const body of world.bodies()) {
    const { kind, position, orientation } = body;
    const [x, y, z] = position;
    const placed = (kind === 'rigid' ? RAPIER.RigidBodyDesc.dynamic() : RAPIER.RigidBodyDesc.fixed())
      .setTranslation(x, y, z)
      .setRotation(rotation(orientation));
    const twin = rapier.createRigidBody(placed);
    for (const shape of body.shapes) {
      rapier.createCollider(colliderOf(world, shape), twin);
      shapes++;
      if (shape.kind === 'half-space') continue;
      const reach = shape.kind === 'mesh' ? 30 : 1;
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], position[k] - (k === 1 ? 1 : reach));
        high[k] = Math.max(high[k], position[k] + (k === 1 ? 1 : reach));
      }
    }
  }
  rapier.step();
  return { world, rapier, shapes, hits: new Hits(COUNT), distances: new Float64Array(COUNT), ...randomWays(low, high) };
}

function colliderOf(world, shape) {
  const collider = shape.kind === 'mesh' ? trimesh(world, shape.mesh) : describeShape(shape);
  if (shape.kind === 'half-space') return collider;
  const [x, y, z] = shape.position;
  return collider.setTranslation(x, y, z).setRotation(rotation(shape.orientation));
}

function trimesh(world, name) {
  const { tree } = world.meshes.find((mesh) => mesh.name === name);
  return RAPIER.ColliderDesc.trimesh(Float32Array.from(tree.mesh.positions), tree.mesh.triangles);
}

function randomWays(low, high) {
  const random = new Random(5);
  const origins = new Float64Array(3 * COUNT);
  const ways = new Float64Array(3 * COUNT);
  for (let i = 0; i < COUNT; i++) {
    const size = low.map((value, k) => high[k] - value);
    const target = low.map((value, k) => value + size[k] * random.uniform());
    // From above, beside and before them.
    const origin = low.map((value, k) => value + size[k] * random.uniform(-0.5, 1.5));
    origin[1] = Math.max(origin[1], high[1] + random.uniform(0, 4));
    const way = target.map((value, k) => value - origin[k]);
    const length = Math.sqrt(way.reduce((sum, value) => sum + value * value, 0));
    for (let k = 0; k < 3; k++) {
      // As Rapier knows them.
      origins[3 * i + k] = Math.fround(origin[k]);
      ways[3 * i + k] = Math.fround(way[k] / length);
    }
  }
  return { origins, ways, longWays: ways.map((value) => value * FAR) };
}

/** Hills of 2 n^2 triangles on 60 x 60 m: the upper side of a solid with as many below, 5 m thick. */
function makeTerrain(n) {
  const height = (i, j) => Math.sin(0.13 * i) * Math.cos(0.11 * j) + 0.3 * Math.sin(0.7 * i + 0.4 * j);
  const vertices = [];
  const triangles = [];
  const place = (k) => (60 * k) / n - 30;
  for (const depth of [0, 5]) {
    for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) vertices.push(place(i), height(i, j) - depth, place(j));
  }
  const at = (i, j) => i * (n + 1) + j;
  const below = (n + 1) * (n + 1);
  const quad = (a, b, c, d) => triangles.push(a, b, c, a, c, d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
      quad(a, b, c, d);
      quad(d + below, c + below, b + below, a + below);
    }
    for (const [a, b] of [
      [at(i, 0), at(i + 1, 0)],
      [at(i + 1, n), at(i, n)],
      [at(0, i + 1), at(0, i)],
      [at(n, i), at(n, i + 1)],
    ])
      quad(a, b, b + below, a + below);
  }
  const world = new World();
  world.createMesh('hills', { vertices, triangles, error: 0.5 });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'hills' }] });
  return world;
}
