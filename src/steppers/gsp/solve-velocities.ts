// The impulses of an island's contacts that is not held as a whole: by sweeps, and by Newton's method where sweeps do
// not converge. The kernel sweeps the stream. Loads and impulses are applied to the velocities in f64, here and in the
// kernel, which keeps momentum to f64; only the changes that sweeps make are f32.

import { DETECTED_SIZE } from '../../bodies/node-table.js';
import { resists } from '../../contact-problem/resistances.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Kernel } from '../../kernels/kernel.js';
import { bounceWithin, dropBounces } from '../bounces.js';
import type { ContactStream } from './contact-stream.js';
import { LANES, manifoldsOf, quadsOf } from './contact-stream.js';
import { applyLoadsOfRecords, sweepRecords } from './reference-sweeps.js';
import { prepareExactly, solveExactly } from './solve-exactly.js';
import { beginStiffness, findStiffness, loosenBodies, PULLED, STIFFENING, stiffenBodies } from './stiffen-bodies.js';
import type { Workspace } from './workspace.js';
import { isCompiled } from './workspace.js';

/**
 * A body that is faster against its support than this many times what gravity adds in a step is held only by bodies
 * that were at rest before [1]. In a pile in motion there is nothing to hold on to, and asking would be for nothing.
 */
export const FAST = 10;
/**
 * How many times more often than a large island the smallest may be swept: what has not converged by then circles [1].
 */
const MOST_TIMES_MORE = 40;
/**
 * As long as sweeps change velocities by more than what is fast, those of a large island go on, up to this many times
 * as often [1]. Bodies would be found deep in each other at the end of the step, and to move them apart there costs
 * more.
 */
const MORE_IN_IMPACTS = 5;
/**
 * How many times the usual effort goes into a small island that hardly moves [1]. What leans on each other, as the cards of a house,
 * falls where loads are not known well; once they are, the island is held, and costs nothing more.
 */
const MORE_AT_REST = 10;
/**
 * And this share of the usual tolerance is what it is swept to [1]: along an arch of 61 stones, errors add up to a motion that is no
 * fall yet, and never ends.
 */
const FINER_AT_REST = 0.1;
/**
 * Nobody sees velocities that are wrong by this share of the fastest [1]. Where contacts bounce, or where nothing but impacts changes
 * velocities, so little of the energy would be gained or lost in each of them: there they are exact to single precision.
 */
const UNSEEN = 1e-5;
const UNSEEN_IN_BOUNCES = 1e-7;
/** Velocities after an impact are exact to this share of the fastest before it [1]. */
const IMPACT_TOLERANCE = 1e-10;
/** Larger islands are swept and nothing else [1]. */
const MOST_CONTACTS = 500;
/** How often bodies are stiffened at the most [1]. */
const MOST_PASSES = 3;

/**
 * Applies the loads of the last step: the warm start. The stream knows no friction against rolling, so an island that has some
 * is swept as records.
 */
export function applyLoadsOf(context: Workspace, island: Island): void {
  const { detection, stream, problem, arrays, limits } = context;
  const { share } = limits;
  problem.resistances = 0;
  if (isCompiled(context) && !resists(detection, island)) applyLoads(stream, detection, island, share);
  else applyLoadsOfRecords(problem, stream, detection, island, arrays, share);
}

/**
 * How often an island may be swept, if a large one is swept `iterations` times, and small ones so often that all sweeps visit so
 * many contacts together [1].
 */
export function mostSweeps({ stream }: Workspace, island: Island, iterations: number, visits: number): number {
  const enough = Math.min(visits / stream.islands.columns.contactCount[island.number], MOST_TIMES_MORE * iterations);
  return Math.max(iterations, Math.floor(enough));
}

/**
 * Sweeps are enough when they change no velocity by more than this [m/s]: a share of what gravity adds in a step, of less than that
 * while a small island hardly moves, and of what it moves by where that is more.
 */
function toleranceOf(
  { settings, detection }: Workspace,
  { bodyCount }: Island,
  fall: number,
  fastest: number,
  isAboutToRest: boolean,
): number {
  // Where nothing but impacts changes velocities, errors stay. In a line of bodies they are as many times what the last sweep has
  // changed as the square of its length.
  const times = fall > 0 ? 1 : Math.max(1, (bodyCount - 1) * (bodyCount - 1));
  const least = settings['gsp.tolerance'] * fall * (isAboutToRest ? FINER_AT_REST : 1);
  const share = areErrorsLasting(detection, fall) ? UNSEEN_IN_BOUNCES : UNSEEN;
  return settings['gsp.tolerance'] === 0 ? 0 : Math.max(least, (share * fastest) / times);
}

