// Worlds that come to rest, with sleeping on for all engines: what they cost from beginning to end. Engines take turns in one run, each in
// a process of its own.

import { restingCases } from './comparison/cases.mjs';
import { holdContests } from './comparison/contest.mjs';

/** Those whose bodies may sleep; Drystone by islands, and each body by itself. */
const CONTENDERS = [
  { engine: 'drystone', setting: 'default' },
  { engine: 'drystone', setting: 'subgrouping' },
  { engine: 'rapier', setting: 'default' },
  { engine: 'jolt', setting: 'default' },
  { engine: 'havok', setting: 'default' },
];

/**
 * [{ scene, seconds, engine, setting, whole: processor time of all steps [s], asleep at the end [1], below: bodies below the neck of an
 * hourglass then [1], depth [m], failure }]
 */
export async function measureSleeping({ engines, only, dt, seconds, say }) {
  const contenders = CONTENDERS.filter(({ engine }) => engines.includes(engine));
  const rows = await holdContests({ cases: restingCases(only), contenders, dt, seconds, budget: undefined, say });
  return rows.map(({ case: scene, engine, setting, reached, whole, asleep, below, checks, failure }) => {
    const last = checks?.at(-1);
    return { scene, engine, setting, seconds: reached, whole, asleep, below, depth: last?.depth, failure };
  });
}
