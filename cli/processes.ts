// Processes that a command starts for itself, by the word that they are started with; no list of commands has them.

import packageJson from '../package.json' with { type: 'json' };

const { version } = packageJson;

export const PROCESSES = {
  'reproduce-run': async () => (await import('./reproduce/worker.js')).work(version),
  'sweep-run': async () => (await import('./sweep/worker.js')).workForSweep(),
} as const;

/** How a command starts one. */
export type ProcessName = keyof typeof PROCESSES;
