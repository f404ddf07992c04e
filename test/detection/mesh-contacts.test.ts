// Shapes of kind mesh through detection: their contacts, each with its own normal, from the narrow phase to the solvers.

import { describe, expect, it } from 'vitest';
import type { BodyDescriptor, ContactView, MethodName, Settings } from '../../src/index.js';
import { axisAngle, METHODS, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { length } from '../../src/math/vector.js';
import { DEFAULT_METHOD } from '../../src/methods.js';
import { boxMesh, grooveMesh } from '../shapes/mesh-samples.js';

const G = 9.81;
const DT = 0.01;
const CUBE = { kind: 'mesh', mesh: 'cube' } as const;
const BOX = { kind: 'box', size: [1, 1, 1] } as const;

/** A world with a cube, a long bar and a groove of 45 degrees, on the ground unless told otherwise. */
function makeWorld(settings: Partial<Settings> = {}, method = DEFAULT_METHOD, hasGround = true): World {
  const world = new World({ stepper: METHODS[method], settings });
  world.createMesh('cube', boxMesh());
  world.createMesh('bar', boxMesh(4, 0.2, 0.2));
  world.createMesh('groove', grooveMesh());
  if (hasGround) world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  return world;
}

function contactsOf(world: World): ContactView[] {
  return [...world.graph.edges()].flatMap((edge) => edge.contacts);
}

function smallest(contacts: readonly ContactView[]): number {
  return Math.min(...contacts.map(({ gap }) => gap));
}

describe('a cube as a mesh on the ground', () => {
  it('has the gaps of the box of the same size, however it lies', () => {
    const random = new Random(5);
    const still = { gravity: [0, 0, 0] } as const;
    for (let round = 0; round < 20; round++) {
      const tilt = round % 2 === 0 ? 0.004 : 0.5;
      const orientation = axisAngle([random.uniform(-1, 1), 0, random.uniform(-1, 1)], random.uniform(0, tilt));
      const worlds = [BOX, CUBE].map((shape) => {
        const world = makeWorld(still);
        const body = world.createBody({ shapes: [shape], orientation });
        const lowest = Math.min(...corners(body.orientation));
        body.position = [0, random.uniform(0, 0.004) * (shape === BOX ? 1 : 0) - lowest, 0];
        return { world, body };
      });
      worlds[1].body.position = worlds[0].body.position;
      const [box, mesh] = worlds.map(({ world }) => {
        world.step(DT);
        return contactsOf(world);
      });
      expect(mesh.length).toBeGreaterThan(0);
      expect(smallest(mesh)).toBeCloseTo(smallest(box), 4);
      for (const { gap, normal, point } of mesh) {
        expect(normal[1]).toBeCloseTo(1, 4);
        // The point is half way between the surfaces.
        expect(point[1]).toBeCloseTo(gap / 2, 4);
      }
      // Wherever the box has a corner near the ground, the mesh has a contact.
      for (const corner of box) expect(Math.min(...mesh.map(({ point }) => distance(point, corner.point)))).toBeLessThan(0.05);
    }
  });

  it.each(Object.keys(METHODS) as MethodName[])('comes to rest after a fall, and carries its weight (%s)', (method) => {
    const world = makeWorld({}, method);
    const body = world.createBody({ position: [0, 0.82, 0], shapes: [CUBE], density: 100 });
    for (let i = 0; i < 150; i++) world.step(DT);
    expect(body.position[1]).toBeGreaterThan(0.498);
    expect(body.position[1]).toBeLessThan(0.502);
    // A box trembles as much by method isp.
    expect(world.kineticEnergy()).toBeLessThan(1e-4);
    expect(world.measurePenetration()).toBeLessThan(2e-3);
    if (!body.isFrozen) {
      const carried = contactsOf(world).reduce((sum, { normalImpulse }) => sum + normalImpulse, 0);
      expect(carried / (100 * G * DT)).toBeCloseTo(1, 2);
    }
    expect(world.graph.edgeBetween(world.find('ground') as never, body)?.state).not.toBe('separated');
  });

  it('keeps the names of its contacts, and their loads, while it slides', () => {
    const world = makeWorld({}, 'ncp');
    world.createMaterial('default', { friction: 0.1 });
    world.createBody({ position: [0, 0.5, 0], velocity: [3, 0, 1], shapes: [CUBE] });
    for (let i = 0; i < 5; i++) world.step(DT);
    const names = contactsOf(world).map(({ feature }) => feature);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(3);
    for (let i = 0; i < 20; i++) {
      world.step(DT);
      expect(contactsOf(world).map(({ feature }) => feature)).toEqual(names);
    }
    // From what it carried, the solver is at the solution at once.
    world.set('ncp.iterations', 1);
    world.step(DT);
    const carried = contactsOf(world).reduce((sum, { normalImpulse }) => sum + normalImpulse, 0);
    expect(carried / (1000 * G * DT)).toBeCloseTo(1, 2);
  });

  it('makes a problem that can be looked at', () => {
    const world = makeWorld();
    world.createBody({ position: [0, 0.5, 0], shapes: [CUBE] });
    world.step(DT);
    const hash = world.hash();
    const problems = world.contactProblems(DT);
    expect(problems).toHaveLength(1);
    expect(problems[0].b.length).toBe(3 * contactsOf(world).length);
    expect(world.hash()).toBe(hash);
  });
});

describe('a contact budget', () => {
  const lying = (settings: Partial<Settings> = {}): World => {
    const world = makeWorld(settings);
    world.createMaterial('fur', {});
    world.createBody({ position: [0, 0.5, 0], shapes: [{ ...CUBE, material: 'fur' }] });
    world.step(DT);
    return world;
  };

  it('is that of the world, from the next step on', () => {
    const world = lying({ 'mesh.maxContacts': 3 });
    expect(contactsOf(world)).toHaveLength(3);
    world.set('mesh.maxContacts', 2);
    world.step(DT);
    expect(contactsOf(world)).toHaveLength(2);
  });

  it('is that of two materials where they have one', () => {
    const world = lying();
    expect(contactsOf(world).length).toBeGreaterThan(3);
    world.setMaterialPair('default', 'fur', { budget: { contacts: 1 } });
    world.step(DT);
    expect(contactsOf(world)).toHaveLength(1);
    world.setMaterialPair('fur', 'default', { budget: { nodes: 1000 } });
    world.step(DT);
    expect(contactsOf(world).length).toBeGreaterThan(3);
  });
});

describe('normals of one pair of shapes', () => {
  const LEAN = axisAngle([0, 0, 1], Math.PI / 4);
  const CASES = (Object.keys(METHODS) as MethodName[]).flatMap((method) => [
    [method, 'auto'] as const,
    ...(method === 'gsp' || method === 'ncp' ? [[method, 'reference'] as const] : []),
  ]);

  // Without friction each side of a right-angled groove carries the weight over the root of two.
  it.each(CASES)('differ: a cube lies in a groove (%s, kernel %s)', (method, kernel) => {
    const world = makeWorld({ kernel, 'impulsive.freezing': 'off' }, method, false);
    world.createMaterial('default', { friction: 0 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'groove' }] });
    const cube = world.createBody({ position: [0, Math.SQRT1_2, 0], orientation: LEAN, shapes: [CUBE], density: 1 });
    for (let i = 0; i < 100; i++) world.step(DT);
    expect(length([cube.position[0], cube.position[1] - Math.SQRT1_2, cube.position[2]])).toBeLessThan(0.01);
    const carried = [0, 0];
    for (const { normal, normalImpulse } of contactsOf(world)) {
      expect(Math.abs(normal[0])).toBeCloseTo(Math.SQRT1_2, 2);
      carried[normal[0] < 0 ? 0 : 1] += normalImpulse;
    }
    expect(carried[0] / (G * DT)).toBeCloseTo(Math.SQRT1_2, 2);
    expect(carried[1] / (G * DT)).toBeCloseTo(Math.SQRT1_2, 2);
  });
});

