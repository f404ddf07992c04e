// Simulations for entries: scenes built by name, with contact trees from the cache, and stepped with reports of
// progress.

import { CONTROLS, SCENES } from '../../scenes/index.js';
import type { SimulationOptions } from '../../src/scene/simulation.js';
import { Simulation } from '../../src/scene/simulation.js';
import { obtainTrees } from '../tree-cache.js';
import type { Json, Task } from './entry.js';

/** Random seed of all scenes. */
const SEED = 1;

export function makeSimulation(
  scene: string,
  sceneOptions: Readonly<Record<string, Json>>,
  options: SimulationOptions,
): Simulation {
  const made = SCENES[scene].make({ seed: SEED, ...sceneOptions });
  obtainTrees(made);
  return new Simulation(made, { controls: CONTROLS, ...options });
}

/** Takes `steps` steps; `note` is called after each with the number taken so far. */
export async function takeSteps(simulation: Simulation, steps: number, task: Task, note: (step: number) => void): Promise<void> {
  for (let step = 1; step <= steps; step++) {
    simulation.step();
    note(step);
    await task.pulse(step / steps);
  }
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

/** Slope and offset of the least-squares line, and the coefficient of determination R^2 [1]. */
export function fitLine(points: readonly (readonly [number, number])[]): { slope: number; offset: number; explained: number } {
  const [mx, my] = [0, 1].map((k) => mean(points.map((point) => point[k])));
  const sxx = sum(points.map(([x]) => (x - mx) * (x - mx)));
  const sxy = sum(points.map(([x, y]) => (x - mx) * (y - my)));
  const syy = sum(points.map(([, y]) => (y - my) * (y - my)));
  const slope = sxy / sxx;
  return { slope, offset: my - slope * mx, explained: (sxy * sxy) / (sxx * syy) };
}

/** The exponent p of the least-squares fit y = c x^p of the logarithms [1]. */
export function fitExponent(points: readonly (readonly [number, number])[]): number {
  return fitLine(points.map(([x, y]) => [Math.log(x), Math.log(y)])).slope;
}
