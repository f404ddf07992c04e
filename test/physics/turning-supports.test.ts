// What friction holds on a support that turns, tilts or circles moves with it as one body, and lets go where friction ends.

import { describe, expect, it } from 'vitest';
import type { BodyDescriptor, Motion } from '../../src/bodies/descriptors.js';
import { cos, sin } from '../../src/math/portable.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { axisAngle, conjugate, multiply, rotate, subtract } from '../../src/math/vector.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';

const STEPS = [1 / 60, 1 / 100, 1 / 240];
const MU = 0.4;
const G = 9.81;

function worldWith(support: Partial<BodyDescriptor>): { world: World; table: Body } {
  const world = new World();
  world.createMaterial('default', { friction: MU });
  const table = world.createBody({ kind: 'scripted', ...support } as BodyDescriptor);
  return { world, table };
}

/** Turns about the vertical, up to `rate` [rad/s] within `way` [s]. */
function spinUp(rate: number, way = 2): Motion {
  return {
    kind: 'function',
    pose(t, _position, q) {
      const angle = t < way ? (rate * t * t) / (2 * way) : rate * (t - way / 2);
      q[0] = q[2] = 0;
      q[1] = sin(angle / 2);
      q[3] = cos(angle / 2);
    },
  };
}

const DISC = [{ kind: 'cylinder', radius: 3, height: 0.2 }] as const;

/** Where a body is in the frame of another. */
function relativePose(body: Body, table: Body): { position: Vec3; orientation: Quat } {
  const back = conjugate(table.orientation);
  return {
    position: rotate(back, subtract(body.centerOfMass, table.centerOfMass)),
    orientation: multiply(back, body.orientation),
  };
}

/** How far bodies move against the table while `seconds` go by, as the largest change of a coordinate or of a quaternion. */
function driftOf(world: World, table: Body, bodies: readonly Body[], seconds: number, dt: number): number {
  const before = bodies.map((body) => relativePose(body, table));
  let drift = 0;
  for (let i = 0; i * dt < seconds; i++) {
    world.step(dt);
    bodies.forEach((body, k) => {
      const { position, orientation } = relativePose(body, table);
      const sign = orientation[3] * before[k].orientation[3] < 0 ? -1 : 1;
      for (let j = 0; j < 3; j++) drift = Math.max(drift, Math.abs(position[j] - before[k].position[j]));
      for (let j = 0; j < 4; j++) drift = Math.max(drift, Math.abs(sign * orientation[j] - before[k].orientation[j]));
    });
  }
  return drift;
}

