// One run from beginning to end: whatever happens in it, there is a row.

import { CONTROLS } from '../../scenes/index.js';
import { InputError, sentenceOf } from '../../src/input/fields.js';
import { StepError } from '../../src/recording/step-error.js';
import { Simulation } from '../../src/scene/simulation.js';
import { processorTime } from '../machine.js';
import type { Cell } from './measures.js';
import { hasFunctions, Measures } from './measures.js';
import type { PlannedRun } from './plan.js';
import type { ReusedWorld } from './reused-world.js';
import type { Outcome, Status } from './row.js';
import { DEFAULT_LIMIT } from './study.js';
import type { Setup } from './targets.js';
import { type ReadyStudy, setUp } from './targets.js';

/** More steps than anybody waits for. */
const MOST_STEPS = 1e9;
/** Steps that are passed over before the clock is looked at. */
const MOST_AT_REST = 10_000;

export function simulationOf({ scene, choices }: Setup, worlds?: ReusedWorld): Simulation {
  return new Simulation(scene, { ...choices, controls: CONTROLS }, worlds?.build);
}

export function stepsOf({ seconds }: Setup, dt: number): number {
  const steps = Math.max(1, Math.round(seconds / dt));
  if (steps > MOST_STEPS)
    throw new InputError(`seconds is ${seconds}, ${steps} steps of ${dt} s, but must be at most ${MOST_STEPS} steps.`);
  return steps;
}

export function doRun(ready: ReadyStudy, planned: PlannedRun, worlds: ReusedWorld): Outcome {
  const start = processorTime();
  const progress = new Progress(ready.study.limits?.seconds ?? DEFAULT_LIMIT);
  try {
    run(ready, planned, progress, worlds);
  } catch (error) {
    progress.fail(error instanceof Stop ? 'timeout' : 'failed', sentenceFor(error));
  }
  const outcome = progress.outcome(ready.study.moment, processorTime() - start);
  // What failed, and functions that are given the world, may leave anything in it.
  if (outcome.status !== 'done' || hasFunctions(ready.study)) worlds.drop();
  return outcome;
}

function run(ready: ReadyStudy, planned: PlannedRun, progress: Progress, worlds: ReusedWorld): void {
  const setup = setUp(ready, planned);
  const simulation = simulationOf(setup, worlds);
  progress.simulation = simulation;
  const { parameters, seed } = planned;
  const about = { world: simulation.world, simulation, scene: setup.scene, parameters, seed };
  const measures = new Measures(ready.study, about);
  for (let left = stepsOf(setup, simulation.dt); left > 0; left--) {
    measures.step();
    progress.note(1);
    // What has come to rest is not stepped on and on.
    const rested = measures.rest(Math.min(left - 1, MOST_AT_REST));
    left -= rested;
    progress.note(rested);
  }
  const { cells, faults } = measures.finish();
  progress.cells = cells;
  if (faults.length > 0) progress.fail('failed', faults.join(' '));
}

/** The run has taken longer than it may. */
class Stop extends Error {}

function sentenceFor(error: unknown): string {
  if (error instanceof InputError || error instanceof StepError || error instanceof Stop) return error.message;
  const { name = 'Error' } = (error ?? {}) as Error;
  return `The run threw ${name}: ${sentenceOf(error)}`;
}

/** How far a run has come. */
class Progress {
  simulation: Simulation | undefined;
  cells: Readonly<Record<string, Cell>> = {};
  readonly #limit: number;
  readonly #start = performance.now();
  #steps = 0;
  #status: Status = 'done';
  #error: string | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  note(steps: number): void {
    this.#steps += steps;
    if (performance.now() - this.#start > 1000 * this.#limit) throw new Stop(timeoutSentence(this.#limit));
  }

  fail(status: Status, error: string): void {
    this.#status = status;
    this.#error = error;
  }

  outcome(momentMeasure: string | undefined, milliseconds: number): Outcome {
    const { world } = this.simulation ?? {};
    const time = world?.time ?? 0;
    const told = momentMeasure === undefined ? null : this.cells[momentMeasure];
    return {
      status: this.#status,
      error: this.#error,
      hash: world?.hash() ?? null,
      steps: this.#steps,
      time,
      moment: typeof told === 'number' ? told : time,
      milliseconds,
      cells: this.cells,
    };
  }
}

/** The same for all such runs, so that a report counts them together; how far one came is in its row. */
function timeoutSentence(limit: number): string {
  return `The run took longer than ${limit} s and was ended.`;
}
