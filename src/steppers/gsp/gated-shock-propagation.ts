// Gated shock propagation, method `gsp`: our step beyond the VSP paper, and the default.
//
// Starting from the loads of the last step, shock propagation brings to rest, from the top down and with all impulses kept, whatever
// its supports can hold (hold-bodies.ts); sweeps find the impulses of what is left, Newton's method those of taut chains and of
// lines of bodies at rest (solve-exactly.ts, stiffen-bodies.ts), and then it is asked once more. Bodies are freed from penetration from the ground
// up (lift-bodies.ts). The paper's scheme does both by fixing layers from the ground up,
// which loses the impulses that end at a fixed body: method `vsp`.

import { followParabolas, integratePositions, integrateVelocities } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
import { reserveProblem, warmStartShare } from '../../contact-problem/contact-problem.js';
import { beginBalance, restoreAll } from '../../contact-problem/keep-balance.js';
import { bounceWithin, dropBounces, freeEnergy, hasGained } from '../../contact-problem/passive-impulses.js';
import { placeContacts } from '../../contact-problem/place-contacts.js';
import { rewindArrivals } from '../../contact-problem/rewind-arrivals.js';
import { noteLevers, prepareSpinning } from '../../contact-problem/spinning-contacts.js';
import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import { gravityOfStep } from '../../settings.js';
import { LEAST_GAIN, LEFT_WITHOUT_ROOM, overlapOf } from '../../solvers/project-positions.js';
import { YIELDING } from '../../solvers/projected-gauss-seidel.js';
import { SparseNewton } from '../../solvers/sparse-newton.js';
import { moveMembersOf } from '../part.js';
import type { ProblemSite } from '../problem-site.js';
import { makeProblemSite } from '../problem-site.js';
import type { Site, Stepper } from '../stepper.js';
import {
  applyLoads,
  ContactStream,
  compareSteps,
  correctStream,
  isStreamCurrent,
  packContacts,
  penetratesAhead,
  predictStream,
  prepareStream,
  rememberEdges,
  sweepStream,
} from './contact-stream.js';
import { keepLoads, turnLoads } from './keep-loads.js';
import { BETTER, giveBackCorrections, keepCorrections, UNCORRECTED } from './kept-corrections.js';
import { applyLoadsOfRecords, correctRecords, predictRecords, sweepRecords } from './reference-sweeps.js';
import { lookAgain, SecondLook } from './second-look.js';
import { slidesFar } from './slides-far.js';
import { correctAgain, correctExactly, isTurningFar, prepareExactly, solveExactly } from './solve-exactly.js';
import { beginLifts, noteEnergy } from './spend-speed.js';
import {
  beginStiffness,
  findStiffness,
  loosenBodies,
  PULLED,
  relaxBodies,
  STIFFENING,
  stiffenBodies,
  turnBodies,
} from './stiffen-bodies.js';
import type { HoldLimits } from './support/hold-bodies.js';
import { holdBodies, holdWholeGroup, IN_MOTION, RESTING } from './support/hold-bodies.js';
import { liftBodies } from './support/lift-bodies.js';
import { findSupports, SupportGraph } from './support/support-graph.js';

/**
 * What is faster against its support than this many times what gravity adds in a step is held only by what was at rest before. In
 * a pile in motion there is nothing to hold on to, and asking would be for nothing.
 */
const FAST = 10;
/** How many times more often than a large group the smallest may be swept: what has not converged by then circles [1]. */
const MOST_TIMES_MORE = 25;
/**
 * As long as sweeps change velocities by more than what is fast, those of a large group go on, up to this many times
 * as often: what they leave would be found deep in each other at the end of the step, and to move it apart there costs more [1].
 */
const MORE_IN_IMPACTS = 5;
/** Penetration of less than this share of what a body falls in a step is rounding [1]. */
const NEGLIGIBLE = 1e-6;

/** Larger groups are swept and nothing else [1]. */
const MOST_CONTACTS = 500;
/** How often bodies are stiffened, and corrected at the end of the step, at the most [1]. */
const MOST_PASSES = 3;

