// Worlds that several threads step have the bits of worlds that one thread steps, whatever the scene; and what cannot be had is done
// without.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import type { Scene } from '../../src/index.js';
import { Random, Simulation, World } from '../../src/index.js';
import type { Threads } from '../../src/threads/index.js';
import { createThreads } from '../../src/threads/index.js';

const STEPS = 100;
const GROUND = { kind: 'fixed', shapes: [{ kind: 'half-space' }] } as const;

/** Bodies that fall into a heap between walls. */
function poured(count: number, boxes: number): Scene {
  const random = new Random(3);
  const walls = [-1, 1].flatMap((side) => [
    {
      kind: 'fixed' as const,
      position: [2.6 * side, 3, 0] as const,
      shapes: [{ kind: 'box' as const, size: [1, 6, 7] as const }],
    },
    {
      kind: 'fixed' as const,
      position: [0, 3, 2.6 * side] as const,
      shapes: [{ kind: 'box' as const, size: [7, 6, 1] as const }],
    },
  ]);
  const falling = Array.from({ length: count }, (_, i) => ({
    position: [0.6 * (i % 6) - 1.5, 0.4 + 0.52 * Math.floor(i / 36), 0.6 * (Math.floor(i / 6) % 6) - 1.5] as const,
    orientation: [random.uniform(0, 0.3), random.uniform(0, 0.3), 0, 1] as const,
    velocity: [random.uniform(-1, 1), -3, random.uniform(-1, 1)] as const,
    shapes: [
      random.uniform() < boxes ? ({ kind: 'box', size: [0.5, 0.45, 0.4] } as const) : ({ kind: 'sphere', radius: 0.24 } as const),
    ],
  }));
  return { drystone: 1, name: 'poured', bodies: [GROUND, ...walls, ...falling] };
}

/** Of shapes that the kernel does not know, seen by triggers: most is left to TypeScript. */
function strange(): Scene {
  const { bodies = [], ...rest } = poured(300, 1);
  const capsule = { kind: 'capsule', radius: 0.2, length: 0.2 } as const;
  const triggers = [1, 2].map((height) => ({
    position: [0, height, 0] as const,
    shapes: [{ kind: 'box', size: [4, 0.5, 4] } as const],
  }));
  return { ...rest, triggers, bodies: bodies.map((body, i) => (i > 4 && i % 5 > 0 ? { ...body, shapes: [capsule] } : body)) };
}

const CASES: [string, () => Scene, number?][] = [
  ['boxes that are poured', () => poured(360, 1)],
  ['balls that are poured', () => poured(360, 0)],
  ['boxes and balls that are poured', () => poured(360, 0.5)],
  ['capsules and boxes that triggers see', strange, 30],
  ['a tower', () => SCENES.tower.make({ seed: 1, noise: 1 })],
  ['meshes', () => SCENES['torus-on-post'].make({ seed: 1 }), 40],
  ['joints', () => SCENES.ragdolls.make({ seed: 1, count: 4 }), 40],
];

let two: Threads;
let three: Threads;
beforeAll(async () => {
  [two, three] = await Promise.all([createThreads(2), createThreads(3)]);
});
afterAll(async () => {
  await Promise.all([two.dispose(), three.dispose()]);
});

function hashes(simulation: Simulation, steps = STEPS): string[] {
  return Array.from({ length: steps }, () => {
    simulation.step();
    return simulation.world.hash();
  });
}

/** Steps from the same moment again and again until something is so: on a busy machine helpers may be let in rarely. */
function stepUntil(simulation: Simulation, isSo: () => boolean): void {
  const { world } = simulation;
  for (let i = 0; i < 10; i++) simulation.step();
  const snapshot = world.snapshot();
  for (let i = 0; i < 3000 && !isSo(); i++) {
    if (i % STEPS === 0) world.restore(snapshot);
    simulation.step();
  }
}

