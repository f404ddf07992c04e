// Description of a vehicle as a multibody: a chassis on wheel joints, with the parameters of its control in its slots.
// The description is plain data, for a world or a scene file.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import { readOnce } from '../input/read-once.js';
import type { CoordinateDescriptor, JointDescriptor, MultibodyDescriptor } from '../joints/descriptors.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { add, cross, dot, normalizeQuat, rotate, scale } from '../math/vector.js';
import { checkVehicle } from './check-vehicle.js';
import type { EngineOptions, SteeringOptions, VehicleOptions, WheelOptions } from './options.js';
import { gearsAt, POINT_SIZE, pointsAt, SLOT, slotCount, WHEEL, wheelAt } from './slots.js';
import { steeringBase } from './steering.js';

/** sqrt(1/2), component of a quaternion of a quarter turn. */
const HALF = Math.SQRT1_2;
/**
 * Orientation of the frame of a wheel joint, with x to the left and y up: a wheel that rolls ahead has a positive spin.
 */
const AXLE: Readonly<Quat> = [0, HALF, 0, HALF];
/** Orientation of the wheel's cylinder, with its axis across the chassis. */
const ACROSS: Readonly<Quat> = [HALF, 0, 0, HALF];
/** One revolution per minute [rad/s]. */
export const RPM = (2 * Math.PI) / 60;
/** Largest torque of a wheel's motor: practically none, since the engine limits the torque [N m]. */
const ANY_TORQUE = 1e12;
const STEERING_DEFAULTS = { rate: 2, stiffness: 100_000, damping: 1000, maxTorque: 10_000 } as const;

/** Description of a vehicle, in which all links are bodies to create. */
export interface VehicleDescriptor extends MultibodyDescriptor<string> {
  readonly links: readonly BodyDescriptor[];
  readonly slots: readonly number[];
}

/** Describes the multibody of a vehicle; `driveVehicle` is its control. Links are the chassis, then the wheels. */
export function describeVehicle(given: VehicleOptions): VehicleDescriptor {
  const options = readOnce(given);
  checkVehicle(options);
  const { name, chassis, wheels } = options;
  return {
    ...(name !== undefined && { name }),
    links: [chassis, ...wheels.map((wheel) => wheelBody(chassis, wheel))],
    joints: wheels.map((wheel, i) => wheelJoint(wheel, i + 1, options.steering)),
    slots: writeSlots(options),
  };
}

/** The body of a wheel. If the chassis moves, the wheel gets the spin with which it rolls. */
function wheelBody(chassis: BodyDescriptor, { name, position, radius, width, mass, material }: WheelOptions): BodyDescriptor {
  const orientation = normalizeQuat(chassis.orientation ?? [0, 0, 0, 1]);
  const arm = rotate(orientation, position);
  const turning = chassis.angularVelocity ?? [0, 0, 0];
  const velocity = add(chassis.velocity ?? [0, 0, 0], cross(turning, arm));
  const spin = dot(velocity, rotate(orientation, [1, 0, 0])) / radius;
  return {
    ...(name !== undefined && { name }),
    position: plain(add(chassis.position ?? [0, 0, 0], arm)),
    orientation,
    velocity: plain(velocity),
    angularVelocity: plain(add(turning, scale(rotate(orientation, [0, 0, -1]), spin))),
    shapes: [{ kind: 'cylinder', radius, height: width, orientation: [...ACROSS] }],
    mass,
    ...(material !== undefined && { material }),
  };
}

/** Replaces negative zeros, which a JSON file cannot contain. */
function plain([x, y, z]: Vec3): Vec3 {
  return [x + 0, y + 0, z + 0];
}

