// What warm code does to the heap. Measured in a process of its own, since a test runner allocates.

import { execFileSync } from 'node:child_process';

/** What may stay of all batches, and what one may allocate [bytes]. */
export const MOST_KEPT = 64 * 1024;
export const MOST_ALLOCATED = 2 * 1024 * 1024;

export interface Heap {
  readonly allocated: number;
  readonly kept: number;
  /** What `facts` is in the end. */
  readonly facts: Readonly<Record<string, number>>;
}

export interface Probe {
  /** Code that makes what `act` and `facts` use. */
  readonly make: string;
  /** Code whose allocation is measured, `times` times at once after `warmUp` times. */
  readonly act: string;
  readonly warmUp: number;
  readonly times: number;
  /** An expression: an object of numbers. */
  readonly facts: string;
}

/**
 * Which calls V8 inlines differs from one process to the next, and a number that a call returns is allocated where it is not inlined:
 * the least of at most three processes is what our code asks for.
 */
export function measureHeap(probe: Probe, mostAllocated = MOST_ALLOCATED): Heap {
  let least = run(probe);
  for (let more = 0; more < 2 && (least.allocated >= mostAllocated || least.kept >= MOST_KEPT); more++) {
    const { allocated, kept, facts } = run(probe);
    least = { allocated: Math.min(allocated, least.allocated), kept: Math.min(kept, least.kept), facts };
  }
  return least;
}

function run({ make, act, warmUp, times, facts }: Probe): Heap {
  const program = `
    import { wall } from './dist/scenes/index.js';
    import { Character, Hits, METHODS, Simulation, World } from './dist/src/index.js';
    ${make}
    const act = () => { ${act} };
    for (let i = 0; i < ${warmUp}; i++) act();
    let allocated = Infinity, kept = Infinity;
    // The least of some batches: when code is compiled is up to the machine.
    for (let batch = 0; batch < 4; batch++) {
      gc(); gc();
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < ${times}; i++) act();
      allocated = Math.min(allocated, process.memoryUsage().heapUsed - before);
      gc(); gc();
      kept = Math.min(kept, process.memoryUsage().heapUsed - before);
    }
    console.log(JSON.stringify({ allocated, kept, facts: ${facts} }));
  `;
  // Space for new objects large enough that no collection happens on the way: the difference is all that was allocated.
  const flags = [
    '--expose-gc',
    '--max-semi-space-size=128',
    '--min-semi-space-size=128',
    '--input-type=module',
    '--eval',
    program,
  ];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
}
