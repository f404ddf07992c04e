// The world on the GPU: what it conserves, closed forms, the processor's world, and that neither plans nor runs change a bit.
//
// Kernels take long to compile for SwiftShader, so all of it is in one file.

import { afterEach, describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { BALL, BOX, fixture, stone, stoneScene } from '../../scenes/parts.js';
import { shapeMassProperties } from '../../src/bodies/mass-properties.js';
import { ELEMENT_BYTES } from '../../src/gpu/buffers.js';
import { compileKernels } from '../../src/gpu/engine.js';
import { GpuWorld } from '../../src/gpu/gpu-world.js';
import type { StepPlan } from '../../src/gpu/plan.js';
import { COUNTERS } from '../../src/gpu/plan.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, axisAngle, distance, dot, length, multiply, scale, subtract } from '../../src/math/vector.js';
import type { Scene, SceneBody } from '../../src/scene/scene.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import { SHAPE_KINDS } from '../../src/shapes/shape-kinds.js';
import type { Body } from '../../src/world.js';
import type { Motion } from './motions.js';
import { motionsOf } from './motions.js';
import { deviceErrors, openDevice } from './open-device.js';

const DT = 0.01;
const G = 9.81;
const device = await openDevice();
const pipelines = device === null ? null : await compileKernels(device);
afterEach(() => {
  expect(deviceErrors).toEqual([]);
});

const named = (motions: readonly Motion[]) => new Map(motions.map((motion) => [motion.name, motion]));
const sumOf = (vectors: readonly Vec3[]) => vectors.reduce((sum, v) => add(sum, v), [0, 0, 0] as Vec3);

/** What a step takes by one workgroup, and what it takes by all. */
const NARROW: Partial<StepPlan> = { rounds: 0, colours: 0, passes: 0, levels: 0, holdRounds: 0 };
const WIDE: Partial<StepPlan> = { rounds: 8, colours: 12, passes: 5, levels: 6, holdRounds: 2 };

function makeWorld(scene: Scene, plan: Partial<StepPlan> = {}): GpuWorld {
  if (pipelines === null) throw new Error('There is no device.');
  const world = GpuWorld.fromScene(pipelines, scene);
  if (Object.keys(plan).length > 0) world.followsCounters = false;
  Object.assign(world.plan, plan);
  return world;
}
async function run(world: GpuWorld, steps: number): Promise<void> {
  for (let i = 0; i < steps; i += 10) {
    world.submit(Math.min(10, steps - i), DT);
    await world.engine.device.queue.onSubmittedWorkDone();
  }
}
/** The bits of all poses and velocities after some steps. */
async function bitsAfter(scene: Scene, steps: number, plan: Partial<StepPlan> = {}): Promise<string> {
  const world = makeWorld(scene, plan);
  await run(world, steps);
  const bits = Buffer.from(await world.engine.read(world.engine.buffer('bodies'))).toString('base64');
  world.engine.destroy();
  return bits;
}

const RESTITUTIONS = [0, 0.5, 1];
const CASES = [
  'balls head on',
  'balls aslant',
  'boxes by corners',
  'heavy on light',
  'capsule on box',
  'cylinder on capsule',
  'cylinders',
] as const;
const CAPSULE: ShapeDescriptor = { kind: 'capsule', radius: 0.3, length: 0.8 };
const CYLINDER: ShapeDescriptor = { kind: 'cylinder', radius: 0.4, height: 0.9 };

/** Two bodies without gravity that meet, far from all others. */
function meeting(kind: (typeof CASES)[number], e: number, at: Vec3): SceneBody[] {
  const own = { gravityScale: 0, material: `e-${e}` };
  const place = (x: number, y: number): Vec3 => add(at, [x, y, 0]);
  const name = (side: string) => `${kind} ${e} ${side}`;
  switch (kind) {
    case 'balls head on':
      return [
        stone(name('a'), BALL, place(-0.75, 0), { ...own, velocity: [2, 0, 0] }),
        stone(name('b'), BALL, place(0.75, 0), { ...own, velocity: [-1, 0, 0] }),
      ];
    case 'balls aslant':
      return [
        stone(name('a'), BALL, place(-0.8, 0.3), { ...own, velocity: [3, 0, 0], angularVelocity: [0, 0, 4] }),
        stone(name('b'), BALL, place(0.8, 0), { ...own, velocity: [0, 0.5, 0] }),
      ];
    case 'boxes by corners':
      return [
        stone(name('a'), BOX, place(-1, 0.4), { ...own, velocity: [3, 0, 0], orientation: axisAngle([0.3, 0.5, 1], 0.7) }),
        stone(name('b'), BOX, place(1, 0), { ...own, velocity: [-1, 0, 0.2], orientation: axisAngle([1, 0.2, 0.4], 0.4) }),
      ];
    case 'heavy on light':
      return [
        stone(name('a'), BOX, place(-1, 0.2), { ...own, velocity: [3, 0, 0], density: 1e5 }),
        stone(name('b'), BALL, place(0.4, 0), { ...own, density: 20 }),
      ];
    default: {
      const [first, second] = kind === 'capsule on box' ? [CAPSULE, BOX] : [CYLINDER, kind === 'cylinders' ? CYLINDER : CAPSULE];
      return [
        stone(name('a'), first, place(-1.1, 0.3), { ...own, velocity: [3, 0, 0], orientation: axisAngle([1, 0.2, 0.6], 0.8) }),
        stone(name('b'), second, place(1.1, 0), { ...own, velocity: [-1, 0, 0.1], orientation: axisAngle([0.2, 1, 0.3], 0.5) }),
      ];
    }
  }
}

describe.skipIf(pipelines === null)('impacts of two bodies on the device', () => {
  it('keep momentum to 1e-4 and gain no energy', async () => {
    const materials = Object.fromEntries(RESTITUTIONS.map((restitution) => [`e-${restitution}`, { friction: 0.4, restitution }]));
    const bodies = CASES.flatMap((kind, i) => RESTITUTIONS.flatMap((e, k) => meeting(kind, e, [0, 10 + 20 * i, 20 * k])));
    const world = makeWorld(
      stoneScene({ name: 'impacts', description: 'A test.', source: 'Of a test.', options: {} }, bodies, {
        materials: { default: {}, ...materials },
      }),
    );
    const before = await motionsOf(world);
    await run(world, 60);
    const after = await motionsOf(world);
    for (let i = 0; i < before.length; i += 2) {
      const [a, b] = [before.slice(i, i + 2), after.slice(i, i + 2)];
      const e = Number(a[0].name.split(' ').at(-2));
      const momentum = (pair: Motion[]) => sumOf(pair.map(({ velocity, mass }) => scale(velocity, mass)));
      const energy = (pair: Motion[]) => pair.reduce((sum, motion) => sum + motion.energy, 0);
      // About the place of the pair, so that rounding of its distance from the origin does not count.
      const centre = scale(add(a[0].position, a[1].position), 0.5);
      const spin = (pair: Motion[]) =>
        subtract(sumOf(pair.map((motion) => motion.angularMomentum)), crossOf(centre, momentum(pair)));
      const size = a.reduce((sum, { velocity, mass }) => sum + mass * length(velocity), 0);
      expect(distance(b[0].velocity, a[0].velocity), `${a[0].name} meets`).toBeGreaterThan(1e-4);
      expect(distance(momentum(a), momentum(b)) / size, `${a[0].name}: momentum`).toBeLessThan(1e-4);
      expect(distance(spin(a), spin(b)) / size, `${a[0].name}: angular momentum`).toBeLessThan(2e-3);
      expect(energy(b) / energy(a), `${a[0].name}: energy`).toBeLessThan(1 + 1e-4);
      if (!a[0].name.startsWith('balls head on')) continue;
      // Newton's law of impact.
      expect((b[1].velocity[0] - b[0].velocity[0]) / 3, a[0].name).toBeCloseTo(e, 3);
    }
    world.engine.destroy();
  });
});
const crossOf = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

const DROP = 1;
const SLOPES = [0.8, 0.96, 1.04, 1.5];
const FRICTION = 0.5;
/** Balls that drop from 1 m, and boxes on slopes whose tangent is so many times the friction. */
function droppedAndSliding(): Scene {
  const balls = RESTITUTIONS.map((e, i) => stone(`ball-${e}`, BALL, [4 * i, 0.5 + DROP, 0], { material: `e-${e}` }));
  const slopes = SLOPES.flatMap((share, i): SceneBody[] => {
    const angle = Math.atan(share * FRICTION);
    const orientation = axisAngle([0, 0, 1], -angle);
    const at = (height: number): Vec3 => [height * Math.sin(angle), 20 + height * Math.cos(angle), 10 + 4 * i];
    return [
      { ...fixture(`slope-${share}`, [{ kind: 'box', size: [60, 1, 2] }], at(0)), orientation },
      stone(`box-${share}`, BOX, at(1), { orientation }),
    ];
  });
  const materials = Object.fromEntries(RESTITUTIONS.map((restitution) => [`e-${restitution}`, { friction: 0.5, restitution }]));
  return stoneScene({ name: 'experiments', description: 'A test.', source: 'Of a test.', options: {} }, [...balls, ...slopes], {
    materials: { default: { friction: FRICTION, restitution: 0 }, ...materials },
  });
}

describe.skipIf(pipelines === null)('experiments on the device and on the processor', () => {
  it('balls rise to e^2 of their height, boxes stick below the angle of friction and slide above it', async () => {
    const scene = droppedAndSliding();
    const world = makeWorld(scene);
    const simulation = new Simulation(scene, { dt: DT });
    const start = named(await motionsOf(world));
    const highest = new Map<string, number>();
    // The ball touches the ground after 0.45 s, and rises until 0.9 s at most.
    for (let i = 0; i < 100; i++) {
      simulation.step();
      await world.step(DT);
      if (i < 46 || i % 2 === 1) continue;
      for (const { name, position } of await motionsOf(world)) highest.set(name, Math.max(highest.get(name) ?? 0, position[1]));
    }
    for (const e of [0, 0.5]) expect(highest.get(`ball-${e}`), `ball-${e}`).toBeCloseTo(0.5 + DROP * e * e, 1);
    expect(highest.get('ball-1')).toBeLessThan(0.5 + DROP + 0.01);
    expect(highest.get('ball-1')).toBeGreaterThan(0.5 + 0.9 * DROP);
    const now = named(await motionsOf(world));
    for (const share of SLOPES) {
      const name = `box-${share}`;
      const gone = distance((now.get(name) as Motion).position, (start.get(name) as Motion).position);
      const body = simulation.world.find(name) as unknown as { position: Vec3 };
      const goneThere = distance(body.position, (start.get(name) as Motion).position);
      const angle = Math.atan(share * FRICTION);
      const expected = share < 1 ? 0 : 0.5 * G * (Math.sin(angle) - FRICTION * Math.cos(angle));
      if (share < 1) expect(gone, name).toBeLessThan(1e-4);
      else {
        expect(gone / expected, `${name}, closed form`).toBeCloseTo(1, 1);
        expect(gone / goneThere, `${name}, the processor's`).toBeGreaterThan(0.95);
        expect(gone / goneThere, `${name}, the processor's`).toBeLessThan(1.05);
      }
    }
    world.engine.destroy();
  });

  it('a stack that leans too far topples in the time that it takes on the processor', async () => {
    const scene = SCENES['leaning-stack'].make({ seed: 1, count: 4, lean: 1.3 });
    const world = makeWorld(scene);
    const simulation = new Simulation(scene, { dt: DT });
    const top = simulation.world.find('box-3') as unknown as { position: Vec3 };
    const times = { here: 0, there: 0 };
    for (let i = 1; i <= 300 && (times.here === 0 || times.there === 0); i++) {
      simulation.step();
      await world.step(DT);
      if (times.there === 0 && top.position[1] < 2) times.there = i * DT;
      if (times.here === 0 && (named(await motionsOf(world)).get('box-3') as Motion).position[1] < 2) times.here = i * DT;
    }
    expect(times.there).toBeGreaterThan(0);
    expect(times.here / times.there).toBeGreaterThan(0.95);
    expect(times.here / times.there).toBeLessThan(1.05);
    world.engine.destroy();
  });
});

const STACKS: [string, object][] = [
  ['box-stack', { count: 6 }],
  ['heavy-on-light', { ratio: 1000 }],
  ['wall', { courses: 5, length: 5 }],
  ['lintel', {}],
  ['leaning-stack', { count: 6 }],
];
describe.skipIf(pipelines === null)('stacks on the device', () => {
  it.each(STACKS)('%s %o stands: no body leaves its place by a hundredth of a brick', async (name, options) => {
    const world = makeWorld(SCENES[name].make({ seed: 1, ...options }));
    const before = await motionsOf(world);
    await run(world, 100);
    const after = await motionsOf(world);
    after.forEach(({ position }, i) => {
      expect(distance(position, before[i].position), before[i].name).toBeLessThan(0.005);
    });
    world.engine.destroy();
  });
});

const ROUND_STACKS: [string, (at: number) => SceneBody[]][] = [
  [
    'capsule on a box',
    (x) => [
      stone('low', BOX, [x, 0.5, 0]),
      stone('high', CAPSULE, [x, 1.3, 0], { orientation: axisAngle([0, 0, 1], Math.PI / 2) }),
    ],
  ],
  ['cylinder on a box', (x) => [stone('low', BOX, [x, 0.5, 0]), stone('high', CYLINDER, [x + 0.1, 1.45, 0])]],
  ['cylinder on a cylinder', (x) => [stone('low', CYLINDER, [x, 0.45, 0]), stone('high', CYLINDER, [x + 0.1, 1.35, 0.1])]],
  ['box on a cylinder', (x) => [stone('low', CYLINDER, [x, 0.45, 0]), stone('high', BOX, [x + 0.05, 1.4, 0])]],
  [
    'box on two cylinders that lie',
    (x) => [
      ...[-0.45, 0.45].map((z, i) =>
        stone(`low-${i}`, CYLINDER, [x, 0.4, z], { orientation: axisAngle([0, 0, 1], Math.PI / 2) }),
      ),
      stone('high', BOX, [x, 1.3, 0]),
    ],
  ],
];
describe.skipIf(pipelines === null)('round shapes on the device', () => {
  it('stand on each other', async () => {
    const bodies = ROUND_STACKS.flatMap(([name, make], i) =>
      make(5 * i).map((body) => ({ ...body, name: `${name}: ${body.name}` })),
    );
    const world = makeWorld(stoneScene({ name: 'round', description: 'A test.', source: 'Of a test.', options: {} }, bodies));
    const before = await motionsOf(world);
    await run(world, 100);
    const after = await motionsOf(world);
    after.forEach(({ name, position }, i) => {
      expect(distance(position, before[i].position), name).toBeLessThan(0.005);
    });
    world.engine.destroy();
  });

  it('a cylinder rolls down a slope of a box at two thirds of what slides, a capsule as its inertia says', async () => {
    const angle = 0.2;
    const slope = axisAngle([0, 0, 1], -angle);
    const lying = multiply(slope, axisAngle([1, 0, 0], Math.PI / 2));
    const at = (height: number, z: number): Vec3 => [height * Math.sin(angle), 20 + height * Math.cos(angle), z];
    const shapes = [CYLINDER, CAPSULE] as const;
    const bodies = shapes.flatMap((shape, i) => [
      { ...fixture(`slope-${i}`, [{ kind: 'box', size: [60, 1, 4] }], at(0, 8 * i)), orientation: slope },
      stone(shape.kind, shape, at(0.5 + (shape as { radius: number }).radius, 8 * i), { orientation: lying }),
    ]);
    const world = makeWorld(stoneScene({ name: 'rolling', description: 'A test.', source: 'Of a test.', options: {} }, bodies));
    const before = await motionsOf(world);
    await run(world, 100);
    const after = await motionsOf(world);
    shapes.forEach((shape, i) => {
      const { mass, inertia } = shapeMassProperties(shape, 1, null);
      const expected = (0.5 * G * Math.sin(angle)) / (1 + inertia[1] / (mass * (shape as { radius: number }).radius ** 2));
      expect(distance(after[i].position, before[i].position) / expected, shape.kind).toBeGreaterThan(0.95);
      expect(distance(after[i].position, before[i].position) / expected, shape.kind).toBeLessThan(1.05);
    });
    world.engine.destroy();
  });
});

/** A few bricks, and what falls on them. */
function smashed(): Scene {
  const scene = SCENES.wall.make({ seed: 1, courses: 4, length: 4 });
  const thrown = [0, 1, 2].map((i) =>
    stone(`ball-${i}`, i === 1 ? BOX : BALL, [i - 1, 3 + 0.8 * i, 0.2 * i], { velocity: [0, -3, 0], angularVelocity: [1, 2, i] }),
  );
  return { ...scene, bodies: [...(scene.bodies ?? []), ...thrown] } as Scene;
}
describe.skipIf(pipelines === null)('bits on the device', () => {
  it('are the same in two runs, and whatever is done by one workgroup or by all', async () => {
    const first = await bitsAfter(smashed(), 40);
    expect(await bitsAfter(smashed(), 40)).toBe(first);
    expect(await bitsAfter(smashed(), 40, NARROW)).toBe(first);
    expect(await bitsAfter(smashed(), 40, WIDE)).toBe(first);
  });
});

describe.skipIf(pipelines === null)('sweeps on the device', () => {
  it('pass over what rests, until something moves beside it', async () => {
    const wall = SCENES.wall.make({ seed: 1, courses: 3, length: 3 });
    const ball = stone('ball', BALL, [0, 6, 0], { velocity: [0, -20, 0] });
    const world = makeWorld({ ...wall, bodies: [...(wall.bodies ?? []), ball] } as Scene);
    /** Names of the bodies that were swept in the last step: their mark is beside the velocity. */
    const sweptNames = async () => {
      const swept = new Float32Array(await world.engine.read(world.engine.buffer('swept')));
      return world.bodies.filter((_, row) => swept[8 * row + 3] !== 0).map(({ name }) => name);
    };
    // The first step finds the loads. The ball comes down after 0.2 s.
    await run(world, 5);
    expect(await sweptNames()).toEqual(['ball']);
    await run(world, 25);
    expect((await sweptNames()).length).toBeGreaterThan(5);
    world.engine.destroy();
  });
});

const HULL: ShapeDescriptor = {
  kind: 'hull',
  points: [
    [-0.5, -0.4, -0.3],
    [0.5, -0.4, -0.3],
    [0, -0.4, 0.6],
    [0.2, 0.5, 0],
    [-0.2, 0.4, 0.1],
  ],
};
const ALL: readonly ShapeDescriptor[] = [BALL, BOX, CAPSULE, CYLINDER, HULL];
/** Of a manifold: the bodies' rows, the normal from the first to the second, and the least gap. */
async function touchesOf(world: GpuWorld): Promise<Map<string, { normal: Vec3; gap: number }>> {
  const count = (await world.counters())[COUNTERS.manifolds];
  const manifolds = await world.engine.read(world.engine.current('manifolds'), ELEMENT_BYTES.Manifold * count);
  const [f32, u32] = [new Float32Array(manifolds), new Uint32Array(manifolds)];
  const points = new Float32Array(await world.engine.read(world.engine.current('points'), 4 * ELEMENT_BYTES.Point * count));
  const found = new Map<string, { normal: Vec3; gap: number }>();
  for (let m = 0; m < count; m++) {
    const normal = [...f32.subarray(12 * m, 12 * m + 3)] as Vec3;
    const [a, b, size] = u32.subarray(12 * m + 4, 12 * m + 7);
    const gaps = Array.from({ length: size }, (_, k) => points[48 * m + 12 * k + 3]);
    if (size > 0)
      found.set(`${Math.min(a, b)} ${Math.max(a, b)}`, { normal: a < b ? normal : scale(normal, -1), gap: Math.min(...gaps) });
  }
  return found;
}

describe.skipIf(pipelines === null)('contacts on the device', () => {
  it('have the gaps and normals that the processor finds, for all pairs of shapes in many poses', async () => {
    const random = new Random(7);
    const anyTurn = () => axisAngle([random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)], random.uniform(0, 3));
    const pairs = ALL.flatMap((first, i) =>
      ALL.slice(i).flatMap((second) => Array.from({ length: 8 }, () => [first, second] as const)),
    );
    const bodies = pairs.flatMap(([first, second], i): SceneBody[] => {
      const at: Vec3 = [6 * (i % 12), 6 * Math.floor(i / 12), 0];
      const way: Vec3 = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
      return [
        stone(`a-${i}`, first, at, { orientation: anyTurn() }),
        stone(`b-${i}`, second, add(at, scale(way, 2.5 / length(way))), { orientation: anyTurn() }),
      ];
    });
    const sceneOf = (rows: readonly SceneBody[]): Scene =>
      ({
        ...stoneScene({ name: 'pairs', description: 'A test.', source: 'Of a test.', options: {} }, []),
        bodies: rows,
        settings: { gravity: [0, 0, 0] },
      }) as Scene;
    const measured = (rows: readonly SceneBody[]) => {
      const { world } = new Simulation(sceneOf(rows));
      return pairs.map((_, i) => world.closestPoints(world.find(`a-${i}`) as Body, world.find(`b-${i}`) as Body));
    };
    // Each pair is brought together along the line of its nearest points, some a little apart and some overlapping.
    const apart = measured(bodies);
    const near = bodies.map((body, row): SceneBody => {
      const pair = apart[row >> 1];
      if (row % 2 === 0 || pair === undefined) return body;
      return { ...body, position: add(body.position as Vec3, scale(pair.normal, -pair.gap + random.uniform(-0.01, 0.001))) };
    });
    const expected = measured(near);
    const world = makeWorld(sceneOf(near));
    await run(world, 1);
    const found = await touchesOf(world);
    pairs.forEach(([{ kind: first }, { kind: second }], i) => {
      const name = `${first} and ${second}, pair ${i}`;
      const here = found.get(`${2 * i} ${2 * i + 1}`);
      const there = expected[i];
      if (there === undefined || here === undefined) throw new Error(`${name}: no contact, gap ${there?.gap}.`);
      expect(Math.abs(here.gap - there.gap), `${name}: ${here.gap} and ${there.gap}`).toBeLessThan(1e-3);
      // Of what overlaps, two directions may be as near; boxes and hulls that are apart have that of a face or of two edges.
      const isRound = ['sphere', 'capsule', 'cylinder'].some((kind) => kind === first || kind === second);
      if (isRound && there.gap > -5e-4) expect(dot(here.normal, there.normal), `${name}: normal`).toBeGreaterThan(0.99);
    });
    world.engine.destroy();
  });
});

