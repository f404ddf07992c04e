// The last look of continuous detection: nothing passes through anything. A body that would have passed what it hit stops
// there, and the next step has their contact.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axisAngle,
  type Body,
  METHODS,
  Random,
  type ShapeDescriptor,
  type Stepper,
  World,
  type WorldOptions,
} from '../../src/index.js';
import type { Quat } from '../../src/math/vector.js';
import { rotate, vectorAt } from '../../src/math/vector.js';
import { DEEDS, DEEDS_OF_MOVERS, eventsOf, makeRoom, runInTime, runLate } from '../rollback/scenes.js';
import { boxMesh } from '../shapes/mesh-samples.js';

const DT = 1 / 60;
const STEPPERS = Object.values(METHODS).map((stepper) => [stepper.name, stepper] as const);
const LOOK = { 'detection.continuous': 1 } as const;
const FREE = { ...LOOK, gravity: [0, 0, 0] } as const;
const RADIUS = 0.025;

function makeWorld(options: WorldOptions, restitution: number): World {
  const world = new World(options);
  world.createMaterial('default', { friction: 0.3, restitution });
  world.createMesh('wall', boxMesh(0.01, 2, 2));
  return world;
}

/** Walls 1 cm thick, whose faces are 5 mm from the middle. */
const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [0.005 * x, y, z] as const)));
const WALLS: Record<string, ShapeDescriptor> = {
  box: { kind: 'box', size: [0.01, 2, 2] },
  hull: { kind: 'hull', points: corners },
  mesh: { kind: 'mesh', mesh: 'wall' },
};

/** A closed box of walls of 2 cm, 1 m wide inside. */
function makeBox(world: World): void {
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const size: [number, number, number] = [1.04, 1.04, 1.04];
      const position: [number, number, number] = [0, 0, 0];
      size[axis] = 0.02;
      position[axis] = 0.51 * side;
      world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'box', size }] });
    }
  }
}

