/**
 * A world in a worker, used by asynchronous calls like those of a world and a runner. The package drystone/worker.
 *
 * @module drystone/worker
 */

export type { Given, Received, Remote, RemoteWorld } from './connect.js';
export { connectWorld, RemoteRunner } from './connect.js';
export type { Port } from './port.js';
export type { PoseWay, WorkerWorldOptions } from './protocol.js';
export { serveWorld } from './serve.js';
export { serveTrees, TreeWorker } from './trees.js';
