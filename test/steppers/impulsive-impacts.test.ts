// The impulsive suite where things hit, overlap or are about to move: no step adds energy, contacts show what they did, nothing is
// thrown, and what is not at rest is not frozen.

import { describe, expect, it, vi } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { boxMesh } from '../../scenes/meshes/box.js';
import { jackMesh } from '../../scenes/meshes/jack.js';
import { ringMesh } from '../../scenes/meshes/tubes.js';
import type { Body, MeshDescriptor, Settings, ShapeDescriptor } from '../../src/index.js';
import { axisAngle, METHODS, Random, Simulation, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, length, normalizeQuat, scale, subtract } from '../../src/math/vector.js';
import { angularMomentum, corners, linearMomentum, spinOfBody } from '../physics/laboratory.js';

vi.setConfig({ testTimeout: 120_000 });

const G = 9.81;
const CUBE: ShapeDescriptor = { kind: 'box', size: [1, 1, 1] };
const BALL: ShapeDescriptor = { kind: 'sphere', radius: 0.5 };
const STEPS = [1 / 60, 1 / 100, 1 / 240];

function makeWorld(friction: number, restitution: number, settings: Partial<Settings> = {}): World {
  const world = new World({ stepper: METHODS.impulsive, settings });
  world.createMaterial('default', { friction, restitution });
  return world;
}

const energyOf = (world: World): number => world.kineticEnergy() + world.potentialEnergy();

/** The largest gain of energy in a step, of the energy at the beginning [1]. */
function largestGain(world: World, steps: number, dt: number): number {
  const start = Math.abs(energyOf(world));
  let before = energyOf(world);
  let gain = 0;
  for (let i = 0; i < steps; i++) {
    world.step(dt);
    gain = Math.max(gain, (energyOf(world) - before) / start);
    before = energyOf(world);
  }
  return gain;
}

/** What the contacts of a body did to it in the last step [N s]. */
function impulseOn(world: World, body: Body): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (const { a, contacts } of world.graph.edgesOf(body)) {
    for (const { impulseOnA, impulseOnB } of contacts) sum = add(sum, a === body.id ? impulseOnA : impulseOnB);
  }
  return sum;
}

describe('no step adds energy', () => {
  it.each([[[1, 0.1, 1]], [[10, 0.01, 10]], [[1, 0.1, 10]], [[10, 1, 0.1, 10]], [[5.7, 0.33, 9.46, 1.42]]])(
    'to a row of touching balls of %j kg',
    (masses) => {
      for (const restitution of [1, 0.7, 0.5]) {
        const world = makeWorld(0, restitution, { gravity: [0, 0, 0] });
        masses.forEach((mass, i) => {
          world.createBody({ shapes: [BALL], mass, position: [i === 0 ? -0.001 : i, 0, 0], velocity: [i === 0 ? 5 : 0, 0, 0] });
        });
        const start = world.kineticEnergy();
        for (let i = 0; i < 4; i++) world.step(1 / 30);
        if (restitution === 1) expect(world.kineticEnergy() / start).toBeCloseTo(1, 6);
        else expect(world.kineticEnergy() / start).toBeLessThan(1);
      }
    },
  );

  it('where contacts have different coefficients', () => {
    const world = makeWorld(0, 0, { gravity: [0, 0, 0] });
    const names = [1, 0, 1, 0.5].map((restitution, i) => {
      world.createMaterial(`m${i}`, { friction: 0.5, restitution });
      return `m${i}`;
    });
    for (let i = 0; i < 4; i++)
      for (let k = 0; k < i; k++) world.setMaterialPair(names[i], names[k], { restitution: ((i + k) % 3) / 2 });
    const random = new Random(5);
    for (let i = 0; i < 16; i++) {
      const position: Vec3 = [i % 4, Math.floor(i / 4), 0.1 * random.uniform(-1, 1)];
      const velocity: Vec3 = [random.uniform(-3, 3), random.uniform(-3, 3), 0];
      world.createBody({ shapes: [BALL], mass: 10 ** random.uniform(0, 3), position, velocity, material: names[i % 4] });
    }
    expect(largestGain(world, 30, 1 / 60)).toBeLessThan(1e-9);
  });

  it.each([0.3, 0.6, 0.9])('to cubes of 100 and 1 kg struck from above, e = %d', (restitution) => {
    const world = makeWorld(0.4, restitution);
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const masses = [100, 1, 100, 1, 100];
    masses.forEach((mass, i) => {
      world.createBody({ shapes: [CUBE], mass, position: [0, 0.5 + i, 0] });
    });
    world.createBody({ shapes: [CUBE], mass: 100, position: [0, 8, 0] });
    expect(largestGain(world, 150, 1 / 60)).toBeLessThan(1e-9);
  });
});

