// Execution of runs, each in its own process and several at a time, with a progress bar.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { showProgress } from '../progress.js';
import type { Entry, Json, Run, Size } from './entry.js';
import type { News, Order } from './worker.js';

/** A run to execute. */
export interface Job {
  readonly entry: Entry;
  readonly run: Run<Json>;
}

/** A run that failed, with the reason. */
export interface Failure {
  readonly entry: string;
  readonly id: string;
  readonly reason: string;
}

/** Standard streams of a worker: its output is discarded, since it would disturb the progress bar. */
const SILENT = ['ignore', 'ignore', 'ignore', 'ipc'] as const;

interface RunnerOptions {
  readonly folder: string;
  readonly size: Size;
  readonly jobs: number;
  /** Command line arguments of a worker. */
  readonly workerWords: readonly string[];
  /** Called after each finished run. */
  onFinished(job: Job): void;
}

/** Executes all jobs, the longest first; resolves to those that failed. */
export async function runAll(todo: readonly Job[], options: RunnerOptions): Promise<Failure[]> {
  const waiting = [...todo].sort((a, b) => b.run.seconds - a.run.seconds);
  const failures: Failure[] = [];
  const bar = new WorkBar(todo, options.jobs);
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const reason = await runOne(job, options, bar);
      bar.finish(job);
      if (reason === null) options.onFinished(job);
      else failures.push({ entry: job.entry.name, id: job.run.id, reason });
    }
  };
  try {
    await Promise.all(Array.from({ length: options.jobs }, lane));
  } finally {
    bar.stop();
  }
  return failures;
}

/** Executes a job; resolves to the reason if it failed, else to null. */
function runOne({ entry, run }: Job, { folder, size, workerWords }: RunnerOptions, bar: WorkBar): Promise<string | null> {
  const worker = fork(process.argv[1], workerWords, { stdio: [...SILENT] });
  const end = () => worker.kill('SIGKILL');
  process.once('exit', end);
  return new Promise<string | null>((resolve) => {
    let outcome: string | null = 'its process ended without a word';
    worker.on('message', (news: News) => {
      if ('share' in news) bar.update({ entry, run }, news.share);
      else outcome = 'failure' in news ? news.failure : null;
    });
    worker.on('error', (error) => resolve(error.message));
    // On a busy machine a process is seen to end before its last message is read, which it is when the channel closes.
    let ended = 0;
    for (const event of ['exit', 'disconnect'] as const) worker.on(event, () => ++ended === 2 && resolve(outcome));
    give(worker, { folder, entry: entry.name, size, run });
  }).finally(() => process.off('exit', end));
}

function give(worker: ChildProcess, order: Order): void {
  worker.send(order);
}

/**
 * The progress bar: work is measured by the estimates of runs, the remaining time by the real time of the work done.
 */
class WorkBar {
  readonly #bar;
  readonly #total: number;
  readonly #jobs: number;
  readonly #start = performance.now();
  /** Estimated work of finished runs, and work done so far of each running one [s]. */
  #done = 0;
  readonly #underWay = new Map<Run<Json>, number>();
  #finished = 0;
  readonly #count: number;

  constructor(todo: readonly Job[], jobs: number) {
    this.#total = todo.reduce((sum, { run }) => sum + run.seconds, 0);
    this.#count = todo.length;
    this.#jobs = jobs;
    this.#bar = showProgress(Math.max(1, this.#total), '{bar} {percentage}% | {finished}/{runs} runs | {left} to go | {now}', {
      finished: 0,
      runs: todo.length,
      left: formatSeconds(this.#total / jobs),
      now: '',
    });
  }

  update({ entry, run }: Job, share: number): void {
    this.#underWay.set(run, share * run.seconds);
    this.#show(`${entry.name} ${run.id}`);
  }

  finish({ entry, run }: Job): void {
    this.#underWay.delete(run);
    this.#done += run.seconds;
    this.#finished++;
    this.#show(`${entry.name} ${run.id}`);
  }

  #show(now: string): void {
    const done = this.#done + [...this.#underWay.values()].reduce((sum, seconds) => sum + seconds, 0);
    const spent = (performance.now() - this.#start) / 1000;
    // At first the estimates are used as they are, later they are scaled by their accuracy so far.
    const pace = spent > 5 && done > 0 ? spent / done : 1 / this.#jobs;
    this.#bar.update(done, {
      finished: this.#finished,
      runs: this.#count,
      left: formatSeconds((this.#total - done) * pace),
      now,
    });
  }

  stop(): void {
    this.#bar.stop();
  }
}

function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : whole < 3600 ? `${Math.round(whole / 60)} min` : `${(whole / 3600).toFixed(1)} h`;
}
