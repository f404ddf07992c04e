// Checks of the options of a vehicle: each field, and conditions between fields.

import { bodyField } from '../bodies/descriptors.js';
import type { Field } from '../input/fields.js';
import { boolean, InputError, list, number, object, refuse, show, text, tuple, vec3 } from '../input/fields.js';
import type { EngineOptions, SteeringOptions, SuspensionOptions, VehicleOptions, WheelOptions } from './options.js';
import { largestSteering, steeringBase } from './steering.js';

const above = (doc: string): Field => number(doc, { above: 0 });
const atLeast = (doc: string): Field => number(doc, { min: 0 });

const suspensionField = object<SuspensionOptions>(
  'What carries the chassis on a wheel',
  'a suspension',
  { stiffness: above('[N/m]'), damping: atLeast('[N s/m]') },
  { rest: number('Where the spring gives no force [m]'), limits: tuple('Lowest and highest place of the hub [m]', 2) },
);

const wheelField = object<WheelOptions>(
  'A wheel of a vehicle',
  'a wheel',
  {
    position: vec3('Place of the hub in the frame of the chassis [m]'),
    radius: above('[m]'),
    width: above('[m]'),
    mass: above('[kg]'),
    suspension: suspensionField,
  },
  {
    name: text('Of the body'),
    material: text('Of the tyre'),
    drive: atLeast('Part of the torque [1]'),
    steered: boolean('Whether it steers'),
    brake: atLeast('[N m]'),
    handBrake: atLeast('[N m]'),
  },
);

const point = tuple('Speed [rpm] and torque [N m]', 2);
const curve = list('Speeds [rpm] and torques [N m]', point, 1);
const constant = above('[N m]');
const torqueField: Field = {
  check(value, path) {
    if (Array.isArray(value)) curve.check(value, path);
    else constant.check(value, path);
  },
  schema: () => ({ anyOf: [constant.schema(), curve.schema()] }),
};

const engineField = object<EngineOptions>(
  'What drives a vehicle',
  'an engine',
  { torque: torqueField, maxRpm: above('[rpm]'), gears: list('Ratios [1]', above('[1]'), 1) },
  {
    power: above('[W]'),
    idleRpm: atLeast('[rpm]'),
    reverse: above('[1]'),
    efficiency: number('[1]', { above: 0, max: 1 }),
    braking: atLeast('[N m]'),
    shift: object('When gears change', 'when gears change', { up: above('[rpm]'), down: above('[rpm]') }),
  },
);

const steeringField = object<SteeringOptions>(
  'How a vehicle steers',
  'a steering',
  { maxAngle: above('[rad]') },
  { rate: above('[rad/s]'), stiffness: above('[N m/rad]'), damping: atLeast('[N m s/rad]'), maxTorque: above('[N m]') },
);

const vehicleField = object<VehicleOptions>(
  'A vehicle',
  'a vehicle',
  { chassis: bodyField, wheels: list('Wheels', wheelField, 2) },
  { name: text('Of the multibody'), engine: engineField, steering: steeringField },
);

/** Throws an InputError unless the options describe a valid vehicle. */
export function checkVehicle(options: VehicleOptions): void {
  vehicleField.check(options, 'vehicle');
  checkWheels(options);
  if (options.engine !== undefined) checkEngine(options.engine);
  if (options.steering !== undefined) checkSteering(options.steering, options.wheels);
}

function checkWheels({ wheels, engine, steering }: VehicleOptions): void {
  wheels.forEach(({ position: [x, , z], suspension: { limits } }, i) => {
    const twin = wheels.findIndex(({ position }, j) => j < i && position[0] === x && position[2] === z);
    if (twin >= 0) throw new InputError(`vehicle.wheels[${i}].position is above or below that of wheels[${twin}].`);
    if (limits !== undefined && limits[0] > limits[1])
      refuse(`vehicle.wheels[${i}].suspension.limits`, limits, 'the lowest place and then the highest');
  });
  const isDriven = wheels.some(({ drive = 0 }) => drive > 0);
  if (isDriven !== (engine !== undefined))
    throw new InputError(
      isDriven
        ? 'vehicle.engine is missing; a vehicle with a wheel that has drive needs it.'
        : 'vehicle.wheels have no wheel with drive above 0, but a vehicle with an engine needs one.',
    );
  const isSteered = wheels.some(({ steered = false }) => steered);
  if (isSteered !== (steering !== undefined))
    throw new InputError(
      isSteered
        ? 'vehicle.steering is missing; a vehicle with a steered wheel needs it.'
        : 'vehicle.wheels have no steered wheel, but a vehicle with a steering needs one.',
    );
}

function checkEngine({ torque, maxRpm, idleRpm = 0, gears, shift }: EngineOptions): void {
  if (typeof torque !== 'number') {
    torque.forEach(([speed, value], i) => {
      const path = `vehicle.engine.torque[${i}]`;
      const last = i === 0 ? 0 : torque[i - 1][0];
      if (speed < last || (i > 0 && speed === last)) refuse(`${path}[0]`, speed, `a speed of at least 0, above those before it`);
      if (value < 0) refuse(`${path}[1]`, value, 'a number of at least 0');
    });
  }
  if (idleRpm >= maxRpm) refuse('vehicle.engine.idleRpm', idleRpm, `below maxRpm, which is ${show(maxRpm)}`);
  gears.forEach((ratio, i) => {
    if (i > 0 && ratio >= gears[i - 1]) refuse(`vehicle.engine.gears[${i}]`, ratio, `below that of the gear before it`);
    // Otherwise an upshift would be followed by a downshift at once.
    if (i > 0 && shift !== undefined && (shift.up * ratio) / gears[i - 1] <= shift.down)
      refuse('vehicle.engine.shift.down', shift.down, `below ${(shift.up * ratio) / gears[i - 1]}, where gear ${i + 1} begins`);
  });
  if (shift !== undefined && shift.up >= maxRpm) refuse('vehicle.engine.shift.up', shift.up, `below maxRpm, which is ${maxRpm}`);
}

function checkSteering({ maxAngle }: SteeringOptions, wheels: readonly WheelOptions[]): void {
  const { base } = steeringBase(wheels);
  if (!(base > 0))
    throw new InputError(
      'vehicle.wheels have their steered wheels at or behind the axle they turn about, but must have them ahead.',
    );
  const most = largestSteering(wheels, base);
  if (maxAngle >= most)
    refuse('vehicle.steering.maxAngle', maxAngle, `below ${most}, where the vehicle would turn about one of its wheels`);
}