describe.each(STEPPERS)('by %s', (_, stepper) => {
  it.each(Object.keys(WALLS))('a ball of 5 cm bounces off a thin wall at 10 to 1000 m/s: a %s', (name) => {
    const random = new Random(7);
    for (const speed of [10, 60, 250, 1000]) {
      for (let phase = 0; phase < 3; phase++) {
        const world = makeWorld({ stepper, settings: FREE }, 0.5);
        world.createBody({ kind: 'fixed', shapes: [WALLS[name]] });
        const position = [-0.2 - random.uniform(0, speed * DT), 0.13, 0.24] as const;
        const ball = world.createBody({ position, velocity: [speed, 0, 0], shapes: [{ kind: 'sphere', radius: RADIUS }] });
        for (let i = 0; i < 0.2 / speed / DT + 4; i++) {
          world.step(DT);
          expect(ball.position[0], `${speed} m/s`).toBeLessThan(0);
        }
        expect(ball.velocity[0] / speed, `${speed} m/s`).toBeCloseTo(-0.5, 3);
      }
    }
  });

  it('a rod that grazes a wall at some 1000 rad/s stops there, and not where it would be at the speed at which it closes first', () => {
    for (const seed of [7, 53]) {
      const random = new Random(seed);
      const some = (most: number) => random.uniform(-most, most);
      const world = new World({ stepper, settings: FREE });
      world.createMaterial('default', { friction: 1, restitution: 0 });
      world.createBody({ kind: 'fixed', position: [0.0006, 0, 0], shapes: [{ kind: 'box', size: [0.0012, 4, 4] }] });
      const rod = world.createBody({
        position: [-0.12, 0, 0],
        velocity: [random.uniform(1, 30), some(30), 0],
        angularVelocity: [some(300), some(300), (random.uniform(0, 1) < 0.5 ? -1 : 1) * random.uniform(1000, 4000)],
        orientation: [some(1), some(1), some(1), random.uniform(0.1, 1)],
        shapes: [{ kind: 'capsule', radius: 0.005, length: 0.2 }],
      });
      for (let step = 0; step < 10; step++) {
        world.step(1 / 30);
        expect(rod.position[0], `seed ${seed}, step ${step}`).toBeLessThan(0);
        expect(world.measurePenetration(), `seed ${seed}, step ${step}`).toBeLessThan(0.0056);
      }
    }
  });

  it('a rod that spins at 60 to 600 rad/s hits a post that it would sweep past', () => {
    const random = new Random(3);
    for (let i = 0; i < 6; i++) {
      const world = new World({ stepper, settings: FREE });
      world.createBody({ kind: 'fixed', position: [0.5, 0, 0.8], shapes: [{ kind: 'cylinder', radius: 0.01, height: 1 }] });
      const rod = world.createBody({
        orientation: axisAngle([0, 1, 0], random.uniform(0, 0.5)),
        angularVelocity: [0, (i % 2 === 0 ? 1 : -1) * random.uniform(60, 600), 0],
        shapes: [{ kind: 'box', size: [2, 0.02, 0.02] }],
      });
      for (let step = 0; step < 6; step++) world.step(DT);
      expect(Math.hypot(...rod.velocity)).toBeGreaterThan(1);
    }
  });

  it('a crowd of 10 to 100 m/s stays in its box, and gains nothing', () => {
    const world = makeWorld({ stepper, settings: FREE }, 0.8);
    makeBox(world);
    const random = new Random(3);
    const bodies: Body[] = [];
    for (let i = 0; i < 27; i++) {
      const at = (k: number) => 0.3 * (k - 1);
      const aim = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
      const share = 10 ** random.uniform(1, 2) / Math.hypot(...aim);
      bodies.push(
        world.createBody({
          position: [at(i % 3), at(Math.floor(i / 3) % 3), at(Math.floor(i / 9))],
          velocity: [share * aim[0], share * aim[1], share * aim[2]],
          angularVelocity: [50, 30, -40],
          shapes: [i % 2 === 0 ? { kind: 'sphere', radius: 0.04 } : { kind: 'box', size: [0.1, 0.06, 0.03] }],
        }),
      );
    }
    for (let step = 0, before = world.kineticEnergy(); step < 8; step++) {
      world.step(DT);
      const energy = world.kineticEnergy();
      expect(energy).toBeLessThan(before * (1 + 1e-6));
      before = energy;
      for (const { position } of bodies) for (const x of position) expect(Math.abs(x)).toBeLessThan(0.5);
    }
  });

  it('inputs to a room of fast balls that come late give the world that they give in time', () => {
    const plan = fc.record({ from: fc.nat(9), late: fc.nat(9), body: fc.nat(13), deed: fc.nat(7) });
    const property = fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.array(plan, { minLength: 1, maxLength: 3 }),
      (seed, given) => {
        const plans = given.map(({ from, late, body, deed }) => {
          return { at: from, arrives: Math.min(10, from + late), body, deed: [...DEEDS, ...DEEDS_OF_MOVERS][deed] };
        });
        const [late, inTime] = [{ seconds: 1 }, undefined].map((history) => makeRoom(seed, { stepper, history, settings: LOOK }));
        runLate(late, plans, 10);
        runInTime(inTime, plans, 10);
        expect(late.world.hash()).toBe(inTime.world.hash());
        expect(eventsOf(late.world)).toEqual(eventsOf(inTime.world));
      },
    );
    fc.assert(property, { numRuns: 4, seed: 3 });
  });
});

