// Bodies on surfaces: inner edges are not felt, and what is pushed is pushed to the front.

import { describe, expect, it } from 'vitest';
import type { Body, BodyDescriptor, MethodName, ShapeDescriptor, SurfaceDescriptor } from '../../src/index.js';
import { METHODS, World } from '../../src/index.js';
import { length } from '../../src/math/vector.js';
import { bumpy, gridMesh, heightsOf, soupOf } from '../shapes/surface-samples.js';

const G = 9.81;
const DT = 0.01;
const SURFACE: ShapeDescriptor = { kind: 'surface', surface: 'ground' };

function worldOn(surface: SurfaceDescriptor, method: MethodName = 'gsp', friction = 0.5): World {
  const world = new World({ stepper: METHODS[method] });
  world.createMaterial('default', { friction, restitution: 0 });
  world.createSurface('ground', surface);
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [SURFACE] });
  return world;
}

function tiles(method: MethodName): World {
  const world = new World({ stepper: METHODS[method] });
  world.createMaterial('default', { friction: 0.5, restitution: 0 });
  for (let i = 0; i < 220; i++) {
    world.createBody({ kind: 'fixed', position: [0.5 * i - 54.75, -0.25, 0.01], shapes: [{ kind: 'box', size: [0.5, 0.5, 2] }] });
  }
  return world;
}

/** Steps a body until it has come to x; returns how far its height has strayed. */
function runTo(world: World, body: Body, x: number): number {
  const height = body.position[1];
  let strayed = 0;
  for (let step = 0; body.position[0] < x && step < 2000; step++) {
    world.step(DT);
    strayed = Math.max(strayed, Math.abs(body.position[1] - height));
  }
  return strayed;
}

const FLAT = heightsOf(201, 26, [0.55, 0.4], () => 0);
const ROLLING: BodyDescriptor = {
  position: [-50, 0.5, 0.013],
  shapes: [{ kind: 'sphere', radius: 0.5 }],
  velocity: [10, 0, 0],
  angularVelocity: [0, 0, -20],
};

describe.each(Object.keys(METHODS) as MethodName[])('a ball that rolls 100 m by %s', (method) => {
  it.each([
    ['a grid of 10,000 triangles', () => worldOn(FLAT, method)],
    ['tiles', () => tiles(method)],
  ])('loses less than 0.1 %% of its speed to the edges of %s', (_, make) => {
    const world = make();
    const ball = world.createBody(ROLLING);
    // Small steps are soft: the ball sinks by a few micrometres, on a half-space too.
    expect(runTo(world, ball, 50)).toBeLessThan(method === 'substeps' ? 2e-5 : 1e-8);
    expect(ball.position[0]).toBeGreaterThan(50);
    expect(Math.abs(length(ball.velocity) / 10 - 1)).toBeLessThan(1e-4);
    expect(Math.abs(ball.velocity[2])).toBeLessThan(1e-5);
  });
});

describe('what slides without friction over a grid', () => {
  const kinds: [string, ShapeDescriptor][] = [
    ['box', { kind: 'box', size: [0.7, 1, 0.9] }],
    [
      'hull',
      {
        kind: 'hull',
        points: [
          [-0.4, -0.5, -0.3],
          [0.4, -0.5, -0.35],
          [0, -0.5, 0.5],
          [0, 0.4, 0],
        ],
      },
    ],
    ['cylinder', { kind: 'cylinder', radius: 0.4, height: 1 }],
  ];
  const grid = heightsOf(101, 61, [0.31, 0.29], () => 0);
  it.each(kinds)('keeps its speed and its height: a %s', (_, shape) => {
    for (const surface of [grid, soupOf(gridMesh(grid))]) {
      const world = worldOn(surface, 'gsp', 0);
      const body = world.createBody({ position: [-12, 0.5, -2], shapes: [shape], velocity: [5.76, 0, 1.68] });
      expect(runTo(world, body, 0)).toBeLessThan(2e-5);
      expect(Math.abs(length(body.velocity) - 6)).toBeLessThan(6e-6);
      expect(length(body.angularVelocity)).toBeLessThan(2e-3);
    }
  });
});

