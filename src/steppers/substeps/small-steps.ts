// Small steps, method `substeps`: one detection, then n substeps of one sweep over soft contacts and one over hard ones, the way
// of today's engines (Macklin et al., "Small steps in physics simulation", 2019; Catto, Box2D 3, "soft step"). Many substeps
// converge to the continuum, whatever they cost, so that other methods are measured against 64 of them.
//
// Where we differ from Box2D: gaps, levers and inertias are brought up to date in every substep, not only gaps, so that
// angular momentum is kept to rounding; friction is solved as a disc in both sweeps; and bounces at the end of the step go by the
// speed of the hit itself, and are a problem of their own, solved by several sweeps, so that a box that lands flat does not tip.

import { followParabolas, integratePositions, updateRotation } from '../../bodies/kinematics.js';
import { moveAnchors } from '../../contact-problem/anchors.js';
import {
  addImpulses,
  buildProblem,
  clearImpulses,
  handOver,
  limitByGaps,
  storeLoads,
  writeTrueGaps,
} from '../../contact-problem/contact-problem.js';
import { placeContactsAgain } from '../../contact-problem/place-contacts.js';
import { solveResisting, turnResistances } from '../../contact-problem/resistances.js';
import { rollContacts } from '../../contact-problem/roll-contacts.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { gravityOfStep } from '../../settings.js';
import { LAMBDA, RECORD_LENGTH } from '../../solvers/contact-record.js';
import { applyImpulses } from '../../solvers/projected-gauss-seidel.js';
import { bounceWithin, exchangeImpulses, freeEnergy, hasGained, rememberImpulses } from '../bounces.js';
import { JointedIslands } from '../jointed/jointed-islands.js';
import { stepJointed } from '../jointed/step-jointed.js';
import { accelerate } from '../part.js';
import { ProblemSite, placeAllContacts } from '../problem-site.js';
import type { Stepper } from '../stepper.js';
import type { HitLimits, Softness } from './soft-contacts.js';
import { aimBounces, beginSubsteps, carryContacts, noteHits, softenContacts } from './soft-contacts.js';

/** A spring is followed by at least this many substeps an oscillation; a faster one would gain energy [1]. */
const SUBSTEPS_PER_OSCILLATION = 6;
/** A substep that starts from the impulses of the last one has at most so many times the energy that there is [1]. */
const MOST_GAIN = 1.1;

class SmallStepsSite extends ProblemSite {
  readonly softness: Softness = { hertz: 0, dampingRatio: 0, pushRate: 0 };
  readonly hits: HitLimits = { slowest: 0, closed: 0 };
}

export const smallSteps: Stepper = {
  name: 'substeps',
  needs: { solver: 'sweeps' },
  blocks: ['contact', 'joint', 'lock', 'resistance'],
  speedups: ['reduction', 'damping'],
  make(site) {
    const context = new SmallStepsSite(site);
    const jointed = new JointedIslands(site.state.memory);
    return {
      begin: (dt) => placeAllContacts(context, dt),
      step: (island, _, dt) => (island.isTied ? stepWithJoints(context, jointed, island, dt) : step(context, island, dt)),
    };
  },
};

/** The substeps of an island with joints; its contacts are rigid, and are placed anew before each. */
function stepWithJoints(context: SmallStepsSite, jointed: JointedIslands, island: Island, dt: number): void {
  const { detection, settings } = context;
  const count = settings['substeps.count'];
  addSubstep(detection, island, true, 1);
  for (let substep = 0; substep < count; substep++) {
    stepJointed(context, jointed, island, dt / count, dt, (substep * dt) / count);
    addSubstep(detection, island, false, count);
    if (substep + 1 < count) placeForNext(context, jointed, island, dt / count, ((substep + 1) * dt) / count);
  }
}

/**
 * Places contacts for a substep of h [s]. Scripted bodies, which stand where
 * the step began, are where they have come to in `elapsed` [s] meanwhile.
 */
function placeForNext(context: SmallStepsSite, jointed: JointedIslands, island: Island, h: number, elapsed: number): void {
  const { detection, placing, settings } = context;
  const { firstEdge, edgeCount } = island;
  moveAnchors(jointed.problem, detection, elapsed);
  rollContacts(detection, firstEdge, edgeCount, h);
  placeContactsAgain(placing, detection, firstEdge, edgeCount, h, settings);
  moveAnchors(jointed.problem, detection, 0);
}

/** Adds up the impulses of contacts over the substeps of an island with joints. Loads are those of a whole step. */
function addSubstep({ graph, groups }: Detection, { firstEdge, edgeCount }: Island, isFirst: boolean, times: number): void {
  const { firstContact, contactCount } = graph.edges.columns;
  const { impulse, load, added } = graph.contacts.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = groups.edges.columns.member[i];
    for (let k = 4 * firstContact[edge]; k < 4 * (firstContact[edge] + contactCount[edge]); k++) {
      load[k] *= times;
      added[k] = isFirst ? 0 : added[k] + impulse[k];
      impulse[k] = added[k];
    }
  }
}

