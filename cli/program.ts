// drystone run | scenes | settings | check | tree | studio | shot | reproduce | sweep | worker.
//
// Exit code 0 is success, 2 bad input (with one sentence on stderr), 1 a fault of the program itself.

import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { InputError } from '../src/input/fields.js';
import { StepError } from '../src/recording/step-error.js';
import { printError } from './print.js';

const BAD_INPUT = 2;
const { version } = packageJson;

/** Each is loaded when it is given: a sweep begins long before all that other commands need would be there. */
const COMMANDS: Readonly<Record<string, () => Promise<{ define(program: Command, version: string): void }>>> = {
  run: () => import('./commands/run.js'),
  scenes: () => import('./commands/scenes.js'),
  settings: () => import('./commands/settings.js'),
  check: () => import('./commands/check.js'),
  tree: () => import('./commands/tree.js'),
  studio: () => import('./commands/studio.js'),
  shot: () => import('./commands/shot.js'),
  reproduce: () => import('./commands/reproduce.js'),
  sweep: () => import('./commands/sweep.js'),
  worker: () => import('./commands/worker.js'),
};

/** Does what the words of the command line say. */
export async function runProgram(): Promise<void> {
  watchPipes();
  try {
    const program = await makeProgram(process.argv[2]);
    if (process.argv.length <= 2) program.outputHelp();
    else await program.parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Knows the command of a word; all of them where it is none, for help and for what is misspelt. */
async function makeProgram(word: string): Promise<Command> {
  const program = new Command('drystone')
    .description('Rigid multibody dynamics: dry stone, contact and friction.')
    .version(version)
    .exitOverride()
    // Errors are printed once, by report().
    .configureOutput({ outputError: () => {} });
  const names = Object.hasOwn(COMMANDS, word) ? [word] : Object.keys(COMMANDS);
  for (const { define } of await Promise.all(names.map((name) => COMMANDS[name]()))) define(program, version);
  return program;
}

/** Prints an error, and returns the exit code. */
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

/** If the reader of the output closes the pipe, as head does, the program ends. */
function watchPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // Windows reports EOF instead of EPIPE.
      if (error.code !== 'EPIPE' && error.code !== 'EOF') throw error;
      process.exit();
    });
  }
}