/** Whether errors of velocities are gained or lost in every impact, or stay. */
function areErrorsLasting({ bodies }: Detection, fall: number): boolean {
  return fall === 0 || bodies.materials.areBouncy;
}

/** By how much velocities of an island that moves may be wrong at the end of its sweeps, and nobody sees it [m/s]. */
export function unseenVelocity({ detection, settings, limits }: Workspace, island: Island): number {
  if (settings['gsp.tolerance'] === 0 || areErrorsLasting(detection, limits.fall)) return 0;
  return UNSEEN * fastestOf(detection, island);
}

/**
 * What sweeps come to: they have converged; they would still change something; or they are fewer than an impact takes that goes
 * through a line of so many bodies, which is as many as its square.
 */
export const CONVERGED = 0;
const UNFINISHED = 1;
const TOO_FEW = 2;

/** Projected Gauss-Seidel. Returns what it has come to. */
export function sweep(context: Workspace, island: Island): number {
  const { detection, stream, problem, solver, carried, arrays, settings, report, limits } = context;
  const { fall, share } = limits;
  const fastest = fastestOf(detection, island);
  const isAboutToRest = fastest <= fall && stream.islands.columns.contactCount[island.number] <= MOST_CONTACTS;
  const visits = (isAboutToRest ? MORE_AT_REST : 1) * settings['gsp.effort'];
  const most = mostSweeps(context, island, settings['gsp.iterations'], visits);
  const tolerance = toleranceOf(context, island, fall, fastest, isAboutToRest);
  // Without gravity nothing says what is fast.
  const longest = fall > 0 ? Math.max(most, MORE_IN_IMPACTS * settings['gsp.iterations']) : most;
  let iterations = 0;
  if (isCompiled(context) && problem.resistances === 0) {
    iterations = sweepStream(stream, detection, island, share, most, tolerance, longest, FAST * fall);
    // An island without a contact that acts has had no sweep, and leaves nothing to do.
    if (iterations > 0) report.residual += stream.residual;
  } else {
    iterations = sweepRecords(problem, detection, carried, arrays, most, tolerance, longest, FAST * fall);
    report.residual += solver.merit(arrays, false);
  }
  report.iterations = Math.max(report.iterations, iterations);
  if (iterations < most) return CONVERGED;
  return iterations === longest && island.bodyCount * island.bodyCount > longest ? TOO_FEW : UNFINISHED;
}

/**
 * Finds all impulses at once where bodies that hardly move are pressed one behind the other, as the stones of an arch
 * are, or, without gravity, where an impact goes through a long line. Sweeps would take as many as the square of the number of bodies.
 */
export function solveLine(context: Workspace, island: Island, outcome: number): void {
  const { detection, stream, problem, exact, arrays, settings, limits } = context;
  const { fall } = limits;
  const fastest = fastestOf(detection, island);
  // Without gravity nothing says what is fast, and nothing presses but impacts.
  const isImpact = outcome === TOO_FEW && fall === 0;
  if (stream.islands.columns.contactCount[island.number] > MOST_CONTACTS || !(isImpact || fastest <= FAST * fall)) return;
  if (!prepareExactly(exact, problem, stream, detection, island, arrays)) return;
  solveExactly(exact, problem, detection, arrays, Math.max(settings['gsp.tolerance'] * fall, IMPACT_TOLERANCE * fastest));
}

/** The largest velocity of a body of an island along an axis when the step began [m/s]. */
function fastestOf({ bodies, groups }: Detection, island: Island): number {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const { detected } = bodies.nodes.columns;
  let fastest = 0;
  for (let i = firstBody; i < firstBody + bodyCount; i++)
    for (let k = DETECTED_SIZE * member[i] + 7; k < DETECTED_SIZE * member[i] + 10; k++)
      fastest = Math.max(fastest, Math.abs(detected[k]));
  return fastest;
}

