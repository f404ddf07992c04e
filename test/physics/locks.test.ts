// Bodies with locked axes: they keep what is locked to the bit, and everything else moves as closed forms have it.

import { describe, expect, test } from 'vitest';
import { placedMass } from '../../src/bodies/composite.js';
import type { AxisLock, Body, BodyDescriptor, MethodName } from '../../src/index.js';
import { axisAngle, METHODS, SCHEDULERS, World } from '../../src/index.js';
import { multiplySym } from '../../src/math/symmetric.js';
import type { Vec3 } from '../../src/math/vector.js';

const ABLE: readonly MethodName[] = ['gsp', 'ncp', 'substeps', 'impulsive'];
const FLAT: readonly AxisLock[] = ['z', 'rx', 'ry'];
const TURNS: readonly AxisLock[] = ['rx', 'ry', 'rz'];
const G = 9.81;

const box = (x: number, y: number, z: number) => [{ kind: 'box', size: [x, y, z] }] as const;
const ball = (radius: number) => [{ kind: 'sphere', radius }] as const;

function worldOf(method: MethodName, gravity: Vec3 = [0, -G, 0], surface = {}): World {
  const world = new World({ stepper: METHODS[method], settings: { gravity } });
  world.createMaterial('default', { friction: 0.5, ...surface });
  return world;
}

function withGround(method: MethodName, gravity?: Vec3, surface?: object): World {
  const world = worldOf(method, gravity, surface);
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  return world;
}

function run(world: World, steps: number, dt = 1 / 60, each: () => void = () => {}): void {
  for (let i = 0; i < steps; i++) {
    world.step(dt);
    each();
  }
}

const energyOf = (world: World) => world.kineticEnergy() + world.potentialEnergy();

/** Angular momentum about a body's centre of mass [kg m^2/s]. */
function spinOf(world: World, body: Body): Vec3 {
  return multiplySym(placedMass(world.store.nodes.columns, body.row).inertia, body.angularVelocity);
}

describe.each(ABLE)('by %s', (method) => {
  test('a tall box that cannot turn slides down a slope by g (sin - mu cos), and keeps its orientation to the bit', () => {
    const [angle, mu] = [Math.PI / 5, 0.3];
    const world = withGround(method, [G * Math.sin(angle), -G * Math.cos(angle), 0], { friction: mu });
    const orientation = axisAngle([0, 1, 0], 0.3);
    const tall = world.createBody({ position: [0, 1, 0], orientation, shapes: box(0.2, 2, 0.2), locks: TURNS });
    const before = tall.orientation;
    run(world, 60);
    expect(tall.velocity[0]).toBeCloseTo(G * (Math.sin(angle) - mu * Math.cos(angle)), 9);
    expect(tall.orientation).toEqual(before);
    expect(tall.angularVelocity).toEqual([0, 0, 0]);
    expect(tall.position[1]).toBeCloseTo(1, 6);
  });

  test('an upright box that is pushed high does not tip, and friction holds it evenly', () => {
    const world = withGround(method);
    const tall = world.createBody({ position: [0, 1, 0], shapes: box(0.2, 2, 0.2), locks: ['rx', 'rz'] });
    run(world, 60, 1 / 60, () => tall.applyForce([0.2 * G * tall.mass, 0, 0], [tall.position[0], 1.9, 0.02]));
    expect(tall.orientation[0]).toBe(0);
    expect(tall.orientation[2]).toBe(0);
    expect(Math.hypot(...tall.velocity)).toBeLessThan(1e-9);
    expect(Math.abs(tall.position[0])).toBeLessThan(1e-3);
  });

  test('an impact answers by the effective mass 1 / (1 / m_b + n_x^2 / m_a)', () => {
    const world = worldOf(method, [0, 0, 0], { friction: 0, restitution: 1 });
    const n = [0.6, 0.8, 0];
    const slider = world.createBody({ shapes: ball(0.5), mass: 2, locks: ['y', 'z'] });
    const free = world.createBody({
      position: [1.2 * n[0], 1.2 * n[1], 0],
      velocity: [-3 * n[0], -3 * n[1], 0],
      shapes: ball(0.5),
      mass: 1,
    });
    run(world, 20);
    const impulse = (2 * 3) / (1 + (n[0] * n[0]) / 2);
    expect(slider.velocity[0]).toBeCloseTo((-impulse * n[0]) / 2, 9);
    expect(slider.velocity.slice(1)).toEqual([0, 0]);
    expect(free.velocity[0]).toBeCloseTo((impulse - 3) * n[0], 9);
    expect(free.velocity[1]).toBeCloseTo((impulse - 3) * n[1], 9);
    // Momentum along x is kept; along y the lock takes it up.
    expect(2 * slider.velocity[0] + free.velocity[0]).toBeCloseTo(-3 * n[0], 9);
    expect(slider.position.slice(1)).toEqual([0, 0]);
  });

  test('a fast ball moves what it hits along free axes alone, and does not pass it', () => {
    const world = worldOf(method, [0, 0, 0], { friction: 0, restitution: 0 });
    const plate = world.createBody({ shapes: box(0.05, 2, 2), mass: 1, locks: ['y', 'z', ...TURNS] });
    const bullet = world.createBody({ position: [-3, 0.3, 0.2], velocity: [400, 30, 0], shapes: ball(0.1), mass: 1 });
    run(world, 10);
    expect(plate.position.slice(1)).toEqual([0, 0]);
    expect(plate.orientation).toEqual([0, 0, 0, 1]);
    expect(plate.velocity[0]).toBeCloseTo(200, 6);
    expect(bullet.position[0]).toBeLessThan(plate.position[0]);
  });
});