/** Bodies of many sizes, some of which fly or spin fast, far from the origin. */
function flying(): Scene {
  const random = new Random(11);
  const any = (size: number): Vec3 => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
  const bodies = Array.from({ length: 240 }, (_, i): SceneBody => {
    const size = 0.05 * 2 ** random.uniform(0, 6);
    const shape: ShapeDescriptor =
      i % 2 === 0 ? { kind: 'sphere', radius: size / 2 } : { kind: 'box', size: [size, size, 2 * size] };
    const speed = i % 10 === 0 ? 10 ** random.uniform(2, 6) : 1;
    const spin = i % 15 === 0 ? 1e3 : 1;
    const at: Vec3 = add([8e5, -3e5, 20], any(20));
    return stone(`body-${i}`, shape, at, { velocity: any(speed), angularVelocity: any(spin), orientation: axisAngle(any(1), 1) });
  });
  return { ...stoneScene({ name: 'flying', description: 'A test.', source: 'Of a test.', options: {} }, bodies) };
}
describe.skipIf(pipelines === null)('the broad phase on the device', () => {
  it('finds just the pairs whose bounds overlap, and no body widens the search of others by its speed', async () => {
    const world = makeWorld(flying());
    await run(world, 1);
    const { engine } = world;
    const counters = await world.counters();
    expect(counters[COUNTERS.pairs]).toBeLessThan(engine.rooms.pairs);
    const found = new Uint32Array(await engine.read(engine.buffer('pairs'), 8 * counters[COUNTERS.pairs]));
    const keys = Array.from({ length: counters[COUNTERS.pairs] }, (_, i) => [found[2 * i], found[2 * i + 1]]);
    const isPlane = (c: number) => world.bodies[c].shapes[0].kind === SHAPE_KINDS.indexOf('half-space');
    const pairs = keys.filter((pair) => !pair.some(isPlane)).map((pair) => pair.sort((a, b) => a - b).join(' '));
    // Every body has one shape, so rows of bodies are those of shapes.
    const bounds = new Float32Array(await engine.read(engine.buffer('bounds')));
    const expected: string[] = [];
    for (let c = 0; c < world.bodies.length; c++) {
      for (let d = c + 1; d < world.bodies.length; d++) {
        if (isPlane(c) || isPlane(d)) continue;
        const overlap = [0, 1, 2].every(
          (k) => bounds[8 * c + k] <= bounds[8 * d + 4 + k] && bounds[8 * d + k] <= bounds[8 * c + 4 + k],
        );
        if (overlap) expected.push(`${c} ${d}`);
      }
    }
    expect(expected.length).toBeGreaterThan(100);
    expect(pairs.sort()).toEqual(expected.sort());
    // How far bounds reach from the cell of their middle, by level of the grid.
    const reaches = new Float32Array(counters.buffer, 4 * 32, 32);
    const { levelSize } = await world.saveBits();
    expect(reaches.filter((reach) => reach > 0).length).toBeGreaterThan(8);
    reaches.forEach((reach, level) => {
      expect(reach, `level ${level}`).toBeLessThanOrEqual(levelSize * 2 ** level);
    });
    world.engine.destroy();
  });
});