export const gatedShockPropagation: Stepper = {
  name: 'gsp',
  needs: { solver: 'gauss-seidel' },
  make(site) {
    const context = makeWorkspace(site);
    return {
      hasKernel: context.stream.kernel !== null,
      begin: (dt) => begin(context, dt),
      step: (island, _, dt) => step(context, island, dt),
      finish: (dt) => finish(context, dt),
    };
  },
};

interface StepContext extends ProblemSite {
  /** The contacts of all islands as the kernel has them. */
  readonly stream: ContactStream;
  readonly support: SupportGraph;
  /** For islands that sweeps do not solve. */
  readonly newton: SparseNewton;
  /** For what comes to where nobody looked. */
  readonly look: SecondLook;
}

function makeWorkspace(site: Site): StepContext {
  const { memory } = site.state;
  return {
    ...makeProblemSite(site),
    stream: new ContactStream(memory),
    support: new SupportGraph(memory),
    newton: new SparseNewton(),
    look: new SecondLook(memory),
  };
}

function begin(context: StepContext, dt: number): void {
  const { detection, problem, look, profiler, balance } = context;
  reserveProblem(problem, detection);
  profiler.enter('contact-problem');
  look.isWanted = false;
  beginLifts(look.lifts, detection);
  beginBalance(balance);
  assembleContacts(context, dt);
}

function step(context: StepContext, island: Island, dt: number): void {
  const { profiler, stream, report } = context;
  profiler.enter('solve');
  if (stream.groups.columns.isSettled[island.number] !== 0) {
    report.contacts += stream.groups.columns.contactCount[island.number];
    return;
  }
  noteEnergy(context.look.lifts, context.detection, island);
  applyForces(context, island, dt);
  const touches = island.edgeCount > 0;
  const outcome = touches ? resolveContacts(context, island, dt) : IN_MOTION;
  if (!touches) flyFreely(context, island);
  profiler.enter('integrate');
  noteLevers(context.detection, island);
  movePositions(context, island, dt);
  // What flies and turns may come to where nobody looked.
  if (!touches) context.look.isWanted = true;
  else if (outcome === IN_MOTION) settle(context, island, dt);
}

function finish(context: StepContext, dt: number): void {
  const { look, detection, problem, arrays, settings, profiler, stream, balance } = context;
  profiler.enter('correction');
  if (look.isWanted) lookAgain(look, detection, problem, arrays, settings, stream.groups.columns.isExact, balance);
  restoreAll(balance, detection, settings, dt);
}

/** Velocities and corrections of a group that has contacts. Returns what came of holding it. */
function resolveContacts(context: StepContext, island: Island, dt: number): number {
  const { profiler, stream, detection, report } = context;
  report.contacts += stream.groups.columns.contactCount[island.number];
  const { isExact, isFree } = stream.groups.columns;
  isExact[island.number] = 0;
  const { areBouncy } = detection.bodies.materials;
  const energy = areBouncy ? freeEnergy(detection, island, false) : 0;
  applyLoadsOf(context, island, dt);
  profiler.enter('shock-propagation');
  const outcome = holdWholeGroup(context.support, context.detection, island, limitsOf(context, dt));
  if (outcome === IN_MOTION) {
    profiler.enter('solve');
    const hasConverged = sweep(context, island, dt);
    const isTaut = solveTaut(context, island, dt, hasConverged);
    if (!hasConverged && !isTaut) solveLine(context, island, dt);
    if (areBouncy && hasGained(detection, island, energy)) sweepPassively(context, island, dt, energy);
    profiler.enter('shock-propagation');
    holdBodies(context.support, context.detection, island, limitsOf(context, dt));
  }
  keepLoadsOf(context, island, dt);
  // What rests as it rested needs no correction if it needed none then.
  if (outcome === RESTING && isFree[island.number] !== 0) {
    noteSettled(context, island, dt);
    return outcome;
  }
  profiler.enter('correction');
  flyFreely(context, island);
  rewindArrivals(context.approach, detection, island, dt);
  const isCorrected = correctPositions(context, island, dt);
  isFree[island.number] = outcome === RESTING && !isCorrected ? 1 : 0;
  return outcome;
}

