import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accelerateLinks, forwardKinematics, jacobian, linkVelocities } from '../../../src/joints/inverse/kinematics.js';
import { LinkTree } from '../../../src/joints/inverse/link-tree.js';
import { Random } from '../../../src/math/random.js';
import type { Quat, Vec3 } from '../../../src/math/vector.js';
import { add, axisAngle, conjugate, multiply, normalizeQuat, rotate, scale, subtract } from '../../../src/math/vector.js';
import { advance, randomCoordinates, randomNumbers, randomTree, randomVector } from './random-tree.js';

const seeds = fc.integer({ min: 0, max: 0xffffffff });

function placeOf(poses: Float64Array, link: number, point: Readonly<Vec3>): Vec3 {
  return add(Array.from(poses.subarray(7 * link, 7 * link + 3)) as Vec3, rotate(orientationOf(poses, link), point));
}
function orientationOf(poses: Float64Array, link: number): Quat {
  return Array.from(poses.subarray(7 * link + 3, 7 * link + 7)) as Quat;
}
/** Rates of a point's place and of a link's orientation, from poses 2 h apart. */
function ratesOf(before: Float64Array, after: Float64Array, link: number, point: Readonly<Vec3>, h: number): number[] {
  const v = scale(subtract(placeOf(after, link, point), placeOf(before, link, point)), 0.5 / h);
  const [x, y, z, w] = multiply(orientationOf(after, link), conjugate(orientationOf(before, link)));
  return [...v, x / (w * h), y / (w * h), z / (w * h)];
}

describe('a joint puts B where its coordinates say', () => {
  const frameA = { position: [0.1, 0.2, 0.3] as Vec3, orientation: normalizeQuat([0.3, 0.1, -0.5, 0.7]) };
  const frameB = { position: [-0.4, 0.1, 0.2] as Vec3, orientation: normalizeQuat([0.1, -0.6, 0.2, 0.4]) };
  const X: Vec3 = [1, 0, 0];
  const Y: Vec3 = [0, 1, 0];
  const turned = normalizeQuat([1, 2, 3, 4]);
  const cases = [
    ['fixed', [], [0, 0, 0], [0, 0, 0, 1]],
    ['revolute', [0.7], [0, 0, 0], axisAngle(X, 0.7)],
    ['prismatic', [0.7], [0.7, 0, 0], [0, 0, 0, 1]],
    ['cylindrical', [0.7, 0.3], [0.7, 0, 0], axisAngle(X, 0.3)],
    ['ball', [1, 2, 3, 4], [0, 0, 0], turned],
    ['universal', [0.7, 0.3], [0, 0, 0], multiply(axisAngle(X, 0.7), axisAngle(Y, 0.3))],
    ['planar', [0.7, 0.3, 0.2], [0, 0.7, 0.3], axisAngle(X, 0.2)],
    ['wheel', [0.7, 0.3, 0.2], [0, 0.7, 0], multiply(axisAngle(Y, 0.3), axisAngle(X, 0.2))],
    ['free', [5, 6, 7, 1, 2, 3, 4], [5, 6, 7], turned],
  ] as const;
  for (const [kind, q, p_AB, R_AB] of cases) {
    it.each([
      ['B hangs on A', { linkB: 0 }],
      ['A hangs on B', { linkA: 0 }],
    ])(`${kind}, where %s`, (_, ends) => {
      const tree = new LinkTree({
        links: [{ mass: 1, moments: [1, 1, 1], center: [3, 1, 2] }],
        joints: [{ kind, ...ends, frameA, frameB }],
      });
      const poses = forwardKinematics(tree, new Float64Array(q));
      const link = { position: placeOf(poses, 0, [0, 0, 0]), orientation: orientationOf(poses, 0) };
      const world = { position: [0, 0, 0] as Vec3, orientation: [0, 0, 0, 1] as Quat };
      const [a, b] = 'linkB' in ends ? [world, link] : [link, world];
      const R_WA = multiply(a.orientation, frameA.orientation);
      const p_WA = add(a.position, rotate(a.orientation, frameA.position));
      const p_WB = add(b.position, rotate(b.orientation, frameB.position));
      const expected = add(p_WA, rotate(R_WA, p_AB as Vec3));
      for (let i = 0; i < 3; i++) expect(p_WB[i]).toBeCloseTo(expected[i], 13);
      const error = multiply(conjugate(multiply(R_WA, R_AB as Quat)), multiply(b.orientation, frameB.orientation));
      expect(Math.abs(error[3])).toBeCloseTo(1, 14);
    });
  }
});

