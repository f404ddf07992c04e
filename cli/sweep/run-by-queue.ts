// Has the runs of a study done by whoever works for a queue. Jobs stay in the queue until their rows are on the disk here: what is killed, here
// or there, goes on where it was.

import type { Job, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { printError } from '../print.js';
import type { Address } from './address.js';
import { Content, readPack } from './content.js';
import { Batches, RunBar, rowOfLost, type Work } from './engine.js';
import { loadBullMq } from './packages.js';
import type { JobData, JobResult } from './queue.js';
import { claimQueue, connect, PREFIX, QUEUES, uploadContent } from './queue.js';
import type { Finished } from './row.js';
import { digestOf } from './row.js';
import { DEFAULT_LIMIT } from './study.js';

/** Jobs in the queue at a time: enough for all workers, and few enough for the queue to stay small. */
const LEAST_JOBS = 8;
const JOBS_PER_WORKER = 4;
const MOST_JOBS = 1000;
/** How long to wait before looking again, at least for jobs that end together, and at most where no event has told of one [ms]. */
const SOON = 10;
const LATER = 200;
/** Events that a queue keeps: they are read as they come [1]. */
const EVENTS = 100;
/** Workers are counted so often [ms]. */
const COUNT_TIME = 2000;
/** Without workers, what is to be done is said after that [ms]. */
const ALONE_TIME = 5000;

export interface QueueOptions {
  readonly address: Address;
  /** 1 is done first; undefined where it does not matter. */
  readonly priority: number | undefined;
}

export async function runByQueue(work: Work, { address, priority }: QueueOptions): Promise<void> {
  const { Queue, QueueEvents } = loadBullMq();
  const redis = await connect(address);
  const { root } = work.results.about;
  const content = new Content(work.content);
  const isModule = readPack(root, content).module !== undefined;
  const queues = Object.values(QUEUES).map((name) => {
    const queue = new Queue(name, { connection: redis, prefix: PREFIX, streams: { events: { maxLen: EVENTS } } });
    // Said by the connection itself.
    return queue.on('error', () => {});
  });
  const jobQueue = queues[isModule ? 1 : 0];
  const events = new QueueEvents(jobQueue.name, { connection: redis, prefix: PREFIX });
  // Where they do not come, jobs are looked at all the same.
  events.on('error', () => {});
  const bar = new RunBar(work);
  try {
    const isIdle = async () => {
      const counts = await Promise.all(queues.map(async (queue) => (await queue.getWorkersCount()) + (await queue.count())));
      return counts.every((count) => count === 0);
    };
    await claimQueue(redis, address.shown, work.place.version, work.place.build, isIdle);
    await uploadContent(redis, content, root);
    const jobs = new Jobs(work, redis, jobQueue, priority);
    await jobs.recover();
    await untilDone(work, jobs, events, bar, `drystone worker --queue ${address.shown}${isModule ? ' --allow-modules' : ''}`);
  } finally {
    bar.stop();
    await Promise.allSettled([events, ...queues].map((each) => each.close()));
    redis.disconnect();
  }
}

async function untilDone(
  { plan, results, signal }: Work,
  jobs: Jobs,
  events: QueueEvents,
  bar: RunBar,
  command: string,
): Promise<void> {
  const start = performance.now();
  const bell = new Bell();
  events.on('completed', () => bell.ring()).on('failed', () => bell.ring());
  let hasSaid = false;
  while (results.count < plan.total && !signal.aborted) {
    await jobs.collect();
    await jobs.fill();
    bar.update();
    if (!hasSaid && jobs.workers === 0 && performance.now() - start > ALONE_TIME) {
      printError(`drystone: nobody works for the queue yet; "${command}" does, here or on any machine.`);
      hasSaid = true;
    }
    if (results.count < plan.total) await bell.heard();
  }
}

/** Wakes who waits for news. */
class Bell {
  #hasRung = false;
  #wake = () => {};

  ring(): void {
    this.#hasRung = true;
    this.#wake();
  }

  /** Resolves when it has rung since the last time, or after a while. */
  async heard(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SOON));
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LATER - SOON);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#hasRung = false;
    this.#wake = () => {};
  }
}

/** The jobs of a study. */
class Jobs {
  readonly #work: Work;
  readonly #redis: Redis;
  readonly #queue: Queue<JobData, JobResult>;
  readonly #priority: number | undefined;
  readonly #batches: Batches;
  readonly #rowOf;
  /** Set of the ids of all jobs that are in the queue, which outlives this program. */
  readonly #key: string;
  readonly #open = new Map<string, readonly number[]>();
  readonly #isOpen = new Set<number>();
  #counted = Number.NEGATIVE_INFINITY;
  workers = 0;

