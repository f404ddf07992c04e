/**
 * Threads that step one world together, with the bits of one thread. The package drystone/threads.
 *
 * @module drystone/threads
 */

export { serveThread } from './serve-thread.js';
export type { HelpingWorker } from './start-workers.js';
export type { Threads, ThreadsOptions } from './threads.js';
export { createThreads } from './threads.js';
