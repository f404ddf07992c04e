// The command line in one file, so that the published package depends on nothing.

import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { packagesOf } from './bundled-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes dist/cli/drystone.js from the sources of cli/, src/ and scenes/. Returns the npm packages that are in it. */
export async function bundleCommandLine() {
  const file = `${root}dist/cli/drystone.js`;
  const { output } = await build({
    input: `${root}cli/drystone.ts`,
    platform: 'node',
    logLevel: 'warn',
    // Of sweeps, where they are installed.
    external: ['@duckdb/node-api', 'bullmq', 'ioredis'],
    // What is imported when it is needed is in the same file, and is not run before.
    output: { file, format: 'esm', codeSplitting: false },
  });
  chmodSync(file, 0o755);
  return packagesOf(output[0].moduleIds);
}
