// Bodies at rest on meshes, and meshes at rest on everything else: a cow on its four hooves, shapes of every kind on a floor that is a mesh.

import { describe, expect, it } from 'vitest';
import { boxMesh } from '../../scenes/meshes/box.js';
import { cowMesh } from '../../scenes/meshes/cow.js';
import { scaleSurface } from '../../scenes/meshes/surface.js';
import type { Body, ContactView, ShapeDescriptor } from '../../src/index.js';
import { axisAngle, METHODS, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, distance, dot, rotate, scale } from '../../src/math/vector.js';
import { DEFAULT_METHOD } from '../../src/methods.js';
import { contactsBetween, corners } from './laboratory.js';

const DT = 0.01;
const COW = cowMesh();

function makeWorld(): World {
  return new World({ stepper: METHODS[DEFAULT_METHOD] });
}

type Ground = 'half-space' | 'box' | 'mesh';

/** A plane through the origin, turned by `orientation`: a half-space, or the upper face of a box or of a mesh of that size [m]. */
function addGround(world: World, kind: Ground, size: Vec3, orientation = axisAngle([0, 0, 1], 0)): Body {
  if (kind === 'half-space') return world.createBody({ kind: 'fixed', orientation, shapes: [{ kind }] });
  const position = rotate(orientation, [0, -size[1] / 2, 0]);
  if (kind === 'mesh') world.createMesh('floor', { ...boxMesh(size, 2), error: size[0] / 64 });
  const shape: ShapeDescriptor = kind === 'box' ? { kind, size } : { kind, mesh: 'floor' };
  return world.createBody({ kind: 'fixed', position, orientation, shapes: [shape] });
}

/** The four quarters of a cow seen from above that have a contact that carries: fore and hind, left and right. */
function loadedHooves(cow: Body, contacts: readonly ContactView[]): Set<string> {
  const forward = rotate(cow.orientation, [1, 0, 0]);
  const left = rotate(cow.orientation, [0, 0, 1]);
  const carrying = contacts.filter(({ normalImpulse }) => normalImpulse > 0.01 * cow.mass * 9.81 * DT);
  return new Set(
    carrying.map(({ point }) => {
      const arm = add(point, scale(cow.position, -1));
      return `${dot(arm, forward) > 0 ? 'fore' : 'hind'} ${dot(arm, left) > 0 ? 'left' : 'right'}`;
    }),
  );
}

describe('a cow stands on its four hooves for ten seconds', () => {
  const slope = Math.atan(0.35);
  it.each<[string, Ground, number, number]>([
    ['on a half-space', 'half-space', 1, 0],
    ['on a box', 'box', 1, 0],
    ['on a mesh', 'mesh', 1, 0],
    ['a tenth as large', 'half-space', 0.1, 0],
    ['ten times as large', 'half-space', 10, 0],
    ['on a slope that friction holds', 'half-space', 1, slope],
    ['on a slope that is a mesh', 'mesh', 1, slope],
  ])('%s', (_, kind, size, angle) => {
    const world = makeWorld();
    world.createMesh('cow', { ...scaleSurface(COW, size), error: 0.02 * size });
    const orientation = axisAngle([0, 0, 1], angle);
    const ground = addGround(world, kind, [8 * size, 2 * size, 8 * size], orientation);
    const cow = world.createBody({ orientation, shapes: [{ kind: 'mesh', mesh: 'cow' }], density: 1000 });
    const height = cow.centerOfMass[1];
    let most = 0;
    for (let step = 0; step < 1000; step++) {
      world.step(DT);
      most = Math.max(most, contactsBetween(world, ground, cow).length);
      // Potential energy: the cow's height above where the ground is below it.
      if (step % 10 === 9) expect(Math.abs(cow.centerOfMass[1] / height - 1)).toBeLessThan(1e-3);
    }
    expect(most).toBeLessThanOrEqual(16);
    const up = rotate(cow.orientation, [0, 1, 0]);
    expect(dot(up, rotate(orientation, [0, 1, 0]))).toBeGreaterThan(0.99999);
    expect(loadedHooves(cow, contactsBetween(world, ground, cow)).size).toBe(4);
    expect(distance(cow.position, [0, 0, 0])).toBeLessThan(2e-3 * size);
  });
});

