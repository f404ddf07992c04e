// The character of the scene `course` walks it to its end: over stairs, slopes, a seesaw, a turntable, a lift and a ferry, through a
// door and around what is too steep. Its path is a golden one.

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CONTROLS, course } from '../../scenes/index.js';
import type { Body } from '../../src/index.js';
import { Simulation } from '../../src/index.js';

/** Of its positions after every step; the same on every machine. */
const GOLDEN = '6f56f21367ab7629';

/** Steps after which it goes up instead of down, or down instead of up, by more than a tenth of a millimetre, twice within five steps. */
function findJitter(path: readonly number[]): number[] {
  const rise = (i: number): number => path[3 * i + 1] - path[3 * i - 2];
  const turns: number[] = [];
  for (let i = 2; 3 * i < path.length; i++) {
    const [before, after] = [rise(i - 1), rise(i)];
    if (before * after < 0 && Math.min(Math.abs(before), Math.abs(after)) > 1e-4) turns.push(i);
  }
  return turns.filter((step, k) => k > 0 && step - turns[k - 1] < 5);
}

it('walks the course, without jitter, by its golden path', () => {
  const simulation = new Simulation(course({ seed: 1 }), { controls: CONTROLS });
  const { world, characters, dt } = simulation;
  const [character] = characters;
  const find = (name: string) => world.find(name) as Body;
  const [door, seesaw, turntable, lift, ferry] = ['door', 'seesaw', 'turntable', 'lift', 'ferry'].map(find);
  const path: number[] = [];
  const grounds = new Set<string | undefined>();
  let [mostUp, mostDown, slides, flights, opened, aside, onWedge] = [0, 0, 0, 0, 0, 0, 0];
  let before = character.body.position;
  for (let i = 0; i < 40 / dt && before[0] < 43; i++) {
    simulation.step();
    const { position } = character.body;
    path.push(...position);
    grounds.add(character.ground?.body.name);
    if (!character.isGrounded && position[0] < 24.5) slides++;
    if (!character.isGrounded && position[0] > 40) flights++;
    for (const body of [door, seesaw, turntable, lift, ferry])
      expect(world.closestPoints(character.body, body)?.gap).toBeGreaterThan(-0.002);
    opened = Math.max(opened, Math.abs(door.orientation[1]));
    if (position[0] < 36) aside = Math.max(aside, Math.abs(position[2]));
    if (position[0] > 38.2 && position[0] < 41) onWedge = Math.max(onWedge, position[1] - 0.91);
    mostUp = Math.max(mostUp, position[1] - before[1]);
    mostDown = Math.max(mostDown, before[1] - position[1]);
    before = position;
  }
  expect(before[0]).toBeGreaterThanOrEqual(43);
  for (const name of ['stair-5', 'ramp', 'seesaw', 'turntable', 'lift', 'climb', 'ferry', 'descent'])
    expect(grounds).toContain(name);
  expect(grounds).not.toContain('too-steep');
  expect(opened).toBeGreaterThan(0.3);
  expect(slides).toBeGreaterThan(5);
  expect(flights).toBeGreaterThan(20);
  expect(onWedge).toBeLessThan(0.01);
  expect(aside).toBeLessThan(0.5);
  expect(findJitter(path)).toEqual([]);
  // No more than a step at once.
  expect(mostUp).toBeLessThan(0.3);
  expect(mostDown).toBeLessThan(0.2);
  expect(createHash('sha256').update(new Float64Array(path)).digest('hex').slice(0, 16)).toBe(GOLDEN);
});
