// Four cars drive a slalom over speed bumps and through an array of 400 spherical pendulums, which they push aside. A
// car is a chassis on four wheel joints: springs and dampers carry it, motors turn the wheels and steer the front ones.
//
// The control of a car follows its course by pure pursuit: it steers onto the circle through a point of the course ahead. Inner
// wheels turn farther and more slowly than outer ones.

import { number } from '../src/input/fields.js';
import type { JointDescriptor } from '../src/joints/descriptors.js';
import { atan2, cos, sin } from '../src/math/portable.js';
import { Random } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import { conjugate, rotate } from '../src/math/vector.js';
import type { Multibody } from '../src/multibody.js';
import type { Scene, SceneBody, SceneMultibody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stoneScene } from './parts.js';

export interface CarsOptions extends SceneOptions {
  /** Cars [1]. */
  count?: number;
  /** Pendulums [1]. */
  pendulums?: number;
}

export const about: About<CarsOptions> = {
  name: 'cars',
  description: 'Four cars steer a slalom over speed bumps and through 400 spherical pendulums.',
  source: 'Chirra, time warp rigid body simulation, section IV: Cars',
  options: {
    count: number('Cars [1]', { min: 1, max: 20, integer: true }),
    pendulums: number('Pendulums [1]', { min: 0, max: 10_000, integer: true }),
  },
};

/** Between two lanes, and between two pendulums either way [m]. */
const LANE = 5;
const SPACE = 1;
/** Where cars begin, where bumps and pendulums begin, and how far it is from the last pendulum to the finish [m]. */
const START = -8;
const FIRST_BUMP = -4;
const FIRST_PENDULUM = 0;
const RUN_OUT = 5;

/** Along the car, up and across it, of its lower body; the height of its middle above the ground [m]. */
const CHASSIS: Vec3 = [3.2, 0.45, 1.5];
const HEIGHT = 0.82;
const CABIN_HEIGHT = 0.55;
/** [kg/m^3] */
const CAR_DENSITY = 350;
const WHEEL_RADIUS = 0.48;
const WHEEL_WIDTH = 0.3;
/** From the middle of the car to a wheel, along it and across it [m]. */
const AXLE = 1.05;
const HALF_TRACK = 0.95;
/** What a wheel carries sinks its spring by 5 cm, to the zero position of the suspension. */
const SUSPENSION = { limits: [-0.15, 0.15], spring: { stiffness: 60_000, damping: 4500, rest: -0.05 } } as const;
const STEERING = { kind: 'position', target: 0, stiffness: 12_000, damping: 600, maxForce: 4000 } as const;
const DRIVE = { kind: 'velocity', target: 0, maxForce: 900 } as const;
const MOST_STEERING = 0.6;

/** How far the course goes to either side of its lane, and along it until it repeats [m]. */
const SWAY = 1;
const WAVE = 14;
/** Speed [m/s] and acceleration [m/s^2], and how far ahead a car looks [m]. */
const CRUISE = 4;
const ACCELERATION = 2.5;
const LOOK_AHEAD = 3;
/** The steering turns by no more than this in a second [rad/s]. */
const STEERING_RATE = 3;

/** From where a pendulum hangs down to the middle of its ball, and that above the ground [m]. */
const ROD = 2.6;
const BALL_HEIGHT = 0.9;
const ROD_WIDTH = 0.025;
const BEAM = 0.06;
/** Of pendulums [kg/m^3], and of the air [1/s]. */
const PENDULUM_DENSITY = 250;
const DRAG = 0.2;

/** What a car remembers: its lane and where it ends [m], how fast it is to go now [m/s], and how far it steers [rad]. */
const SLOTS = { lane: 0, finish: 1, speed: 2, steering: 3 } as const;

export function cars({ seed, count = 4, pendulums = 400 }: CarsOptions): Scene {
  const random = new Random(seed);
  const columns = Math.round((count * LANE) / SPACE);
  const rows = Math.ceil(pendulums / columns);
  const finish = FIRST_PENDULUM + rows * SPACE + RUN_OUT;
  const lanes = Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * LANE);
  const all = lanes.map((lane, i) => car(`car-${i}`, lane, finish));
  const hanging = Array.from({ length: pendulums }, (_, i) => {
    const across = ((i % columns) - (columns - 1) / 2) * SPACE;
    return pendulum(i, [FIRST_PENDULUM + Math.floor(i / columns) * SPACE, BALL_HEIGHT, across], i % columns, random);
  });
  const bodies = [
    ...lanes.flatMap((lane, i) => bumps(i, lane, finish, random)),
    ...(pendulums > 0 ? gantry(columns, rows) : []),
    ...hanging.map(({ body }) => body),
    ...all.flatMap((each) => each.bodies),
  ];
  return stoneScene(about, bodies, {
    seconds: 14,
    materials: { default: { friction: 0.5, restitution: 0 }, rubber: { friction: 0.9, restitution: 0 } },
    multibodies: all.map(({ multibody }) => multibody),
    joints: hanging.map(({ joint }) => joint),
  });
}

