// The words of drystone shot, and what it needs to be told.

import type { Command } from 'commander';
import { DEFAULT_METHOD, DEFAULT_SCHEDULER, METHODS, SCHEDULERS, SOLVERS } from '../../src/methods.js';
import { DEFAULT_DT } from '../../src/scene/scene.js';
import { COLOURS, OVERLAYS } from '../../studio/src/protocol.js';
import { DEFAULT_SEED } from '../arguments.js';
import type { ShotFlags } from '../shot.js';
import { shot } from '../shot.js';
import { choice, collect, SCENE_FILE } from './words.js';

export function define(program: Command): void {
  program
    .command('shot')
    .description('Take a picture of a scene at a moment, without a screen; needs Chromium or Chrome.')
    .argument('<SCENE>', `name of a built-in scene or ${SCENE_FILE}`)
    .option('--allow-outside', 'read meshes that a scene names outside its own folder')
    .option('--at <S>', 'moment of the picture [s] (default: 0)')
    .option('--overlay <LIST>', `what is drawn over it, with commas between: ${Object.keys(OVERLAYS).join(', ')}`)
    .option('--colour <NAME>', `colour by ${Object.keys(COLOURS).join(', ')} (default: stone)`)
    .option('--size <WxH>', 'width and height [px] (default: 1280x800)')
    .option('--theme <NAME>', 'light or dark (default: light)')
    .option('-o, --output <FILE>', 'the picture: .png, .jpg or .webp')
    .option('--method <NAME>', choice('time-stepping method', METHODS, DEFAULT_METHOD))
    .option('--scheduler <NAME>', choice('how time advances', SCHEDULERS, DEFAULT_SCHEDULER))
    .option('--solver <NAME>', choice('solver of the contact problem', SOLVERS, 'the first that suits the method'))
    .option('--dt <S>', `time step [s] (default: the scene's, else ${DEFAULT_DT})`)
    .option('--seed <N>', `where the random numbers of a built-in scene start (default: ${DEFAULT_SEED})`)
    .option('--set <PATH=VALUE>', 'a setting of the world or an option of the built-in scene; may be repeated', collect)
    .addHelpText('after', '\nExample:\n  drystone shot tower --at 2 --overlay graph -o tower.png')
    .action((scene: string, flags: ShotFlags) => shot(scene, flags));
}
