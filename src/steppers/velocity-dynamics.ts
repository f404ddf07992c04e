// Plain velocity dynamics, method `ncp`: dynamics(dt) of the VSP paper (45), followed by correction() (46) on the gaps as they
// will be, to first order, at the end of the step, so that one detection a step is enough.

import { followParabolas, integratePositions } from '../bodies/kinematics.js';
import {
  buildProblem,
  dropWarmStart,
  handOver,
  predictGaps,
  storeImpulses,
  storeLoads,
} from '../contact-problem/contact-problem.js';
import { solveResisting } from '../contact-problem/resistances.js';
import { noteLevers, prepareSpinning } from '../contact-problem/spinning-contacts.js';
import type { Island } from '../detection/islands/island.js';
import { gravityOfStep } from '../settings.js';
import { applyImpulses } from '../solvers/projected-gauss-seidel.js';
import { mostIterations } from '../speedups.js';
import { bounceWithin, dropBounces, freeEnergy, hasGained, rewindArrivals } from './bounces.js';
import { JointedIslands } from './jointed/jointed-islands.js';
import { stepJointed } from './jointed/step-jointed.js';
import { accelerate } from './part.js';
import { ProblemSite, placeAllContacts } from './problem-site.js';
import type { Stepper } from './stepper.js';
import { Subgroups } from './subgroups.js';

export const velocityDynamics: Stepper = {
  name: 'ncp',
  needs: { solver: 'velocities' },
  blocks: ['contact', 'joint', 'lock', 'resistance'],
  speedups: ['tweaking', 'reduction', 'zeroing', 'damping', 'subgrouping', 'fixation'],
  make(site) {
    const context = new ProblemSite(site);
    const jointed = new JointedIslands(site.state.memory);
    const subgroups = new Subgroups();
    return {
      begin: (dt) => begin(context, subgroups, dt),
      finish: (dt) => subgroups.finish(context.detection, context.settings, dt),
      step: (island, _, dt) => (island.isTied ? stepJointed(context, jointed, island, dt) : step(context, island, dt)),
    };
  },
};

function begin(context: ProblemSite, subgroups: Subgroups, dt: number): void {
  placeAllContacts(context, dt);
  subgroups.begin(context.detection, context.settings, context.settings['speedups.fixation'] === 'on');
  prepareSpinning(context.spin, context.detection, dt);
}

function step(context: ProblemSite, island: Island, dt: number): void {
  const { profiler } = context;
  profiler.enter('contact-problem');
  build(context, island, dt);
  profiler.enter('solve');
  const energy = freeEnergy(context.detection, island, false);
  solveVelocities(context, dt);
  if (hasGained(context.detection, island, energy)) solvePassively(context, island, dt, energy);
  storeLoads(context.problem, context.detection);
  profiler.enter('correction');
  correctPositions(context, island, dt);
  profiler.enter('integrate');
  noteLevers(context.detection, island);
  movePositions(context, island, dt);
}

/** b by the velocities at the beginning of the step, then the velocities under the forces alone. */
function build(context: ProblemSite, island: Island, dt: number): void {
  const { detection, problem, settings, report } = context;
  buildProblem(problem, detection, island.firstEdge, island.edgeCount, dt, settings);
  report.contacts += problem.table.size;
  accelerate(context, island, dt);
}

/** (45c) and (45d), started from the impulses of the last step. */
function solveVelocities({ detection, problem, settings, solver, report, arrays }: ProblemSite, dt: number): void {
  const pyramid = settings['contact.friction'] === 'pyramid';
  handOver(problem, arrays, detection.bodies.nodes.columns.velocity);
  arrays.omega = settings['sor.omega'];
  applyImpulses(arrays.count, arrays.record, arrays.movers, arrays.u);
  const most = mostIterations(settings, settings['ncp.iterations']);
  const tolerance = settings['ncp.tolerance'] * gravityOfStep(settings, dt);
  const iterations = solveResisting(problem, arrays, solver, most, tolerance, pyramid);
  report.iterations = Math.max(report.iterations, iterations);
  report.residual += solver.merit(arrays, pyramid);
  storeImpulses(problem, detection);
}

/**
 * The contacts have added energy to what the group had: as much of their bounces stays as does not. What they are
 * solved by without bounces starts from nothing, since sweeps from there on only take energy away: loads of an impact
 * do not last.
 */
function solvePassively(context: ProblemSite, island: Island, dt: number, energy: number): void {
  const { detection, problem, settings, wrench } = context;
  const { firstEdge, edgeCount } = island;
  dropBounces(wrench, detection, island);
  buildProblem(problem, detection, firstEdge, edgeCount, dt, settings);
  dropWarmStart(problem);
  solveVelocities(context, dt);
  bounceWithin(wrench, detection, island, energy);
}

/** (46), with what the step itself will do to the gaps taken into account. */
function correctPositions(
  { detection, problem, settings, solver, projection, arrays, approach }: ProblemSite,
  island: Island,
  dt: number,
): void {
  const { velocity, correction } = detection.bodies.nodes.columns;
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  followParabolas(detection.bodies.nodes.columns, member, firstBody, bodyCount);
  rewindArrivals(approach, detection, island, dt);
  predictGaps(problem, velocity, dt);
  arrays.u = correction;
  projection.project(solver, arrays, settings['ncp.correctionIterations']);
}

/** (45e) and (46c). */
function movePositions({ detection }: ProblemSite, island: Island, dt: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  integratePositions(detection.bodies.turning, detection.bodies.nodes.columns, member, firstBody, bodyCount, dt);
}
