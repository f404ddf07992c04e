// Rolling and spinning friction by closed forms: a torque of up to c_r N resists rolling, one of up to c_s N spinning about the normal.

import { describe, expect, it } from 'vitest';
import { type Body, METHODS, type Vec3, World } from '../../src/index.js';
import type { MethodName } from '../../src/methods.js';

const DT = 1 / 100;
const G = 10;
const R = 0.5;
const C = 0.01;
const ABLE = ['gsp', 'ncp', 'vsp', 'isp', 'substeps'] as const satisfies MethodName[];
const BALL = { kind: 'sphere', radius: R } as const;

function ground(method: MethodName, angle = 0, settings: ConstructorParameters<typeof World>[0] = {}): World {
  const world = new World({ ...settings, stepper: METHODS[method], settings: { gravity: [0, -G, 0], ...settings.settings } });
  world.createMaterial('felt', { friction: 0.8, rollingFriction: C, spinningFriction: 2 * C });
  world.createBody({
    kind: 'fixed',
    name: 'ground',
    orientation: [0, 0, Math.sin(-angle / 2), Math.cos(angle / 2)],
    shapes: [{ kind: 'half-space' }],
    material: 'felt',
  });
  return world;
}
const onSlope = (angle: number): Vec3 => [R * Math.sin(angle), R * Math.cos(angle), 0];
function run(world: World, seconds: number, check?: () => void): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT);
    check?.();
  }
}
const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((x, i) => x - b[i]));
const roll = (body: Body): number => body.velocity[0];

describe('what rolls is slowed by c_r g / R over 1 + I / (m R^2)', () => {
  const capsule = (() => {
    const [rod, caps] = [Math.PI * R * R, (4 / 3) * Math.PI * R ** 3];
    return (0.5 * rod + 0.4 * caps) / (rod + caps);
  })();
  const shapes = [
    ['ball', BALL, 0.4],
    ['cylinder', { kind: 'cylinder', radius: R, height: 1 }, 0.5],
    ['capsule', { kind: 'capsule', radius: R, length: 1 }, capsule],
  ] as const;
  it.each(ABLE.flatMap((method) => shapes.map((shape) => [method, ...shape] as const)))('%s: %s', (method, _, shape, inertia) => {
    const world = ground(method);
    const body = world.createBody({
      position: [0, R, 0],
      orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      velocity: [1, 0, 0],
      angularVelocity: [0, 0, -1 / R],
      shapes: [shape],
      material: 'felt',
    });
    const a = ((C / R) * G) / (1 + inertia);
    run(world, 1);
    expect(Math.abs(roll(body) - (1 - a))).toBeLessThan(1e-4 * a);
    expect(body.angularVelocity[2]).toBeCloseTo(-roll(body) / R, 4);
    // v^2 / 2a, and a step at the most.
    run(world, 1 / a);
    expect(Math.abs(body.position[0] - 1 / (2 * a))).toBeLessThan(0.02 / a);
    expect(Math.abs(roll(body))).toBeLessThan(method === 'gsp' ? 1e-300 : 1e-8);
  });
});

