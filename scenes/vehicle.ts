// A car drives a course by a script of pedals and steering wheel: it gets away, changes gears, crosses a ramp, turns back in
// half a circle, swerves, brakes and parks with its hand brake. src/vehicle has engine, brakes and steering.

import type { Vec3 } from '../src/math/vector.js';
import type { Multibody } from '../src/multibody.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { describeVehicle } from '../src/vehicle/describe-vehicle.js';
import { driveVehicle } from '../src/vehicle/drive-vehicle.js';
import type { WheelOptions } from '../src/vehicle/options.js';
import { SLOT } from '../src/vehicle/slots.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, stoneScene } from './parts.js';

export const about: About = {
  name: 'vehicle',
  description: 'A car with engine, gears, brakes and steering drives a course, brakes and parks.',
  source: 'our own',
  options: {},
};

/** Along the car, up and across it, of its lower body [m]. */
const BODY: Vec3 = [3.8, 0.45, 1.32];
/** Of the middle of that above the ground [m]. */
const HEIGHT = 0.65;
/** [kg] */
const CHASSIS_MASS = 1100;
const WHEEL_MASS = 18;
/** [m] */
const WHEEL_RADIUS = 0.33;
/** From the middle of the car to a hub, along it and across it [m]. */
const AXLE = 1.25;
const HALF_TRACK = 0.78;
/** [N/m]; a quarter of the chassis sinks the spring by 9 cm, to the place of the hub. */
const STIFFNESS = 30_000;
const SINKING = (CHASSIS_MASS * 9.81) / 4 / STIFFNESS;

/** What the driver does from a time on [s]: throttle, brake, steer, hand brake. */
const SCRIPT: readonly (readonly [number, number, number, number, number])[] = [
  [0, 1, 0, 0, 0],
  [2.6, 0, 0.4, 0, 0],
  [3.5, 0.3, 0, 0.7, 0],
  [6.9, 0.8, 0, 0, 0],
  [7.9, 0.4, 0, 0.2, 0],
  [8.7, 0.4, 0, -0.2, 0],
  [9.5, 0, 0, 0, 0],
  [10, 0, 1, 0, 0],
  [12.5, 0, 0, 0, 1],
];

export function vehicle(_options: SceneOptions): Scene {
  const { links, ...multibody } = describeVehicle({
    name: 'car',
    chassis: { name: 'chassis', position: [0, HEIGHT, 0], shapes: [{ kind: 'box', size: BODY }, cabin()], mass: CHASSIS_MASS },
    wheels: [wheel('front-left', 1, -1), wheel('front-right', 1, 1), wheel('rear-left', -1, -1), wheel('rear-right', -1, 1)],
    engine: {
      torque: [
        [1000, 120],
        [3000, 180],
        [5000, 170],
        [6500, 110],
      ],
      maxRpm: 6800,
      idleRpm: 900,
      gears: [13, 7.5, 5, 3.8],
      efficiency: 0.9,
      braking: 25,
      shift: { up: 5800, down: 2200 },
    },
    steering: { maxAngle: 0.55, rate: 1.2 },
  });
  const names = links.map(({ name }) => name ?? '');
  return stoneScene(about, [ramp(), ...(links as SceneBody[])], {
    seconds: 14,
    materials: { default: { friction: 0.5, restitution: 0 }, rubber: { friction: 1, restitution: 0 } },
    multibodies: [{ ...multibody, links: names, control: 'vehicle-course' }],
  });
}

function wheel(name: string, end: number, side: number): WheelOptions {
  const isFront = end > 0;
  return {
    name,
    position: [end * AXLE, WHEEL_RADIUS - HEIGHT, side * HALF_TRACK],
    radius: WHEEL_RADIUS,
    width: 0.2,
    mass: WHEEL_MASS,
    material: 'rubber',
    suspension: { stiffness: STIFFNESS, damping: 3000, rest: -SINKING, limits: [-0.14, 0.14] },
    drive: isFront ? 0 : 1,
    steered: isFront,
    brake: isFront ? 1800 : 900,
    handBrake: isFront ? 0 : 1500,
  };
}

/** A windscreen that leans back. */
function cabin(): ShapeDescriptor {
  const bottom = BODY[1] / 2;
  const profile = [
    [-1.6, bottom, 0.62],
    [0.8, bottom, 0.62],
    [0.2, bottom + 0.5, 0.5],
    [-1.2, bottom + 0.5, 0.5],
  ] as const;
  return {
    kind: 'hull',
    points: profile.flatMap(([x, y, z]): Vec3[] => [
      [x, y, -z],
      [x, y, z],
    ]),
  };
}

/** Low and long, across the way. */
function ramp(): SceneBody {
  const points = [-2.5, 2.5].flatMap((z): Vec3[] => [
    [-2, 0, z],
    [-0.8, 0.12, z],
    [0.8, 0.12, z],
    [2, 0, z],
  ]);
  return fixture('ramp', [{ kind: 'hull', points }], [9, 0, 0]);
}

/** Does what the script says of this time, unless somebody drives by hand, and then what a vehicle does. */
export function driveCourse(own: Multibody, t: number, dt: number): void {
  if (own.slots[SLOT.isByHand] === 0) followScript(own.slots, t);
  driveVehicle(own, t, dt);
}

function followScript(slots: Float64Array, t: number): void {
  let line = 0;
  while (line + 1 < SCRIPT.length && SCRIPT[line + 1][0] <= t) line++;
  const deed = SCRIPT[line];
  slots[SLOT.throttle] = deed[1];
  slots[SLOT.brake] = deed[2];
  slots[SLOT.handBrake] = deed[4];
  slots[SLOT.steer] = deed[3];
}