describe('contacts ahead of time', () => {
  it('stop what falls at the surface', () => {
    const world = makeWorld();
    const cube = world.createBody({ position: [0, 1.1, 0], velocity: [0, -20, 0], shapes: [CUBE] });
    let lowest = 1;
    for (let i = 0; i < 30; i++) {
      world.step(DT);
      lowest = Math.min(lowest, cube.position[1]);
    }
    expect(lowest).toBeGreaterThan(0.499);
    expect(cube.position[1]).toBeLessThan(0.502);
  });

  it('see what turns, and not only what moves', () => {
    // The end of the bar comes down at 20 m/s, its centre stays where it is; the other half swings free.
    const world = makeWorld({ gravity: [0, 0, 0] }, DEFAULT_METHOD, false);
    world.createBody({ kind: 'fixed', position: [1.8, -0.25, 0], shapes: [{ kind: 'box', size: [0.4, 0.2, 2] }] });
    const bar = world.createBody({ shapes: [{ kind: 'mesh', mesh: 'bar' }], angularVelocity: [0, 0, -10] });
    let deepest = 0;
    for (let i = 0; i < 20; i++) {
      world.step(DT);
      deepest = Math.max(deepest, world.measurePenetration());
    }
    expect(deepest).toBeLessThan(0.01);
    // A rod whose end is stopped keeps a quarter of its spin: I / (I + m d^2) with I = m l^2 / 12, d = l / 2.
    expect(bar.angularVelocity[2]).toBeGreaterThan(-3.5);
    expect(bar.angularVelocity[2]).toBeLessThan(-2);
  });

  it('let pass what only passes', () => {
    // Two cubes fly past each other, two millimetres apart.
    const world = makeWorld({ gravity: [0, 0, 0] }, DEFAULT_METHOD, false);
    const left = world.createBody({ position: [-2, 0.501, 0], velocity: [20, 0, 0], shapes: [CUBE] });
    const right = world.createBody({ position: [2, -0.501, 0], velocity: [-20, 0, 0], shapes: [CUBE] });
    for (let i = 0; i < 40; i++) world.step(DT);
    expect(left.velocity).toEqual([20, 0, 0]);
    expect(right.velocity).toEqual([-20, 0, 0]);
  });
});

