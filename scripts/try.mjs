// The inner loop: brings dist/ up to date with the sources that have changed, a file at a time and without checking types, and runs
// the tests that are named.
//
//   npm run try -- test/solvers/direct.test.ts [options of vitest]
//
// What is more than the library and the scenes (kernel, meshes of packages, command line) is left to `npm run build`, which is run
// where there is no dist/ yet, or where the kernel's sources have changed.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

process.chdir(root);
if (wantsBuild()) run([`${root}scripts/build.mjs`]);
else transpileChanged();
run([`${dirname(require.resolve('vitest/package.json'))}/vitest.mjs`, 'run', ...process.argv.slice(2)]);

/** Whether one of the modules that are made in other ways is missing or old: the compiled kernel, the bundled libraries. */
function wantsBuild() {
  const isKernelOld = sourcesIn('src/kernels').some((file) => isNewer(file, 'dist/src/kernels/kernel-bytes.js'));
  return isKernelOld || isNewer('src/mesh-files/libraries.ts', 'dist/src/mesh-files/libraries.js');
}

function sourcesIn(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file)));
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
}

/** Modules are isolated (tsconfig.json), so each can be made without looking at the others. */
function transpileChanged() {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  for (const file of [...sourcesIn('src'), ...sourcesIn('scenes')]) {
    const made = `dist/${file.replace(/\.ts$/, '.js')}`;
    if (file.startsWith('src/kernels/assembly/') || !isNewer(file, made)) continue;
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options, fileName: file });
    mkdirSync(dirname(made), { recursive: true });
    writeFileSync(made, outputText);
    console.log(`${file} has changed`);
  }
}

function isNewer(file, than) {
  return !existsSync(than) || statSync(file).mtimeMs > statSync(than).mtimeMs;
}

function run(command) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
