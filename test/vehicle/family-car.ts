// A car whose closed forms are easy to write down: its masses, where they are, and how its wheels stand.

import type { EngineOptions, MethodName, ShapeDescriptor, VehicleOptions, WheelOptions, WorldOptions } from '../../src/index.js';
import { axisAngle, createVehicle, METHODS, type Vehicle, World } from '../../src/index.js';

export const GRAVITY = 9.81;
export const CHASSIS_MASS = 1200;
export const WHEEL_MASS = 20;
export const MASS = CHASSIS_MASS + 4 * WHEEL_MASS;
export const RADIUS = 0.35;
/** Of the chassis above the ground [m]. */
export const HEIGHT = 0.7;
/** Of the centre of mass of all [m]. */
export const CENTRE = (CHASSIS_MASS * HEIGHT + 4 * WHEEL_MASS * RADIUS) / MASS;
export const BASE = 2.6;
export const TRACK = 1.5;
/** What the spin of a wheel adds to the mass [kg]: I / r^2 of a cylinder. */
export const SPIN_MASS = WHEEL_MASS / 2;

const STIFFNESS = 40_000;
const LOAD = (CHASSIS_MASS * GRAVITY) / 4;

export type Drive = 'front' | 'rear' | 'all';

function wheel(front: boolean, side: number, drive: Drive): WheelOptions {
  return {
    position: [front ? BASE / 2 : -BASE / 2, RADIUS - HEIGHT, (side * TRACK) / 2],
    radius: RADIUS,
    width: 0.2,
    mass: WHEEL_MASS,
    suspension: { stiffness: STIFFNESS, damping: 4000, rest: -LOAD / STIFFNESS, limits: [-0.15, 0.15] },
    drive: drive === 'all' || (drive === 'front') === front ? 1 : 0,
    steered: front,
    brake: 3000,
    handBrake: front ? 0 : 3000,
  };
}

export const ENGINE: EngineOptions = { torque: 200, maxRpm: 20_000, gears: [5] };

export interface CarOptions {
  drive?: Drive;
  engine?: EngineOptions;
  /** At the start [m/s]. */
  speed?: number;
  /** Of the chassis in the air [1/s]. */
  damping?: number;
}

export function familyCar({ drive = 'rear', engine = ENGINE, speed = 0, damping = 0 }: CarOptions = {}): VehicleOptions {
  return {
    name: 'car',
    chassis: {
      name: 'chassis',
      position: [0, HEIGHT, 0],
      velocity: [speed, 0, 0],
      shapes: [{ kind: 'box', size: [3.6, 0.5, 1.6] }],
      mass: CHASSIS_MASS,
      linearDamping: damping,
    },
    wheels: [wheel(true, -1, drive), wheel(true, 1, drive), wheel(false, -1, drive), wheel(false, 1, drive)],
    engine,
    steering: { maxAngle: 0.5 },
  };
}

export interface GroundOptions {
  friction?: number;
  /** By which it rises ahead [rad]. */
  slope?: number;
  shapes?: readonly ShapeDescriptor[];
}

/** The car on the ground, a half-space unless shapes are given. */
export function carOnGround(
  method: MethodName,
  car: CarOptions = {},
  {
    friction = 0.8,
    slope = 0,
    shapes = [{ kind: 'half-space' }],
    ...options
  }: GroundOptions & Omit<WorldOptions, 'stepper'> = {},
): { world: World; vehicle: Vehicle } {
  const world = new World({ stepper: METHODS[method], ...options });
  world.createMaterial('default', { friction, restitution: 0 });
  const orientation = axisAngle([0, 0, 1], slope);
  world.createBody({ kind: 'fixed', name: 'ground', shapes, orientation });
  const { chassis, ...rest } = familyCar(car);
  const position: [number, number, number] = [-HEIGHT * Math.sin(slope), HEIGHT * Math.cos(slope), 0];
  return { world, vehicle: createVehicle(world, { ...rest, chassis: { ...chassis, position, orientation } }) };
}
