// Every case's contest, one process after the other.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('contest-process.mjs', import.meta.url));

/**
 * Rows as of a contest, with the name of the case. A contender whose turn it was when the process died is reported as crashed,
 * and the contest is held again without it.
 */
export async function holdContests({ cases, contenders, say, ...options }) {
  const rows = [];
  for (const { name, defaultsOnly } of cases) {
    say(name);
    const crashed = [];
    let left = contenders.filter(({ setting }) => !defaultsOnly || setting === 'default');
    while (left.length > 0) {
      const { found, lastTurn } = await runProcess({ name, contenders: left, ...options });
      if (found !== null) {
        rows.push(...[...found, ...crashed].map((row) => ({ case: name, ...row })));
        break;
      }
      if (lastTurn === null) throw new Error(`The contest of ${name} did not start.`);
      say(`${name}: ${lastTurn.engine} (${lastTurn.setting}) took the process with it; once more without`);
      crashed.push({ ...lastTurn, verdict: 'crashes', failure: 'The process died.' });
      left = left.filter(({ engine, setting }) => engine !== lastTurn.engine || setting !== lastTurn.setting);
    }
  }
  return rows;
}

function runProcess(task) {
  return new Promise((resolve, reject) => {
    // What engines print about themselves is none of the results.
    const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
    let found = null;
    let lastTurn = null;
    child.on('message', ({ turn, rows }) => {
      lastTurn = turn ?? lastTurn;
      found = rows ?? found;
    });
    child.on('error', reject);
    child.on('exit', () => resolve({ found, lastTurn }));
    child.send(task);
  });
}
