// npm run bench: every benchmark in one run, printed as tables and kept in bench/results with the machine and the versions.
//
//   npm run bench                                                      everything
//   npm run bench -- --parts comparison --only tower,wall --engines rapier,drystone --seconds 4
//
//   npm run bench -- --parts against-ncp --scenes 200 --workers 2      gsp against ncp over so many random scenes, in two threads
//   npm run bench -- --parts clusters --scenes 360                     what so many random clusters keep and gain, by every method
//   npm run bench -- --parts time                                      what schedulers of time cost, and what they did
//   npm run bench -- --parts queries                                   rays and casts of shapes against Rapier's
//   npm run bench -- --parts joints                                    joints against those of Rapier and MuJoCo
//   npm run bench -- --parts sleeping                                  worlds that come to rest against Rapier, Jolt and Havok
//   npm run bench -- --parts sleeping --only 'field at rest'           one of them
//   npm run bench -- --parts motion --quick --kinds pit,gas            bodies in motion, small scenes, some kinds of motion
//   npm run bench -- --parts motion-quality                            the same with our time given to every engine, as smaller steps
//   npm run bench -- --parts motion-sizes                              1,000 to 30,000 bodies in motion: time and memory a body
//   npm run bench -- --parts contactTrees,studio --keep               these parts whole, put in the place of those kept before
//
// A run that leaves something out is printed and, without --keep, not kept.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../scripts/read-options.mjs';
import { measureAgainstNcp } from './against-ncp.mjs';
import { broadPhase } from './broad-phase.mjs';
import { measureClusters } from './clusters.mjs';
import { chooseCases } from './comparison/cases.mjs';
import { measureConformity } from './comparison/conformity.mjs';
import { holdContests } from './comparison/contest.mjs';
import { measureSteadiness } from './comparison/steadiness.mjs';
import { measureContactTrees } from './contact-trees.mjs';
import { measureFreezing } from './freezing.mjs';
import { graphEdges } from './graph-edges.mjs';
import { measureGrowth } from './growth.mjs';
import { measureQuadratic } from './impulse-qp.mjs';
import { measureJoints } from './joints.mjs';
import { KIND_NAMES } from './motion/kinds.mjs';
import { measureMotion } from './motion.mjs';
import { measureQuality } from './motion-quality.mjs';
import { measureSizes } from './motion-sizes.mjs';
import { measureQueries } from './queries.mjs';
import { makeReport } from './report.mjs';
import { ENGINES, findVersions, loadEngine } from './rivals/index.mjs';
import { sceneSteps } from './scene-steps.mjs';
import { measureSleeping } from './sleeping.mjs';
import { measureStudio } from './studio.mjs';
import { measureTime } from './time-control.mjs';

const DT = 1 / 100;

/**
 * In the order they run: the rivals' memory, once in the process, would slow what comes after.
 * @type {Record<string, (options: any) => any>}
 */
const PARTS = {
  edges: () => graphEdges(),
  broadPhase: () => broadPhase(),
  scenes: () => sceneSteps(say),
  growth: () => measureGrowth(say),
  quadratic: () => measureQuadratic(say),
  freezing: () => measureFreezing(say),
  contactTrees: () => measureContactTrees(say),
  studio: () => measureStudio(say),
  joints: () => measureJoints(say),
  time: () => measureTime(say),
  queries: () => measureQueries(say),
  'against-ncp': ({ scenes, workers }) => measureAgainstNcp({ scenes, workers }),
  clusters: ({ scenes }) => measureClusters({ clusters: scenes, say }),
  steadiness: ({ noisy, cases, seconds }) => measureSteadiness({ engines: noisy, cases, seconds, say }),
  conformity: ({ engines }) => measureConformity(engines, DT),
  sleeping: ({ engines, only, dt, seconds }) => measureSleeping({ engines, only, dt, seconds, say }),
  motion: ({ engines, kinds, dt, isQuick, seconds, isKept }) =>
    measureMotion({ engines, kinds, dt, isQuick, seconds, isKept, say }),
  'motion-quality': ({ engines, kinds, dt, isQuick, seconds }) => measureQuality({ engines, kinds, dt, isQuick, seconds, say }),
  'motion-sizes': ({ engines, dt, isQuick, seconds }) => measureSizes({ engines, dt, isQuick, seconds, say }),
  comparison: async ({ engines, cases, dt, seconds, budget }) =>
    holdContests({ cases, contenders: await findContenders(engines), dt, seconds, budget, say }),
};

