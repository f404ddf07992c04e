// How much a bounce may give back. Newton's law (13) asks every contact for the speed that it leaves with, whatever the
// others do: where bodies touch several others of other masses, or contacts have other coefficients, the least energy
// that fulfils it can be more than there was, against what section 7 of the paper says of it. So the collision QP is
// solved without bouncing as well. Stopping takes energy away, at each contact the work that it does; of that, a
// contact with the coefficient e can give back e^2 (Stronge 1990). The impulses are then between those that stop and
// those that bounce, as far towards the latter as this energy goes. Both lie in the pyramids and part what touches, and
// so does all that is between them.

import { grown } from '../../solvers/quadratic/grown.js';
import type { ImpulseProblem } from '../../solvers/quadratic/impulse-problem.js';
import { ROWS_LENGTH } from '../../solvers/quadratic/impulse-problem.js';
import { objectiveOf } from '../../solvers/quadratic/scaled-problem.js';

/** A state of a program: the velocities of its bodies and the impulses of its contacts. */
export class Outcome {
  velocity = new Float64Array(0);
  impulse = new Float64Array(0);
  /** Kinetic energy, and what bodies of boundless mass gain [J]. */
  energy = 0;

  /** Keeps what a program has now. */
  keep(problem: ImpulseProblem): void {
    this.velocity = grown(this.velocity, 6 * problem.bodies);
    this.impulse = grown(this.impulse, 3 * problem.contacts);
    for (let i = 0; i < 6 * problem.bodies; i++) this.velocity[i] = problem.velocity[i];
    for (let i = 0; i < 3 * problem.contacts; i++) this.impulse[i] = problem.impulse[i];
    this.energy = objectiveOf(problem);
  }

  /** Gives a program what was kept. */
  recall(problem: ImpulseProblem): void {
    for (let i = 0; i < 6 * problem.bodies; i++) problem.velocity[i] = this.velocity[i];
    for (let i = 0; i < 3 * problem.contacts; i++) problem.impulse[i] = this.impulse[i];
  }
}

/** Keeps what a program has without any impulse. Those that it has are left to start from. */
export function keepBefore(before: Outcome, problem: ImpulseProblem): void {
  before.keep(problem);
  for (let i = 0; i < 3 * problem.contacts; i++) before.energy -= problem.drift[i] * problem.impulse[i];
  before.impulse.fill(0, 0, 3 * problem.contacts);
}

/**
 * The energy that bodies may have after a bounce [J]: `before` and `stopped` are the outcomes without any impulse and
 * without bouncing; the coefficient of contact i is at restitution[indices[i]] [1].
 */
export function energyAllowed(
  problem: ImpulseProblem,
  before: Outcome,
  stopped: Outcome,
  restitution: Float64Array,
  indices: Int32Array,
): number {
  let given = 0;
  for (let i = 0; i < problem.contacts; i++) {
    const e = restitution[indices[i]];
    const mean = 0.5 * (normalVelocity(problem, i, before.velocity) + normalVelocity(problem, i, stopped.velocity));
    given -= e * e * stopped.impulse[3 * i] * mean;
  }
  return Math.min(before.energy, stopped.energy + Math.max(0, given));
}

function normalVelocity({ rows, movers, drift }: ImpulseProblem, i: number, velocity: Float64Array): number {
  let v = drift[3 * i];
  for (let side = 0; side < 2; side++) {
    const body = movers[2 * i + side];
    if (body < 0) continue;
    for (let c = 0; c < 6; c++) v += rows[ROWS_LENGTH * i + 6 * side + c] * velocity[6 * body + c];
  }
  return v;
}

/** Goes from what a program has back towards an outcome of less energy, until it has no more than `allowed` [J]. */
export function limitEnergy(problem: ImpulseProblem, less: Outcome, allowed: number): void {
  const most = objectiveOf(problem);
  if (!(most > allowed)) return;
  mix(problem, less, 0.5);
  const middle = objectiveOf(problem);
  mix(problem, less, -1);
  // E(s) = E_0 + slope s + curve s^2 on the way, of which three values are known.
  const curve = 2 * (most + less.energy - 2 * middle);
  const slope = most - less.energy - curve;
  const root = Math.sqrt(Math.max(0, slope * slope + 4 * curve * (allowed - less.energy)));
  const share = curve > 0 ? (root - slope) / (2 * curve) : 0;
  mix(problem, less, 1 - Math.min(1, Math.max(0, share)));
}

/** x + share (less - x), for velocities and impulses. */
function mix(problem: ImpulseProblem, less: Outcome, share: number): void {
  for (let i = 0; i < 6 * problem.bodies; i++) problem.velocity[i] += share * (less.velocity[i] - problem.velocity[i]);
  for (let i = 0; i < 3 * problem.contacts; i++) problem.impulse[i] += share * (less.impulse[i] - problem.impulse[i]);
}
