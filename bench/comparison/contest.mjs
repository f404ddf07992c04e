// All engines and settings in one scene, side by side in one process: each takes a few steps in turn, so that whatever else the
// machine does hits all alike, and every measured step comes after a run that warmed up the compilers.

import { plainScene } from '../plain-scene.mjs';
import { loadEngine } from '../rivals/index.mjs';
import { median, quantile } from '../statistics.mjs';
import { makeScene } from './cases.mjs';
import { Run } from './run.mjs';
import { judge } from './verdict.mjs';

/** Steps that one takes before it is the next one's turn [1]. */
const TURN = 20;
/** What is spent on the times of what has fallen [s]. */
const BUDGET_OF_RUBBLE = 2;
/** How long a run is that is thrown away first, for the compilers [ms]. */
const WARM_UP = 500;

/**
 * Rows of { engine, setting, verdict, checks, kineticEnergy [J], median, p99 [ms a step], ratio [1], reached [s] } of the
 * contenders, { engine, setting } by name. `ratio` is to Rapier's default, turn by turn. Who needs more
 * than `budget` in all is stopped [s]. `onTurn(contender)` is told who is next, so that a crash has a name.
 */
export async function holdContest({ scene, seconds, contenders, dt, budget, onTurn = () => {} }) {
  const made = makeScene(scene);
  const plain = plainScene(made);
  const duration = seconds ?? scene.seconds;
  const checks = scene.checks(made, duration);
  const entrants = [];
  for (const { engine, setting } of contenders) {
    onTurn({ engine, setting });
    entrants.push(await enter({ engine, setting }, plain, { dt, seconds: duration, checks }));
  }
  takeTurns(entrants, budget, onTurn);
  const base = entrants.find(({ engine, setting }) => engine === 'rapier' && setting === 'default');
  const turnsOf = (run) => timedTurns(run.times, dt, scene.timed(made));
  return entrants.map((entrant) => describe(entrant, base, turnsOf));
}

/** The contender with its run, warmed up, or with the reason why there is none. */
async function enter({ engine, setting }, plain, timing) {
  try {
    const { create, settings } = await loadEngine(engine);
    const world = () => create({ ...plain, dt: timing.dt, settings: settings[setting] });
    warmUp(await world(), plain, timing);
    return { engine, setting, run: new Run(await world(), plain, timing), failure: null };
  } catch (error) {
    return { engine, setting, run: null, failure: sentence(error) };
  }
}

function warmUp(world, plain, timing) {
  const run = new Run(world, plain, { ...timing, checks: [] });
  while (!run.isDone && run.totalMs < WARM_UP) run.advance(1);
  world.dispose();
}

/** The order turns round by one each time, so that nobody always comes after the same neighbour. */
function takeTurns(entrants, budget, onTurn) {
  const isIn = ({ run, failure }) =>
    run !== null &&
    failure === null &&
    !run.isDone &&
    run.totalMs < 1e3 * (run.hasFallen ? Math.min(budget, BUDGET_OF_RUBBLE) : budget);
  for (let round = 0; entrants.some(isIn); round++) {
    for (let i = 0; i < entrants.length; i++) {
      const entrant = entrants[(i + round) % entrants.length];
      if (!isIn(entrant)) continue;
      onTurn(entrant);
      try {
        entrant.run.advance(TURN);
      } catch (error) {
        entrant.failure = sentence(error);
      }
    }
  }
}

function describe({ engine, setting, run, failure }, base, turnsOf) {
  if (run === null) return { engine, setting, verdict: 'does not run', failure };
  const { measurements, kineticEnergy, brickHeight, time } = run;
  const timed = turnsOf(run);
  return {
    engine,
    setting,
    verdict: failure === null ? verdictOf(run) : 'crashes',
    ...(failure !== null && { failure }),
    checks: measurements,
    brickHeight,
    kineticEnergy,
    median: median(timed.flat()),
    p99: quantile(timed.flat(), 0.99),
    ratio: base?.run ? ratioOf(timed, turnsOf(base.run)) : Number.NaN,
    reached: time,
  };
}

/** Who had to be stopped may have fallen already. */
function verdictOf(run) {
  if (run.isDone) return judge(run.measurements, run.brickHeight);
  const { dropped } = run.measure(null);
  return run.isToStand && dropped > 0 ? 'falls' : 'too slow';
}

/** Times of the steps within { from, to } [s], by turns. */
function timedTurns(times, dt, { from, to }) {
  const turns = [];
  for (let start = Math.ceil(from / dt / TURN) * TURN; start < times.length && start * dt < to; start += TURN) {
    turns.push(times.slice(start, start + TURN));
  }
  return turns;
}

/** Median over the turns that both took of how much longer the one's median step is. */
function ratioOf(turns, baseTurns) {
  const common = turns.slice(0, Math.min(turns.length, baseTurns.length));
  return median(common.map((turn, i) => median(turn) / median(baseTurns[i])));
}

function sentence(error) {
  return String(error?.message ?? error).split('\n')[0];
}
