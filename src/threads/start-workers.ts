// Workers, as pages have them and as Node has them. Spelt out so that the library needs neither DOM nor Node types.

import type { Port } from '../worker/port.js';

/** A worker of either kind. */
export interface HelpingWorker extends Port {
  terminate(): unknown;
  /** Node: the process may end while it is there. */
  unref?(): void;
}
interface NodeThreads {
  readonly Worker: new (url: object, options: { execArgv: string[] }) => HelpingWorker;
  readonly parentPort: Port;
}
/** What a module knows of itself. */
interface Meta {
  readonly url: string;
}
declare const URL: new (url: string, base: string) => object;
declare const Worker: (new (url: object, options: { type: 'module' }) => HelpingWorker) | undefined;
declare const self: Port;
declare const process: { readonly versions?: { readonly node?: string } } | undefined;

/** By names that bundlers of pages do not look into. */
const NODE_THREADS = 'node:worker_threads';
const HERE = './thread.worker.js';

/** Whether this is Node, or what takes its place. */
function isNode(): boolean {
  return typeof process !== 'undefined' && process.versions?.node !== undefined;
}

async function nodeThreads(): Promise<NodeThreads> {
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ NODE_THREADS)) as NodeThreads;
}

/** Starts a worker that helps; throws where there are none. */
export async function startWorker(): Promise<HelpingWorker> {
  if (isNode()) {
    const threads = await nodeThreads();
    // What Node was told of the program, say that it is no file, is not so of this one.
    return new threads.Worker(new URL(HERE, (import.meta as Meta).url), { execArgv: [] });
  }
  if (typeof Worker === 'undefined') throw new Error('There are no workers here.');
  // In this very form, by which bundlers know that it is a program of its own.
  return new Worker(new URL('./thread.worker.js', (import.meta as Meta).url), { type: 'module' });
}

/** The port of the worker that this runs in. */
export async function portOfWorker(): Promise<Port> {
  return isNode() ? (await nodeThreads()).parentPort : self;
}