/** The first two wheels are those that steer; left is where z is negative. */
const WHEELS = [
  { name: 'front-left', at: [AXLE, -HALF_TRACK] },
  { name: 'front-right', at: [AXLE, HALF_TRACK] },
  { name: 'rear-left', at: [-AXLE, -HALF_TRACK] },
  { name: 'rear-right', at: [-AXLE, HALF_TRACK] },
] as const;

function car(name: string, lane: number, finish: number): { bodies: SceneBody[]; multibody: SceneMultibody } {
  const chassis: SceneBody = {
    name: `${name}-chassis`,
    position: [START, HEIGHT, lane],
    shapes: [{ kind: 'box', size: CHASSIS }, cabin()],
    density: CAR_DENSITY,
  };
  const tyre: ShapeDescriptor = {
    kind: 'cylinder',
    radius: WHEEL_RADIUS,
    height: WHEEL_WIDTH,
    orientation: rotation([1, 0, 0], Math.PI / 2),
    material: 'rubber',
  };
  const placeOf = ([along, across]: readonly [number, number]): Vec3 => [START + along, WHEEL_RADIUS, lane + across];
  const wheels = WHEELS.map((wheel): SceneBody => {
    return { name: `${name}-${wheel.name}`, position: placeOf(wheel.at), shapes: [tyre], density: CAR_DENSITY };
  });
  const joints = WHEELS.map((wheel, i): JointDescriptor<string> => {
    const steering = i < 2 ? { motor: STEERING, limits: [-MOST_STEERING, MOST_STEERING] as const } : { limits: [0, 0] as const };
    return {
      name: `${name}-${wheel.name}-joint`,
      kind: 'wheel',
      bodyA: `${name}-chassis`,
      bodyB: `${name}-${wheel.name}`,
      anchor: placeOf(wheel.at),
      // To the left: a wheel that spins forwards has a positive velocity.
      axis: [0, 0, -1],
      axis2: [0, 1, 0],
      coordinates: { suspension: SUSPENSION, steering, spin: { motor: DRIVE } },
    };
  });
  const bodies = [chassis, ...wheels];
  const links = bodies.map((body) => body.name ?? '');
  return { bodies, multibody: { name, links, joints, control: 'car', slots: [lane, finish, 0, 0] } };
}

/** A windscreen that leans back. */
function cabin(): ShapeDescriptor {
  const bottom = CHASSIS[1] / 2;
  const half = CHASSIS[2] / 2;
  const profile = [
    [-1.4, bottom],
    [0.7, bottom],
    [0.2, bottom + CABIN_HEIGHT],
    [-1.1, bottom + CABIN_HEIGHT],
  ] as const;
  const points = profile.flatMap(([x, y]): Vec3[] => [
    [x, y, y > bottom ? -half + 0.15 : -half],
    [x, y, y > bottom ? half - 0.15 : half],
  ]);
  return { kind: 'hull', points };
}

/** Across the whole lane, or under the wheels of one side alone. */
function bumps(index: number, lane: number, finish: number, random: Random): SceneBody[] {
  const found: SceneBody[] = [];
  for (let x = FIRST_BUMP, i = 0; x < finish - RUN_OUT; x += random.uniform(3, 5), i++) {
    const height = random.uniform(0.05, 0.12);
    const side = Math.floor(random.uniform(-1, 2));
    const width = side === 0 ? 0.9 * LANE : 0.4 * LANE;
    found.push(fixture(`bump-${index}-${i}`, [ramp(height, width)], [x, 0, lane + side * 0.25 * LANE]));
  }
  return found;
}

function ramp(height: number, width: number): ShapeDescriptor {
  const points = [-width / 2, width / 2].flatMap((z): Vec3[] => [
    [-0.5, 0, z],
    [-0.15, height, z],
    [0.15, height, z],
    [0.5, 0, z],
  ]);
  return { kind: 'hull', points };
}