describe('random clusters in free space', () => {
  const MESHES: Record<string, MeshDescriptor> = {
    cube: { ...boxMesh([0.8, 0.8, 0.8], 2), error: 0.02 },
    ring: { ...ringMesh(0.4, 0.3), error: 0.02 },
    jack: { ...jackMesh(1), error: 0.02 },
  };
  /** Those that turn about any axis alike: no step of theirs has an error of its own. */
  const EVEN: ShapeDescriptor[] = [BALL, { kind: 'box', size: [0.8, 0.8, 0.8] }, { kind: 'mesh', mesh: 'cube' }];
  const ALL: ShapeDescriptor[] = [
    ...EVEN,
    { kind: 'box', size: [1, 0.6, 0.8] },
    { kind: 'capsule', radius: 0.3, length: 0.8 },
    { kind: 'cylinder', radius: 0.4, height: 0.9 },
    { kind: 'hull', points: [...corners([1, 0.6, 1]), [0, 0.8, 0]] },
    { kind: 'mesh', mesh: 'ring' },
    { kind: 'mesh', mesh: 'jack' },
  ];

  function makeCluster(seed: number, shapes: ShapeDescriptor[], settings: Partial<Settings>): World {
    const random = new Random(seed);
    const world = makeWorld([0, 0.3, 1][seed % 3], [0, 0.3, 0.7, 1][seed % 4], { gravity: [0, 0, 0], ...settings });
    for (const [name, mesh] of Object.entries(MESHES)) world.createMesh(name, mesh);
    const any = (size: number): Vec3 => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
    for (let i = 0; i < 12; i++) {
      const at: Vec3 = [1.4 * (i % 2) - 0.7, 1.4 * (Math.floor(i / 2) % 3) - 1.4, 1.4 * Math.floor(i / 6) - 0.7];
      world.createBody({
        shapes: [shapes[Math.floor(random.uniform(0, 1) * shapes.length) % shapes.length]],
        mass: 10 ** random.uniform(0, 3),
        position: add(add(at, any(0.05)), [10, 5, -3]),
        orientation: normalizeQuat([...any(1), 1]),
        velocity: add(add(scale(at, -2), any(1)), [0.5, 0.2, 0.1]),
        angularVelocity: any(3),
      });
    }
    // Inertia tensors are those of the pose from the first step on.
    world.step(1e-9);
    return world;
  }

  /** Of all bodies, by how much their momenta change at most in a step, and their energy grows: relative to the sums of sizes [1]. */
  function worstStep(
    world: World,
    steps: number,
    dt: number,
  ): { linear: number; angular: number; gain: number; bounces: number } {
    const worst = { linear: 0, angular: 0, gain: 0, bounces: 0 };
    const start = world.kineticEnergy();
    for (let i = 0; i < steps; i++) {
      const [momentum, spin, energy] = [linearMomentum(world), angularMomentum(world), world.kineticEnergy()];
      world.step(dt);
      let [sizes, turns] = [0, 0];
      for (const body of world.bodies()) {
        const p = scale(body.velocity, body.mass);
        sizes += length(p);
        turns += length(spinOfBody(body)) + length(cross(body.centerOfMass, p));
      }
      worst.linear = Math.max(worst.linear, length(subtract(linearMomentum(world), momentum)) / sizes);
      worst.angular = Math.max(worst.angular, length(subtract(angularMomentum(world), spin)) / turns);
      worst.gain = Math.max(worst.gain, (world.kineticEnergy() - energy) / start);
      worst.bounces += world.report.impulsive.bounces;
    }
    return worst;
  }

  const seeds = Array.from({ length: 12 }, (_, i) => i + 1);

  it.each(seeds)('keep momentum and angular momentum and gain no energy, along their velocities: cluster %i', (seed) => {
    const settings: Partial<Settings> = {
      // The last look displaces bodies that would pass each other: test/physics/clusters.test.ts has what that costs.
      'detection.continuous': 0,
      'impulsive.position': 'plain',
      'impulsive.formula': seed % 2 === 0 ? 'friction-after' : 'friction-within',
      'impulsive.lift': seed % 5 === 0 ? 'removed' : 'as-published',
    };
    const dt = STEPS[seed % 3];
    const even = worstStep(makeCluster(seed, EVEN, settings), Math.round(0.4 / dt), dt);
    expect(even.bounces).toBeGreaterThan(3);
    expect(even.linear).toBeLessThan(1e-12);
    expect(even.angular).toBeLessThan(1e-12);
    expect(even.gain).toBeLessThan(1e-9);
    const all = worstStep(makeCluster(seed, ALL, settings), Math.round(0.4 / dt), dt);
    expect(all.bounces).toBeGreaterThan(3);
    expect(all.linear).toBeLessThan(1e-12);
    expect(all.angular).toBeLessThan(1e-12);
    // Free rotation by itself keeps energy to second order in the step.
    expect(all.gain).toBeLessThan(2e-5);
  });

  it.each(seeds.slice(0, 4))('and nearly so where positions are mended, which displaces bodies that move: cluster %i', (seed) => {
    const dt = STEPS[seed % 3];
    const { linear, angular, gain } = worstStep(makeCluster(seed, EVEN, {}), Math.round(0.4 / dt), dt);
    expect(linear).toBeLessThan(1e-12);
    expect(angular).toBeLessThan(1e-3);
    expect(gain).toBeLessThan(1e-9);
  });
});