describe('a floor that is a mesh carries as a half-space does', () => {
  const BODIES: Record<string, { shape: ShapeDescriptor; height: number; turn?: [Vec3, number] }> = {
    sphere: { shape: { kind: 'sphere', radius: 0.5 }, height: 0.5 },
    box: { shape: { kind: 'box', size: [1, 0.6, 0.8] }, height: 0.3 },
    'capsule lying': { shape: { kind: 'capsule', radius: 0.3, length: 1 }, height: 0.3, turn: [[0, 0, 1], Math.PI / 2] },
    'cylinder standing': { shape: { kind: 'cylinder', radius: 0.4, height: 1 }, height: 0.5 },
    'cylinder lying': { shape: { kind: 'cylinder', radius: 0.4, height: 1 }, height: 0.4, turn: [[0, 0, 1], Math.PI / 2] },
    hull: { shape: { kind: 'hull', points: [...corners([1, 0.5, 1]), [0, 0.7, 0]] }, height: 0.25 },
    mesh: { shape: { kind: 'mesh', mesh: 'block' }, height: 0.4 },
  };
  it.each(Object.entries(BODIES))('%s', (_, { shape, height, turn = [[0, 1, 0], 0.3] }) => {
    const [ends, rests] = (['half-space', 'mesh'] as const)
      .map((kind) => {
        const world = makeWorld();
        world.createMesh('block', { ...boxMesh([1.2, 0.8, 1], 2), error: 0.01 });
        addGround(world, kind, [6, 1, 6]);
        const body = world.createBody({ position: [0.3, height + 0.3, 0.2], orientation: axisAngle(...turn), shapes: [shape] });
        for (let step = 0; step < 250; step++) world.step(DT);
        return { y: body.position[1], kinetic: world.kineticEnergy() / (body.mass * 9.81 * 0.3) };
      })
      .reduce<[number[], number[]]>(
        ([ys, ks], { y, kinetic }) => [
          [...ys, y],
          [...ks, kinetic],
        ],
        [[], []],
      );
    for (const y of ends) expect(Math.abs(y - height)).toBeLessThan(2e-3);
    for (const kinetic of rests) expect(kinetic).toBeLessThan(1e-6);
  });

  it('and a mesh lies on a fixed box, and a box on a fixed mesh, at the same height', () => {
    const shapes: ShapeDescriptor[] = [
      { kind: 'mesh', mesh: 'cube' },
      { kind: 'box', size: [1, 1, 1] },
    ];
    for (const [lower, upper] of [shapes, [...shapes].reverse(), [shapes[0], shapes[0]]]) {
      const world = makeWorld();
      world.createMesh('cube', { ...boxMesh([1, 1, 1], 3), error: 0.01 });
      world.createBody({ kind: 'fixed', shapes: [lower] });
      // Nearly half of it is beside the lower one.
      const body = world.createBody({ position: [0.45, 1.1, 0], shapes: [upper] });
      for (let step = 0; step < 200; step++) world.step(DT);
      expect(Math.abs(body.position[1] - 1)).toBeLessThan(2e-3);
      expect(Math.abs(body.position[0] - 0.45)).toBeLessThan(1e-3);
      expect(world.kineticEnergy()).toBeLessThan(1e-4);
    }
  });
});

describe('a large flat face', () => {
  it('is carried at its corners, by as many contacts for 12 triangles as for 12,288', () => {
    const [few, many] = [1, 32].map((parts) => {
      const world = makeWorld();
      world.createMesh('box', boxMesh([1, 1, 1], parts));
      const ground = addGround(world, 'half-space', [0, 0, 0]);
      const box = world.createBody({ position: [0, 0.5, 0], shapes: [{ kind: 'mesh', mesh: 'box' }] });
      for (let step = 0; step < 20; step++) world.step(DT);
      return contactsBetween(world, ground, box);
    });
    expect(many.length).toBe(few.length);
    expect(few.length).toBeLessThanOrEqual(8);
    for (const contacts of [few, many]) {
      for (const corner of corners([1, 0, 1])) {
        expect(Math.min(...contacts.map(({ point }) => distance(point, corner)))).toBeLessThan(0.02);
      }
      for (const { normal, gap } of contacts) {
        expect(normal[1]).toBeCloseTo(1, 6);
        expect(Math.abs(gap)).toBeLessThan(1e-3);
      }
    }
  });
});