/**
 * A group that rests, with all its loads, has not changed by the step. If that step began as the one before it did, without a force
 * that has passed since, then so will the next, and the group is left alone for as long as that is so.
 */
function noteSettled({ detection, stream, settings }: StepContext, island: Island, dt: number): void {
  const keepsLoads = warmStartShare(detection, dt, settings) === 1;
  stream.groups.columns.isSettled[island.number] = stream.isSameStep && keepsLoads ? 1 : 0;
}

function isCompiled({ settings, stream }: StepContext): boolean {
  return settings.kernel !== 'reference' && stream.kernel !== null;
}

/** Where the contacts are, who stands on whom, J and A. Where nothing that touches has moved, all of it is as it was. */
function assembleContacts(context: StepContext, dt: number): void {
  const { detection, support, stream, settings, report } = context;
  const isCurrent = isStreamCurrent(stream, detection);
  if (!isCurrent) {
    stream.penetration = placeContacts(context.placing, detection, dt, settings);
    prepareSpinning(context.spin, detection, dt);
    turnLoads(detection);
    findSupports(support, detection, settings.gravity);
    packContacts(stream, detection);
    rememberEdges(stream, detection);
    if (isCompiled(context)) prepareStream(stream, detection);
  }
  stream.version = detection.stillness.version;
  compareSteps(stream, detection, isCurrent, dt);
  report.penetration = stream.penetration;
}

function applyForces({ detection, settings }: StepContext, island: Island, dt: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  const nodes = detection.bodies.nodes.columns;
  const linear = settings['damping.linear'];
  const angular = settings['damping.angular'];
  integrateVelocities(nodes, member, firstBody, bodyCount, dt, settings.gravity, linear, angular);
}

/** The loads of the last step, which everything starts from. */
function applyLoadsOf(context: StepContext, island: Island, dt: number): void {
  const { detection, stream, problem, arrays, settings } = context;
  const share = warmStartShare(detection, dt, settings);
  if (isCompiled(context)) applyLoads(stream, detection, island, share);
  else applyLoadsOfRecords(problem, stream, detection, island, arrays, share);
}

/** How often a group may be swept, if a large one is so many times. */
function mostSweeps({ stream, settings }: StepContext, island: Island, iterations: number): number {
  const enough = Math.min(
    settings['gsp.effort'] / stream.groups.columns.contactCount[island.number],
    MOST_TIMES_MORE * iterations,
  );
  return Math.max(iterations, Math.floor(enough));
}

/** Projected Gauss-Seidel. Returns whether it has converged. */
function sweep(context: StepContext, island: Island, dt: number): boolean {
  const { detection, stream, problem, solver, arrays, settings, report } = context;
  const most = mostSweeps(context, island, settings['gsp.iterations']);
  const fall = gravityOfStep(settings, dt);
  const tolerance = settings['gsp.tolerance'] * fall;
  // Without gravity nothing says what is fast.
  const longest = fall > 0 ? Math.max(most, MORE_IN_IMPACTS * settings['gsp.iterations']) : most;
  let iterations = 0;
  if (isCompiled(context)) {
    const share = warmStartShare(detection, dt, settings);
    iterations = sweepStream(stream, detection, island, share, most, tolerance, longest, FAST * fall);
    // A group without a contact that acts has had no sweep, and leaves nothing to do.
    if (iterations > 0) report.residual += stream.residual;
  } else {
    iterations = sweepRecords(problem, detection, solver, arrays, most, tolerance, longest, FAST * fall);
    report.residual += solver.merit(arrays, false);
  }
  report.iterations = Math.max(report.iterations, iterations);
  return iterations < most;
}

/**
 * Bodies one behind the other that hardly move, as the stones of an arch: sweeps would take as many as the square of their number to
 * find what they press each other with. All impulses are found at once.
 */
function solveLine(context: StepContext, island: Island, dt: number): void {
  const { detection, stream, problem, newton, arrays, settings } = context;
  const fall = gravityOfStep(settings, dt);
  if (stream.groups.columns.contactCount[island.number] > MOST_CONTACTS || !isSlow(detection, island, FAST * fall)) return;
  if (!prepareExactly(newton, problem, stream, detection, island, arrays)) return;
  solveExactly(newton, problem, detection, arrays, settings['gsp.tolerance'] * fall);
}

