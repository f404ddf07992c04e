// drystone reproduce: runs the experiments behind the papers' tables and figures, and writes a report. Finished runs
// are stored, so that after an interruption the same command continues.

import { accessSync, constants, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { InputError, show } from '../src/input/fields.js';
import { reasonOf } from './files.js';
import { jobsField, parseNumber } from './numbers.js';
import { print, printError } from './print.js';
import { ENTRIES } from './reproduce/entries.js';
import type { Entry, Size } from './reproduce/entry.js';
import { PAPERS } from './reproduce/entry.js';
import { writeReport } from './reproduce/report.js';
import type { Failure, Job } from './reproduce/runner.js';
import { runAll } from './reproduce/runner.js';
import { Store } from './reproduce/store.js';
import { formatTable } from './table.js';

/** Texts of the flags. */
export interface ReproduceFlags {
  quick?: boolean;
  out?: string;
  jobs?: string;
  fresh?: boolean;
}

export const DEFAULT_FOLDER = 'drystone-results';
/** The hidden command of worker processes. */
export const WORKER_COMMAND = 'reproduce-run';
const ALL = 'all';

export async function reproduce(names: readonly string[], flags: ReproduceFlags, version: string): Promise<void> {
  if (names.length === 0) return print(listEntries());
  const entries = chooseEntries(names);
  const size: Size = flags.quick ? 'quick' : 'full';
  const jobs = flags.jobs === undefined ? availableParallelism() : parseNumber('--jobs', flags.jobs, jobsField);
  const folder = makeFolder(flags.out ?? DEFAULT_FOLDER);
  const store = new Store(folder, version);
  if (flags.fresh) for (const entry of entries) store.forget(entry, size);

  const todo = entries.flatMap((entry) => unfinishedOf(entry, size, store));
  const onFinished = ({ entry }: Job) => {
    if (store.findAll(entry, size) !== undefined) writeReport(folder, store, version);
  };
  const failures = await runAll(todo, { folder, size, jobs, workerWords: [WORKER_COMMAND], onFinished });
  print(`${writeReport(folder, store, version)}`);
  if (failures.length > 0) reportFailures(failures);
}

/** The list of entries with their titles, printed if no name is given. */
function listEntries(): string {
  const rows = ENTRIES.map(({ name, title }) => [name, title]);
  return `${formatTable(rows)}\n\nNames of papers stand for all of theirs: ${Object.keys(PAPERS).join(', ')}; ${ALL} for everything.`;
}

/** The entries of the given names, each once, in the order of the papers. */
function chooseEntries(names: readonly string[]): Entry[] {
  for (const name of names) {
    if (name === ALL || Object.hasOwn(PAPERS, name) || ENTRIES.some((entry) => entry.name === name)) continue;
    const allowed = [ALL, ...Object.keys(PAPERS), ...ENTRIES.map((entry) => entry.name)];
    throw new InputError(`NAME is ${show(name)}, but must be one of ${allowed.join(', ')}.`);
  }
  return ENTRIES.filter(({ name, paper }) => names.includes(ALL) || names.includes(paper) || names.includes(name));
}

/** Makes the folder of the results; throws if it cannot be written to. */
function makeFolder(word: string): string {
  const folder = resolve(word);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new InputError(`--out is ${show(word)}, which cannot be written to: ${isFile ? 'it is a file' : reasonOf(error)}.`);
  }
}

function unfinishedOf(entry: Entry, size: Size, store: Store): Job[] {
  return entry
    .plan(size)
    .filter((run) => store.find(entry, size, run) === undefined)
    .map((run) => ({ entry, run }));
}

/** Prints the runs that failed, which are faults of the program. All other runs are finished and stored. */
function reportFailures(failures: readonly Failure[]): void {
  for (const { entry, id, reason } of failures) printError(`drystone: the run ${id} of ${entry} failed: ${reason}`);
  process.exitCode = 1;
}
