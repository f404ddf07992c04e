// The schedulers of time with what else there is: belts, surfaces, trees that fly, characters, vehicles. All three go the
// same way to the bit; what does not go together is refused by a sentence.

import { describe, expect, it } from 'vitest';
import { Character, createVehicle, METHODS, SCHEDULERS, World } from '../../../src/index.js';
import { familyCar } from '../../vehicle/family-car.js';

const NAMES = ['retroactive', 'conservative', 'timewarp'] as const;
const GROUND = { kind: 'fixed', shapes: [{ kind: 'half-space' }] } as const;
const DT = 1 / 60;

/** What is looked at after 1.5 s, and must be the same by all. */
const WORLDS: Record<string, (world: World) => { readonly before?: () => void; readonly look: () => void }> = {
  'a belt takes a box along and stays where it is': (world) => {
    const belt = world.createBody({
      kind: 'fixed',
      position: [0, -0.5, 0],
      surfaceVelocity: [1, 0, 0],
      shapes: [{ kind: 'box', size: [20, 1, 4] }],
    });
    const box = world.createBody({ position: [0, 1.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const look = () => {
      expect(belt.position).toEqual([0, -0.5, 0]);
      expect(belt.surfaceVelocity).toEqual([1, 0, 0]);
      expect(box.velocity[0]).toBeCloseTo(1, 6);
      // It falls by 1 m. Friction of the impact, mu = 0.5 times 4.4 m/s, makes it as fast as the belt at once.
      expect(box.position[0]).toBeCloseTo(1.5 - Math.sqrt(2 / 9.81), 3);
    };
    return { look };
  },
  'a ball of 900 m/s does not pass a sheet': (world) => {
    const vertices = [-3, 0, -3, -3, 0, 3, 3, 0, 3, 3, 0, -3];
    world.createSurface('sheet', { vertices, triangles: [0, 1, 2, 0, 2, 3], sides: 'both' });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'sheet' }] });
    const ball = world.createBody({ position: [0.3, 2, 0.2], velocity: [0, -900, 0], shapes: [{ kind: 'sphere', radius: 0.1 }] });
    return { look: () => expect(ball.position[1]).toBeCloseTo(0.1, 3) };
  },
  'a ball and a box on hills': (world) => {
    const heights = Float64Array.from({ length: 21 * 21 }, (_, i) => 0.2 * ((i * 7919) % 5));
    world.createSurface('hills', { heights, columns: 21, rows: 21, spacing: [1, 1] });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'hills' }] });
    const bodies = [
      world.createBody({ position: [0.3, 3, 0.2], shapes: [{ kind: 'sphere', radius: 0.3 }] }),
      world.createBody({ position: [2.3, 3, 0.2], velocity: [1, 0, 0], shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] }),
    ];
    return { look: () => expect(Math.min(...bodies.map(({ position }) => position[1]))).toBeGreaterThan(0.2) };
  },
  'a tree that is thrown and hit in the air': (world) => {
    world.createBody(GROUND);
    const tree = world.createMultibody({
      links: [0, 1, 2].map((i) => ({
        position: [0.5 * i, 5, 0] as const,
        velocity: [2, 3, 0] as const,
        angularVelocity: [0, 0, i] as const,
        shapes: [{ kind: 'box', size: [0.4, 0.1, 0.1] }],
      })),
      joints: [0, 1].map((i) => ({
        kind: 'revolute' as const,
        bodyA: i,
        bodyB: i + 1,
        anchor: [0.25 + 0.5 * i, 5, 0] as const,
        axis: [0, 0, 1] as const,
      })),
    });
    const ball = world.createBody({ position: [3, 5, 0], velocity: [-3, 3, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] });
    const look = () => {
      expect(world.timeStatistics?.collisions).toBeGreaterThan(0);
      expect(tree.links[1].position[0]).toBeLessThan(0);
      expect(ball.velocity[0]).toBeGreaterThan(-3);
    };
    return { look };
  },
  'a character that walks and pushes a box': (world) => {
    world.createBody(GROUND);
    const character = new Character(world, { position: [0, 1, 0], radius: 0.3, height: 1.8 });
    const box = world.createBody({ position: [1.5, 0.25, 0], density: 50, shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] });
    const look = () => {
      expect(character.isGrounded).toBe(true);
      expect(character.body.position[0]).toBeGreaterThan(2);
      expect(box.position[0]).toBeGreaterThan(2.5);
    };
    return { before: () => character.move([1.5, 0, 0], DT), look };
  },
  'a car that drives into a box': (world) => {
    world.createBody(GROUND);
    const car = createVehicle(world, familyCar());
    const box = world.createBody({ position: [4, 0.25, 0], density: 50, shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] });
    car.throttle = 1;
    return { look: () => expect(box.position[0]).toBeGreaterThan(4) };
  },
};

describe.each(Object.entries(WORLDS))('%s', (_, make) => {
  it('goes the same way by all three', () => {
    const hashes = NAMES.map((name) => {
      const world = new World({ scheduler: SCHEDULERS[name], stepper: METHODS.gsp });
      const { before, look } = make(world);
      for (let i = 0; i < 90; i++) {
        before?.();
        world.step(DT);
      }
      look();
      return world.hash();
    });
    expect(new Set(hashes).size).toBe(1);
  });
});

it.each(NAMES)('%s refuses sleeping and a tolerance of zero by a sentence', (name) => {
  const scheduler = SCHEDULERS[name];
  const sleeping = `settings.sleeping.enabled is "on", but scheduler "${name}" keeps bodies at times of their own`;
  const tolerance = `settings.contact.touching is 0, but scheduler "${name}" finds times of impact to a share of it`;
  expect(() => new World({ scheduler, settings: { 'sleeping.enabled': 'on' } })).toThrow(sleeping);
  expect(() => new World({ scheduler, settings: { 'contact.touching': 0 } })).toThrow(tolerance);
  const world = new World({ scheduler });
  const before = world.hash();
  expect(() => world.set('sleeping.enabled', 'on')).toThrow(sleeping);
  expect(() => world.set('contact.touching', 0)).toThrow(tolerance);
  expect(world.hash()).toBe(before);
  expect(world.settings['contact.touching']).toBeGreaterThan(0);
});
