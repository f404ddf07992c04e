// Two builds side by side: time of each phase as a ratio, and whether they are the same bits.
//
//   node bench/compare-builds.mjs BASE_DIST [NEW_DIST] [scene ...]
//   node bench/compare-builds.mjs BASE_DIST NEW_DIST motion:pit motion:gas
//
// The kinds of motion of bench/motion/kinds.mjs go by `motion:` and their names, and run only where they are named.
// Each build runs in a process of its own, since what one does to the compiler (deoptimizing, detaching buffers) would
// be felt by the other, and they take turns, so that a busy machine is as busy for both. `still` is a scene without
// gravity, in which nothing moves: what detection costs a stack at rest.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { KIND_NAMES, motionCases } from './motion/kinds.mjs';
import { rivalOf } from './rivals/drystone.mjs';

/**
 * How often a scene is run from its beginning, and how long at least [ms]: each stretch of it counts by its shortest
 * time, once compilers have done their work.
 */
const LEAST = { passes: 12, milliseconds: 2500 };
/**
 * Scene, whether it is still, stretches and steps of a stretch [1].
 * @type {[string, boolean, number, number][]}
 */
const RUNS = [
  ['wall', true, 10, 30],
  ['tower', true, 10, 30],
  ['tower-800', true, 10, 15],
  ['tower', false, 15, 30],
  ['box-stack', false, 15, 60],
  ['wall', false, 15, 30],
  ['roof-tower', false, 15, 20],
  ['arch', false, 15, 30],
  ['pyramid', false, 15, 30],
  ['jenga', false, 15, 30],
  ['heavy-on-light', false, 15, 60],
  ['leaning-stack', false, 15, 60],
  ['lintel', false, 15, 60],
  ['ball-grid', false, 15, 30],
  ['cubejam', false, 20, 10],
  ['cubeglass', false, 15, 10],
  ['seesaw', false, 15, 30],
  ['scale', false, 15, 30],
  ['jack-bowl', false, 8, 10],
  ['mesh-zoo', false, 8, 10],
  ['diku', false, 15, 10],
  ['silo', false, 8, 10],
  ['field', false, 15, 100],
];
/** Kinds of motion: by how many passes, steps of a stretch, and of what time [s]. */
const MOTION = { prefix: 'motion:', passes: 3, steps: 25, dt: 1 / 100 };
/** Scenes of this comparison alone: a built-in scene and its options. */
const SIZES = { 'tower-800': ['tower', { layers: 40 }] };

/** The part of a process that runs one build: takes so many steps when asked, and tells the time of each phase. */
async function serve(dist, scene, isStill) {
  const from = (path) => import(pathToFileURL(resolve(dist, path)).href);
  const { PHASES } = await from('src/index.js');
  const begin = await beginningOf(from, scene, isStill);
  let { world, step } = await begin();
  process.on('message', async (/** @type {{ steps: number, isFirst: boolean }} */ { steps, isFirst }) => {
    if (isFirst) ({ world, step } = await begin());
    world.profiler.clock = () => performance.now();
    world.profiler.reset();
    for (let i = 0; i < steps; i++) step();
    tell({ phases: PHASES, milliseconds: [...world.profiler.milliseconds], hash: world.hash() });
  });
  tell({});
}

/** What begins a scene: the world, and what takes a step of it. */
async function beginningOf(from, scene, isStill) {
  const library = await from('src/index.js');
  if (scene.startsWith(MOTION.prefix)) {
    const [{ plain }] = motionCases([scene.slice(MOTION.prefix.length)], 1);
    return () => beginMotion(rivalOf(library), plain);
  }
  const { CONTROLS, SCENES } = await from('scenes/index.js');
  const [name, options] = SIZES[scene] ?? [scene, {}];
  return async () => {
    const made = SCENES[name].make({ seed: 1, ...options });
    if (isStill) made.settings = { ...made.settings, gravity: [0, 0, 0] };
    const simulation = new library.Simulation(made, { controls: CONTROLS });
    return { world: simulation.world, step: () => simulation.step() };
  };
}

