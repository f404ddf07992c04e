// A worker process: it executes one run, stores its result, and ends. It also ends when its parent process has ended.

import { describeMachine, digestOfProgram, processorTime } from '../machine.js';
import { findEntry } from './entries.js';
import type { Json, Run, Size } from './entry.js';
import { Store } from './store.js';

/** The order to a worker. */
export interface Order {
  readonly folder: string;
  readonly entry: string;
  readonly size: Size;
  readonly run: Run<Json>;
}

/** Messages of a worker: the fraction that is done [1]; finally that it is finished, or the reason why it failed. */
export type News = { readonly share: number } | { readonly isFinished: true } | { readonly failure: string };

/** Time between two messages [ms]. */
const PULSE = 200;

/** Waits for the order, and executes it. */
export async function work(version: string): Promise<void> {
  process.on('disconnect', () => process.exit(1));
  // Ctrl+C reaches all processes of the terminal; the parent decides when this one ends.
  process.on('SIGINT', () => {});
  const order = await new Promise<Order>((resolve) => process.once('message', (message) => resolve(message as Order)));
  try {
    await carryOut(order, version);
    await tell({ isFinished: true });
  } catch (error) {
    await tell({ failure: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
  }
  process.disconnect();
}

async function carryOut({ folder, entry: name, size, run }: Order, version: string): Promise<void> {
  const entry = findEntry(name);
  let last = performance.now();
  const pulse = async (share: number) => {
    if (performance.now() - last < PULSE) return;
    await tell({ share });
    // Lets this process receive the end of its parent.
    await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
  };
  const result = await entry.run(run.options, { pulse });
  const seconds = processorTime() / 1000;
  new Store(folder, version).keep(entry, size, run, {
    machine: describeMachine(),
    program: digestOfProgram(),
    seconds,
    result,
  });
}

function tell(news: News): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) process.exit(1);
    process.send(news, undefined, undefined, () => resolve());
  });
}