describe('an impact', () => {
  it.each(STEPS)('is where the surfaces touch: e = 0.5 from 1 m rises to 0.25 m, dt = %d', (dt) => {
    for (const height of [0.9, 0.95, 1.03]) {
      const world = makeWorld(0.5, 0.5);
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.1 }], position: [0, height + 0.1, 0] });
      let [top, speed] = [0, 0];
      for (let i = 0; i < 2 / dt && !(speed > 0 && ball.velocity[1] <= 0); i++) {
        speed = ball.velocity[1];
        world.step(dt);
        if (speed > 0) top = Math.max(top, ball.position[1] - 0.1);
      }
      expect(Math.abs(top / height - 0.25)).toBeLessThan(0.005);
    }
  });

  it.each([1, 2, 4, 8])('of a cue ball at %d m/s breaks a rack of 15', (speed) => {
    const world = makeWorld(0.05, 0.95, { gravity: [0, 0, 0] });
    const r = 0.0286;
    const shapes: ShapeDescriptor[] = [{ kind: 'sphere', radius: r }];
    const cue = world.createBody({ shapes, mass: 0.17, position: [-0.5, 0, 0.003], velocity: [speed, 0, 0] });
    const rack: Body[] = [];
    for (let row = 0; row < 5; row++) {
      for (let i = 0; i <= row; i++) {
        const position: Vec3 = [row * r * Math.sqrt(3) * 1.0005, 0, (i - row / 2) * 2 * r * 1.0005];
        rack.push(world.createBody({ shapes, mass: 0.17, position }));
      }
    }
    const dt = 1 / 60;
    for (let i = 0; i < 1.2 / speed / dt; i++) world.step(dt);
    expect(cue.velocity[0]).toBeLessThan(0.2 * speed);
    expect(rack.filter(({ velocity }) => length(velocity) > 0.05 * speed).length).toBeGreaterThanOrEqual(5);
    expect(world.kineticEnergy()).toBeLessThan(0.5 * 0.17 * speed * speed);
  });

  it('shows its impulse on the contact, and sums to what the body gained', () => {
    const world = makeWorld(0, 1, { gravity: [0, 0, 0] });
    world.createBody({ shapes: [BALL], mass: 1, velocity: [4, 0, 0] });
    const struck = world.createBody({ shapes: [BALL], mass: 1, position: [1.5, 0, 0] });
    let sum = 0;
    for (let i = 0; i < 30; i++) {
      world.step(1 / 60);
      sum += impulseOn(world, struck)[0];
    }
    expect(struck.velocity[0]).toBeCloseTo(4, 9);
    expect(sum).toBeCloseTo(4, 9);
  });

  it('and rest, and slides: step by step a body gains what its contacts and gravity give', () => {
    const world = makeWorld(0.3, 0.4);
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const bodies = [0, 1, 2].map((i) =>
      world.createBody({ shapes: [CUBE], mass: 1 + 9 * i, position: [0.1 * i, 0.6 + 1.2 * i, 0], velocity: [3 - 3 * i, 0, 0.5] }),
    );
    const dt = 1 / 60;
    for (let i = 0; i < 60; i++) {
      const before = bodies.map(({ velocity }) => velocity);
      world.step(dt);
      bodies.forEach((body, k) => {
        if (body.isFrozen) return;
        const gained = scale(subtract(body.velocity, before[k]), body.mass);
        const given = add(impulseOn(world, body), [0, -G * body.mass * dt, 0]);
        expect(length(subtract(gained, given))).toBeLessThan(1e-9 * body.mass);
      });
    }
  });

  it('a lift that accelerates at 2 m/s^2 presses with g + 2', () => {
    const world = makeWorld(0.3, 0);
    world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [4, 0.2, 4] }],
      position: [0, -0.1, 0],
      motion: {
        kind: 'function',
        pose: (t, position) => {
          position[1] += t * t;
        },
      },
    });
    const box = world.createBody({ shapes: [CUBE], mass: 10, position: [0, 0.5, 0] });
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    world.step(1 / 60);
    expect(60 * impulseOn(world, box)[1]).toBeCloseTo(10 * (G + 2), 6);
  });
});

