// Gated shock propagation, method `gsp`: our step beyond the VSP paper, and the default.
//
// An island starts from the loads of the last step. Shock propagation brings to rest, from the top down and with all
// impulses kept, the bodies that their supports can hold (support/hold-bodies.ts). Sweeps find the impulses of the
// rest; Newton's method finds those of taut chains and of lines of bodies at rest (solve-velocities.ts). Then the
// bodies are asked once more. From the ground up, bodies are freed from penetration (correct-positions.ts). The paper's
// scheme does both by fixing layers from the ground up, which loses the impulses that end at a fixed body: method
// `vsp`.

import { followParabolas } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
import { carryLoads } from '../../contact-problem/carry-loads.js';
import { reserveProblem, warmStartShare } from '../../contact-problem/contact-problem.js';
import { placeContacts } from '../../contact-problem/place-contacts.js';
import { clearTorques } from '../../contact-problem/resistances.js';
import { noteLevers, prepareSpinning } from '../../contact-problem/spinning-contacts.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { CONVERGED } from '../../kernels/shared/plan-sweeps.js';
import { gravityOfStep } from '../../settings.js';
import { freeEnergy, hasGained, rewindArrivals } from '../bounces.js';
import { stepJointed } from '../jointed/step-jointed.js';
import { movePositions } from '../move-positions.js';
import { accelerate, moveMembersOf } from '../part.js';
import type { Stepper } from '../stepper.js';
import { compareSteps, isStreamCurrent, packContacts, prepareStream, rememberEdges } from './contact-stream.js';
import { correctPositions } from './correct-positions.js';
import { keepLoads, turnLoads } from './keep-loads.js';
import { lookAgain } from './second-look.js';
import { leaveToMove, moveSmallIslands, sweepSmallIslands } from './small-islands.js';
import { correctAgain, isTurningFar } from './solve-exactly.js';
import { applyLoadsOf, FAST, solveLine, solveTaut, sweep, sweepPassively, unseenVelocity } from './solve-velocities.js';
import { beginLifts, noteEnergy } from './spend-speed.js';
import { relaxBodies, turnBodies } from './stiffen-bodies.js';
import { holdBodies, holdWholeIsland, IN_MOTION, RESTING } from './support/hold-bodies.js';
import { areJointsStill, holdTrees } from './support/hold-trees.js';
import { findSupports } from './support/support-graph.js';
import { noteIslands, recallUnchanged } from './unchanged-islands.js';
import { isCompiled, Workspace } from './workspace.js';

/** How often bodies are moved apart at the most [1]. */
const MOST_PASSES = 3;
/** Friction takes less than this many times from a velocity in a step of what gravity adds [1]. */
const SLOW = 2;

export const gatedShockPropagation: Stepper = {
  name: 'gsp',
  needs: { solver: 'gauss-seidel' },
  blocks: ['contact', 'joint', 'lock', 'resistance'],
  speedups: ['reduction', 'zeroing', 'damping', 'subgrouping'],
  make(site) {
    const context = new Workspace(site);
    return {
      hasKernel: context.stream.kernel !== null,
      // Its sweeps go on while they change velocities by what is fast, and rows are solved exactly.
      solvesImpacts: true,
      watchesSleepers: true,
      begin: (dt) => begin(context, dt),
      step: (island, _, dt) => step(context, island, dt),
      finish: (dt) => finish(context, dt),
      isIdle: () => context.stream.passedOver === site.detection.groups.count && site.detection.groups.free.bodyCount === 0,
      listTogether: () => {
        const { together } = context.look;
        return together.size === 0 ? undefined : together.columns.body.subarray(0, together.size);
      },
    };
  },
};

function begin(context: Workspace, dt: number): void {
  const { detection, problem, look, profiler } = context;
  reserveProblem(problem, detection);
  profiler.enter('contact-problem');
  look.isWanted = false;
  look.together.size = 0;
  context.stream.passedOver = 0;
  beginLifts(look.lifts, detection);
  clearTorques(detection);
  carryLoads(detection, dt);
  findLimits(context, dt);
  context.subgroups.begin(detection, context.settings, true);
  assembleContacts(context, dt);
  sweepSmallIslands(context, dt);
}

function step(context: Workspace, island: Island, dt: number): void {
  const { profiler, stream, report } = context;
  // Where every body touches another, none is free.
  if (island.bodyCount === 0) return;
  profiler.enter('solve');
  const { isTied } = island;
  if (isSettled(context, island) && (!isTied || areJointsStill(context.detection, island))) {
    stream.passedOver++;
    stream.islands.columns.isExact[island.number] = 0;
    report.contacts += stream.islands.columns.contactCount[island.number];
    return;
  }
  if (isTied) {
    holdOrStep(context, island, dt);
    return;
  }
  if (stream.islands.columns.isSwept[island.number] !== 0) {
    goOn(context, island, dt);
    return;
  }
  noteEnergy(context.look.lifts, context.detection, island);
  accelerate(context, island, dt);
  const touches = island.edgeCount > 0;
  const outcome = touches ? resolveContacts(context, island, dt) : IN_MOTION;
  if (!touches) flyFreely(context, island);
  profiler.enter('integrate');
  noteLevers(context.detection, island);
  movePositions(context.detection, island, dt);
  // Bodies that fly and turn may come to where nobody looked.
  if (!touches) context.look.isWanted = true;
  else if (outcome === IN_MOTION) settle(context, island, dt);
}

