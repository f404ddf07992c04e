// A process that does runs, one order after the other. It ends when whoever has started it is gone.

import { Script } from 'node:vm';
import { InputError, sentenceOf } from '../../src/input/fields.js';
import { describeMachine, digestOfProgram } from '../machine.js';
import { Content, readPack, sourceOf, unpack } from './content.js';
import { doRun } from './do-run.js';
import { Plan } from './plan.js';
import { recordRun } from './record-run.js';
import type { Finished, Outcome, Place } from './row.js';
import { contextOf, finishedOf } from './row.js';
import { DEFAULT_LIMIT } from './study.js';
import type { ReadyStudy } from './targets.js';

/** What a process is asked to do: runs of a study by its root in a folder. */
export interface Order {
  readonly folder: string;
  readonly root: string;
  readonly runs: readonly number[];
  /** Where recordings of the runs are to go: then they have been done before, and rows are not wanted. */
  readonly recordings?: string;
}

/** What it tells: rows as they come, that an order is over, or that nothing of its study can be done. */
export type News =
  | { readonly kind: 'rows'; readonly rows: readonly Finished[] }
  | { readonly kind: 'over' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Rows wait no longer for others to go with them [ms]. */
const FLUSH = 20;
/** What a run that does not look at the clock is given beyond its limit, before it is torn off [ms]. */
const GRACE = 1000;

/** A study at hand. */
interface Known {
  readonly ready: ReadyStudy;
  readonly plan: Plan;
  readonly context: string;
}

/** Takes orders until nobody is there to give any. */
export function workForSweep(version: string): void {
  const worker = new SweepWorker({ version, build: digestOfProgram(), machine: describeMachine() });
  process.on('disconnect', () => process.exit(1));
  // Ctrl+C reaches all processes of the terminal; whoever started this one decides what becomes of it.
  process.on('SIGINT', () => {});
  process.on('message', (order) => worker.take(order as Order));
}

class SweepWorker {
  readonly #place: Place;
  readonly #known = new Map<string, Known>();
  readonly #orders: Order[] = [];
  #isAtWork = false;
  #rows: Finished[] = [];
  #told = performance.now();

  constructor(place: Place) {
    this.#place = place;
  }

  take(order: Order): void {
    this.#orders.push(order);
    if (!this.#isAtWork) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    for (let order = this.#orders.shift(); order !== undefined; order = this.#orders.shift()) {
      try {
        await this.#carryOut(order);
        await tell({ kind: 'over' });
      } catch (error) {
        await tell({ kind: 'refused', sentence: error instanceof InputError ? error.message : sentenceOf(error) });
      }
    }
    this.#isAtWork = false;
  }

  async #carryOut({ folder, root, runs, recordings }: Order): Promise<void> {
    const { ready, plan, context } = await this.#know(folder, root);
    for (const run of runs) {
      const planned = plan.at(run);
      if (recordings !== undefined) {
        recordRun(ready, planned, recordings);
        continue;
      }
      const { outcome, isTorn } = withinTime(ready, () => doRun(ready, planned));
      this.#rows.push(finishedOf(planned, context, outcome, this.#place));
      if (isTorn || performance.now() - this.#told > FLUSH) await this.#flush();
      // What was torn off may have left anything half done in this process.
      if (isTorn) process.exit(1);
    }
    await this.#flush();
  }

  async #know(folder: string, root: string): Promise<Known> {
    const found = this.#known.get(root);
    if (found !== undefined) return found;
    const content = new Content(folder);
    const ready = await unpack(root, content);
    const context = contextOf(ready.study, sourceOf(readPack(root, content)), this.#place.version);
    const known = { ready, plan: new Plan(ready.study), context };
    this.#known.set(root, known);
    return known;
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length > 0) await tell({ kind: 'rows', rows });
    // Lets this process hear that there is more to do, or nobody to do it for.
    await new Promise((resolve) => setImmediate(resolve));
    this.#told = performance.now();
  }
}

const call = new Script('globalThis.drystoneRun()');

/** Calls a function that may never return: then it is torn off. */
function withinTime({ study }: ReadyStudy, run: () => Outcome): { outcome: Outcome; isTorn: boolean } {
  const limit = study.limits?.seconds ?? DEFAULT_LIMIT;
  const start = performance.now();
  try {
    Object.assign(globalThis, { drystoneRun: run });
    return { outcome: call.runInThisContext({ timeout: 1000 * limit + GRACE }) as Outcome, isTorn: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const sentence = `The run took longer than ${limit} s within a step or a function, and was torn off.`;
    const milliseconds = performance.now() - start;
    const nothing = { hash: null, steps: 0, time: 0, moment: null, cells: {} };
    return { outcome: { status: 'timeout', error: sentence, milliseconds, ...nothing }, isTorn: true };
  }
}

function tell(news: News): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) process.exit(1);
    process.send(news, undefined, undefined, () => resolve());
  });
}