describe('several threads', () => {
  it('are as many as were asked for', () => {
    expect([two.count, three.count, two.why]).toEqual([2, 3, undefined]);
  });

  it.each(CASES)('step %s with the bits of one', (_, make, steps) => {
    const scene = make();
    const alone = hashes(new Simulation(scene, { controls: CONTROLS }), steps);
    for (const threads of [two, three]) {
      const simulation = new Simulation(scene, { controls: CONTROLS, threads });
      expect(hashes(simulation, steps)).toEqual(alone);
      expect(simulation.world.memory?.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });

  it('do part of the work', () => {
    const before = two.helped;
    stepUntil(new Simulation(poured(360, 1), { threads: two }), () => two.helped > before + STEPS);
    expect(two.helped).toBeGreaterThan(before + STEPS);
  });
});

describe('a world of several threads', () => {
  it('goes back to snapshots, in time, and on with the same bits', () => {
    const run = (threads?: Threads) => {
      const simulation = new Simulation(poured(360, 0.5), { threads });
      const { world } = simulation;
      hashes(simulation, 20);
      const snapshot = world.snapshot();
      const first = hashes(simulation, 10);
      world.restore(snapshot);
      expect(hashes(simulation, 10)).toEqual(first);
      return first;
    };
    expect(run(two)).toEqual(run());
  });

  it('grows, and bodies come and go between its steps', () => {
    const run = (threads?: Threads) => {
      const simulation = new Simulation(poured(180, 1), { threads, settings: { 'limits.memory': 64 } });
      const { world } = simulation;
      const all = hashes(simulation, 15);
      for (const body of [...world.bodies()].filter(({ kind, id }) => kind === 'rigid' && id % 3 === 0)) body.remove();
      all.push(...hashes(simulation, 5));
      for (let i = 0; i < 300; i++)
        world.createBody({
          position: [0.5 * (i % 7) - 1.5, 5 + 0.5 * Math.floor(i / 49), 0.5 * (Math.floor(i / 7) % 7) - 1.5],
          velocity: [0, -8, 0],
          shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }],
        });
      return [...all, ...hashes(simulation, 40)];
    };
    expect(run(three)).toEqual(run());
  });

  it('takes inputs that come late', () => {
    const run = (threads?: Threads) => {
      const world = new World({ threads, history: { seconds: 1 } });
      const { bodies = [] } = poured(200, 1);
      const made = bodies.map((body) => world.createBody(body as never));
      for (let i = 0; i < 30; i++) world.step(0.01);
      world.input(
        made[100],
        (body) => {
          body.velocity = [3, 5, 0];
        },
        { time: 0.2 },
      );
      for (let i = 0; i < 10; i++) world.step(0.01);
      return world.hash();
    };
    expect(run(two)).toBe(run());
  });

  it.each(['vsp', 'ncp', 'impulsive'] as const)('steps by %s as by its default', (method) => {
    const scene = poured(100, 1);
    const run = (threads?: Threads) => hashes(new Simulation(scene, { method, threads }), 15);
    expect(run(two)).toEqual(run());
  });

  it('throws what goes wrong in a helper out of its step, which is not taken, and goes on alone', async () => {
    const start = () => new Worker(new URL('failing-thread.worker.mjs', import.meta.url));
    const failing = await createThreads(2, { start });
    const simulation = new Simulation(poured(360, 1), { threads: failing });
    const { world } = simulation;
    expect(() => stepUntil(simulation, () => false)).toThrow('A helping thread failed: no contacts today.');
    expect([failing.count, failing.why]).toEqual([1, 'A helping thread failed: no contacts today.']);
    const alone = new Simulation(poured(360, 1));
    hashes(alone, world.stepCount);
    expect(world.hash()).toBe(alone.world.hash());
    expect(hashes(simulation, 3)).toEqual(hashes(alone, 3));
    await failing.dispose();
  });
});

describe('threads', () => {
  it('end when they are disposed of, and their worlds go on alone', async () => {
    const workers: Worker[] = [];
    const start = () => {
      workers.push(new Worker(new URL('thread.worker.mjs', import.meta.url)));
      return workers[workers.length - 1];
    };
    const threads = await createThreads(3, { start });
    const simulation = new Simulation(poured(180, 1), { threads });
    const alone = new Simulation(poured(180, 1));
    expect(hashes(simulation, 20)).toEqual(hashes(alone, 20));
    const ends = workers.map((worker) => once(worker, 'exit'));
    await threads.dispose();
    await Promise.all(ends);
    expect([threads.count, threads.why]).toEqual([1, 'The threads have been disposed of.']);
    expect(hashes(simulation, 5)).toEqual(hashes(alone, 5));
    expect(new World({ threads }).memory).toBeUndefined();
    await threads.dispose();
  });

  it('do not keep a process from ending', async () => {
    const program = `import { createThreads } from '${new URL('../../dist/src/threads/index.js', import.meta.url).href}';
      const { World } = await import('${new URL('../../dist/src/index.js', import.meta.url).href}');
      const world = new World({ threads: await createThreads(3) });
      world.step(0.01);
      console.log(world.memory !== undefined);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said = text(child.stdout);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await said).toBe('true\n');
  });

  it('are one where no memory can be shared, and nothing else changes', async () => {
    const kept = globalThis.SharedArrayBuffer;
    try {
      globalThis.SharedArrayBuffer = undefined as never;
      const threads = await createThreads(4);
      expect([threads.count, threads.helped]).toEqual([1, 0]);
      expect(threads.why).toBe('Threads share no memory here: a page must be cross-origin isolated for that.');
      const world = new World({ threads });
      expect(world.memory).toBeUndefined();
      world.step(0.01);
    } finally {
      globalThis.SharedArrayBuffer = kept;
    }
  });

  it('are as many as workers can be started, one at least', async () => {
    const refusing = await createThreads(3, {
      start: () => {
        throw new Error('no workers');
      },
    });
    expect([refusing.count, refusing.why]).toEqual([1, 'No worker could be started.']);
    const lost = await createThreads(2, { start: () => new Worker(new URL('there-is-no-such.mjs', import.meta.url)) });
    expect([lost.count, lost.why]).toEqual([1, 'No worker could be started.']);
    let started = 0;
    const start = () => {
      if (started++ === 0) throw new Error('not the first');
      return new Worker(new URL('thread.worker.mjs', import.meta.url));
    };
    const some = await createThreads(3, { start });
    expect([some.count, some.why]).toEqual([2, undefined]);
    const scene = poured(180, 1);
    expect(hashes(new Simulation(scene, { threads: some }), 20)).toEqual(hashes(new Simulation(scene), 20));
    await some.dispose();
    expect((await createThreads(1)).why).toBe('One thread was asked for.');
  });

  it('are refused by a sentence where they make no sense', async () => {
    for (const count of [0, 17, 1.5, Number.NaN, '2' as never, null as never])
      await expect(createThreads(count)).rejects.toThrow(/^count is .+, but must be a whole number from 1 to 16\.$/);
    await expect(createThreads(2, { start: 3 as never })).rejects.toThrow(
      'options.start is 3, but must be a function that starts a worker.',
    );
    for (const threads of [2, null, {}, 'two'])
      expect(() => new World({ threads: threads as never })).toThrow(
        /^options\.threads is .+, but must be threads such as createThreads\(\) of drystone\/threads makes\.$/,
      );
  });
});