describe.each(ABLE)('against what a script drives, by %s', (method) => {
  const drive = (world: World, from: Vec3, to: Vec3, seconds: number, shapes: BodyDescriptor['shapes']): Body => {
    const keyframes = [from, to].map((position, i) => ({ time: i * seconds, position }));
    return world.createBody({ kind: 'scripted', shapes, motion: { kind: 'keyframes', keyframes } });
  };
  const speedOf = (...bodies: Body[]) => Math.max(...bodies.map(({ velocity }) => Math.hypot(...velocity)));

  test('a blocked direction is that of a fixed body: it is passed, and what stands on it stands', () => {
    const world = withGround(method);
    const post = world.createBody({ position: [0, 0.5, 0], shapes: box(1, 1, 1), locks: ['x', 'y', 'z', ...TURNS] });
    const load = [0, 1].map((i) => world.createBody({ position: [0, 1.25 + 0.5 * i, 0], shapes: box(0.5, 0.5, 0.5) }));
    const driven = drive(world, [-2, 0.4, 0], [2, 0.4, 0], 4, box(0.5, 0.5, 0.5));
    run(world, 240, 1 / 60, () => expect(speedOf(post, ...load)).toBeLessThan(1e-4));
    expect(driven.position[0]).toBeCloseTo(2, 9);
    expect(post.position).toEqual([0, 0.5, 0]);
    load.forEach(({ position }, i) => {
      expect(Math.hypot(position[0], position[1] - 1.25 - 0.5 * i, position[2])).toBeLessThan(1e-4);
    });
  });

  test('what is pushed at an angle gives way along its free axis, and is not entered', () => {
    const world = worldOf(method, [0, 0, 0], { friction: 0 });
    const slider = world.createBody({ position: [0, 0.3, 0], shapes: ball(0.5), locks: ['x', 'z', ...TURNS] });
    const driven = drive(world, [-1.2, 0, 0], [1.2, 0, 0], 2.4, ball(0.5));
    let fastest = 0;
    run(world, 144, 1 / 60, () => {
      const apart = Math.hypot(driven.position[0] - slider.position[0], driven.position[1] - slider.position[1]);
      expect(apart).toBeGreaterThan(1 - 1e-3);
      fastest = Math.max(fastest, slider.velocity[1]);
    });
    // They touch first where the normal is (sqrt(1 - 0.3^2), 0.3): no push is steeper than that.
    expect(slider.position[0]).toBe(0);
    expect(fastest).toBeGreaterThan(2);
    expect(fastest).toBeLessThan(Math.sqrt(1 - 0.09) / 0.3 + 1e-9);
  });

  test('what is squeezed against a blocked body is pushed through it, and thrown nowhere', () => {
    const world = withGround(method);
    const post = world.createBody({ position: [0, 0.5, 0], shapes: box(0.4, 1, 1), locks: ['x', 'y', 'z', ...TURNS] });
    const squeezed = world.createBody({ position: [-0.6, 0.3, 0.02], shapes: ball(0.3) });
    drive(world, [-2, 0.5, 0], [-0.6, 0.5, 0], 1.4, box(1, 1, 1));
    run(world, 150, 1 / 60, () => expect(speedOf(squeezed)).toBeLessThan(1.5));
    expect(post.position).toEqual([0, 0.5, 0]);
    expect(squeezed.position[1]).toBeCloseTo(0.3, 2);
  });

  test('a link that is squeezed against a fixed body is thrown nowhere', () => {
    const world = withGround(method);
    world.createBody({ kind: 'fixed', position: [0, 0.5, 0], shapes: box(0.4, 1, 1) });
    const links = [0.3, 0.9].map((y, i) => world.createBody({ position: [-0.6, y, 0.02], shapes: ball(0.3 - 0.1 * i) }));
    world.createJoint({ kind: 'ball', bodyA: links[0], bodyB: links[1], anchor: [-0.6, 0.6, 0.02] });
    drive(world, [-2, 0.5, 0], [-0.6, 0.5, 0], 1.4, box(1, 1, 1));
    run(world, 150, 1 / 60, () => expect(speedOf(links[0])).toBeLessThan(4));
  });
});