/** A beam over each column of pendulums, on two portals. */
function gantry(columns: number, rows: number): SceneBody[] {
  const long = (rows - 1) * SPACE + 1;
  const middle = FIRST_PENDULUM + ((rows - 1) * SPACE) / 2;
  const wide = columns * SPACE + 1;
  const top = BALL_HEIGHT + ROD + BEAM / 2;
  const beams = Array.from({ length: columns }, (_, i) =>
    fixture(`beam-${i}`, [{ kind: 'box', size: [long, BEAM, BEAM] }], [middle, top, (i - (columns - 1) / 2) * SPACE]),
  );
  const portals = [-1, 1].map((end) => {
    const legs = [-1, 1].map(
      (side): ShapeDescriptor => ({
        kind: 'box',
        size: [0.2, top + BEAM / 2, 0.2],
        position: [0, -(top + BEAM / 2) / 2, (side * wide) / 2],
      }),
    );
    const bar: ShapeDescriptor = { kind: 'box', size: [0.2, 0.2, wide + 0.2], position: [0, 0.1, 0] };
    return fixture(end < 0 ? 'portal-front' : 'portal-back', [bar, ...legs], [middle + (end * long) / 2, top + BEAM / 2, 0]);
  });
  return [...beams, ...portals];
}

function pendulum(
  index: number,
  position: Vec3,
  column: number,
  random: Random,
): { body: SceneBody; joint: JointDescriptor<string> } {
  const radius = random.uniform(0.15, 0.22);
  const name = `pendulum-${index}`;
  const rod: ShapeDescriptor = { kind: 'box', size: [ROD_WIDTH, ROD - radius, ROD_WIDTH], position: [0, (ROD + radius) / 2, 0] };
  return {
    body: {
      name,
      position,
      shapes: [{ kind: 'sphere', radius }, rod],
      density: PENDULUM_DENSITY,
      linearDamping: DRAG,
      angularDamping: DRAG,
    },
    joint: {
      name: `${name}-joint`,
      kind: 'ball',
      bodyA: `beam-${column}`,
      bodyB: name,
      anchor: [position[0], position[1] + ROD, position[2]],
      axis: [0, -1, 0],
    },
  };
}

/** Drives a car along its course and brakes behind the finish. */
export function driveCar(own: Multibody, _t: number, dt: number): void {
  const { slots } = own;
  const [chassis] = own.links;
  const { position, orientation } = chassis;
  const isDone = position[0] > slots[SLOTS.finish];
  const change = (isDone ? -2 : 1) * ACCELERATION * dt;
  slots[SLOTS.speed] = Math.min(CRUISE, Math.max(0, slots[SLOTS.speed] + change));

  const ahead = position[0] + LOOK_AHEAD;
  const [along, , across] = rotate(conjugate(orientation), [LOOK_AHEAD, 0, courseAt(ahead, slots[SLOTS.lane]) - position[2]]);
  const curvature = (-2 * across) / (along * along + across * across);
  const wanted = atan2(2 * AXLE * curvature, 1);
  const most = STEERING_RATE * dt;
  slots[SLOTS.steering] += Math.min(most, Math.max(-most, wanted - slots[SLOTS.steering]));
  turnWheels(own, slots[SLOTS.speed], slots[SLOTS.steering]);
}

function courseAt(x: number, lane: number): number {
  const way = Math.max(0, x - FIRST_BUMP);
  return lane + SWAY * sin((2 * Math.PI * way) / WAVE);
}

/** All wheels go round one point, on the line of the rear axle. */
function turnWheels({ joints }: Multibody, speed: number, steering: number): void {
  const curvature = sin(steering) / cos(steering) / (2 * AXLE);
  joints.forEach((joint, i) => {
    const { at } = WHEELS[i];
    // Of the circle on which this wheel goes, in radii of that of the car's middle.
    const across = 1 + curvature * at[1];
    const along = i < 2 ? 2 * AXLE * curvature : 0;
    const angle = atan2(along, across);
    if (i < 2) joint.coordinate('steering').target = Math.min(MOST_STEERING, Math.max(-MOST_STEERING, angle));
    joint.coordinate('spin').target = (speed * Math.sqrt(along * along + across * across)) / WHEEL_RADIUS;
  });
}
