// Time of the structured QP: against the oracle, HiGHS, on the static contact QP of stacks, and against the number of contacts
// (fast impulsive contact suite, sections 4.2 and 6). Problems and oracle are those of the tests.

import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { StructuredQP } from '../dist/src/solvers/index.js';
import { processorTime } from './processor-time.mjs';
import { fitExponent, median } from './statistics.mjs';

const STACKS = [10, 25, 50, 100];
/** Time that the oracle gets for each of its settings [s]: half a minute for all of them. */
const ORACLE_LIMIT = 5;
/** Solutions of a problem that count. */
const REPEATS = 9;
/** For how long something is solved before anything counts: the compilers need it [ms]. */
const WARMING = 2e3;

/** { stacks, growth, exponents }: rows for the report. */
export async function measureQuadratic(say) {
  const problems = await loadTested('problems');
  const { loadOracle, ORACLE_SETTINGS } = await loadTested('oracle');
  const askOracle = await loadOracle();

  const start = processorTime();
  while (processorTime() - start < WARMING) measureOwn(problems.makeBoxProblem(problems.stackOf(20)));

  const stacks = STACKS.map((boxes) => {
    const problem = problems.makeBoxProblem(problems.stackOf(boxes));
    say(`stack of ${boxes}, ${problem.contacts} contacts: the oracle`);
    const oracle = fastestOf(ORACLE_SETTINGS, (setting) => askOracle(problem, { settings: [setting], timeLimit: ORACLE_LIMIT }));
    const own = measureOwn(problem);
    return { boxes, contacts: problem.contacts, ...own, oracle, ratio: oracle / own.milliseconds };
  });

  const growth = [];
  for (const [scene, sizes] of Object.entries(growingScenes(problems))) {
    for (const boxes of sizes) {
      const problem = problems.makeBoxProblem(boxes);
      say(`${scene} of ${problem.contacts} contacts`);
      growth.push({ scene, bodies: problem.bodies, contacts: problem.contacts, ...measureOwn(problem) });
    }
  }
  const exponents = Object.keys(growingScenes(problems)).map((scene) => {
    const own = growth.filter((row) => row.scene === scene);
    const exponent = fitExponent(
      own.map(({ contacts }) => contacts),
      own.map(({ milliseconds }) => milliseconds),
    );
    return { scene, exponent };
  });
  return { stacks, growth, exponents };
}

/** Each from about 40 contacts to about 4000. */
function growingScenes({ stackOf, wallOf, gridOf }) {
  return {
    stack: [10, 25, 50, 100, 320, 1000].map(stackOf),
    wall: [
      [3, 3],
      [5, 5],
      [9, 8],
      [15, 12],
      [27, 20],
    ].map(([courses, length]) => wallOf(courses, length)),
    grid: [2, 3, 4, 5, 7].map(gridOf),
  };
}

/** The modules of the tests are TypeScript, and import from src what is built in dist. */
async function loadTested(name) {
  const root = fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/');
  const alias = [{ find: /^(?:\.\.\/)+src\//, replacement: `${root}dist/src/` }];
  const { module } = await runnerImport(`${root}test/solvers/quadratic/${name}.ts`, {
    root,
    logLevel: 'error',
    resolve: { alias },
  });
  return module;
}

/** Of the settings that solve the problem, the best asked again now that its code is warm; NaN where none does [ms]. */
function fastestOf(settings, solve) {
  let fastest = Number.NaN;
  let best = null;
  for (const setting of settings) {
    const { status, milliseconds } = solve(setting);
    if (status !== 'solved' || milliseconds >= fastest) continue;
    fastest = milliseconds;
    best = setting;
  }
  return best === null ? fastest : Math.min(fastest, solve(best).milliseconds, solve(best).milliseconds);
}

/** From no impulses at all, the solver's storage being warm: { milliseconds, iterations, residual, status }. */
function measureOwn(problem) {
  const qp = new StructuredQP();
  const fresh = () => ({ ...problem, velocity: problem.velocity.slice(), impulse: problem.impulse.slice() });
  const { iterations, residual, status } = qp.solve(fresh());
  const times = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const again = fresh();
    const start = processorTime();
    qp.solve(again);
    times.push(processorTime() - start);
  }
  return { milliseconds: median(times), iterations, residual, status };
}
