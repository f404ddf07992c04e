import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  biasForces,
  forwardDynamics,
  gravityCompensation,
  inverseDynamics,
  massMatrix,
} from '../../../src/joints/inverse/dynamics.js';
import { forwardKinematics, linkVelocities } from '../../../src/joints/inverse/kinematics.js';
import type { TreeDefinition } from '../../../src/joints/inverse/link-tree.js';
import { LinkTree } from '../../../src/joints/inverse/link-tree.js';
import { Random } from '../../../src/math/random.js';
import type { Sym3 } from '../../../src/math/symmetric.js';
import { multiplySym, rotateSym } from '../../../src/math/symmetric.js';
import type { Quat, Vec3 } from '../../../src/math/vector.js';
import { add, cross, dot, multiply, rotate, scale } from '../../../src/math/vector.js';
import { advance, randomCoordinates, randomNumbers, randomTree, TREE_KINDS } from './random-tree.js';

const seeds = fc.integer({ min: 0, max: 0xffffffff });
const GRAVITY: Vec3 = [1, -9.81, 2];

function times(M: Float64Array, v: Float64Array): Float64Array {
  return v.map((_, k) => v.reduce((sum, x, l) => sum + M[k * v.length + l] * x, 0));
}
function product(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, x, k) => sum + x * b[k], 0);
}
function plus(a: Float64Array, b: Float64Array, s = 1): Float64Array {
  return a.map((x, k) => x + s * b[k]);
}
/** Largest difference, as a share of the largest number. */
function difference(a: Float64Array, b: Float64Array): number {
  return (
    a.reduce((worst, x, k) => Math.max(worst, Math.abs(x - b[k])), 0) / b.reduce((most, x) => Math.max(most, Math.abs(x)), 1)
  );
}

/** Of f at 0, to fourth order. */
function slope(f: (x: number) => number): number {
  const h = 1e-3;
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

interface Measured {
  kinetic: number;
  potential: number;
  momentum: Vec3;
  /** About the world's origin. */
  spin: Vec3;
}

/** Energies and momenta, link by link. */
function measure({ links }: TreeDefinition, tree: LinkTree, q: Float64Array, qd: Float64Array): Measured {
  const poses = forwardKinematics(tree, q);
  const velocities = linkVelocities(tree, q, qd);
  const sum: Measured = { kinetic: 0, potential: 0, momentum: [0, 0, 0], spin: [0, 0, 0] };
  links.forEach(({ mass, moments, principal = [0, 0, 0, 1], center = [0, 0, 0], gravityScale = 1 }, link) => {
    const orientation = Array.from(poses.subarray(7 * link + 3, 7 * link + 7)) as Quat;
    const arm = rotate(orientation, center);
    const place = add(Array.from(poses.subarray(7 * link, 7 * link + 3)) as Vec3, arm);
    const w = Array.from(velocities.subarray(6 * link + 3, 6 * link + 6)) as Vec3;
    const v = add(Array.from(velocities.subarray(6 * link, 6 * link + 3)) as Vec3, cross(w, arm));
    const inertia = rotateSym(multiply(orientation, principal), [...moments, 0, 0, 0] as Sym3);
    const spin = multiplySym(inertia, w);
    sum.kinetic += 0.5 * mass * dot(v, v) + 0.5 * dot(w, spin);
    sum.potential -= mass * gravityScale * dot(GRAVITY, place);
    sum.momentum = add(sum.momentum, scale(v, mass));
    sum.spin = add(sum.spin, add(spin, cross(place, scale(v, mass))));
  });
  return sum;
}

/** The armature's share of the kinetic energy, which no link has. */
function rotorEnergy(tree: LinkTree, qd: Float64Array): number {
  return 0.5 * qd.reduce((sum, v, k) => sum + tree.armature[k] * v * v, 0);
}

describe('a double pendulum', () => {
  const [m1, m2, l1, c1, c2, I1, I2, g] = [1.3, 0.7, 0.9, 0.4, 0.35, 0.11, 0.05, 9.81];
  /** In the plane of x and y, about z; at zero both point along x. */
  const aboutZ: Quat = [0, -Math.SQRT1_2, 0, Math.SQRT1_2];
  const tree = new LinkTree({
    links: [
      { mass: m1, moments: [0.01, 0.1, I1], center: [c1, 0, 0] },
      { mass: m2, moments: [0.01, 0.1, I2], center: [c2, 0, 0] },
    ],
    joints: [
      { kind: 'revolute', linkB: 0, frameA: { orientation: aboutZ }, frameB: { orientation: aboutZ } },
      {
        kind: 'revolute',
        linkA: 0,
        linkB: 1,
        frameA: { position: [l1, 0, 0], orientation: aboutZ },
        frameB: { orientation: aboutZ },
      },
    ],
  });
  const q = new Float64Array([0.7, -1.1]);
  const qd = new Float64Array([1.7, 2.3]);
  const [s2, cos2] = [Math.sin(q[1]), Math.cos(q[1])];

  it('has the mass matrix of the textbook', () => {
    const a = I1 + I2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2);
    const b = m2 * l1 * c2;
    const d = I2 + m2 * c2 * c2;
    const M = massMatrix(tree, q);
    [a + 2 * b * cos2, d + b * cos2, d + b * cos2, d].forEach((entry, i) => {
      expect(M[i]).toBeCloseTo(entry, 13);
    });
  });

  it('has the Coriolis forces of the textbook', () => {
    const h = m2 * l1 * c2 * s2;
    const bias = biasForces(tree, q, qd);
    expect(bias[0]).toBeCloseTo(-h * qd[1] * (2 * qd[0] + qd[1]), 13);
    expect(bias[1]).toBeCloseTo(h * qd[0] * qd[0], 13);
  });

  it('is held by the moment of its weight', () => {
    const held = gravityCompensation(tree, q, { gravity: [0, -g, 0] });
    const second = m2 * g * c2 * Math.cos(q[0] + q[1]);
    expect(held[1]).toBeCloseTo(second, 13);
    expect(held[0]).toBeCloseTo((m1 * c1 + m2 * l1) * g * Math.cos(q[0]) + second, 13);
    expect(biasForces(tree, q, new Float64Array(2), { gravity: [0, -g, 0] })).toEqual(held);
  });
});

