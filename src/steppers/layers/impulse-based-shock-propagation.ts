// Impulse-based shock propagation, method `isp`: what the VSP paper compares itself to in section 5.2 (Guendelman, Bridson and
// Fedkiw, "Nonconvex rigid bodies with stacking", 2003). Collisions come before the velocity update, so that a body at rest,
// which has no velocity yet, does not bounce; contacts come after it, with a restitution that rises from -0.9 to 0, so that
// momentum spreads through a pile before it is stopped; one pass from the ground up stops the rest.
//
// Where we differ:
// - The paper counts 15 collision queries a frame, one a round at the predicted positions. We detect once, with contacts ahead of
//   time, and evaluate their gaps at the predicted positions to first order, with the velocities at hand, contact by contact: a
//   round sees what the one before has changed, in a fifteenth of the time. Contacts found where bodies will have turned to would
//   be attached to other places of them: what rolls would be slowed, or angular momentum not be kept.
// - Contacts may close what is left of their gap; in the original, bodies stop short of each other.
// - The order and the pass upward follow stack layers, as in `vsp`, instead of a graph found by letting each body fall.
// As in the original, penetration is left alone, and friction is a cone; of the solver, no more than its measure is used.

import { addImpulses, foreseeGaps, limitByGaps, writeTrueGaps } from '../../contact-problem/contact-problem.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import { sweepResistances } from '../../contact-problem/resistances.js';
import type { Island } from '../../detection/islands/island.js';
import { SequentialImpulses } from '../../solvers/sequential-impulses.js';
import type { VelocityProblem } from '../../solvers/solver.js';
import type { Part } from '../part.js';
import { accelerate, beginPart } from '../part.js';
import type { ProblemSite } from '../problem-site.js';
import { placeAllContacts } from '../problem-site.js';
import type { Stepper } from '../stepper.js';
import { findLayers, LayerSite, propagateShocks } from './shock-propagation.js';

class SequentialSite extends LayerSite {
  /** Resolves one contact at a time. */
  readonly sequential = new SequentialImpulses();
}

export const impulseBasedShockPropagation: Stepper = {
  name: 'isp',
  needs: { solver: 'gauss-seidel' },
  blocks: ['contact', 'resistance'],
  speedups: ['reduction', 'damping'],
  make(site) {
    const context = new SequentialSite(site);
    return {
      begin: (dt) => placeAllContacts(context, dt),
      step: (island, _, dt) => step(context, island, dt),
    };
  },
};

function step(context: SequentialSite, island: Island, dt: number): void {
  findLayers(context, island);
  beginPart(context, island, dt);
  foreseeCollisions(context, island, dt);
  resolveCollisions(context);
  accelerate(context, island, dt);
  resolveContacts(context, dt);
  propagateShocks(context, island, dt, stopLayer);
}

/** Where the gaps would be after dt [s] if forces acted but no contact did: for the velocity yet to be added to. */
function foreseeCollisions(context: ProblemSite, part: Part, dt: number): void {
  const { detection, problem } = context;
  const { velocity, correction: gain } = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  const last = part.firstBody + part.bodyCount;
  // What the forces add is kept in the place of corrections, of which this method has none.
  for (let i = part.firstBody; i < last; i++) for (let k = 6 * member[i]; k < 6 * member[i] + 6; k++) gain[k] = velocity[k];
  accelerate(context, part, dt);
  for (let i = part.firstBody; i < last; i++) {
    for (let k = 6 * member[i]; k < 6 * member[i] + 6; k++) {
      const before = gain[k];
      gain[k] = velocity[k] - before;
      velocity[k] = before;
    }
  }
  writeTrueGaps(problem, detection);
  foreseeGaps(problem, gain, dt);
  for (let i = part.firstBody; i < last; i++) for (let k = 6 * member[i]; k < 6 * member[i] + 6; k++) gain[k] = 0;
}

function resolveCollisions({ detection, problem, settings, sequential, profiler, report, arrays }: SequentialSite): void {
  profiler.enter('solve');
  const { restitution } = problem.table.columns;
  arrays.u = detection.bodies.nodes.columns.velocity;
  let round = 0;
  while (round < settings['isp.collisionRounds']) {
    round++;
    if (!sequential.sweepCollisions(arrays.count, arrays.record, arrays.movers, arrays.u, restitution)) break;
  }
  report.iterations = Math.max(report.iterations, round);
}

function resolveContacts({ detection, problem, settings, solver, sequential, report, arrays }: SequentialSite, dt: number): void {
  limitByGaps(problem, dt);
  stopGradually(problem, sequential, arrays, settings['isp.contactRounds']);
  report.residual += solver.merit(arrays, false);
  addImpulses(problem, detection);
}

/** The contacts of a layer, with what is below it fixated. */
function stopLayer({ detection, problem, settings, sequential, profiler, arrays }: SequentialSite, _: Part, dt: number): void {
  profiler.enter('solve');
  writeTrueGaps(problem, detection);
  limitByGaps(problem, dt);
  arrays.u = detection.bodies.nodes.columns.velocity;
  stopGradually(problem, sequential, arrays, settings['isp.shockRounds']);
  addImpulses(problem, detection);
}

/**
 * Restitution rises evenly from just above -1, where nothing is stopped, to 0. Every other round goes backwards: impulses are
 * final, and the corner of a box that always came first would always be pushed too much.
 */
function stopGradually(
  problem: ContactProblem,
  sequential: SequentialImpulses,
  { count, record, movers, u }: VelocityProblem,
  rounds: number,
): void {
  for (let round = 1; round <= rounds; round++) {
    const pushed = sequential.sweepContacts(count, record, movers, u, round / rounds - 1, round % 2 === 0);
    const turned = sweepResistances(problem, u, false, 0);
    if (!pushed && !turned) break;
  }
}
