// The projection of an island's bodies out of each other, equation (46): by shock propagation, by sweeps, or exactly.

import type { Island } from '../../detection/contact-graph/island.js';
import { gravityOfStep } from '../../settings.js';
import { LEAST_GAIN, LEFT_WITHOUT_ROOM, overlapOf } from '../../solvers/project-positions.js';
import { YIELDING } from '../../solvers/projected-gauss-seidel.js';
import { correctStream, penetratesAhead, predictStream } from './correct-stream.js';
import { BETTER, giveBackCorrections, keepCorrections, UNCORRECTED } from './kept-corrections.js';
import { correctRecords, predictRecords } from './reference-sweeps.js';
import { slidesFar } from './slides-far.js';
import { correctExactly } from './solve-exactly.js';
import { mostSweeps } from './solve-velocities.js';
import { liftBodies } from './support/lift-bodies.js';
import type { Workspace } from './workspace.js';
import { isCompiled } from './workspace.js';

/** Penetration of less than this share of what a body falls in a step is rounding [1]. */
const NEGLIGIBLE = 1e-6;

/** Lifts bodies out of their supports, and projects what is left. Returns whether there was anything to correct. */
export function correctPositions(context: Workspace, island: Island, dt: number): boolean {
  const { detection, stream, problem, exact, arrays, settings } = context;
  const slop = NEGLIGIBLE * dt * gravityOfStep(settings, dt);
  const isExact = stream.islands.columns.isExact[island.number] !== 0;
  if (!isCompiled(context)) predictRecords(problem, detection, arrays, dt);
  else if (!penetratesAhead(stream, detection, island, dt, slop)) return false;
  const before = predictOverlap(context, island, dt);
  const isLifted = liftWhereThereIsRoom(context, island, dt, before);
  if (isLifted && isCompiled(context) && !penetratesAhead(stream, detection, island, dt, slop)) return true;
  if (isExact) {
    if (isCompiled(context)) predictRecords(problem, detection, arrays, dt);
    correctExactly(exact, detection, arrays, slop);
  } else {
    correctSwept(context, island, settings['gsp.correctionIterations'], 0);
    if (predictOverlap(context, island, dt) > LEFT_WITHOUT_ROOM * before) correctLonger(context, island, dt, before);
  }
  return true;
}

/** Lifts the bodies of an island, unless that leaves more overlap than there was. Returns whether any is lifted. */
function liftWhereThereIsRoom(context: Workspace, island: Island, dt: number, before: number): boolean {
  const { detection, support, lifting, corrections } = context;
  keepCorrections(corrections, detection, island, UNCORRECTED);
  if (!liftBodies(lifting, support, detection, island, dt)) return false;
  if (predictOverlap(context, island, dt) <= before) return true;
  giveBackCorrections(corrections, detection, island, UNCORRECTED);
  predictOverlap(context, island, dt);
  return false;
}

/**
 * Corrects an island of which lifts and sweeps have taken away little overlap. A small island is swept more often. If that is not
 * enough, or if bodies would be moved far along each other, contacts yield, all alike (project-positions.ts), where that leaves less.
 */
function correctLonger(context: Workspace, island: Island, dt: number, before: number): void {
  const { detection, settings, corrections } = context;
  const most = mostSweeps(context, island, settings['gsp.correctionIterations']);
  correctSwept(context, island, most, 0);
  const after = predictOverlap(context, island, dt);
  const isPair = island.edgeCount === 1;
  const isFar = slidesFar(detection, island, settings['detection.envelope']);
  if (isPair || (after <= LEFT_WITHOUT_ROOM * before && !isFar)) return;
  keepCorrections(corrections, detection, island, BETTER);
  giveBackCorrections(corrections, detection, island, UNCORRECTED);
  predictOverlap(context, island, dt);
  correctSwept(context, island, most, YIELDING);
  const left = predictOverlap(context, island, dt);
  if (left > after && !isFar) giveBackCorrections(corrections, detection, island, BETTER);
  else if (left > (1 - LEAST_GAIN) * before) giveBackCorrections(corrections, detection, island, UNCORRECTED);
}

/** Sweeps of the projection (46) of the gaps that have been predicted, with that relaxation (41). */
function correctSwept(context: Workspace, island: Island, iterations: number, relaxation: number): void {
  const { detection, stream, arrays } = context;
  if (isCompiled(context)) correctStream(stream, detection, island, iterations, relaxation);
  else correctRecords(arrays, iterations, relaxation);
}

/** What overlaps at the end of the step, in all [m^2]; a stream then holds these gaps, and records have held them before. */
function predictOverlap(context: Workspace, island: Island, dt: number): number {
  const { detection, stream, arrays } = context;
  return isCompiled(context) ? predictStream(stream, detection, island, dt) : overlapOf(arrays);
}
