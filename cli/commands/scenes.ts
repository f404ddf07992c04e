// The words of drystone scenes, and what it needs to be told.

import type { Command } from 'commander';
import { DEFAULT_SEED } from '../arguments.js';
import type { ScenesFlags } from '../scenes.js';
import { scenes } from '../scenes.js';
import { collect } from './words.js';

export function define(program: Command): void {
  program
    .command('scenes')
    .description('List the built-in scenes, or write one as a scene file.')
    .argument('[NAME]', 'the scene to write')
    .option('-o, --output <FILE>', 'where to write it (default: standard output)')
    .option('--seed <N>', `where its random numbers start (default: ${DEFAULT_SEED})`)
    .option('--set <PATH=VALUE>', 'an option of the scene or a setting of its world; may be repeated', collect)
    .option('--json', 'list as JSON')
    .addHelpText('after', '\nExample:\n  drystone scenes heavy-on-light --set ratio=1000 -o heavy.json')
    .action((name: string | undefined, flags: ScenesFlags) => scenes(name, flags));
}
