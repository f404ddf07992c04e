// A move of a character, once warm, allocates next to nothing: it comes before every step.

import { expect, it } from 'vitest';
import { MOST_KEPT, measureHeap } from '../golden/measure-heap.js';

/** At a stair, into a corner, on a platform that moves, and one that jumps again and again. */
const PLACES = `
  const world = new World();
  const box = (position, size) => world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'box', size }] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  box([2, 0.1, 0], [2, 0.2, 4]);
  box([-3, 1, 0], [1, 2, 4]);
  box([-2, 1, 2.5], [4, 2, 1]);
  const motion = { kind: 'oscillation', frequency: 0.5, translation: [0, 0.2, 0.5] };
  world.createBody({ kind: 'scripted', position: [0, 0.3, 8], shapes: [{ kind: 'box', size: [4, 0.1, 4] }], motion });
  const standing = [[0.65, 0.91, 0], [-2.15, 0.91, 1.65], [0, 1.27, 8], [0, 0.91, 0]];
  const characters = standing.map((position) => new Character(world, { position }));
  const wishes = [[2, 0, 0], [-2, 0, 1], [0, 0, 0], [1, 0, 0]];
  const moveAll = () => {
    if (characters[3].isGrounded) characters[3].jump();
    for (let i = 0; i < 4; i++) characters[i].move(wishes[i], 0.01);
  };
  for (let i = 0; i < 20; i++) { moveAll(); world.step(0.01); }
  const [stair, corner, platform] = characters.map((character) => character.body.position);
`;
const FACTS = `{
  climbed: stair[1],
  isInCorner: Number(corner[0] > -2.2 && corner[2] < 1.7),
  grounded: characters.filter((character) => character.isGrounded).length,
  jumpers: characters[3].body.position[1],
}`;
/** A vector is 72 bytes, and a move works on about a hundred [bytes]. */
const MOST_OF_A_MOVE = 1500;

it('4000 warm moves make no vectors, records or lists', () => {
  const times = 1000;
  const most = 4 * times * MOST_OF_A_MOVE;
  const { allocated, kept, facts } = measureHeap({ make: PLACES, act: 'moveAll();', warmUp: 3000, times, facts: FACTS }, most);
  expect(facts.climbed).toBeGreaterThan(0.91 + 0.15);
  expect(facts.isInCorner).toBe(1);
  expect(facts.grounded).toBeGreaterThanOrEqual(3);
  expect(facts.jumpers).toBeGreaterThan(1);
  expect(kept).toBeLessThan(MOST_KEPT);
  expect(allocated).toBeLessThan(most);
});
