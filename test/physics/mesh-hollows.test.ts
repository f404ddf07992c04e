// Bodies of every shape in the hollows of concave meshes: grooves, a corner of three walls, a funnel, a hole. Each wall that a twin of plain geometry finds
// within reach has its contact, names last, and bodies come to rest.

import { describe, expect, it } from 'vitest';
import type { MeshDescriptor, ShapeDescriptor } from '../../src/index.js';
import { World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { cross, dot, length, normalize, normalizeQuat, scale, subtract } from '../../src/math/vector.js';
import { icosphere, prism, sponge, turned, withoutBox } from './hollow-meshes.js';

const DT = 0.01;
const SIZE = 3;

/** A block with a groove along z whose walls make the angle `degrees`, and whose bottom is at the origin. */
function groove(degrees: number): MeshDescriptor {
  const slope = 1 / Math.tan((degrees * Math.PI) / 360);
  const [wide, high] = slope > 1.5 ? [1.5 / slope, 1.5] : [1, slope];
  return prism(
    [
      [-2, -1],
      [2, -1],
      [2, high],
      [wide, high],
      [0, 0],
      [-wide, high],
      [-2, high],
    ],
    SIZE,
    [0, -0.5],
  );
}

const HOLLOWS: Record<string, MeshDescriptor> = {
  'groove of 60 degrees': groove(60),
  'groove of 90 degrees': groove(90),
  'groove of 120 degrees': groove(120),
  'groove of 150 degrees': groove(150),
  corner: withoutBox([-1, -1, -1], [2, 2, 2], [-1, 0, -1], [1, 2, 1]),
  funnel: turned(
    [
      [0, 0],
      [1.2, 1.2],
      [1.5, 1.2],
      [1.5, -0.4],
      [0, -0.4],
    ],
    16,
  ),
  hole: withoutBox([-1, -0.8, -1], [1, 0.8, 1], [-0.31, 0, -0.31], [0.31, 0.8, 0.31]),
};
/** Where bodies are dropped from, above the origin by default. */
const ABOVE: Record<string, Vec3> = { corner: [0.68, 0.75, 0.69] };

const cone: Vec3[] = [[0, -0.35, 0], ...Array.from({ length: 12 }, (_, k) => around(0.3, 0.25, k / 12))];
function around(radius: number, y: number, share: number): Vec3 {
  return [radius * Math.cos(2 * Math.PI * share), y, radius * Math.sin(2 * Math.PI * share)];
}

const LYING = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
const SHAPES: Record<string, ShapeDescriptor> = {
  ball: { kind: 'sphere', radius: 0.3 },
  capsule: { kind: 'capsule', radius: 0.2, length: 0.3 },
  'lying capsule': { kind: 'capsule', radius: 0.2, length: 0.3, orientation: LYING },
  cylinder: { kind: 'cylinder', radius: 0.25, height: 0.5 },
  'lying cylinder': { kind: 'cylinder', radius: 0.25, height: 0.5, orientation: LYING },
  cone: { kind: 'hull', points: cone },
  box: { kind: 'box', size: [0.5, 0.4, 0.45] },
  'mesh of a box': { kind: 'mesh', mesh: 'box' },
  'mesh of a ball': { kind: 'mesh', mesh: 'ball' },
};
const MESHES: Record<string, MeshDescriptor> = {
  box: { ...withoutBox([-0.25, -0.2, -0.225], [0.25, 0.2, 0.225]), error: 0.6 / 96 },
  ball: { ...icosphere(0.3, 1), error: 0.6 / 96 },
};

function drop(hollow: string, shape: string) {
  const world = new World({ settings: { events: 'off' } });
  world.createMaterial('default', { friction: 0.3, restitution: 0 });
  world.createMesh('hollow', { ...HOLLOWS[hollow], error: SIZE / 96 });
  for (const [name, mesh] of Object.entries(MESHES)) world.createMesh(name, mesh);
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'hollow' }] });
  const [x, y, z] = ABOVE[hollow] ?? [0, 0.75, 0];
  const body = world.createBody({ shapes: [SHAPES[shape]], position: [x + 0.013, y, z + 0.021], density: 1000 });
  return { world, body };
}

const namesOf = (world: World) =>
  contactsOf(world)
    .map(({ feature }) => feature)
    .sort((p, q) => p - q);
const contactsOf = (world: World) => [...world.graph.edges()].flatMap(({ contacts }) => contacts);
const speedOf = (body: { velocity: Readonly<Vec3>; angularVelocity: Readonly<Vec3> }) =>
  length(body.velocity) + 0.3 * length(body.angularVelocity);