// An island with locks is stepped alike by `gsp`, `ncp` and `impulsive`.
describe.each(['gsp', 'substeps'] as const)('by %s', (method) => {
  test('a stack in a plane rests, and what hovers carries a stack', () => {
    const world = withGround(method);
    const stack = [0, 1, 2].map((i) =>
      world.createBody({ position: [0.03 * (i % 2), 0.25 + 0.5 * i, 0.1 * i], shapes: box(0.5, 0.5, 0.5), locks: FLAT }),
    );
    const shelf = world.createBody({ position: [5, 3, 0], shapes: box(2, 0.2, 2), locks: ['x', 'y', 'z', ...TURNS] });
    const load = [0, 1].map((i) => world.createBody({ position: [5.6, 3.35 + 0.5 * i, 0], shapes: box(0.5, 0.5, 0.5) }));
    run(world, 40);
    const at = stack.map(({ position }) => position);
    run(world, 20);
    stack.forEach(({ position, orientation }, i) => {
      expect(position[2]).toBe(0.1 * i);
      expect(orientation.slice(0, 2)).toEqual([0, 0]);
      expect(position[1]).toBeCloseTo(0.25 + 0.5 * i, 4);
      expect(Math.abs(position[0] - at[i][0])).toBeLessThan(1e-6);
    });
    expect(shelf.position).toEqual([5, 3, 0]);
    expect(shelf.orientation).toEqual([0, 0, 0, 1]);
    for (const [i, { position }] of load.entries()) expect(position[1]).toBeCloseTo(3.35 + 0.5 * i, 3);
  });

  test('a chain in a plane, by joints and locks, keeps its energy and stays closed', () => {
    const world = worldOf(method);
    const links: Body[] = [];
    for (let i = 0; i < 3; i++) {
      const bodyB = world.createBody({ position: [0.5 + i, 0, 0], shapes: box(0.8, 0.1, 0.1), mask: 0, locks: FLAT });
      const bodyA = links.at(-1);
      world.createJoint({ kind: 'revolute', ...(bodyA && { bodyA }), bodyB, anchor: [i, 0, 0], axis: [0, 0, 1] });
      links.push(bodyB);
    }
    const energy = energyOf(world);
    run(world, 40, 1 / 60, () => expect(Math.abs(energyOf(world) - energy)).toBeLessThan(1e-6));
    expect(links.map(({ position }) => position[2])).toEqual([0, 0, 0]);
    expect(Math.hypot(links[0].position[0], links[0].position[1])).toBeCloseTo(0.5, 10);
    expect(links[2].position[1]).toBeLessThan(-1);
  });

  test('what nothing can move stands against what a script drives into it', () => {
    const world = withGround(method);
    const post = world.createBody({ position: [0, 0.5, 0], shapes: box(0.4, 1, 0.4), locks: ['x', 'y', 'z', ...TURNS] });
    const keyframes = [0, 1].map((time) => ({ time, position: [-1 + time, 0.5, 0] as Vec3 }));
    world.createBody({ kind: 'scripted', shapes: box(1, 0.3, 0.3), motion: { kind: 'keyframes', keyframes } });
    run(world, 70);
    expect(post.position).toEqual([0, 0.5, 0]);
    expect(post.orientation).toEqual([0, 0, 0, 1]);
  });

  test('energy never rises while locked bodies collide', () => {
    const world = withGround(method, undefined, { restitution: 0.3 });
    const all: readonly (readonly AxisLock[])[] = [['z'], ['rx'], TURNS, ['x', 'ry']];
    all.forEach((locks, i) => {
      const orientation = axisAngle([1, i, 2], 0.5 * i);
      const position: Vec3 = [0.2 * (i % 2), 0.8 + 0.9 * i, 0.1 * i];
      world.createBody({ position, orientation, shapes: box(0.5, 0.6, 0.4), angularVelocity: [1, 2, 3], locks });
    });
    let energy = energyOf(world);
    const start = energy;
    run(world, 60, 1 / 60, () => {
      expect(energyOf(world) - energy).toBeLessThan(1e-12 * start);
      energy = energyOf(world);
    });
  });
});

