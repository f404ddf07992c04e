// Brute force beside contact groups: single steps of a simulation, taken from one state both ways, and compared.

import type { Simulation } from '../../src/scene/simulation.js';
import type { World } from '../../src/world.js';
import type { Task } from './entry.js';
import { processorTime } from './machine.js';

/** A step by contact groups, and the same one with all contacts in one problem. */
export interface StepTwice {
  /** At its end [s]. */
  readonly time: number;
  readonly contacts: number;
  readonly groups: number;
  /** Contacts of the largest group. */
  readonly largest: number;
  /** Processor time [ms]. */
  readonly byGroupMs: number;
  readonly bruteMs: number;
  /** The farthest that the two ways put a body apart [m]. */
  readonly apart: number;
}

/** Takes so many steps by contact groups; every so many, one is taken both ways from the same state. */
export async function compareSteps(simulation: Simulation, steps: number, every: number, task: Task): Promise<StepTwice[]> {
  const { world, dt } = simulation;
  const compared: StepTwice[] = [];
  for (let step = 1; step <= steps; step++) {
    simulation.addDueBodies();
    simulation.moveCharacters();
    if (step % every === 0) compared.push(takeBothWays(world, dt));
    else world.step(dt);
    await task.pulse(step / steps);
  }
  return compared;
}

function takeBothWays(world: World, dt: number): StepTwice {
  const before = world.snapshot();
  world.set('groups', 'all-in-one');
  const bruteMs = timeStep(world, dt);
  const brute = placesOf(world);
  world.restore(before);
  world.set('groups', 'by-group');
  const byGroupMs = timeStep(world, dt);
  const apart = placesOf(world).reduce((most, value, i) => Math.max(most, Math.abs(value - brute[i])), 0);
  const sizes = world.graph.groups().map(({ edges }) => edges.reduce((total, { contacts }) => total + contacts.length, 0));
  const { contacts, groups } = world.report;
  return { time: world.time, contacts, groups, largest: Math.max(0, ...sizes), byGroupMs, bruteMs, apart };
}

function timeStep(world: World, dt: number): number {
  const start = processorTime();
  world.step(dt);
  return processorTime() - start;
}

function placesOf(world: World): number[] {
  return [...world.bodies()].flatMap(({ position }) => position);
}
