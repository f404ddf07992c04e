// The folder of a study's results: what was run, its journal, and which runs are finished. One program at a time works on it.

import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { InputError, show } from '../../src/input/fields.js';
import { reasonOf, writeWhole } from '../files.js';
import { entryOf, Journal, linesOf, rewriteJournal } from './journal.js';
import type { Plan } from './plan.js';
import { digestOf, type Finished, keyOf, type Status } from './row.js';
import type { Column, Study } from './study.js';
import { measureColumns, parameterColumns } from './study.js';

/** What is said of a study beside its rows. */
export interface About {
  /** Of this folder, for the jobs of a queue. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly build: string;
  /** Digest of its root among the contents. */
  readonly root: string;
  /** What all runs have in common. */
  readonly context: string;
  /** Digest of what decides which run has which index. */
  readonly plan: string;
  readonly total: number;
  readonly keep: string;
  readonly parameters: readonly Column[];
  readonly measures: readonly Column[];
  /** As it was given, without functions. */
  readonly study: Readonly<Record<string, unknown>>;
}

export const FILES = {
  about: 'study.json',
  rows: 'rows.jsonl',
  parquet: 'runs.parquet',
  report: 'report.html',
  recordings: 'recordings',
  content: 'content',
  lock: 'lock',
} as const;

export function aboutOf(
  study: Study,
  total: number,
  given: Pick<About, 'version' | 'build' | 'root' | 'context'>,
): Omit<About, 'id'> {
  const { parameters, samples = 1, repetitions = 1, seed = null, fixed = {} } = study;
  return {
    name: study.name,
    description: study.description ?? '',
    ...given,
    plan: digestOf(JSON.stringify([parameters, samples, repetitions, seed, fixed])),
    total,
    keep: study.keep ?? 'none',
    parameters: parameterColumns(study),
    measures: measureColumns(study).map(({ name, type }) => ({ name, type })),
    study: JSON.parse(JSON.stringify(study, (_, value) => (typeof value === 'function' ? 'a function' : value))),
  };
}

/** What is said of the results in a folder; undefined where there are none. */
export function readAbout(folder: string): About | undefined {
  const path = join(folder, FILES.about);
  if (!existsSync(path)) return undefined;
  try {
    const about = JSON.parse(readFileSync(path, 'utf8')) as About;
    const { id, context, plan, study, parameters, measures } = about;
    const areWords = [id, context, plan].every((word) => typeof word === 'string');
    if (areWords && typeof study === 'object' && study !== null && [parameters, measures].every(Array.isArray)) return about;
  } catch {
    // It is not even JSON.
  }
  throw new InputError(`${show(path)} is damaged: --fresh begins anew.`);
}

export class Results {
  readonly folder: string;
  readonly about: About;
  readonly #plan: Plan;
  readonly #journal: Journal;
  readonly #finished: Uint8Array;
  readonly #waiting: Finished[] = [];
  readonly counts: Record<Status, number> = { done: 0, failed: 0, timeout: 0, died: 0 };
  /** Runs that were finished since the program began, and their time of processors [ms]. */
  timed = 0;
  spent = 0;

  private constructor(folder: string, about: About, plan: Plan) {
    this.folder = folder;
    this.about = about;
    this.#plan = plan;
    this.#finished = new Uint8Array(Math.ceil(plan.total / 8));
    this.#journal = new Journal(join(folder, FILES.rows));
  }

  /** Opens the results of a folder that is locked; what is there of the study counts, and what that is, is said. */
  static open(
    folder: string,
    about: Omit<About, 'id'>,
    plan: Plan,
    { isFresh = false, isRetry = false } = {},
  ): {
    results: Results;
    said: string[];
  } {
    const before = isFresh ? undefined : readAbout(folder);
    if (isFresh) forget(folder);
    const said: string[] = [];
    const isSame = before?.context === about.context && before.plan === about.plan;
    const areThere = before !== undefined || existsSync(join(folder, FILES.rows));
    if (areThere && !isSame) said.push(...carryOver(folder, before, about, plan));
    const whole = { id: before?.id ?? digestOf(`${folder}${process.hrtime.bigint()}`).slice(0, 12), ...about };
    writeWhole(join(folder, FILES.about), new TextEncoder().encode(`${JSON.stringify(whole, null, 2)}\n`));
    if (isRetry) dropFailures(folder);
    said.push(...mendJournal(folder, plan));
    const results = new Results(folder, whole, plan);
    results.#readBack();
    if (before !== undefined && isSame && before.build !== about.build && results.count > 0) {
      said.push('Finished runs are by another build of this version; --fresh begins anew.');
    }
    return { results, said };
  }