  constructor(work: Work, redis: Redis, queue: Queue<JobData, JobResult>, priority: number | undefined) {
    this.#work = work;
    this.#redis = redis;
    this.#queue = queue;
    this.#priority = priority;
    this.#batches = new Batches(work, LEAST_JOBS);
    this.#key = `${PREFIX}:sweep:${work.results.about.id}`;
    this.#rowOf = rowOfLost(work.plan, work.results.about.context, work.place);
  }

  /** Jobs that were given before this program began; of a study that has changed since, they are taken back. */
  async recover(): Promise<void> {
    for (const id of await this.#redis.smembers(this.#key)) {
      const job = await this.#queue.getJob(id);
      if (job?.data.root === this.#work.results.about.root) this.#note(id, job.data.runs);
      else await this.#forget(id, job);
    }
  }

  /** Takes the rows of jobs that are over. */
  async collect(): Promise<void> {
    const { results } = this.#work;
    const over: [string, Job<JobData, JobResult> | undefined][] = [];
    await Promise.all(
      [...this.#open.keys()].map(async (id) => {
        const job = await this.#queue.getJob(id);
        if (job === undefined || job.finishedOn !== undefined) over.push([id, job]);
      }),
    );
    const suspects = over.flatMap(([id, job]) => this.#conclude(id, job));
    results.flush();
    // On the disk by now: whoever is killed before this finds the jobs again, and their rows twice, which count once.
    await Promise.all(over.map(([id, job]) => this.#forget(id, job)));
    for (const run of suspects) await this.#give([run]);
  }

  /** Gives as many jobs as there should be in the queue. */
  async fill(): Promise<void> {
    await this.#countWorkers();
    const wanted = Math.min(MOST_JOBS, Math.max(LEAST_JOBS, JOBS_PER_WORKER * this.workers));
    while (this.#open.size < wanted) {
      const runs = this.#batches.take((run) => !this.#isOpen.has(run));
      if (runs.length === 0) return;
      await this.#give(runs);
    }
  }

  /** Takes what a job has left; returns the runs that are to be tried alone. */
  #conclude(id: string, job: Job<JobData, JobResult> | undefined): readonly number[] {
    const { results } = this.#work;
    const runs = this.#open.get(id) ?? [];
    const { failedReason = '' } = job ?? {};
    if (job !== undefined && failedReason === '') results.take(this.#rowsOf(job.returnvalue));
    else if (job !== undefined && runs.length > 1) return runs;
    else if (job !== undefined) {
      results.take([this.#rowOf(runs[0], 'died', `No worker could do the run: ${failedReason.replace(/\.$/, '')}.`)]);
    }
    // A job that is gone was lost with the last moments of a server that was killed.
    this.#batches.giveBack(runs);
    return [];
  }

  #rowsOf({ rows, lost }: JobResult): Finished[] {
    return [...rows, ...lost.map(({ run, status, sentence }) => this.#rowOf(run, status, sentence))];
  }

  async #give(runs: readonly number[]): Promise<void> {
    const { seconds: limit = DEFAULT_LIMIT, memory } = this.#work.ready.study.limits ?? {};
    const { root, id: sweep } = this.#work.results.about;
    const id = `${sweep}-${digestOf(`${runs[0]} ${process.pid} ${process.hrtime.bigint()}`).slice(0, 16)}`;
    this.#note(id, runs);
    await this.#redis.sadd(this.#key, id);
    const data: JobData = { root, runs, limit, ...(memory !== undefined && { memory }) };
    await this.#queue.add('batch', data, {
      jobId: id,
      attempts: 3,
      ...(this.#priority !== undefined && { priority: this.#priority }),
    });
  }

  #note(id: string, runs: readonly number[]): void {
    this.#open.set(id, runs);
    for (const run of runs) this.#isOpen.add(run);
  }

  async #forget(id: string, job: Job<JobData, JobResult> | undefined): Promise<void> {
    for (const run of this.#open.get(id) ?? []) this.#isOpen.delete(run);
    this.#open.delete(id);
    try {
      await job?.remove();
    } catch {
      // Somebody is at it; what comes of it nobody asks for.
    }
    await this.#redis.srem(this.#key, id);
  }

  async #countWorkers(): Promise<void> {
    if (performance.now() - this.#counted < COUNT_TIME) return;
    this.#counted = performance.now();
    try {
      this.workers = await this.#queue.getWorkersCount();
    } catch {
      // Not every server tells.
      this.workers = 1;
    }
    this.#batches.lanes = Math.max(2, 2 * this.workers);
  }
}
