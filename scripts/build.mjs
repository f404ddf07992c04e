// Builds dist/: the library and the scenes by the TypeScript compiler, the schema of scene files, and the command line bundled into
// one file, so that the published package depends on nothing.

import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;
const cli = `${dist}/cli/drystone.js`;

rmSync(dist, { recursive: true, force: true });
compile();
await writeSchema();
await bundleCommandLine();

function compile() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, '-p', `${root}tsconfig.build.json`], { stdio: 'inherit' });
  } catch (error) {
    // The compiler has said why.
    process.exit(error.status ?? 1);
  }
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
    output: { file: cli, format: 'esm', sourcemap: true },
  });
  chmodSync(cli, 0o755);
}
