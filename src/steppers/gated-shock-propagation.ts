// Gated shock propagation, method `gsp`: our step beyond the VSP paper, and the default.
//
// Starting from the loads of the last step, shock propagation brings to rest, from the top down and with all impulses kept, whatever
// its supports can hold (hold-bodies.ts); sweeps find the impulses of what is left, and then it is asked once more. Bodies are
// freed from penetration from the ground up (lift-bodies.ts). The paper's scheme does both by fixing layers from the ground up,
// which loses the impulses that end at a fixed body: method `vsp`.

import { integratePositions, integrateVelocities } from '../bodies/kinematics.js';
import { warmStartShare } from '../contact-problem/contact-problem.js';
import {
  applyLoads,
  correctStream,
  isStreamCurrent,
  packContacts,
  penetratesAhead,
  prepareStream,
  rememberEdges,
  sweepStream,
} from '../contact-problem/contact-stream.js';
import { keepLoads, turnLoads } from '../contact-problem/keep-loads.js';
import { placeContacts } from '../contact-problem/place-contacts.js';
import { applyLoadsOfRecords, correctRecords, sweepRecords } from '../contact-problem/reference-sweeps.js';
import { correctExactly, prepareExactly, settleExactly, solveExactly } from '../contact-problem/solve-exactly.js';
import { relaxBodies, stiffenAgain, stiffenBodies } from '../contact-problem/stiffen-bodies.js';
import type { HoldLimits } from '../contact-problem/support/hold-bodies.js';
import { holdBodies, holdWholeGroup, IN_MOTION, RESTING } from '../contact-problem/support/hold-bodies.js';
import { liftBodies } from '../contact-problem/support/lift-bodies.js';
import { findSupports } from '../contact-problem/support/support-graph.js';
import { gravityOfStep } from '../settings.js';
import type { StepContext, Stepper } from './stepper.js';

/**
 * What is faster against its support than this many times what gravity adds in a step is held only by what was at rest before. In
 * a pile in motion there is nothing to hold on to, and asking would be for nothing.
 */
const FAST = 10;
/** How many times more often than a large group the smallest may be swept: what has not converged by then circles [1]. */
const MOST_TIMES_MORE = 25;
/** Penetration of less than this share of what a body falls in a step is rounding [1]. */
const NEGLIGIBLE = 1e-6;

export const gatedShockPropagation: Stepper = {
  name: 'gsp',
  solvers: ['pgs'],

  assemble(context, dt) {
    context.profiler.enter('contact-problem');
    assembleContacts(context, dt);
  },

  stepGroup(context, group, dt) {
    const { profiler } = context;
    profiler.enter('solve');
    applyForces(context, group, dt);
    if (context.detection.groups.table.columns.edgeCount[group] > 0) resolveContacts(context, group, dt);
    profiler.enter('integrate');
    movePositions(context, group, dt);
    if (isExact) settlePositions(context, group, dt);
    if (isStiff) relaxBodies(context.detection, group);
    isExact = isStiff = false;
  },
};

/** Velocities and corrections of a group that has contacts. */
function resolveContacts(context: StepContext, group: number, dt: number): void {
  const { profiler, stream } = context;
  isExact = false;
  isStiff = false;
  applyLoadsOf(context, group, dt);
  profiler.enter('shock-propagation');
  const outcome = holdWholeGroup(context.support, context.detection, group, limitsOf(context, dt));
  if (outcome === IN_MOTION) {
    profiler.enter('solve');
    sweep(context, group, dt);
    profiler.enter('shock-propagation');
    holdBodies(context.support, context.detection, group, limitsOf(context, dt));
  }
  keepLoadsOf(context, group, dt);
  // What rests as it rested needs no correction if it needed none then.
  const { isFree } = stream.groups.columns;
  if (outcome === RESTING && isFree[group] !== 0) return;
  profiler.enter('correction');
  const isCorrected = correctPositions(context, group, dt);
  isFree[group] = outcome === RESTING && !isCorrected ? 1 : 0;
}

function isCompiled({ settings, stream }: StepContext): boolean {
  return settings.kernel !== 'reference' && stream.kernel !== null;
}

/** Where the contacts are, who stands on whom, J and A. Where nothing that touches has moved, all of it is as it was. */
function assembleContacts(context: StepContext, dt: number): void {
  const { detection, support, stream, settings, report } = context;
  if (!isStreamCurrent(stream, detection)) {
    stream.penetration = placeContacts(detection, dt, settings);
    turnLoads(detection);
    findSupports(support, detection, settings.gravity);
    packContacts(stream, detection);
    rememberEdges(stream, detection);
    if (isCompiled(context)) prepareStream(stream, detection);
  }
  stream.version = detection.stillness.version;
  report.penetration = stream.penetration;
}