describe.each(STEPPERS)('by %s', (_, stepper) => {
  it('a bullet of 1000 m/s hits each of 50 plates, all end at 1000/51 m/s, and no step changes momentum or gains energy', () => {
    const world = new World({ stepper, settings: FREE });
    world.createMaterial('default', { friction: 0.5, restitution: 0 });
    const mass = (4 / 3) * Math.PI * 0.0025 ** 3 * 8000;
    const size = [0.005, 0.1, 0.1] as const;
    const density = mass / (size[0] * size[1] * size[2]);
    const plates = Array.from({ length: 50 }, (_, i) =>
      world.createBody({ position: [0.1 * i, 0, 0], shapes: [{ kind: 'box', size }], density }),
    );
    const shapes = [{ kind: 'sphere', radius: 0.0025 }] as const;
    const bullet = world.createBody({ position: [-0.1, 0, 0], velocity: [1000, 0, 0], shapes, density: 8000 });
    const first = world.kineticEnergy();
    let before = first;
    for (let step = 0; step < 24; step++) {
      world.step(DT);
      expect([bullet, ...plates].reduce((sum, { velocity }) => sum + velocity[0], 0)).toBeCloseTo(1000, 9);
      expect(world.kineticEnergy() - before).toBeLessThan(1e-9 * first);
      before = world.kineticEnergy();
    }
    for (const { velocity } of [bullet, ...plates]) expect(velocity[0]).toBeCloseTo(1000 / 51, 1);
  });
});

it.each(['gsp', 'ncp', 'substeps', 'impulsive'] as const)('a paddle of 100 m/s takes along what rests, by %s', (method) => {
  for (let phase = 0; phase < 4; phase++) {
    const world = makeWorld({ stepper: METHODS[method], settings: FREE }, 0);
    const paddle = world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [0.02, 1, 1] }],
      motion: {
        kind: 'function',
        pose: (t, position) => {
          position[0] = 100 * t - 2 - 0.4 * phase;
        },
      },
    });
    const shapes = [{ kind: 'sphere', radius: RADIUS }] as const;
    const balls = [0, 1].map((i) => world.createBody({ position: [0.3 * i, 0.1, 0.2 * i], shapes }));
    for (let step = 0; step < 6; step++) {
      world.step(DT);
      for (const ball of balls) expect(ball.position[0]).toBeGreaterThan(paddle.position[0]);
    }
    for (const ball of balls) expect(ball.velocity[0]).toBeGreaterThan(50);
  }
});

it('a bullet takes all plates along in one step where nothing bounces, and the centre of mass goes where it should', () => {
  const world = makeWorld({ settings: FREE }, 0);
  const shapes = [{ kind: 'box', size: [0.005, 0.1, 0.1] }] as const;
  const plates = [0, 1, 2, 3, 4].map((i) => world.createBody({ position: [0.1 * i, 0, 0], shapes, mass: 1 }));
  const ball = [{ kind: 'sphere', radius: 0.0025 }] as const;
  const bullet = world.createBody({ position: [-1, 0, 0], velocity: [600, 0, 0], shapes: ball, mass: 1 });
  const bodies = [bullet, ...plates];
  const middle = () => bodies.reduce((sum, { position }) => sum + position[0] / 6, 0);
  const before = middle();
  world.step(DT);
  expect(middle() - before).toBeCloseTo(100 * DT, 9);
  for (let i = 1; i < 6; i++) expect(bodies[i].position[0]).toBeGreaterThan(bodies[i - 1].position[0] + 0.0049);
  for (let step = 0; step < 3; step++) world.step(DT);
  for (const { velocity } of bodies) expect(velocity[0]).toBeCloseTo(100, 1);
});

it('a box that has a corner in a surface does not pass it as it tumbles', () => {
  for (const speed of [30, 100, 1000]) {
    const world = makeWorld({ settings: FREE }, 0);
    world.createSurface('floor', { vertices: [-3, 0, -3, -3, 0, 3, 3, 0, 3, 3, 0, -3], triangles: [0, 1, 2, 0, 2, 3] });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'floor' }] });
    for (let i = 0; i < 4; i++)
      world.createBody({
        position: [0.2 * i, 0.5 + 0.1 * i, 0],
        orientation: axisAngle([1, 0.3 * i, 0.2], 0.7),
        velocity: [0, -speed, 0],
        angularVelocity: [40, -200, 20 * i],
        shapes: [{ kind: 'box', size: [0.01, 0.006, 0.015] }],
      });
    for (let step = 0; step < 12; step++) world.step(DT);
    for (const body of world.bodies()) expect(body.position[1]).toBeGreaterThan(-1e-3);
  }
});

