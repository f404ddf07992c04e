// What is changed while everything lies still acts in the next step: by every method, whatever it is that is changed.

import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vector.js';
import { axisAngle } from '../../src/math/vector.js';
import { METHODS } from '../../src/methods.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';

const STEP = 1 / 100;
const ANGLE = 0.4;
const SLOPE = axisAngle([0, 0, 1], ANGLE);
/** Steps until bodies are frozen, by the method that freezes them. */
const SETTLED = 60;
/** Between the sides of a pyramid of eight, friction is 8 % less than on a cone; what is left of gravity, by a fifth more [1]. */
const PYRAMID = 0.25;

/** A box on a slope that friction holds, a box on a slab beside it, and a plank on two posts; all of them at rest. */
function settled(method: string): { world: World; box: Body; rider: Body; plank: Body; post: Body; slab: Body } {
  // What slides does not lift off, and has all of its friction.
  const settings = { 'impulsive.freezeAfter': 10, 'impulsive.lift': 'removed' } as const;
  const world = new World({ stepper: METHODS[method as keyof typeof METHODS], settings });
  world.createMaterial('stone', { friction: 0.8 });
  world.createBody({ kind: 'fixed', name: 'slope', orientation: SLOPE, shapes: [{ kind: 'half-space' }], material: 'stone' });
  const box = world.createBody({
    name: 'box',
    shapes: [{ kind: 'box', size: [1, 0.2, 1] }],
    orientation: SLOPE,
    position: [-0.1 * Math.sin(ANGLE), 0.1 * Math.cos(ANGLE), 0],
    material: 'stone',
    mass: 1,
  });
  // Level ground, far up the slope's other side.
  const level = (x: number, y: number): Vec3 => [x - 20, y + 20, 0];
  const slab = world.createBody({
    kind: 'fixed',
    name: 'slab',
    shapes: [{ kind: 'box', size: [8, 1, 4] }],
    position: level(0, -0.5),
    material: 'stone',
  });
  const rider = world.createBody({
    name: 'rider',
    shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }],
    position: level(-3, 0.25),
    mass: 2,
  });
  const post = world.createBody({ name: 'post', shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }], position: level(0, 0.25) });
  world.createBody({ name: 'other post', shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }], position: level(2, 0.25) });
  const plank = world.createBody({ name: 'plank', shapes: [{ kind: 'box', size: [3, 0.2, 0.5] }], position: level(1, 0.6) });
  for (let i = 0; i < SETTLED; i++) world.step(STEP);
  return { world, box, rider, plank, post, slab };
}

type Settled = ReturnType<typeof settled>;

/** What is changed, and the body that moves because of it: where to, and how far within half a second [m]. */
const CHANGES: Record<
  string,
  { change: (scene: Settled) => void; mover: keyof Omit<Settled, 'world'>; along: Vec3; far: number }
