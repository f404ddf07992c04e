// Inputs, gears, what is read of a vehicle, what going back restores, and what is refused.

import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import type { Multibody, Vec3, VehicleOptions } from '../../src/index.js';
import { createVehicle, describeVehicle, driveVehicle, InputError, Simulation, Vehicle, World } from '../../src/index.js';
import { rotate } from '../../src/math/vector.js';
import { BASE, carOnGround, familyCar, GRAVITY, MASS, RADIUS, TRACK } from './family-car.js';

function steps(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step(1 / 60);
}

describe('a vehicle', () => {
  it('presses on the ground by its weight, and its wheels roll', () => {
    const { world, vehicle } = carOnGround('gsp', { speed: 5 });
    steps(world, 60);
    const load = vehicle.wheels.reduce((sum, wheel) => sum + wheel.load, 0);
    expect(load / (MASS * GRAVITY)).toBeCloseTo(1, 3);
    expect(vehicle.speed).toBeCloseTo(5, 2);
    for (const { spin, slip, sideSlip } of vehicle.wheels) {
      expect(spin).toBeCloseTo(5 / RADIUS, 1);
      expect(Math.abs(slip)).toBeLessThan(0.01);
      expect(Math.abs(sideSlip)).toBeLessThan(0.01);
    }
  });

  it.each(['gsp', 'ncp', 'substeps', 'impulsive'] as const)('%s: rolls over the joints of tiles as over one floor', (method) => {
    const shapes = Array.from({ length: 30 }, (_, i) => ({
      kind: 'box' as const,
      size: [5, 1, 20] as Vec3,
      position: [5 * (i - 4), -0.5, 0] as Vec3,
    }));
    const coast = (ground: object): number => {
      const { world, vehicle } = carOnGround(method, {}, ground);
      steps(world, 60);
      for (const body of world.bodies()) {
        if (body.kind !== 'link') continue;
        body.velocity = [7.7, 0, 0];
        if (body !== vehicle.chassis) body.angularVelocity = [0, 0, -7.7 / RADIUS];
      }
      steps(world, 240);
      return vehicle.speed;
    };
    expect(Math.abs(coast({ shapes }) / coast({}) - 1)).toBeLessThan(1e-3);
  });

  it('turns its wheels about one point', () => {
    const { world, vehicle } = carOnGround('gsp');
    vehicle.steer = 1;
    world.step(1 / 60);
    expect(vehicle.steeringAngle).toBeCloseTo(2 / 60, 12);
    steps(world, 60);
    expect(vehicle.steeringAngle).toBe(0.5);
    const radius = BASE / Math.tan(0.5);
    expect(vehicle.wheels[0].angle).toBeCloseTo(Math.atan(BASE / (radius - TRACK / 2)), 2);
    expect(vehicle.wheels[1].angle).toBeCloseTo(Math.atan(BASE / (radius + TRACK / 2)), 2);
  });

  it('changes gears by itself, and drives back in reverse', () => {
    const engine = { torque: 130, maxRpm: 6500, gears: [16, 11, 8], shift: { up: 5800, down: 2500 } };
    const { world, vehicle } = carOnGround('gsp', { engine });
    vehicle.throttle = 1;
    let highest = 0;
    for (let i = 0; i < 400; i++) {
      steps(world, 1);
      highest = Math.max(highest, vehicle.rpm);
    }
    expect(vehicle.gear).toBe(3);
    expect(highest).toBeLessThan(6000);
    expect(vehicle.rpm).toBeCloseTo((vehicle.speed / RADIUS) * (60 / (2 * Math.PI)) * 8, -2);
    vehicle.throttle = 0;
    vehicle.brake = 1;
    steps(world, 300);
    expect(vehicle.gear).toBe(1);
    vehicle.brake = 0;
    vehicle.gear = -1;
    vehicle.throttle = 0.3;
    steps(world, 60);
    expect(vehicle.speed).toBeLessThan(-0.5);
    expect(vehicle.gear).toBe(-1);
  });

  it('is no faster than its limiter lets it, though its wheels have nothing to hold on to', () => {
    const { world, vehicle } = carOnGround('gsp', { engine: { torque: 400, maxRpm: 3000, gears: [10] } }, { friction: 0 });
    vehicle.throttle = 1;
    steps(world, 120);
    expect(vehicle.rpm).toBeGreaterThan(2900);
    expect(vehicle.rpm).toBeLessThan(3005);
  });

  it('is held on a slope by the hand brake on its rear wheels alone, and rolls when that is let go', () => {
    const { world, vehicle } = carOnGround('gsp', {}, { slope: 0.1 });
    vehicle.gear = 0;
    vehicle.handBrake = 1;
    steps(world, 120);
    expect(Math.abs(vehicle.speed)).toBeLessThan(1e-6);
    vehicle.handBrake = 0;
    steps(world, 60);
    expect(vehicle.speed / (-GRAVITY * Math.sin(0.1) * (MASS / (MASS + 40)))).toBeCloseTo(1, 1);
  });

  it('gets the same bits again from a snapshot, and its inputs with them', () => {
    const { world, vehicle } = carOnGround('gsp');
    vehicle.throttle = 0.7;
    vehicle.steer = -0.4;
    steps(world, 30);
    const before = world.snapshot();
    steps(world, 30);
    const hash = world.hash();
    vehicle.throttle = 0;
    vehicle.brake = 1;
    steps(world, 10);
    world.restore(before);
    expect([vehicle.throttle, vehicle.brake, vehicle.steer]).toEqual([0.7, 0, -0.4]);
    steps(world, 30);
    expect(world.hash()).toBe(hash);
  });

  it('takes a late input as if it had come in time', () => {
    const drive = (isLate: boolean): string => {
      const { world, vehicle } = carOnGround('gsp', {}, { history: { seconds: 2 } });
      const press = () => {
        vehicle.throttle = 1;
      };
      steps(world, 20);
      if (!isLate) world.input(vehicle.multibody, press);
      const { time } = world;
      steps(world, 20);
      if (isLate) world.input(vehicle.multibody, press, { time });
      steps(world, 5);
      expect(vehicle.speed).toBeGreaterThan(0.3);
      return world.hash();
    };
    expect(drive(true)).toBe(drive(false));
  });

  it('knows its wheels where rows of others that are gone are used again', () => {
    const world = new World();
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const first = createVehicle(world, familyCar());
    world.remove(first.multibody);
    const vehicle = createVehicle(world, familyCar({ drive: 'front' }));
    vehicle.steer = 1;
    vehicle.throttle = 0.2;
    steps(world, 60);
    expect(vehicle.wheels.map(({ share }) => share)).toEqual([0.5, 0.5, 0, 0]);
    expect(vehicle.wheels[0].angle).toBeGreaterThan(0.5);
    expect(vehicle.wheels[1].angle).toBeGreaterThan(0.4);
    expect(vehicle.wheels[2].angle).toBeCloseTo(0, 9);
    expect(vehicle.speed).toBeGreaterThan(0.2);
  });

  it('is what a scene of data makes of it', () => {
    const { links, ...multibody } = describeVehicle(familyCar());
    const scene = JSON.parse(
      JSON.stringify({
        drystone: 1,
        name: 'one car',
        bodies: [{ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] }],
        multibodies: [{ ...multibody, links, control: 'vehicle' }],
      }),
    );
    const { world } = new Simulation(scene, { controls: { vehicle: driveVehicle } });
    const vehicle = new Vehicle(world, world.find('car') as unknown as Multibody);
    vehicle.throttle = 0.5;
    steps(world, 60);
    expect(vehicle.speed).toBeGreaterThan(0.5);
  });
});

