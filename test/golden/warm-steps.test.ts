// A warm step allocates nothing that stays, and next to nothing that does not. Measured in a process of its own, since a test
// runner allocates.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

interface Heap {
  allocated: number;
  kept: number;
  contacts: number;
  tests: number;
}

/** What may stay of all batches of steps, and what one may allocate [bytes]. */
const MOST_KEPT = 64 * 1024;
const MOST_ALLOCATED = 2 * 1024 * 1024;

/**
 * What `steps` warm steps of a world do to the heap [bytes]; `make` is the code that makes the world. Which calls V8 inlines differs from
 * one process to the next, and a number that a call returns is allocated where it is not inlined: the least of at most three processes
 * is what our code asks for.
 */
function measureHeap(make: string, warmUp: number, steps: number): Heap {
  let least = runProbe(make, warmUp, steps);
  for (let more = 0; more < 2 && (least.allocated >= MOST_ALLOCATED || least.kept >= MOST_KEPT); more++) {
    const { allocated, kept, ...rest } = runProbe(make, warmUp, steps);
    least = { allocated: Math.min(allocated, least.allocated), kept: Math.min(kept, least.kept), ...rest };
  }
  return least;
}

function runProbe(make: string, warmUp: number, steps: number): Heap {
  const probe = `
    import { wall } from './dist/scenes/index.js';
    import { METHODS, Simulation, World } from './dist/src/index.js';
    ${make}
    for (let i = 0; i < ${warmUp}; i++) world.step(0.01);
    let allocated = Infinity, kept = Infinity;
    // The least of some batches: when code is compiled is up to the machine.
    for (let batch = 0; batch < 4; batch++) {
      gc(); gc();
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < ${steps}; i++) world.step(0.01);
      allocated = Math.min(allocated, process.memoryUsage().heapUsed - before);
      gc(); gc();
      kept = Math.min(kept, process.memoryUsage().heapUsed - before);
    }
    const { contacts, narrowPhaseTests: tests } = world.report;
    console.log(JSON.stringify({ allocated, kept, contacts, tests }));
  `;
  // Space for new objects large enough that no collection happens on the way: the difference is all that was allocated.
  const flags = ['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128', '--input-type=module', '--eval', probe];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
}

describe('1000 warm steps of the wall', () => {
  const { allocated, kept, contacts } = measureHeap('const { world } = new Simulation(wall({ seed: 1 }));', 2500, 1000);

  it('grow the heap by less than 64 KB', () => {
    expect(contacts).toBeGreaterThan(1500);
    expect(kept).toBeLessThan(MOST_KEPT);
  });

  it('allocate nothing for each body or contact', () => {
    // One number a contact and step would be more than 20 MB; what remains are a few numbers a step in code that runs too seldom
    // to be compiled.
    expect(allocated).toBeLessThan(MOST_ALLOCATED);
  });
});

describe('500 warm steps of meshes that slide', () => {
  const CUBES = `
    const world = new World({ stepper: METHODS.ncp });
    world.createMaterial('default', { friction: 0 });
    const vertices = [];
    for (let i = 0; i < 8; i++) vertices.push(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    world.createMesh('cube', {
      vertices,
      triangles: [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
    });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 10; i++)
      world.createBody({ position: [0, 0.5, 2 * i], velocity: [2, 0, 0], shapes: [{ kind: 'mesh', mesh: 'cube' }] });
  `;
  const { allocated, kept, contacts, tests } = measureHeap(CUBES, 1000, 500);

  it('grow the heap by less than 64 KB', () => {
    expect(tests).toBe(10);
    expect(contacts).toBeGreaterThanOrEqual(30);
    expect(kept).toBeLessThan(MOST_KEPT);
  });

  it('allocate nothing for each sample of a surface', () => {
    // One number a sample, of which a face has hundreds, would be 50 MB; what remains are about a dozen numbers a pair of shapes.
    expect(allocated).toBeLessThan(MOST_ALLOCATED);
  });
});
