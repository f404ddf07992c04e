// Late inputs in a world of a thousand bodies: what they cost, counted in steps of bodies.

import { expect, it } from 'vitest';
import { Random } from '../../src/index.js';
import { DT, makePiles, push, runInTime } from './scenes.js';

it('a thousand bodies in 200 piles: at 100 random times the hash is that of the whole re-simulation, and 5 bodies are redone', () => {
  const { world, bodies } = makePiles(200, { history: { seconds: 1 } });
  const steps = 50;
  const times = [0];
  for (let i = 0; i < steps; i++) {
    world.step(DT);
    times.push(world.time);
  }
  const random = new Random(11);
  const plans = Array.from({ length: 100 }, (_, k) => {
    const at = k === 0 ? 0 : Math.floor(random.uniform(0, steps));
    // Every second pile, so that none is redone twice, but the last ones.
    const body = 5 * ((2 * k) % 199) + Math.floor(random.uniform(0, 5));
    return { at, arrives: steps, body, deed: push };
  });
  let redone = 0;
  let all = 0;
  plans.forEach(({ at, body, deed }, order) => {
    const { bodySteps } = world.input(bodies[body], deed, { time: times[at], order });
    redone += bodySteps;
    all += bodies.length * (steps - at);
    if (order === 0) expect(bodySteps).toBe(5 * steps);
  });
  // Some piles are thrown into their neighbours.
  expect(redone / all).toBeLessThan(0.02);
  const inTime = makePiles(200, {});
  runInTime(inTime, plans, steps);
  expect(world.hash()).toBe(inTime.world.hash());
});
