// Generic joints: each set of free axes that another kind has as well moves as that kind does, to the bit where its axes
// are the same; each of the six axes has its limits, springs, friction and motors; and every set of free axes holds.

import { describe, expect, it } from 'vitest';
import type { CoordinateDescriptor, JointDescriptor, MethodName, Quat, Vec3 } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';
import { GENERIC, namedCoordinates } from '../../../src/joints/joint-kinds.js';
import { axisAngle, multiply } from '../../../src/math/vector.js';
import { angularMomentum, linearMomentum } from '../laboratory.js';
import { coordinateOf, gapOf, periodOf, velocityOf } from './linkage.js';

const DT = 1 / 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
const SLIDE = { limits: [-0.2, 0.15], friction: 0.5 } as const;
const TURN = { spring: { stiffness: 4, damping: 0.1, rest: 0.2 }, limits: [-0.7, 0.6] } as const;
const DRIVEN = { motor: { kind: 'velocity', target: 1, maxForce: 3 } } as const;

type Joint = Pick<JointDescriptor<string>, 'kind' | 'coordinates'>;
/** Another kind, and a generic joint that is the same in the same frame, its coordinates in the same order. */
const SAME: readonly (readonly [Joint, Joint])[] = [
  [{ kind: 'fixed' }, { kind: 'generic' }],
  [
    { kind: 'revolute', coordinates: { angle: TURN } },
    { kind: 'generic', coordinates: { turnX: TURN } },
  ],
  [
    { kind: 'prismatic', coordinates: { slide: SLIDE } },
    { kind: 'generic', coordinates: { slideX: SLIDE } },
  ],
  [
    { kind: 'cylindrical', coordinates: { slide: SLIDE, angle: DRIVEN } },
    { kind: 'generic', coordinates: { slideX: SLIDE, turnX: DRIVEN } },
  ],
  [
    { kind: 'ball', coordinates: { twist: TURN, swing: { limits: [0, 0.8] }, roll: { damping: 0.1 } } },
    { kind: 'generic', coordinates: { twist: TURN, swing: { limits: [0, 0.8] }, roll: { damping: 0.1 } } },
  ],
  [
    { kind: 'universal', coordinates: { angle1: TURN, angle2: DRIVEN } },
    { kind: 'generic', coordinates: { turnX: TURN, turnY: DRIVEN } },
  ],
  [
    { kind: 'planar', coordinates: { slide1: SLIDE, slide2: { ...SLIDE, friction: 0 }, angle: TURN } },
    { kind: 'generic', coordinates: { slideY: SLIDE, slideZ: { ...SLIDE, friction: 0 }, turnX: TURN } },
  ],
];

const FRAME = { position: [-0.3, 0.1, 0], orientation: axisAngle([1, 2, 3], 1) } as const;