describe('what stops', () => {
  it('has fallen as far as it is fast: a ball that bounces without loss comes no higher', () => {
    const world = makeWorld({ settings: LOOK }, 1);
    world.createBody({ kind: 'fixed', position: [0, -0.005, 0], shapes: [{ kind: 'box', size: [2, 0.01, 2] }] });
    const ball = world.createBody({ position: [0, 20, 0], shapes: [{ kind: 'sphere', radius: RADIUS }] });
    const energy = () => 9.81 * ball.position[1] + 0.5 * ball.velocity[1] ** 2;
    const before = energy();
    for (let i = 0; i < 1200; i++) world.step(DT);
    expect(energy() / before).toBeLessThan(1 + 1e-3);
    expect(energy() / before).toBeGreaterThan(0.95);
  });

  it('goes with all that joints tie to it: a chain of 200 m/s stops at a wall, and its joints stay closed', () => {
    const world = new World({ settings: LOOK });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [0.01, 2, 2] }] });
    const at = (i: number) => 0.12 * i - 0.24;
    const joints = [0, 1, 2, 3].map((i) => ({
      kind: 'ball' as const,
      bodyA: i,
      bodyB: i + 1,
      anchor: [-0.5, at(i) + 0.06, 0] as const,
    }));
    const links = [0, 1, 2, 3, 4].map((i) => ({
      position: [-0.5, at(i), 0] as const,
      velocity: [200, 0, 0] as const,
      shapes: [{ kind: 'box' as const, size: [0.03, 0.1, 0.03] as const }],
    }));
    const chain = world.createMultibody({ links, joints }).links;
    for (let step = 0; step < 20; step++) {
      world.step(DT);
      for (const { position } of chain) expect(position[0]).toBeLessThan(-0.005);
      for (let i = 1; i < 5; i++) {
        const apart = Math.hypot(...chain[i].position.map((x, k) => x - chain[i - 1].position[k]));
        expect(apart).toBeLessThan(0.1205);
      }
    }
  });

  it('stands in the way of what comes behind it', () => {
    const world = makeWorld({ settings: FREE }, 0);
    world.createBody({ kind: 'fixed', shapes: [WALLS.box] });
    const shapes = [{ kind: 'box', size: [0.02, 0.2, 0.2] }] as const;
    const plates = [0, 1, 2].map((i) => world.createBody({ position: [-0.5 - 0.3 * i, 0, 0], velocity: [300, 0, 0], shapes }));
    for (let step = 0; step < 10; step++) {
      world.step(DT);
      for (let i = 0; i < 3; i++)
        expect(plates[i].position[0] + 0.01).toBeLessThan(i === 0 ? -0.004 : plates[i - 1].position[0] - 0.009);
    }
  });

  it('wakes what sleeps where it stopped', () => {
    const world = makeWorld({ settings: { ...LOOK, 'sleeping.enabled': 'on' } }, 0);
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const box = world.createBody({ position: [0, 0.5, 0], shapes: [{ kind: 'box', size: [0.1, 1, 1] }] });
    for (let step = 0; step < 200; step++) world.step(DT);
    expect(box.sleep.asleep).toBe(true);
    const shapes = [{ kind: 'sphere', radius: RADIUS }] as const;
    const ball = world.createBody({ position: [-5, 0.5, 0], velocity: [600, 0, 0], shapes, density: 8000 });
    for (let step = 0; step < 3; step++) world.step(DT);
    expect(box.velocity[0]).toBeGreaterThan(1);
    expect(ball.position[0]).toBeLessThan(box.position[0]);
  });
});

