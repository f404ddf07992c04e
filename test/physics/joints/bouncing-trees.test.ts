// Trees of joints of every kind that fall on the ground and on each other, from no bounce to a full one: joints stay
// closed, no limit is passed, no rope gets longer, and energy does not rise.

import { describe, expect, it } from 'vitest';
import type { CoordinateDescriptor, JointKind, MethodName, Quat, Vec3 } from '../../../src/index.js';
import { METHODS, Random, World } from '../../../src/index.js';
import { energyOf, gapOf, overrunOf } from './linkage.js';

const DT = 1 / 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
const SHAPES = [
  { kind: 'box', size: [0.3, 0.2, 0.4] },
  { kind: 'sphere', radius: 0.15 },
  { kind: 'capsule', radius: 0.1, length: 0.3 },
] as const;
/** What brakes or stops a coordinate, and never drives it. */
const LAWS: Readonly<Record<Exclude<JointKind, 'distance'>, Record<string, CoordinateDescriptor>>> = {
  fixed: {},
  revolute: { angle: { limits: [-0.5, 0.5] } },
  prismatic: { slide: { limits: [-0.1, 0.1], friction: 1 } },
  cylindrical: { slide: { limits: [-0.1, 0.1] }, angle: { damping: 0.1 } },
  ball: { swing: { limits: [0, 0.6] }, twist: { limits: [-0.3, 0.3] } },
  universal: { angle1: { limits: [-0.5, 0.5] } },
  planar: { slide1: { limits: [-0.1, 0.1] }, angle: { friction: 0.2 } },
  wheel: { suspension: { limits: [-0.1, 0.1] } },
  free: {},
  generic: {
    slideX: { limits: [-0.1, 0.1] },
    slideZ: { friction: 1, limits: [-0.1, 0.1] },
    twist: { limits: [-0.3, 0.3] },
    swing: { limits: [0, 0.6] },
    roll: { damping: 0.1 },
  },
};
const KINDS = [...(Object.keys(LAWS) as JointKind[]), 'distance'] as const;

function dropTree(method: MethodName, restitution: number, seed: number): World {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)];
  const vector = (size: number) => [0, 1, 2].map(() => random.uniform(-size, size)) as Vec3;
  const world = new World({ stepper: METHODS[method] });
  world.createMaterial('default', { restitution, friction: pick([0, 0.5]) });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const bodies = Array.from({ length: 6 }, (_, i) =>
    world.createBody({
      position: [0.6 * i, random.uniform(0.8, 1.3), random.uniform(-0.2, 0.2)],
      orientation: [...vector(1), random.uniform(-1, 1)] as Quat,
      shapes: [pick(SHAPES)],
      mass: pick([0.5, 1, 3]),
      velocity: vector(1),
      angularVelocity: vector(2),
    }),
  );
  for (const [i, bodyB] of bodies.entries()) {
    if (i === 0) continue;
    const bodyA = bodies[Math.floor(random.uniform() * i)];
    const kind = KINDS[(seed + i) % KINDS.length];
    const span = Math.hypot(...bodyA.position.map((x, k) => x - bodyB.position[k]));
    const limits = [random.uniform() < 0.5 ? 0 : span, span] as const;
    const middle = bodyA.position.map((x, k) => (x + bodyB.position[k]) / 2) as Vec3;
    const isLimited = random.uniform() < 0.5;
    if (kind === 'distance') world.createJoint({ kind, bodyA, bodyB, coordinates: { length: { limits } } });
    else
      world.createJoint({ kind, bodyA, bodyB, anchor: middle, axis: vector(1), ...(isLimited && { coordinates: LAWS[kind] }) });
  }
  return world;
}

describe.each(KNOWING)('%s', (method) => {
  it.each([0, 0.5, 1])('restitution %d: joints stay closed, and energy does not rise', (restitution) => {
    let [widest, furthest, rise] = [0, 0, 0];
    for (let seed = 1; seed <= 5; seed++) {
      const world = dropTree(method, restitution, seed);
      const joints = [...world.joints()];
      const overruns = joints.map(overrunOf);
      const all = energyOf(world);
      let before = all;
      for (let i = 0; i < 60; i++) {
        world.step(DT);
        const now = energyOf(world);
        rise = Math.max(rise, (now - before) / all);
        before = now;
        for (const [k, joint] of joints.entries()) {
          widest = Math.max(widest, gapOf(joint));
          const overrun = overrunOf(joint);
          furthest = Math.max(furthest, overrun - overruns[k]);
          overruns[k] = overrun;
        }
      }
    }
    expect(widest).toBeLessThan(1e-9);
    expect(furthest).toBeLessThan(1e-9);
    expect(rise).toBeLessThan(1e-12);
  });
});

describe.each(KNOWING)('%s', (method) => {
  it.each([0.5, 1])('two boxes on a joint that bounce by %d turn round at the surface, not behind it', (restitution) => {
    let deepest = 0;
    for (let phase = 0; phase < 4; phase++) {
      const world = new World({ stepper: METHODS[method] });
      world.createMaterial('default', { restitution, friction: 0.5 });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      const height = 0.8 + 0.03 * phase;
      const [bodyA, bodyB] = [0, 1].map((i) =>
        world.createBody({
          position: [0.6 * i, height + 0.1 * i, 0],
          orientation: [0.3, 0.2, 0.1, 0.9],
          angularVelocity: [2 - 2 * i, 1 - i, i - 1],
          shapes: [SHAPES[0]],
        }),
      );
      world.createJoint({ kind: 'ball', bodyA, bodyB, anchor: [0.3, height + 0.05, 0] });
      for (let i = 0; i < 60; i++) {
        world.step(DT);
        deepest = Math.max(deepest, world.measurePenetration());
      }
    }
    // A contact of a link that waited for its bounce let the link go on for a step, by up to 34 mm.
    expect(deepest).toBeLessThan(3e-3);
  });
});