/** Three links that hang on the world by such joints over a ground, one of which strikes it; `turned` turns their frames. */
function hang(method: MethodName, joint: Joint, turned: Quat = [0, 0, 0, 1]): World {
  const world = new World({ stepper: METHODS[method] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const orientation = multiply(FRAME.orientation, turned);
  const frameB = { position: [...FRAME.position] as Vec3, orientation };
  for (let i = 0; i < 3; i++) {
    const name = `link-${i}`;
    const position: Vec3 = [0.6 * i, 1 - 0.3 * i, 0];
    world.createBody({
      name,
      position,
      shapes: [{ kind: 'box', size: [0.5, 0.2, 0.3] }],
      mass: 1 + i,
      angularVelocity: [1, 0.5, -1],
    });
    const on = i === 0 ? position : ([0.6, -0.3, 0] as Vec3);
    const frameA = { position: on.map((x, k) => x + FRAME.position[k]) as Vec3, orientation };
    world.createJoint({ ...joint, ...(i > 0 && { bodyA: `link-${i - 1}` }), bodyB: name, frameA, frameB });
  }
  return world;
}

const posesOf = (world: World): number[] =>
  [...world.bodies()].flatMap(({ position, orientation, velocity }) => [...position, ...orientation, ...velocity]);
const forcesOf = (world: World): number[] =>
  [...world.joints()].flatMap(({ coordinates }) => coordinates.map(({ force }) => force));

describe.each(KNOWING)('%s', (method) => {
  it.each(SAME)('%j moves as %j does, to the bit', (special, generic) => {
    const [a, b] = [hang(method, special), hang(method, generic)];
    for (let i = 0; i < 60; i++) {
      a.step(DT);
      b.step(DT);
    }
    expect(posesOf(b)).toEqual(posesOf(a));
    expect(forcesOf(b)).toEqual(forcesOf(a));
    if (special.kind !== 'fixed') expect(posesOf(b)).not.toEqual(posesOf(hang(method, generic)));
  });

  // The axes of the one in those of the other: x is where y or z was, and so on.
  const toY = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as Quat;
  const toZ = [0, -Math.SQRT1_2, 0, Math.SQRT1_2] as Quat;
  const THIRD: Quat = [0.5, 0.5, 0.5, 0.5];
  const FREE_TURN = { damping: 0.05 };
  it.each<[string, Joint, Joint, Quat]>([
    ['about y', { kind: 'revolute', coordinates: { angle: TURN } }, { kind: 'generic', coordinates: { turnY: TURN } }, toY],
    ['about z', { kind: 'revolute', coordinates: { angle: TURN } }, { kind: 'generic', coordinates: { turnZ: TURN } }, toZ],
    ['along y', { kind: 'prismatic', coordinates: { slide: SLIDE } }, { kind: 'generic', coordinates: { slideY: SLIDE } }, toY],
    [
      'about y and z',
      { kind: 'universal', coordinates: { angle1: TURN, angle2: FREE_TURN } },
      { kind: 'generic', coordinates: { turnY: TURN, turnZ: FREE_TURN } },
      THIRD,
    ],
    [
      'along and about z',
      { kind: 'cylindrical', coordinates: { slide: SLIDE, angle: TURN } },
      { kind: 'generic', coordinates: { slideZ: SLIDE, turnZ: TURN } },
      toZ,
    ],
    [
      'as a wheel',
      { kind: 'wheel', coordinates: { suspension: SLIDE, steering: TURN, spin: FREE_TURN } },
      { kind: 'generic', coordinates: { slideY: SLIDE, turnY: TURN, turnZ: FREE_TURN } },
      // The wheel's y and x are its first and second axis.
      [0, -Math.SQRT1_2, 0, Math.SQRT1_2],
    ],
  ])('%s moves as another kind in turned frames', (_, special, generic, turned) => {
    const [a, b] = [hang(method, special, turned), hang(method, generic)];
    for (let i = 0; i < 20; i++) {
      a.step(DT);
      b.step(DT);
    }
    const [p, q] = [posesOf(a), posesOf(b)];
    expect(Math.max(...p.map((x, i) => Math.abs(x - q[i])))).toBeLessThan(1e-9);
  });

  it('holds every set of free axes, and keeps energy and momentum of what floats', () => {
    for (let axes = 0; axes < 64; axes++) {
      const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
      const names = namedCoordinates(GENERIC + axes);
      for (const i of [0, 1, 2]) {
        const shapes = [{ kind: 'box', size: [0.4, 0.2, 0.3] } as const];
        world.createBody({
          name: `b${i}`,
          position: [i, 0, 0],
          shapes,
          mass: 1 + i,
          velocity: [0.2 * i, 0.1, 0],
          angularVelocity: [0.5, i, -0.3],
        });
        if (i === 0) continue;
        world.createJoint({
          kind: 'generic',
          bodyA: `b${i - 1}`,
          bodyB: `b${i}`,
          anchor: [i - 0.5, 0.1, 0],
          axis: [1, 2, 3],
          coordinates: Object.fromEntries(names.map((name) => [name, {}])),
        });
      }
      // The first step gives bodies velocities that the joints allow.
      world.step(1 / 240);
      const [energy, spin, way] = [world.kineticEnergy(), angularMomentum(world), linearMomentum(world)];
      for (let i = 0; i < 60; i++) world.step(1 / 240);
      expect(Math.max(...[...world.joints()].map(gapOf)), names.join()).toBeLessThan(1e-9);
      expect(Math.abs(world.kineticEnergy() - energy), names.join()).toBeLessThan(1e-4 * energy);
      angularMomentum(world).forEach((value, k) => {
        expect(value, names.join()).toBeCloseTo(spin[k], 9);
      });
      linearMomentum(world).forEach((value, k) => {
        expect(value, names.join()).toBeCloseTo(way[k], 9);
      });
    }
  });

  describe('a bush that holds a body by six springs', () => {
    const MASS = 2;
    const [STIFFNESS, TORSION] = [200, 3];
    const SIZE: Vec3 = [0.4, 0.3, 0.2];
    const moment = (a: number, b: number) => (MASS * (a * a + b * b)) / 12;
    const spring = (stiffness: number): CoordinateDescriptor => ({ spring: { stiffness } });
    const BUSH = {
      slideX: spring(STIFFNESS),
      slideY: spring(2 * STIFFNESS),
      slideZ: spring(3 * STIFFNESS),
      twist: spring(TORSION),
      swing: spring(2 * TORSION),
      roll: {},
    };
    const make = (motion: { velocity?: Vec3; angularVelocity?: Vec3 }) => {
      const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
      world.createBody({ name: 'b', shapes: [{ kind: 'box', size: SIZE }], mass: MASS, ...motion });
      return { world, joint: world.createJoint({ kind: 'generic', bodyB: 'b', frameA: {}, coordinates: BUSH }) };
    };
    it.each([
      ['slideX', 0, { velocity: [0.1, 0, 0] as Vec3 }, Math.sqrt(STIFFNESS / MASS)],
      ['slideY', 1, { velocity: [0, 0.1, 0] as Vec3 }, Math.sqrt((2 * STIFFNESS) / MASS)],
      ['slideZ', 2, { velocity: [0, 0, 0.1] as Vec3 }, Math.sqrt((3 * STIFFNESS) / MASS)],
      ['twist', 3, { angularVelocity: [0.1, 0, 0] as Vec3 }, Math.sqrt(TORSION / moment(SIZE[1], SIZE[2]))],
    ])('swings along %s by its own frequency', (_, coordinate, motion, omega) => {
      const { world, joint } = make(motion);
      const period = periodOf(world, 4, 1 / 240, () => coordinateOf(joint, coordinate));
      expect(period / ((2 * Math.PI) / omega)).toBeCloseTo(1, 2);
    });

    it('swings away from its axis by the spring of swing', () => {
      const { world } = make({ angularVelocity: [0, 0, 0.1] });
      const [body] = world.bodies();
      const period = periodOf(world, 4, 1 / 240, () => body.orientation[2]);
      expect(period / (2 * Math.PI * Math.sqrt(moment(SIZE[0], SIZE[1]) / (2 * TORSION)))).toBeCloseTo(1, 2);
    });

    it('carries a weight where its spring does', () => {
      const { world, joint } = make({});
      world.set('gravity', [0, -9.81, 0]);
      for (const coordinate of joint.coordinates) coordinate.damping = coordinate.unit === 'm' ? 30 : 1;
      for (let i = 0; i < 1200; i++) world.step(DT);
      expect(coordinateOf(joint, 1)).toBeCloseTo((-MASS * 9.81) / (2 * STIFFNESS), 5);
      expect(joint.wrench.force[1]).toBeCloseTo(MASS * 9.81, 2);
    });
  });

  it('has limits on each of six axes at once, which hold', () => {
    const limits = [-0.1, 0.2] as const;
    const world = new World({ stepper: METHODS[method] });
    world.createBody({ name: 'b', position: [0, 2, 0], shapes: [{ kind: 'box', size: [0.4, 0.3, 0.2] }], mass: 1 });
    const joint = world.createJoint({
      kind: 'generic',
      bodyB: 'b',
      anchor: [0.3, 2, 0],
      axis: [1, 1, 0],
      coordinates: {
        slideX: { limits },
        slideY: { limits },
        slideZ: { limits },
        twist: { limits },
        swing: { limits: [0, 0.3] },
        roll: {},
      },
    });
    const [body] = world.bodies();
    body.velocity = [3, 1, -2];
    body.angularVelocity = [4, -3, 2];
    for (let i = 0; i < 300; i++) {
      world.step(DT);
      joint.coordinates.slice(0, 4).forEach(({ value }) => {
        expect(value).toBeGreaterThan(limits[0] - 1e-6);
        expect(value).toBeLessThan(limits[1] + 1e-6);
      });
      expect(coordinateOf(joint, 4)).toBeLessThan(0.3 + 1e-6);
    }
  });

  it('drives each axis by a motor of its own, and brakes one by its friction', () => {
    const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
    world.createBody({ name: 'b', shapes: [{ kind: 'sphere', radius: 0.2 }], mass: 2, velocity: [0, 0, 3] });
    const motor = (kind: 'velocity' | 'force', target: number) => ({ motor: { kind, target, maxForce: 100 } });
    const joint = world.createJoint({
      kind: 'generic',
      bodyB: 'b',
      frameA: {},
      coordinates: {
        slideX: motor('velocity', 0.5),
        slideY: motor('force', 4),
        slideZ: { friction: 2 },
        turnZ: motor('velocity', 2),
      },
    });
    for (let i = 0; i < 60; i++) world.step(DT);
    // v = F t / m, and 3 m/s less friction's 1 m/s^2.
    [0.5, 2, 2, 2].forEach((velocity, i) => {
      expect(velocityOf(joint, i)).toBeCloseTo(velocity, 9);
    });
    for (let i = 0; i < 180; i++) world.step(DT);
    expect(velocityOf(joint, 2)).toBe(0);
  });
});

describe('turns', () => {
  it.each([
    [{ turnX: {}, turnY: {}, turnZ: {} }, 'turnX, turnY, turnZ'],
    [{ twist: {}, turnY: {} }, 'twist, turnY'],
    [{ twist: {}, swing: {} }, 'twist, swing'],
  ])('%j are refused by a sentence', (coordinates, names) => {
    const world = new World();
    world.createBody({ name: 'b', shapes: [{ kind: 'sphere', radius: 0.2 }] });
    expect(() => world.createJoint({ kind: 'generic', bodyB: 'b', anchor: [0, 0, 0], coordinates })).toThrow(
      `joint.coordinates are ${names}, but must have at most two of turnX, turnY and turnZ, or else all of twist, swing and roll`,
    );
    expect([...world.joints()]).toEqual([]);
  });

  it('an axis of another kind is refused by name', () => {
    const world = new World();
    world.createBody({ name: 'b', shapes: [{ kind: 'sphere', radius: 0.2 }] });
    const joint = { kind: 'generic', bodyB: 'b', anchor: [0, 0, 0], coordinates: { angle: {} } } as const;
    expect(() => world.createJoint(joint)).toThrow(/angle/);
  });
});
