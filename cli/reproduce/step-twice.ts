// Brute force beside contact groups: single steps of a simulation, taken from one state both ways, and compared.

import type { Snapshot } from '../../src/recording/snapshot.js';
import type { Simulation } from '../../src/scene/simulation.js';
import type { Settings } from '../../src/settings.js';
import type { World } from '../../src/world.js';
import { processorTime } from '../machine.js';
import type { Task } from './entry.js';

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

/** Which steps are taken both ways: a first one, and then every so many. */
export interface Sampling {
  readonly first: number;
  readonly every: number;
}

/**
 * Takes so many steps of a simulation; some are taken both ways from the same state by another one of the same scene, which may solve
 * otherwise. Both may be the same one. `note` is called after each step with how many there have been.
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

/** A step that is over sooner may be slow because the compiler of JavaScript is at work [ms]. */
const SHORT = 1000;

/** Processor time of the step from a state [ms]. A short one is taken twice, and the faster counts. */
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
