// A contest in a process of its own, so that an engine that takes its process with it ends no other contest. The parent sends
// what to do and is told whose turn it is, and at the end the rows.

import { caseNamed } from './cases.mjs';
import { holdContest } from './contest.mjs';

process.on('message', async ({ name, ...rest }) => {
  const rows = await holdContest({
    scene: caseNamed(name),
    ...rest,
    onTurn: ({ engine, setting }) => process.send({ turn: { engine, setting } }),
  });
  process.send({ rows }, () => process.exit(0));
});
