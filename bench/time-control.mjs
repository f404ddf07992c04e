// What schedulers of time cost: spheres in a box at constant density, 5 % of its volume, without gravity, as processor
// time for a body and a second; and what they did, by the statistics of the time warp paper.
//
//   npm run build && node bench/time-control.mjs [--bodies 10,100,300,1000] [SCHEDULER ...]
//
// `conservative` creeps by bounds, as the paper has it; `conservative-exact` knows the times of impact.

import { CONTROLS, SCENES } from '../dist/scenes/index.js';
import { makeConservative, Random, SCHEDULERS, Simulation, timeFigures, World } from '../dist/src/index.js';
import { processorTime } from './processor-time.mjs';
import { reasonOf } from './reason.mjs';

const DT = 1 / 60;
const RADIUS = 0.05;
const FILL = 0.05;
/**
 * Bodies times seconds before the clock starts, and then again in every run [s], with the least time of one [s]; the
 * shortest of the runs counts.
 */
const BODY_SECONDS = 1000;
const LEAST = 0.5;
const RUNS = 3;

export const CHOICES = {
  timewarp: SCHEDULERS.timewarp,
  retroactive: SCHEDULERS.retroactive,
  conservative: SCHEDULERS.conservative,
  'conservative-exact': makeConservative({ bounds: 'exact' }),
};

/** Elastic spheres in a box, each with a velocity of up to 1 m/s along each axis. */
export function makeGas(count, scheduler) {
  const world = new World({ scheduler, settings: { gravity: [0, 0, 0] } });
  world.createMaterial('default', { restitution: 1, friction: 0 });
  const size = Math.cbrt((count * 4 * Math.PI * RADIUS ** 3) / (3 * FILL));
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const place = (k) => (k === axis ? side * (size / 2 + 0.1) : 0);
      const extent = (k) => (k === axis ? 0.2 : size + 0.8);
      const shape = /** @type {const} */ ({ kind: 'box', size: [extent(0), extent(1), extent(2)] });
      world.createBody({ kind: 'fixed', position: [place(0), place(1), place(2)], shapes: [shape] });
    }
  }
  const random = new Random(1);
  const side = Math.ceil(Math.cbrt(count));
  const at = (k) => ((k + 0.5) / side - 0.5) * size;
  for (let i = 0; i < count; i++) {
    world.createBody({
      position: [at(i % side), at(Math.floor(i / side) % side), at(Math.floor(i / side ** 2))],
      velocity: [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)],
      shapes: [{ kind: 'sphere', radius: RADIUS }],
    });
  }
  return world;
}

/** { microseconds: for a body and a second, statistics, figures } */
export function measureGas(count, scheduler, seconds = Math.max(LEAST, BODY_SECONDS / count)) {
  const world = makeGas(count, scheduler);
  const advance = (time) => {
    for (let i = 0; i < time / DT; i++) world.step(DT);
  };
  advance(seconds);
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const start = processorTime();
    advance(seconds);
    shortest = Math.min(shortest, processorTime() - start);
  }
  const statistics = /** @type {import('../dist/src/index.js').TimeStatistics} */ ({ ...world.timeStatistics });
  return { microseconds: (1000 * shortest) / (count * seconds), statistics, figures: timeFigures(statistics) };
}

const COUNTS = [10, 30, 100, 300, 1000];
/** The number of bodies at which schedulers are set against each other, and the most for those that grow. */
const AT = 300;
/** Scenes of the paper, and processor time for each [ms]. */
const SCENES_OF_PAPER = ['atoms', 'cars', 'robots', 'avalanche'];
const PATIENCE = 60e3;

/** Cost of a gas by all schedulers, how flat that of timewarp is, and what timewarp does in the scenes of the paper. */
export function measureTime(say) {
  const gas = [];
  for (const bodies of COUNTS) {
    for (const scheduler of Object.keys(CHOICES)) {
      if (bodies > AT && scheduler !== 'timewarp') continue;
      say(`${bodies} spheres: ${scheduler}`);
      gas.push({ bodies, scheduler, microseconds: measureGas(bodies, CHOICES[scheduler]).microseconds });
    }
  }
  const scenes = SCENES_OF_PAPER.map((scene) => {
    say(`timewarp: ${scene}`);
    return measureScene(scene);
  });
  return { gas, summary: summarize(gas), scenes };
}

/** Of timewarp the dearest over the cheapest; at AT bodies, how many times as fast as each of the others it is. */
export function summarize(gas) {
  const own = gas.filter(({ scheduler }) => scheduler === 'timewarp');
  const costs = own.map(({ microseconds }) => microseconds);
  const cost = own.find(({ bodies }) => bodies === AT)?.microseconds ?? Number.NaN;
  const others = gas.filter(({ bodies, scheduler }) => bodies === AT && scheduler !== 'timewarp');
  const factors = Object.fromEntries(others.map(({ scheduler, microseconds }) => [scheduler, microseconds / cost]));
  return { flatness: Math.max(...costs) / Math.min(...costs), at: AT, factors };
}

/** What timewarp does in a scene, as far as it comes in time [ms]; a step that is refused is a failure. */
export function measureScene(name, patience = PATIENCE) {
  const start = processorTime();
  try {
    const scene = SCENES[name].make({ seed: 1 });
    const simulation = new Simulation(scene, { scheduler: 'timewarp', controls: CONTROLS });
    const { world, dt } = simulation;
    while (world.time < (scene.seconds ?? 10) && processorTime() - start < patience) {
      simulation.addDueBodies();
      world.step(dt);
    }
    const statistics = /** @type {import('../dist/src/index.js').TimeStatistics} */ ({ ...world.timeStatistics });
    return { scene: name, seconds: world.time, statistics, figures: timeFigures(statistics) };
  } catch (error) {
    return { scene: name, failure: reasonOf(error) };
  }
}

function main(words) {
  const flag = words.indexOf('--bodies');
  const counts = flag < 0 ? COUNTS : words.splice(flag, 2)[1].split(',').map(Number);
  const names = words.length > 0 ? words : Object.keys(CHOICES);
  console.log(
    '| bodies | scheduler | us a body-second | collisions a body-second | integration step / discontinuity interval | bodies a rollback |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const count of counts) {
    for (const name of names) {
      const { microseconds, statistics, figures } = measureGas(count, CHOICES[name]);
      const rate = statistics.collisions / (count * statistics.simulated);
      const numbers = [microseconds, rate, figures.ratio, figures.bodiesPerRollback].map((number) => number.toPrecision(3));
      console.log(`| ${count} | ${name} | ${numbers.join(' | ')} |`);
    }
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