/**
 * Finds all impulses of a taut island at once, if that costs little. An island is taut where bodies swing faster under
 * their pulls than the step can follow, or where bodies are pulled and sweeps have not converged. The stiffness of the
 * bodies is added to their inertia; where it has grown by the solution, the island is solved once more. Returns whether
 * it was solved.
 */
export function solveTaut(context: Workspace, island: Island, dt: number, hasConverged: boolean): boolean {
  const { detection, stream, problem, exact, stiffness, arrays, settings, limits } = context;
  const { contactCount, isExact } = stream.islands.columns;
  if (contactCount[island.number] > MOST_CONTACTS) return false;
  beginStiffness(stiffness, island);
  let pull = findStiffness(stiffness, detection, island, dt);
  const isTaut = pull === STIFFENING || (pull === PULLED && !hasConverged);
  if (!isTaut || !prepareExactly(exact, problem, stream, detection, island, arrays)) return false;
  // Errors of relative velocities add up along a chain: the last link would fall by their sum.
  const tolerance = (settings['gsp.tolerance'] * limits.fall) / exact.newton.bodies;
  isExact[island.number] = 1;
  for (let pass = 0; pass < MOST_PASSES && (pass === 0 || pull === STIFFENING); pass++) {
    stiffenBodies(stiffness, detection, island);
    prepareExactly(exact, problem, stream, detection, island, arrays);
    solveExactly(exact, problem, detection, arrays, tolerance);
    pull = findStiffness(stiffness, detection, island, dt);
  }
  return true;
}

/** Sweeps an island whose contacts have added energy once more: as much of their bounces stays as adds none. */
export function sweepPassively(context: Workspace, island: Island, energy: number): void {
  const { detection, stream, stiffness, wrench } = context;
  if (stream.islands.columns.isExact[island.number] !== 0) loosenBodies(stiffness, detection, island);
  stream.islands.columns.isExact[island.number] = 0;
  dropBounces(wrench, detection, island);
  applyLoadsOf(context, island);
  sweep(context, island);
  bounceWithin(wrench, detection, island, energy);
}

/** Applies a share of the loads to the velocities, in f64: the warm start. */
export function applyLoads(stream: ContactStream, detection: Detection, island: Island, share: number): void {
  const { worldPoint, worldNormal, load } = detection.graph.contacts.columns;
  const { position, velocity, inverseMass, inverseInertia } = detection.bodies.nodes.columns;
  (stream.kernel as Kernel).applyImpulses(
    manifoldsOf(stream, island),
    LANES * stream.islands.columns.packCount[island.number],
    worldPoint.byteOffset,
    worldNormal.byteOffset,
    load.byteOffset,
    velocity.byteOffset,
    position.byteOffset,
    inverseMass.byteOffset,
    inverseInertia.byteOffset,
    share,
  );
}

/**
 * Sweeps until no velocity changes by more than the tolerance [m/s]; after `iterations` sweeps a coarse tolerance is
 * enough, and after `longest` sweeps it ends. The loads must have been applied. Impulses go to the contacts, and what the
 * sweeps changed into the velocities, in f64. Returns how many sweeps it took.
 */
export function sweepStream(
  stream: ContactStream,
  { graph, bodies, groups }: Detection,
  island: Island,
  share: number,
  iterations: number,
  tolerance: number,
  longest: number,
  coarse: number,
): number {
  const packs = stream.islands.columns.packCount[island.number];
  if (packs === 0) return 0;
  const contacts = graph.contacts.columns;
  const nodes = bodies.nodes.columns;
  const { velocity, former } = stream.bodies.columns;
  return (stream.kernel as Kernel).solveContacts(
    manifoldsOf(stream, island),
    packs,
    quadsOf(stream, island),
    contacts.worldPoint.byteOffset,
    contacts.worldNormal.byteOffset,
    contacts.load.byteOffset,
    contacts.bias.byteOffset,
    nodes.velocity.byteOffset,
    nodes.position.byteOffset,
    nodes.inverseMass.byteOffset,
    nodes.inverseInertia.byteOffset,
    share,
    velocity.byteOffset,
    former.byteOffset,
    groups.movers.columns.member.byteOffset + 4 * island.firstBody,
    island.bodyCount,
    iterations,
    tolerance,
    longest,
    coarse,
    contacts.impulse.byteOffset,
    contacts.change.byteOffset,
  );
}