const folder = fileURLToPath(new URL('results', import.meta.url));
const fileName = ({ cpu }) => cpu.toLowerCase().replace(/\W+/g, '-').replace(/^-|-$/g, '');
const say = (what) => process.stderr.write(`${what} ...\n`);

await main();

async function main() {
  const { parts, engines, isKept, ...options } = readArguments();
  const start = performance.now();
  /** @type {Record<string, any>} */
  const results = { machine: describeMachine(), versions: findVersions(engines) };
  const isWhole = process.argv.length === 2;
  for (const part of parts) {
    say(`-- ${part}`);
    results[part] = await PARTS[part]({ engines, isKept: isWhole || isKept, ...options });
    console.log(makeReport({ [part]: results[part] }));
  }
  results.minutes = (performance.now() - start) / 60e3;
  console.log(`${results.minutes.toFixed(1)} minutes.`);
  if (isWhole) keep(results);
  else if (isKept) keepParts(parts, results);
}

function readArguments() {
  const values = readOptions({
    keep: { type: 'boolean' },
    parts: { type: 'string' },
    only: { type: 'string' },
    engines: { type: 'string' },
    noisy: { type: 'string' },
    seconds: { type: 'string' },
    dt: { type: 'string' },
    budget: { type: 'string' },
    scenes: { type: 'string' },
    workers: { type: 'string' },
    quick: { type: 'boolean' },
    kinds: { type: 'string' },
  });
  const narrowed = ['only', 'engines', 'seconds', 'dt', 'budget', 'quick', 'kinds'].some((name) => values[name] !== undefined);
  const only = values.only?.split(',') ?? null;
  const cases = chooseCases(only, say);
  if (values.keep && (narrowed || values.scenes !== undefined))
    throw new Error(
      '--keep is given, but what is narrowed down is not kept: leave out --only, --engines, --seconds, --dt, --budget, --quick, --kinds and --scenes.',
    );
  return {
    isKept: values.keep ?? false,
    // Who narrows the comparison down wants the comparison.
    parts: chooseFrom('--parts', values.parts ?? (narrowed ? 'comparison' : undefined), Object.keys(PARTS)),
    engines: chooseFrom('--engines', values.engines, ENGINES),
    noisy: chooseFrom('--noisy', values.noisy ?? 'drystone', ENGINES),
    only,
    cases,
    isQuick: values.quick ?? false,
    kinds: chooseFrom('--kinds', values.kinds, KIND_NAMES),
    dt: readNumber('--dt', values.dt) ?? DT,
    seconds: readNumber('--seconds', values.seconds),
    budget: readNumber('--budget', values.budget),
    scenes: readNumber('--scenes', values.scenes),
    workers: readNumber('--workers', values.workers),
    say,
  };
}

function chooseFrom(flag, words, allowed) {
  if (words === undefined) return allowed;
  for (const word of words.split(',')) {
    if (!allowed.includes(word)) throw new Error(`${flag} names ${word}, but must name some of ${allowed.join(', ')}.`);
  }
  return allowed.filter((word) => words.split(',').includes(word));
}

function readNumber(flag, word) {
  if (word === undefined) return undefined;
  const value = Number(word);
  if (!(value > 0)) throw new Error(`${flag} is ${word}, but must be a number above 0.`);
  return value;
}

/** Every setting of every engine; one that cannot be loaded takes part with its default, to be reported. */
async function findContenders(engines) {
  const contenders = [];
  for (const engine of engines) {
    const settings = await loadEngine(engine).then(
      (loaded) => Object.keys(loaded.settings),
      () => ['default'],
    );
    for (const setting of settings) contenders.push({ engine, setting });
  }
  return contenders;
}

function describeMachine() {
  const { model } = cpus()[0];
  return {
    cpu: model,
    cores: cpus().length,
    memory: totalmem(),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  };
}

/** These parts in the place of those that were kept of this machine, if any; all else stays as it was. */
function keepParts(parts, results) {
  const { machine, versions, minutes } = results;
  const path = `${folder}/${fileName(machine)}.json`;
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { machine, versions, minutes };
  keep({ ...kept, ...Object.fromEntries(parts.map((part) => [part, results[part]])) });
}

function keep(results) {
  const { machine, versions, minutes } = results;
  const name = fileName(machine);
  const title = `# Benchmarks on ${machine.cpu}`;
  const about = `${machine.cores} cores, ${machine.system}, Node ${machine.node}; the run took ${minutes.toFixed(1)} minutes.`;
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(`${folder}/${name}.md`, `${[title, about, list.join(', '), makeReport(results)].join('\n\n')}`);
  console.log(`Kept in bench/results/${name}.json and .md.`);
}
