// A small scene of joints: an arm with a motor, a weight on a rope, a slide, a ball joint with a cone, and a bolt that breaks.

import type { Scene, Vec3 } from '../../src/index.js';

const box = (name: string, position: Vec3, size: Vec3, mass: number) => ({
  name,
  position,
  density: mass / (size[0] * size[1] * size[2]),
  shapes: [{ kind: 'box' as const, size }],
});

/** What hangs on the rope [kg]. */
export const WEIGHT = 3;

/** Two wheels on axles in the world, of which the second turns twice as fast the other way, and a third that nothing drives. */
export const GEARED: Scene = {
  drystone: 1,
  name: 'geared',
  dt: 1 / 100,
  bodies: [0, 1, 2].map((i) => box(`wheel-${i}`, [i, 1, 0], [0.4, 0.4, 0.1], 1)),
  joints: [0, 1, 2].map((i) => ({
    name: `axle-${i}`,
    kind: 'revolute',
    bodyB: `wheel-${i}`,
    anchor: [i, 1, 0],
    axis: [0, 0, 1],
    coordinates: { angle: i === 0 ? { motor: { kind: 'velocity', target: 1, maxForce: 50 } } : {} },
  })),
  couplings: [
    {
      name: 'gear',
      first: { joint: 'axle-0', coordinate: 'angle' },
      second: { joint: 'axle-1', coordinate: 'angle' },
      ratio: -2,
      offset: 0.5,
    },
  ],
};

export const JOINED: Scene = {
  drystone: 1,
  name: 'joined',
  description: 'Joints of several kinds.',
  dt: 1 / 100,
  bodies: [
    { name: 'ground', kind: 'fixed', shapes: [{ kind: 'half-space' }] },
    box('post', [0, 1, 0], [0.2, 0.2, 0.2], 2),
    box('arm', [0.5, 1, 0], [0.8, 0.1, 0.1], 1),
    box('weight', [2, 1, 0], [0.4, 0.4, 0.4], WEIGHT),
    box('cart', [-1.5, 1, 0], [0.4, 0.2, 0.2], 2),
    box('pendulum', [3.2, 1, 0], [0.16, 0.8, 0.16], 1),
    box('loose', [4.2, 1, 0], [0.3, 0.3, 0.3], 5),
  ],
  joints: [
    { name: 'foot', kind: 'fixed', bodyB: 'post', anchor: [0, 1, 0] },
    {
      name: 'elbow',
      kind: 'revolute',
      bodyA: 'post',
      bodyB: 'arm',
      anchor: [0.1, 1, 0],
      axis: [0, 0, 1],
      axis2: [1, 0, 0],
      coordinates: {
        angle: { limits: [-1, 1.5], motor: { kind: 'position', target: 0, stiffness: 400, damping: 30, maxForce: 200 } },
      },
    },
    {
      name: 'rope',
      kind: 'distance',
      bodyB: 'weight',
      frameA: { position: [2, 2.2, 0] },
      frameB: { position: [0, 0.2, 0] },
      coordinates: { length: { limits: [0, 1] } },
    },
    {
      name: 'rail',
      kind: 'prismatic',
      bodyB: 'cart',
      anchor: [-1.5, 1, 0],
      axis: [1, 0, 0],
      coordinates: { slide: { limits: [-0.5, 0.5], motor: { kind: 'velocity', target: 0.1, maxForce: 50 } } },
    },
    {
      name: 'shoulder',
      kind: 'ball',
      bodyB: 'pendulum',
      anchor: [3.2, 1.4, 0],
      axis: [0, -1, 0],
      coordinates: { swing: { limits: [0, 0.6] }, twist: { limits: [-0.5, 0.5] } },
    },
    { name: 'bolt', kind: 'fixed', bodyB: 'loose', anchor: [4.2, 1.15, 0], breakForce: 40 },
  ],
};
