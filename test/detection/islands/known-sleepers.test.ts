// What is remembered of sleepers from step to step, so that a step costs what is awake: who they are, how many, their boxes, and which
// bodies are scripted. A world that goes on is compared with a twin that remembers nothing, since it was restored before each step.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Body } from '../../../src/index.js';
import { World } from '../../../src/index.js';
import { sleepers } from './sleepers.js';

/** What may happen before a step, to a body of this number or by it. */
const happening = fc.tuple(
  fc.constantFrom('push', 'drop', 'remove', 'script', 'unscript', 'move', 'ground', 'gravity', 'back'),
  fc.nat(),
);

function makeWorld(subgrouping: 'on' | 'off'): World {
  const world = new World({ settings: { 'sleeping.enabled': 'on', 'sleeping.steps': 6, 'speedups.subgrouping': subgrouping } });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 60; i++) {
    const position: [number, number, number] = [2 * (i % 6), 0.5 + Math.floor(i / 30), 2 * Math.floor((i % 30) / 6)];
    world.createBody({ position, shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  }
  return world;
}

function happen(world: World, [what, number]: readonly [string, number]): void {
  const bodies = [...world.bodies()];
  const body = bodies[1 + (number % (bodies.length - 1))] as Body;
  if (what === 'push' && body.kind === 'rigid') body.velocity = [0.5, 1 + (number % 3), 0.2];
  if (what === 'drop') world.createBody({ position: [number % 12, 3, number % 9], shapes: [{ kind: 'sphere', radius: 0.3 }] });
  if (what === 'remove' && bodies.length > 20) {
    world.remove(body);
    return;
  }
  if (what === 'script') {
    const motion = { kind: 'oscillation' as const, translation: [0.3, 0, 0] as [number, number, number], frequency: 1 };
    world.createBody({
      kind: 'scripted',
      position: [number % 12, 0.4, 1],
      motion,
      shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }],
    });
  }
  const script = bodies.find(({ kind }) => kind === 'scripted');
  if (what === 'unscript' && script !== undefined) world.remove(script);
  if (what === 'move' && body.kind === 'rigid') body.position = [body.position[0], body.position[1] + 0.2, body.position[2]];
  if (what === 'ground') (bodies[0] as Body).position = [0, -0.001 * (number % 3), 0];
  if (what === 'gravity') world.set('gravity', [0, -9 - (number % 2), 0]);
}

test.each(['off', 'on'] as const)('what is remembered of sleepers changes nothing, with subgrouping %s', (subgrouping) => {
  const lives = fc.array(fc.tuple(happening, fc.integer({ min: 1, max: 12 })), { minLength: 6, maxLength: 10 });
  fc.assert(
    fc.property(lives, (life) => {
      const world = makeWorld(subgrouping);
      const twin = makeWorld(subgrouping);
      for (let i = 0; i < 12; i++) world.step(0.01);
      let past = world.snapshot();
      for (const [event, steps] of life) {
        if (event[0] === 'back') world.restore(past);
        else {
          past = world.snapshot();
          happen(world, event);
          // A snapshot has no settings.
          twin.set('gravity', world.settings.gravity);
        }
        // Boxes of sleepers reach as far ahead as a step.
        const dt = 0.005 * (1 + (steps % 4));
        for (let i = 0; i < steps; i++) {
          twin.restore(world.snapshot());
          world.step(dt);
          twin.step(dt);
          expect(twin.hash()).toBe(world.hash());
          expect(world.report.asleep).toBe(sleepers(world));
        }
      }
    }),
    { numRuns: 8, seed: 5 },
  );
});