/** What an island undergoes that the kernel has swept with others. */
function goOn(context: Workspace, island: Island, dt: number): void {
  const { stream, report, detection, problem } = context;
  const { isExact, isFree, contactCount, sweeps, residual, outcome, isPulled, energy } = stream.islands.columns;
  const { number } = island;
  report.contacts += contactCount[number];
  report.residual += residual[number];
  report.iterations = Math.max(report.iterations, sweeps[number]);
  isExact[number] = isFree[number] = 0;
  problem.resistances = 0;
  solveRest(context, island, dt, outcome[number], isPulled[number] !== 0, energy[number]);
  keepLoadsOf(context, island);
  if (isExact[number] === 0) {
    rewind(context, island, dt);
    leaveToMove(context, island);
    return;
  }
  context.profiler.enter('correction');
  rewind(context, island, dt);
  correctPositions(context, island, dt, unseenVelocity(context, island));
  context.profiler.enter('integrate');
  movePositions(detection, island, dt);
  settle(context, island, dt);
}

/** An island with joints or locked axes rests as a whole, or is stepped as by all methods. */
function holdOrStep(context: Workspace, island: Island, dt: number): void {
  const { profiler, stream, jointed, treeHolding, report, problem } = context;
  noteJointsSettled(context.detection, island, 0);
  // Nothing else moves bodies that joints and locks hold.
  stream.islands.columns.isExact[island.number] = 1;
  profiler.enter('shock-propagation');
  const outcome = holdTrees(treeHolding, context, jointed.problem, island, context.limits);
  if (outcome === IN_MOTION) {
    stepJointed(context, jointed, island, dt);
    return;
  }
  report.contacts += problem.table.size;
  if (outcome === RESTING) noteSettled(context, island, dt);
}

function finish(context: Workspace, dt: number): void {
  moveSmallIslands(context, dt);
  const { look, detection, problem, arrays, settings, profiler, stream, subgroups } = context;
  if (look.isWanted) {
    profiler.enter('correction');
    lookAgain(look, detection, problem, arrays, settings, stream.islands.columns.isExact);
  }
  subgroups.finishWatched(detection, settings, dt);
  noteIslands(stream, detection);
}

/** Finds velocities and corrections of an island that has contacts. Returns what came of holding it. */
function resolveContacts(context: Workspace, island: Island, dt: number): number {
  const { profiler, stream, holding, detection, report } = context;
  report.contacts += stream.islands.columns.contactCount[island.number];
  const { isExact, isFree } = stream.islands.columns;
  isExact[island.number] = 0;
  const { areBouncy } = detection.bodies.materials;
  const energy = areBouncy ? freeEnergy(detection, island, false) : 0;
  applyLoadsOf(context, island);
  profiler.enter('shock-propagation');
  const outcome = holdWholeIsland(holding, detection, island, context.limits);
  if (outcome === IN_MOTION) {
    profiler.enter('solve');
    solveRest(context, island, dt, sweep(context, island), true, energy);
  }
  keepLoadsOf(context, island);
  // An island that rests as it rested needs no correction if it needed none then.
  if (outcome === RESTING && isFree[island.number] !== 0) {
    noteSettled(context, island, dt);
    return outcome;
  }
  profiler.enter('correction');
  rewind(context, island, dt);
  const unseen = outcome === IN_MOTION ? unseenVelocity(context, island) : 0;
  const isCorrected = correctPositions(context, island, dt, unseen);
  isFree[island.number] = outcome === RESTING && !isCorrected ? 1 : 0;
  return outcome;
}

/** What sweeps leave of an island that moves: what is taut, what has gained energy, and bodies that may be held by themselves. */
function solveRest(context: Workspace, island: Island, dt: number, swept: number, mayBeTaut: boolean, energy: number): void {
  const { detection, holding, limits, profiler } = context;
  // Newton's method knows no friction against rolling.
  const isResisting = context.problem.resistances > 0;
  const isTaut = mayBeTaut && !isResisting && solveTaut(context, island, dt, swept === CONVERGED);
  if (swept !== CONVERGED && !isTaut && !isResisting) solveLine(context, island, swept);
  if (detection.bodies.materials.areBouncy && hasGained(detection, island, energy)) sweepPassively(context, island, energy);
  profiler.enter('shock-propagation');
  holdBodies(holding, detection, island, limits);
}

