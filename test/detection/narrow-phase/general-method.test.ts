import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import { Random } from '../../../src/math/random.js';
import { add, distance, scale } from '../../../src/math/vector.js';
import { BOX, CAPSULE, CYLINDER, HALF_SPACE, SPHERE } from '../../../src/shapes/shape-kinds.js';
import {
  box,
  boxHull,
  climb,
  closest,
  convexPair,
  hull,
  KIND_PAIRS,
  originOf,
  place,
  randomHull,
  randomPair,
  randomPoint,
  randomQuat,
  randomUnit,
  readContact,
  runs,
  sampledGap,
  separation,
  sphere,
} from './placing.js';

const seeds = fc.integer({ min: 0, max: 0x7fffffff });
const known = new PrincipalContact();
const found = new PrincipalContact();
const ENVELOPE = 0.5;

describe('GJK and EPA agree with the closed forms', () => {
  test.each([
    ['sphere-sphere', SPHERE, SPHERE],
    ['sphere-box', SPHERE, BOX],
    ['sphere-capsule', SPHERE, CAPSULE],
    ['sphere-cylinder', SPHERE, CYLINDER],
    ['capsule-capsule', CAPSULE, CAPSULE],
  ])('%s', (_, kindA, kindB) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { a, b } = randomPair(new Random(seed), kindA, kindB);
        // two cores without volume are for the closed forms alone when they meet
        const isClose = closest(a, b, ENVELOPE, known);
        const isThin = kindA !== BOX && (kindB === SPHERE || kindB === CAPSULE);
        if (isThin && isClose && known.gap < -0.95 * (a.a + b.a)) return;
        expect(convexPair(a, b, ENVELOPE, found)).toBe(isClose);
        if (!isClose) return;
        expect(found.gap).toBeCloseTo(known.gap, 9);
        // the deepest direction is not unique on the axis or the middle plane, so the gap along it is what must agree
        expect(separation(a, b, readContact(found).n)).toBeCloseTo(known.gap, 8);
      }),
      runs(300),
    );
  });

  test('box-box as boxes and as hulls, up to the margin by which faces are preferred', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const size = () => random.uniform(0.4, 2);
        const [x, y, z, u, v, w] = [size(), size(), size(), size(), size(), size()];
        const position = randomPoint(random, 1.5);
        const orientation = randomQuat(random);
        const isClose = closest(place(box(x, y, z)), place(box(u, v, w), position, orientation), ENVELOPE, known);
        const isFound = closest(place(boxHull(x, y, z)), place(boxHull(u, v, w), position, orientation), ENVELOPE, found);
        expect(isFound).toBe(isClose);
        if (!isClose) return;
        const margin = known.gap > 0 ? 1e-3 * known.gap + 1e-5 : 0.02 * Math.abs(known.gap) + 2e-3;
        expect(Math.abs(found.gap - known.gap)).toBeLessThan(margin);
      }),
      runs(500),
    );
  });
});

describe('against sampled directions', () => {
  const bounded = KIND_PAIRS.filter(([p, q]) => p <= q && q !== HALF_SPACE);
  test.each(bounded)('kinds %i and %i: no direction parts the shapes better, and the one found does', (kindA, kindB) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const { a, b } = randomPair(random, kindA, kindB);
        const isClose = closest(a, b, ENVELOPE, found);
        const sampled = sampledGap(a, b, random, 100, 2);
        if (!isClose) {
          expect(sampled).toBeGreaterThan(ENVELOPE - 0.02);
          return;
        }
        const { n, gap } = readContact(found);
        // boxes prefer faces by a margin
        const margin = kindA === BOX && kindB === BOX ? 0.02 * Math.abs(gap) + 2e-3 : 1e-9;
        expect(Math.abs(separation(a, b, n) - gap)).toBeLessThan(margin);
        expect(Math.max(sampled, climb(a, b, n, random))).toBeLessThan(gap + margin);
        // moved out along the normal by its depth, B is apart
        if (gap >= 0) return;
        const out = place({ kind: b.kind, a: b.a, b: b.b, c: b.c, ...(b.hull ? { hull: b.hull } : {}) });
        out.r.set(b.r);
        [out.x, out.y, out.z] = add(originOf(b), scale(n, -gap + margin + 1e-7));
        expect(closest(a, out, 1, known)).toBe(true);
        expect(known.gap).toBeGreaterThan(0);
        expect(known.gap).toBeLessThan(1e-6 + 2 * margin);
      }),
      runs(60),
    );
  });

  test('the distance of hulls is that of the witnesses, and no points of the hulls are nearer', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const a = place(randomHull(random), [0, 0, 0], randomQuat(random));
        const b = place(randomHull(random), scale(randomUnit(random), 2.2), randomQuat(random));
        if (!closest(a, b, 10, found)) throw new Error('never beyond so large an envelope');
        const contact = readContact(found);
        expect(distance(contact.a, contact.b)).toBeCloseTo(Math.abs(contact.gap), 10);
        // points of both hulls at random are no nearer
        const pointOf = (s: typeof a) => {
          const v = s.hull?.vertices ?? new Float64Array();
          let sum: [number, number, number] = [0, 0, 0];
          let total = 0;
          for (let i = 0; i < v.length; i += 3) {
            const w = random.uniform() ** 8;
            total += w;
            sum = add(sum, scale([v[i], v[i + 1], v[i + 2]], w));
          }
          const [x, y, z] = scale(sum, 1 / total);
          const r = s.r;
          return add(originOf(s), [
            r[0] * x + r[1] * y + r[2] * z,
            r[3] * x + r[4] * y + r[5] * z,
            r[6] * x + r[7] * y + r[8] * z,
          ]);
        };
        if (contact.gap <= 0) return;
        for (let i = 0; i < 200; i++) expect(distance(pointOf(a), pointOf(b))).toBeGreaterThan(contact.gap - 1e-12);
      }),
      runs(50),
    );
  });
});

describe('large hulls', () => {
  test('climb to the same support as a look at every corner finds', () => {
    const random = new Random(11);
    const many = place(hull(Array.from({ length: 400 }, () => randomUnit(random))));
    for (let i = 0; i < 50; i++) {
      const ball = place(sphere(0.7), scale(randomUnit(random), random.uniform(0.5, 1.9)));
      expect(closest(many, ball, 1, found)).toBe(true);
      expect(separation(many, ball, readContact(found).n)).toBeCloseTo(found.gap, 9);
    }
  });
});
