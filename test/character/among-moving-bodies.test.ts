// A character on and beside what moves: platforms, a seesaw, a door, crates; and its state through time.

import { describe, expect, it } from 'vitest';
import {
  axisAngle,
  type Body,
  Character,
  type CharacterOptions,
  decodeSnapshot,
  encodeSnapshot,
  type Vec3,
  World,
  type WorldOptions,
} from '../../dist/src/index.js';

const DT = 1 / 60;
const STANDING = 0.91;

function makeFlat(options: WorldOptions = {}): World {
  const world = new World(options);
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  return world;
}

function walk(character: Character, wish: Vec3, seconds: number, look?: () => void): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    character.move(wish, DT);
    character.world.step(DT);
    look?.();
  }
}

/** A character on a body whose top is at a height [m], in the frame of that body [m]. */
function standOn(platform: Body, at: Vec3): Character {
  const [x, y, z] = platform.position;
  return new Character(platform.world as World, { position: [x + at[0], y + at[1] + STANDING, z + at[2]] });
}

describe('rides', () => {
  it.each([
    ['to and fro', { translation: [2, 0, 0] }],
    ['up and down', { translation: [0, 1, 0] }],
    ['aslant', { translation: [1, 0.5, -1] }],
  ] as const)('a platform that goes %s, without slipping', (_, amplitude) => {
    const world = makeFlat();
    const platform = world.createBody({
      kind: 'scripted',
      position: [0, 3, 0],
      shapes: [{ kind: 'box', size: [3, 0.2, 3] }],
      motion: { kind: 'oscillation', frequency: 0.4, ...amplitude },
    });
    const character = standOn(platform, [0.5, 0.1, -0.3]);
    const offset = (): Vec3 => character.body.position.map((x, i) => x - platform.position[i]) as Vec3;
    const before = offset();
    walk(character, [0, 0, 0], 5, () => {
      expect(character.ground?.body).toBe(platform);
      for (let k = 0; k < 3; k++) expect(offset()[k]).toBeCloseTo(before[k], 8);
    });
    walk(character, [0.5, 0, 0], 1);
    expect(offset()[0] - before[0]).toBeCloseTo(0.5, 8);
  });

  it('a platform that turns, at its place on it', () => {
    const world = makeFlat();
    const platform = world.createBody({
      kind: 'scripted',
      position: [0, 1, 0],
      shapes: [{ kind: 'cylinder', radius: 3, height: 0.2 }],
      motion: {
        kind: 'function',
        pose: (t, _, orientation) => {
          axisAngle([0, 1, 0], 0.8 * t).forEach((x, i) => {
            orientation[i] = x;
          });
        },
      },
    });
    const character = standOn(platform, [2, 0.1, 0]);
    walk(character, [0, 0, 0], 4);
    const [x, y, z] = character.body.position;
    expect(x).toBeCloseTo(2 * Math.cos(3.2), 8);
    expect(z).toBeCloseTo(-2 * Math.sin(3.2), 8);
    expect(y).toBeCloseTo(1.1 + STANDING, 9);
  });

  it('jumps off a platform with its velocity', () => {
    const world = makeFlat();
    const platform = world.createBody({
      kind: 'scripted',
      position: [0, 1, 0],
      shapes: [{ kind: 'box', size: [3, 0.2, 3] }],
      motion: {
        kind: 'function',
        pose: (t, position) => {
          position[0] = 2 * t;
          position[1] = 1 + t;
        },
      },
    });
    const character = standOn(platform, [0, 0.1, 0]);
    walk(character, [0, 0, 0], 0.5);
    character.jump(3);
    const [x, y] = character.body.position;
    walk(character, [0, 0, 0], 0.25);
    expect(character.body.position[0] - x).toBeCloseTo(0.5, 8);
    expect(character.body.position[1] - y).toBeCloseTo(4 * 0.25 - 0.5 * 9.81 * 0.0625, 8);
  });

  it('is stopped by a wall that its platform passes under', () => {
    const world = makeFlat();
    world.createBody({ kind: 'fixed', position: [2, 3, 0], shapes: [{ kind: 'box', size: [1, 3, 4] }] });
    const platform = world.createBody({
      kind: 'scripted',
      position: [0, 1, 0],
      shapes: [{ kind: 'box', size: [6, 0.2, 3] }],
      motion: { kind: 'oscillation', frequency: 0.1, translation: [2, 0, 0] },
    });
    const character = standOn(platform, [0, 0.1, 0]);
    walk(character, [0, 0, 0], 2.5, () => expect(character.body.position[0]).toBeLessThanOrEqual(1.2));
    expect(character.body.position[0]).toBeCloseTo(1.19, 6);
    expect(character.isGrounded).toBe(true);
  });

  it('is pushed aside by a scripted wall that comes', () => {
    const world = makeFlat();
    const wall = world.createBody({
      kind: 'scripted',
      position: [-2, 1, 0],
      shapes: [{ kind: 'box', size: [1, 2, 4] }],
      motion: {
        kind: 'function',
        pose: (t, position) => {
          position[0] = -2 + t;
        },
      },
    });
    const character = new Character(world, { position: [0, STANDING, 0] });
    walk(character, [0, 0, 0], 3, () => {
      // A wall goes on during the step: it is noticed by the next move.
      expect(character.body.position[0] - wall.position[0]).toBeGreaterThan(0.5 + 0.3 - DT - 1e-9);
    });
    expect(character.body.position[0]).toBeGreaterThan(1.5);
  });
});

