// The words of drystone settings, and what it needs to be told.

import type { Command } from 'commander';
import type { SettingsFlags } from '../settings.js';
import { settings } from '../settings.js';

export function define(program: Command): void {
  program
    .command('settings')
    .description('Explain the settings of a world: what each does, its unit and its default.')
    .argument('[NAME]', 'one setting, or the first part of some, such as gsp (default: all)')
    .option('--json', 'print them as a JSON list')
    .addHelpText('after', '\nExample:\n  drystone settings gsp.iterations')
    .action((name: string | undefined, flags: SettingsFlags) => settings(name, flags));
}