/** Whether no body of a group was faster than that [m/s] when the step began. */
function isSlow({ bodies, groups }: Detection, island: Island, most: number): boolean {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const { detected } = bodies.nodes.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++)
    for (let k = 13 * member[i] + 7; k < 13 * member[i] + 10; k++) if (Math.abs(detected[k]) > most) return false;
  return true;
}

/**
 * Where bodies swing faster under what pulls at them than the step can follow, or are pulled by what sweeps could not find, all impulses
 * are found at once, if that costs little: with the stiffness of those bodies, and once more where it has grown by it. Returns whether
 * they were.
 */
function solveTaut(context: StepContext, island: Island, dt: number, hasConverged: boolean): boolean {
  const { detection, stream, problem, newton, arrays, settings } = context;
  const { contactCount, isExact } = stream.groups.columns;
  if (contactCount[island.number] > MOST_CONTACTS) return false;
  beginStiffness(island);
  let stiffness = findStiffness(detection, island, dt);
  const isTaut = stiffness === STIFFENING || (stiffness === PULLED && !hasConverged);
  if (!isTaut || !prepareExactly(newton, problem, stream, detection, island, arrays)) return false;
  // What relative velocities are wrong by adds up along a chain: what hangs at its end would fall by it.
  const tolerance = (settings['gsp.tolerance'] * gravityOfStep(settings, dt)) / newton.bodies;
  isExact[island.number] = 1;
  for (let pass = 0; pass < MOST_PASSES && (pass === 0 || stiffness === STIFFENING); pass++) {
    stiffenBodies(detection, island);
    prepareExactly(newton, problem, stream, detection, island, arrays);
    solveExactly(newton, problem, detection, arrays, tolerance);
    stiffness = findStiffness(detection, island, dt);
  }
  return true;
}

/** The contacts have added energy to what the group had: as much of their bounces stays as does not. */
function sweepPassively(context: StepContext, island: Island, dt: number, energy: number): void {
  const { detection, stream } = context;
  if (stream.groups.columns.isExact[island.number] !== 0) loosenBodies(detection, island);
  stream.groups.columns.isExact[island.number] = 0;
  dropBounces(context.wrench, detection, island);
  applyLoadsOf(context, island, dt);
  sweep(context, island, dt);
  bounceWithin(context.wrench, detection, island, energy);
}

const limits: HoldLimits = { still: 0, fast: 0, share: 0, dt: 0 };

function limitsOf({ detection, settings }: StepContext, dt: number): HoldLimits {
  const fall = gravityOfStep(settings, dt);
  limits.still = settings['gsp.still'] * fall;
  limits.fast = FAST * fall;
  limits.share = warmStartShare(detection, dt, settings);
  limits.dt = dt;
  return limits;
}

/** What of all impulses lasts. */
function keepLoadsOf({ support, detection, settings }: StepContext, island: Island, dt: number): void {
  keepLoads(support, detection, island, warmStartShare(detection, dt, settings), gravityOfStep(settings, dt));
}

/** What nothing touched is moved by forces alone. */
function flyFreely({ detection }: StepContext, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  followParabolas(detection.bodies.nodes.columns, member, firstBody, bodyCount);
}

/** Shock propagation of positions, and a projection of what is left. Returns whether there was anything to correct. */
function correctPositions(context: StepContext, island: Island, dt: number): boolean {
  const { detection, stream, problem, newton, arrays, settings } = context;
  const slop = NEGLIGIBLE * dt * gravityOfStep(settings, dt);
  const isExact = stream.groups.columns.isExact[island.number] !== 0;
  if (!isCompiled(context)) predictRecords(problem, detection, arrays, dt);
  else if (!penetratesAhead(stream, detection, island, dt, slop)) return false;
  const before = predictOverlap(context, island, dt);
  const isLifted = liftWhereThereIsRoom(context, island, dt, before);
  if (isLifted && isCompiled(context) && !penetratesAhead(stream, detection, island, dt, slop)) return true;
  if (isExact) {
    if (isCompiled(context)) predictRecords(problem, detection, arrays, dt);
    correctExactly(newton, detection, arrays, slop);
  } else {
    correctSwept(context, island, settings['gsp.correctionIterations'], 0);
    if (predictOverlap(context, island, dt) > LEFT_WITHOUT_ROOM * before) correctLonger(context, island, dt, before);
  }
  return true;
}