describe('bodies that it can move', () => {
  it('a seesaw goes down under its weight, and it goes with it', () => {
    const world = makeFlat();
    const plank = world.createBody({
      position: [0, 0.5, 0],
      mass: 30,
      shapes: [{ kind: 'box', size: [5, 0.1, 1] }],
    });
    world.createJoint({
      kind: 'revolute',
      bodyB: plank,
      anchor: [0, 0.5, 0],
      axis: [0, 0, 1],
    });
    const character = new Character(world, { position: [-1, 0.55 + STANDING, 0] });
    let turned = 0;
    walk(character, [1, 0, 0], 3, () => {
      expect(character.ground?.body).toBe(plank);
      // The capsule and the plank are never in each other.
      expect(world.closestPoints(character.body, plank)?.gap).toBeGreaterThan(0);
      turned = Math.max(turned, plank.orientation[2]);
    });
    // First it was down on this side, to the ground, then on the other.
    const lowest = Math.asin((0.5 - 0.05) / 2.5);
    expect(2 * Math.asin(turned)).toBeGreaterThan(0.9 * lowest);
    expect(2 * Math.asin(plank.orientation[2])).toBeLessThan(-0.9 * lowest);
  });

  it('a crate on ice is pushed with its force, until it is as fast as the character', () => {
    const world = makeFlat();
    world.set('gravity', [0, -9.81, 0]);
    world.createMaterial('ice', { friction: 0 });
    const crate = world.createBody({
      position: [1, 0.5, 0],
      mass: 200,
      material: 'ice',
      shapes: [{ kind: 'box', size: [1, 1, 1] }],
    });
    const character = new Character(world, { position: [0, STANDING, 0], pushForce: 300 });
    let before = 0;
    let most = 0;
    walk(character, [1.5, 0, 0], 3, () => {
      most = Math.max(most, (crate.velocity[0] - before) / DT);
      before = crate.velocity[0];
      expect(world.measurePenetration()).toBeLessThan(1e-6);
    });
    expect(most).toBeLessThanOrEqual(300 / 200 + 1e-6);
    expect(most).toBeGreaterThan(1.4);
    expect(crate.velocity[0]).toBeCloseTo(1.5, 2);
  });

  it('a crate that friction holds against its force stays, and a lighter one goes', () => {
    const push = (mass: number): number => {
      const world = makeFlat();
      const crate = world.createBody({ position: [1, 0.5, 0], mass, shapes: [{ kind: 'box', size: [1, 1, 1] }] });
      const character = new Character(world, { position: [0, STANDING, 0], pushForce: 300 });
      walk(character, [1.5, 0, 0], 2);
      return crate.position[0] - 1;
    };
    const friction = 0.5;
    const limit = 300 / (friction * 9.81);
    expect(push(1.3 * limit)).toBeLessThan(1e-3);
    expect(push(0.5 * limit)).toBeGreaterThan(0.5);
  });

  it('walks through what the masks of its body keep it apart from, and is stopped again once they do not', () => {
    const world = makeFlat();
    const wall = world.createBody({ kind: 'fixed', position: [1, 1, 0], shapes: [{ kind: 'box', size: [0.2, 2, 4] }] });
    const walkTo = (mask: number, category: number): number => {
      const character = new Character(world, { position: [0, STANDING, 0] });
      [character.body.mask, wall.category] = [mask, category];
      walk(character, [1.5, 0, 0], 1.5);
      const [x] = character.body.position;
      expect(character.ground?.body.name).toBe('ground');
      character.body.remove();
      return x;
    };
    expect(walkTo(0xffffffff, 2)).toBeCloseTo(0.59, 6);
    expect(walkTo(1, 2)).toBeCloseTo(2.25, 6);
    expect(walkTo(1 | 2, 2)).toBeCloseTo(0.59, 6);
    wall.mask = 4;
    expect(walkTo(0xffffffff, 2)).toBeCloseTo(2.25, 6);
  });

  it('a door opens before it', () => {
    const world = makeFlat();
    const door = world.createBody({ position: [1, 1.05, 0], mass: 20, shapes: [{ kind: 'box', size: [0.06, 2, 1.2] }] });
    world.createJoint({
      kind: 'revolute',
      bodyB: door,
      anchor: [1, 1.05, -0.6],
      axis: [0, 1, 0],
    });
    const character = new Character(world, { position: [0, STANDING, 0.2] });
    walk(character, [1.2, 0, 0], 3, () => expect(world.measurePenetration()).toBeLessThan(1e-3));
    expect(character.body.position[0]).toBeGreaterThan(2);
    expect(character.body.position[1]).toBe(STANDING);
  });

  it('presses on what it stands on by its weight', () => {
    const world = makeFlat();
    const block = world.createBody({ position: [0, 0.15, 0], mass: 30, shapes: [{ kind: 'box', size: [2, 0.3, 2] }] });
    const character = new Character(world, { position: [0, 0.3 + STANDING, 0], mass: 80 });
    walk(character, [0, 0, 0], 1);
    const edges = [...world.graph.edgesOf(block)];
    const impulse = edges.flatMap(({ contacts }) => contacts).reduce((sum, { normalImpulse }) => sum + normalImpulse, 0);
    expect(impulse).toBeCloseTo(110 * 9.81 * DT, 6);
    expect(character.ground?.body).toBe(block);
  });
});