test('boxes of a 2D world stay in their plane to the bit, and come to rest', () => {
  const world = withGround('gsp');
  for (const x of [-1.2, 1.2]) world.createBody({ kind: 'fixed', position: [x, 2, 0], shapes: box(0.2, 4, 4) });
  const boxes = Array.from({ length: 12 }, (_, i) =>
    world.createBody({
      position: [((i * 37) % 11) * 0.15 - 0.75, 0.6 + 0.35 * i, 0],
      orientation: axisAngle([0, 0, 1], 0.8 * i),
      shapes: box(0.3, 0.3, 0.3),
      locks: FLAT,
    }),
  );
  run(world, 600);
  for (const { position, orientation, velocity } of boxes) {
    expect(position[2]).toBe(0);
    expect(orientation.slice(0, 2)).toEqual([0, 0]);
    expect(velocity).toEqual([0, 0, 0]);
    expect(position[1]).toBeGreaterThan(0.14);
  }
});

describe('a body that turns', () => {
  const start: BodyDescriptor = {
    orientation: axisAngle([1, 2, 3], 0.7),
    velocity: [1, 2, 3],
    angularVelocity: [5, 3, -4],
    shapes: box(0.2, 0.5, 1),
  };

  test('about one axis of the world keeps its spin, and does not tilt', () => {
    const world = worldOf('gsp', [0, 0, 0]);
    const body = world.createBody({ ...start, locks: ['rx', 'rz'] });
    const [x, y, z, w] = body.orientation;
    run(world, 600);
    expect(body.angularVelocity[1]).toBeCloseTo(3, 12);
    // The turn since the beginning: q q0^-1 has no part about x and z.
    const [a, b, c, d] = body.orientation;
    expect(Math.abs(-d * x + a * w - b * z + c * y)).toBeLessThan(1e-12);
    expect(Math.abs(-d * z + c * w - a * y + b * x)).toBeLessThan(1e-12);
  });

  test('about two keeps its angular momentum about both, its energy and its momentum', () => {
    const world = worldOf('gsp', [0, 0, 0]);
    const body = world.createBody({ ...start, locks: ['rx', 'y'] });
    const [energy, spin] = [world.kineticEnergy(), spinOf(world, body)];
    expect(body.velocity).toEqual([1, 0, 3]);
    const before = body.angularVelocity;
    run(world, 300);
    expect(world.kineticEnergy() / energy).toBeCloseTo(1, 12);
    const after = spinOf(world, body);
    for (const axis of [1, 2]) expect(after[axis] / spin[axis]).toBeCloseTo(1, 10);
    expect(body.angularVelocity[0]).toBe(0);
    expect(Math.abs(body.angularVelocity[1] - before[1])).toBeGreaterThan(0.01);
    expect(body.velocity[0]).toBeCloseTo(1, 12);
    expect(body.velocity[2]).toBeCloseTo(3, 12);
    expect(body.centerOfMass[1]).toBe(0);
  });

  test('answers a torque and an impulse by the inertia of its free axes', () => {
    const world = worldOf('gsp', [0, 0, 0]);
    const body = world.createBody({ ...start, velocity: [0, 0, 0], angularVelocity: [0, 0, 0], locks: ['ry', 'x'] });
    const { inertia } = placedMass(world.store.nodes.columns, body.row);
    const [xx, , zz, , xz] = inertia;
    const determinant = xx * zz - xz * xz;
    body.applyAngularImpulse([1, 2, 3]);
    expect(body.angularVelocity[0]).toBeCloseTo((zz * 1 - xz * 3) / determinant, 9);
    expect(body.angularVelocity[1]).toBe(0);
    expect(body.angularVelocity[2]).toBeCloseTo((xx * 3 - xz * 1) / determinant, 9);
    body.applyImpulse([1, 2, 3]);
    expect(body.velocity).toEqual([0, 2 / body.mass, 3 / body.mass]);
    body.angularVelocity = [0, 0, 0];
    body.applyTorque([1, 2, 3]);
    world.step(1e-3);
    expect(body.angularVelocity[0]).toBeCloseTo((1e-3 * (zz * 1 - xz * 3)) / determinant, 6);
  });
});

