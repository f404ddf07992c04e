// The words of drystone studio, and what it needs to be told.

import type { Command } from 'commander';
import type { StudioFlags } from '../studio.js';
import { studio } from '../studio.js';
import { SCENE_FILE } from './words.js';

export function define(program: Command): void {
  program
    .command('studio')
    .description('Look at scenes in the browser: contacts, groups, layers, and time that can be scrubbed.')
    .argument('[SCENE]', `what it opens with: name of a built-in scene or ${SCENE_FILE}`)
    .option('--allow-outside', 'read meshes that a scene names outside its own folder')
    .option('--port <N>', 'port of the web server (default: 5178, or any that is free)')
    .option('--no-open', 'print the address and open no browser')
    .option('--runs <FOLDER>', 'also serve the runs of a sweep, for the links of its report')
    .addHelpText('after', '\nExample:\n  drystone studio my-scene.json')
    .action((scene: string | undefined, flags: StudioFlags) => studio(scene, flags));
}
