// The difference of two snapshots as bytes: applied to the first it gives the second, exactly; anything else is refused
// by a sentence.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { World } from '../../src/index.js';
import { decodeDifference, decodeSnapshot, encodeDifference, encodeSnapshot, METHODS } from '../../src/index.js';
import { DT, makeCrowd, makePiles } from '../rollback/scenes.js';

function run(world: World, steps: number): World {
  for (let i = 0; i < steps; i++) world.step(DT);
  return world;
}

it('gives the second snapshot exactly, forth and back, with bodies that came and went', () => {
  const { world, bodies } = makeCrowd(3, { stepper: METHODS.gsp, settings: { events: 'queue' } });
  const snapshots = [world.snapshot()];
  const hashes = [world.hash()];
  for (let i = 0; i < 4; i++) {
    if (i === 1)
      world.createBody({
        name: 'new',
        position: [0, 6, 0],
        shapes: [
          {
            kind: 'hull',
            points: [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ],
          },
        ],
      });
    if (i === 2) bodies[2].remove();
    snapshots.push(run(world, 8).snapshot());
    hashes.push(world.hash());
  }
  for (const from of snapshots) {
    snapshots.forEach((to, i) => {
      const back = decodeDifference(from, encodeDifference(from, to));
      expect(back).toEqual(to);
      world.restore(back);
      expect(world.hash()).toBe(hashes[i]);
    });
  }
});

it('one that was sent gives the receiver the world of the sender, motions and controls included', () => {
  const [sender, receiver] = [makeCrowd(2, { stepper: METHODS.gsp }).world, makeCrowd(2, { stepper: METHODS.gsp }).world];
  const base = sender.snapshot();
  const received = decodeSnapshot(encodeSnapshot(base));
  const bytes = encodeDifference(base, run(sender, 20).snapshot());
  receiver.restore(decodeDifference(received, bytes));
  expect(receiver.hash()).toBe(sender.hash());
  expect(run(receiver, 10).hash()).toBe(run(sender, 10).hash());
});

it('is small where little moves: of 100 bodies at rest and one that flies, a few hundred bytes', () => {
  const { world, bodies } = makePiles(0, {});
  const box = { shapes: [{ kind: 'box', size: [1, 1, 1] }] } as const;
  for (let i = 0; i < 100; i++) world.createBody({ position: [2 * i, 0.5, 0], ...box });
  const ball = world.createBody({ position: [0, 50, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] });
  run(world, 60);
  const base = world.snapshot();
  ball.velocity = [1, 0, 0];
  const moved = run(world, 1).snapshot();
  expect(bodies).toEqual([]);
  expect(encodeDifference(base, moved).length).toBeLessThan(3000);
  expect(encodeSnapshot(moved).length).toBeGreaterThan(100_000);
});

describe('is refused by a sentence', () => {
  const { world } = makePiles(2, {});
  const base = run(world, 10).snapshot();
  const next = run(world, 5).snapshot();
  const bytes = encodeDifference(base, next);

  it('altered anywhere', () => {
    const property = fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
      const altered = bytes.slice();
      altered[at] ^= bits;
      // Bytes 12 to 15 say nothing.
      if (at < 12 || at > 15) expect(() => decodeDifference(base, altered)).toThrow(/altered|cut short|version/);
    });
    fc.assert(property, { numRuns: 200, seed: 1 });
  });

  it('cut anywhere', () => {
    const property = fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(() => decodeDifference(base, bytes.slice(0, length))).toThrow(/altered|cut short|bytes long/);
    });
    fc.assert(property, { numRuns: 100, seed: 1 });
  });

  it('of another base, of another kind, or passed through JSON', () => {
    expect(() => decodeDifference(next, bytes)).toThrow('it is of another base.');
    expect(() => decodeDifference(base, encodeSnapshot(next))).toThrow(
      'version is 2 of "drystone-snapshot", but must be 1 of "drystone-difference".',
    );
    expect(() => decodeDifference(base, JSON.parse(JSON.stringify(bytes)))).toThrow('but must be a Uint8Array');
    expect(() => decodeDifference(JSON.parse(JSON.stringify(base)), bytes)).toThrow('base');
    expect(() => encodeDifference(base, JSON.parse(JSON.stringify(next)))).toThrow('snapshot');
  });
});
