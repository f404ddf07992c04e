// Ropes: distance joints with an upper limit. They do not stretch, however short, taut and heavily loaded they are, and
// give no energy.

import { describe, expect, it } from 'vitest';
import type { Body, Joint, World } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { G, run } from '../laboratory.js';
import { coordinateOf, energyOf, gapOf, makeBall, makeJointWorld } from './linkage.js';

const DT = 1 / 60;

/** A rope from a point of the world, or of a body, to a point of another body. */
function makeRope(world: World, bodyA: Body | undefined, from: Vec3, bodyB: Body, to: Vec3, longest: number): Joint {
  return world.createJoint({
    kind: 'distance',
    ...(bodyA === undefined ? {} : { bodyA }),
    bodyB,
    frameA: { position: from },
    frameB: { position: to },
    coordinates: { length: { limits: [0, longest] } },
  });
}

/** The most by which a rope was longer than it may be, and by which the energy was above that of the beginning. */
function measure(world: World, ropes: readonly Joint[], longest: number, seconds: number): { stretch: number; gain: number } {
  const before = energyOf(world);
  let stretch = 0;
  let gain = 0;
  run(world, seconds, DT, () => {
    for (const rope of ropes) stretch = Math.max(stretch, coordinateOf(rope) - longest);
    gain = Math.max(gain, energyOf(world) - before);
  });
  return { stretch, gain };
}

function makePlank(world: World, position: Vec3, size: Vec3, mass: number): Body {
  return world.createBody({ position, mass, shapes: [{ kind: 'box', size }] });
}

describe('ropes', () => {
  it.each(['gsp', 'ncp', 'substeps', 'impulsive'])(
    'on which a plank swings keep their length and its energy, by %s',
    (method) => {
      const world = makeJointWorld([0, -G, 0], method);
      const position: Vec3 = [2 * Math.sin(0.6), -2 * Math.cos(0.6), 0];
      const plank = makePlank(world, position, [0.3, 0.05, 1], 10);
      const ropes = [-0.5, 0.5].map((z) => makeRope(world, undefined, [0, 0, z], plank, [0, 0, z], 2));
      const before = energyOf(world);
      const { stretch, gain } = measure(world, ropes, 2, 10);
      expect(stretch).toBeLessThan(1e-9);
      expect(gain / (10 * G)).toBeLessThan(1e-12);
      expect((before - energyOf(world)) / (10 * G)).toBeLessThan(1e-6);
    },
  );

  it('of which each is shorter than the planks that it ties to the next carry all of them', () => {
    const world = makeJointWorld();
    const ropes: Joint[] = [];
    const planks = Array.from({ length: 10 }, (_, i) => makePlank(world, [0.5 * i + 0.3, 0, 0], [0.4, 0.05, 1], 5));
    for (const z of [-0.5, 0.5]) {
      ropes.push(makeRope(world, undefined, [0, 0, z], planks[0], [-0.2, 0, z], 0.12));
      for (let i = 1; i < 10; i++) ropes.push(makeRope(world, planks[i - 1], [0.2, 0, z], planks[i], [-0.2, 0, z], 0.12));
      ropes.push(makeRope(world, undefined, [5.1, 0, z], planks[9], [0.2, 0, z], 0.12));
    }
    const { stretch, gain } = measure(world, ropes, 0.12, 10);
    expect(stretch).toBeLessThan(1e-9);
    expect(gain).toBe(0);
  });

  it('hold a load of ten thousand times the rings between them', () => {
    const world = makeJointWorld();
    const ropes: Joint[] = [];
    let above: Body | undefined;
    for (let i = 1; i <= 10; i++) {
      const ring = makeBall(world, [0.1 * i, 0, 0], i === 10 ? 1000 : 0.1, 0.02);
      ropes.push(makeRope(world, above, [0, 0, 0], ring, [0, 0, 0], 0.1));
      above = ring;
    }
    const { stretch, gain } = measure(world, ropes, 0.1, 5);
    expect(stretch).toBeLessThan(1e-9);
    expect(gain / (1000 * G)).toBeLessThan(1e-12);
  });

  it('of which there are more than it takes hold a deck of hinged planks', () => {
    const world = makeJointWorld();
    const ropes: Joint[] = [];
    const hinges: Joint[] = [];
    let before: Body | undefined;
    for (let i = 0; i < 8; i++) {
      const plank = makePlank(world, [0.5 * i, 0, 0], [0.48, 0.05, 1], 5);
      plank.velocity = [1, 0, 0.5];
      if (before !== undefined) {
        const anchor: Vec3 = [0.5 * i - 0.25, 0, 0];
        hinges.push(world.createJoint({ kind: 'revolute', bodyA: before, bodyB: plank, anchor, axis: [0, 0, 1] }));
      }
      for (const z of [-0.5, 0.5]) ropes.push(makeRope(world, undefined, [0.5 * i, 0.3, z], plank, [0, 0, z], 0.3));
      before = plank;
    }
    const { stretch, gain } = measure(world, ropes, 0.3, 5);
    expect(stretch).toBeLessThan(1e-9);
    for (const hinge of hinges) expect(gapOf(hinge)).toBeLessThan(1e-9);
    expect(gain / (40 * G * 0.3)).toBeLessThan(1e-12);
  });
});
