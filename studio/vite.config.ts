// A static site under dist that works at any path of any web server.

import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    emptyOutDir: true,
    // How long parts of the build took is not a warning.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  worker: { format: 'es' },
});
