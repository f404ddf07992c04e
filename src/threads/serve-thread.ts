// The side of a helper: what runs in a worker.

import type { BlockOfMemory, Kernel } from '../kernels/kernel.js';
import { instantiate } from '../kernels/kernel.js';
import type { Port } from '../worker/port.js';
import { checkPort, listen } from '../worker/port.js';
import type { DoPiece } from './board.js';
import { Board } from './board.js';
import { LOOPS } from './loops.js';

/** What a helper is sent at first. */
export interface Greeting {
  readonly board: ArrayBufferLike;
}

/** What it is sent then: who it is, and the memories of worlds as they come; only their numbers once they are gone. */
export interface Letter {
  readonly helper: number;
  readonly index: number;
  readonly module?: object;
  readonly memory?: BlockOfMemory;
}

/** What a helper answers once it is there. */
export const READY = 'drystone: ready';

/** Helps with the steps of worlds: in a worker, its global in browsers or its `parentPort` in Node. */
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
    // Messages come only while nothing else is done: it helps until the next is on its way.
    board.help(helper, letters, knows, doPiece);
  });
}
