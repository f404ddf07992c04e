// The words of drystone sweep, and what it needs to be told.

import type { Command } from 'commander';
import type { SweepFlags } from '../sweep.js';
import type { ShowFlags } from '../sweep-show.js';

export function define(program: Command, version: string): void {
  const sweeps = program
    .command('sweep')
    .description('Do a scene many times, and keep a row for each run.')
    .argument('[FILE]', 'a study: the path of a JSON file or of a module, or the name of a ready one (default: lists these)')
    .option('--out <DIR>', 'folder of the results (default: the name of the study, ending in .sweep)')
    .option('--jobs <N>', 'runs at the same time (default: one for each core)')
    .option(
      '--queue [URL]',
      'have it done by the workers of a queue: redis://HOST:PORT (default: DRYSTONE_QUEUE of the environment)',
    )
    .option('--priority <N>', 'which study a queue does first: 1 before 2, and what has none before all')
    .option('--fresh', 'begin anew')
    .option('--retry', 'do failed runs again')
    .option('--allow-outside', 'read a scene and meshes outside the folder of the study')
    .addHelpText('after', '\nInterrupted, the same command goes on where it was.\n\nExample:\n  drystone sweep stack-height')
    .action(async (word: string | undefined, flags: SweepFlags) => {
      const { sweep } = await import('../sweep.js');
      return sweep(word, flags, version);
    });

  sweeps
    .command('show')
    .description('Show the results of a sweep, or ask them by SQL; needs the package @duckdb/node-api.')
    .argument('<FILE>', 'the folder of the results, or the study that they are called after')
    .option('--sql <QUERY>', 'a query of DuckDB; the table is called runs')
    .option('--json', 'print one JSON object a row')
    .option('--csv', 'print as CSV')
    .addHelpText(
      'after',
      '\nExample:\n  drystone sweep show stack-height --sql "SELECT method, avg(height) FROM runs GROUP BY method"',
    )
    .action(async (word: string, flags: ShowFlags) => {
      const { show } = await import('../sweep-show.js');
      return show(word, flags);
    });
}
