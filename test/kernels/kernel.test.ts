// The compiled kernel against its f64 reference: the same manifolds in the same order, so that what differs is rounding.

import { describe, expect, it } from 'vitest';
import type { BodyDescriptor, Settings, ShapeDescriptor } from '../../src/index.js';
import { Random, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { normalizeQuat } from '../../src/math/vector.js';

const SHAPES: ShapeDescriptor[] = [
  { kind: 'box', size: [1, 0.6, 0.8] },
  { kind: 'sphere', radius: 0.5 },
  { kind: 'cylinder', radius: 0.4, height: 0.9 },
  { kind: 'capsule', radius: 0.3, length: 0.8 },
];

/** Bodies without gravity, so that nothing supports anything and the sweeps are all there is; packed so that most touch. */
function cluster(kernel: Settings['kernel'], seed: number, more: Partial<Settings> = {}): World {
  const world = new World({
    settings: {
      gravity: [0, 0, 0],
      kernel,
      'gsp.iterations': 12,
      'gsp.effort': 0,
      'gsp.tolerance': 0,
      'gsp.correctionIterations': 0,
      ...more,
    },
  });
  world.createMaterial('default', { friction: 0.4, restitution: 0 });
  const random = new Random(seed);
  const any = (size: number): Vec3 => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [3, 1, 3] }], position: [100, -1.2, 0] });
  for (let i = 0; i < 30; i++) {
    const body: BodyDescriptor = {
      shapes: [SHAPES[i % 4]],
      mass: 10 ** random.uniform(0, 2),
      // Far from the origin, where f32 would not even tell the bodies apart.
      position: [100 + 0.8 * (i % 3) + random.uniform(0, 0.1), 0.75 * Math.floor(i / 9), 0.8 * (Math.floor(i / 3) % 3)],
      orientation: normalizeQuat([...any(1), 1]),
      velocity: any(3),
      angularVelocity: any(3),
    };
    world.createBody(body);
  }
  return world;
}

function velocities(world: World): Float64Array {
  return world.store.nodes.columns.velocity.slice(0, 6 * world.store.nodes.size);
}

describe('the compiled kernel', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('does what its reference does to single precision (seed %i)', (seed) => {
    const compiled = cluster('compiled', seed);
    const reference = cluster('reference', seed);
    compiled.step(0.01);
    reference.step(0.01);
    expect(compiled.report.contacts).toBe(reference.report.contacts);
    expect(compiled.report.contacts).toBeGreaterThan(40);
    const a = velocities(compiled);
    const b = velocities(reference);
    let moved = 0;
    for (let i = 0; i < a.length; i++) {
      expect(Math.abs(a[i] - b[i])).toBeLessThan(1e-4 * (1 + Math.abs(b[i])));
      moved = Math.max(moved, Math.abs(b[i]));
    }
    expect(moved).toBeGreaterThan(1);
    // And the impulses that are shown.
    const shown = (world: World): number[] =>
      [...world.graph.edges()].flatMap(({ contacts }) => contacts.flatMap(({ impulseOnB }) => impulseOnB));
    const mine = shown(compiled);
    shown(reference).forEach((impulse, i) => {
      expect(Math.abs(impulse - mine[i])).toBeLessThan(1e-3 * (1 + Math.abs(impulse)));
    });
  });

  it('projects penetration as its reference does', () => {
    const settings = { 'gsp.correctionIterations': 4 };
    const compiled = cluster('compiled', 3, settings);
    const reference = cluster('reference', 3, settings);
    for (const world of [compiled, reference]) world.step(0.01);
    const { position: a } = compiled.store.nodes.columns;
    const { position: b } = reference.store.nodes.columns;
    for (let i = 0; i < 3 * compiled.store.nodes.size; i++) expect(Math.abs(a[i] - b[i])).toBeLessThan(1e-5);
  });

  it('keeps momentum to double precision, although it sweeps in single', () => {
    const world = cluster('compiled', 2);
    for (const body of world.bodies()) if (body.kind === 'fixed') world.remove(body);
    const momentum = (): Vec3 => {
      const sum: Vec3 = [0, 0, 0];
      for (const { mass, velocity } of world.bodies()) for (let k = 0; k < 3; k++) sum[k] += mass * velocity[k];
      return sum;
    };
    const before = momentum();
    let contacts = 0;
    for (let i = 0; i < 100; i++) {
      world.step(0.01);
      contacts += world.report.contacts;
    }
    expect(contacts).toBeGreaterThan(500);
    momentum().forEach((p, k) => {
      expect(Math.abs(p - before[k])).toBeLessThan(1e-10 * (1 + Math.abs(before[k])));
    });
  });

  it('gives the same bits every time', () => {
    const hashes = Array.from({ length: 2 }, () => {
      const world = cluster('compiled', 5);
      for (let i = 0; i < 50; i++) world.step(0.01);
      return world.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('is what auto means here', () => {
    const hashes = (['auto', 'compiled'] as const).map((kernel) => {
      const world = cluster(kernel, 5);
      for (let i = 0; i < 20; i++) world.step(0.01);
      return world.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('solves a body that touches more others than there are colours', () => {
    const run = (kernel: Settings['kernel']): World => {
      const world = new World({ settings: { kernel, gravity: [0, 0, 0], 'gsp.iterations': 5, 'gsp.tolerance': 0 } });
      world.createBody({ shapes: [{ kind: 'box', size: [12, 1, 12] }], position: [0, 0.5, 0], velocity: [0, 1, 0] });
      for (let i = 0; i < 100; i++) {
        const position: Vec3 = [1.1 * (i % 10) - 5, 1.5, 1.1 * Math.floor(i / 10) - 5];
        world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position, velocity: [0, -1, 0] });
      }
      world.step(0.01);
      return world;
    };
    const a = velocities(run('compiled'));
    const b = velocities(run('reference'));
    for (let i = 0; i < a.length; i++) expect(Math.abs(a[i] - b[i])).toBeLessThan(1e-4);
    expect(Math.max(...a.slice(6))).toBeGreaterThan(-0.9);
  });

  it('is refused by a name it does not have', () => {
    expect(() => new World({ settings: { kernel: 'simd' as never } })).toThrow(/settings\.kernel is "simd"/);
  });
});
