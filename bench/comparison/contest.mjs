// All engines and settings in one scene: each takes a few steps in turn, so that whatever else the machine does hits all alike.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from '../statistics.mjs';

const program = fileURLToPath(new URL('contender.mjs', import.meta.url));

/** What is spent on the times of what has fallen: processor time [s]. */
const BUDGET_OF_RUBBLE = 2;
/** Who does not answer for so long is taken for dead [s]. */
const PATIENCE = 600;

/**
 * Rows of { case, engine, setting, verdict, checks, kineticEnergy [J], median, p99, cpu [ms a step], ratio [1], reached [s],
 * whole [s], asleep [1], below [1], and of motion more } of the
 * contenders, { engine, setting } by name, in each of the cases; with `substeps` a contender takes so many smaller steps for one. `median` and `p99` are by the clock, `cpu` is processor time,
 * `ratio` that over the one of Rapier's default, turn by turn, and `whole` that of all steps. `budget` goes before those of the cases [s]. `share` is the size of scenes of motion [1].
 */
export async function holdContests({ cases, contenders, dt, seconds, budget, share = 1, say }) {
  const rows = [];
  for (const { name, defaultsOnly, turn, ...one } of cases) {
    say(name);
    const entrants = contenders
      .filter(({ setting }) => !defaultsOnly || setting === 'default')
      .map((contender) => new Contender({ name, ...contender, dt: one.dt ?? dt, seconds, share }));
    await Promise.all(entrants.map((entrant) => entrant.enter()));
    await takeTurns(entrants, turn, budget ?? one.budget);
    rows.push(...(await describeAll(entrants)).map((row) => ({ case: name, ...row })));
  }
  return rows;
}

/** The process of a contender as seen from here. */
class Contender {
  #task;
  #process;
  #answered;
  /** Why it is out, or null. */
  failure = null;
  hasEntered = false;
  state = { isDone: false, hasFallen: false, totalMs: 0 };

  constructor(task) {
    this.#task = task;
    // What engines print about themselves is none of the results.
    this.#process = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
    this.#process.on('message', (message) => this.#answered?.(message));
    this.#process.on('exit', () => this.#answered?.({ failure: 'The process died.' }));
    this.#process.on('error', (error) => this.#answered?.({ failure: error.message }));
  }

  async enter() {
    await this.#ask('enter', this.#task);
    this.hasEntered = this.failure === null;
  }

  async advance(count) {
    this.state = (await this.#ask('advance', count)) ?? this.state;
  }

  /** Its row, with the turns that count; the process ends. */
  async describe() {
    const { engine, setting } = this.#task;
    const report = this.failure === null ? await this.#ask('report') : null;
    this.#process.kill();
    if (report !== null) return { engine, setting, ...report };
    return { engine, setting, verdict: this.hasEntered ? 'crashes' : 'does not run', failure: this.failure, turns: [] };
  }

  async #ask(ask, about) {
    const { value, failure } = await new Promise((resolve) => {
      if (!this.#process.connected) return resolve({ failure: 'The process died.' });
      const timer = setTimeout(() => resolve({ failure: `No answer in ${PATIENCE} s.` }), 1e3 * PATIENCE);
      this.#answered = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      this.#process.send({ ask, about }, () => {});
    });
    this.failure = failure ?? null;
    return value ?? null;
  }
}

/** The order turns round by one each time, so that nobody always comes after the same neighbour. */
async function takeTurns(entrants, turn, budget) {
  const isIn = ({ failure, state }) =>
    failure === null && !state.isDone && state.totalMs < 1e3 * (state.hasFallen ? Math.min(budget, BUDGET_OF_RUBBLE) : budget);
  for (let round = 0; entrants.some(isIn); round++) {
    for (let i = 0; i < entrants.length; i++) {
      const entrant = entrants[(i + round) % entrants.length];
      if (isIn(entrant)) await entrant.advance(turn);
    }
  }
}

async function describeAll(entrants) {
  const rows = await Promise.all(entrants.map((entrant) => entrant.describe()));
  const base = rows.find(({ engine, setting }) => engine === 'rapier' && setting === 'default');
  return rows.map(({ turns, ...row }) => ({ ...row, ratio: ratioOf(turns, base?.turns ?? []) }));
}

/** Median over the turns that both took of how much more processor time the one needed [1]. */
function ratioOf(turns, baseTurns) {
  const base = new Map(baseTurns.map(({ step, cpu }) => [step, cpu]));
  return median(turns.filter(({ step }) => base.has(step)).map(({ step, cpu }) => cpu / base.get(step)));
}