describe('positions', () => {
  /** A block 1 x 0.5 x 1 m with a square hole through it; `half` is half the width of the hole [m]. */
  function lockMesh(half: number): MeshDescriptor {
    const vertices: number[] = [];
    for (const y of [0, 1])
      for (const h of [0.5, half])
        for (const [x, z] of [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ])
          vertices.push(h * x, y, h * z);
    const triangles: number[] = [];
    const quad = (a: number, b: number, c: number, d: number): void => {
      triangles.push(a, b, c, a, c, d);
    };
    for (let i = 0; i < 4; i++) {
      const k = (i + 1) % 4;
      quad(i, i + 8, k + 8, k); // outer wall
      quad(i + 4, k + 4, k + 12, i + 12); // inner wall
      quad(i, k, k + 4, i + 4); // below
      quad(i + 8, i + 12, k + 12, k + 8); // above
    }
    return { vertices, triangles, error: 0.01 };
  }

  it.each([0.002, 0.01])('keep a peg in the hole of a mesh with %d m of play, at rest and pushed', (play) => {
    const world = makeWorld(0.2, 0);
    world.createMesh('lock', lockMesh(0.2 + play));
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'lock' }] });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }], position: [0, -0.5, 0] });
    const peg = world.createBody({ shapes: [{ kind: 'box', size: [0.4, 1.5, 0.4] }], position: [0, 0.25, 0], mass: 300 });
    let far = 0;
    for (let i = 0; i < 120; i++) {
      if (i >= 40) peg.applyForce([3000, 0, 750]);
      world.step(0.01);
      far = Math.max(far, length(subtract(peg.position, [0, 0.25, 0])));
    }
    expect(far).toBeLessThan(0.05);
  });

  it('of overlapping meshes are not thrown: no farther in a step than they overlap, and without speed', () => {
    const meshes: Record<string, MeshDescriptor> = {
      cube: { ...boxMesh([1, 1, 1], 2), error: 0.02 },
      ring: { ...ringMesh(0.4, 0.3), error: 0.02 },
      jack: { ...jackMesh(1.2), error: 0.02 },
    };
    const names = Object.keys(meshes);
    const random = new Random(5);
    const any = (): number => random.uniform(-1, 1);
    for (let trial = 0; trial < 24; trial++) {
      const world = makeWorld(0.5, 0, { gravity: [0, 0, 0] });
      for (const name of names) world.createMesh(name, meshes[name]);
      const towards = scale(normalizeQuat([any(), any(), any(), 0]).slice(0, 3) as unknown as Vec3, 0.5);
      const orientation = normalizeQuat([any(), any(), any(), any()]);
      const first = world.createBody({ shapes: [{ kind: 'mesh', mesh: names[trial % 3] }] });
      const second = world.createBody({
        shapes: [{ kind: 'mesh', mesh: names[Math.floor(trial / 3) % 3] }],
        position: towards,
        orientation,
      });
      for (let i = 0; i < 30; i++) {
        const before = [first.position, second.position];
        world.step(0.01);
        [first, second].forEach(({ position, velocity }, k) => {
          expect(length(subtract(position, before[k]))).toBeLessThan(1);
          expect(length(velocity)).toBeLessThan(0.1);
        });
      }
      expect(length(subtract(second.position, first.position))).toBeLessThan(3);
    }
  });

  it('of a chain of 30 rings with a weight move without gain of energy, at 1/60 s', () => {
    const { world, dt } = new Simulation(SCENES['ring-chain'].make({ seed: 1, count: 30, weight: 1 }), {
      method: 'impulsive',
      dt: 1 / 60,
    });
    const start = energyOf(world);
    for (let i = 0; i < 40; i++) {
      world.step(dt);
      expect(energyOf(world) - start).toBeLessThan(1e-6 * start);
    }
  });
});

