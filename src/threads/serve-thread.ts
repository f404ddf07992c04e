// The helper's side of a team of threads, which runs in a worker.

import type { BlockOfMemory, Kernel } from '../kernels/kernel.js';
import { instantiate } from '../kernels/kernel.js';
import type { Port } from '../worker/port.js';
import { checkPort, listen } from '../worker/port.js';
import type { DoPiece } from './board.js';
import { Board } from './board.js';
import { LOOPS } from './loops.js';

/** The first message to a helper. */
export interface Greeting {
  readonly board: ArrayBufferLike;
}

/** Later messages: the helper's number, and the memory of a new world; without a memory, the index of one to forget. */
export interface Letter {
  readonly helper: number;
  readonly index: number;
  readonly module?: object;
  readonly memory?: BlockOfMemory;
}

/** A helper's answer to the greeting. */
export const READY = 'drystone: ready';

/** Makes a worker help with the steps of worlds; the port is the worker's global, or its `parentPort` in Node. */
export function serveThread(port: Port): void {
  checkPort(port);
  const kernels: Kernel[] = [];
  let board: Board;
  let helper = 0;
  let letters = 0;
  const knows = (memory: number) => kernels[memory] !== undefined;
  const doPiece: DoPiece = (loop, memory, piece) => LOOPS[loop](kernels[memory], board, piece, helper);
  listen(port, (message) => {
    if ('board' in (message as Greeting)) {
      board = new Board((message as Greeting).board);
      port.postMessage(READY);
      return;
    }
    const { index, module, memory } = message as Letter;
    helper = (message as Letter).helper;
    if (module === undefined || memory === undefined) delete kernels[index];
    else kernels[index] = instantiate(module, memory);
    letters++;
    // Messages arrive only while this function has returned, so help() returns when the next one is announced.
    board.help(helper, letters, knows, doPiece);
  });
}
