// The words of drystone check, and what it needs to be told.

import type { Command } from 'commander';
import type { CheckFlags } from '../check.js';
import { check } from '../check.js';
import { SCENE_FILE } from './words.js';

export function define(program: Command): void {
  program
    .command('check')
    .description('Check a scene file, build its world, and say what is in it.')
    .argument('<FILE>', SCENE_FILE)
    .option('--json', 'print the result as one JSON object')
    .option('--allow-outside', 'read meshes that a scene names outside its own folder')
    .action((path: string, flags: CheckFlags) => check(path, flags));
}
