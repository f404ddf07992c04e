// The scene robots: arms follow their plan, lift boxes by friction alone, and throw them where they were to go.

import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { Body, World } from '../../src/world.js';
import { gapOf } from '../physics/joints/linkage.js';

const GRAVITY = 9.81;
const EDGE = 0.12;
/** Where boxes lie [m]. */
const STAND = 0.36;

function begin(options: Record<string, unknown>, dt = 1 / 100): Simulation {
  return new Simulation(SCENES.robots.make({ seed: 1, ...options }), { dt, controls: CONTROLS });
}
function runTo(simulation: Simulation, seconds: number): void {
  while (simulation.world.time < seconds - simulation.dt / 2) simulation.step();
}
function find(world: World, name: string): Body {
  return world.find(name) as Body;
}
function widestGap(world: World): number {
  return Math.max(...[...world.joints()].filter(({ kind }) => kind === 'revolute').map(gapOf));
}

/** Runs until the first box of arm 0 is held by nothing. */
function runToRelease(simulation: Simulation): void {
  const { world } = simulation;
  const box = find(world, 'robot-0-box-0');
  const isHeld = (): boolean => [...world.graph.edgesOf(box)].some(({ contacts }) => contacts.some((c) => c.normalImpulse > 0));
  runTo(simulation, 4);
  while (isHeld() && world.time < 6) simulation.step();
}

/** How far in front of its arm, at [-4, 0, 0], a box comes down that flies, and how far beside [m]. */
function landingOf({ position: [x, y, z], velocity: [vx, vy, vz] }: Body): [number, number] {
  const time = (vy + Math.sqrt(vy * vy + 2 * GRAVITY * (y - EDGE / 2))) / GRAVITY;
  return [x + vx * time + 4, z + vz * time];
}

describe('robots', () => {
  it.each([
    [1, 4.5],
    [2, 3],
  ])('lift a box and throw it as far as planned: seed %i, %f m', (seed, distance) => {
    const simulation = begin({ seed, count: 1, boxes: 1, distance });
    const { world } = simulation;
    const box = find(world, 'robot-0-box-0');
    const hand = find(world, 'robot-0-hand');
    runTo(simulation, 3.2);
    expect(box.position[1]).toBeGreaterThan(STAND + 0.2);
    expect(box.velocity[1] - hand.velocityAt(box.position)[1]).toBeCloseTo(0, 1);
    runToRelease(simulation);
    const [far, beside] = landingOf(box);
    expect(Math.abs(far / distance - 1)).toBeLessThan(0.03);
    expect(Math.abs(beside)).toBeLessThan(0.02);
    expect(widestGap(world)).toBeLessThan(1e-6);
    const before = world.snapshot();
    while (box.position[1] > EDGE) simulation.step();
    expect(Math.abs((box.position[0] + 4) / distance - 1)).toBeLessThan(0.03);
    const [time, hash] = [world.time, world.hash()];
    world.restore(before);
    runTo(simulation, time);
    expect(world.hash()).toBe(hash);
  });

  // A gear ties the fingers. Their motor must give way within the sweeps when the box stops them, or they go through it.
  it('lift a box in steps of 1/60 s, and throw it as far as such steps can tell', () => {
    const simulation = begin({ count: 1, boxes: 1, distance: 4.5 }, 1 / 60);
    const { world } = simulation;
    runTo(simulation, 3.2);
    expect(world.measurePenetration()).toBeLessThan(1e-3);
    runToRelease(simulation);
    const [far, beside] = landingOf(find(world, 'robot-0-box-0'));
    expect(Math.abs(far / 4.5 - 1)).toBeLessThan(0.05);
    expect(Math.abs(beside)).toBeLessThan(0.02);
  });

  it('are twenty, each on its way to its first box, with closed joints', () => {
    const simulation = begin({ boxes: 1 });
    const { world } = simulation;
    runTo(simulation, 0.5);
    expect(widestGap(world)).toBeLessThan(1e-6);
    const arms = [...world.multibodies()];
    expect(arms).toHaveLength(20);
    const turned = arms.filter((arm) => arm.slots[1] < 0.4);
    expect(turned.length).toBeGreaterThan(2);
    for (const arm of turned) {
      // The turret's way from 0 to a quarter turn, in a second from slot 1 on.
      const s = world.time - arm.slots[1];
      const [turret, , , forearm] = arm.readCoordinates();
      expect(turret).toBeCloseTo((Math.PI / 2) * s * s * (3 - 2 * s), 2);
      expect(forearm).toBeCloseTo(0, 2);
    }
  });
});
