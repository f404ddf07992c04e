// The command line as one bundle, so that the published package depends on nothing.

import { chmodSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { packagesOf } from './bundled-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes dist/cli/drystone.js from the sources of cli/, src/ and scenes/, and beside it the parts that it imports, some of them only when
 * they are needed. A part is called after the digest of what is in it: so the text of drystone.js tells one program from every other.
 * Returns the npm packages that are in them.
 */
export async function bundleCommandLine() {
  const dir = `${root}dist/cli`;
  rmSync(dir, { recursive: true, force: true });
  const { output } = await build({
    input: `${root}cli/drystone.ts`,
    platform: 'node',
    logLevel: 'warn',
    output: {
      dir,
      format: 'esm',
      entryFileNames: 'drystone.js',
      chunkFileNames: '[name]-[hash].js',
      // A process that does runs begins by reading this. Names stay: traces and the names of errors are shown.
      minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    },
  });
  chmodSync(`${dir}/drystone.js`, 0o755);
  return packagesOf(output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])));
}
