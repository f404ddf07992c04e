// Sharing an impulse out among the contacts of a body: what is found adds up, keeps within the limits, and is refused exactly
// where statics says so.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARM, BodyHold, CONTACT_LENGTH, FRICTION, IMPULSE, PUSH } from '../../src/solvers/hold-body.js';

interface Contact {
  arm: [number, number, number];
  push?: [number, number, number];
  impulse?: [number, number, number];
  friction?: number;
}

function pack(contacts: Contact[]): Float64Array {
  const packed = new Float64Array(contacts.length * CONTACT_LENGTH);
  contacts.forEach(({ arm, push = [0, 1, 0], impulse = [0, 0, 0], friction = 0.5 }, i) => {
    packed.set(arm, i * CONTACT_LENGTH + ARM);
    packed.set(push, i * CONTACT_LENGTH + PUSH);
    packed.set(impulse, i * CONTACT_LENGTH + IMPULSE);
    packed[i * CONTACT_LENGTH + FRICTION] = friction;
  });
  return packed;
}

function impulses(packed: Float64Array): number[][] {
  return Array.from({ length: packed.length / CONTACT_LENGTH }, (_, i) =>
    Array.from(packed.slice(i * CONTACT_LENGTH + IMPULSE, i * CONTACT_LENGTH + IMPULSE + 3)),
  );
}

/** Impulse and angular impulse of all contacts together. */
function wrench(contacts: Contact[], found: number[][]): number[] {
  const sum = [0, 0, 0, 0, 0, 0];
  contacts.forEach(({ arm: [x, y, z] }, i) => {
    const [a, b, c] = found[i];
    [a, b, c, y * c - z * b, z * a - x * c, x * b - y * a].forEach((part, k) => {
      sum[k] += part;
    });
  });
  return sum;
}

const hold = new BodyHold();

/** Four corners under a cube of 1 m. */
const CORNERS: Contact[] = [
  { arm: [-0.5, -0.5, -0.5] },
  { arm: [0.5, -0.5, -0.5] },
  { arm: [0.5, -0.5, 0.5] },
  { arm: [-0.5, -0.5, 0.5] },
];