/** Lets a shape fall into a hollow, and expects it to come to rest there. */
function expectRest(hollow: string, shape: string): void {
  const { world, body } = drop(hollow, shape);
  let step = 0;
  for (let still = 0; still < 30 && step < 700; step++) {
    world.step(DT);
    still = speedOf(body) < 2e-3 ? still + 1 : 0;
  }
  expect(step).toBeLessThan(700);
  expect(world.measurePenetration()).toBeLessThan(1e-3);
  const names = namesOf(world);
  for (let i = 0; i < 5; i++) world.step(DT);
  expect(namesOf(world)).toEqual(names);
}

describe.each(Object.keys(HOLLOWS))('in a %s', (hollow) => {
  it.each(Object.keys(SHAPES))('a %s comes to rest, and keeps its contacts and their names', (shape) =>
    expectRest(hollow, shape),
  );
});

interface Wall {
  normal: Vec3;
  distance: number;
}

/** Local minima of the distance from a point to a mesh by looking at every triangle: feet inside triangles, which all walls of these hollows have. */
function wallsAbout({ vertices, triangles }: MeshDescriptor, p: Vec3, reach: number): Wall[] {
  const walls: Wall[] = [];
  const at = (i: number): Vec3 => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [at(triangles[t]), at(triangles[t + 1]), at(triangles[t + 2])];
    const area = cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0]));
    const normal = scale(area, 1 / length(area));
    const distance = dot(subtract(p, corners[0]), normal);
    if (distance < 0 || distance > reach) continue;
    const isOver = corners.every((corner, i) => {
      const side = subtract(corners[(i + 1) % 3], corner);
      return dot(cross(side, subtract(p, corner)), normal) >= -1e-9;
    });
    if (isOver && walls.every((wall) => dot(wall.normal, normal) < 0.9999)) walls.push({ normal, distance });
  }
  return walls;
}

describe('a ball', () => {
  // A funnel of 16 walls has more than a ball needs.
  it.each(Object.keys(HOLLOWS).filter((name) => name !== 'funnel'))(
    'at rest in a %s has one contact for each wall that is near',
    (hollow) => {
      const { world, body } = drop(hollow, 'ball');
      for (let step = 0; step < 400; step++) world.step(DT);
      // The envelope: 1 % of the half thickness of the thinner of the two.
      const walls = wallsAbout(HOLLOWS[hollow], body.position as Vec3, 0.3 + 0.0015);
      const contacts = contactsOf(world);
      expect(walls.length).toBeGreaterThan(1);
      for (const { normal, distance } of walls) {
        const its = contacts.filter((contact) => Math.abs(dot(contact.normal as Vec3, normal)) > 0.9999);
        expect(its.length).toBe(1);
        expect(its[0].gap).toBeCloseTo(distance - 0.3, 9);
      }
    },
  );

  it('rolls along a groove on two contacts that keep their names', () => {
    const { world, body } = drop('groove of 90 degrees', 'ball');
    for (let step = 0; step < 100; step++) world.step(DT);
    body.velocity = [0, 0, 0.5];
    const names = namesOf(world);
    expect(names.length).toBe(2);
    for (let step = 0; step < 100; step++) {
      world.step(DT);
      expect(namesOf(world)).toEqual(names);
    }
    expect(body.position[2]).toBeGreaterThan(0.2);
  });
});

describe('sponges that overlap by half, without gravity', () => {
  it('come apart but for few, and none gains energy', () => {
    const random = new Random(3);
    const number = () => random.uniform(-1, 1);
    let stuck = 0;
    for (let i = 0; i < 3; i++) {
      const world = new World({ settings: { gravity: [0, 0, 0], events: 'off' } });
      world.createMesh('sponge', { ...sponge(), error: 0.012 });
      const shapes: ShapeDescriptor[] = [{ kind: 'mesh', mesh: 'sponge' }];
      const position = scale(normalize([number(), number(), number()]), 0.5);
      world.createBody({ shapes, density: 1000 });
      world.createBody({
        shapes,
        density: 1000,
        position,
        orientation: normalizeQuat([number(), number(), number(), number()] as Quat),
      });
      for (let step = 0; step < 400; step++) {
        world.step(DT);
        expect(world.kineticEnergy()).toBeLessThan(1e-3);
      }
      if (world.measurePenetration() > 0.02) stuck++;
    }
    expect(stuck).toBeLessThanOrEqual(1);
  });
});
