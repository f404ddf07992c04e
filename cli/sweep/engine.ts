// Does the runs of a study on this machine, or has them done by a queue, and says how far it is.

import { InputError } from '../../src/input/fields.js';
import { showProgress } from '../progress.js';
import type { Plan } from './plan.js';
import type { Pool, Task } from './pool.js';
import type { Results } from './results.js';
import type { Finished, Place } from './row.js';
import { finishedOf } from './row.js';
import { DEFAULT_LIMIT } from './study.js';
import type { ReadyStudy } from './targets.js';

/** All that an engine needs to know. */
export interface Work {
  readonly ready: ReadyStudy;
  readonly plan: Plan;
  readonly results: Results;
  /** Folder of the contents. */
  readonly content: string;
  readonly place: Place;
  /** Aborted when whoever runs it wants it to end. */
  readonly signal: AbortSignal;
}

/** What a batch of runs is to take, so that handing it over costs next to nothing [ms]. */
const BATCH_TIME = 100;
const MOST_IN_BATCH = 2000;
/** How many runs a batch has before it is known how long they take. */
const FIRST_BATCH = 2;
/** Rows go to the disk together [ms]. */
export const FLUSH_TIME = 100;

/** Runs that are not finished and not given away, in batches. */
export class Batches {
  readonly #plan: Plan;
  readonly #results: Results;
  /** How many batches are done at a time. */
  lanes: number;
  readonly #back: number[] = [];
  #next = 0;

  constructor({ plan, results }: Pick<Work, 'plan' | 'results'>, lanes: number) {
    this.#plan = plan;
    this.#results = results;
    this.lanes = lanes;
  }

  /** As many runs as take about the time of a batch, fewer towards the end, none when all are given. */
  take(isWanted: (run: number) => boolean = () => true): number[] {
    const size = this.#size();
    const runs: number[] = [];
    while (runs.length < size && this.#back.length > 0) runs.push(this.#back.shift() as number);
    for (; runs.length < size && this.#next < this.#plan.total; this.#next++) {
      if (!this.#results.isFinished(this.#next) && isWanted(this.#next)) runs.push(this.#next);
    }
    return runs;
  }

  /** These are to be done after all. */
  giveBack(runs: readonly number[]): void {
    this.#back.push(...runs.filter((run) => !this.#results.isFinished(run)));
  }

  #size(): number {
    const { spent, timed } = this.#results;
    if (timed === 0) return FIRST_BATCH;
    const left = this.#plan.total - this.#results.count;
    const byTime = Math.round(BATCH_TIME / Math.max(spent / timed, BATCH_TIME / MOST_IN_BATCH));
    return Math.max(1, Math.min(byTime, Math.ceil(left / (4 * this.lanes))));
  }
}

/** The row of a run that could not tell of itself. */
export function rowOfLost(plan: Plan, context: string, place: Place): Task['rowOf'] {
  return (run, status, error) => {
    const nothing = { hash: null, steps: 0, time: 0, moment: null, milliseconds: 0, cells: {} };
    return finishedOf(plan.at(run), context, { status, error, ...nothing }, place);
  };
}

/** All runs that are not finished, by processes of this machine. */
export async function runHere(work: Work, pool: Pool): Promise<void> {
  const bar = new RunBar(work);
  try {
    await untilDone(work, pool, new Batches(work, pool.size), bar);
    work.results.flush();
  } finally {
    bar.stop();
    pool.abandon();
  }
}

/** Keeps the pool fed until there is nothing left, somebody wants it to end, or rows cannot be kept. */
function untilDone(
  { ready, plan, results, content, place, signal }: Work,
  pool: Pool,
  batches: Batches,
  bar: RunBar,
): Promise<void> {
  const { seconds: limit = DEFAULT_LIMIT, memory } = ready.study.limits ?? {};
  const rowOf = rowOfLost(plan, results.about.context, place);
  const onRows = (rows: readonly Finished[]) => results.take(rows);
  return new Promise((resolve, reject) => {
    let open = 0;
    const flush = () => {
      try {
        results.flush();
        bar.update();
      } catch (error) {
        end(() => reject(error));
      }
    };
    const timer = setInterval(flush, FLUSH_TIME);
    const end = (tell: () => void) => {
      clearInterval(timer);
      tell();
    };
    const feed = () => {
      while (pool.isHungry && !signal.aborted) {
        const runs = batches.take();
        if (runs.length === 0) break;
        open++;
        const order = { folder: content, root: results.about.root, runs };
        pool.perform({ order, limit, memory, onRows, rowOf }).then(
          () => {
            open--;
            feed();
          },
          (error) => end(() => reject(error)),
        );
      }
      if (open === 0) end(resolve);
    };
    signal.addEventListener('abort', () => end(resolve), { once: true });
    feed();
  });
}

/** The bar: runs finished, those among them that failed, and the time left. */
export class RunBar {
  readonly #work: Work;
  readonly #bar;

  constructor(work: Work) {
    this.#work = work;
    this.#bar = showProgress(
      work.plan.total,
      '{bar} {percentage}% | {value}/{total} runs | {failed} failed | {eta_formatted} to go',
      {
        failed: 0,
      },
    );
  }

  update(): void {
    const { counts, count } = this.#work.results;
    this.#bar.update(count, { failed: count - counts.done });
  }

  stop(): void {
    this.#bar.stop();
  }
}

/** Does runs again, each with a recording in a file of the folder. */
export async function recordHere(work: Work, runs: readonly number[], folder: string, pool: Pool): Promise<void> {
  const { limits = {} } = work.ready.study;
  const { seconds: limit = DEFAULT_LIMIT, memory } = limits;
  const rowOf = rowOfLost(work.plan, work.results.about.context, work.place);
  const order = { folder: work.content, root: work.results.about.root, recordings: folder };
  const tasks = runs.map((run) => pool.perform({ order: { ...order, runs: [run] }, limit, memory, onRows: () => {}, rowOf }));
  // A run whose world cannot be built has no recording.
  await Promise.all(
    tasks.map((task) =>
      task.catch((error) => {
        if (!(error instanceof InputError)) throw error;
      }),
    ),
  );
}