describe('holdBody', () => {
  it('shares the weight of a cube equally among its corners', () => {
    const packed = pack(CORNERS);
    expect(hold.holdBody(4, packed, new Float64Array([0, 8, 0, 0, 0, 0]))).toBe(true);
    for (const [x, y, z] of impulses(packed)) {
      expect(y).toBeCloseTo(2, 12);
      expect(Math.hypot(x, z)).toBeLessThan(1e-12);
    }
  });

  it('gives what is wanted, within the limits, wherever the load is inside the support and friction suffices', () => {
    const within = fc.double({ min: -0.99, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(within, within, within, within, (x, z, slideX, slideZ) => {
        // A load of 10 at (x, z) / 2 under the middle, and less friction than the cone of all corners together allows.
        const wanted = [1.6 * slideX, 10, 1.6 * slideZ];
        const [px, py, pz] = [0.45 * x, -0.5, 0.45 * z];
        const all = [
          ...wanted,
          py * wanted[2] - pz * wanted[1],
          pz * wanted[0] - px * wanted[2],
          px * wanted[1] - py * wanted[0],
        ];
        const packed = pack(CORNERS);
        expect(hold.holdBody(4, packed, new Float64Array(all))).toBe(true);
        const found = impulses(packed);
        wrench(CORNERS, found).forEach((part, k) => {
          expect(part).toBeCloseTo(all[k], 8);
        });
        for (const [a, b, c] of found) {
          expect(b).toBeGreaterThanOrEqual(0);
          expect(Math.hypot(a, c)).toBeLessThanOrEqual(0.5 * b * (1 + 1e-6) + 1e-12);
        }
      }),
    );
  });

  it('refuses a load outside the support', () => {
    for (const x of [0.501, 0.6, 3]) {
      expect(hold.holdBody(4, pack(CORNERS), new Float64Array([0, 10, 0, 0, 0, 10 * x]))).toBe(false);
    }
    expect(hold.holdBody(4, pack(CORNERS), new Float64Array([0, 10, 0, 0, 0, 4.99]))).toBe(true);
  });

  it('refuses to pull', () => {
    expect(hold.holdBody(4, pack(CORNERS), new Float64Array([0, -1, 0, 0, 0, 0]))).toBe(false);
    const loaded = pack(CORNERS.map((corner) => ({ ...corner, impulse: [0, 1, 0] })));
    expect(hold.holdBody(4, loaded, new Float64Array([0, -3.9, 0, 0, 0, 0]))).toBe(true);
    expect(impulses(loaded)[0][1]).toBeCloseTo(0.025, 12);
  });

  it('refuses more friction than there is', () => {
    // A push at the height of the contacts, so that it does not tip.
    const slide = (f: number): Float64Array => new Float64Array([f, 10, 0, 0, 0, 0.5 * f]);
    expect(hold.holdBody(4, pack(CORNERS), slide(4.99))).toBe(true);
    expect(hold.holdBody(4, pack(CORNERS), slide(5.01))).toBe(false);
  });

  it('refuses to stop what rolls: a single contact gives no couple', () => {
    const below: Contact[] = [{ arm: [0, -1, 0] }];
    // A ball of mass 1 and radius 1 that rolls at 0.1: -m v and -I w.
    expect(hold.holdBody(1, pack(below), new Float64Array([-0.1, 10, 0, 0, 0, 0.04]))).toBe(false);
    expect(hold.holdBody(1, pack(below), new Float64Array([0, 10, 0, 0, 0, 0]))).toBe(true);
  });

  it('does without stresses that sweeps have left between contacts', () => {
    // Each corner is at its limit of friction, all of them cancelling out.
    const stressed = CORNERS.map((corner, i) => ({
      ...corner,
      impulse: [i % 2 === 0 ? 1 : -1, 2, 0] as [number, number, number],
    }));
    const packed = pack(stressed);
    expect(hold.holdBody(4, packed, new Float64Array([3, 0, 0, 0, 0, 1.5]))).toBe(true);
    const sum = wrench(CORNERS, impulses(packed));
    expect(sum[0]).toBeCloseTo(3, 9);
    expect(sum[1]).toBeCloseTo(8, 9);
  });

  it('gives what is wanted wherever it says so, contacts in one line or at one point as well', () => {
    const any = fc.double({ min: -1, max: 1, noNaN: true });
    const triple = fc.tuple(any, any, any);
    const near = fc.integer({ min: -14, max: 0 });
    const contact = fc.record({ away: triple, exponent: near, tilt: triple, tilted: near });
    const cases = fc.tuple(fc.array(contact, { minLength: 2, maxLength: 5 }), fc.tuple(triple, triple), fc.boolean());
    let held = 0;
    fc.assert(
      fc.property(cases, ([around, [push, turn], isCarried]) => {
        const contacts = around.map(({ away, exponent, tilt, tilted }): Contact => {
          const normal = [0, 1, 0].map((n, j) => n + 10 ** tilted * tilt[j]);
          const size = Math.hypot(...normal);
          const part = (j: number): number => (j === 1 ? -0.5 : 0.3) + 10 ** exponent * away[j];
          return {
            arm: [part(0), part(1), part(2)],
            push: [normal[0] / size, normal[1] / size, normal[2] / size],
            impulse: isCarried ? [normal[0], normal[1], normal[2]] : [0, 0, 0],
          };
        });
        // What the first contact would give, and a little of anything.
        const [x, y, z] = contacts[0].arm;
        const [a, b, c] = [0.1 * push[0], 1 + 0.1 * push[1], 0.1 * push[2]];
        const couple = turn.map((part) => 1e-3 * part);
        const wanted = [a, b, c, y * c - z * b + couple[0], z * a - x * c + couple[1], x * b - y * a + couple[2]];
        const packed = pack(contacts);
        const before = wrench(contacts, impulses(packed));
        if (!hold.holdBody(contacts.length, packed, new Float64Array(wanted))) return;
        held++;
        const found = impulses(packed);
        const scale = wanted.reduce((sum, part) => sum + Math.abs(part), 2 * contacts.length);
        wrench(contacts, found).forEach((part, k) => {
          expect(Math.abs(part - before[k] - wanted[k])).toBeLessThan(1e-8 * scale);
        });
      }),
      { numRuns: 3000, seed: 1 },
    );
    expect(held).toBeGreaterThan(100);
  });

  it('holds nothing without contacts', () => {
    expect(hold.holdBody(0, new Float64Array(0), new Float64Array([0, 1, 0, 0, 0, 0]))).toBe(false);
  });
});
