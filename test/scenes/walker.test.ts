// Robots of six legs get across uneven ground: upright, along their lane, with closed hinges, and by the work of their
// motors alone.

import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import { rotate } from '../../src/math/vector.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { Body, World } from '../../src/world.js';
import { energyOf, gapOf } from '../physics/joints/linkage.js';

function simulate(options: Record<string, unknown>): Simulation {
  return new Simulation(SCENES.walker.make({ seed: 1, count: 1, ...options }), { controls: CONTROLS });
}
function trunkOf(world: World): Body {
  return world.find('robot-0-trunk') as Body;
}

/** What the hinges did in the last step, by their mean velocity in it [J]; and the velocities after it. */
function workOf(world: World, before: readonly number[], dt: number): { work: number; after: number[] } {
  const angles = [...world.joints()].map(({ coordinates: [angle] }) => angle);
  const after = angles.map(({ velocity }) => velocity);
  const work = angles.reduce((sum, { force }, i) => sum + (force * (before[i] + after[i]) * dt) / 2, 0);
  return { work, after };
}

describe('walker', () => {
  it.each([
    { seed: 1, height: 0.1, seconds: 10, way: 5.5 },
    { seed: 2, height: 0.16, seconds: 6, way: 2.5 },
  ])('walks $way m over slabs of up to $height m, upright, with closed hinges', ({ seed, height, seconds, way }) => {
    const simulation = simulate({ seed, height });
    const { world, dt } = simulation;
    const trunk = trunkOf(world);
    const joints = [...world.joints()];
    const [from] = trunk.position;
    let [open, upright, aside, excess] = [0, 1, 0, 0];
    let velocities: readonly number[] = joints.map(() => 0);
    let [start, worked] = [energyOf(world), 0];
    for (let step = 1; step <= seconds / dt; step++) {
      simulation.step();
      const { work, after } = workOf(world, velocities, dt);
      velocities = after;
      worked += work;
      open = Math.max(open, ...joints.map(gapOf));
      upright = Math.min(upright, rotate(trunk.orientation, [0, 1, 0])[1]);
      aside = Math.max(aside, Math.abs(trunk.position[2]));
      if (step % 50 !== 0) continue;
      excess = Math.max(excess, energyOf(world) - start - worked);
      [start, worked] = [energyOf(world), 0];
    }
    expect(trunk.position[0] - from).toBeGreaterThan(way);
    expect(upright).toBeGreaterThan(0.97);
    expect(aside).toBeLessThan(0.15);
    expect(open).toBeLessThan(1e-6);
    // In half a second the motors do some 30 J, of which most goes into the ground.
    expect(excess).toBeLessThan(0.5);
    expect(world.measurePenetration()).toBeLessThan(1e-3);
  });

  it('stands still behind the slabs', () => {
    const simulation = simulate({});
    const { world } = simulation;
    // As if it had come to its finish already.
    [...world.multibodies()][0].slots[1] = -2;
    while (world.time < 1) simulation.step();
    expect(trunkOf(world).position[0]).toBeCloseTo(-1.2, 2);
    expect(Math.hypot(...trunkOf(world).velocity)).toBeLessThan(1e-3);
  });

  it('carries its weight by the feet that stand, as many as three', () => {
    const simulation = simulate({});
    const { world, dt } = simulation;
    const weight = [...world.bodies()].reduce((sum, { kind, mass }) => sum + (kind === 'link' ? mass * 9.81 : 0), 0);
    let [carried, steps, most] = [0, 0, 0];
    while (world.time < 6) {
      simulation.step();
      if (world.time < 2.2) continue;
      const contacts = [...world.graph.edges()].flatMap((edge) => edge.contacts).filter(({ normalImpulse }) => normalImpulse > 0);
      carried += contacts.reduce((sum, { normalImpulse, normal }) => sum + normalImpulse * Math.abs(normal[1]), 0) / dt;
      most = Math.max(most, contacts.length);
      steps++;
    }
    expect(carried / steps / weight).toBeCloseTo(1, 1);
    expect(most).toBeLessThanOrEqual(6);
  });

  it('sinks to the ground when its motors are off', () => {
    const { world, dt } = simulate({});
    const multibody = [...world.multibodies()][0];
    multibody.control = undefined;
    for (let i = 0; i < 30; i++) world.step(dt);
    expect(trunkOf(world).position[1]).toBeGreaterThan(0.39);
    for (const { coordinates } of world.joints()) coordinates[0].motor = undefined;
    for (let i = 0; i < 200; i++) world.step(dt);
    expect(trunkOf(world).position[1]).toBeLessThan(0.12);
  });
});