describe.each(STEPS)('steps of %f s', (dt) => {
  it.each([0.1, 0.5, 0.9, 0.985])('a box stays on a turntable at %f of what friction holds', (part) => {
    // Slowly enough for what is left of friction to push it along.
    const way = part > 0.9 ? 20 : 2;
    const motion = spinUp(Math.sqrt(MU * G * part), way);
    const { world, table } = worldWith({ shapes: [...DISC], position: [0, -0.1, 0], motion });
    const box = world.createBody({ shapes: [{ kind: 'box', size: [0.2, 0.1, 0.2] }], position: [1, 0.05, 0], mass: 1 });
    expect(driftOf(world, table, [box], way + 10, dt)).toBeLessThan(1e-9);
  });

  it('it has the velocity of the place where it is, and friction pulls it to the axis by m w^2 r', () => {
    const rate = 1.2;
    const { world, table } = worldWith({ shapes: [...DISC], position: [0, -0.1, 0], motion: spinUp(rate) });
    const box = world.createBody({ shapes: [{ kind: 'box', size: [0.2, 0.1, 0.2] }], position: [1, 0.05, 0], mass: 3 });
    for (let i = 0; i * dt < 4; i++) world.step(dt);
    const before = box.position;
    world.step(dt);
    const [x, , z] = box.position;
    expect(Math.abs(box.velocity[0] - rate * z)).toBeLessThan(1e-9);
    expect(Math.abs(box.velocity[2] + rate * x)).toBeLessThan(1e-9);
    let pull = 0;
    for (const edge of world.graph.edgesOf(box)) {
      for (const contact of edge.contacts) {
        const impulse = edge.a === box.id ? contact.impulseOnA : contact.impulseOnB;
        pull -= impulse[0] * before[0] + impulse[2] * before[2];
      }
    }
    expect(pull / dt / (3 * rate * rate)).toBeCloseTo(1, 3);
    expect(table.angularVelocity[1]).toBeCloseTo(rate, 9);
  });

  it('slides off where friction is one percent too little', () => {
    const rate = Math.sqrt(MU * G * 1.01);
    const { world } = worldWith({ shapes: [...DISC], position: [0, -0.1, 0], motion: spinUp(rate) });
    const box = world.createBody({ shapes: [{ kind: 'box', size: [0.2, 0.1, 0.2] }], position: [1, 0.05, 0] });
    for (let i = 0; i * dt < 6; i++) world.step(dt);
    expect(Math.sqrt(box.position[0] ** 2 + box.position[2] ** 2)).toBeGreaterThan(1.2);
  });

  it('a stack, a wedge and a composite stay on a turntable', () => {
    const { world, table } = worldWith({ shapes: [...DISC], position: [0, -0.1, 0], motion: spinUp(1.1) });
    const cube = { kind: 'box', size: [0.3, 0.3, 0.3] } as const;
    const stack = [0, 1, 2].map((i) => world.createBody({ shapes: [cube], position: [1.2, 0.15 + 0.3 * i, 0.02 * i] }));
    // Lies on a slanting side, so that none of its principal axes is upright.
    const points: Vec3[] = [0, 0.3].flatMap((z) => [[0, 0, z] as Vec3, [0.5, 0, z] as Vec3, [0, 0.35, z] as Vec3]);
    const wedge = world.createBody({ shapes: [{ kind: 'hull', points }], position: [-1.3, 0, 0.4] });
    const parts = [
      world.createBody({ shapes: [{ kind: 'box', size: [0.2, 0.2, 0.2] }], position: [0.3, 0.1, 1.2] }),
      world.createBody({ shapes: [{ kind: 'box', size: [0.2, 0.4, 0.2] }], position: [0.5, 0.2, 1.2], density: 3000 }),
    ];
    world.createComposite({ members: parts });
    expect(driftOf(world, table, [...stack, wedge, ...parts], 10, dt)).toBeLessThan(1e-9);
  });

  it('boxes stay on a platform that tilts, and on one that circles and stays level', () => {
    const tilting = worldWith({
      shapes: [{ kind: 'box', size: [6, 0.2, 2] }],
      position: [0, -0.1, 0],
      motion: {
        kind: 'function',
        pose(t, _position, q) {
          for (let i = 0; i < 4; i++) q[i] = axisAngle([1, 0, 2], 0.12 * (1 - cos(2 * t)))[i];
        },
      },
    });
    const cube = { kind: 'box', size: [0.3, 0.3, 0.3] } as const;
    const on = [0, 1, 2].map((i) =>
      tilting.world.createBody({ shapes: [cube], position: [1.5 * (i % 2), 0.15 + 0.3 * (i >> 1), 0.3] }),
    );
    expect(driftOf(tilting.world, tilting.table, on, 10, dt)).toBeLessThan(1e-9);

    // A gondola.
    const circling = worldWith({
      shapes: [{ kind: 'box', size: [2, 0.2, 2] }],
      motion: {
        kind: 'function',
        pose(t, p) {
          const angle = 0.05 * t * t;
          p[0] = 4 * sin(angle);
          p[1] = 4 * cos(angle);
        },
      },
    });
    const rider = circling.world.createBody({ shapes: [cube], position: [0.3, 4.25, 0] });
    expect(driftOf(circling.world, circling.table, [rider], 6, dt)).toBeLessThan(1e-9);
  });
});