describe('what is refused', () => {
  const car = familyCar();
  const [wheel] = car.wheels;
  const engine = { torque: 200, maxRpm: 6000, gears: [3, 2] };
  const cases: [string, unknown, RegExp][] = [
    ['one wheel', { ...car, wheels: [wheel] }, /^vehicle\.wheels is .* but must be a list of at least 2/],
    ['a radius of 0', { ...car, wheels: [{ ...wheel, radius: 0 }, wheel] }, /^vehicle\.wheels\[0\]\.radius is 0, but must be/],
    ['two wheels in one place', { ...car, wheels: [wheel, wheel] }, /^vehicle\.wheels\[1\]\.position is above or below/],
    ['no engine', { ...car, engine: undefined }, /^vehicle\.engine is missing/],
    ['no steering', { ...car, steering: undefined }, /^vehicle\.steering is missing/],
    [
      'too much steering',
      { ...car, steering: { maxAngle: 1.5 } },
      /^vehicle\.steering\.maxAngle is 1\.5, but must be below 1\.28/,
    ],
    ['gears that rise', { ...car, engine: { ...engine, gears: [2, 3] } }, /^vehicle\.engine\.gears\[1\] is 3, but must be below/],
    [
      'gears that hunt',
      { ...car, engine: { ...engine, shift: { up: 3000, down: 2500 } } },
      /^vehicle\.engine\.shift\.down is 2500/,
    ],
    [
      'a curve that goes back',
      {
        ...car,
        engine: {
          ...engine,
          torque: [
            [9, 1],
            [8, 1],
          ],
        },
      },
      /^vehicle\.engine\.torque\[1\]\[0\] is 8/,
    ],
    [
      'an unknown material',
      { ...car, wheels: [...car.wheels.slice(1), { ...wheel, material: 'jelly' }] },
      /^vehicle\.wheels\[3\]/,
    ],
    ['a fixed chassis', { ...car, chassis: { ...car.chassis, kind: 'fixed' } }, /^vehicle\.chassis\.kind is "fixed"/],
    ['a field that there is not', { ...car, turbo: true }, /^vehicle\.turbo is not a field of a vehicle/],
  ];
  it.each(cases)('%s, by a sentence, with nothing changed', (_, options, sentence) => {
    const world = new World();
    const hash = world.hash();
    const make = () => createVehicle(world, options as VehicleOptions);
    expect(make).toThrow(InputError);
    expect(make).toThrow(sentence);
    expect(world.hash()).toBe(hash);
  });

  it('inputs beyond their range, and a multibody that is no vehicle', () => {
    const { world, vehicle } = carOnGround('gsp');
    const put = (name: string, value: unknown) => () => {
      (vehicle as unknown as Record<string, unknown>)[name] = value;
    };
    expect(put('throttle', 1.1)).toThrow('throttle is 1.1, but must be a finite number of at least 0 and of at most 1.');
    expect(put('brake', Number.NaN)).toThrow(/^brake is NaN/);
    expect(put('steer', -2)).toThrow(/^steer is -2/);
    expect(put('gear', 2)).toThrow(/^gear is 2/);
    expect(put('gear', 0.5)).toThrow(/^gear is 0.5/);
    expect(vehicle.multibody.slots.slice(0, 5)).toEqual(new Float64Array([0, 0, 0, 0, 1]));
    const links = [0, 1].map((x) => ({ position: [x, 0, 0] as const, shapes: [{ kind: 'sphere', radius: 0.1 } as const] }));
    const other = world.createMultibody({ links, joints: [{ kind: 'revolute', bodyA: 0, bodyB: 1, anchor: [0, 0, 0] }] });
    expect(() => new Vehicle(world, other)).toThrow(/^multibody is not a vehicle/);
    expect(() => new Vehicle(new World(), vehicle.multibody)).toThrow(/^multibody is .* must be a multibody of this world/);
  });
});

describe('the scene', () => {
  it('drives its course on its wheels, turns back and parks', () => {
    const simulation = new Simulation(SCENES.vehicle.make({ seed: 1 }), { controls: CONTROLS });
    const { world } = simulation;
    const vehicle = new Vehicle(world, world.find('car') as unknown as Multibody);
    let [fastest, gear, upright] = [0, 0, 1];
    while (world.time < 14) {
      simulation.step();
      fastest = Math.max(fastest, vehicle.speed);
      gear = Math.max(gear, vehicle.gear);
      upright = Math.min(upright, rotate(vehicle.chassis.orientation, [0, 1, 0])[1]);
    }
    const [ahead] = rotate(vehicle.chassis.orientation, [1, 0, 0]);
    expect(fastest).toBeGreaterThan(10);
    expect(gear).toBeGreaterThan(1);
    expect(upright).toBeGreaterThan(0.98);
    expect(ahead).toBeLessThan(-0.8);
    expect(Math.abs(vehicle.speed)).toBeLessThan(1e-4);
  });
});
