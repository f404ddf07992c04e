// Random clusters of every shape, meshes among them, as isolated systems: no step changes their momentum or angular
// momentum, or adds energy, by any method. A short form of `npm run bench -- --parts clusters`.

import { describe, expect, it } from 'vitest';
import { followCluster } from '../../bench/clusters.mjs';
import { randomCluster } from '../../bench/random-clusters.mjs';
import type { Body, World } from '../../src/index.js';
import { METHODS } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { length, subtract } from '../../src/math/vector.js';
import { angularMomentum, linearMomentum, makeWorld } from './laboratory.js';

/**
 * Each way of being near each other and each step; after these such as some method gained energy in, 71 times what
 * there was in one.
 */
const SEEDS = [0, 4, 8, 58, 112, 146, 183, 237, 296];
const clusters = SEEDS.map(randomCluster);

describe.each(Object.keys(METHODS))('isolated clusters by %s', (method) => {
  it.each(clusters)(
    'keep their momenta and gain nothing: $seed, $way, e = $restitution, friction $friction, dt = $dt',
    (cluster) => {
      const { linear, angular, gain, contacts } = followCluster(cluster, method);
      expect(contacts).toBeGreaterThan(0);
      expect(linear).toBeLessThan(1e-12);
      expect(angular).toBeLessThan(1e-12);
      expect(gain).toBeLessThan(1e-12);
    },
  );
});

describe.each(['gsp', 'ncp', 'vsp', 'substeps', 'impulsive'])('two boxes deep in each other that circle, by %s,', (method) => {
  function makePair(gravity: Vec3, friction = 0.5): { world: World; bodies: Body[] } {
    const world = makeWorld({ gravity }, { friction }, method);
    const bodies = [-0.45, 0.45].map((x) =>
      world.createBody({
        shapes: [{ kind: 'box', size: [1, 1, 1] }],
        position: [x, 10, 0],
        velocity: [1, 4 * x, 0],
        mass: x < 0 ? 1 : 20,
      }),
    );
    return { world, bodies };
  }

  it('keep their angular momentum when they are moved apart, and their centre moves straight on', () => {
    const { world, bodies } = makePair([0, 0, 0]);
    const [momentum, spin, energy] = [linearMomentum(world), angularMomentum(world), world.kineticEnergy()];
    const centre = (): number => (bodies[0].position[0] + 20 * bodies[1].position[0]) / 21;
    const start = centre();
    for (let i = 0; i < 20; i++) world.step(0.01);
    expect(world.measurePenetration()).toBeLessThan(0.01);
    expect(length(subtract(linearMomentum(world), momentum))).toBeLessThan(1e-10);
    expect(length(subtract(angularMomentum(world), spin))).toBeLessThan(1e-10);
    expect(world.kineticEnergy()).toBeLessThan(energy * (1 + 1e-12));
    expect(centre() - start).toBeCloseTo(0.2, 12);
  });

  it('are left to what users do to them', () => {
    const { world, bodies } = makePair([0, 0, 0]);
    const momentum = linearMomentum(world);
    for (let i = 0; i < 20; i++) {
      bodies[0].applyForce([0, 0, 7]);
      world.step(0.01);
    }
    expect(length(subtract(linearMomentum(world), [momentum[0], momentum[1], momentum[2] + 1.4]))).toBeLessThan(1e-10);
  });
});