function applyForces({ detection, settings }: StepContext, group: number, dt: number): void {
  const { firstBody, bodyCount } = detection.groups.table.columns;
  const { member } = detection.groups.movers.columns;
  const nodes = detection.bodies.nodes.columns;
  const linear = settings['damping.linear'];
  const angular = settings['damping.angular'];
  integrateVelocities(nodes, member, firstBody[group], bodyCount[group], dt, settings.gravity, linear, angular);
}

/** The loads of the last step, which everything starts from. */
function applyLoadsOf(context: StepContext, group: number, dt: number): void {
  const { detection, stream, problem, arrays, settings, report } = context;
  const share = warmStartShare(detection, dt, settings);
  report.contacts += stream.groups.columns.contactCount[group];
  if (isCompiled(context)) applyLoads(stream, detection, group, share);
  else applyLoadsOfRecords(problem, stream, detection, group, arrays, share);
}

/** Projected Gauss-Seidel. */
function sweep(context: StepContext, group: number, dt: number): void {
  const { detection, stream, problem, solver, newton, arrays, settings, report } = context;
  const contacts = stream.groups.columns.contactCount[group];
  const enough = Math.min(settings['gsp.effort'] / contacts, MOST_TIMES_MORE * settings['gsp.iterations']);
  const most = Math.max(settings['gsp.iterations'], Math.floor(enough));
  const tolerance = settings['gsp.tolerance'] * gravityOfStep(settings, dt);
  let iterations = 0;
  if (isCompiled(context)) {
    iterations = sweepStream(stream, detection, group, warmStartShare(detection, dt, settings), most, tolerance);
    report.residual += stream.residual;
  } else {
    iterations = sweepRecords(problem, detection, solver, arrays, most, tolerance);
    report.residual += solver.merit(arrays, false);
  }
  report.iterations = Math.max(report.iterations, iterations);
  if (contacts > MOST_EXACT) return;
  if (iterations === most) finish(context, group, dt, tolerance);
  isStiff = stiffenBodies(detection, group, dt);
  if (isStiff) finish(context, group, dt, tolerance);
}

function finish({ newton, problem, stream, detection, arrays }: StepContext, group: number, dt: number, tolerance: number): void {
  isExact = prepareExactly(newton, problem, stream, detection, group, arrays);
  if (isExact) { const k = solveExactly(newton, problem, detection, arrays, tolerance); if ((globalThis as any).DBG) (globalThis as any).DBG('newton', k, arrays.count, isStiff); }
}
let isExact = false;
let isStiff = false;
const MOST_EXACT = 500;

const limits: HoldLimits = { still: 0, fast: 0, share: 0 };

function limitsOf({ detection, settings }: StepContext, dt: number): HoldLimits {
  const fall = gravityOfStep(settings, dt);
  limits.still = settings['gsp.still'] * fall;
  limits.fast = FAST * fall;
  limits.share = warmStartShare(detection, dt, settings);
  return limits;
}

/** What of all impulses lasts. */
function keepLoadsOf({ support, detection, settings }: StepContext, group: number, dt: number): void {
  keepLoads(support, detection, group, warmStartShare(detection, dt, settings), gravityOfStep(settings, dt));
}

/** Shock propagation of positions, and a projection of what is left. Returns whether there was anything to correct. */
function correctPositions(context: StepContext, group: number, dt: number): boolean {
  const { detection, support, stream, problem, solver, newton, arrays, settings } = context;
  const iterations = settings['gsp.correctionIterations'];
  const slop = NEGLIGIBLE * dt * gravityOfStep(settings, dt);
  if (isCompiled(context)) {
    if (!penetratesAhead(stream, detection, group, dt, slop)) return false;
    liftBodies(support, detection, group, dt);
    if (penetratesAhead(stream, detection, group, dt, slop)) {
      if (isExact) correctExactly(newton, problem, detection, arrays, dt, slop);
      else correctStream(stream, detection, group, iterations, dt);
    }
  } else {
    liftBodies(support, detection, group, dt);
    correctRecords(problem, detection, solver, arrays, iterations, dt);
  }
  return true;
}

function settlePositions(context: StepContext, group: number, dt: number): void {
  const { newton, detection, problem, arrays, settings } = context;
  const slop = SETTLED * gravityOfStep(settings, dt) * dt;
  for (let pass = 0; pass < 3; pass++) {
    relaxBodies(detection, group);
    if (isStiff) stiffenAgain(detection, group);
    const d = settleExactly(newton, problem, detection, group, arrays, settings, slop);
    if ((globalThis as any).DBG) (globalThis as any).DBG('  settle', d);
    if (d <= slop) break;
    movePositions(context, group, 0);
  }
}
const SETTLED = 1e-2;

function movePositions({ detection }: StepContext, group: number, dt: number): void {
  const { firstBody, bodyCount } = detection.groups.table.columns;
  const { member } = detection.groups.movers.columns;
  integratePositions(detection.bodies.nodes.columns, member, firstBody[group], bodyCount[group], dt);
}