describe('what has not come to rest', () => {
  it('thaws where friction is taken away on a slope, by material or by pair, and slides', () => {
    for (const change of [
      (world: World) => world.createMaterial('box', { friction: 0 }),
      (world: World) => world.setMaterialPair('box', 'default', { friction: 0 }),
    ]) {
      const world = makeWorld(0.8, 0);
      world.createMaterial('box', { friction: 0.8 });
      const orientation = axisAngle([0, 0, 1], 0.4);
      world.createBody({ kind: 'fixed', orientation, shapes: [{ kind: 'half-space' }] });
      const box = world.createBody({
        shapes: [{ kind: 'box', size: [1, 0.2, 1] }],
        material: 'box',
        orientation,
        position: [-0.1 * Math.sin(0.4), 0.1 * Math.cos(0.4), 0],
      });
      for (let i = 0; i < 100; i++) world.step(0.01);
      expect(box.isFrozen).toBe(true);
      const from = box.position;
      change(world);
      for (let i = 0; i < 50; i++) world.step(0.01);
      const way = 0.5 * G * Math.sin(0.4) * 0.25;
      expect(Math.abs(length(subtract(box.position, from)) / way - 1)).toBeLessThan(0.03);
    }
  });

  it.each([1.003, 1.03, 1.1])('a box on a slope of %d times the angle at which it tips is not frozen, and tips', (over) => {
    for (const dt of STEPS) {
      const angle = Math.atan((over * 0.5) / 2);
      const world = makeWorld(2, 0);
      const orientation = axisAngle([0, 0, 1], angle);
      world.createBody({ kind: 'fixed', orientation, shapes: [{ kind: 'half-space' }] });
      const box = world.createBody({
        shapes: [{ kind: 'box', size: [0.5, 2, 0.5] }],
        orientation,
        position: [-Math.sin(angle), Math.cos(angle), 0],
      });
      for (let i = 0; i < 4 / dt && box.position[1] > 0.6; i++) world.step(dt);
      expect(box.position[1]).toBeLessThan(0.6);
    }
  });

  it.each([1e3, 1e5, 1e6])('boxes of 1 and %d kg in turn, leaning without friction, stay: what is solved is solved', (ratio) => {
    for (const lean of [0.02, 0.1]) {
      const world = makeWorld(0, 0, { 'impulsive.freezing': 'off' });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      const boxes = Array.from({ length: 8 }, (_, i) =>
        world.createBody({ shapes: [CUBE], mass: i % 2 === 0 ? 1 : ratio, position: [lean * i, 0.5 + i, 0] }),
      );
      for (let i = 0; i < 100; i++) {
        world.step(0.01);
        expect(world.report.residual).toBeLessThan(1e-8);
      }
      for (const box of boxes) expect(length(box.velocity)).toBeLessThan(1e-3);
    }
  });
});

describe('Collisions that the QP stops without any bounce', () => {
  it('leave contacts with the impulse that stopped the body, and what they bore before is not in it', () => {
    const dt = 0.01;
    const world = makeWorld(0.3, 0, { 'impulsive.bounces': 0, 'impulsive.freezing': 'off' });
    const ground = world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const ball = world.createBody({ shapes: [BALL], mass: 2, position: [0, 0.5, 0] });
    for (let i = 0; i < 20; i++) world.step(dt);
    ball.velocity = [0, -1, 0];
    world.step(dt);
    expect(world.report.impulsive.collisionQPs).toBe(1);
    let impulse = 0;
    for (const { contacts } of world.graph.edgesOf(ground)) for (const { normalImpulse } of contacts) impulse += normalImpulse;
    expect(impulse).toBeCloseTo(2 * (1 + G * dt), 9);
  });
});
