// Shock propagation must not buy its stacks with physics: the default method against small steps at 64 a step, and against
// closed forms.

import { describe, expect, it, vi } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Body } from '../../src/index.js';
import { METHODS, Simulation, World } from '../../src/index.js';
import type { Choice } from './behaviours.js';
import { angleOfSeesaw, readScale, slideOnSlope, speedsOfSled, timeToTopple } from './behaviours.js';

vi.setConfig({ testTimeout: 120_000 });
const GSP: Choice = { method: 'gsp' };
const REFERENCE: Choice = { method: 'substeps', settings: { 'substeps.count': 64 } };

describe('gated shock propagation', () => {
  it.each([0.12, 0.15, 0.2])(
    'lets a stack topple that leans past its support, offset %f m, as the reference does to 10 %%',
    (offset) => {
      const time = timeToTopple(REFERENCE, offset);
      expect(Math.abs(timeToTopple(GSP, offset) / time - 1)).toBeLessThan(0.1);
    },
  );

  it('lets a stack stand that leans as far as its support allows', () => {
    expect(timeToTopple(GSP, 0.099)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([0.5, 0.8, 1])('turns the seesaw as the reference does to 1 degree, after %f s', (seconds) => {
    expect(Math.abs(angleOfSeesaw(GSP, seconds) - angleOfSeesaw(REFERENCE, seconds))).toBeLessThan(1);
  });

  it('brings the seesaw to rest at its closed form', () => {
    const simulation = new Simulation(SCENES.seesaw.make({ seed: 1 }));
    for (let i = 0; i < 400; i++) simulation.step();
    const [x, y, z] = (simulation.world.find('plank') as Body).orientation;
    const angle = (2 * Math.asin(Math.hypot(x, y, z)) * 180) / Math.PI;
    expect(Math.abs(angle - 19.47)).toBeLessThan(0.3);
  });

  it('lets the sled and its load share their momentum', () => {
    const { cube, plate } = speedsOfSled(GSP);
    expect(cube).toBeCloseTo(1, 6);
    expect(plate).toBeCloseTo(1, 6);
  });

  it.each([1, 1000])('lets the ground feel the weight of a stack whose top is %i times as heavy', (ratio) => {
    expect(readScale(GSP, 25, ratio)).toBeCloseTo(1, 6);
  });

  it.each([15, 30])('slides or sticks on a slope of %i degrees by Coulomb friction', (degrees) => {
    const holds = slideOnSlope(GSP, degrees, 1.01);
    expect(holds.moved).toBeLessThan(1e-4);
    const slides = slideOnSlope(GSP, degrees, 0.9);
    const expected = 9.81 * Math.sin((degrees * Math.PI) / 180) * 0.1;
    expect(slides.acceleration / expected).toBeCloseTo(1, 3);
  });

  it.each([20, 30])('moves the box at the base of a stack that a ball hits at %i m/s as the reference does to 15 %%', (speed) => {
    const moved = (choice: Choice): number => {
      const settings = choice.settings ?? {};
      const simulation = new Simulation(SCENES['ball-at-base'].make({ seed: 1, speed }), { method: choice.method, settings });
      for (let i = 0; i < 60; i++) simulation.step();
      return (simulation.world.find('box-0') as Body).position[0];
    };
    expect(Math.abs(moved(GSP) / moved(REFERENCE) - 1)).toBeLessThan(0.15);
  });

  it('carries a box on a lift and on a turntable, and lets go where friction cannot', () => {
    const ride = (radius: number): { slip: number; height: number } => {
      const world = new World({ stepper: METHODS.gsp });
      world.createMaterial('default', { friction: 0.5, restitution: 0 });
      const angle = (t: number): number => t * t;
      world.createBody({
        kind: 'scripted',
        name: 'table',
        shapes: [{ kind: 'box', size: [20, 1, 20] }],
        motion: {
          kind: 'function',
          pose(t, position, orientation) {
            position[1] = 0.1 * t;
            orientation[1] = Math.sin(angle(t) / 2);
            orientation[3] = Math.cos(angle(t) / 2);
          },
        },
      });
      const box = world.createBody({ shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }], position: [radius, 0.75, 0] });
      for (let i = 0; i < 100; i++) world.step(0.01);
      return { slip: Math.hypot(box.position[0], box.position[2]) - radius, height: box.position[1] };
    };
    // At 1 s the table turns at 2 rad/s: w^2 r is 2 m/s^2 at 0.5 m, 16 m/s^2 at 4 m; friction gives 4.9.
    const inner = ride(0.5);
    expect(Math.abs(inner.slip)).toBeLessThan(0.005);
    expect(inner.height).toBeCloseTo(0.85, 2);
    expect(ride(4).slip).toBeGreaterThan(0.1);
  });

  it('lets what bounces off a wall bounce, although the friction of the ground could stop it', () => {
    const world = new World({ settings: { 'contact.restitutionThreshold': 0.1 } });
    world.createMaterial('default', { friction: 0.5, restitution: 0 });
    world.createMaterial('rubber', { friction: 0, restitution: 0.8 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const size = [1, 1, 1] as const;
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size }], position: [1, 0.5, 0], material: 'rubber' });
    const box = world.createBody({ shapes: [{ kind: 'box', size }], position: [0, 0.5, 0], velocity: [0.02, 0, 0] });
    world.step(0.01);
    expect(box.velocity[0]).toBeCloseTo(-0.016, 4);
  });

  it('never gains energy where a heavy box falls on a stack', () => {
    const world = new World();
    world.createMaterial('default', { friction: 0.5, restitution: 0 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const box = { shapes: [{ kind: 'box' as const, size: [1, 1, 1] as const }], density: 1000 };
    for (let i = 0; i < 10; i++)
      world.createBody({ ...box, position: [0.02 * Math.sin(7 * i), 0.5 + i, 0.02 * Math.cos(5 * i)] });
    world.createBody({ ...box, density: 50_000, position: [0, 12.5, 0] });
    let before = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 300; i++) {
      world.step(0.01);
      const energy = world.kineticEnergy() + world.potentialEnergy();
      expect(energy - before).toBeLessThan(1e-9 * energy);
      before = energy;
    }
    expect(world.kineticEnergy()).toBe(0);
    expect(world.measurePenetration()).toBeLessThan(1e-6);
  });

  it.each([
    ['gsp.iterations', 0],
    ['gsp.iterations', 1.5],
    ['gsp.tolerance', -1],
    ['gsp.effort', -1],
    ['gsp.still', 2],
    ['gsp.correctionIterations', -1],
    ['vsp.weight', 1.5],
    ['vsp.weight', -0.1],
    ['vsp.iterations', 0],
    ['substeps.count', 0],
  ])('refuses %s = %f by name', (name, value) => {
    expect(() => new World({ settings: { [name]: value } })).toThrow(`settings.${name} is ${value}`);
  });

  it('refuses a solver that does not fit', () => {
    expect(() => new Simulation(SCENES.wall.make({ seed: 1 }), { method: 'gsp', solver: 'nncg' })).toThrow(
      'solver is "nncg", but method gsp works with "pgs".',
    );
  });
});
