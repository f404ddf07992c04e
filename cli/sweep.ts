// drystone sweep: does a scene many times, on this machine or by a queue, and keeps a row for each run. What is finished is kept: after
// an interruption the same command goes on where it was.

import { availableParallelism } from 'node:os';
import { InputError, number } from '../src/input/fields.js';
import { placeOf } from './machine.js';
import { jobsField, parseNumber } from './numbers.js';
import { print } from './print.js';
import { readAddress } from './sweep/address.js';
import { Pool } from './sweep/pool.js';
import type { QueueOptions } from './sweep/run-by-queue.js';

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

export async function sweep(word: string | undefined, flags: SweepFlags, version: string): Promise<void> {
  if (word === undefined) {
    const { listStudies } = await import('./sweep/do-study.js');
    return print(listStudies());
  }
  const queue = readQueue(flags);
  const place = placeOf(version);
  const pool = new Pool(readJobs(flags), place);
  // They come up while this process reads the study.
  if (queue === undefined) pool.start();
  try {
    const { doStudy } = await import('./sweep/do-study.js');
    print(await doStudy(word, flags, { place, pool, queue }));
  } finally {
    pool.stop();
  }
}

/** Of processes on this machine; where a queue does the runs, these do no more than recordings. */
function readJobs({ jobs, queue }: SweepFlags): number {
  if (jobs === undefined) return availableParallelism();
  if (queue !== undefined) throw new InputError('--jobs is given with --queue, but there each worker has its own.');
  return parseNumber('--jobs', jobs, jobsField);
}

function readQueue({ queue, priority }: SweepFlags): QueueOptions | undefined {
  if (queue === undefined) {
    if (priority !== undefined) throw new InputError('--priority is given, but there is no --queue whose jobs would have it.');
    return undefined;
  }
  return {
    address: readAddress(queue === true ? undefined : queue, process.env),
    priority: priority === undefined ? undefined : parseNumber('--priority', priority, priorityField),
  };
}
