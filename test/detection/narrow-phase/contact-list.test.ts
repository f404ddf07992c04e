import { expect, it } from 'vitest';
import { ContactList } from '../../../src/detection/narrow-phase/contact-list.js';
import { readDeepest } from '../../../src/detection/narrow-phase/mesh-pair.js';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';

/** Contact number i, told from all others in every field. */
function fill(list: ContactList, count: number): void {
  for (let i = 0; i < count; i++) {
    const row = list.add();
    expect(row).toBe(i);
    list.pointA.set([i, i + 0.1, i + 0.2], 3 * row);
    list.pointB.set([i, i + 0.3, i + 0.4], 3 * row);
    list.normal.set([-i, i + 0.5, i + 0.6], 3 * row);
    list.gap[row] = (i * 37) % 101;
    list.feature[row] = 1000 + i;
  }
}

it('keeps what is in it while it grows, and moves a contact with all it has', () => {
  const list = new ContactList();
  fill(list, 500);
  list.passing[7] = 1;
  list.move(7, 3);
  for (const [row, i] of [
    [0, 0],
    [3, 7],
    [7, 7],
    [499, 499],
  ]) {
    expect([...list.pointA.subarray(3 * row, 3 * row + 3)]).toEqual([i, i + 0.1, i + 0.2]);
    expect([...list.pointB.subarray(3 * row, 3 * row + 3)]).toEqual([i, i + 0.3, i + 0.4]);
    expect([...list.normal.subarray(3 * row, 3 * row + 3)]).toEqual([-i, i + 0.5, i + 0.6]);
    expect([list.gap[row], list.feature[row], list.passing[row]]).toEqual([(i * 37) % 101, 1000 + i, i === 7 ? 1 : 0]);
  }
  // Rows that are used again hold nothing of what was there.
  list.count = 7;
  expect(list.passing[list.add()]).toBe(0);
});

it('gives the deepest contact from a row on', () => {
  const list = new ContactList();
  const out = new PrincipalContact();
  expect(readDeepest(list, 0, out)).toBe(false);
  fill(list, 60);
  expect(readDeepest(list, 60, out)).toBe(false);
  for (const first of [0, 1, 20]) {
    expect(readDeepest(list, first, out)).toBe(true);
    const gaps = Array.from(list.gap.subarray(first, 60));
    const i = first + gaps.indexOf(Math.min(...gaps));
    expect(out).toMatchObject({
      gap: (i * 37) % 101,
      nx: -i,
      ny: i + 0.5,
      nz: i + 0.6,
      ax: i,
      ay: i + 0.1,
      by: i + 0.3,
      bz: i + 0.4,
    });
  }
});
