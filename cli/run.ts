// drystone run: simulates a scene and says how it went.

import { CONTROLS } from '../scenes/index.js';
import { InputError, number } from '../src/input/fields.js';
import type { MethodName, SchedulerName, SolverName } from '../src/methods.js';
import { DEFAULT_SECONDS } from '../src/scene/scene.js';
import { dtField, secondsField } from '../src/scene/scene-fields.js';
import type { SimulationOptions } from '../src/scene/simulation.js';
import { Simulation } from '../src/scene/simulation.js';
import type { SceneFlags } from './arguments.js';
import { chooseScene, parseNumber } from './arguments.js';
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
  every?: string;
}

/** Numbers of every step are kept until the end. */
const MAX_STEPS = 1e7;
const everyField = number('Steps from one line of poses to the next [1]', { min: 1, integer: true });

export async function run(word: string, flags: RunFlags, version: string): Promise<void> {
  const { scene, seed, settings, files } = await chooseScene(word, flags);
  const every = parseNumber('--every', flags.every ?? '1', everyField);
  const seconds =
    flags.seconds === undefined ? (scene.seconds ?? DEFAULT_SECONDS) : parseNumber('--seconds', flags.seconds, secondsField);
  const simulation = new Simulation(scene, { ...chooseMethods(flags), settings, controls: CONTROLS });
  const steps = countSteps(seconds, simulation.dt);
  const poses = flags.poses === undefined ? null : new PoseFile(flags.poses, every, files);

  const result = simulate(simulation, steps, poses).result(version, seed);
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

function simulate(simulation: Simulation, steps: number, poses: PoseFile | null): Measurement {
  const measurement = new Measurement(simulation);
  const progress = showProgress(steps, '{bar} {percentage}% | {value}/{total} steps | {eta_formatted} to go');
  try {
    poses?.write(simulation.world);
    for (let step = 1; step <= steps; step++) {
      measurement.noteBodies(simulation.addDueBodies());
      simulation.moveCharacters();
      measurement.step();
      poses?.write(simulation.world);
      progress?.update(step);
    }
    poses?.finish();
  } catch (error) {
    poses?.discard();
    throw error;
  } finally {
    progress?.stop();
  }
  return measurement;
}
