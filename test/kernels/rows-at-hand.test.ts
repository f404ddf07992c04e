// What a step makes room for is that of the bodies and shapes at hand: rows of others, of which many may sleep, are not touched. So a step
// among sleepers costs what is awake.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFlatContacts } from '../../src/kernels/shared/count-flat-contacts.js';
import { countEntries } from '../../src/kernels/shared/find-supports.js';

const ROWS = 40;
/** What nothing writes. */
const UNTOUCHED = -7;

function untouched(): Int32Array {
  return new Int32Array(ROWS).fill(UNTOUCHED);
}

const pairsOfRows = fc.array(fc.tuple(fc.nat(ROWS - 1), fc.nat(ROWS - 1)), { maxLength: 12 });

test('every end of an edge has room for its edges, each its own, members have none at first, and no other row is touched', () => {
  fc.assert(
    fc.property(pairsOfRows, fc.array(fc.nat(ROWS - 1), { maxLength: 6 }), fc.nat(3), (pairs, members, fixedEvery) => {
      const movers = Int32Array.from(pairs.flat());
      const edges = Int32Array.from(pairs.keys());
      const isFixed = (row: number) => fixedEvery > 0 && row % (fixedEvery + 1) === 0;
      const inverseMass = Float64Array.from({ length: ROWS }, (_, row) => (isFixed(row) ? 0 : 1));
      const [first, count, above, met, rank] = Array.from({ length: 5 }, untouched);
      countEntries(
        edges,
        edges.length,
        movers,
        Int32Array.from(members),
        members.length,
        inverseMass,
        first,
        count,
        above,
        met,
        rank,
      );

      const named = new Set([...movers, ...members]);
      const taken = new Set<number>();
      for (let row = 0; row < ROWS; row++) {
        if (!named.has(row)) {
          for (const column of [first, count, above, met, rank]) expect(column[row]).toBe(UNTOUCHED);
          continue;
        }
        expect([count[row], above[row], met[row], rank[row]]).toEqual([0, 0, 0, 0x7fffffff]);
        const room = isFixed(row) ? 0 : movers.filter((end) => end === row).length;
        for (let entry = first[row]; entry < first[row] + room; entry++) {
          expect(taken.has(entry)).toBe(false);
          taken.add(entry);
        }
      }
      expect([...taken].sort((a, b) => a - b)).toEqual(Array.from({ length: taken.size }, (_, i) => i));
    }),
  );
});

const BALL = 1;
const BOX = 0;

test('contacts of balls with what is not round are counted for the balls at hand, and no other shape is touched', () => {
  fc.assert(
    fc.property(pairsOfRows, (pairs) => {
      // Each edge has one contact; odd rows are balls of radius 1, and all gaps but every third are closed.
      const shapes = Int32Array.from(pairs.flat());
      const isBall = (row: number) => row % 2 === 1;
      const round = Int32Array.from(pairs, ([a, b]) => (isBall(a) || isBall(b) ? 1 : 0));
      const kind = Int32Array.from({ length: ROWS }, (_, row) => (isBall(row) ? BALL : BOX));
      const gap = Float64Array.from(pairs, (_, i) => (i % 3 === 0 ? 1 : 0));
      const [flat, closed] = [untouched(), untouched()];
      const edges = Int32Array.from(pairs.keys());
      const ones = new Float64Array(3 * ROWS).fill(1);
      const passing = new Int32Array(pairs.length);
      const single = new Int32Array(pairs.length).fill(1);
      const hasTwo = countFlatContacts(
        ...([edges, edges.length, round, edges, single, passing, shapes, gap, kind, ones, ones] as const),
        ...([flat, closed, 0.5, BALL, 2, 3] as const),
      );

      const onFlat = pairs.map(([a, b], i) => ({ a, b, i })).filter(({ a, b }) => isBall(a) !== isBall(b));
      let most = 0;
      for (let row = 0; row < ROWS; row++) {
        const own = onFlat.filter(({ a, b }) => isBall(row) && (a === row || b === row));
        const isAtHand = pairs.some(([a, b], i) => round[i] === 1 && (a === row || b === row));
        expect(flat[row]).toBe(isAtHand ? own.length : UNTOUCHED);
        expect(closed[row]).toBe(isAtHand ? own.filter(({ i }) => gap[i] === 0).length : UNTOUCHED);
        most = Math.max(most, own.length);
      }
      expect(hasTwo).toBe(most > 1);
    }),
  );
});
