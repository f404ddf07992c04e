// Two builds side by side, step by step in one process: time of each phase as a ratio, and whether they are the same bits.
//
//   node bench/compare-builds.mjs BASE_DIST [NEW_DIST] [scene ...]
//
// `still` is the scene without gravity, so that nothing of it moves: what detection costs a stack at rest.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Scene, whether it is still, steps before and while measuring [1]. */
const RUNS = [
  ['wall', true, 100, 400],
  ['tower', true, 100, 400],
  ['tower-800', true, 50, 200],
  ['tower', false, 300, 300],
  ['diku', false, 50, 200],
  ['silo', false, 20, 180],
];
/** Scenes of this comparison alone: a built-in scene and its options. */
const SIZES = { 'tower-800': ['tower', { layers: 40 }] };

async function load(dist) {
  const from = (path) => import(pathToFileURL(resolve(dist, path)).href);
  const { SCENES } = await from('scenes/index.js');
  const { PHASES, Simulation } = await from('src/index.js');
  return { SCENES, PHASES, Simulation };
}

function begin({ SCENES, Simulation }, scene, isStill) {
  const [name, options] = SIZES[scene] ?? [scene, {}];
  const made = SCENES[name].make({ seed: 1, ...options });
  if (isStill) made.settings = { ...made.settings, gravity: [0, 0, 0] };
  return new Simulation(made);
}

function compare(builds, scene, isStill, warm, steps) {
  const pair = builds.map((build) => begin(build, scene, isStill));
  for (let step = 0; step < warm; step++) for (const simulation of pair) simulation.step();
  for (const { world } of pair) world.profiler.clock = () => performance.now();
  for (let step = 0; step < steps; step++) {
    for (const simulation of step % 2 === 0 ? pair : [pair[1], pair[0]]) simulation.step();
  }
  const [base, now] = pair.map(({ world }) => world.profiler.milliseconds);
  const { PHASES } = builds[0];
  const rows = PHASES.map((phase, i) => [phase, base[i] / steps, now[i] / steps]);
  const detection = rows.slice(1, 7);
  rows.push(['DETECTION', ...[1, 2].map((k) => detection.reduce((sum, row) => sum + row[k], 0))]);
  rows.push(['ALL', ...[1, 2].map((k) => rows.slice(0, PHASES.length).reduce((sum, row) => sum + row[k], 0))]);
  const same = pair[0].world.hash() === pair[1].world.hash() ? 'same bits' : 'DIFFERENT BITS';
  console.log(`\n${scene}${isStill ? ', still' : ''}: ${same}`);
  console.table(
    Object.fromEntries(
      rows.map(([phase, a, b]) => [phase, { 'base ms': +a.toFixed(4), 'now ms': +b.toFixed(4), ratio: +(b / a).toFixed(3) }]),
    ),
  );
}

const [baseDist, newDist = 'dist', ...only] = process.argv.slice(2);
const builds = [await load(baseDist), await load(newDist)];
for (const run of RUNS) if (only.length === 0 || only.includes(run[0])) compare(builds, ...run);
