// Random lives of one method, one after the other, each from a seed of its own.

import { RandomLife } from './random-life.mjs';

/** Steps of a life. */
const STEPS = 150;
/** What is kept may differ by so much from one time to another [bytes]. */
const HEAP_SLACK = 24e6;

/**
 * `heap` is what is in use after each life [bytes], `failure` a sentence where something went wrong.
 * @typedef {{ method: string, lives: number, steps: number, refusals: number, heap: number[], failure?: string | undefined,
 *   failedSeed?: number }} Outcome
 */

/**
 * Lives from `seed` on until `isOver(lives, steps)` says so, or one goes wrong.
 * @param {string} method
 * @param {number} seed
 * @param {(lives: number, steps: number) => boolean} isOver
 * @returns {Promise<Outcome>}
 */
export async function soak(method, seed, isOver) {
  /** @type {Outcome} */
  const result = { method, lives: 0, steps: 0, refusals: 0, heap: [], failure: undefined };
  for (; !isOver(result.lives, result.steps); result.lives++) {
    const own = seed + result.lives;
    const failure = liveOnce(method, own, result);
    if (failure !== undefined) return { ...result, failure: `${failure} (method ${method}, seed ${own})`, failedSeed: own };
    // What a WeakRef was made of or asked for, as handles and trees are, is kept until the job at hand is over.
    await new Promise((resolve) => setImmediate(resolve));
    result.heap.push(usedMemory());
  }
  return { ...result, failure: heapGrowth(result.heap) };
}

function liveOnce(method, seed, result) {
  let step = 0;
  try {
    const life = new RandomLife(method, seed);
    for (; step < STEPS; step++, result.steps++) {
      const difference = life.live();
      if (difference !== undefined) return `At step ${step} ${difference}`;
    }
    result.refusals += life.refusals;
  } catch (error) {
    return `At step ${step} ${error instanceof Error ? error.stack : error}`;
  }
  return undefined;
}

/**
 * What is in use once what is not has been collected, where that can be asked for [bytes]. Buffers that a collection finds unused are
 * given back after it, in the background: the next collection waits for that.
 */
function usedMemory() {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A sentence where the last lives leave more behind than those after the first few. */
function heapGrowth(heap) {
  if (globalThis.gc === undefined || heap.length < 12) return undefined;
  const part = Math.floor(heap.length / 4);
  const early = Math.min(...heap.slice(part, 2 * part));
  const late = Math.min(...heap.slice(-part));
  if (late < early + HEAP_SLACK) return undefined;
  return `The heap grows: ${(early / 1e6).toFixed(1)} MB, later ${(late / 1e6).toFixed(1)} MB`;
}
