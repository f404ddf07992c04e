// Ever more bodies poured into a pit: what a step costs a body while all move, and how much memory a body takes, by every engine
// at its defaults, sleeping off, in turns in one run.

import { holdContests } from './comparison/contest.mjs';
import { sizeCases } from './motion/kinds.mjs';
import { ENGINES } from './motion.mjs';
import { fitExponent, meanOf } from './statistics.mjs';

/** Size of a quick run, as a share [1]. */
const QUICK = 0.2;

/**
 * { rows, exponents }: [{ kind, bodies, engine, mean [ms a step], perBody [us], depth [m], bytes a body beyond what the smallest scene
 * takes, failure }], and the exponent p of time = c * bodies^p by engine.
 */
export async function measureSizes({ engines, dt, isQuick, seconds, say }) {
  const share = isQuick ? QUICK : 1;
  const contenders = ENGINES.filter((engine) => engines.includes(engine)).map((engine) => ({ engine, setting: 'default' }));
  const found = await holdContests({ cases: sizeCases(null, share), contenders, dt, seconds, budget: undefined, share, say });
  const rows = found.map(({ case: kind, engine, checks, motion, failure }) => {
    if (failure !== undefined) return { kind, engine, failure };
    const { bodies, steps, bytes } = motion;
    const mean = meanOf(steps);
    const smallest = found.find((row) => row.engine === engine && row.motion !== undefined)?.motion;
    const perBody = bodies > smallest.bodies ? (bytes - smallest.bytes) / (bodies - smallest.bodies) : undefined;
    const depth = Math.max(...checks.map((check) => check.depth));
    return { kind, engine, bodies, mean, perBody: (1e3 * mean) / bodies, bytes: perBody, depth };
  });
  const exponents = Object.fromEntries(
    contenders.map(({ engine }) => {
      const own = rows.filter((row) => row.engine === engine && row.failure === undefined);
      return [
        engine,
        fitExponent(
          own.map(({ bodies }) => bodies),
          own.map(({ mean }) => mean),
        ),
      ];
    }),
  );
  return { rows, exponents };
}
