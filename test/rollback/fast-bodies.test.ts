// Late inputs where bodies are followed from impact to impact: what they hit on the way joins, and the world is as if
// all had come in time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../src/index.js';
import { DEEDS, DEEDS_OF_MOVERS, DT, eventsOf, makeRoom, NAMES, runInTime, runLate } from './scenes.js';

const STEPS = 12;
/** Most impacts of a body in a step [1]. */
const MOST = { 'detection.continuous': 100 } as const;

describe.each(NAMES)('%s', (method) => {
  const stepper = METHODS[method];

  it('inputs to a room of fast balls, in any order, any time late', () => {
    const plan = fc.record({ from: fc.nat(STEPS - 1), late: fc.nat(STEPS - 1), body: fc.nat(13), deed: fc.nat(7) });
    const property = fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.array(plan, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('safe' as const, 'queue' as const),
      (seed, given, events) => {
        const plans = given.map(({ from, late, body, deed }) => {
          return { at: from, arrives: Math.min(STEPS, from + late), body, deed: [...DEEDS, ...DEEDS_OF_MOVERS][deed] };
        });
        const settings = { ...MOST, events };
        const [late, inTime] = [{ seconds: 1 }, undefined].map((history) => makeRoom(seed, { stepper, history, settings }));
        runLate(late, plans, STEPS);
        runInTime(inTime, plans, STEPS);
        expect(late.world.hash()).toBe(inTime.world.hash());
        expect(eventsOf(late.world)).toEqual(eventsOf(inTime.world));
        for (const { world } of [late, inTime]) world.step(DT);
        expect(late.world.hash()).toBe(inTime.world.hash());
      },
    );
    fc.assert(property, { numRuns: 4, seed: 3 });
  });
});

it('a ball that flies alone is redone alone, though others are followed in the same steps', () => {
  const [late, inTime] = [{ seconds: 1 }, undefined].map((history) => makeRoom(5, { history, settings: MOST }));
  for (const { world } of [late, inTime]) world.step(DT);
  const far = [late, inTime].map(({ world }) =>
    world.createBody({ name: 'far', position: [0, 50, 0], velocity: [200, 0, 0], shapes: [{ kind: 'sphere', radius: 0.01 }] }),
  );
  for (let i = 0; i < 5; i++) late.world.step(DT);
  const { bodySteps } = late.world.input(far[0], (ball) => ball.applyImpulse([0, 0.01, 0]), { time: late.world.time - 4.5 * DT });
  expect(bodySteps).toBe(5);
  far[1].applyImpulse([0, 0.01, 0]);
  for (let i = 0; i < 5; i++) inTime.world.step(DT);
  expect(late.world.hash()).toBe(inTime.world.hash());
});
