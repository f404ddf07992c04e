import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import { Random } from '../../../src/math/random.js';
import type { Pose } from '../../../src/math/vector.js';
import { distance, length, rotate } from '../../../src/math/vector.js';
import { CYLINDER, HALF_SPACE, HULL } from '../../../src/shapes/shape-kinds.js';
import {
  closest,
  KIND_PAIRS,
  moved,
  placeAt,
  randomPair,
  randomPoint,
  randomQuat,
  randomShape,
  readContact,
  runs,
  separation,
  signedDistance,
} from './placing.js';

const seeds = fc.integer({ min: 0, max: 0x7fffffff });
const ENVELOPE = 0.3;
const contact = new PrincipalContact();

describe.each(KIND_PAIRS)('kinds %i and %i', (kindA, kindB) => {
  // the witnesses of slivers of round shapes are less sharp
  const sharp = kindA === CYLINDER || kindB === CYLINDER ? 1e-5 : 1e-8;

  test('unit normal, witnesses on the surfaces, a gap apart along the normal', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { a, b } = randomPair(new Random(seed), kindA, kindB);
        if (!closest(a, b, ENVELOPE, contact)) return;
        const { n, a: atA, b: atB, gap } = readContact(contact);
        expect(gap).toBeLessThanOrEqual(ENVELOPE);
        expect(length(n)).toBeCloseTo(1, 12);
        for (let k = 0; k < 3; k++) expect(atB[k]).toBeCloseTo(atA[k] + gap * n[k], 12);
        expect(Math.abs(signedDistance(a, atA))).toBeLessThan(sharp);
        expect(Math.abs(signedDistance(b, atB))).toBeLessThan(sharp);
      }),
      runs(100),
    );
  });

  test('swapped shapes give the mirror image', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { a, b } = randomPair(new Random(seed), kindA, kindB);
        const isClose = closest(a, b, ENVELOPE, contact);
        const here = readContact(contact);
        expect(closest(b, a, ENVELOPE, contact)).toBe(isClose);
        if (!isClose) return;
        const there = readContact(contact);
        expect(there.gap).toBeCloseTo(here.gap, 8);
        // where several directions are as good, the gap along the mirrored normal is what must agree
        expect(separation(a, b, [-there.n[0], -there.n[1], -there.n[2]])).toBeCloseTo(separation(a, b, here.n), 8);
        if (kindA === kindB) return;
        expect(distance(there.a, here.b)).toBe(0);
        expect(distance(there.n, [-here.n[0], -here.n[1], -here.n[2]])).toBe(0);
      }),
      runs(50),
    );
  });

  test('moved together, the contact moves along', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const [shapeA, shapeB] = [randomShape(random, kindA), randomShape(random, kindB)];
        const poseA: Pose = { position: randomPoint(random, 0.3), orientation: randomQuat(random) };
        const poseB: Pose = { position: randomPoint(random, 1), orientation: randomQuat(random) };
        const motion: Pose = { position: randomPoint(random, 5), orientation: randomQuat(random) };
        if (!closest(placeAt(shapeA, poseA), placeAt(shapeB, poseB), ENVELOPE, contact)) return;
        const before = readContact(contact);
        if (Math.abs(before.gap - ENVELOPE) < 1e-9) return;
        const a = placeAt(shapeA, moved(poseA, motion));
        const b = placeAt(shapeB, moved(poseB, motion));
        expect(closest(a, b, ENVELOPE, contact)).toBe(true);
        const after = readContact(contact);
        expect(after.gap).toBeCloseTo(before.gap, 8);
        if (kindA === HALF_SPACE || kindB === HALF_SPACE) return;
        const turned = rotate(motion.orientation, before.n);
        const isDeep = before.gap < -0.05;
        if (!isDeep) expect(distance(after.n, turned)).toBeLessThan(kindA >= CYLINDER && kindA < HULL ? 1e-3 : 1e-4);
        expect(separation(a, b, after.n)).toBeCloseTo(separation(a, b, turned), 8);
      }),
      runs(50),
    );
  });
});