/** Bodies that nothing pushes fly, and those that are to bounce stop where they arrive. */
function rewind(context: Workspace, island: Island, dt: number): void {
  flyFreely(context, island);
  rewindArrivals(context.approach, context.detection, island, dt);
}

/**
 * Notes whether an island that rests is settled. The step has not changed it. If the step began as the one before did,
 * so will the next, and it will not change the island either; until then the island is passed over.
 */
function noteSettled({ detection, stream, settings }: Workspace, island: Island, dt: number): void {
  const keepsLoads = warmStartShare(detection, dt, settings) === 1;
  const { isSettled, isUnchanged } = stream.islands.columns;
  isSettled[island.number] = (stream.isSameStep || isUnchanged[island.number] !== 0) && keepsLoads ? 1 : 0;
  // What no contact touches depends on nothing else that moves.
  if (keepsLoads && island.jointCount > 0 && island.edgeCount === 0) noteJointsSettled(detection, island, stream.stamp);
}

/** Whether a step that begins as the last one did, as far as an island goes, will not change it. */
function isSettled({ detection, stream }: Workspace, { number, jointCount, firstJoint, edgeCount }: Island): boolean {
  if (stream.islands.columns.isSettled[number] !== 0) return true;
  if (jointCount === 0 || edgeCount > 0) return false;
  const { settled } = detection.state.joints.table.columns;
  return settled[detection.groups.joints.columns.member[firstJoint]] === stream.stamp;
}

/** Notes of an island's first joint the conditions under which the island is settled, 0 for none, and nothing of the others. */
function noteJointsSettled({ state, groups }: Detection, { firstJoint, jointCount }: Island, conditions: number): void {
  const { settled } = state.joints.table.columns;
  const { member } = groups.joints.columns;
  for (let i = firstJoint; i < firstJoint + jointCount; i++) settled[member[i]] = i === firstJoint ? conditions : 0;
}

/**
 * Finds where contacts are, who stands on whom, J and A. Where no body that touches another has moved, all of it is as
 * it was.
 */
function assembleContacts(context: Workspace, dt: number): void {
  const { detection, support, stream, settings, report } = context;
  const isCurrent = isStreamCurrent(stream, detection);
  compareSteps(stream, detection, isCurrent, dt);
  if (!isCurrent) {
    stream.penetration = placeContacts(context.placing, detection, dt, settings);
    prepareSpinning(context.spin, detection, dt);
    turnLoads(detection, stream.friction);
    findSupports(support, detection, settings.gravity);
    packContacts(stream, detection);
    recallUnchanged(stream, detection);
    rememberEdges(stream, detection);
    if (isCompiled(context)) prepareStream(stream, detection);
  }
  stream.version = detection.stillness.version;
  report.penetration = Math.max(report.penetration, stream.penetration);
}

/** Finds what holding goes by in a step of dt [s]. */
function findLimits({ detection, settings, limits }: Workspace, dt: number): void {
  limits.fall = gravityOfStep(settings, dt);
  limits.still = settings['gsp.still'] * limits.fall;
  limits.slow = SLOW * limits.fall;
  limits.fast = FAST * limits.fall;
  limits.share = warmStartShare(detection, dt, settings);
  limits.dt = dt;
}

/** Makes the loads that the next step starts from of the impulses. */
function keepLoadsOf({ support, detection, limits }: Workspace, island: Island): void {
  keepLoads(support, detection, island, limits.share, limits.fall);
}

/** Bodies that no contact pushed are moved by forces alone. */
function flyFreely({ detection }: Workspace, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  followParabolas(detection.bodies.nodes.columns, member, firstBody, bodyCount);
}

/**
 * Bodies that turn far within the step are moved apart where they have come to: those of a taut island here, others in
 * finish().
 */
function settle(context: Workspace, island: Island, dt: number): void {
  context.profiler.enter('correction');
  if (context.stream.islands.columns.isExact[island.number] !== 0) settleBodies(context, island, dt);
  else context.look.isWanted = true;
}

/** Moves the bodies of an island that was solved exactly out of each other once more, if they turn far. */
function settleBodies(context: Workspace, island: Island, dt: number): void {
  const { exact, stiffness, detection, problem, arrays, settings } = context;
  const isFar = isTurningFar(detection, island, settings, dt);
  for (let pass = 0; isFar && pass < MOST_PASSES; pass++) {
    turnBodies(stiffness, detection, island);
    moveMembers(detection, island);
    if (!correctAgain(exact, problem, detection, island, arrays, settings)) break;
    movePositions(detection, island, 0);
  }
  relaxBodies(stiffness, detection, island);
}

/** Moves members of composites to where these have come. */
function moveMembers(detection: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  const { kind } = detection.bodies.nodes.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) if (kind[member[i]] === COMPOSITE) moveMembersOf(detection, member[i]);
}
