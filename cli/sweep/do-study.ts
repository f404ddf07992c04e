// A study from beginning to end: it is read, what is not finished of it is done, and the rows are made into Parquet and a report.

import { join, resolve } from 'node:path';
import { InputError } from '../../src/input/fields.js';
import { printError } from '../print.js';
import type { SweepFlags } from '../sweep.js';
import { formatTable } from '../table.js';
import { Content, pack, readPack, sourceOf } from './content.js';
import { runHere, type Work } from './engine.js';
import type { LoadedStudy } from './load-study.js';
import { loadStudy } from './load-study.js';
import type { Pool } from './pool.js';
import { aboutOf, FILES, lockFolder, Results } from './results.js';
import type { Place } from './row.js';
import { contextOf } from './row.js';
import { type QueueOptions, runByQueue } from './run-by-queue.js';
import { READY_STUDIES } from './studies/index.js';

/** Who does the runs: the processes, or where there is one a queue. */
interface Means {
  readonly place: Place;
  readonly pool: Pool;
  readonly queue: QueueOptions | undefined;
}

/** As shells have it for what was ended by Ctrl+C. */
const INTERRUPTED = 130;

/** What there is, for who gives no name. */
export function listStudies(): string {
  const rows = Object.entries(READY_STUDIES).map(([name, { description = '' }]) => [name, description]);
  return `${formatTable(rows)}\n\nA study of your own is a JSON file or a module: see docs/sweeps.md.`;
}

/** Returns the path of what was made last. */
export async function doStudy(word: string, flags: SweepFlags, { place, pool, queue }: Means): Promise<string> {
  const study = await loadStudy(word, flags.allowOutside ?? false);
  const out = flags.out ?? `${study.stem}.sweep`;
  const folder = resolve(out);
  const unlock = lockFolder(out, folder);
  process.once('exit', unlock);
  const interrupt = new AbortController();
  const hear = () => interrupt.abort();
  process.once('SIGINT', hear).once('SIGTERM', hear);
  const work = prepare(study, folder, flags, place, interrupt.signal);
  const { results } = work;
  try {
    if (results.count < study.plan.total) {
      const runs = queue === undefined ? runHere(work, pool) : runByQueue(work, queue);
      await Promise.all([runs, loadConclusion()]);
    }
  } catch (error) {
    throw withCount(error, results, study.plan.total);
  } finally {
    results.close();
  }
  summarise(results, study.plan.total, interrupt.signal.aborted);
  const { conclude } = await loadConclusion();
  return conclude(work, pool);
}

/** What makes the report takes a while to be there: it comes while runs are done. */
async function loadConclusion(): Promise<typeof import('./conclude.js')> {
  const conclusion = await import('./conclude.js');
  conclusion.loadDatabase();
  return conclusion;
}

function prepare(
  { source, ready, plan }: LoadedStudy,
  folder: string,
  flags: SweepFlags,
  place: Place,
  signal: AbortSignal,
): Work {
  const { version, build } = place;
  const options = { isFresh: flags.fresh ?? false, isRetry: flags.retry ?? false };
  const content = new Content(join(folder, FILES.content));
  const root = pack(source, content, version, build);
  const context = contextOf(ready.study, sourceOf(readPack(root, content)), version);
  const about = aboutOf(ready.study, plan.total, { version, build, root, context });
  const { results, said } = Results.open(folder, about, plan, options);
  for (const sentence of said) printError(`drystone: ${sentence}`);
  return { ready, plan, results, content: content.folder, place, signal };
}

/** What is wrong, and what is kept all the same. */
function withCount(error: unknown, { count }: Results, total: number): unknown {
  if (!(error instanceof InputError)) return error;
  return new InputError(`${error.message} What is finished is kept, ${count} of ${total} runs; the same command goes on.`);
}

function summarise({ counts, count }: Results, total: number, isInterrupted: boolean): void {
  const failed = count - counts.done;
  if (failed > 0) {
    printError(`drystone: ${failed} of ${count} runs failed; each has a row that says why. --retry does them again.`);
  }
  if (isInterrupted) {
    printError(`drystone: interrupted after ${count} of ${total} runs; the same command goes on.`);
    process.exitCode = INTERRUPTED;
  }
}
