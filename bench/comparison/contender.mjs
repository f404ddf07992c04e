// One contender of a contest, in a process of its own: what one engine does to the machine, the memory or the compiler
// cannot slow another, and one that takes its process with it ends nothing but its own run. The parent process asks for
// one thing after another, each answered by { value } or { failure }.

import { plainScene } from '../plain-scene.mjs';
import { reasonOf } from '../reason.mjs';
import { loadEngine } from '../rivals/index.mjs';
import { median, quantile } from '../statistics.mjs';
import { caseNamed, makeScene } from './cases.mjs';
import { Run } from './run.mjs';
import { judge } from './verdict.mjs';

let run;
let world;
/** What the process holds before it creates anything [bytes]. */
let emptyBytes;
/** The case. */
let one;
/** Times of the steps that count, { from, to } [s]. */
let timed;

const ANSWERS = {
  /** Gets ready to start. */
  async enter({ name, engine, setting, substeps = 1, dt, seconds, share }) {
    one = caseNamed(name, share);
    const scene = one.plain ?? makeScene(one);
    const plain = one.plain ?? plainScene(scene);
    const { create, settings, sleepingSettings } = await loadEngine(engine);
    const chosen = { ...settings, ...(one.maySleep && sleepingSettings) }[setting];
    const createWorld = async () =>
      inSubsteps(await create({ ...plain, dt: dt / substeps, settings: chosen, maySleep: one.maySleep }), substeps);
    const timing = { dt, seconds: seconds ?? one.seconds, checks: one.checks(scene, seconds ?? one.seconds) };
    emptyBytes = process.memoryUsage.rss();
    await warmUp(createWorld, one.trial ?? plain, timing, one.warmUp);
    world = await createWorld();
    run = new Run(world, plain, timing);
    timed = one.timed(scene);
  },

  advance(count) {
    run.advance(count);
    const { isDone, hasFallen, totalMs } = run;
    return { isDone, hasFallen, totalMs };
  },

  /**
   * { verdict, checks, brickHeight [m], kineticEnergy [J], median, p99, cpu [ms a step], turns, reached [s], whole [s], asleep [1],
   * below [1], motion }, where `turns` are those that count, as { step, cpu [ms a step] }, and `motion` is { bodies [1], start, end [J],
   * steps, bytes } of mechanical energies, the processor time of each step that counts [ms], and the memory that came with the scene.
   */
  report() {
    const { measurements, brickHeight, kineticEnergy, times, time } = run;
    const dt = time / times.length;
    const counts = (step) => step * dt >= timed.from - dt / 2 && step * dt < timed.to - dt / 2;
    const turns = run.turns.filter(({ step }) => counts(step));
    const counted = times.filter((_, step) => counts(step));
    const verdict = judgeRun();
    return {
      verdict,
      checks: measurements,
      brickHeight,
      kineticEnergy,
      median: median(counted),
      p99: quantile(counted, 0.99),
      cpu: median(turns.map(({ cpu }) => cpu)),
      turns,
      reached: time,
      whole: run.totalMs / 1e3,
      asleep: world.asleep?.(),
      below: one.below === undefined ? undefined : run.countBelow(one.below),
      motion: {
        bodies: run.bodies,
        ...run.energies,
        steps: run.cpuTimes.filter((_, step) => counts(step)),
        bytes: process.memoryUsage.rss() - emptyBytes,
      },
    };
  },
};

/** Takes so much processor time [ms]: a run that is over sooner is begun anew. */
async function warmUp(createWorld, plain, timing, enough) {
  for (let spent = 0; spent < enough; ) {
    const world = await createWorld();
    const trial = new Run(world, plain, { ...timing, checks: [] });
    while (!trial.isDone && spent + trial.totalMs < enough) trial.advance(1);
    spent += trial.totalMs;
    world.dispose();
  }
}

/** The same world with so many of its steps for one. */
function inSubsteps(world, substeps) {
  if (substeps === 1) return world;
  const step = world.step.bind(world);
  world.step = () => {
    for (let i = 0; i < substeps; i++) step();
  };
  return world;
}

/** Who had to be stopped may have fallen already. */
function judgeRun() {
  if (run.isDone) return judge(run.measurements, run.brickHeight);
  const { dropped } = run.measure(null);
  return run.isToStand && dropped > 0 ? 'falls' : 'too slow';
}

function answer(message) {
  if (process.send === undefined) throw new Error('A contender is a process that a contest has forked.');
  process.send(message);
}

process.on('message', async ({ ask, about }) => {
  try {
    answer({ value: await ANSWERS[ask](about) });
  } catch (error) {
    answer({ failure: reasonOf(error) });
  }
});
process.on('disconnect', () => process.exit(0));
