// What rests is left alone as long as nothing happens to it. That decides the cost alone, never the result: a world in which
// something is said to have changed before every step, so that nothing is left alone, has the same bits.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Body, Settings } from '../../src/index.js';
import { PHASES, Simulation, type World } from '../../src/index.js';

const DT = 1 / 60;

function makeWorld(scene: string, settings: Partial<Settings> = {}): World {
  const made = SCENES[scene].make({ seed: 1 });
  made.settings = { ...made.settings, ...settings };
  return new Simulation(made).world;
}

/** Says that something has changed, although nothing has. */
function stir(world: World): void {
  world.set('damping.linear', world.settings['damping.linear']);
}

/** The highest body that takes part: forces on passive ones are refused. */
function topOf(world: World): Body {
  return [...world.bodies()].filter(({ active }) => active).reduce((a, b) => (b.centerOfMass[1] > a.centerOfMass[1] ? b : a));
}

/** Time spent in a phase, by a clock that counts how often it is read. */
function countEntries(world: World, phase: (typeof PHASES)[number], steps: number): number {
  let reads = 0;
  world.profiler.clock = () => reads++;
  world.profiler.reset();
  for (let i = 0; i < steps; i++) world.step(DT);
  world.profiler.clock = null;
  return world.profiler.milliseconds[PHASES.indexOf(phase)];
}

/** What a user may do to a stack at rest; each of it must act in the next step, and what passes must have passed in the one after. */
const CHANGES: Readonly<Record<string, (world: World) => void>> = {
  nothing: () => {},
  'a force that friction bears': (world) => topOf(world).applyForce([0.5, 0, 0.2]),
  'a force that it does not': (world) => topOf(world).applyForce([3000, 0, 0]),
  'a torque': (world) => topOf(world).applyTorque([0, 0.3, 0]),
  'an impulse': (world) => topOf(world).applyImpulse([0.2, 0, 0]),
  'a velocity': (world) => {
    topOf(world).velocity = [0, 1e-9, 0];
  },
  'less gravity': (world) => world.set('gravity', [0, -9, 0]),
  'gravity that leans': (world) => world.set('gravity', [1, -9.81, 0]),
  'what is still': (world) => world.set('gsp.still', 1e-9),
  'a lighter top': (world) => {
    topOf(world).gravityScale = 0.5;
  },
  'no warm start': (world) => world.set('contact.warmStart', 0.5),
  'a rewind': (world) => world.restore(world.snapshot()),
  'the top is gone': (world) => world.remove(topOf(world)),
  'the top is passive': (world) => world.setActive(topOf(world), false),
};

describe('what rests', () => {
  it.each(['box-stack', 'pyramid', 'ball-grid', 'arch'])('is not asked again who holds it: %s', (scene) => {
    const world = makeWorld(scene);
    for (let i = 0; i < 300; i++) world.step(DT);
    expect(countEntries(world, 'shock-propagation', 10)).toBe(0);
    topOf(world).applyForce([0, -1, 0]);
    expect(countEntries(world, 'shock-propagation', 1)).toBeGreaterThan(0);
  });

  it.each(['auto', 'reference'] as const)('has the same bits whether it is left alone or not, kernel %s', (kernel) => {
    const episode = fc.record({
      change: fc.constantFrom(...Object.keys(CHANGES)),
      /** Before so many steps in a row: a force may have been held for a while when it passes. */
      times: fc.integer({ min: 1, max: 4 }),
      steps: fc.integer({ min: 4, max: 10 }),
      dt: fc.constantFrom(DT, DT, DT / 2),
    });
    fc.assert(
      fc.property(fc.constantFrom('box-stack', 'heavy-on-light'), fc.array(episode, { maxLength: 6 }), (scene, episodes) => {
        const [alone, stirred] = [makeWorld(scene, { kernel }), makeWorld(scene, { kernel })];
        for (let i = 0; i < 60; i++) for (const world of [alone, stirred]) world.step(DT);
        for (const { change, times, steps, dt } of episodes) {
          for (let i = 0; i < steps; i++) {
            if (i < times) for (const world of [alone, stirred]) CHANGES[change](world);
            stir(stirred);
            alone.step(dt);
            stirred.step(dt);
            expect(alone.hash()).toBe(stirred.hash());
            expect(alone.report).toEqual(stirred.report);
          }
        }
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});
