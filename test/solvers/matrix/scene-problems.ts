// Boxed problems of built-in scenes, small enough for dense matrices.

import { SCENES } from '../../../scenes/index.js';
import { Simulation } from '../../../src/scene/simulation.js';
import type { BoxedProblem } from '../../../src/solvers/index.js';

/** The problem of the largest group of a scene after some steps. */
export function sceneProblem(
  name: string,
  options: Record<string, unknown> = {},
  steps = 0,
  friction: 'cone' | 'pyramid' = 'pyramid',
): BoxedProblem {
  const scene = SCENES[name].make({ seed: 1, ...options });
  const simulation = new Simulation(scene, { method: 'ncp', solver: 'pgs', settings: { 'contact.friction': friction } });
  for (let step = 0; step < steps; step++) simulation.step();
  const problems = simulation.world.contactProblems(simulation.dt);
  return problems.reduce((largest, problem) => (problem.b.length > largest.b.length ? problem : largest));
}
