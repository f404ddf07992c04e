// A team of threads that step a world together: the thread that calls step(), and helpers in workers, over shared
// memory.

import { refuse } from '../input/fields.js';
import type { Kernel, KernelMemory, Team } from '../kernels/kernel.js';
import { canCompile, kernelModule, makeKernel } from '../kernels/kernel.js';
import type { Port } from '../worker/port.js';
import { listen } from '../worker/port.js';
import { Crew } from './crew.js';
import { MOST_THREADS } from './loops.js';
import type { Greeting, Letter } from './serve-thread.js';
import { READY } from './serve-thread.js';
import { shareKernel } from './shared-kernel.js';
import type { HelpingWorker } from './start-workers.js';
import { startWorker } from './start-workers.js';

export interface ThreadsOptions {
  /** Starts a worker that calls serveThread(); default starts that of this package. */
  start?: () => HelpingWorker | Promise<HelpingWorker>;
}

/** Threads for worlds that are created with them, by `new World({ threads })`. Made by createThreads(). */
export class Threads implements Team {
  readonly #crew: Crew;
  readonly #workers: HelpingWorker[] = [];
  readonly #memories = new WeakMap<KernelMemory, number>();
  #memoryCount = 0;
  /** Frees the memory of collected worlds in helpers, which would otherwise keep it. */
  readonly #gone = new FinalizationRegistry<number>((index) => this.#forget(index));

  /** @internal */
  constructor(crew: Crew) {
    this.#crew = crew;
  }

  /** Number of threads, including the one that calls step() [1]. */
  get count(): number {
    return this.#crew.count;
  }

  /** The reason why there is only one thread, as a sentence; undefined if there are more. */
  get why(): string | undefined {
    return this.count > 1 ? undefined : this.#crew.why;
  }

  /** Number of pieces of loops that helpers have done so far [1]. */
  get helped(): number {
    return this.#crew.board.helped;
  }

  /** Ends all helpers. Worlds that were created with them continue with one thread and the same bits. */
  async dispose(): Promise<void> {
    this.#crew.leave('The threads have been disposed of.');
    await Promise.all(this.#workers.splice(0).map((worker) => worker.terminate()));
  }

  /** @internal */
  take(worker: HelpingWorker): void {
    worker.unref?.();
    this.#workers.push(worker);
    this.#crew.count = 1 + this.#workers.length;
  }

  /** @internal The kernel over the memory of a world. */
  kernelOver(memory: KernelMemory): Kernel | null {
    const own = makeKernel(memory.block);
    if (own === null || this.count === 1) return own;
    return shareKernel(own, this.#crew, this.#enlist(own, memory), memory);
  }

  /** Sends a memory to the helpers; returns its index. */
  #enlist(own: Kernel, memory: KernelMemory): number {
    const known = this.#memories.get(memory);
    if (known !== undefined) return known;
    const index = this.#memoryCount++;
    this.#memories.set(memory, index);
    this.#gone.register(memory, index);
    this.#crew.kernels[index] = own;
    this.#send({ index, module: kernelModule(memory.block) as object, memory: memory.block });
    return index;
  }

  #forget(index: number): void {
    delete this.#crew.kernels[index];
    this.#send({ index });
  }

  #send(letter: Omit<Letter, 'helper'>): void {
    if (this.#workers.length === 0) return;
    // Announced before it is sent: a helper that had read more letters than were announced would not help.
    this.#crew.board.announceLetter();
    for (const [i, worker] of this.#workers.entries()) worker.postMessage({ ...letter, helper: i + 1 });
  }
}

/**
 * Creates a team of `count` threads, including the one that steps a world. If memory cannot be shared, as in pages that
 * are not cross-origin isolated, or workers cannot be started, it has fewer threads, at least one, and does not throw.
 */
export async function createThreads(count = 2, { start = startWorker }: ThreadsOptions = {}): Promise<Threads> {
  if (!Number.isInteger(count) || count < 1 || count > MOST_THREADS)
    refuse('count', count, `a whole number from 1 to ${MOST_THREADS}`);
  if (typeof start !== 'function') refuse('options.start', start, 'a function that starts a worker');
  const crew = new Crew();
  const threads = new Threads(crew);
  const why = whyAlone(count);
  if (why !== undefined) {
    crew.why = why;
    return threads;
  }
  const started = Array.from({ length: count - 1 }, () => startHelper(start, crew));
  for (const worker of await Promise.all(started)) if (worker !== undefined) threads.take(worker);
  return threads;
}

/** The reason why there can be no helpers, as a sentence; undefined if workers may be started. */
function whyAlone(count: number): string | undefined {
  if (count === 1) return 'One thread was asked for.';
  if (typeof SharedArrayBuffer === 'undefined')
    return 'Threads share no memory here: a page must be cross-origin isolated for that.';
  return canCompile('shared') ? undefined : 'No kernel can be compiled here.';
}

/** Starts a worker and waits until it is ready; undefined if that fails. */
async function startHelper(start: NonNullable<ThreadsOptions['start']>, crew: Crew): Promise<HelpingWorker | undefined> {
  let worker: HelpingWorker;
  try {
    worker = await start();
  } catch {
    return undefined;
  }
  const isReady = new Promise<boolean>((resolve) => {
    listen(worker, (message) => resolve(message === READY));
    onError(worker, () => resolve(false));
  });
  const greeting: Greeting = { board: crew.board.buffer };
  worker.postMessage(greeting);
  if (await isReady) return worker;
  worker.terminate();
  return undefined;
}

function onError(worker: Port, listener: () => void): void {
  const { on, addEventListener } = worker as unknown as Record<
    string,
    ((kind: string, listener: () => void) => void) | undefined
  >;
  if (typeof on === 'function') on.call(worker, 'error', listener);
  else addEventListener?.call(worker, 'error', listener);
}
