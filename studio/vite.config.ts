// A static site under dist that works at any path of any web server.
//
// The page on the GPU is built for itself: what pages share, a bundler keeps as far as any of them needs it, and the studio would load what
// only the other one uses.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LogLevel, Plugin, Rolldown, UserConfig } from 'vite';
import { build, defineConfig } from 'vite';
import { packagesOf } from '../scripts/bundled-packages.mjs';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

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
        this.emitFile({ type: 'asset', fileName: 'bundled.json', source: textOf({ 'index.html': packagesOf(modules) }) });
        this.emitFile({ type: 'asset', fileName: 'NOTICE', source: readFileSync(new URL('../NOTICE', import.meta.url)) });
      },
    },
  };
}

const textOf = (bundled: object) => `${JSON.stringify(bundled, null, 2)}\n`;

/** Builds the page on the GPU after the studio, beside it. */
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
  // What bench has of the built library is in the page already, from its sources.
  resolve: {
    alias: [{ find: /^\.\.\/dist\/src\/(.*)\.js$/, replacement: fileURLToPath(new URL('../src/$1.ts', import.meta.url)) }],
  },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    // How long parts of the build took is not a warning.
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
    // Of a library's entry points for Node, which are not used.
    rolldownOptions: { external: [/^node:/] },
  },
});
