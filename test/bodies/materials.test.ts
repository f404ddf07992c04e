// What two materials do together: the geometric mean of frictions, the larger restitution, or what is said of the pair.

import { describe, expect, it } from 'vitest';
import type { World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { addGround, G, makeWorld, relativeError, run } from '../physics/laboratory.js';

const DT = 1 / 1000;
const SLAB = { kind: 'box', size: [1, 0.3, 1] } as const;

/** mu as seen by a slab of one material that slides on the ground of another. */
function measureFriction(world: World, slab: string, ground: string): number {
  addGround(world, ground);
  const body = world.createBody({ shapes: [SLAB], material: slab, position: [0, 0.15, 0], velocity: [3, 0, 3] });
  run(world, 0.1, DT);
  return (3 - body.velocity[0]) / (0.1 * (G / Math.SQRT2));
}

/** e as seen by a ball of one material that falls on the ground of another, without gravity. */
function measureRestitution(world: World, ball: string, ground: string): number {
  world.set('gravity', [0, 0, 0]);
  addGround(world, ground);
  const body = world.createBody({
    shapes: [{ kind: 'sphere', radius: 0.5 }],
    material: ball,
    position: [0, 0.6, 0],
    velocity: [0, -2, 0],
  });
  run(world, 0.2, DT);
  return body.velocity[1] / 2;
}

function withMaterials(): World {
  const world = makeWorld();
  world.createMaterial('ice', { friction: 0.02, restitution: 0.1 });
  world.createMaterial('rubber', { friction: 0.8, restitution: 0.7 });
  return world;
}

describe('friction of a pair', () => {
  it('is the geometric mean', () => {
    expect(relativeError(measureFriction(withMaterials(), 'ice', 'rubber'), Math.sqrt(0.02 * 0.8))).toBeLessThan(1e-6);
    expect(relativeError(measureFriction(withMaterials(), 'rubber', 'rubber'), 0.8)).toBeLessThan(1e-6);
    expect(relativeError(measureFriction(withMaterials(), 'default', 'rubber'), Math.sqrt(0.5 * 0.8))).toBeLessThan(1e-6);
  });

  it('is that of the pair where one is given, whichever is named first', () => {
    for (const [a, b] of [
      ['ice', 'rubber'],
      ['rubber', 'ice'],
    ]) {
      const world = withMaterials();
      world.setMaterialPair(a, b, { friction: 0.3 });
      expect(relativeError(measureFriction(world, 'ice', 'rubber'), 0.3)).toBeLessThan(1e-6);
    }
  });

  it('may be zero', () => {
    const world = withMaterials();
    world.setMaterialPair('ice', 'rubber', { friction: 0 });
    expect(measureFriction(world, 'rubber', 'ice')).toBe(0);
  });

  it('follows a material that is changed, at once and for bodies there are already', () => {
    const world = withMaterials();
    addGround(world, 'ice');
    const body = world.createBody({ shapes: [SLAB], material: 'ice', position: [0, 0.15, 0], velocity: [3, 0, 0] });
    run(world, 0.1, DT);
    world.createMaterial('ice', { friction: 0.4 });
    const before = body.velocity[0];
    run(world, 0.1, DT);
    expect(relativeError(before - body.velocity[0], 0.4 * G * 0.1)).toBeLessThan(1e-6);
  });
});

describe('restitution of a pair', () => {
  it('is the larger', () => {
    expect(Math.abs(measureRestitution(withMaterials(), 'ice', 'rubber') - 0.7)).toBeLessThan(1e-12);
    expect(Math.abs(measureRestitution(withMaterials(), 'ice', 'default') - 0.1)).toBeLessThan(1e-12);
  });

  it('is that of the pair where one is given; what is not given of it keeps its rule', () => {
    const world = withMaterials();
    world.setMaterialPair('rubber', 'ice', { restitution: 0.25 });
    expect(Math.abs(measureRestitution(world, 'ice', 'rubber') - 0.25)).toBeLessThan(1e-12);
    const other = withMaterials();
    other.setMaterialPair('rubber', 'ice', { restitution: 0.25 });
    expect(relativeError(measureFriction(other, 'ice', 'rubber'), Math.sqrt(0.02 * 0.8))).toBeLessThan(1e-6);
  });
});

describe('the material of a shape', () => {
  it('goes before that of its body', () => {
    const world = withMaterials();
    addGround(world, 'rubber');
    const body = world.createBody({
      shapes: [{ ...SLAB, material: 'rubber' }],
      material: 'ice',
      position: [0, 0.15, 0],
      velocity: [3, 0, 0],
    });
    run(world, 0.1, DT);
    expect(relativeError(3 - body.velocity[0], 0.8 * G * 0.1)).toBeLessThan(1e-6);
  });
});

describe('many materials', () => {
  /** What the table must hold, pair by pair. */
  function expected(
    descriptors: { friction: number; restitution: number }[],
    overrides: Map<string, number>,
    i: number,
    j: number,
  ) {
    const [a, b] = [descriptors[i], descriptors[j]];
    const override = overrides.get(`${Math.min(i, j)},${Math.max(i, j)}`);
    return [override ?? Math.sqrt(a.friction * b.friction), Math.max(a.restitution, b.restitution)];
  }

  it('are the same pair by pair, whatever was made or changed in which order', () => {
    const random = new Random(5);
    const { materials } = makeWorld().store;
    const descriptors = [{ friction: 0.5, restitution: 0 }];
    const overrides = new Map<string, number>();
    for (let round = 0; round < 300; round++) {
      const count = descriptors.length;
      const at = random.uniform(0, 1) < 0.3 ? count : Math.floor(random.uniform(0, count));
      descriptors[at] = { friction: random.uniform(0, 1), restitution: random.uniform(0, 1) < 0.9 ? 0 : random.uniform(0, 1) };
      materials.define(at === 0 ? 'default' : `m${at}`, descriptors[at]);
      const [i, j] = [0, 1].map(() => Math.floor(random.uniform(0, descriptors.length)));
      const friction = random.uniform(0, 1);
      overrides.set(`${Math.min(i, j)},${Math.max(i, j)}`, friction);
      materials.override(materials.nameOf(i), materials.nameOf(j), { friction });
      expect(materials.areBouncy).toBe(descriptors.some(({ restitution }) => restitution > 0));
    }
    for (let i = 0; i < descriptors.length; i++) {
      for (let j = 0; j < descriptors.length; j++) {
        const at = i * materials.stride + j;
        expect([materials.friction[at], materials.restitution[at]]).toEqual(expected(descriptors, overrides, i, j));
      }
    }
  });

  it('are made in time that goes with their pairs, up to a limit that is named', () => {
    const world = makeWorld();
    for (let i = 1; i < 1024; i++) world.createMaterial(`m${i}`, { friction: 0.3 });
    const before = world.hash();
    expect(() => world.createMaterial('more', {})).toThrow('The material "more" is one too many: a world has at most 1024.');
    expect(world.hash()).toBe(before);
    world.createMaterial('m7', { friction: 0.4 });
    expect(() => world.createBody({ shapes: [SLAB], material: 'none' })).toThrow(/"m19" and 1004 more\.$/);
  });
});