  /** Finished runs [1]. */
  get count(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  isFinished(run: number): boolean {
    return (this.#finished[run >> 3] & (1 << (run & 7))) !== 0;
  }

  /** Takes rows; they count when flush() has put them on the disk. A row of a run that is finished is as if it had not come. */
  take(rows: readonly Finished[]): void {
    for (const row of rows) {
      if (row.run >= this.#plan.total || this.isFinished(row.run)) continue;
      this.#mark(row.run, row.status);
      this.#waiting.push(row);
      this.timed++;
      this.spent += row.milliseconds;
    }
  }

  /** Puts what was taken on the disk; where that cannot be, it is as if it had not been taken. */
  flush(): void {
    const rows = this.#waiting.splice(0);
    try {
      this.#journal.append(rows.map(({ line }) => line));
    } catch (error) {
      for (const { run, status } of rows) this.#unmark(run, status);
      throw error;
    }
  }

  close(): void {
    this.#journal.close();
  }

  #mark(run: number, status: Status): void {
    this.#finished[run >> 3] |= 1 << (run & 7);
    this.counts[status]++;
  }

  #unmark(run: number, status: Status): void {
    this.#finished[run >> 3] &= ~(1 << (run & 7));
    this.counts[status]--;
  }

  #readBack(): void {
    for (const line of linesOf(this.#journal.path)) {
      const row = entryOf(line);
      if (row !== null) this.#mark(row.run, row.status);
    }
  }
}

/** Everything but what a user may have put there. */
function forget(folder: string): void {
  for (const name of [FILES.about, FILES.rows, FILES.parquet, FILES.report, FILES.recordings]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Takes out lines that are damaged, and second rows of a run. */
function mendJournal(folder: string, plan: Plan): string[] {
  const path = join(folder, FILES.rows);
  const isSound = () => {
    const seen = new Uint8Array(Math.ceil(plan.total / 8));
    return (line: string) => {
      const run = entryOf(line)?.run ?? -1;
      if (run < 0 || run >= plan.total || (seen[run >> 3] & (1 << (run & 7))) !== 0) return false;
      seen[run >> 3] |= 1 << (run & 7);
      return true;
    };
  };
  let damaged = 0;
  const look = isSound();
  for (const line of linesOf(path)) if (!look(line)) damaged++;
  if (damaged === 0) return [];
  const keep = isSound();
  rewriteJournal(path, (line) => (keep(line) ? line : null));
  const [lines, they] = damaged === 1 ? ['line', 'it'] : ['lines', 'they'];
  return [`${damaged} ${lines} of ${FILES.rows} cannot be read; what ${they} told of is done again.`];
}

function dropFailures(folder: string): void {
  rewriteJournal(join(folder, FILES.rows), (line) => (entryOf(line)?.status === 'done' ? line : null));
}

/** Of a study that was changed, the rows that are rows of it still, by what they varied; the journal as it was is kept beside. */
function carryOver(folder: string, before: About | undefined, about: Omit<About, 'id'>, plan: Plan): string[] {
  const path = join(folder, FILES.rows);
  const indices = new KeyTable(plan, about.context);
  let [kept, dropped] = [0, 0];
  const seen = new Uint8Array(Math.ceil(plan.total / 8));
  const old = freeName(join(folder, 'rows.before'));
  const renumber = (line: string) => {
    const row = entryOf(line);
    const run = row === null ? -1 : indices.find(row.key);
    if (row === null || run < 0 || (seen[run >> 3] & (1 << (run & 7))) !== 0) {
      dropped++;
      return null;
    }
    seen[run >> 3] |= 1 << (run & 7);
    kept++;
    return JSON.stringify({ ...row, run });
  };
  rewriteJournal(path, renumber, () => (dropped > 0 ? old : null));
  return [
    before === undefined
      ? `${FILES.about} is gone: rows count as far as they are of this study.`
      : `The study has changed since it was run: ${changesOf(before, about)}.`,
    `Of ${plan.total} runs ${kept} are finished already and ${plan.total - kept} are new.${
      dropped > 0 ? ` ${dropped} finished runs are no part of it any more, and are kept in ${old}.` : ''
    }`,
  ];
}

function freeName(stem: string): string {
  for (let i = 1; ; i++) if (!existsSync(`${stem}-${i}.jsonl`)) return `${stem}-${i}.jsonl`;
}

/** Which fields differ, in words. */
function changesOf(before: About, about: Omit<About, 'id'>): string {
  const changes: string[] = [];
  if (before.version !== about.version) changes.push(`the version, ${before.version} then and ${about.version} now`);
  const fields = new Set([...Object.keys(before.study), ...Object.keys(about.study)]);
  for (const field of fields) {
    const [then, now] = [before.study[field], about.study[field]];
    if (JSON.stringify(then) === JSON.stringify(now)) continue;
    const isRecord = [then, now].every((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
    if (!isRecord) changes.push(field);
    else changes.push(...changedKeys(then as object, now as object).map((key) => `${field}.${key}`));
  }
  if (changes.length === 0) changes.push('the content of its scene or module');
  return changes.join(', ');
}

function changedKeys(then: object, now: object): string[] {
  const [a, b] = [then, now] as Record<string, unknown>[];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

/** Indices of runs by their keys, in twelve bytes a slot: a map of a million texts would take a hundred. */
class KeyTable {
  readonly #keys: BigUint64Array;
  readonly #runs: Int32Array;
  readonly #mask: number;

  constructor(plan: Plan, context: string) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(4, 2 * plan.total)));
    this.#mask = slots - 1;
    this.#keys = new BigUint64Array(slots);
    this.#runs = new Int32Array(slots).fill(-1);
    for (let run = 0; run < plan.total; run++) {
      const key = keyOf(context, plan.at(run));
      const slot = this.#slotOf(key);
      this.#keys[slot] = BigInt(`0x${key}`);
      this.#runs[slot] = run;
    }
  }

  find(key: string): number {
    return /^[0-9a-f]{16}$/.test(key) ? this.#runs[this.#slotOf(key)] : -1;
  }

  /** Where a key is, or where it would be. */
  #slotOf(key: string): number {
    const wanted = BigInt(`0x${key}`);
    let slot = Number.parseInt(key.slice(0, 8), 16) & this.#mask;
    while (this.#runs[slot] >= 0 && this.#keys[slot] !== wanted) slot = (slot + 1) & this.#mask;
    return slot;
  }
}

// --- Lock ---

/** Makes the folder, and lets nobody else work on it until the returned function is called. */
export function lockFolder(word: string, folder: string): () => void {
  const path = join(folder, FILES.lock);
  try {
    mkdirSync(folder, { recursive: true });
    takeLock(path, folder);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new InputError(`--out is ${show(word)}, which cannot be written to: ${isFile ? 'it is a file' : reasonOf(error)}.`);
  }
  return () => rmSync(path, { force: true });
}

function takeLock(path: string, folder: string): void {
  const holder = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (holder !== undefined) {
    const [host, pid] = holder.split(' ');
    // Whoever held it was killed, if it had not even come to say who it was, or where this process has its number now.
    const isOver = holder === '' || (host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid))));
    if (!isOver) {
      throw new InputError(
        `${show(folder)} is worked on by process ${pid} of ${host}. Remove ${show(path)} where that is not so.`,
      );
    }
    rmSync(path, { force: true });
  }
  const file = openSync(path, 'wx');
  writeSync(file, `${hostname()} ${process.pid}`);
  closeSync(file);
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