> = {
  'the friction of a material': {
    change: ({ world }) => world.createMaterial('stone', { friction: 0 }),
    mover: 'box',
    along: [-Math.cos(ANGLE), -Math.sin(ANGLE), 0],
    far: 0.5 * 9.81 * Math.sin(ANGLE) * 0.25,
  },
  'the friction of a pair, to what does not quite hold': {
    change: ({ world }) => world.setMaterialPair('stone', 'stone', { friction: 0.3 }),
    mover: 'box',
    along: [-Math.cos(ANGLE), -Math.sin(ANGLE), 0],
    far: 0.5 * 9.81 * (Math.sin(ANGLE) - 0.3 * Math.cos(ANGLE)) * 0.25,
  },
  'the direction of gravity': {
    change: ({ world }) => world.set('gravity', [9.81, -9.81, 0]),
    mover: 'rider',
    along: [1, 0, 0],
    far: 0.5 * 9.81 * (1 - Math.sqrt(0.4)) * 0.25,
  },
  'gravity upside down': {
    change: ({ world }) => world.set('gravity', [0, 1, 0]),
    mover: 'rider',
    along: [0, 1, 0],
    far: 0.125,
  },
  "a body's share of gravity": {
    change: ({ rider }) => {
      rider.gravityScale = -1;
    },
    mover: 'rider',
    along: [0, 1, 0],
    far: 0.5 * 9.81 * 0.25,
  },
  'a velocity': {
    change: ({ rider }) => {
      rider.velocity = [0, 4, 0];
    },
    mover: 'rider',
    along: [0, 1, 0],
    far: 2 - 0.5 * 9.81 * 0.25,
  },
  'an impulse': {
    change: ({ rider }) => rider.applyImpulse([0, 8, 0]),
    mover: 'rider',
    along: [0, 1, 0],
    far: 2 - 0.5 * 9.81 * 0.25,
  },
  'another place': {
    change: ({ rider }) => {
      rider.position = [-25.5, 22, 0];
    },
    mover: 'rider',
    along: [0, -1, 0],
    far: 0.5 * 9.81 * 0.25,
  },
  'a support put elsewhere': {
    change: ({ slab }) => {
      slab.position = [100, 0, 0];
    },
    mover: 'rider',
    along: [0, -1, 0],
    far: 0.5 * 9.81 * 0.25,
  },
  'a support taken away': {
    change: ({ slab }) => slab.remove(),
    mover: 'rider',
    along: [0, -1, 0],
    far: 0.5 * 9.81 * 0.25,
  },
  'a passive support': {
    change: ({ slab }) => {
      slab.active = false;
    },
    mover: 'rider',
    along: [0, -1, 0],
    far: 0.5 * 9.81 * 0.25,
  },
  'a rule': {
    change: ({ world }) => {
      world.createRule({ kind: 'ignore', between: ['rider'], and: ['slab'] });
    },
    mover: 'rider',
    along: [0, -1, 0],
    far: 0.5 * 9.81 * 0.25,
  },
  // It turns about the edge of the post that is left; its centre falls 0.3 m and more.
  'one of two posts taken away': { change: ({ post }) => post.remove(), mover: 'plank', along: [0, -1, 0], far: 0.1 },
  'one of two posts that others pass through': {
    change: ({ world }) => {
      world.createRule({ kind: 'ignore', between: ['post'], and: ['plank'] });
    },
    mover: 'plank',
    along: [0, -1, 0],
    far: 0.1,
  },
};

const dot = (a: Readonly<Vec3>, b: Readonly<Vec3>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe.each(Object.keys(METHODS))('%s', (method) => {
  it.each(Object.entries(CHANGES))('%s', (name, { change, mover, along, far }) => {
    const scene = settled(method);
    const twin = settled(method);
    change(scene);
    change(twin);
    // A world that remembers nothing.
    twin.world.restore(twin.world.snapshot());
    const before = scene[mover].centerOfMass;
    for (let i = 0; i < 50; i++) {
      scene.world.step(STEP);
      if (i > 5) continue;
      twin.world.step(STEP);
      expect([name, i, scene.world.hash()]).toEqual([name, i, twin.world.hash()]);
    }
    const after = scene[mover].centerOfMass;
    const moved = dot(along, [after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    if (far === 0.1) expect(moved).toBeGreaterThan(far);
    else expect(Math.abs(moved / far - 1)).toBeLessThan(method === 'impulsive' ? PYRAMID : 0.06);
  });

  it('nothing moves by what changes nothing', () => {
    const { world, box, rider, plank } = settled(method);
    const before = [box, rider, plank].map((body) => body.position);
    world.createMaterial('stone', { friction: 0.8 });
    world.set('gravity', [0, -9.81, 0]);
    rider.gravityScale = 1;
    box.linearDamping = 0.1;
    for (let i = 0; i < 50; i++) world.step(STEP);
    [box, rider, plank].forEach((body, i) => {
      for (let j = 0; j < 3; j++) expect(Math.abs(body.position[j] - before[i][j])).toBeLessThan(5e-3);
    });
  });
});