describe('a body at rest', () => {
  it('on a flat grid has its weight at its own corners, as on a half-space', () => {
    const world = worldOn(FLAT);
    const box = world.createBody({ position: [0.123, 0.5, 0.077], shapes: [{ kind: 'box', size: [1, 1, 1] }], density: 1000 });
    for (let step = 0; step < 30; step++) world.step(DT);
    const contacts = [...world.graph.edgesOf(box)].flatMap((edge) => edge.contacts);
    expect(contacts).toHaveLength(4);
    for (const { point } of contacts) expect(Math.abs(Math.abs(point[0] - 0.123) - 0.5)).toBeLessThan(1e-6);
    expect(contacts.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0)).toBeCloseTo(1000 * G * DT, 6);
    expect(length(box.velocity)).toBe(0);
  });

  it('lies across a ridge on the ridge, held at both ends of it', () => {
    const world = worldOn(heightsOf(3, 3, [2, 2], (x) => -0.2 * Math.abs(x)));
    const plank = world.createBody({ position: [0, 0.1, 0.1], shapes: [{ kind: 'box', size: [1, 0.2, 0.8] }] });
    world.step(DT);
    const contacts = [...world.graph.edgesOf(plank)].flatMap((edge) => edge.contacts);
    expect(contacts).toHaveLength(2);
    for (const { point, normal } of contacts) {
      expect(Math.abs(point[0])).toBeLessThan(1e-9);
      expect(Math.abs(Math.abs(point[2] - 0.1) - 0.4)).toBeLessThan(1e-9);
      expect(Math.abs(normal[1])).toBeCloseTo(1, 12);
    }
  });

  it('as a ball in a valley touches both slopes, and each bears m g / (2 cos a)', () => {
    const slope = 0.75; // 3, 4, 5: the cosine is 0.8
    const world = worldOn(
      heightsOf(5, 5, [1, 1], (x) => slope * Math.abs(x)),
      'gsp',
      0,
    );
    const ball = world.createBody({ position: [0, 0.5 / 0.8, 0.2], shapes: [{ kind: 'sphere', radius: 0.5 }], mass: 3 });
    for (let step = 0; step < 20; step++) world.step(DT);
    const contacts = [...world.graph.edgesOf(ball)].flatMap((edge) => edge.contacts);
    expect(contacts).toHaveLength(2);
    for (const { normal, normalImpulse } of contacts) {
      expect(Math.abs(normal[1])).toBeCloseTo(0.8, 12);
      expect(normalImpulse).toBeCloseTo((3 * G * DT) / 1.6, 5);
    }
  });
});

describe('the sides of a surface', () => {
  const sheet = gridMesh(heightsOf(9, 9, [0.5, 0.5], () => 0));
  const ball: BodyDescriptor = { shapes: [{ kind: 'sphere', radius: 0.2 }] };

  it('of an open mesh are touched from the front alone, unless both are asked for', () => {
    for (const sides of ['front', 'both'] as const) {
      const world = worldOn({ ...sheet, sides });
      const above = world.createBody({ ...ball, position: [0.1, 1, 0.1] });
      const below = world.createBody({ ...ball, position: [0.7, -1, 0.1], velocity: [0, 6, 0] });
      let highest = -1;
      for (let step = 0; step < 80; step++) {
        world.step(DT);
        highest = Math.max(highest, below.position[1]);
      }
      expect(above.position[1]).toBeCloseTo(0.2, 3);
      if (sides === 'front') expect(highest).toBeGreaterThan(0.7);
      else expect(highest).toBeLessThan(-0.199);
    }
  });

  it('of a heightfield: what is below is ground, and is brought up from however deep', () => {
    const world = worldOn(heightsOf(21, 21, [0.5, 0.5], bumpy));
    const bodies = [
      world.createBody({ ...ball, position: [0.3, -3, 0.4] }),
      world.createBody({ shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }], position: [-2, -5, 1] }),
    ];
    for (let step = 0; step < 300; step++) world.step(DT);
    for (const body of bodies) {
      const [x, y, z] = body.position;
      expect(y).toBeGreaterThan(bumpy(x, z));
    }
  });

  it('of a heightfield with both sides: it is a sheet, and nothing is pulled up', () => {
    const world = worldOn({ ...heightsOf(21, 21, [0.5, 0.5], bumpy), sides: 'both' });
    const body = world.createBody({ ...ball, position: [0.3, -3, 0.4] });
    for (let step = 0; step < 30; step++) world.step(DT);
    expect(body.position[1]).toBeLessThan(-3);
  });
});

describe('a fast body', () => {
  it('comes down on the small triangle it will be over, not into it', () => {
    const world = worldOn(heightsOf(401, 21, [0.05, 0.2], () => 0));
    const ball = world.createBody({
      position: [-9, 0.35, 0.03],
      shapes: [{ kind: 'sphere', radius: 0.3 }],
      velocity: [25, -4, 0],
    });
    let lowest = 1;
    for (let step = 0; step < 40; step++) {
      world.step(DT);
      lowest = Math.min(lowest, ball.position[1]);
    }
    expect(lowest).toBeGreaterThan(0.3 - 1e-6);
  });
});

describe('many bodies on a bumpy ground', () => {
  it.each(Object.keys(METHODS) as MethodName[])('stay above it by %s, and the same steps give the same hash', (method) => {
    const run = (): World => {
      const world = worldOn(heightsOf(31, 31, [0.5, 0.5], bumpy), method);
      const shapes: ShapeDescriptor[] = [
        { kind: 'box', size: [0.7, 0.5, 0.9] },
        { kind: 'sphere', radius: 0.35 },
        { kind: 'capsule', radius: 0.25, length: 0.6 },
        { kind: 'cylinder', radius: 0.3, height: 0.6 },
        {
          kind: 'hull',
          points: [
            [-0.4, -0.3, -0.3],
            [0.4, -0.3, -0.35],
            [0, -0.3, 0.5],
            [0, 0.4, 0],
          ],
        },
      ];
      shapes.forEach((shape, i) => {
        world.createBody({ position: [1.5 * i - 3, 1.3, 0.4 * i], shapes: [shape], angularVelocity: [0.3 * i, 0.2, 1] });
      });
      for (let step = 0; step < 60; step++) world.step(DT);
      return world;
    };
    const world = run();
    for (const {
      position: [x, y, z],
      kind,
    } of world.bodies()) {
      if (kind !== 'fixed') expect(y).toBeGreaterThan(bumpy(x, z));
    }
    expect(run().hash()).toBe(world.hash());
  });
});
