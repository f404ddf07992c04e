// Starting of workers in browsers and in Node. Types are declared here so that the library needs neither DOM nor Node
// types.

import type { Port } from '../worker/port.js';

/** A worker of a browser or of Node. */
export interface HelpingWorker extends Port {
  terminate(): unknown;
  /** In Node: lets the process end while the worker runs. */
  unref?(): void;
}
interface NodeThreads {
  readonly Worker: new (url: object, options: { execArgv: string[] }) => HelpingWorker;
  readonly parentPort: Port;
}
/** The type of import.meta. */
interface Meta {
  readonly url: string;
}
declare const URL: new (url: string, base: string) => object;
declare const Worker: (new (url: object, options: { type: 'module' }) => HelpingWorker) | undefined;
declare const self: Port;
declare const process: { readonly versions?: { readonly node?: string } } | undefined;

/** As variables, so that bundlers for browsers do not follow them. */
const NODE_THREADS = 'node:worker_threads';
const HERE = './thread.worker.js';

/** Whether this is Node or a compatible runtime. */
function isNode(): boolean {
  return typeof process !== 'undefined' && process.versions?.node !== undefined;
}

async function nodeThreads(): Promise<NodeThreads> {
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ NODE_THREADS)) as NodeThreads;
}

/** Starts a helper; throws if workers are not available. */
export async function startWorker(): Promise<HelpingWorker> {
  if (isNode()) {
    const threads = await nodeThreads();
    // Options of the main program, such as one that says that it is no file, must not apply to the worker.
    return new threads.Worker(new URL(HERE, (import.meta as Meta).url), { execArgv: [] });
  }
  if (typeof Worker === 'undefined') throw new Error('There are no workers here.');
  // Bundlers recognize a worker by exactly this form.
  return new Worker(new URL('./thread.worker.js', (import.meta as Meta).url), { type: 'module' });
}

/** The port of the worker in which this runs. */
export async function portOfWorker(): Promise<Port> {
  return isNode() ? (await nodeThreads()).parentPort : self;
}
