#!/usr/bin/env node
// The command line: drystone run | scenes | settings | check | tree | studio | shot | reproduce | sweep | worker.
//
// Exit code 0 is success, 2 bad input (with one sentence on stderr), 1 a fault of the program itself.

import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { MOST_LEVELS } from '../src/distance-field/tree-layout.js';
import { InputError } from '../src/input/fields.js';
import { MESH_FORMATS } from '../src/mesh-files/index.js';
import { DEFAULT_METHOD, DEFAULT_SCHEDULER, METHODS, SCHEDULERS, SOLVERS } from '../src/methods.js';
import { StepError } from '../src/recording/step-error.js';
import { DEFAULT_DT, DEFAULT_SECONDS } from '../src/scene/scene.js';
import { COLOURS, OVERLAYS } from '../studio/src/protocol.js';
import { DEFAULT_SEED } from './arguments.js';
import type { CheckFlags } from './check.js';
import { check } from './check.js';
import { printError } from './print.js';
import type { ReproduceFlags } from './reproduce.js';
import type { RunFlags } from './run.js';
import { run } from './run.js';
import type { ScenesFlags } from './scenes.js';
import { scenes } from './scenes.js';
import type { SettingsFlags } from './settings.js';
import { describeSettings, settings } from './settings.js';
import type { ShotFlags } from './shot.js';
import { shot } from './shot.js';
import type { StudioFlags } from './studio.js';
import { studio } from './studio.js';
import type { SweepFlags } from './sweep.js';
import type { ShowFlags } from './sweep-show.js';
import type { TreeFlags } from './tree.js';
import { tree } from './tree.js';
import type { WorkerFlags } from './worker.js';

const BAD_INPUT = 2;
const SCENE_FILE = 'path of a file: a scene, glTF, URDF or MJCF';
const { version } = packageJson;

function makeProgram(): Command {
  const program = new Command('drystone')
    .description('Rigid multibody dynamics: dry stone, contact and friction.')
    .version(version)
    .exitOverride()
    // What is wrong is said once, by report().
    .configureOutput({ outputError: () => {} });
  const collect = (word: string, before: string[] = []) => [...before, word];
  const choice = (what: string, names: object, fallback: string) =>
    `${what}: ${Object.keys(names).join(', ')} (default: the scene's, else ${fallback})`;

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

  program
    .command('settings')
    .description('Explain the settings of a world: what each does, its unit and its default.')
    .argument('[NAME]', 'one setting, or the first part of some, such as gsp (default: all)')
    .option('--json', 'print them as a JSON list')
    .addHelpText('after', '\nExample:\n  drystone settings gsp.iterations')
    .action((name: string | undefined, flags: SettingsFlags) => settings(name, flags));

  program
    .command('check')
    .description('Check a scene file, build its world, and say what is in it.')
    .argument('<FILE>', SCENE_FILE)
    .option('--json', 'print the result as one JSON object')
    .option('--allow-outside', 'read meshes that a scene names outside its own folder')
    .action((path: string, flags: CheckFlags) => check(path, flags));

  program
    .command('tree')
    .description('Build the contact tree of a mesh, and say what it is.')
    .argument('<MESH>', `path of the mesh: ${MESH_FORMATS.join(', ')}, or a tree built before`)
    .option('-o, --output <FILE>', 'where to write the tree; a scene takes such a file, ending in .tree, as the file of a mesh')
    .option('--error <M>', "by how much the field may be off [m] (default: 1/128 of the mesh's largest side)")
    .option('--depth <N>', `most levels of cells, up to ${MOST_LEVELS} (default: 10)`)
    .option('--margin <M>', 'how far from the surface, inside and outside, the error is met [m] (default: four times the error)')
    .option('--scale <S>', 'what lengths of the file are multiplied by to give metres (default: 1)')
    .option('--repair', 'mend what is wrong with the surface')
    .option('--allow-outside', 'read what a glTF file names outside its own folder')
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', '\nExample:\n  drystone tree cow.obj --error 0.002 -o cow.tree')
    .action((path: string, flags: TreeFlags) => tree(path, flags));

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
      // Loaded here, since it brings a library of charts.
      const { reproduce } = await import('./reproduce.js');
      return reproduce(names, flags, version);
    });

  program.command('reproduce-run', { hidden: true }).action(async () => {
    const { work } = await import('./reproduce/worker.js');
    return work(version);
  });

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
      const { sweep } = await import('./sweep.js');
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
      const { show } = await import('./sweep-show.js');
      return show(word, flags);
    });

  program
    .command('worker')
    .description('Do runs of sweeps for a queue until it is stopped; needs the packages bullmq and ioredis.')
    .option('--queue <URL>', 'redis://HOST:PORT, or rediss:// for TLS (default: DRYSTONE_QUEUE of the environment)')
    .option('--jobs <N>', 'runs at the same time (default: one for each core)')
    .option('--allow-modules', 'also do studies that are programs: whoever may write to the queue may run anything here')
    .option('--takeover <S>', 'after how long a silence others take over what a worker has begun [s] (default: 15)')
    .addHelpText(
      'after',
      '\nDRYSTONE_QUEUE_USERNAME and DRYSTONE_QUEUE_PASSWORD may be in the environment instead of the URL; DRYSTONE_QUEUE_CA\nnames the file of a certificate authority.\n\nExample:\n  drystone worker --queue redis://queue.example:6379',
    )
    .action(async (flags: WorkerFlags) => {
      const { worker } = await import('./worker.js');
      return worker(flags, version);
    });

  program.command('sweep-run', { hidden: true }).action(async () => {
    const { workForSweep } = await import('./sweep/worker.js');
    workForSweep(version);
  });

  return program;
}

/** Says what went wrong, and returns the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    return reportInput(error.message.replace(/^error: /, ''));
  }
  if (error instanceof InputError) return reportInput(error.message);
  if (error instanceof StepError) {
    printError(`drystone: ${error.message}`);
    return 1;
  }
  printError(`drystone: internal error: ${error instanceof Error ? error.stack : error}`);
  return 1;
}

function reportInput(message: string): number {
  const sentence = message.replace(/\s+/g, ' ').trim();
  printError(`drystone: ${sentence}${sentence.endsWith('.') ? '' : '.'}`);
  return BAD_INPUT;
}

// Whoever reads our output may stop reading, as head does: then there is nothing left to do.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Windows calls it the end of the file.
    if (error.code !== 'EPIPE' && error.code !== 'EOF') throw error;
    process.exit();
  });
}

try {
  const program = makeProgram();
  if (process.argv.length <= 2) program.outputHelp();
  else await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