/** A kind of motion as the benchmark runs it. */
async function beginMotion(rival, { additions, bodies, ...rest }) {
  const { dt } = MOTION;
  const made = await rival.create({ ...rest, dt, settings: rival.settings.default });
  for (const body of bodies) made.addBody(body);
  let time = 0;
  const waiting = [...additions].sort((a, b) => a.at - b.at);
  const step = () => {
    while (waiting.length > 0 && waiting[0].at <= time + dt / 2) for (const body of waiting.shift().bodies) made.addBody(body);
    made.step();
    time += dt;
  };
  return { world: made.world, step };
}

function tell(answer) {
  if (process.send === undefined) throw new Error('--serve is for the processes that this program forks.');
  process.send(answer);
}

async function compare(dists, scene, isStill, stretches, steps, least = LEAST) {
  const children = dists.map((dist) => fork(fileURLToPath(import.meta.url), ['--serve', dist, scene, isStill ? 'still' : '']));
  await Promise.all(children.map((child) => once(child, 'message')));
  /** Milliseconds by build, stretch and phase, in the pass in which the stretch took least. */
  const best = dists.map(() => /** @type {number[][]} */ ([]));
  const hashes = [];
  let phases = [];
  let spent = 0;
  for (let turn = 0; ; turn++) {
    const stretch = turn % stretches;
    if (stretch === 0 && turn >= least.passes * stretches && spent >= least.milliseconds) break;
    for (const i of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      children[i].send({ steps, isFirst: stretch === 0 });
      const [answer] = await once(children[i], 'message');
      phases = answer.phases;
      hashes[i] = answer.hash;
      if (i === 0) spent += sum(answer.milliseconds);
      if (best[i][stretch] === undefined || sum(answer.milliseconds) < sum(best[i][stretch]))
        best[i][stretch] = answer.milliseconds;
    }
  }
  const sums = best.map((of) => phases.map((_, k) => sum(of.map((milliseconds) => milliseconds[k])) / (stretches * steps)));
  for (const child of children) child.kill();
  const total = (from, to) => sums.map((of) => sum(of.slice(from, to)));
  const rows = phases.map((phase, k) => [phase, sums[0][k], sums[1][k]]);
  rows.push(['DETECTION', ...total(1, 7)], ['ALL', ...total(0, phases.length)]);
  const title = `${scene}${isStill ? ', still' : ''}`;
  console.log(`\n${title}: ${hashes[0] === hashes[1] ? 'same bits' : 'DIFFERENT BITS'}`);
  const columns = (/** @type {any[]} */ [phase, a, b]) => [
    phase,
    { 'base ms': +a.toFixed(4), 'now ms': +b.toFixed(4), ratio: +(b / a).toFixed(3) },
  ];
  console.table(Object.fromEntries(rows.map(columns)));
  const [base, now] = total(0, phases.length);
  return columns([title, base, now]);
}

/** @returns {[string, boolean, number, number, typeof LEAST]} */
function motionRun(name) {
  const [{ seconds }] = motionCases([name], 1);
  const stretches = Math.round(seconds / MOTION.dt / MOTION.steps);
  return [`${MOTION.prefix}${name}`, false, stretches, MOTION.steps, { passes: MOTION.passes, milliseconds: 0 }];
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

if (process.argv[2] === '--serve') {
  await serve(process.argv[3], process.argv[4], process.argv[5] === 'still');
} else {
  const [baseDist, newDist = 'dist', ...only] = process.argv.slice(2);
  const scenes = [];
  const motions = KIND_NAMES.filter((name) => only.includes(`${MOTION.prefix}${name}`)).map(motionRun);
  for (const run of [...RUNS, ...motions])
    if (only.length === 0 || only.includes(run[0])) scenes.push(await compare([baseDist, newDist], ...run));
  console.log('\nAll phases of all scenes');
  console.table(Object.fromEntries(scenes));
}
