// Comparison of brute force with contact groups: single steps of a simulation, taken both ways from the same state.

import type { Snapshot } from '../../src/recording/snapshot.js';
import type { Simulation } from '../../src/scene/simulation.js';
import type { Settings } from '../../src/settings.js';
import type { World } from '../../src/world.js';
import { processorTime } from '../machine.js';
import type { Task } from './entry.js';

/** A step by contact groups, and the same step with all contacts in one problem. */
export interface StepTwice {
  /** Time at the end of the step [s]. */
  readonly time: number;
  readonly contacts: number;
  readonly groups: number;
  /** Contacts of the largest group. */
  readonly largest: number;
  /** Processor time [ms]. */
  readonly byGroupMs: number;
  readonly bruteMs: number;
  /** Largest distance between the positions of a body by the two ways [m]. */
  readonly apart: number;
}

/** The steps that are taken both ways: `first`, and every `every`th step after it. */
export interface Sampling {
  readonly first: number;
  readonly every: number;
}

/**
 * Takes `steps` steps of the simulation `walked`. Some are also taken both ways, from the same state, by `measured`, a
 * simulation of the same scene that may have another solver, or `walked` itself. `note` is called after each step with
 * the number taken so far.
 */
export async function compareSteps(
  walked: Simulation,
  measured: Simulation,
  steps: number,
  { first, every }: Sampling,
  task: Task,
  note: (step: number) => void = () => {},
): Promise<StepTwice[]> {
  const compared: StepTwice[] = [];
  for (let step = 1; step <= steps; step++) {
    walked.addDueBodies();
    walked.moveCharacters();
    if (step >= first && (step - first) % every === 0) compared.push(takeBothWays(walked.world, measured.world, walked.dt));
    walked.world.step(walked.dt);
    note(step);
    await task.pulse(step / steps);
  }
  return compared;
}

function takeBothWays(walked: World, world: World, dt: number): StepTwice {
  const before = walked.snapshot();
  const bruteMs = timeStep(world, before, dt, 'all-in-one');
  const brute = placesOf(world);
  const byGroupMs = timeStep(world, before, dt, 'by-group');
  const apart = placesOf(world).reduce((most, value, i) => Math.max(most, Math.abs(value - brute[i])), 0);
  const sizes = world.graph.groups().map(({ edges }) => edges.reduce((total, { contacts }) => total + contacts.length, 0));
  const { contacts, groups } = world.report;
  const { time } = world;
  walked.restore(before);
  return { time, contacts, groups, largest: Math.max(0, ...sizes), byGroupMs, bruteMs, apart };
}

/** Time below which a step may be affected by JavaScript's compiler [ms]. */
const SHORT = 1000;

/** Processor time of a step from a state [ms]. A short step is taken twice, and the faster one counts. */
function timeStep(world: World, before: Snapshot, dt: number, groups: Settings['groups']): number {
  const take = () => {
    world.restore(before);
    world.set('groups', groups);
    const start = processorTime();
    world.step(dt);
    return processorTime() - start;
  };
  const first = take();
  return first > SHORT ? first : Math.min(first, take());
}

function placesOf(world: World): number[] {
  return [...world.bodies()].flatMap(({ position }) => position);
}
