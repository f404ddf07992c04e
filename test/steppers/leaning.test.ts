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
    for (let step = 0; step < 2 * frequency; step++) world.step(1 / frequency);
    expect(Math.max(...cards.map(({ position }, i) => distance(position, places[i])))).toBeLessThan(THICKNESS / 2);
  });
});