describe('trees of all kinds of joints', () => {
  it('have a symmetric mass matrix that is twice the kinetic energy of the links', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const definition = randomTree(seed);
        const tree = new LinkTree(definition);
        const random = new Random(seed);
        const q = randomCoordinates(random, tree);
        const qd = randomNumbers(random, tree.velocities);
        const M = massMatrix(tree, q);
        const n = tree.velocities;
        for (let k = 0; k < n; k++) for (let l = 0; l < k; l++) expect(M[k * n + l]).toBe(M[l * n + k]);
        const energy = measure(definition, tree, q, qd).kinetic + rotorEnergy(tree, qd);
        expect(Math.abs(0.5 * product(qd, times(M, qd)) - energy)).toBeLessThan(1e-12 * (1 + energy));
        if (n > 0 && energy > 1e-6) expect(product(qd, times(M, qd))).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('have inverse dynamics that are M qdd + bias, and forward dynamics that undo them', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const tree = new LinkTree(randomTree(seed));
        const random = new Random(seed);
        const q = randomCoordinates(random, tree);
        const [qd, qdd] = [randomNumbers(random, tree.velocities), randomNumbers(random, tree.velocities)];
        const outside = { gravity: GRAVITY, forces: randomNumbers(random, 6 * tree.linkCount) };
        const tau = inverseDynamics(tree, q, qd, qdd, outside);
        const expected = plus(times(massMatrix(tree, q), qdd), biasForces(tree, q, qd, outside));
        expect(difference(tau, expected)).toBeLessThan(1e-12);
        expect(difference(forwardDynamics(tree, q, qd, tau, outside), qdd)).toBeLessThan(1e-9);
      }),
      { numRuns: 200 },
    );
  });

  it('change their energy by the power of tau', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const definition = randomTree(seed);
        const tree = new LinkTree(definition);
        const random = new Random(seed);
        const q = randomCoordinates(random, tree);
        const [qd, qdd] = [randomNumbers(random, tree.velocities), randomNumbers(random, tree.velocities)];
        const tau = inverseDynamics(tree, q, qd, qdd, { gravity: GRAVITY });
        const energyAt = (h: number): number => {
          const v = plus(qd, qdd, h);
          const { kinetic, potential } = measure(definition, tree, advance(tree, q, plus(qd, qdd, h / 2), h), v);
          return kinetic + potential + rotorEnergy(tree, v);
        };
        const power = product(tau, qd);
        expect(Math.abs(slope(energyAt) - power)).toBeLessThan(1e-8 * (1 + Math.abs(energyAt(0)) + Math.abs(power)));
      }),
      { numRuns: 100 },
    );
  });

  it('are moved by forces from outside as by the tau that does the same work', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const definition = randomTree(seed);
        const tree = new LinkTree(definition);
        const random = new Random(seed);
        const q = randomCoordinates(random, tree);
        const qd = randomNumbers(random, tree.velocities);
        const forces = randomNumbers(random, 6 * tree.linkCount);
        const still = new Float64Array(tree.velocities);
        // With centres at the origins of the links' frames, velocities of links are those of their centres.
        const centred = new LinkTree({ ...definition, links: definition.links.map((link) => ({ ...link, center: [0, 0, 0] })) });
        const tau = gravityCompensation(centred, q, { forces });
        expect(product(tau, qd)).toBeCloseTo(-product(forces, linkVelocities(centred, q, qd)), 11);
        expect(difference(biasForces(centred, q, still, { forces }), tau)).toBeLessThan(1e-14);
      }),
      { numRuns: 100 },
    );
  });

  it('obey the equations of Lagrange where velocities are rates of coordinates', () => {
    const kinds = TREE_KINDS.filter((kind) => kind !== 'ball' && kind !== 'free');
    fc.assert(
      fc.property(seeds, (seed) => {
        const definition = randomTree(seed, { kinds });
        const tree = new LinkTree(definition);
        const random = new Random(seed);
        const q = randomCoordinates(random, tree);
        const qd = randomNumbers(random, tree.velocities);
        const momentumAt = (s: number): Float64Array => times(massMatrix(tree, plus(q, qd, s)), qd);
        const lagrangian = (at: Float64Array): number => {
          const { kinetic, potential } = measure(definition, tree, at, qd);
          return kinetic - potential;
        };
        const expected = qd.map((_, k) => {
          const along = new Float64Array(tree.velocities);
          along[k] = 1;
          return slope((s) => momentumAt(s)[k]) - slope((s) => lagrangian(plus(q, along, s)));
        });
        expect(difference(biasForces(tree, q, qd, { gravity: GRAVITY }), expected)).toBeLessThan(1e-8);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a tree that floats', () => {
  it('keeps momentum and angular momentum, whatever its motors do', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const definition = randomTree(seed, { root: 'free' });
        // Rotors take up angular momentum that no link has.
        const joints = definition.joints.map(({ armature: _, ...joint }) => joint);
        const tree = new LinkTree({ ...definition, joints });
        const random = new Random(seed);
        const tau = randomNumbers(random, tree.velocities).fill(0, 0, 6);
        const [q, qd] = [randomCoordinates(random, tree), randomNumbers(random, tree.velocities)];
        const qdd = forwardDynamics(tree, q, qd, tau);
        const at = (h: number) => measure(definition, tree, advance(tree, q, plus(qd, qdd, h / 2), h), plus(qd, qdd, h));
        // What differences err by grows with the accelerations.
        const size = 1 + at(0).kinetic + measure(definition, tree, q, qdd).kinetic;
        for (let i = 0; i < 3; i++) {
          expect(Math.abs(slope((h) => at(h).momentum[i]))).toBeLessThan(1e-9 * size);
          expect(Math.abs(slope((h) => at(h).spin[i]))).toBeLessThan(1e-9 * size);
        }
      }),
      { numRuns: 100 },
    );
  });
});