function wheelJoint(wheel: WheelOptions, link: number, steering: SteeringOptions | undefined): JointDescriptor<number> {
  const { position, suspension, drive = 0 } = wheel;
  const { stiffness, damping, rest = 0, limits } = suspension;
  const spin: CoordinateDescriptor = drive > 0 ? { motor: { kind: 'force', target: 0, maxForce: ANY_TORQUE } } : {};
  return {
    kind: 'wheel',
    bodyA: 0,
    bodyB: link,
    frameA: { position, orientation: AXLE },
    frameB: { orientation: AXLE },
    coordinates: {
      suspension: { spring: { stiffness, damping, rest }, ...(limits !== undefined && { limits }) },
      steering: wheel.steered && steering !== undefined ? steeringMotor(steering) : { limits: [0, 0] },
      spin,
    },
  };
}

function steeringMotor(given: SteeringOptions): CoordinateDescriptor {
  const { stiffness, damping, maxTorque } = { ...STEERING_DEFAULTS, ...given };
  return { motor: { kind: 'position', target: 0, stiffness, damping, maxForce: maxTorque } };
}

function writeSlots({ wheels, engine, steering }: VehicleOptions): number[] {
  const points = engine === undefined ? [] : pointsOf(engine);
  const gears = engine?.gears ?? [];
  const slots = new Array<number>(slotCount(wheels.length, gears.length, points.length)).fill(0);
  slots[SLOT.wheels] = wheels.length;
  slots[SLOT.gears] = gears.length;
  slots[SLOT.points] = points.length;
  if (steering !== undefined) writeSteering(slots, steering, wheels);
  if (engine !== undefined) writeEngine(slots, engine);
  const whole = wheels.reduce((sum, { drive = 0 }) => sum + drive, 0);
  wheels.forEach((wheel, i) => {
    writeWheel(slots, wheelAt(i), wheel, whole);
  });
  gears.forEach((ratio, i) => {
    slots[gearsAt(slots) + i] = ratio;
  });
  points.forEach(([speed, torque], i) => {
    const at = pointsAt(slots) + POINT_SIZE * i;
    slots[at] = speed * RPM;
    slots[at + 1] = torque;
  });
  return slots;
}

function pointsOf({ torque }: EngineOptions): readonly (readonly [number, number])[] {
  return typeof torque === 'number' ? [[0, torque]] : torque;
}

function writeSteering(slots: number[], steering: SteeringOptions, wheels: readonly WheelOptions[]): void {
  const { maxAngle, rate } = { ...STEERING_DEFAULTS, ...steering };
  const { pivot, base } = steeringBase(wheels);
  slots[SLOT.maxAngle] = maxAngle;
  slots[SLOT.rate] = rate;
  slots[SLOT.pivot] = pivot;
  slots[SLOT.base] = base;
}

function writeEngine(slots: number[], engine: EngineOptions): void {
  const { power = 0, maxRpm, idleRpm = 0, gears, reverse = gears[0], efficiency = 1, braking = 0, shift } = engine;
  slots[SLOT.gear] = 1;
  slots[SLOT.power] = power;
  slots[SLOT.maxSpeed] = maxRpm * RPM;
  slots[SLOT.idleSpeed] = idleRpm * RPM;
  slots[SLOT.reverse] = reverse;
  slots[SLOT.efficiency] = efficiency;
  slots[SLOT.braking] = braking;
  slots[SLOT.shiftUp] = (shift?.up ?? 0) * RPM;
  slots[SLOT.shiftDown] = (shift?.down ?? 0) * RPM;
}

function writeWheel(slots: number[], at: number, wheel: WheelOptions, whole: number): void {
  const { position, radius, mass, drive = 0, steered = false, brake = 0, handBrake = 0 } = wheel;
  slots[at + WHEEL.along] = position[0];
  slots[at + WHEEL.across] = position[2];
  slots[at + WHEEL.radius] = radius;
  slots[at + WHEEL.share] = drive > 0 ? drive / whole : 0;
  slots[at + WHEEL.isSteered] = steered ? 1 : 0;
  slots[at + WHEEL.brake] = brake;
  slots[at + WHEEL.handBrake] = handBrake;
  slots[at + WHEEL.inertia] = (mass * radius * radius) / 2;
}
