// Build of the studio as a static site under dist, which works at any path of any web server.
//
// The GPU page is built separately: shared modules are bundled with all exports that any page uses, and the studio
// would load code that only the GPU page needs.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LogLevel, Plugin, Rolldown, UserConfig } from 'vite';
import { build, defineConfig } from 'vite';
import { packagesOf } from '../scripts/bundled-packages.mjs';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Adds NOTICE and bundled.json, which lists the npm packages in the scripts. */
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
        this.emitFile({ type: 'asset', fileName: 'bundled.json', source: textOf({ 'index.html': packagesOf(modules) }) });
        this.emitFile({ type: 'asset', fileName: 'NOTICE', source: readFileSync(new URL('../NOTICE', import.meta.url)) });
      },
    },
  };
}

const textOf = (bundled: object) => `${JSON.stringify(bundled, null, 2)}\n`;

/** Builds the GPU page after the studio, into the same folder. */
function buildOtherPage(): Plugin {
  let logLevel: LogLevel = 'info';
  return {
    name: 'build-other-page',
    apply: 'build',
    configResolved(config) {
      logLevel = config.logLevel ?? logLevel;
    },
    async closeBundle(error) {
      if (error !== undefined) return;
      const { output } = (await build({
        ...common,
        configFile: false,
        root: pathOf('.'),
        publicDir: false,
        logLevel,
        build: {
          ...common.build,
          emptyOutDir: false,
          rolldownOptions: { ...common.build.rolldownOptions, input: pathOf('gpu.html') },
        },
      })) as Rolldown.RolldownOutput;
      const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const file = pathOf('dist/bundled.json');
      const bundled = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, textOf({ ...bundled, 'gpu.html': packagesOf(modules) }));
    },
  };
}

const { inPage, inWorker } = nameWhatIsBundled();

const common = {
  base: './',
  // Imports of the built library by bench are resolved to the sources, which are in the page already.
  resolve: {
    alias: [{ find: /^\.\.\/dist\/src\/(.*)\.js$/, replacement: fileURLToPath(new URL('../src/$1.ts', import.meta.url)) }],
  },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    // Disables warnings about slow plugins.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
} satisfies UserConfig;

export default defineConfig({
  ...common,
  plugins: [inPage, buildOtherPage()],
  build: { ...common.build, emptyOutDir: true },
  worker: {
    format: 'es',
    plugins: () => [inWorker],
    // Node modules of a library's entry points, which the page does not use.
    rolldownOptions: { external: [/^node:/] },
  },
});
