// A change at an earlier time: only what it may have reached is redone, and the world is, bit for bit, as if the change
// had come in time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../src/index.js';
import { DEEDS, DEEDS_OF_MOVERS, DT, eventsOf, makeCrowd, makePiles, NAMES, push, runInTime, runLate } from './scenes.js';

describe.each(NAMES)('%s', (method) => {
  const stepper = METHODS[method];

  it('of piles apart only one is redone', () => {
    const [late, inTime] = [{ seconds: 1 }, undefined].map((history) => makePiles(12, { stepper, history }));
    const plans = [{ at: 10, arrives: 40, body: 12, deed: push }];
    expect(runLate(late, plans, 40)).toBe(5 * 30);
    runInTime(inTime, plans, 40);
    expect(late.world.hash()).toBe(inTime.world.hash());
    for (const { world } of [late, inTime]) world.step(DT);
    expect(late.world.hash()).toBe(inTime.world.hash());
  });

  it('in a crowd what is hit joins, and the world is as if all had come in time; its events too', () => {
    const plans = [
      { at: 12, arrives: 30, body: 3, deed: DEEDS[0] },
      { at: 5, arrives: 31, body: 1, deed: DEEDS_OF_MOVERS[2] },
      { at: 12, arrives: 33, body: 3, deed: DEEDS[1] },
      { at: 36, arrives: 36, body: 0, deed: DEEDS_OF_MOVERS[0] },
    ];
    for (const events of ['safe', 'queue'] as const) {
      const settings = { events };
      const [late, inTime] = [{ seconds: 1 }, undefined].map((history) => makeCrowd(4, { stepper, history, settings }));
      runLate(late, plans, 40);
      runInTime(inTime, plans, 40);
      expect(late.world.hash(), events).toBe(inTime.world.hash());
      expect(eventsOf(late.world), events).toEqual(eventsOf(inTime.world));
      expect(late.world.report.groups).toBe(inTime.world.report.groups);
    }
  });

  it('any inputs that come in any order, any time late', () => {
    const plan = fc.record({ from: fc.nat(29), late: fc.nat(29), body: fc.nat(7), deed: fc.nat(7) });
    const property = fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.array(plan, { minLength: 1, maxLength: 4 }),
      (seed, given) => {
        const plans = given.map(({ from, late, body, deed }) => {
          return { at: from, arrives: Math.min(30, from + late), body, deed: [...DEEDS, ...DEEDS_OF_MOVERS][deed] };
        });
        const [late, inTime] = [{ seconds: 1 }, undefined].map((history) => makeCrowd(seed, { stepper, history }));
        runLate(late, plans, 30);
        runInTime(inTime, plans, 30);
        expect(late.world.hash()).toBe(inTime.world.hash());
        expect(eventsOf(late.world)).toEqual(eventsOf(inTime.world));
      },
    );
    fc.assert(property, { numRuns: 3, seed: 7 });
  });
});
