// Two builds side by side: time of each phase as a ratio, and whether they are the same bits.
//
//   node bench/compare-builds.mjs BASE_DIST [NEW_DIST] [scene ...]
//
// Each build runs in a process of its own, since what one does to the compiler (deoptimizing, detaching buffers) would be felt by
// the other, and they take turns, so that a busy machine is as busy for both. `still` is a scene without gravity, in which nothing
// moves: what detection costs a stack at rest.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Scene, whether it is still, turns to warm up and turns to measure [1], steps a turn [1]. */
const RUNS = [
  ['wall', true, 5, 15, 30],
  ['tower', true, 5, 15, 30],
  ['tower-800', true, 5, 15, 15],
  ['tower', false, 10, 10, 30],
  ['box-stack', false, 10, 15, 120],
  ['wall', false, 10, 15, 30],
  ['roof-tower', false, 10, 15, 30],
  ['arch', false, 10, 15, 60],
  ['pyramid', false, 10, 15, 30],
  ['jenga', false, 10, 15, 30],
  ['heavy-on-light', false, 10, 15, 120],
  ['leaning-stack', false, 10, 15, 120],
  ['lintel', false, 10, 15, 120],
  ['ball-grid', false, 10, 15, 30],
  ['jack-bowl', false, 5, 15, 10],
  ['diku', false, 5, 15, 10],
  ['silo', false, 2, 18, 10],
];
/** Scenes of this comparison alone: a built-in scene and its options. */
const SIZES = { 'tower-800': ['tower', { layers: 40 }] };

/** Time of this process on a core, so that others on a busy machine count less [ms]. */
function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The part of a process that runs one build: takes so many steps when asked, and tells the time of each phase. */
async function serve(dist, scene, isStill) {
  const from = (path) => import(pathToFileURL(resolve(dist, path)).href);
  const { SCENES } = await from('scenes/index.js');
  const { PHASES, Simulation } = await from('src/index.js');
  const [name, options] = SIZES[scene] ?? [scene, {}];
  const made = SCENES[name].make({ seed: 1, ...options });
  if (isStill) made.settings = { ...made.settings, gravity: [0, 0, 0] };
  const simulation = new Simulation(made);
  const { world } = simulation;
  world.profiler.clock = clock;
  process.on('message', (steps) => {
    world.profiler.reset();
    for (let step = 0; step < steps; step++) simulation.step();
    process.send({ phases: PHASES, milliseconds: [...world.profiler.milliseconds], hash: world.hash() });
  });
  process.send({});
}

async function compare(dists, scene, isStill, warm, turns, steps) {
  const children = dists.map((dist) => fork(fileURLToPath(import.meta.url), ['--serve', dist, scene, isStill ? 'still' : '']));
  await Promise.all(children.map((child) => once(child, 'message')));
  const sums = [];
  const hashes = [];
  let phases = [];
  for (let turn = 0; turn < warm + turns; turn++) {
    for (const i of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      children[i].send(steps);
      const [answer] = await once(children[i], 'message');
      phases = answer.phases;
      hashes[i] = answer.hash;
      sums[i] ??= phases.map(() => 0);
      if (turn >= warm) sums[i] = sums[i].map((sum, k) => sum + answer.milliseconds[k] / (turns * steps));
    }
  }
  for (const child of children) child.kill();
  const total = (from, to) => sums.map((of) => of.slice(from, to).reduce((sum, value) => sum + value, 0));
  const rows = phases.map((phase, k) => [phase, sums[0][k], sums[1][k]]);
  rows.push(['DETECTION', ...total(1, 7)], ['ALL', ...total(0, phases.length)]);
  console.log(`\n${scene}${isStill ? ', still' : ''}: ${hashes[0] === hashes[1] ? 'same bits' : 'DIFFERENT BITS'}`);
  const columns = ([phase, a, b]) => [phase, { 'base ms': +a.toFixed(4), 'now ms': +b.toFixed(4), ratio: +(b / a).toFixed(3) }];
  console.table(Object.fromEntries(rows.map(columns)));
}

if (process.argv[2] === '--serve') {
  await serve(process.argv[3], process.argv[4], process.argv[5] === 'still');
} else {
  const [baseDist, newDist = 'dist', ...only] = process.argv.slice(2);
  for (const run of RUNS) if (only.length === 0 || only.includes(run[0])) await compare([baseDist, newDist], ...run);
}
