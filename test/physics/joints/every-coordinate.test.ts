// Every coordinate of every kind, to the world and between two bodies, by every method: motors of all kinds give their
// largest force and no more, rotors slow them down, springs have their frequency, friction takes its force, dampers lose
// speed by their closed form, limits hold.

import { describe, expect, it } from 'vitest';
import type { CoordinateDescriptor, JointCoordinate, JointKind, MethodName, Vec3, World } from '../../../src/index.js';
import { METHODS } from '../../../src/index.js';
import { axisAngle, scale } from '../../../src/math/vector.js';
import { run } from '../laboratory.js';
import { makeJointWorld, periodOf } from './linkage.js';

const DT = 1 / 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
const [X, Y, Z]: Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: three axes
/** The direction along or about which each coordinate goes, with the joint's axis along x and the second along y. */
const COORDINATES: readonly (readonly [JointKind, string, Vec3])[] = [
  ['revolute', 'angle', X],
  ['prismatic', 'slide', X],
  ['cylindrical', 'slide', X],
  ['cylindrical', 'angle', X],
  ['ball', 'twist', X],
  ['ball', 'swing', Z],
  ['universal', 'angle1', X],
  ['universal', 'angle2', Y],
  ['planar', 'slide1', Y],
  ['planar', 'slide2', Z],
  ['planar', 'angle', X],
  ['distance', 'length', X],
  ['wheel', 'suspension', Y],
  ['wheel', 'steering', Y],
  ['wheel', 'spin', X],
];
/** Mass [kg] and moment of inertia [kg m^2] of the bodies, and the largest force [N or N m]. */
const [MASS, MOMENT, FORCE] = [2, 0.5, 0.4];
/** How far a rod reaches, and a ball joint is bent, at the beginning [m or rad]. */
const [REACH, BEND] = [1, 0.3];

interface Site {
  world: World;
  coordinate: JointCoordinate;
  start: number;
  /** What the coordinate has to move [kg or kg m^2]. */
  inertia: number;
}

/** One coordinate without gravity, that begins with a speed [m/s or rad/s]; both bodies have their centres in the joint. */
function makeSite(method: string, isPair: boolean, place: number, law: CoordinateDescriptor, speed = 0): Site {
  const [kind, name, direction] = COORDINATES[place];
  const world = makeJointWorld([0, 0, 0], method);
  const isRod = kind === 'distance';
  const make = (position: Vec3) =>
    world.createBody({
      position,
      mass: MASS,
      inertia: [MOMENT, MOMENT, MOMENT, 0, 0, 0],
      shapes: [{ kind: 'sphere', radius: 0.1 }],
    });
  const bodyB = make(isRod ? [REACH, 0, 0] : [0, 0, 0]);
  const bodyA = isPair ? make([0, 0, 0]) : undefined;
  const bend = name === 'swing' ? { orientation: axisAngle(Z, BEND) } : {};
  const joint = world.createJoint({
    kind,
    ...(bodyA && { bodyA }),
    bodyB,
    frameA: {},
    frameB: bend,
    coordinates: { [name]: law },
  });
  const coordinate = joint.coordinate(name);
  const motion = coordinate.unit === 'm' ? 'velocity' : 'angularVelocity';
  bodyB[motion] = scale(direction, isPair ? speed / 2 : speed);
  if (bodyA) bodyA[motion] = scale(direction, -speed / 2);
  const inertia = (coordinate.unit === 'm' ? MASS : MOMENT) / (isPair ? 2 : 1);
  return { world, coordinate, start: coordinate.value, inertia };
}

const MOTORS = {
  velocity: { kind: 'velocity', target: 100, maxForce: FORCE },
  position: { kind: 'position', target: 100, stiffness: 1e3, damping: 0, maxForce: FORCE },
  force: { kind: 'force', target: 100, maxForce: FORCE },
} as const;

describe.each(KNOWING)('%s', (method) => {
  const cases = [false, true].flatMap((isPair) => COORDINATES.map(([kind, name], place) => ({ kind, name, place, isPair })));
  describe.each(cases)('$name of a $kind joint, between two bodies: $isPair', ({ place, isPair }) => {
    it.each(['velocity', 'position', 'force'] as const)('is driven by a motor of %s with its largest force', (kind) => {
      const { world, coordinate, start, inertia } = makeSite(method, isPair, place, { motor: MOTORS[kind] });
      const acceleration = FORCE / inertia;
      run(world, 0.5, DT, () => expect(coordinate.force).toBeCloseTo(FORCE, 6));
      expect(coordinate.velocity).toBeCloseTo(0.5 * acceleration, 6);
      // The step forgets at most its own length.
      expect(Math.abs(coordinate.value - start - 0.125 * acceleration)).toBeLessThan(0.5 * acceleration * DT);
    });

    it('is slowed by a rotor that its handle is told of', () => {
      const { world, coordinate, inertia } = makeSite(method, isPair, place, { motor: MOTORS.force });
      coordinate.armature = 0.5;
      run(world, 0.5, DT);
      expect(coordinate.velocity).toBeCloseTo((0.5 * FORCE) / (inertia + 0.5), 6);
    });

    it('swings on a spring at its frequency to 0.5 %', () => {
      const { world, coordinate, start, inertia } = makeSite(method, isPair, place, {});
      const rest = start + 0.1;
      coordinate.spring = { stiffness: inertia * (2 * Math.PI) ** 2, rest };
      expect(Math.abs(periodOf(world, 5, DT, () => coordinate.value - rest) - 1)).toBeLessThan(5e-3);
    });

    it('is braked by friction with its force, and by a damper as the closed form says', () => {
      const rubbed = makeSite(method, isPair, place, { friction: FORCE }, 1);
      run(rubbed.world, 0.2, DT, () => expect(rubbed.coordinate.force).toBeCloseTo(-FORCE, 6));
      expect(rubbed.coordinate.velocity).toBeCloseTo(1 - (0.2 * FORCE) / rubbed.inertia, 6);
      const damped = makeSite(method, isPair, place, { damping: FORCE }, 1);
      run(damped.world, 0.5, 1 / 240);
      expect(damped.coordinate.velocity / Math.exp((-0.5 * FORCE) / damped.inertia)).toBeCloseTo(1, 2);
    });

    it('stops at its limit', () => {
      const site = makeSite(method, isPair, place, {}, 1);
      const most = site.start + 0.1;
      const isMagnitude = site.coordinate.name === 'swing' || site.coordinate.name === 'length';
      site.coordinate.limits = [isMagnitude ? 0 : -1, most];
      let highest = 0;
      run(site.world, 0.5, DT, () => {
        highest = Math.max(highest, site.coordinate.value);
      });
      expect(highest - most).toBeLessThan(1e-6);
      expect(highest - most).toBeGreaterThan(-1e-3);
    });
  });
});
