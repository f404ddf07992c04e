// Bodies in motion: what a step costs while most bodies move, with sleeping off for all engines, each at its defaults, in turns in one run,
// each in a process of its own; how deep bodies get into each other, and what becomes of their energy.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { holdContests } from './comparison/contest.mjs';
import { motionCases } from './motion/kinds.mjs';
import { plotSteps } from './motion/plot.mjs';
import { meanOf, median } from './statistics.mjs';

/** Who takes part. */
export const ENGINES = ['drystone', 'rapier', 'jolt', 'havok', 'physx'];
/** Size and duration of a quick run, as shares [1]. */
const QUICK = 0.2;
/** How long the mean runs that the worst step is held against [s]. */
const SPAN = 1;

const folder = fileURLToPath(new URL('results', import.meta.url));

/**
 * [{ kind, bodies, engine, mean, median, worst: processor time [ms a step], spike: the largest ratio of a step to the mean of the second
 * around it [1], depth: deepest at four times [m], start, end: mechanical energy [J], failure }]
 */
export async function measureMotion({ engines, kinds, dt, isQuick, seconds, isKept, say }) {
  const share = isQuick ? QUICK : 1;
  const contenders = ENGINES.filter((engine) => engines.includes(engine)).map((engine) => ({ engine, setting: 'default' }));
  const rows = await holdContests({ cases: motionCases(kinds, share), contenders, dt, seconds, budget: undefined, share, say });
  // Plots are kept as results are, and a part of them would take the place of all.
  if (isKept) drawPlots(rows, dt);
  return rows.map(({ case: kind, engine, checks, motion, failure }) => {
    if (failure !== undefined) return { kind, engine, failure };
    const { bodies, start, end, steps } = motion;
    return {
      kind,
      bodies,
      engine,
      mean: meanOf(steps),
      median: median(steps),
      worst: Math.max(...steps),
      spike: worstSpike(steps, Math.round(SPAN / dt)),
      depth: Math.max(...checks.map(({ depth }) => depth)),
      start,
      end,
    };
  });
}

/** The largest ratio of a step to the mean of a span of steps around it [1]. */
function worstSpike(steps, span) {
  let worst = 0;
  for (let i = 0; i < steps.length; i++) {
    const from = Math.max(0, Math.min(i - (span >> 1), steps.length - span));
    worst = Math.max(worst, steps[i] / meanOf(steps.slice(from, from + span)));
  }
  return worst;
}

function drawPlots(rows, dt) {
  mkdirSync(folder, { recursive: true });
  for (const kind of new Set(rows.map((row) => row.case))) {
    const lines = rows
      .filter((row) => row.case === kind && row.motion !== undefined)
      .map(({ engine, motion }) => ({ name: engine, values: motion.steps }));
    writeFileSync(`${folder}/motion-${kind.replace(' ', '-')}.svg`, plotSteps(kind, lines, dt));
  }
}