describe('a trigger of a mesh', () => {
  const inGroove: readonly [string, BodyDescriptor, boolean][] = [
    ['a ball in the groove', { position: [0, 0.8, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] }, false],
    ['a ball in the wall', { position: [1.3, 0.3, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] }, true],
    ['a ball deep inside', { position: [0, -0.5, 0], shapes: [{ kind: 'sphere', radius: 0.05 }] }, true],
    ['a small mesh deep inside', { position: [1.5, -0.4, 0], shapes: [{ kind: 'mesh', mesh: 'small' }] }, true],
    ['a small mesh in the groove', { position: [0, 0.6, 0], shapes: [{ kind: 'mesh', mesh: 'small' }] }, false],
  ];
  it.each(inGroove)('sees %s as it should', (_, body, isInside) => {
    const world = makeWorld({ gravity: [0, 0, 0] }, DEFAULT_METHOD, false);
    world.createMesh('small', boxMesh(0.1, 0.1, 0.1));
    const trigger = world.createTrigger({ name: 'gate', shapes: [{ kind: 'mesh', mesh: 'groove' }] });
    const visitor = world.createBody(body);
    world.step(DT);
    expect(world.graph.edgeBetween(trigger, visitor)?.state ?? 'separated').toBe(isInside ? 'penetrating' : 'separated');
    expect(world.graph.edgeBetween(trigger, visitor)?.contacts ?? []).toEqual([]);
  });

  it('raises events as bodies come and go', () => {
    const world = makeWorld({ gravity: [0, 0, 0] }, DEFAULT_METHOD, false);
    world.createTrigger({ name: 'gate', shapes: [CUBE] });
    world.createBody({ name: 'ball', position: [-2, 0, 0], velocity: [10, 0, 0], shapes: [{ kind: 'sphere', radius: 0.1 }] });
    const seen: string[] = [];
    for (let i = 0; i < 40; i++) {
      world.step(DT);
      for (const { kind } of world.events.take()) seen.push(kind);
    }
    expect(seen).toContain('in-trigger');
    expect(seen).toContain('out-trigger');
  });
});

describe('coherence', () => {
  function tumble(world: World): void {
    const random = new Random(2);
    for (let i = 0; i < 4; i++) {
      const orientation = axisAngle([random.uniform(-1, 1), random.uniform(-1, 1), 1], random.uniform(0, 3));
      world.createBody({ position: [1.8 * i, 1, 0], orientation, shapes: [CUBE] });
    }
  }

  it('skips what lies still', () => {
    const world = makeWorld();
    world.createBody({ position: [0, 0.5, 0], shapes: [CUBE] });
    for (let i = 0; i < 20; i++) world.step(DT);
    expect(world.report.narrowPhaseTests).toBe(0);
    expect(contactsOf(world).length).toBeGreaterThan(0);
  });

  it('bit for bit, is as good as looking always', () => {
    const worlds = (['exact', 'off'] as const).map((coherence) => makeWorld({ 'detection.coherence': coherence }));
    for (const world of worlds) tumble(world);
    for (let i = 0; i < 120; i++) {
      for (const world of worlds) world.step(DT);
      const [exact, always] = worlds.map((world) =>
        [...world.bodies()].flatMap((body) => [...body.position, ...body.orientation]),
      );
      expect(exact).toEqual(always);
    }
  });

  it('is not needed to go back and do the same again', () => {
    const world = makeWorld();
    tumble(world);
    for (let step = 0; step < 60; step++) {
      const before = world.snapshot();
      world.step(DT);
      const hash = world.hash();
      world.step(DT);
      world.restore(before);
      world.step(DT);
      expect(world.hash()).toBe(hash);
    }
  });

  it('restores only where the meshes are the same', () => {
    const world = makeWorld();
    tumble(world);
    for (let i = 0; i < 10; i++) world.step(DT);
    const snapshot = world.snapshot();
    const twin = makeWorld();
    twin.restore(snapshot);
    expect(twin.hash()).toBe(world.hash());
    for (let i = 0; i < 10; i++) {
      world.step(DT);
      twin.step(DT);
    }
    expect(twin.hash()).toBe(world.hash());

    const other = new World();
    other.createMesh('cube', boxMesh(1, 1, 2));
    const hash = other.hash();
    expect(() => other.restore(snapshot)).toThrow('snapshot has the mesh "cube", but this world has no such mesh in its place.');
    expect(other.hash()).toBe(hash);
  });
});

/** Heights of the corners of a unit cube about the origin [m]. */
function corners([x, y, z, w]: readonly number[]): number[] {
  const row = [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)];
  return Array.from({ length: 8 }, (_, i) => row.reduce((sum, r, k) => sum + (i & (1 << k) ? 0.5 : -0.5) * r, 0));
}

function distance(p: Readonly<Vec3>, q: Readonly<Vec3>): number {
  return length([p[0] - q[0], p[1] - q[1], p[2] - q[2]]);
}