describe('a slope of atan(c_r / R)', () => {
  it.each([0.1, 0.5, 0.95])('of which a ball lies on %s: it stays to the bit by gsp', (share) => {
    const angle = Math.atan((share * C) / R);
    for (const kernel of ['auto', 'reference'] as const) {
      const world = ground('gsp', angle, { settings: { kernel } });
      const body = world.createBody({ position: onSlope(angle), shapes: [BALL], material: 'felt' });
      const { position, orientation } = body;
      run(world, 2);
      expect([body.position, body.orientation]).toEqual([position, orientation]);
    }
  });

  it.each(ABLE)('%s: a ball on half of it creeps by less than 0.5 mm in a second', (method) => {
    const angle = Math.atan((0.5 * C) / R);
    const world = ground(method, angle);
    const body = world.createBody({ position: onSlope(angle), shapes: [BALL], material: 'felt' });
    run(world, 1);
    expect(distance(body.position, onSlope(angle))).toBeLessThan(5e-4);
  });

  it.each(ABLE)('%s: on three times of it a ball rolls by 5/7 g (sin - c_r / R cos)', (method) => {
    const angle = Math.atan((3 * C) / R);
    const world = ground(method, angle);
    const body = world.createBody({ position: onSlope(angle), shapes: [BALL], material: 'felt' });
    const a = (5 / 7) * G * (Math.sin(angle) - (C / R) * Math.cos(angle));
    run(world, 1);
    expect(Math.hypot(...body.velocity)).toBeCloseTo(a, 3);
  });

  it('carries a ball that sleeps there', () => {
    const angle = Math.atan((0.5 * C) / R);
    const world = ground('gsp', angle, { settings: { 'sleeping.enabled': 'on' } });
    const body = world.createBody({ position: onSlope(angle), shapes: [BALL], material: 'felt' });
    const { position } = body;
    run(world, 3);
    expect(body.sleep.asleep).toBe(true);
    expect(body.position).toEqual(position);
    world.createMaterial('felt', { friction: 0.8 });
    run(world, 1);
    expect(distance(body.position, position)).toBeGreaterThan(0.01);
  });
});

it.each(ABLE)('%s: a ball that spins about the normal stops after w I / (c_s m g)', (method) => {
  const world = ground(method);
  const body = world.createBody({ position: [0, R, 0], angularVelocity: [0, 4, 0], shapes: [BALL], material: 'felt' });
  const a = (2 * C * G) / (0.4 * R * R);
  run(world, 1);
  expect(body.angularVelocity[1]).toBeCloseTo(4 - a, 8);
  run(world, 4 / a);
  expect(body.angularVelocity[1]).toBe(0);
});

it.each(['gsp', 'ncp', 'substeps'] as const)(
  '%s: a cart of four wheels is slowed by c_r M g / R over M + 4 I / R^2',
  (method) => {
    const world = ground(method);
    const shared = { velocity: [1, 0, 0] as Vec3 };
    const cart = world.createBody({ ...shared, position: [0, R, 0], mass: 10, shapes: [{ kind: 'box', size: [2, 0.2, 0.6] }] });
    for (const [x, z] of [
      [-0.8, -0.9],
      [-0.8, 0.9],
      [0.8, -0.9],
      [0.8, 0.9],
    ]) {
      const wheel = { position: [x, R, z] as Vec3, angularVelocity: [0, 0, -1 / R] as Vec3, mass: 1, material: 'felt' };
      const bodyB = world.createBody({ ...shared, ...wheel, shapes: [BALL] });
      world.createJoint({ kind: 'revolute', bodyA: cart, bodyB, anchor: [x, R, z], axis: [0, 0, 1] });
    }
    const a = ((C / R) * 14 * G) / (14 + 4 * 0.4);
    run(world, 1);
    expect(Math.abs(roll(cart) - (1 - a))).toBeLessThan(1e-4 * a);
  },
);

