// The inner loop: brings dist/ up to date with the sources that have changed, a file at a time and without checking types, and runs
// the tests that are named.
//
//   npm run try -- test/solvers/direct.test.ts              these tests, once; options of vitest may follow
//   npm run try -- --watch test/solvers/direct.test.ts      again after every change, until Ctrl+C
//
// Where there is no dist/ yet, or where sources of the kernel or of the bundled libraries have changed, the whole of
// `npm run build` is run instead.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundleCommandLine } from './bundle-command-line.mjs';
import { KERNEL_SOURCES } from './kernel-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const words = process.argv.slice(2).filter((word) => word !== '--watch');
const SOURCES = ['src', 'scenes', 'cli'];
/** An editor writes several files at once: the tests wait until there has been no change for so long [ms]. */
const QUIET = 100;

process.chdir(root);
const status = await tryOnce();
if (process.argv.includes('--watch')) watchSources();
else process.exitCode = status;

/** The exit status of the build where it fails, else that of the tests. */
async function tryOnce() {
  if (wantsBuild()) {
    const failure = run([`${root}scripts/build.mjs`]);
    if (failure !== 0) return failure;
  } else {
    removeObsolete();
    transpileChanged();
    if (SOURCES.flatMap(sourcesIn).some((file) => isNewer(file, 'dist/cli/drystone.js'))) await bundleCommandLine();
  }
  return run([vitest, 'run', ...words]);
}

/** Vitest does not watch dist/, so the tests are started afresh. */
function watchSources() {
  /** @type {NodeJS.Timeout | undefined} */
  let soon;
  const again = () => {
    clearTimeout(soon);
    soon = setTimeout(() => void tryOnce().catch(console.error), QUIET);
  };
  for (const folder of [...SOURCES, 'test']) watch(folder, { recursive: true }, again);
}

/** Whether one of the modules that are made in other ways is missing or old: the compiled kernel, the bundled libraries. */
function wantsBuild() {
  const isKernelOld = KERNEL_SOURCES.some((file) => isNewer(file, 'dist/src/kernels/kernel-bytes.js'));
  const isBundleOld = (folder) => isNewer(`src/${folder}/libraries.ts`, `dist/src/${folder}/libraries.js`);
  return isKernelOld || ['mesh-files', 'robots', 'gltf'].some(isBundleOld);
}

/** Paths from the root, with forward slashes on every system. */
function sourcesIn(folder) {
  return filesIn(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true }).map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`);
}

/** What was made of a source that is gone: a test that still imports it must fail here too. */
function removeObsolete() {
  for (const made of ['dist/src', 'dist/scenes'].flatMap(filesIn)) {
    const source = made.slice('dist/'.length).replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
    if (source.endsWith('.ts') && !existsSync(source)) rmSync(made);
  }
}

/** Modules are isolated (tsconfig.json), so each can be made without looking at the others. */
function transpileChanged() {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  // A single file does not show that package.json makes it a module.
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext, sourceMap: true };
  for (const file of [...sourcesIn('src'), ...sourcesIn('scenes')]) {
    const made = `dist/${file.replace(/\.ts$/, '.js')}`;
    if (file.startsWith('src/kernels/assembly/') || !isNewer(file, made)) continue;
    const { outputText, sourceMapText = '{}' } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions,
      fileName: file,
    });
    const sources = [relative(dirname(made), file).replaceAll('\\', '/')];
    mkdirSync(dirname(made), { recursive: true });
    writeFileSync(made, outputText);
    writeFileSync(`${made}.map`, JSON.stringify({ ...JSON.parse(sourceMapText), sources }));
    console.log(`${file} has changed`);
  }
}

function isNewer(file, than) {
  return !existsSync(than) || statSync(file).mtimeMs > statSync(than).mtimeMs;
}

function run(command) {
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
}
