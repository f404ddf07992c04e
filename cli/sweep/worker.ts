// A process that does runs, one order after the other. It ends when whoever has started it is gone.

import { Script } from 'node:vm';
import { InputError, sentenceOf } from '../../src/input/fields.js';
import { Content, readPack, sourceOf, unpack } from './content.js';
import { doRun } from './do-run.js';
import { Plan } from './plan.js';
import { recordRun } from './record-run.js';
import { ReusedWorld } from './reused-world.js';
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

/** Runs are done together, and told of together, for so long: a watch over each would take as long as a short run [ms]. */
const FLUSH = 20;
/** What a run that does not look at the clock is given beyond its limit, before it is torn off [ms]. */
const GRACE = 1000;

/** A study at hand. */
interface Known {
  readonly ready: ReadyStudy;
  readonly plan: Plan;
  readonly context: string;
}

/** Takes orders until nobody is there to give any. Whoever starts the process says where it is. */
export function workForSweep(): void {
  const worker = new SweepWorker(JSON.parse(process.argv[3]) as Place);
  process.on('disconnect', () => process.exit(1));
  // Ctrl+C reaches all processes of the terminal; whoever started this one decides what becomes of it.
  process.on('SIGINT', () => {});
  process.on('message', (order) => worker.take(order as Order));
}

class SweepWorker {
  readonly #place: Place;
  readonly #known = new Map<string, Known>();
  readonly #worlds = new ReusedWorld();
  readonly #orders: Order[] = [];
  #isAtWork = false;
  #rows: Finished[] = [];

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
    if (recordings !== undefined) {
      for (const run of runs) recordRun(ready, plan.at(run), recordings);
      return;
    }
    for (let next = 0; next < runs.length; ) {
      const begun = performance.now();
      const isTorn = !withinTime(ready, () => {
        do {
          const planned = plan.at(runs[next]);
          this.#rows.push(finishedOf(planned, context, doRun(ready, planned, this.#worlds), this.#place));
          next++;
        } while (next < runs.length && performance.now() - begun < FLUSH);
      });
      if (isTorn) this.#rows.push(finishedOf(plan.at(runs[next]), context, tornOff(ready, begun), this.#place));
      await this.#flush();
      // What was torn off may have left anything half done in this process.
      if (isTorn) process.exit(1);
    }
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
  }
}

const call = new Script('globalThis.drystoneRun()');

/** Calls a function that may never return: then it is torn off, and the answer is false. */
function withinTime(ready: ReadyStudy, act: () => void): boolean {
  try {
    Object.assign(globalThis, { drystoneRun: act });
    call.runInThisContext({ timeout: 1000 * limitOf(ready) + GRACE });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return false;
  }
}

/** The outcome of a run that was torn off, after others that had begun at some time [ms]. */
function tornOff(ready: ReadyStudy, begun: number): Outcome {
  const error = `The run took longer than ${limitOf(ready)} s within a step or a function, and was torn off.`;
  const milliseconds = performance.now() - begun;
  return { status: 'timeout', error, milliseconds, hash: null, steps: 0, time: 0, moment: null, cells: {} };
}

/** [s] */
function limitOf({ study }: ReadyStudy): number {
  return study.limits?.seconds ?? DEFAULT_LIMIT;
}

function tell(news: News): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) process.exit(1);
    process.send(news, undefined, undefined, () => resolve());
  });
}
