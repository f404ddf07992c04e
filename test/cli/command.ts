// Runs the built command line as a user would: `npm test` builds it first.

import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../dist/cli/drystone.js', import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function drystone(...words: string[]): Outcome {
  return drystoneIn(process.env, ...words);
}

/** The same with other variables of the environment. */
export function drystoneIn(env: NodeJS.ProcessEnv, ...words: string[]): Outcome {
  const options = { env, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], options);
  return { code: status, stdout, stderr };
}

/** A folder of its own for the files of a test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'drystone-'));
}
