// drystone worker: executes runs of a queue, as many at a time as there are cores, until it is stopped.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { number } from '../src/input/fields.js';
import { placeOf } from './machine.js';
import { jobsField, parseNumber } from './numbers.js';
import { print, printError } from './print.js';
import { readAddress } from './sweep/address.js';
import { Content, readPack } from './sweep/content.js';
import { loadBullMq } from './sweep/packages.js';
import { Pool } from './sweep/pool.js';
import type { JobData, JobResult } from './sweep/queue.js';
import { claimQueue, connect, downloadContent, PREFIX, QUEUES } from './sweep/queue.js';
import type { Finished } from './sweep/row.js';

/** Texts of the flags. */
export interface WorkerFlags {
  queue?: string;
  jobs?: string;
  allowModules?: boolean;
  takeover?: string;
}

const DEFAULT_TAKEOVER = '15';
/** Number of lost workers after which a batch counts as failed. */
const MOST_STALLED = 5;
const takeoverField = number('Silence after which others take over [s]', { min: 1, max: 3600 });

export async function worker(flags: WorkerFlags, version: string): Promise<void> {
  const address = readAddress(flags.queue, process.env);
  const jobs = flags.jobs === undefined ? availableParallelism() : parseNumber('--jobs', flags.jobs, jobsField);
  const silence = 1000 * parseNumber('--takeover', flags.takeover ?? DEFAULT_TAKEOVER, takeoverField);
  const { Worker } = loadBullMq();
  const redis = await connect(address);
  const folder = mkdtempSync(join(tmpdir(), 'drystone-worker-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const place = placeOf(version);
  const pool = new Pool(jobs, place);
  const content = new Content(folder);
  const { build } = place;
  await claimQueue(redis, address.shown, version, build, async () => false).catch((error) => {
    redis.disconnect();
    throw error;
  });
  // They come up before there is anything to do.
  pool.start();
  const names = flags.allowModules ? Object.values(QUEUES) : [QUEUES.data];
  const workers = names.map((name) => {
    const own = new Worker<JobData, JobResult>(
      name,
      async ({ data }) => {
        await downloadContent(redis, content, data.root);
        if (readPack(data.root, content).build !== build) throw new Error('The study is of another build of the program.');
        return perform(pool, folder, data);
      },
      {
        connection: redis,
        prefix: PREFIX,
        // Twice the number of processes, so that none waits for the queue.
        concurrency: 2 * jobs,
        lockDuration: silence,
        stalledInterval: silence / 2,
        maxStalledCount: MOST_STALLED,
        name: hostname(),
      },
    );
    // Reported by the connection itself.
    own.on('error', () => {});
    return own;
  });
  print(`Working for ${address.shown}, ${jobs} runs at a time (Ctrl+C ends it).`);
  await untilStopped();
  // Finishes the batches in progress. If interrupted again, other workers take them over.
  await Promise.all(workers.map((own) => own.close()));
  pool.stop();
  redis.disconnect();
}

/** Executes a batch; returns its rows. */
async function perform(pool: Pool, folder: string, { root, runs, limit, memory }: JobData): Promise<JobResult> {
  const rows: Finished[] = [];
  const lost: JobResult['lost'][number][] = [];
  await pool.perform({
    order: { folder, root, runs },
    limit,
    memory,
    onRows: (more) => rows.push(...more.filter(({ line }) => line !== '')),
    rowOf: (run, status, sentence) => {
      lost.push({ run, status, sentence });
      return { run, status, milliseconds: 0, line: '' };
    },
  });
  return { rows, lost };
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const hear = () => {
      if (isAsked) process.exit(130);
      isAsked = true;
      printError('drystone: finishing what has been begun; once more ends it at once.');
      resolve();
    };
    process.on('SIGINT', hear).on('SIGTERM', hear);
  });
}