function step(context: SmallStepsSite, island: Island, dt: number): void {
  const { detection, problem, settings, profiler, hits } = context;
  const count = settings['substeps.count'];
  const h = dt / count;
  profiler.enter('contact-problem');
  build(context, island, dt);
  const isPassive = detection.bodies.materials.areBouncy;
  let energy = isPassive ? freeEnergy(detection, island, false) : 0;
  for (let substep = 1; substep <= count; substep++) {
    profiler.enter('solve');
    if (isPassive) energy -= freeEnergy(detection, island, false);
    accelerate(context, island, h);
    if (isPassive) energy += freeEnergy(detection, island, false);
    startWarm(context, island, isPassive ? energy : Number.POSITIVE_INFINITY);
    noteHits(problem, detection, h, hits);
    pushApart(context, h);
    profiler.enter('integrate');
    move(context, island, h);
    profiler.enter('solve');
    noteHits(problem, detection, h, hits);
    relax(context, h);
    addImpulses(problem, detection);
  }
  bounce(context, island, energy);
  storeLoads(problem, detection);
  context.report.residual += context.solver.merit(context.arrays, settings['contact.friction'] === 'pyramid');
}

/**
 * A substep starts from the impulses of the last one. Those of a fast impact would throw bodies back with more energy than there is [J],
 * and one sweep does not take that from a row of them: then it starts from nothing.
 */
function startWarm({ detection, problem, arrays }: SmallStepsSite, island: Island, energy: number): void {
  const { record, movers, u } = arrays;
  const count = arrays.count + problem.resistances;
  applyImpulses(count, record, movers, u);
  if (energy === Number.POSITIVE_INFINITY || freeEnergy(detection, island, false) <= MOST_GAIN * energy) return;
  for (let i = 0; i < count; i++) for (let row = 0; row < 3; row++) record[i * RECORD_LENGTH + LAMBDA + row] *= -1;
  applyImpulses(count, record, movers, u);
  for (let i = 0; i < count; i++) for (let row = 0; row < 3; row++) record[i * RECORD_LENGTH + LAMBDA + row] = 0;
}

/** The problem of the whole step, whose impulses are added up from zero. */
function build(context: SmallStepsSite, island: Island, dt: number): void {
  const { detection, problem, settings, report, arrays, softness, hits } = context;
  const { firstEdge, edgeCount } = island;
  buildProblem(problem, detection, firstEdge, edgeCount, dt, settings);
  const count = settings['substeps.count'];
  report.contacts += problem.table.size;
  report.iterations = Math.max(report.iterations, 2 * count);
  writeTrueGaps(problem, detection);
  clearImpulses(problem, detection);
  beginSubsteps(problem, count);
  handOver(problem, arrays, detection.bodies.nodes.columns.velocity);
  softness.hertz = Math.min(settings['substeps.hertz'], count / (SUBSTEPS_PER_OSCILLATION * dt));
  softness.dampingRatio = settings['substeps.dampingRatio'];
  softness.pushRate = settings['substeps.pushRate'];
  hits.slowest = settings['contact.restitutionThreshold'] * gravityOfStep(settings, dt);
  hits.closed = settings['contact.touching'] * settings['detection.envelope'];
}

/** One sweep in which penetration pushes. */
function pushApart(context: SmallStepsSite, h: number): void {
  const { detection, problem, settings, solver, arrays, softness } = context;
  softenContacts(problem, detection, h, softness);
  solveResisting(problem, arrays, solver, 1, 0, settings['contact.friction'] === 'pyramid');
}

function move({ detection, problem }: SmallStepsSite, island: Island, h: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  const nodes = detection.bodies.nodes.columns;
  followParabolas(nodes, member, firstBody, bodyCount);
  integratePositions(detection.bodies.turning, nodes, member, firstBody, bodyCount, h);
  for (let i = firstBody; i < firstBody + bodyCount; i++) updateRotation(nodes, member[i]);
  carryContacts(problem, detection, h);
  turnResistances(problem, detection);
}

/** One sweep without, which takes back what pushing has added to the velocities. */
function relax({ problem, settings, solver, arrays }: SmallStepsSite, h: number): void {
  limitByGaps(problem, h);
  solveResisting(problem, arrays, solver, 1, 0, settings['contact.friction'] === 'pyramid');
}

/**
 * What was hit in the step leaves as (21) has it, as far as the energy allows: that of before the step and of what
 * forces did.
 */
function bounce(context: SmallStepsSite, island: Island, energy: number): void {
  const { detection, problem, settings, solver, arrays, wrench } = context;
  if (aimBounces(problem, detection) === 0) return;
  rememberImpulses(detection, island);
  addImpulses(problem, detection, -1);
  const pyramid = settings['contact.friction'] === 'pyramid';
  solveResisting(problem, arrays, solver, settings['substeps.bounceIterations'], 0, pyramid);
  addImpulses(problem, detection);
  if (!hasGained(detection, island, energy)) return;
  exchangeImpulses(wrench, detection, island);
  bounceWithin(wrench, detection, island, energy);
}
