// The words of drystone run, and what it needs to be told.

import type { Command } from 'commander';
import { DEFAULT_METHOD, DEFAULT_SCHEDULER, METHODS, SCHEDULERS, SOLVERS } from '../../src/methods.js';
import { DEFAULT_DT, DEFAULT_SECONDS } from '../../src/scene/scene.js';
import { DEFAULT_SEED } from '../arguments.js';
import type { RunFlags } from '../run.js';
import { run } from '../run.js';
import { describeSettings } from '../settings.js';
import { choice, collect, SCENE_FILE } from './words.js';

export function define(program: Command, version: string): void {
  program
    .command('run')
    .description('Simulate a scene and say how it went.')
    .argument('<SCENE>', `name of a built-in scene (see "drystone scenes") or ${SCENE_FILE}`)
    .option('--method <NAME>', choice('time-stepping method', METHODS, DEFAULT_METHOD))
    .option('--scheduler <NAME>', choice('how time advances', SCHEDULERS, DEFAULT_SCHEDULER))
    .option('--solver <NAME>', choice('solver of the contact problem', SOLVERS, 'the first that suits the method'))
    .option('--seconds <S>', `time to simulate [s] (default: the scene's, else ${DEFAULT_SECONDS})`)
    .option('--dt <S>', `time step [s] (default: the scene's, else ${DEFAULT_DT})`)
    .option('--seed <N>', `where the random numbers of a built-in scene start (default: ${DEFAULT_SEED})`)
    .option('--set <PATH=VALUE>', 'a setting of the world or an option of the built-in scene; may be repeated', collect)
    .option('--allow-outside', 'read meshes that a scene names outside its own folder')
    .option('--json', 'print the result as one JSON object')
    .option('--poses <FILE>', 'write the bodies and their poses, one JSON object a line')
    .option('--glb <FILE>', 'write the run as an animated GLB file')
    .option('--every <N>', 'steps from one line of poses, or key of the animation, to the next (default: 1)')
    .addHelpText(
      'after',
      `\nSettings for --set:\n${describeSettings()}\n\nExample:\n  drystone run wall --set ncp.iterations=50 --json`,
    )
    .action((scene: string, flags: RunFlags) => run(scene, flags, version));
}