describe('trees of all kinds of joints', () => {
  it('have the Jacobian that differences show, of any point of any link', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const tree = new LinkTree(randomTree(seed));
        const random = new Random(seed);
        const q = randomCoordinates(random, tree);
        const qd = randomNumbers(random, tree.velocities);
        const point = randomVector(random);
        const h = 1e-5;
        const before = forwardKinematics(tree, advance(tree, q, qd, -h));
        const after = forwardKinematics(tree, advance(tree, q, qd, h));
        const velocities = linkVelocities(tree, q, qd);
        for (let link = 0; link < tree.linkCount; link++) {
          const J = jacobian(tree, q, link, point);
          const ofOrigin = jacobian(tree, q, link, [0, 0, 0]);
          const rates = ratesOf(before, after, link, point, h);
          for (let row = 0; row < 6; row++) {
            let [sum, originSum] = [0, 0];
            for (let k = 0; k < tree.velocities; k++) {
              sum += J[row * tree.velocities + k] * qd[k];
              originSum += ofOrigin[row * tree.velocities + k] * qd[k];
            }
            expect(Math.abs(sum - rates[row])).toBeLessThan(1e-7 * (1 + Math.abs(sum)));
            expect(originSum).toBeCloseTo(velocities[6 * link + row], 11);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('have accelerations that are the rates of velocities', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { links, joints } = randomTree(seed);
        const tree = new LinkTree({ links: links.map((link) => ({ ...link, center: [0, 0, 0] })), joints });
        const random = new Random(seed);
        const q = randomCoordinates(random, tree);
        const [qd, qdd] = [randomNumbers(random, tree.velocities), randomNumbers(random, tree.velocities)];
        const h = 1e-4;
        const velocitiesAt = (s: number): Float64Array => {
          const mean = qd.map((v, k) => v + (s / 2) * qdd[k]);
          return linkVelocities(
            tree,
            advance(tree, q, mean, s),
            qd.map((v, k) => v + s * qdd[k]),
          );
        };
        const [before, after] = [velocitiesAt(-h), velocitiesAt(h)];
        velocitiesAt(0);
        accelerateLinks(tree, qd, qdd);
        for (let i = 0; i < 6 * tree.linkCount; i++) {
          const expected = (after[i] - before[i]) / (2 * h);
          expect(Math.abs(tree.acceleration[i] - expected)).toBeLessThan(1e-5 * (1 + Math.abs(expected)));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('have coordinates in the order of their joints, in whatever order these reach the links', () => {
    const links = [0, 1, 2].map(() => ({ mass: 1, moments: [1, 1, 1] as Vec3 }));
    const along = { kind: 'prismatic' as const };
    const tree = new LinkTree({
      links,
      joints: [
        { ...along, linkA: 1, linkB: 2 },
        { ...along, linkB: 0 },
        { ...along, linkA: 0, linkB: 1 },
      ],
    });
    const poses = forwardKinematics(tree, new Float64Array([1, 20, 300]));
    expect([poses[0], poses[7], poses[14]]).toEqual([20, 320, 321]);
  });
});

describe('a tree is refused', () => {
  const link = { mass: 1, moments: [1, 1, 1] as Vec3 };
  it.each([
    [
      { links: [link], joints: [{ kind: 'distance' as const, linkB: 0 }] },
      /^joints\[0\].kind is "distance", but must be a kind of joint/,
    ],
    [
      { links: [link], joints: [{ kind: 'ball' as const, linkB: 1 }] },
      /^joints\[0\].linkB is 1, but must be the number of a link/,
    ],
    [{ links: [link], joints: [] }, /^links\[0\] hangs on nothing/],
    [
      {
        links: [link],
        joints: [
          { kind: 'ball' as const, linkB: 0 },
          { kind: 'ball' as const, linkB: 0 },
        ],
      },
      /^joints\[1\] closes a loop/,
    ],
    [{ links: [link], joints: [{ kind: 'ball' as const, linkA: 0, linkB: 0 }] }, /^links\[0\] hangs on nothing/],
    [{ links: [link], joints: [{ kind: 'ball' as const }] }, /^joints\[0\] closes a loop/],
    [{ links: [{ ...link, mass: Number.NaN }], joints: [] }, /^links\[0\].mass is NaN/],
    [{ links: [{ ...link, moments: [1, -1, 1] as Vec3 }], joints: [] }, /^links\[0\].moments is \[1, -1, 1\]/],
    [
      { links: [link], joints: [{ kind: 'ball' as const, linkB: 0, armature: [1] }] },
      /^joints\[0\].armature is \[1\], but must be a list of 3 numbers/,
    ],
  ])('%#', (definition, sentence) => {
    expect(() => new LinkTree(definition)).toThrow(sentence);
  });
});

it('refuses lists of another length than the tree has', () => {
  const tree = new LinkTree({ links: [{ mass: 1, moments: [1, 1, 1] }], joints: [{ kind: 'ball', linkB: 0 }] });
  const q = new Float64Array([0, 0, 0, 1]);
  expect(() => forwardKinematics(tree, new Float64Array(3))).toThrow('q has 3 numbers, but must have 4.');
  expect(() => linkVelocities(tree, q, new Float64Array(4))).toThrow('qd has 4 numbers, but must have 3.');
  expect(() => forwardKinematics(tree, q, new Float64Array(6))).toThrow('out has 6 numbers, but must have 7.');
});