describe('a tetrahedron of triangles at 19 m/s and a wall of triangles, 2 cm thick', () => {
  const corners = [-0.01, 0.01].flatMap((x) => [-3, 3].flatMap((y) => [-3, 3].flatMap((z) => [x, y, z])));
  // biome-ignore format: two triangles a face
  const faces = [0, 1, 3, 0, 3, 2,  4, 6, 7, 4, 7, 5,  0, 4, 5, 0, 5, 1,  2, 3, 7, 2, 7, 6,  0, 2, 6, 0, 6, 4,  1, 5, 7, 1, 7, 3];

  // Its impact turns it by half a radian a step, and it would turn into the wall while its centre hardly moves.
  it.each([
    ['gsp', 7],
    ['ncp', 7],
    ['impulsive', 7],
    ['impulsive', 10],
  ] as const)('does not turn through the wall that it has hit, by %s (seed %i)', (name, seed) => {
    const world = new World({ stepper: METHODS[name], settings: FREE });
    world.createMaterial('default', { friction: 0.3, restitution: 1 });
    world.createMesh('wall', { vertices: corners, triangles: faces });
    const vertices = [0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3];
    world.createMesh('wedge', { vertices, triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'wall' }] });
    const random = new Random(seed);
    const turn = [0, 1, 2, 3].map(() => random.uniform(-1, 1));
    const orientation = turn.map((q) => q / Math.hypot(...turn)) as [number, number, number, number];
    const body = world.createBody({
      position: [-0.6385419369164613, 0.143545588105917, 0.13894023187458515],
      velocity: [17.819322032563857, 3.3419416567679927, 5.027358797107842],
      orientation,
      shapes: [{ kind: 'mesh', mesh: 'wedge' }],
    });
    let fastest = 0;
    for (let step = 0; step < 30; step++) {
      world.step(1 / 240);
      expect(body.centerOfMass[0]).toBeLessThan(0);
      fastest = Math.max(fastest, Math.hypot(...body.angularVelocity));
    }
    expect(fastest).toBeGreaterThan(50);
  });
});

/** Twelve tetrahedra of triangles tumble with a corner in a plate, away from the middle of it: how many get through. */
function countThrough(stepper: Stepper, plate: ShapeDescriptor, half: number, share: number): number {
  const random = new Random(5);
  const some = (most: number) => random.uniform(-most, most);
  let through = 0;
  for (let i = 0; i < 12; i++) {
    const world = new World({ stepper, settings: FREE });
    world.createMaterial('default', { friction: 0.3, restitution: 0 });
    const vertices = [0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3];
    world.createMesh('wedge', { vertices, triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] });
    world.createBody({ kind: 'fixed', shapes: [plate] });
    const turn = [some(1), some(1), some(1), some(1)];
    const orientation = turn.map((q) => q / Math.hypot(...turn)) as Quat;
    const lowest = Math.min(...[0, 3, 6, 9].map((k) => rotate(orientation, vectorAt(Float64Array.from(vertices), k))[1]));
    const body = world.createBody({
      position: [2, half * (1 - share) - lowest, 2],
      orientation,
      velocity: [some(20), -55, some(20)],
      angularVelocity: [some(900), some(900), some(900)],
      shapes: [{ kind: 'mesh', mesh: 'wedge' }],
    });
    for (let step = 0; step < 8; step++) world.step(DT);
    if (body.centerOfMass[1] < 0) through++;
  }
  return through;
}

describe.each(STEPPERS)('meshes that spin with a corner in a wide plate stay on their side of it, by %s', (_, stepper) => {
  const half = 0.0117;
  const points = [-3, 3].flatMap((x) => [-half, half].flatMap((y) => [-3, 3].map((z) => [x, y, z] as const)));
  const plates: [string, ShapeDescriptor][] = [
    ['hull', { kind: 'hull', points }],
    ['box', { kind: 'box', size: [6, 2 * half, 6] }],
  ];
  it.each(plates)('a %s', (_, plate) => {
    for (const share of [0.3, 0.88, 0.92]) expect(countThrough(stepper, plate, half, share), `${share} of it deep`).toBe(0);
  });
});

it('a world of slow bodies has the bits that it has where nobody looks', () => {
  const [looking, not] = [1, 0].map((continuous) => {
    const world = new World({ settings: { 'detection.continuous': continuous } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 5; i++)
      world.createBody({ position: [0.05 * i, 0.6 + 1.1 * i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    for (let step = 0; step < 60; step++) world.step(DT);
    return world.hash();
  });
  expect(looking).toBe(not);
});
