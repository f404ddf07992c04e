// What contacts cost and err that are carried along instead of found anew: `detection.coherenceTolerance` says how far a pair of bodies
// may have moved against each other since its contacts were found. Each value runs the same scenes of motion, all in turns.
//
//   node bench/refresh.mjs [kind ...]

import { METHODS, World } from '../dist/src/index.js';
import { motionCases } from './motion/kinds.mjs';
import { processorTime } from './processor-time.mjs';
import { rivalOf } from './rivals/drystone.mjs';

/** Shares of the collision envelope [1]; the first is the default, the last finds all contacts anew. */
const TOLERANCES = [0.1, 0.25, 0.5, 1, 0];
const DT = 1 / 100;
/** Steps of a turn [1]. */
const TURN = 25;

const kinds = process.argv.length > 2 ? process.argv.slice(2) : ['boxes', 'sliding', 'dominoes'];
for (const kind of kinds) await compare(kind);

async function compare(kind) {
  const [{ plain, seconds }] = motionCases([kind], 1);
  // Compilers are done with most of it by then.
  for (const tolerance of TOLERANCES) advance(await begin(plain, tolerance));
  const runs = await Promise.all(TOLERANCES.map((tolerance) => begin(plain, tolerance)));
  const turns = Math.round(seconds / DT / TURN);
  for (let turn = 0; turn < turns; turn++) for (const run of runs) advance(run);
  const [{ spent }] = runs;
  console.log(`\n${kind}`);
  console.table(
    Object.fromEntries(
      runs.map((run) => [
        `tolerance ${run.tolerance}`,
        {
          'time against the default': +(run.spent / spent).toFixed(3),
          'detection [ms a step]': +(run.detection / (turns * TURN)).toFixed(3),
          'tests a step': Math.round(run.tests / (turns * TURN)),
          'deepest, mean over steps [mm]': +((1e3 * run.depth) / (turns * TURN)).toFixed(3),
          'deepest at the end [mm]': +(1e3 * run.world.measurePenetration()).toFixed(3),
          'energy at the end [kJ]': +(1e-3 * (run.world.kineticEnergy() + run.world.potentialEnergy())).toFixed(3),
        },
      ]),
    ),
  );
}

async function begin(plain, tolerance) {
  const settings = { 'detection.coherenceTolerance': tolerance };
  const made = await rivalOf({ METHODS, World }).create({ ...plain, dt: DT, settings });
  for (const body of plain.bodies) made.addBody(body);
  const { world } = made;
  world.profiler.clock = processorTime;
  return { tolerance, world, step: () => made.step(), spent: 0, detection: 0, tests: 0, depth: 0 };
}

function advance(run) {
  const { world, step } = run;
  world.profiler.reset();
  for (let i = 0; i < TURN; i++) {
    step();
    run.tests += world.report.narrowPhaseTests;
    run.depth += world.report.penetration;
  }
  const { milliseconds } = world.profiler;
  run.spent += milliseconds.reduce((sum, value) => sum + value, 0);
  run.detection += milliseconds.slice(1, 7).reduce((sum, value) => sum + value, 0);
}
