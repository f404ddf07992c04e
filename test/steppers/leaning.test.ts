// Structures that stand because their parts lean on each other: loads have to be known well from the first step on.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { axisAngle, distance } from '../../src/math/vector.js';

/** Length, depth and thickness of a card [m]; how far it leans [rad]. */
const LENGTH = 1;
const DEPTH = 0.7;
const THICKNESS = 0.01;
const LEAN = (25 * Math.PI) / 180;

/** Pairs of cards that lean on each other, a level card from top to top of two pairs, and the next floor on these. */
function houseOfCards(world: World, floors: number) {
  world.createMaterial('default', { friction: 1, restitution: 0 });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const width = Math.sin(LEAN) * LENGTH + Math.cos(LEAN) * THICKNESS;
  const height = Math.cos(LEAN) * LENGTH + Math.sin(LEAN) * THICKNESS;
  const pitch = 2 * width + 0.02;
  const card = (size: Vec3, position: Vec3, lean: number) =>
    world.createBody({ shapes: [{ kind: 'box', size }], position, orientation: axisAngle([0, 0, 1], lean), density: 800 });
  const cards = [];
  for (let floor = 0, y = 0; floor < floors; floor++, y += height + THICKNESS) {
    const pairs = floors - floor;
    for (let i = 0; i < pairs; i++)
      for (const side of [-1, 1]) {
        const x = (i - (pairs - 1) / 2) * pitch + (side * width) / 2;
        cards.push(card([THICKNESS, LENGTH, DEPTH], [x, y + height / 2, 0], side * LEAN));
      }
    for (let i = 0; i < pairs - 1; i++) {
      const x = (i - (pairs - 2) / 2) * pitch;
      cards.push(card([pitch - 0.01, THICKNESS, DEPTH], [x, y + height + THICKNESS / 2, 0], 0));
    }
  }
  return cards;
}

describe('a house of cards', () => {
  it.each([60, 100])('of five floors stands in steps of 1/%d s', (frequency) => {
    const world = new World();
    const cards = houseOfCards(world, 5);
    const places = cards.map(({ position }) => [...position] as Vec3);
    for (let step = 0; step < 4 * frequency; step++) world.step(1 / frequency);
    expect(Math.max(...cards.map(({ position }, i) => distance(position, places[i])))).toBeLessThan(THICKNESS / 2);
  });
});

/** Wedges of an arch of that mean radius [m] and thickness, as a share of it, from abutment to abutment. */
function semicircle(world: World, count: number, share: number) {
  const radius = 4.5;
  world.createMaterial('default', { friction: 0.5, restitution: 0 });
  const half = Math.PI / count / 2;
  const points: Vec3[] = [];
  for (const r of [radius * (1 - share / 2), radius * (1 + share / 2)])
    for (const side of [-1, 1])
      for (const z of [-0.5, 0.5]) points.push([side * r * Math.sin(half), r * Math.cos(half) - radius, z]);
  for (const side of [-1, 1])
    world.createBody({ kind: 'fixed', position: [side * radius, 0.5, 0], shapes: [{ kind: 'box', size: [2, 1, 2] }] });
  return Array.from({ length: count }, (_, i) => {
    const angle = (Math.PI * (i + 0.5)) / count;
    return world.createBody({
      density: 2000,
      position: [radius * Math.cos(angle), 1 + radius * Math.sin(angle), 0],
      orientation: axisAngle([0, 0, 1], angle - Math.PI / 2),
      shapes: [{ kind: 'hull', points }],
    });
  });
}

describe('an arch', () => {
  const cases = [31, 61].flatMap((count) => [0.12, 0.2].flatMap((share) => [60, 100].map((hz) => [count, share, hz] as const)));
  it.each(cases)('of %d stones, %d of its radius thick, comes to rest in steps of 1/%d s', (count, share, frequency) => {
    const world = new World();
    const stones = semicircle(world, count, share);
    const places = stones.map(({ position }) => [...position] as Vec3);
    for (let step = 0; step < 4 * frequency; step++) world.step(1 / frequency);
    expect(Math.max(...stones.map(({ position }, i) => distance(position, places[i])))).toBeLessThan(1e-3);
    for (const { velocity } of stones) expect([...velocity]).toEqual([0, 0, 0]);
  });
});
