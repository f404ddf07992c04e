// drystone sweep: does a scene many times, on this machine or by a queue, and keeps a row for each run. What is finished is kept: after
// an interruption the same command goes on where it was.

import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { InputError, number } from '../src/input/fields.js';
import { jobsField, parseNumber } from './arguments.js';
import { describeMachine, digestOfProgram } from './machine.js';
import { print, printError } from './print.js';
import { conclude } from './sweep/conclude.js';
import { Content, pack, readPack, sourceOf } from './sweep/content.js';
import { runHere, type Work } from './sweep/engine.js';
import type { LoadedStudy } from './sweep/load-study.js';
import { loadStudy } from './sweep/load-study.js';
import { readAddress } from './sweep/queue.js';
import { aboutOf, FILES, lockFolder, Results } from './sweep/results.js';
import { contextOf } from './sweep/row.js';
import { runByQueue } from './sweep/run-by-queue.js';
import { READY_STUDIES } from './sweep/studies/index.js';
import { formatTable } from './table.js';

/** The words given for each flag. */
export interface SweepFlags {
  out?: string;
  jobs?: string;
  queue?: string | true;
  priority?: string;
  fresh?: boolean;
  retry?: boolean;
  allowOutside?: boolean;
}

const priorityField = number('Which study a queue does first [1]', { min: 1, max: 2097152, integer: true });
/** As shells have it for what was ended by Ctrl+C. */
const INTERRUPTED = 130;

export async function sweep(word: string | undefined, flags: SweepFlags, version: string): Promise<void> {
  if (word === undefined) return print(listStudies());
  const run = await chooseEngine(flags);
  const study = await loadStudy(word, flags.allowOutside ?? false);
  const out = flags.out ?? `${study.stem}.sweep`;
  const folder = resolve(out);
  const unlock = lockFolder(out, folder);
  process.once('exit', unlock);
  const interrupt = new AbortController();
  const hear = () => interrupt.abort();
  process.once('SIGINT', hear).once('SIGTERM', hear);
  const work = prepare(study, folder, flags, version, interrupt.signal);
  const { results } = work;
  try {
    if (results.count < study.plan.total) await run(work);
  } catch (error) {
    throw withCount(error, results, study.plan.total);
  } finally {
    results.close();
  }
  summarise(results, study.plan.total, interrupt.signal.aborted);
  print(await conclude(work, availableParallelism()));
}

/** Processes of this machine, or a queue; bad words are refused before anything is done. */
async function chooseEngine({ queue, jobs, priority }: SweepFlags): Promise<(work: Work) => Promise<void>> {
  if (queue === undefined) {
    if (priority !== undefined) throw new InputError('--priority is given, but there is no --queue whose jobs would have it.');
    const count = jobs === undefined ? availableParallelism() : parseNumber('--jobs', jobs, jobsField);
    return (work) => runHere(work, count);
  }
  if (jobs !== undefined) throw new InputError('--jobs is given with --queue, but there each worker has its own.');
  const options = {
    address: readAddress(queue === true ? undefined : queue, process.env),
    priority: priority === undefined ? undefined : parseNumber('--priority', priority, priorityField),
  };
  return (work) => runByQueue(work, options);
}

/** What there is, for who gives no name. */
function listStudies(): string {
  const rows = Object.entries(READY_STUDIES).map(([name, { description = '' }]) => [name, description]);
  return `${formatTable(rows)}\n\nA study of your own is a JSON file or a module: see docs/sweeps.md.`;
}

function prepare(
  { source, ready, plan }: LoadedStudy,
  folder: string,
  flags: SweepFlags,
  version: string,
  signal: AbortSignal,
): Work {
  const build = digestOfProgram();
  const options = { isFresh: flags.fresh ?? false, isRetry: flags.retry ?? false };
  const content = new Content(join(folder, FILES.content));
  const root = pack(source, content, version, build);
  const context = contextOf(ready.study, sourceOf(readPack(root, content)), version);
  const about = aboutOf(ready.study, plan.total, { version, build, root, context });
  const { results, said } = Results.open(folder, about, plan, options);
  for (const sentence of said) printError(`drystone: ${sentence}`);
  const place = { version, build, machine: describeMachine() };
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
