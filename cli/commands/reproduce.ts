// The words of drystone reproduce, and what it needs to be told.

import type { Command } from 'commander';
import type { ReproduceFlags } from '../reproduce.js';

export function define(program: Command, version: string): void {
  program
    .command('reproduce')
    .description("Run the experiments behind the papers' tables and figures, and write a report of them.")
    .argument('[NAME...]', 'entries, papers or "all" (default: lists them)')
    .option('--quick', 'smaller sizes and fewer steps: everything in ten minutes on two cores')
    .option('--out <DIR>', 'folder of the report, its data and the finished runs (default: drystone-results)')
    .option('--jobs <N>', 'runs at the same time (default: one for each core)')
    .option('--fresh', 'do finished runs again')
    .addHelpText(
      'after',
      '\nInterrupted, the same command goes on where it was.\n\nExample:\n  drystone reproduce all --quick --out results',
    )
    .action(async (names: string[], flags: ReproduceFlags) => {
      // Loaded on demand, since it includes a chart library.
      const { reproduce } = await import('../reproduce.js');
      return reproduce(names, flags, version);
    });
}