describe('with other parts of the engine', () => {
  test.each(['vsp', 'isp'] as const)('%s refuses locks by a sentence', (method) => {
    const world = worldOf(method);
    const sentence = `The method of this world is "${method}", which knows no locked axes; those that do are "gsp", "ncp"`;
    expect(() => world.createBody({ shapes: ball(1), locks: ['x'] })).toThrow(sentence);
    const body = world.createBody({ shapes: ball(1), locks: [] });
    expect(() => (body.locks = ['ry'])).toThrow(sentence);
    const other = worldOf('gsp');
    other.createBody({ shapes: ball(1), locks: ['x'] });
    expect(() => world.restore(other.snapshot())).toThrow(sentence);
    expect(body.locks).toEqual([]);
  });

  test('a body that becomes rigid has the locks it was given before', () => {
    const world = worldOf('gsp');
    const body = world.createBody({ kind: 'fixed', shapes: ball(1), locks: ['y'] });
    body.locks = ['y', 'x', 'y'];
    expect(body.locks).toEqual(['x', 'y']);
    body.kind = 'rigid';
    run(world, 10);
    expect(body.position).toEqual([0, 0, 0]);
    body.kind = 'scripted';
    body.kind = 'rigid';
    body.locks = [];
    run(world, 10);
    expect(body.position[1]).toBeLessThan(-0.1);
  });

  test('a body that is locked while it moves stops along that axis, and goes on along others', () => {
    const world = worldOf('gsp', [0, 0, 0]);
    const body = world.createBody({ shapes: ball(1), velocity: [1, 2, 3], angularVelocity: [1, 1, 1] });
    run(world, 3);
    body.locks = ['y', 'rx'];
    expect(body.velocity).toEqual([1, 0, 3]);
    body.velocity = [4, 5, 6];
    body.angularVelocity = [1, 2, 3];
    expect([body.velocity, body.angularVelocity]).toEqual([
      [4, 0, 6],
      [0, 2, 3],
    ]);
  });

  test('a composite has the locks of all its members, and each member its own again', () => {
    const world = withGround('gsp');
    const [a, b] = [0, 0.5].map((x, i) =>
      world.createBody({ position: [x, 1, 0.2 * i], shapes: box(0.5, 0.5, 0.5), locks: i === 0 ? ['z'] : ['rx', 'ry'] }),
    );
    const composite = world.createComposite({ members: [a, b] });
    expect(() => (a.locks = [])).toThrow(/locks of body .* cannot be set while it is part of a composite/);
    run(world, 60);
    expect([a.position[2], b.position[2]]).toEqual([0, 0.2]);
    expect(a.position[1]).toBeCloseTo(0.25, 2);
    composite.remove();
    expect([a.locks, b.locks]).toEqual([['z'], ['rx', 'ry']]);
  });

  test('snapshots, hashes and rewinding hold locks; late inputs may set them', () => {
    const make = () => {
      const world = new World({ history: { seconds: 2 } });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      const cubes = [0, 1].map((i) =>
        world.createBody({ name: `cube ${i}`, position: [0.1 * i, 0.6 + 0.6 * i, 0], shapes: box(0.5, 0.5, 0.5) }),
      );
      return { world, cubes };
    };
    const one = make();
    const plain = one.world.hash();
    one.cubes[1].locks = ['y', 'rz'];
    expect(one.world.hash()).not.toBe(plain);
    const saved = one.world.snapshot();
    run(one.world, 30);
    const other = make();
    other.world.restore(saved);
    run(other.world, 30);
    expect(other.world.hash()).toBe(one.world.hash());
    expect(other.cubes[1].locks).toEqual(['y', 'rz']);

    const late = make();
    const timely = make();
    run(late.world, 20);
    const take = (cube: Body) => {
      cube.locks = FLAT;
    };
    late.world.input(late.cubes[1], take, { time: 10 / 60 });
    run(timely.world, 10);
    timely.cubes[1].locks = FLAT;
    run(timely.world, 10);
    expect(late.world.hash()).toBe(timely.world.hash());
  });

  test('what sleeps with locks wakes when they are taken away, and falls', () => {
    const world = withGround('gsp');
    world.set('sleeping.enabled', 'on');
    const body = world.createBody({ position: [0, 3, 0], shapes: box(1, 1, 1), locks: ['y'] });
    run(world, 100);
    expect(body.sleep.asleep).toBe(true);
    body.locks = [];
    expect(body.sleep).toMatchObject({ asleep: false, why: 'changed' });
    run(world, 60);
    expect(body.position[1]).toBeLessThan(1);
  });

  test('continuous detection stops a bullet on rails', () => {
    const world = worldOf('gsp', [0, 0, 0]);
    world.set('detection.continuous', 8);
    world.createBody({ kind: 'fixed', position: [5, 0, 0], shapes: box(0.05, 2, 2) });
    const bullet = world.createBody({ velocity: [300, 0, 0], shapes: ball(0.05), locks: ['y', 'z'] });
    run(world, 20);
    expect(bullet.position[0]).toBeCloseTo(4.925, 3);
    expect(bullet.position.slice(1)).toEqual([0, 0]);
  });

  test.each(['retroactive', 'conservative', 'timewarp'] as const)('the scheduler %s keeps what is locked', (name) => {
    const world = new World({ scheduler: SCHEDULERS[name] });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const flat = world.createBody({ position: [0, 1, 0], velocity: [1, 0, 2], shapes: box(0.5, 0.5, 0.5), locks: FLAT });
    const flier = world.createBody({ position: [4, 6, 0], velocity: [0, 0, 1], shapes: ball(0.2), locks: ['y'] });
    world.createBody({ position: [0.1, 2, 0.1], shapes: ball(0.2) });
    run(world, 60);
    expect(flat.position[2]).toBe(0);
    expect(flat.position[1]).toBeCloseTo(0.25, 2);
    expect(flier.position[1]).toBe(6);
    expect(flier.position[2]).toBeCloseTo(1, 9);
  });

  test('the reference of the kernel finds the same bits for links with locked axes', () => {
    const [one, other] = (['auto', 'reference'] as const).map((kernel) => {
      const world = withGround('ncp');
      world.set('kernel', kernel);
      const bodies = [0, 1, 2].map((i) =>
        world.createBody({
          position: [0.1 * i, 0.5 + 0.6 * i, 0],
          orientation: axisAngle([0, 0, 1], 0.3 * i),
          shapes: box(0.5, 0.5, 0.5),
          locks: i === 1 ? ['z', 'rx'] : FLAT,
        }),
      );
      world.createJoint({ kind: 'ball', bodyA: bodies[0], bodyB: bodies[1], anchor: [0.1, 0.8, 0] });
      run(world, 40);
      return bodies.map(({ position, orientation }) => [position, orientation]);
    });
    expect(one).toEqual(other);
  });
});
