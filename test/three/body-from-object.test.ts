// Bodies made of objects of three.js: exact shapes where there are, hulls, meshes and surfaces elsewhere; followers.

import {
  BoxGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  Object3D,
  PlaneGeometry,
  SphereGeometry,
  TetrahedronGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.js';
import { createBodyFrom, Followers } from '../../src/three/index.js';

const TETRAHEDRON = 8 / (9 * Math.sqrt(3));

describe('createBodyFrom', () => {
  it.each([
    [new BoxGeometry(1, 2, 3), [2, 2, 2], { kind: 'box', size: [2, 4, 6] }],
    [new SphereGeometry(0.5), [3, 3, 3], { kind: 'sphere', radius: 1.5 }],
    [new CapsuleGeometry(0.5, 2), [2, 2, 2], { kind: 'capsule', radius: 1, length: 4 }],
    [new CylinderGeometry(0.5, 0.5, 2), [2, 3, 2], { kind: 'cylinder', radius: 1, height: 6 }],
  ])('%o scaled by %o', (geometry, scale, expected) => {
    const mesh = new Mesh(geometry);
    mesh.scale.set(scale[0], scale[1], scale[2]);
    mesh.position.set(1, 2, 3);
    mesh.rotation.set(0.1, 0.2, 0.3);
    const body = createBodyFrom(new World(), mesh);
    const { kind, ...sizes } = expected;
    const shape = body.shapes[0];
    expect(shape.kind).toBe(kind);
    for (const [name, size] of Object.entries(sizes)) {
      const found = [shape[name as keyof typeof shape]].flat().map((x) => Math.round(1e12 * Number(x)) / 1e12);
      expect(found).toEqual([size].flat());
    }
    expect(body.position.map((x) => Math.round(1e12 * x) / 1e12)).toEqual([1, 2, 3]);
    body.orientation.forEach((x, k) => {
      expect(x).toBeCloseTo(mesh.quaternion.toArray()[k], 12);
    });
  });

  it('what is stretched out of its form becomes a hull of its volume', () => {
    const ball = new Mesh(new SphereGeometry(0.5, 24, 16));
    ball.scale.set(1, 2, 3);
    const body = createBodyFrom(new World(), ball, { density: 1000 });
    expect(body.shapes[0].kind).toBe('hull');
    // An ellipsoid, but for what the facets cut off.
    expect(body.mass / ((1000 * 4 * Math.PI * 6) / 3 / 8)).toBeGreaterThan(0.95);
  });

  it('a box sheared by its parents keeps its volume', () => {
    const parent = new Group();
    parent.scale.set(1, 3, 1);
    const box = new Mesh(new BoxGeometry(1, 1, 1));
    box.rotation.set(0, 0, 0.6);
    parent.add(box);
    const body = createBodyFrom(new World(), parent, { density: 1000 });
    expect(body.shapes[0].kind).toBe('hull');
    expect(body.mass).toBeCloseTo(3000, 6);
  });

  it('parts below an object become shapes of one body', () => {
    const hammer = new Group();
    hammer.position.set(0, 5, 0);
    hammer.scale.setScalar(2);
    const head = new Mesh(new BoxGeometry(1, 0.5, 0.5));
    head.position.set(0, 1, 0);
    hammer.add(head, new Mesh(new CylinderGeometry(0.1, 0.1, 1.5)));
    const world = new World();
    const body = createBodyFrom(world, hammer, { name: 'hammer', density: 500 });
    expect(body.shapes).toMatchObject([
      { kind: 'box', size: [2, 1, 1], position: [0, 2, 0] },
      { kind: 'cylinder', radius: 0.2, height: 3 },
    ]);
    expect(body.mass).toBeCloseTo(500 * (2 + 0.04 * Math.PI * 3), 6);
    expect(world.find('hammer')).toBe(body);
  });

  it.each([1, -1])('meshes keep their volume, mirrored ones too (%s)', (side) => {
    const world = new World();
    const mesh = new Mesh(new TetrahedronGeometry(1));
    mesh.scale.set(side, 1, 1);
    for (const form of ['hull', 'mesh'] as const) {
      expect(createBodyFrom(world, mesh, { form, density: 1000 }).mass / (1000 * TETRAHEDRON)).toBeCloseTo(1, 5);
    }
    // Names are not used twice.
    createBodyFrom(world, new Mesh(new TetrahedronGeometry(0.8)), { form: 'mesh' });
    expect(world.meshes.length).toBe(2);
  });

  it('a fixed plane is a surface, on which a cone comes to rest', () => {
    const world = new World();
    const floor = new Mesh(new PlaneGeometry(10, 10, 4, 4));
    floor.rotation.set(-Math.PI / 2, 0, 0);
    expect(createBodyFrom(world, floor, { kind: 'fixed' }).shapes[0].kind).toBe('surface');
    const cone = new Mesh(new ConeGeometry(0.5, 1, 24));
    cone.position.set(0.3, 0.6, 0.2);
    const body = createBodyFrom(world, cone);
    for (let i = 0; i < 100; i++) world.step(1 / 100);
    expect(body.position[1]).toBeCloseTo(0.5, 3);
  });

  it('refuses by a sentence, and changes nothing', () => {
    const world = new World();
    const before = world.hash();
    expect(() => createBodyFrom(world, new Group())).toThrow('must be a mesh or have meshes below it');
    expect(() => createBodyFrom(world, {} as Object3D)).toThrow('object is');
    expect(() => createBodyFrom(world, new Mesh(new TorusGeometry()), { form: 'surface' })).toThrow(
      "options.kind must be 'fixed'",
    );
    expect(() => createBodyFrom(world, new Mesh(new TorusGeometry()), { form: 'cube' as never })).toThrow(
      'options.form is "cube"',
    );
    expect(() => createBodyFrom(world, new Mesh(new TetrahedronGeometry(1)), { form: 'mesh', density: -1 })).toThrow(
      'density is -1',
    );
    expect(world.hash()).toBe(before);
    expect(world.meshes).toEqual([]);
  });
});

describe('Followers', () => {
  it('go where their bodies go, below any parent, until these are gone', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const body = world.createBody({ velocity: [1, 2, 3], angularVelocity: [0, 1, 0], shapes: [{ kind: 'sphere', radius: 1 }] });
    const parent = new Group();
    parent.position.set(5, 0, 0);
    parent.rotation.set(0.3, 0.4, 0.5);
    parent.scale.setScalar(2);
    const object = new Object3D();
    parent.add(object);
    const followers = new Followers();
    followers.add(body, object);
    for (let i = 0; i < 10; i++) world.step(0.1);
    followers.update(world);
    const at = object.getWorldPosition(new Vector3());
    expect(at.distanceTo(new Vector3(1, 2, 3))).toBeLessThan(1e-9);
    expect(followers.objectOf(body)).toBe(object);
    body.remove();
    followers.update(world);
    expect(followers.objectOf(body)).toBeUndefined();
  });
});
