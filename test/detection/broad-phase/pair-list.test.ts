// The list of pairs of boxes: always sorted, each pair once, and what is remembered of a pair stays with it while it is in the list.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairList } from '../../../src/detection/broad-phase/pair-list.js';

const BOXES = 40;

/** For each turn the boxes whose pairs are looked for anew, and the pairs that there are then, as a share of all. */
const turns = fc.array(
  fc.record({
    left: fc.uniqueArray(fc.nat(BOXES - 1), { maxLength: 12 }),
    near: fc.array(fc.boolean(), { minLength: BOXES * BOXES, maxLength: BOXES * BOXES }),
  }),
  { minLength: 1, maxLength: 6 },
);

function listed({ a, b, tag, size }: PairList): number[][] {
  return Array.from({ length: size }, (_, i) => [a[i], b[i], tag[i]]);
}

describe('PairList', () => {
  it('merges what is new with what it has, and keeps what is remembered of a pair', () => {
    fc.assert(
      fc.property(turns, (all) => {
        const list = new PairList();
        const twin = new Map<number, number>();
        let named = 0;
        for (const { left, near } of all) {
          const marks = new Int32Array(BOXES);
          for (const box of left) marks[box] = 1;
          list.removeMarked(marks);
          for (const key of [...twin.keys()]) if (marks[Math.floor(key / BOXES)] + marks[key % BOXES] > 0) twin.delete(key);
          for (let low = 0; low < BOXES; low++) {
            for (let high = low + 1; high < BOXES; high++) {
              if (!near[BOXES * low + high] || (marks[low] === 0 && marks[high] === 0)) continue;
              // From either side.
              if ((low + high) % 2 === 0) list.add(low, high);
              else list.add(high, low);
              twin.set(BOXES * low + high, -1);
            }
          }
          list.sort(BOXES);
          const expected = [...twin].sort(([one], [other]) => one - other);
          expect(listed(list)).toEqual(expected.map(([key, tag]) => [Math.floor(key / BOXES), key % BOXES, tag]));
          for (let i = 0; i < list.size; i += 3) {
            list.tag[i] = named;
            twin.set(BOXES * list.a[i] + list.b[i], named++);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('forgets all when it is cleared', () => {
    const list = new PairList();
    list.add(3, 1);
    list.add(2, 0);
    list.sort(4);
    list.tag.fill(7);
    list.clear();
    list.add(1, 0);
    list.sort(4);
    expect(listed(list)).toEqual([[0, 1, -1]]);
  });
});
