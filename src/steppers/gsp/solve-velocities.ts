// The impulses of an island's contacts that is not held as a whole: by sweeps, and by Newton's method where sweeps do
// not converge. The kernel sweeps the stream. Loads and impulses are applied to the velocities in f64, here and in the
// kernel, which keeps momentum to f64; only the changes that sweeps make are f32.

import { DETECTED_SIZE, DETECTED_VELOCITY } from '../../bodies/node-table.js';
import { resists } from '../../contact-problem/resistances.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Kernel } from '../../kernels/kernel.js';
import * as loops from '../../kernels/shared/accelerate-bodies.js';
import {
  COARSE,
  LONGEST,
  MOST,
  MOST_CONTACTS,
  outcomeOf,
  planSweeps,
  TOLERANCE,
  TOO_FEW,
  unseenVelocity as unseenIn,
} from '../../kernels/shared/plan-sweeps.js';
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
/** Velocities after an impact are exact to this share of the fastest before it [1]. */
const IMPACT_TOLERANCE = 1e-10;
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

/** Whether errors of velocities are gained or lost in every impact, or stay. */
export function areErrorsLasting({ bodies }: Detection, fall: number): boolean {
  return fall === 0 || bodies.materials.areBouncy;
}

/** By how much velocities of an island that moves may be wrong at the end of its sweeps, and nobody sees it [m/s]. */
export function unseenVelocity({ detection, settings, limits }: Workspace, island: Island): number {
  const lasting = areErrorsLasting(detection, limits.fall) ? 1 : 0;
  return unseenIn(fastestOf(detection, island), settings['gsp.tolerance'], lasting);
}

/** Projected Gauss-Seidel. Returns what it has come to. */
export function sweep(context: Workspace, island: Island): number {
  const { detection, stream, problem, solver, carried, arrays, settings, report, limits, plan } = context;
  const { fall, share } = limits;
  const contacts = stream.islands.columns.contactCount[island.number];
  const fastest = fastestOf(detection, island);
  const iterations = settings['gsp.iterations'];
  const lasting = areErrorsLasting(detection, fall) ? 1 : 0;
  const precision = settings['gsp.tolerance'];
  planSweeps(
    plan,
    contacts,
    island.bodyCount,
    fastest,
    fall,
    FAST * fall,
    iterations,
    settings['gsp.effort'],
    precision,
    lasting,
  );
  let done = 0;
  if (isCompiled(context) && problem.resistances === 0) {
    done = sweepStream(stream, detection, island, share, plan);
    // An island without a contact that acts has had no sweep, and leaves nothing to do.
    if (done > 0) report.residual += stream.residual;
  } else {
    done = sweepRecords(problem, detection, carried, arrays, plan);
    report.residual += solver.merit(arrays, false);
  }
  report.iterations = Math.max(report.iterations, done);
  return outcomeOf(plan, island.bodyCount, done);
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
  const { member } = groups.movers.columns;
  const { detected } = bodies.nodes.columns;
  return loops.fastestOf(member, island.firstBody, island.bodyCount, detected, DETECTED_SIZE, DETECTED_VELOCITY);
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
 * Sweeps by a plan. The loads must have been applied. Impulses go to the contacts, and what the sweeps changed into the
 * velocities, in f64. Returns how many sweeps it took.
 */
export function sweepStream(
  stream: ContactStream,
  { graph, bodies, groups }: Detection,
  island: Island,
  share: number,
  plan: Float64Array,
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
    plan[MOST],
    plan[TOLERANCE],
    plan[LONGEST],
    plan[COARSE],
    contacts.impulse.byteOffset,
  );
}