describe('state', () => {
  const options: CharacterOptions = { position: [0, STANDING, 0], name: 'walker' };
  /** A crate, a step and jumps. */
  const live = (world: World): [Character, (i: number) => void] => {
    world.createBody({ position: [1.5, 0.4, 0.1], mass: 30, shapes: [{ kind: 'box', size: [0.8, 0.8, 0.8] }] });
    world.createBody({ kind: 'fixed', position: [5, 0.1, 0], shapes: [{ kind: 'box', size: [4, 0.2, 4] }] });
    const character = new Character(world, options);
    const act = (i: number): void => {
      if (i % 40 === 20) character.jump();
      character.move([2, 0, i % 60 < 30 ? 0.5 : -0.5], DT);
      world.step(DT);
    };
    return [character, act];
  };

  it('goes back with a snapshot, also one that was bytes, in the air as on the ground', () => {
    for (const moment of [15, 30]) {
      const world = makeFlat();
      const [character, act] = live(world);
      for (let i = 0; i < moment; i++) act(i);
      const snapshot = decodeSnapshot(encodeSnapshot(world.snapshot()));
      expect(character.isGrounded).toBe(moment === 15);
      const hashes = Array.from({ length: 80 }, (_, i) => {
        act(moment + i);
        return world.hash();
      });
      world.restore(snapshot);
      hashes.forEach((hash, i) => {
        act(moment + i);
        expect(world.hash()).toBe(hash);
      });
    }
  });

  it('goes back with a world that is rewound', () => {
    const world = makeFlat({ history: { seconds: 5 } });
    const [, act] = live(world);
    for (let i = 0; i < 30; i++) act(i);
    const { time } = world;
    for (let i = 30; i < 90; i++) act(i);
    const hash = world.hash();
    world.rewind(time);
    for (let i = 30; i < 90; i++) act(i);
    expect(world.hash()).toBe(hash);
  });

  it('body.moveTo() takes a scripted body there during the step, and refuses others', () => {
    const world = makeFlat();
    const lift = world.createBody({
      kind: 'scripted',
      position: [0, 1, 0],
      shapes: [{ kind: 'box', size: [1, 1, 1] }],
      motion: { kind: 'oscillation', frequency: 1 },
    });
    const crate = world.createBody({ position: [3, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    lift.moveTo([0, 1.1, 0]);
    expect(lift.position).toEqual([0, 1, 0]);
    world.step(DT);
    expect(lift.position).toEqual([0, 1.1, 0]);
    expect(lift.velocity[1]).toBeCloseTo(0.1 / DT, 9);
    world.step(DT);
    expect(lift.velocity).toEqual([0, 0, 0]);
    expect(() => crate.moveTo([0, 1, 0])).toThrow(
      'moveTo() is asked of a rigid body, but only scripted bodies go where they are told.',
    );
    expect(() => lift.moveTo([0, Number.NaN, 0])).toThrow('position[1] is NaN, but must be a finite number.');
  });
});
