// A vehicle reaches, brakes, turns and stands by closed forms, by every method that knows joints.

import { describe, expect, it } from 'vitest';
import type { MethodName, Vehicle, World } from '../../src/index.js';
import { BASE, CENTRE, CHASSIS_MASS, carOnGround, type Drive, ENGINE, GRAVITY, MASS, RADIUS, SPIN_MASS } from './family-car.js';

const METHODS: readonly MethodName[] = ['gsp', 'ncp', 'substeps', 'impulsive'];
const RATES = [60, 120];

function run(world: World, rate: number, seconds: number, after: () => void = () => {}): void {
  for (let i = 0; i < Math.round(seconds * rate); i++) {
    world.step(1 / rate);
    after();
  }
}

/** Mean acceleration over half a second, after the springs have followed [m/s^2]. */
function acceleration(world: World, vehicle: Vehicle, rate: number): number {
  run(world, rate, 1);
  const { speed } = vehicle;
  run(world, rate, 0.5);
  return (vehicle.speed - speed) / 0.5;
}

/** More than the tyres take; open differentials share it alike, so that with four wheels none may reach the limiter. */
const SPINNING = {
  front: { torque: 800, maxRpm: 5000, gears: [8] },
  rear: { torque: 800, maxRpm: 5000, gears: [8] },
  all: { torque: 460, maxRpm: 100_000, gears: [8] },
};

/** What the friction of driven wheels gives, with the load that goes from the front axle to the rear [m/s^2]. */
function frictionLimit(drive: Drive, friction: number): number {
  if (drive === 'all') return friction * GRAVITY;
  const transfer = (friction * CENTRE) / BASE;
  // The wheels that are not driven are spun up by the ground.
  const idle = 1 + (2 * SPIN_MASS) / MASS;
  return (friction * GRAVITY) / 2 / (drive === 'rear' ? idle - transfer : idle + transfer);
}

const cases = (methods: readonly MethodName[]) => methods.flatMap((method) => RATES.map((rate) => ({ method, rate })));

describe.each(cases(METHODS))('by $method at 1/$rate s a vehicle', ({ method, rate }) => {
  it('accelerates by what its engine gives, F / m', () => {
    const { world, vehicle } = carOnGround(method);
    vehicle.throttle = 0.5;
    const force = (0.5 * 200 * ENGINE.gears[0]) / RADIUS;
    const expected = force / (MASS + 4 * SPIN_MASS);
    const found = acceleration(world, vehicle, rate);
    expect(Math.abs(found / expected - 1)).toBeLessThan(0.05);
  });

  it.each(['front', 'rear', 'all'] as const)('accelerates by what friction lets through: %s', (drive) => {
    const { world, vehicle } = carOnGround(method, { drive, engine: SPINNING[drive] }, { friction: 0.6 });
    vehicle.throttle = 1;
    const found = acceleration(world, vehicle, rate);
    expect(Math.abs(found / frictionLimit(drive, 0.6) - 1)).toBeLessThan(0.05);
  });
});

describe.each(cases(METHODS))('by $method at 1/$rate s a vehicle', ({ method, rate }) => {
  it('brakes within v^2 / (2 mu g), and stands', () => {
    const { world, vehicle } = carOnGround(method, { speed: 20 }, { friction: 0.6 });
    run(world, rate, 0.5);
    const from = vehicle.chassis.position[0];
    const { speed } = vehicle;
    vehicle.brake = 1;
    run(world, rate, 4.5);
    const found = vehicle.chassis.position[0] - from;
    const expected = speed ** 2 / (2 * 0.6 * GRAVITY);
    expect(Math.abs(found / expected - 1)).toBeLessThan(0.05);
    expect(Math.abs(vehicle.speed)).toBeLessThan(1e-3);
  });

  it('turns on the circle of radius L / tan(delta)', () => {
    const { world, vehicle } = carOnGround(method, { speed: 2 });
    vehicle.steer = 0.8;
    run(world, rate, 3);
    const yaw = vehicle.chassis.angularVelocity[1];
    const expected = BASE / Math.tan(0.8 * 0.5);
    expect(Math.abs(vehicle.speed / yaw / expected - 1)).toBeLessThan(0.05);
  });

  it('stands on flat ground, and on a slope by its brakes', () => {
    for (const slope of [0, 0.3]) {
      const { world, vehicle } = carOnGround(method, {}, { slope });
      if (slope > 0) vehicle.brake = 1;
      run(world, rate, 2);
      const [x, y] = vehicle.chassis.position;
      run(world, rate, 2);
      const moved = Math.hypot(vehicle.chassis.position[0] - x, vehicle.chassis.position[1] - y);
      expect(moved).toBeLessThan(1e-3);
    }
  });
});

describe('a vehicle with drag', () => {
  it.each(METHODS)('goes as fast as its power lets it, by %s', (method) => {
    const [power, damping] = [60_000, 0.2];
    const engine = { torque: 400, power, maxRpm: 20_000, gears: [5] };
    const { world, vehicle } = carOnGround(method, { engine, damping, speed: 14 });
    vehicle.throttle = 1;
    run(world, 60, 12);
    const expected = Math.sqrt(power / (CHASSIS_MASS * damping));
    expect(Math.abs(vehicle.speed / expected - 1)).toBeLessThan(0.05);
  });
});
