import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.mjs';

const dist = fileURLToPath(new URL('dist', import.meta.url)).replaceAll('\\', '/');

// Tests run on the built package, as users get it, and at its speed: a runner that transforms modules turns every imported
// constant of a hot loop into a call. `npm test` builds first.
export default defineConfig({
  resolve: { alias: [{ find: /^(?:\.\.\/)+(src|scenes)\//, replacement: `${dist}/$1/` }] },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/keep-trees.ts'],
    sequence: { sequencer: LongestFirst },
    // Files are long and even: one for each core. They share its process, so that the engine is loaded and compiled once: it
    // has no state of its own, and a test that changes a global puts it back.
    maxWorkers: '100%',
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    server: { deps: { external: [/\/dist\//] } },
  },
});
