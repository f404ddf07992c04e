// drystone run: simulates a scene and prints its measurement.

import { CONTROLS } from '../scenes/index.js';
import { InputError, number } from '../src/input/fields.js';
import type { MethodName, SchedulerName, SolverName } from '../src/methods.js';
import { DEFAULT_SECONDS } from '../src/scene/scene.js';
import { dtField, secondsField } from '../src/scene/scene-fields.js';
import type { SimulationOptions } from '../src/scene/simulation.js';
import { Simulation } from '../src/scene/simulation.js';
import type { World } from '../src/world.js';
import type { SceneFlags } from './arguments.js';
import { chooseScene } from './arguments.js';
import { GlbFile } from './glb-file.js';
import { Measurement } from './measurement.js';
import { parseNumber } from './numbers.js';
import { PoseFile } from './pose-file.js';
import { print, printError, printJson } from './print.js';
import { showProgress } from './progress.js';
import { formatResult } from './report.js';

/** Texts of the flags. */
export interface RunFlags extends SceneFlags {
  method?: string;
  scheduler?: string;
  solver?: string;
  seconds?: string;
  dt?: string;
  json?: boolean;
  poses?: string;
  glb?: string;
  every?: string;
}

/** Largest number of steps, since numbers of every step are stored. */
const MAX_STEPS = 1e7;
/** Exit code after Ctrl+C, as in shells. */
const INTERRUPTED = 130;
/** Time between checks for Ctrl+C [ms]. */
const PATIENCE = 50;
const everyField = number('Steps from one line of poses, or key of the animation, to the next [1]', { min: 1, integer: true });

export async function run(word: string, flags: RunFlags, version: string): Promise<void> {
  const { scene, seed, settings, files } = await chooseScene(word, flags);
  const every = parseNumber('--every', flags.every ?? '1', everyField);
  const seconds =
    flags.seconds === undefined ? (scene.seconds ?? DEFAULT_SECONDS) : parseNumber('--seconds', flags.seconds, secondsField);
  const simulation = new Simulation(scene, { ...chooseMethods(flags), settings, controls: CONTROLS });
  const steps = countSteps(seconds, simulation.dt);
  const interrupt = new Interrupt();
  const outputs: RunFile[] = [];
  if (flags.poses !== undefined) outputs.push(new PoseFile(flags.poses, every, files));
  if (flags.glb !== undefined) outputs.push(new GlbFile(flags.glb, every, files, simulation.world, scene.name));

  const { measurement, done } = await simulate(simulation, steps, outputs, interrupt);
  const result = measurement.result(version, seed);
  if (flags.json) printJson(result);
  else print(formatResult(result));
  if (done === steps) return;
  printError(`drystone: interrupted after ${done} of ${steps} steps; what is printed and written is of these.`);
  process.exitCode = INTERRUPTED;
}

function countSteps(seconds: number, dt: number): number {
  const steps = Math.max(1, Math.round(seconds / dt));
  if (steps > MAX_STEPS) {
    throw new InputError(`--seconds is ${seconds}, ${steps} steps of ${dt} s, but must be at most ${MAX_STEPS} steps.`);
  }
  return steps;
}

export function chooseMethods({ method, scheduler, solver, dt }: RunFlags): SimulationOptions {
  return {
    // The simulation checks the names.
    ...(method !== undefined && { method: method as MethodName }),
    ...(scheduler !== undefined && { scheduler: scheduler as SchedulerName }),
    ...(solver !== undefined && { solver: solver as SolverName }),
    ...(dt !== undefined && { dt: parseNumber('--dt', dt, dtField) }),
  };
}

/** A file that is written during the run. */
interface RunFile {
  /** Called at the start and after each step. */
  write(world: World): void;
  /** Gives the finished file its name. */
  finish(): void | Promise<void>;
  /** Removes the unfinished file. */
  discard(): void;
}

/** Takes the steps, or fewer if Ctrl+C is pressed, at least one. */
async function simulate(
  simulation: Simulation,
  steps: number,
  files: readonly RunFile[],
  interrupt: Interrupt,
): Promise<{ measurement: Measurement; done: number }> {
  const { world } = simulation;
  const measurement = new Measurement(simulation);
  const progress = showProgress(steps, '{bar} {percentage}% | {value}/{total} steps | {eta_formatted} to go');
  let done = 0;
  try {
    for (const file of files) file.write(world);
    while (done < steps && !(done > 0 && (await interrupt.isWanted()))) {
      measurement.noteBodies(simulation.addDueBodies());
      simulation.moveCharacters();
      measurement.step();
      for (const file of files) file.write(world);
      progress.update(++done);
    }
    for (const file of files) await file.finish();
  } catch (error) {
    for (const file of files) file.discard();
    throw error;
  } finally {
    interrupt.stop();
    progress.stop();
  }
  return { measurement, done };
}

/** Handles Ctrl+C between steps; pressed again, it ends the program at once. */
class Interrupt {
  #wanted = false;
  #asked = performance.now();
  readonly #hear = () => {
    this.#wanted = true;
  };

  constructor() {
    process.once('SIGINT', this.#hear);
  }

  /**
   * Whether Ctrl+C was pressed. Signals are delivered only in a pause of the event loop, which it makes now and then.
   */
  async isWanted(): Promise<boolean> {
    if (performance.now() - this.#asked < PATIENCE) return this.#wanted;
    await new Promise((then) => setImmediate(then));
    this.#asked = performance.now();
    return this.#wanted;
  }

  stop(): void {
    process.off('SIGINT', this.#hear);
  }
}