/** Lifts the bodies of a group out of what holds them, unless that leaves more overlap than there was. Returns whether any is lifted. */
function liftWhereThereIsRoom(context: StepContext, island: Island, dt: number, before: number): boolean {
  const { detection, support } = context;
  keepCorrections(detection, island, UNCORRECTED);
  if (!liftBodies(support, detection, island, dt)) return false;
  if (predictOverlap(context, island, dt) <= before) return true;
  giveBackCorrections(detection, island, UNCORRECTED);
  predictOverlap(context, island, dt);
  return false;
}

/**
 * Where lifts and sweeps have taken away little of what overlaps, a small group is swept more often. If that is not enough, contacts
 * yield, all alike, where that leaves less: project-positions.ts. So they do where bodies would be moved far along each other.
 */
function correctLonger(context: StepContext, island: Island, dt: number, before: number): void {
  const { detection, settings } = context;
  const most = mostSweeps(context, island, settings['gsp.correctionIterations']);
  correctSwept(context, island, most, 0);
  const after = predictOverlap(context, island, dt);
  const isPair = island.edgeCount === 1;
  const isFar = slidesFar(detection, island, settings['detection.envelope']);
  if (isPair || (after <= LEFT_WITHOUT_ROOM * before && !isFar)) return;
  keepCorrections(detection, island, BETTER);
  giveBackCorrections(detection, island, UNCORRECTED);
  predictOverlap(context, island, dt);
  correctSwept(context, island, most, YIELDING);
  const left = predictOverlap(context, island, dt);
  if (left > after && !isFar) giveBackCorrections(detection, island, BETTER);
  else if (left > (1 - LEAST_GAIN) * before) giveBackCorrections(detection, island, UNCORRECTED);
}

/** Sweeps of the projection (46) of the gaps that have been predicted, with that relaxation (41). */
function correctSwept(context: StepContext, island: Island, iterations: number, relaxation: number): void {
  const { detection, stream, arrays } = context;
  if (isCompiled(context)) correctStream(stream, detection, island, iterations, relaxation);
  else correctRecords(arrays, iterations, relaxation);
}

/** What overlaps at the end of the step, in all [m^2]; a stream then holds these gaps, and records have held them before. */
function predictOverlap(context: StepContext, island: Island, dt: number): number {
  const { detection, stream, arrays } = context;
  return isCompiled(context) ? predictStream(stream, detection, island, dt) : overlapOf(arrays);
}

/** What turns far within the step is moved apart where it has come to. */
function settle(context: StepContext, island: Island, dt: number): void {
  context.profiler.enter('correction');
  if (context.stream.groups.columns.isExact[island.number] !== 0) settleBodies(context, island, dt);
  else context.look.isWanted = true;
}

/** Where bodies of a group that was solved exactly turn far, they are moved out of each other once more, where they have come to. */
function settleBodies(context: StepContext, island: Island, dt: number): void {
  const { newton, detection, problem, arrays, settings } = context;
  const isFar = isTurningFar(detection, island, settings, dt);
  for (let pass = 0; isFar && pass < MOST_PASSES; pass++) {
    turnBodies(detection, island);
    moveMembers(detection, island);
    if (!correctAgain(newton, problem, detection, island, arrays, settings)) break;
    movePositions(context, island, 0);
  }
  relaxBodies(detection, island);
}

/** Members of composites are where these have come to. */
function moveMembers(detection: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  const { kind } = detection.bodies.nodes.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) if (kind[member[i]] === COMPOSITE) moveMembersOf(detection, member[i]);
}

function movePositions({ detection }: StepContext, island: Island, dt: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  integratePositions(detection.bodies.turning, detection.bodies.nodes.columns, member, firstBody, bodyCount, dt);
}
