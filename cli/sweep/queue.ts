// The queue that many machines share: BullMQ on Redis or Valkey. Retries, taking over what has stalled, and priorities are its own. Here are
// the connection, the contents of studies by digest, and the mark that says which program the queue is of.

import type { Redis } from 'ioredis';
import { InputError } from '../../src/input/fields.js';
import { printError } from '../print.js';
import type { Address } from './address.js';
import type { Content } from './content.js';
import { readPack } from './content.js';
import { loadRedis } from './packages.js';
import { digestOf, type Finished, type Status } from './row.js';

/** A batch of runs, as a job of the queue. */
export interface JobData {
  /** Digest of the root of the study. */
  readonly root: string;
  readonly runs: readonly number[];
  /** [s] */
  readonly limit: number;
  /** [MiB] */
  readonly memory?: number;
}

/** What is left of a job: rows, and runs that could not tell of themselves. */
export interface JobResult {
  readonly rows: readonly Finished[];
  readonly lost: readonly { readonly run: number; readonly status: Status; readonly sentence: string }[];
}

/** Of all keys. */
export const PREFIX = 'drystone';
/** Jobs of studies that are data, and of studies that are programs: not every worker does these. */
export const QUEUES = { data: 'runs', module: 'module-runs' } as const;
/** Which program the queue is of. */
const MARK = `${PREFIX}:program`;
/** Contents that nobody asks for are gone after that [s]. */
const CONTENT_LIFE = 14 * 24 * 3600;
/** How long the first answer may take [ms]. */
const PATIENCE = 5000;

/** A connection that comes back by itself when the server does; throws a sentence where it cannot be had at all. */
export async function connect({ options, shown }: Address): Promise<Redis> {
  const { Redis } = loadRedis();
  const first = new Redis({ ...options, lazyConnect: true, retryStrategy: () => null, connectTimeout: PATIENCE });
  let reason = 'it does not answer';
  first.on('error', (error: Error) => {
    reason = explain(error);
  });
  try {
    await first.connect();
    await first.ping();
  } catch (error) {
    const why = /Connection is closed/.test(String(error)) ? reason : explain(error as Error);
    throw new InputError(`The queue at ${shown} cannot be reached: ${why}.`);
  } finally {
    first.disconnect();
  }
  const redis = new Redis({ ...options, maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(100 * times, 1000) });
  let isAway = false;
  redis.on('error', (error: Error) => {
    if (!isAway) printError(`drystone: the queue at ${shown} is away (${explain(error)}); waiting for it.`);
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) printError(`drystone: the queue at ${shown} is back.`);
    isAway = false;
  });
  return redis;
}

/** In a few words, and without anything that was given. */
function explain(error: Error): string {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nobody listens there',
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'there is no such host',
    ETIMEDOUT: 'it does not answer',
    EHOSTUNREACH: 'there is no way to it',
    ENETUNREACH: 'there is no way to it',
    ECONNRESET: 'it closed the connection',
    EPIPE: 'it closed the connection',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
    CERT_HAS_EXPIRED: 'its certificate has expired',
  };
  if (reasons[code] !== undefined) return reasons[code];
  if (/NOAUTH|WRONGPASS|invalid password|invalid username/i.test(message)) return 'it wants another user or password';
  if (/certificate|self.signed|altnames/i.test(`${code} ${message}`))
    return 'its certificate is not trusted; DRYSTONE_QUEUE_CA names who signed it';
  if (/wrong version number|packet length|SSL|TLS/i.test(`${code} ${message}`)) return 'it does not speak TLS as it is asked to';
  return code === '' ? message.replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 100) : code;
}

// --- Program ---

/**
 * Refuses a queue of another program, whose runs would be other bits. The first to come marks it; where nothing is in it and nobody works for
 * it, `isIdle` says so, the mark may change.
 */
export async function claimQueue(
  redis: Redis,
  shown: string,
  version: string,
  build: string,
  isIdle: () => Promise<boolean>,
): Promise<void> {
  const own = `${version} ${build}`;
  await redis.set(MARK, own, 'NX');
  const mark = (await redis.get(MARK)) ?? own;
  if (mark === own) return;
  if (await isIdle()) {
    await redis.set(MARK, own);
    return;
  }
  const [theirVersion, theirBuild] = mark.split(' ');
  const which =
    theirVersion === version
      ? `another build of ${version}, ${theirBuild}, and this is ${build}`
      : `${theirVersion}, and this is ${version}`;
  throw new InputError(`The queue at ${shown} is of drystone ${which}: all who share a queue must be the same.`);
}

// --- Contents ---

const contentKey = (digest: string) => `${PREFIX}:content:${digest}`;

/** Puts all that a study consists of where every worker gets it. */
export async function uploadContent(redis: Redis, content: Content, root: string): Promise<void> {
  for (const digest of [root, ...readPack(root, content).parts]) {
    const isThere = await redis.expire(contentKey(digest), CONTENT_LIFE);
    if (isThere === 0) await redis.set(contentKey(digest), content.get(digest), 'EX', CONTENT_LIFE);
  }
}

/** Gets what is missing here; what is not what its name says is refused. */
export async function downloadContent(redis: Redis, content: Content, root: string): Promise<void> {
  const get = async (digest: string) => {
    if (content.has(digest)) return;
    const text = await redis.get(contentKey(digest));
    if (text === null) throw new InputError(`The queue has no content ${digest}.`);
    if (digestOf(text) !== digest) throw new InputError(`The queue's content ${digest} is damaged.`);
    content.put(text);
  };
  await get(root);
  for (const part of readPack(root, content).parts) await get(part);
}
