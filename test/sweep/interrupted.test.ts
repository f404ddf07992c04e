// A sweep that is interrupted ends at once, whatever a run is at, and makes all that is made of the rows there are.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CLI, temporaryFolder } from '../cli/command.js';
import { rowsOf, waitForRows, writeStudy } from './results.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 100 }));

test.skipIf(process.platform === 'win32')('a run that would last for minutes is left, and the others are recorded', async () => {
  const file = writeStudy(
    folder,
    'endless.mjs',
    `export default { sweep: 1, name: 'endless', scene: 'box-stack', seconds: 0.05, keep: 'all',
  parameters: { noise: [0, 0.1, 0.2, 0.3] },
  measures: { end({ parameters: { noise } }) { for (; noise > 0.1; ); return noise; } } };`,
  );
  const out = join(folder, 'endless');
  const sweep = spawn(process.execPath, [CLI, 'sweep', file, '--out', out, '--jobs', '1'], { stdio: 'ignore' });
  await waitForRows(out, 2);
  sweep.kill('SIGINT');
  await once(sweep, 'exit');
  expect(sweep.exitCode).toBe(130);
  expect(rowsOf(out).map(({ run, status }) => [run, status])).toEqual([
    [0, 'done'],
    [1, 'done'],
  ]);
  expect(readdirSync(join(out, 'recordings')).sort()).toEqual(['run-0.drystone', 'run-1.drystone']);
});
