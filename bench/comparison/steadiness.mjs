// Whether it is luck: every stack with random masses, turns and offsets, over several seeds and with longer steps. Exactly
// symmetric starts hide instability.

import { plainScene } from '../plain-scene.mjs';
import { loadEngine } from '../rivals/index.mjs';
import { hasNoise, isStack, makeScene } from './cases.mjs';
import { Run } from './run.mjs';
import { judge } from './verdict.mjs';

const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);
const STEPS = [1 / 100, 1 / 60];

/**
 * Rows of { engine, case, dt [s], noise [1], runs, passes [1], depth, drift [m], verdicts }: the worst of all runs, and the verdict of
 * each seed in turn. Engines have their default settings.
 */
export async function measureSteadiness({ cases, engines, seconds, say }) {
  const rows = [];
  for (const engine of engines) {
    for (const one of cases.filter(isStack)) {
      say(`${one.name}, noisy, ${engine}`);
      for (const dt of STEPS) {
        rows.push(await tryAll({ engine, one, dt, seconds, noise: 0, seeds: [1] }));
        if (hasNoise(one)) rows.push(await tryAll({ engine, one, dt, seconds, noise: 1, seeds: SEEDS }));
      }
    }
  }
  return rows;
}

async function tryAll({ engine, one, dt, seconds, noise, seeds }) {
  const results = [];
  for (const seed of seeds) results.push(await tryOnce({ engine, one, dt, seconds: seconds ?? one.seconds, noise, seed }));
  const verdicts = results.map(({ verdict }) => verdict);
  return {
    engine,
    case: one.name,
    dt,
    noise,
    runs: results.length,
    passes: verdicts.filter((verdict) => verdict === 'PASS').length,
    depth: Math.max(...results.map(({ depth }) => depth)),
    drift: Math.max(...results.map(({ drift }) => drift)),
    verdicts,
  };
}

async function tryOnce({ engine, one, dt, seconds, noise, seed }) {
  const { create } = await loadEngine(engine);
  const scene = makeScene(one, { seed, noise });
  const plain = plainScene(scene);
  const world = await create({ ...plain, dt, settings: {} });
  const run = new Run(world, plain, { dt, seconds, checks: one.checks(scene, seconds) });
  run.advance(run.steps);
  world.dispose();
  return { ...run.measurements.at(-1), verdict: judge(run.measurements, run.brickHeight) };
}
