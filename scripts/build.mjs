// Builds dist/: the library and the scenes by the TypeScript compiler, the schema of scene files, and the command line bundled
// into one file, so that the published package depends on nothing.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;
const cli = `${dist}/cli/drystone.js`;

rmSync(dist, { recursive: true, force: true });
await Promise.all([compile().then(writeSchema), bundleCommandLine()]);

async function compile() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const compiler = spawn(process.execPath, [tsc, '-p', `${root}tsconfig.build.json`], { stdio: 'inherit' });
  const [code] = await once(compiler, 'exit');
  // The compiler has said why.
  if (code !== 0) process.exit(1);
}

async function writeSchema() {
  const { sceneSchema } = await import(pathToFileURL(`${dist}/src/scene/scene-fields.js`).href);
  writeFileSync(`${dist}/scene-schema.json`, `${JSON.stringify(sceneSchema(), null, 2)}\n`);
}

async function bundleCommandLine() {
  await build({
    input: `${root}cli/drystone.ts`,
    platform: 'node',
    logLevel: 'warn',
    output: { file: cli, format: 'esm' },
  });
  chmodSync(cli, 0o755);
}
