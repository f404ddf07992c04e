// drystone sweep: does a scene many times, on this machine or by a queue, and keeps a row for each run. What is finished is kept: after
// an interruption the same command goes on where it was.

import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { InputError, number } from '../src/input/fields.js';
import { parseNumber } from './arguments.js';
import { describeMachine, digestOfProgram } from './machine.js';
import { print, printError } from './print.js';
import { Content, pack, readPack, sourceOf } from './sweep/content.js';
import { runHere, type Work } from './sweep/engine.js';
import type { LoadedStudy } from './sweep/load-study.js';
import { loadStudy } from './sweep/load-study.js';
import { aboutOf, FILES, lockFolder, Results } from './sweep/results.js';
import { contextOf } from './sweep/row.js';
import { READY_STUDIES } from './sweep/studies/index.js';
import { formatTable } from './table.js';

/** The words given for each flag. */
export interface SweepFlags {
  out?: string;
  jobs?: string;
  fresh?: boolean;
  retry?: boolean;
  allowOutside?: boolean;
}

const jobsField = number('Runs at the same time [1]', { min: 1, max: 1024, integer: true });
/** As shells have it for what was ended by Ctrl+C. */
const INTERRUPTED = 130;

export async function sweep(word: string | undefined, flags: SweepFlags, version: string): Promise<void> {
  if (word === undefined) return print(listStudies());
  const jobs = flags.jobs === undefined ? availableParallelism() : parseNumber('--jobs', flags.jobs, jobsField);
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
    if (results.count < study.plan.total) await runHere(work, jobs);
  } catch (error) {
    throw withCount(error, results, study.plan.total);
  } finally {
    results.close();
  }
  summarise(results, study.plan.total, interrupt.signal.aborted);
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

function summarise({ counts, count, folder }: Results, total: number, isInterrupted: boolean): void {
  const failed = count - counts.done;
  if (failed > 0) {
    printError(`drystone: ${failed} of ${count} runs failed; each has a row that says why. --retry does them again.`);
  }
  if (isInterrupted) {
    printError(`drystone: interrupted after ${count} of ${total} runs; the same command goes on.`);
    process.exitCode = INTERRUPTED;
  }
  print(folder);
}
