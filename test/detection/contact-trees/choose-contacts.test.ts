// Which contacts stay: few, spread out as far as all of them were, the deepest among them, sharp features kept, names that decide.

import { describe, expect, it } from 'vitest';
import { ContactChoice, chooseContacts } from '../../../src/detection/contact-trees/choose-contacts.js';
import { ContactList } from '../../../src/detection/narrow-phase/contact-list.js';
import { PairAtHand, UNLIMITED } from '../../../src/detection/narrow-phase/pair-at-hand.js';
import { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';

const ENVELOPE = 0.005;
const SPACING = 0.02;

const choice = new ContactChoice();
const pair = new PairAtHand();
pair.envelope = ENVELOPE;
pair.spacing = SPACING;

/** Leaves at most `most` of the contacts from row `first` on. */
function choose(list: ContactList, first: number, most: number): void {
  pair.budget = { ...UNLIMITED, contacts: most };
  chooseContacts(choice, list, first, pair);
}

interface Given {
  point: Vec3;
  normal: Vec3;
  gap: number;
}

function listOf(given: readonly Given[], names?: readonly number[]): ContactList {
  const list = new ContactList();
  given.forEach(({ point, normal, gap }, i) => {
    const row = list.add();
    for (let k = 0; k < 3; k++) {
      list.pointA[3 * row + k] = point[k];
      list.pointB[3 * row + k] = point[k] + gap * normal[k];
      list.normal[3 * row + k] = normal[k];
    }
    list.gap[row] = gap;
    list.feature[row] = names?.[i] ?? i;
  });
  return list;
}

const namesOf = ({ feature, count }: ContactList): number[] => [...feature.subarray(0, count)];

/** The area of the convex hull of points of a plane (monotone chain). */
function hullArea(points: readonly (readonly [number, number])[]): number {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const turn = (o: readonly number[], p: readonly number[], q: readonly number[]) =>
    (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const half = (list: readonly (readonly [number, number])[]) => {
    const chain: (readonly [number, number])[] = [];
    for (const p of list) {
      while (chain.length >= 2 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(sorted), ...half(sorted.reverse())];
  return hull.reduce((sum, p, i) => sum + turn([0, 0], p, hull[(i + 1) % hull.length]), 0) / 2;
}

describe('a flat cloud', () => {
  it('keeps the area it stands on, by at most eight contacts', () => {
    const random = new Random(51);
    const shares: number[] = [];
    for (let round = 0; round < 60; round++) {
      const [width, depth, angle] = [random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0, 6)];
      const isRound = round % 2 === 0;
      const flat: [number, number][] = Array.from({ length: 40 + 4 * round }, () => {
        for (;;) {
          const [u, v] = [random.uniform(-1, 1), random.uniform(-1, 1)];
          if (isRound && u * u + v * v > 1) continue;
          const [x, y] = [width * u, depth * v];
          return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
        }
      });
      const list = listOf(flat.map(([x, z]) => ({ point: [x, 0, z], normal: [0, -1, 0], gap: 0 })));
      choose(list, 0, 16);
      expect(list.count).toBeLessThanOrEqual(8);
      expect(list.count).toBeGreaterThanOrEqual(3);
      const kept = Array.from({ length: list.count }, (_, i): [number, number] => [list.pointA[3 * i], list.pointA[3 * i + 2]]);
      shares.push(hullArea(kept) / hullArea(flat));
    }
    // Eight points hold 90 % of the area of a circle.
    expect(Math.min(...shares)).toBeGreaterThan(0.8);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.9);
  });

  it('a grid keeps its four corners and nothing between them', () => {
    for (const parts of [3, 7, 13]) {
      const given: Given[] = [];
      for (let i = 0; i <= parts; i++) {
        for (let j = 0; j <= parts; j++) given.push({ point: [i / parts, 0, (0.6 * j) / parts], normal: [0, -1, 0], gap: 0 });
      }
      const list = listOf(given);
      choose(list, 0, 16);
      expect(namesOf(list).sort((p, q) => p - q)).toEqual([0, parts, (parts + 1) * parts, (parts + 1) ** 2 - 1]);
    }
  });

  it('a row keeps its ends', () => {
    const list = listOf(Array.from({ length: 20 }, (_, i) => ({ point: [i / 19, 0, 0], normal: [0, -1, 0], gap: 0 })));
    choose(list, 0, 16);
    expect(namesOf(list).sort((p, q) => p - q)).toEqual([0, 19]);
  });

  it('with something deep in its middle keeps that too', () => {
    const given: Given[] = Array.from({ length: 81 }, (_, i) => ({
      point: [(i % 9) / 8, 0, Math.floor(i / 9) / 8],
      normal: [0, -1, 0],
      gap: 0,
    }));
    given[40] = { ...given[40], gap: -0.05 };
    const list = listOf(given);
    choose(list, 0, 16);
    expect(namesOf(list)).toContain(40);
    expect(list.count).toBeGreaterThanOrEqual(4);
  });

  it('of contacts next to each other one is left', () => {
    const given: Given[] = Array.from({ length: 30 }, (_, i) => ({ point: [i * 1e-4, 0, 0], normal: [0, -1, 0], gap: 0 }));
    const list = listOf(given);
    choose(list, 0, 16);
    expect(list.count).toBe(1);
  });
});

describe('several supports', () => {
  it('a sharp ridge and a flat part both stay', () => {
    const given: Given[] = [];
    for (let i = 0; i < 100; i++) given.push({ point: [(i % 10) / 10, 0, Math.floor(i / 10) / 10], normal: [0, -1, 0], gap: 0 });
    for (let i = 0; i < 5; i++) given.push({ point: [2, 0.5, i / 5], normal: [-Math.SQRT1_2, -Math.SQRT1_2, 0], gap: -0.001 });
    const list = listOf(given);
    choose(list, 0, 16);
    const names = namesOf(list);
    // The corners of the one, the ends of the other.
    expect(names.sort((i, j) => i - j)).toEqual([0, 9, 90, 99, 100, 104]);
  });

  it('contacts at the same place with other normals all stay: the sides of a notch', () => {
    const normals: Vec3[] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, -1, 0],
    ];
    const list = listOf(normals.map((normal) => ({ point: [0, 0, 0], normal, gap: 0 })));
    choose(list, 0, 16);
    expect(list.count).toBe(3);
  });

  it('where there is room for fewer than there are supports, the deepest go first', () => {
    const given: Given[] = Array.from({ length: 12 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 12;
      return { point: [Math.cos(angle), Math.sin(angle), 0], normal: [Math.cos(angle), Math.sin(angle), 0], gap: -0.01 * i };
    });
    const list = listOf(given);
    choose(list, 0, 5);
    expect(namesOf(list).sort((p, q) => p - q)).toEqual([7, 8, 9, 10, 11]);
  });
});

