// Cars get through: over the bumps and between the pendulums, upright, along their course, within what their springs allow.

import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { conjugate, distance, dot, rotate, subtract } from '../../src/math/vector.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { Body, World } from '../../src/world.js';
import { gapOf } from '../physics/joints/linkage.js';

const WHEELS = ['front-left', 'front-right', 'rear-left', 'rear-right'];
/** From where a pendulum hangs to the middle of its ball [m]. */
const ROD = 2.6;

function simulate(options: Record<string, unknown>): Simulation {
  return new Simulation(SCENES.cars.make({ seed: 1, ...options }), { controls: CONTROLS });
}
function body(world: World, name: string): Body {
  return world.find(name) as Body;
}

/** Where a wheel is on its car. */
function placeOn(chassis: Body, wheel: Body): Vec3 {
  return rotate(conjugate(chassis.orientation), subtract(wheel.position, chassis.position));
}

/** How far the joint of a wheel is open: along the car, across it, and of the axle from the plane across the suspension [m]. */
function openingOf(chassis: Body, wheel: Body, start: Vec3): number {
  const [x, , z] = subtract(placeOn(chassis, wheel), start);
  const tilt = dot(rotate(wheel.orientation, [0, 0, 1]), rotate(chassis.orientation, [0, 1, 0]));
  return Math.max(Math.abs(x), Math.abs(z), Math.abs(tilt));
}

describe('cars', () => {
  it.each([1, 2, 3])('drive along their course and stay on their wheels, with closed joints; seed %i', (seed) => {
    const simulation = simulate({ seed, count: 1, pendulums: 40 });
    const { world } = simulation;
    const chassis = body(world, 'car-0-chassis');
    const wheels = WHEELS.map((name) => body(world, `car-0-${name}`));
    const starts = wheels.map((wheel) => placeOn(chassis, wheel));
    const pendulums = [...world.bodies()].filter(({ name }) => name?.startsWith('pendulum'));
    const anchors = pendulums.map(({ position: [x, y, z] }): Vec3 => [x, y + ROD, z]);
    const [from] = chassis.position;
    let [opening, travel, upright, stretch, pushed, farthest] = [0, 0, 1, 0, 0, 0];
    while (world.time < 8) {
      simulation.step();
      wheels.forEach((wheel, i) => {
        opening = Math.max(opening, openingOf(chassis, wheel, starts[i]));
        travel = Math.max(travel, Math.abs(placeOn(chassis, wheel)[1] - starts[i][1]));
      });
      upright = Math.min(upright, rotate(chassis.orientation, [0, 1, 0])[1]);
      farthest = Math.max(farthest, Math.abs(chassis.position[2]));
      pendulums.forEach(({ position }, i) => {
        stretch = Math.max(stretch, Math.abs(distance(position, anchors[i]) - ROD));
        pushed = Math.max(pushed, position[0] - anchors[i][0]);
      });
    }
    expect(opening).toBeLessThan(1e-6);
    expect(travel).toBeLessThan(0.15);
    expect(upright).toBeGreaterThan(0.97);
    expect(stretch).toBeLessThan(1e-6);
    expect(pushed).toBeGreaterThan(0.5);
    // The finish is 5 m behind the last pendulum, at 13 m, and the course goes 1 m to either side.
    expect(chassis.position[0] - from).toBeGreaterThan(21);
    expect(Math.hypot(...chassis.velocity)).toBeLessThan(0.01);
    expect(farthest).toBeGreaterThan(0.6);
    expect(farthest).toBeLessThan(1.2);
  });

  it('are four among 400 pendulums, as the scene comes, on their wheels and with closed joints', () => {
    const simulation = simulate({});
    const { world } = simulation;
    const joints = [...world.joints()];
    expect(joints.filter(({ kind }) => kind === 'wheel')).toHaveLength(4 * 4);
    expect(joints.filter(({ name }) => !name?.startsWith('car'))).toHaveLength(400);
    const cars = [0, 1, 2, 3].map((i) => body(world, `car-${i}-chassis`));
    const starts = cars.map(({ position }) => position[0]);
    while (world.time < 2) simulation.step();
    for (const joint of joints) expect(gapOf(joint)).toBeLessThan(1e-6);
    for (const [i, { position, orientation }] of cars.entries()) {
      expect(rotate(orientation, [0, 1, 0])[1]).toBeGreaterThan(0.97);
      expect(position[0] - starts[i]).toBeGreaterThan(1);
    }
  });

  it('roll: a wheel goes as far as it turns', () => {
    const simulation = simulate({ count: 2, pendulums: 0 });
    const { world } = simulation;
    const chassis = body(world, 'car-1-chassis');
    const wheel = body(world, 'car-1-rear-left');
    const spin = world.findJoint('car-1-rear-left-joint')?.coordinate('spin');
    const [from] = wheel.position;
    // Before the first bump, straight on.
    while (wheel.position[0] < from + 1) simulation.step();
    // Its joint turns against a car that lifts its nose.
    const pitch = 2 * Math.asin(chassis.orientation[2]);
    expect(((spin?.value ?? 0) - pitch) * 0.48).toBeCloseTo(wheel.position[0] - from, 3);
  });

  it('are the same after going back, since their controls remember in slots', () => {
    const { world, dt } = simulate({ count: 1, pendulums: 5 });
    for (let i = 0; i < 150; i++) world.step(dt);
    const before = world.snapshot();
    for (let i = 0; i < 50; i++) world.step(dt);
    const hash = world.hash();
    world.restore(before);
    for (let i = 0; i < 50; i++) world.step(dt);
    expect(world.hash()).toBe(hash);
  });
});