describe('torques', () => {
  it.each(ABLE)('%s: are in the balance of angular momentum, and contacts show them', (method) => {
    const world = ground(method);
    const body = world.createBody({
      position: [0, R, 0],
      velocity: [1, 0, 0.5],
      angularVelocity: [0, 3, -2],
      mass: 2,
      shapes: [BALL],
      material: 'felt',
    });
    const inertia = 0.4 * 2 * R * R;
    for (let i = 0; i < 20; i++) {
      const [before, [x, y, z]] = [body.angularVelocity, body.centerOfMass];
      world.step(DT);
      const sum = [0, 0, 0];
      for (const { contacts } of world.graph.edgesOf(body)) {
        for (const { point, impulseOnB, torqueOnB } of contacts) {
          const r = [point[0] - x, point[1] - y, point[2] - z];
          for (let j = 0; j < 3; j++) {
            const [k, l] = [(j + 1) % 3, (j + 2) % 3];
            sum[j] += r[k] * impulseOnB[l] - r[l] * impulseOnB[k] + torqueOnB[j];
          }
        }
      }
      // Substeps and layers push at a point that travels within the step.
      const digits = method === 'gsp' || method === 'ncp' ? 12 : 2;
      for (let j = 0; j < 3; j++) expect(inertia * (body.angularVelocity[j] - before[j])).toBeCloseTo(sum[j], digits);
    }
  });

  it.each(ABLE)('%s: add no energy to a heap of balls and capsules', (method) => {
    const world = ground(method);
    const bodies = Array.from({ length: 6 }, (_, i) =>
      world.createBody({
        position: [0.3 * (i % 2), R + 1.1 * i, 0.2 * (i % 3)],
        angularVelocity: [i, -2 * i, 3],
        shapes: [i % 2 === 0 ? BALL : { kind: 'capsule', radius: R, length: 0.6 }],
        material: 'felt',
      }),
    );
    const energy = (): number => world.kineticEnergy() + world.potentialEnergy();
    const first = energy();
    run(world, 2);
    expect(energy()).toBeLessThan(first);
    expect(bodies.every(({ position }) => position[1] > 0)).toBe(true);
  });

  it('of nothing change no bit', () => {
    const hashes = [{}, { rollingFriction: 0, spinningFriction: 0 }].map((own) => {
      const world = new World();
      world.createMaterial('own', { friction: 0.6, ...own });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }], material: 'own' });
      for (let i = 0; i < 4; i++) world.createBody({ position: [0.1 * i, 1 + i, 0], shapes: [BALL], material: 'own' });
      run(world, 1);
      return world.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  it.each(ABLE)('%s: are the same where a hook gives them, and when time is gone back', (method) => {
    const make = (byHook: boolean): World => {
      const world = new World({ stepper: METHODS[method] });
      world.createMaterial('own', { friction: 0.6, ...(byHook ? {} : { rollingFriction: C, spinningFriction: C }) });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }], material: 'own' });
      for (let i = 0; i < 3; i++) {
        const motion = { velocity: [1, 0, 0] as Vec3, angularVelocity: [0, 3, 1] as Vec3 };
        world.createBody({ ...motion, position: [1.2 * i, R, 0], shapes: [BALL], material: 'own' });
      }
      if (byHook)
        world.hookContacts((pair) => {
          pair.rollingFriction = C;
          pair.spinningFriction = C;
        });
      return world;
    };
    const [byMaterial, byHook] = [make(false), make(true)];
    for (const world of [byMaterial, byHook]) run(world, 0.3);
    const snapshot = byHook.snapshot();
    for (const world of [byMaterial, byHook]) run(world, 0.3);
    const hash = byHook.hash();
    expect(hash).toBe(byMaterial.hash());
    byHook.restore(snapshot);
    run(byHook, 0.3);
    expect(byHook.hash()).toBe(hash);
  });
});

describe('bad input', () => {
  it('is refused by a sentence, and changes nothing', () => {
    const world = new World();
    for (const field of ['rollingFriction', 'spinningFriction'] as const) {
      for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY, '1'] as number[]) {
        expect(() => world.createMaterial('felt', { [field]: value })).toThrow(field);
        expect(() => world.setMaterialPair('default', 'default', { [field]: value })).toThrow(field);
      }
    }
    expect(() => world.setMaterialPair('default', 'felt', { rollingFriction: 1 })).toThrow('felt');
  });

  it('is a method that does not know them', () => {
    const world = new World({ stepper: METHODS.impulsive });
    const sentence = 'The method of this world is "impulsive", which knows no rolling and spinning friction';
    expect(() => world.createMaterial('felt', { rollingFriction: C })).toThrow(sentence);
    expect(() => world.setMaterialPair('default', 'default', { spinningFriction: C })).toThrow(sentence);
    world.createMaterial('felt', { rollingFriction: 0 });
  });
});
