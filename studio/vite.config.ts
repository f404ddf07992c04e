// A static site under dist that works at any path of any web server.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { packagesOf } from '../scripts/bundled-packages.mjs';

/** Puts NOTICE beside the page, and bundled.json, which says what npm packages are in its scripts. */
function nameWhatIsBundled(): { inPage: Plugin; inWorker: Plugin } {
  const modules = new Set<string>();
  const collect: Plugin['generateBundle'] = (_, bundle) => {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') for (const id of chunk.moduleIds) modules.add(id);
  };
  return {
    inWorker: { name: 'collect-modules-of-worker', generateBundle: collect },
    inPage: {
      name: 'name-what-is-bundled',
      generateBundle(...given) {
        collect.apply(this, given);
        const bundled = { 'index.html': packagesOf(modules) };
        this.emitFile({ type: 'asset', fileName: 'bundled.json', source: `${JSON.stringify(bundled, null, 2)}\n` });
        this.emitFile({ type: 'asset', fileName: 'NOTICE', source: readFileSync(new URL('../NOTICE', import.meta.url)) });
      },
    },
  };
}

const { inPage, inWorker } = nameWhatIsBundled();

export default defineConfig({
  base: './',
  // What bench has of the built library is in the page already, from its sources.
  resolve: {
    alias: [{ find: /^\.\.\/dist\/src\/(.*)\.js$/, replacement: fileURLToPath(new URL('../src/$1.ts', import.meta.url)) }],
  },
  plugins: [inPage],
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    emptyOutDir: true,
    // How long parts of the build took is not a warning.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  worker: {
    format: 'es',
    plugins: () => [inWorker],
    // Of a library's entry points for Node, which are not used.
    rolldownOptions: { external: [/^node:/] },
  },
});
