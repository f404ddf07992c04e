// Bodies in motion at equal time: every engine that is faster than Drystone takes as many smaller steps in the place of one as Drystone's
// time pays for, each at its defaults. Smaller steps are what any engine can spend time on, whatever settings it has.

import { holdContests } from './comparison/contest.mjs';
import { motionCases } from './motion/kinds.mjs';
import { ENGINES } from './motion.mjs';
import { meanOf } from './statistics.mjs';

/** Size of a quick run, as a share [1]. */
const QUICK = 0.2;
/** A smaller step costs less than a whole one, so their number is found in rounds: at most so many after the first. */
const ROUNDS = 2;

/**
 * [{ kind, engine, substeps, mean [ms a step of the benchmark], depth: deepest at four times [m], start, end: mechanical energy [J],
 * failure }], first of Drystone, then of the others with their substeps.
 */
export async function measureQuality({ engines, kinds, dt, isQuick, seconds, say }) {
  const share = isQuick ? QUICK : 1;
  const rivals = ENGINES.filter((engine) => engine !== 'drystone' && engines.includes(engine));
  const rows = [];
  for (const one of motionCases(kinds, share)) {
    /** @type {Map<string, number>} */
    let substeps = new Map(rivals.map((engine) => [engine, 1]));
    let found = await contest(substeps);
    for (let round = 0; round < ROUNDS; round++) {
      const next = payableSteps(found, substeps);
      if (rivals.every((engine) => next.get(engine) === substeps.get(engine))) break;
      substeps = next;
      found = await contest(substeps);
    }
    rows.push(...found);

    async function contest(counts) {
      const contenders = [
        { engine: 'drystone', setting: 'default', substeps: 1 },
        ...rivals.map((engine) => ({ engine, setting: 'default', substeps: counts.get(engine) })),
      ];
      const results = await holdContests({ cases: [one], contenders, dt, seconds, budget: undefined, share, say });
      return results.map((row, i) => ({ ...rowOf(row), substeps: contenders[i].substeps }));
    }
  }
  return rows;
}

function rowOf({ case: kind, engine, checks, motion, failure }) {
  if (failure !== undefined) return { kind, engine, failure };
  const { start, end, steps } = motion;
  return { kind, engine, mean: meanOf(steps), depth: Math.max(...checks.map(({ depth }) => depth)), start, end };
}

/** How many smaller steps Drystone's time pays for, by engine, from what they cost last time. */
function payableSteps(rows, substeps) {
  const ours = rows.find(({ engine }) => engine === 'drystone').mean;
  return new Map(
    rows
      .filter(({ engine }) => engine !== 'drystone')
      .map(({ engine, mean }) => {
        const count = substeps.get(engine);
        return [engine, mean === undefined || ours === undefined ? count : Math.max(1, Math.round((count * ours) / mean))];
      }),
  );
}
