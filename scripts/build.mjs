// Builds dist/: the kernel by AssemblyScript, and the teapot of its npm package, put into modules as text; the library and the scenes by
// the TypeScript compiler; the schema of scene files; the command line, and the libraries that read mesh files and robots and write glTF,
// as bundles, so that the published package depends on nothing.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { build } from 'rolldown';
import { bundleCommandLine } from './bundle-command-line.mjs';
import { packagesOf } from './bundled-packages.mjs';
import { KERNEL_SOURCES, readAssembly } from './kernel-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;
/** The licences of bundled libraries ask that their notices go with every copy: also with one in somebody else's bundle. */
const BANNER = `/*! The licences of what is bundled here:\n\n${readFileSync(`${root}NOTICE`, 'utf8')}*/`;

rmSync(dist, { recursive: true, force: true });
await compileKernel();
await writeTeapot();
const [[, inMeshFiles, inRobots, inGltf], inCommandLine] = await Promise.all([
  compile().then(() =>
    Promise.all([writeSchema(), bundleLibraries('mesh-files'), bundleLibraries('robots'), bundleLibraries('gltf')]),
  ),
  bundleCommandLine(),
]);
writeBundled();

/** src/kernels/kernel-bytes.ts: made only when the assembly has changed, since the compiler takes a few seconds. */
async function compileKernel() {
  const options = ['--importMemory', '--noExportMemory', '--runtime', 'stub', '--noAssert', '-O3', '--enable', 'simd'];
  // With a maximum, though no memory comes near it: shared memory must have one, and kernel.ts makes that of the same bytes.
  options.push('--initialMemory', '1', '--maximumMemory', '65536');
  const hash = createHash('sha256')
    .update(options.join(' '))
    .update(readFileSync(`${root}scripts/shared-to-assembly.mjs`));
  for (const source of KERNEL_SOURCES) hash.update(readFileSync(`${root}${source}`));
  const digest = hash.digest('hex');
  const module = `${root}src/kernels/kernel-bytes.ts`;
  if (existsSync(module) && readFileSync(module, 'utf8').includes(digest)) return;
  /** @type {Uint8Array | undefined} */
  let bytes;
  const { error, stderr } = await asc.main(['kernels/assembly/index.ts', '--outFile', 'kernel.wasm', ...options], {
    readFile: readAssembly,
    writeFile: (_, contents) => {
      bytes = /** @type {Uint8Array} */ (contents);
    },
    listFiles: () => [],
  });
  if (error !== null || bytes === undefined) {
    console.error(stderr.toString());
    process.exit(1);
  }
  const lines = [
    `// Made by scripts/build.mjs from the sources of scripts/kernel-sources.mjs, whose digest is ${digest}.`,
    // Digits that are a byte each are compressed better than those of base 64.
    `export const KERNEL_HEX = '${Buffer.from(bytes).toString('hex')}';`,
  ];
  writeFileSync(module, `${lines.join('\n')}\n`);
}

/** scenes/meshes/teapot-data.ts: made only when what makes it or the package has changed, since it takes a while. */
async function writeTeapot() {
  const input = `${root}scripts/teapot-parts.ts`;
  const { output } = await build({ input, platform: 'node', logLevel: 'warn', write: false, output: { format: 'esm' } });
  const { code } = output[0];
  const require = createRequire(import.meta.url);
  const digest = createHash('sha256')
    .update(code)
    .update(readFileSync(require.resolve('teapot')))
    .digest('hex');
  const module = `${root}scenes/meshes/teapot-data.ts`;
  if (existsSync(module) && readFileSync(module, 'utf8').includes(digest)) return;
  const { teapotParts } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  const lines = [
    `// Made by scripts/build.mjs from the npm package teapot; the digest of all of it is ${digest}.`,
    '// The teapot is by Martin Newell, 1975, and in the public domain.',
    `export const TEAPOT = ${JSON.stringify(teapotParts(require('teapot')), null, 2)};`,
  ];
  writeFileSync(module, `${lines.join('\n')}\n`);
}

/** By TypeScript 7, whose compiler is a native program. It exports no path to it, so it is found by its folder. */
async function compile() {
  const tsc = `${root}node_modules/typescript-7/bin/tsc`;
  const compiler = spawn(process.execPath, [tsc, '-p', `${root}tsconfig.build.json`], { stdio: 'inherit' });
  const [code] = await once(compiler, 'exit');
  // The compiler has said why.
  if (code !== 0) process.exit(1);
}

async function writeSchema() {
  const { sceneSchema } = await import(pathToFileURL(`${dist}/src/scene/scene-fields.js`).href);
  writeFileSync(`${dist}/scene-schema.json`, `${JSON.stringify(sceneSchema(), null, 2)}\n`);
}

/** dist/bundled.json: the npm packages in each file that has any; NOTICE names them all. */
function writeBundled() {
  const bundled = {
    'cli/drystone.js': inCommandLine,
    'src/mesh-files/libraries.js': inMeshFiles,
    'src/robots/libraries.js': inRobots,
    'src/gltf/libraries.js': inGltf,
    'scenes/meshes/teapot-data.js': ['teapot'],
  };
  writeFileSync(`${dist}/bundled.json`, `${JSON.stringify(bundled, null, 2)}\n`);
}

/** dist/src/FOLDER/libraries.js once more, with the libraries in it. */
async function bundleLibraries(folder) {
  const { output } = await build({
    input: `${root}src/${folder}/libraries.ts`,
    platform: 'neutral',
    // Where saxes says what it exports.
    resolve: { mainFields: ['module', 'main'] },
    // Of the library's other entry points, which are not used.
    external: [/^node:/],
    // three leaves its mark on the window, and warns of itself where a page has it already.
    transform: { define: { 'typeof window': '"undefined"' } },
    logLevel: 'warn',
    output: { file: `${dist}/src/${folder}/libraries.js`, format: 'esm', minify: true, banner: BANNER },
  });
  return packagesOf(output[0].moduleIds);
}