describe('what is chosen', () => {
  function randomContacts(random: Random, count: number): Given[] {
    const bumps: Vec3[] = [
      [0, -1, 0],
      [0.6, -0.8, 0],
      [0, -0.6, 0.8],
      [-1, 0, 0],
    ];
    return Array.from({ length: count }, () => ({
      point: [random.uniform(-1, 1), random.uniform(-0.1, 0.1), random.uniform(-1, 1)],
      normal: bumps[Math.floor(random.uniform(0, 4))],
      gap: random.uniform(-0.01, 0.005),
    }));
  }

  it('never exceeds the budget, and has the deepest contact within a step of depth', () => {
    const random = new Random(52);
    for (let round = 0; round < 200; round++) {
      const given = randomContacts(random, 1 + Math.floor(random.uniform(0, 120)));
      const most = 1 + Math.floor(random.uniform(0, 20));
      const list = listOf(given);
      choose(list, 0, most);
      expect(list.count).toBeGreaterThan(0);
      expect(list.count).toBeLessThanOrEqual(Math.max(1, most));
      const least = Math.min(...given.map(({ gap }) => gap));
      expect(Math.min(...list.gap.subarray(0, list.count))).toBeLessThanOrEqual(least + 0.25 * ENVELOPE + 1e-12);
    }
  });

  it('does not depend on the order they are given in', () => {
    const random = new Random(53);
    for (let round = 0; round < 100; round++) {
      const given = randomContacts(random, 40);
      const order = given.map((_, i) => i).sort(() => random.uniform(-1, 1));
      const straight = listOf(given);
      const shuffled = listOf(
        order.map((i) => given[i]),
        order,
      );
      choose(straight, 0, 16);
      choose(shuffled, 0, 16);
      expect(namesOf(shuffled).sort((p, q) => p - q)).toEqual(namesOf(straight).sort((p, q) => p - q));
    }
  });

  it('leaves what comes before the first row as it is, and moves whole contacts', () => {
    const random = new Random(55);
    const given = randomContacts(random, 60);
    const list = listOf(given);
    choose(list, 10, 8);
    expect(list.count).toBeLessThanOrEqual(18);
    expect(namesOf(list).slice(0, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (let row = 0; row < list.count; row++) {
      const { point, normal, gap } = given[list.feature[row]];
      expect([...list.pointA.subarray(3 * row, 3 * row + 3)]).toEqual(point);
      expect([...list.normal.subarray(3 * row, 3 * row + 3)]).toEqual(normal);
      expect(list.gap[row]).toBe(gap);
    }
  });
});
