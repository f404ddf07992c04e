// drystone run: simulates a scene and says how it went.

import { CONTROLS } from '../scenes/index.js';
import { InputError, number } from '../src/input/fields.js';
import type { MethodName, SchedulerName, SolverName } from '../src/methods.js';
import { DEFAULT_SECONDS } from '../src/scene/scene.js';
import { dtField, secondsField } from '../src/scene/scene-fields.js';
import type { SimulationOptions } from '../src/scene/simulation.js';
import { Simulation } from '../src/scene/simulation.js';
import type { World } from '../src/world.js';
import type { SceneFlags } from './arguments.js';
import { chooseScene, parseNumber } from './arguments.js';
import { GlbFile } from './glb-file.js';
import { Measurement } from './measurement.js';
import { PoseFile } from './pose-file.js';
import { print, printJson } from './print.js';
import { showProgress } from './progress.js';
import { formatResult } from './report.js';

/** The words given for each flag. */
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

/** Numbers of every step are kept until the end. */
const MAX_STEPS = 1e7;
const everyField = number('Steps from one line of poses, or key of the animation, to the next [1]', { min: 1, integer: true });

export async function run(word: string, flags: RunFlags, version: string): Promise<void> {
  const { scene, seed, settings, files } = await chooseScene(word, flags);
  const every = parseNumber('--every', flags.every ?? '1', everyField);
  const seconds =
    flags.seconds === undefined ? (scene.seconds ?? DEFAULT_SECONDS) : parseNumber('--seconds', flags.seconds, secondsField);
  const simulation = new Simulation(scene, { ...chooseMethods(flags), settings, controls: CONTROLS });
  const steps = countSteps(seconds, simulation.dt);
  const outputs: RunFile[] = [];
  if (flags.poses !== undefined) outputs.push(new PoseFile(flags.poses, every, files));
  if (flags.glb !== undefined) outputs.push(new GlbFile(flags.glb, every, files, simulation.world, scene.name));

  const result = (await simulate(simulation, steps, outputs)).result(version, seed);
  if (flags.json) printJson(result);
  else print(formatResult(result));
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
    // Whether there is such a name is for the simulation to say.
    ...(method !== undefined && { method: method as MethodName }),
    ...(scheduler !== undefined && { scheduler: scheduler as SchedulerName }),
    ...(solver !== undefined && { solver: solver as SolverName }),
    ...(dt !== undefined && { dt: parseNumber('--dt', dt, dtField) }),
  };
}

/** A file that is written on the way. */
interface RunFile {
  /** Called at the start and after each step. */
  write(world: World): void;
  /** From now on it is there under its name. */
  finish(): void | Promise<void>;
  /** As if it had never been begun. */
  discard(): void;
}

async function simulate(simulation: Simulation, steps: number, files: readonly RunFile[]): Promise<Measurement> {
  const { world } = simulation;
  const measurement = new Measurement(simulation);
  const progress = showProgress(steps, '{bar} {percentage}% | {value}/{total} steps | {eta_formatted} to go');
  try {
    for (const file of files) file.write(world);
    for (let step = 1; step <= steps; step++) {
      measurement.noteBodies(simulation.addDueBodies());
      simulation.moveCharacters();
      measurement.step();
      for (const file of files) file.write(world);
      progress?.update(step);
    }
    for (const file of files) await file.finish();
  } catch (error) {
    for (const file of files) file.discard();
    throw error;
  } finally {
    progress?.stop();
  }
  return measurement;
}
