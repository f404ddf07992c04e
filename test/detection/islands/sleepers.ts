// Worlds with sleeping on, for the tests of who sleeps and who wakes.

import type { Body, MethodName, Settings } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';

export interface Stacks {
  readonly world: World;
  readonly ground: Body;
  /** Three stacks of three cubes of 1 m, 3 m apart along x, each from below. */
  readonly stacks: readonly (readonly Body[])[];
}

export function makeStacks({ method = 'gsp', settings = {} }: { method?: MethodName; settings?: Partial<Settings> }): Stacks {
  const world = new World({ stepper: METHODS[method], settings: { 'sleeping.enabled': 'on', ...settings } });
  const ground = world.createBody({ name: 'ground', kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const stacks = [0, 1, 2].map((k) =>
    [0, 1, 2].map((i) => world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [3 * k, 0.5 + i, 0] })),
  );
  return { world, ground, stacks };
}

export function run(world: World, steps: number, dt = 0.01): void {
  for (let i = 0; i < steps; i++) world.step(dt);
}

/** How many bodies sleep. */
export function sleepers(world: World): number {
  return [...world.bodies()].filter((body) => body.sleep.asleep).length;
}
