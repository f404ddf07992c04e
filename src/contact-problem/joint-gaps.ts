// How far the joints of an island are open, and coordinates beyond their limits, where its bodies are now.

import { isZero } from '../bodies/kinematics.js';
import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import { RETURN_SPEED } from '../joints/coordinate-law.js';
import { readCoordinate } from '../joints/coordinates.js';
import { writeJointGaps } from '../joints/write-rows.js';
import { HIGHEST, isLocked, LOWEST, ROW_LENGTH } from '../solvers/tree/joint-block.js';
import type { JointProblem } from './joint-problem.js';

/**
 * Notes how far coordinates may be beyond their limits at the end of a step of dt [s]. One that is beyond comes back by
 * its law, in steps to come as well; no other passes its limit. Rows are those of the beginning of the step.
 */
export function allowReturns(
  { frames, blocks, gap, allowed }: JointProblem,
  { state, bodies, groups }: Detection,
  { firstJoint, jointCount }: Island,
  dt: number,
): void {
  const { member } = groups.joints.columns;
  const back = RETURN_SPEED * dt;
  for (let block = 0; block < jointCount; block++) {
    const first = blocks.firstRow[block];
    let areAny = false;
    for (let r = first; r < blocks.firstRow[block + 1]; r++) {
      allowed[r] = 0;
      areAny ||= comesBackSlowly(blocks.row, r);
    }
    if (!areAny) continue;
    writeJointGaps(frames, state.joints.table.columns, bodies.nodes.columns, member[firstJoint + block], gap, first);
    for (let r = first; r < blocks.firstRow[block + 1]; r++) {
      if (!comesBackSlowly(blocks.row, r)) continue;
      allowed[r] = gap[r] > 0 ? Math.max(0, gap[r] - back) : Math.min(0, gap[r] + back);
    }
  }
}

/**
 * Writes the gaps of all locked rows, and if asked for of limits that were passed in the step, where the bodies are
 * now. Returns the largest, without its sign [m or rad].
 */
export function writeGaps(
  problem: JointProblem,
  detection: Detection,
  { firstJoint, jointCount }: Island,
  ofLimits: boolean,
): number {
  const { blocks, gap } = problem;
  const { member } = detection.groups.joints.columns;
  let worst = 0;
  for (let block = 0; block < jointCount; block++) {
    writeGapsOfBlock(problem, detection, member[firstJoint + block], block, ofLimits);
    for (let row = blocks.firstRow[block]; row < blocks.firstRow[block + 1]; row++) worst = Math.max(worst, Math.abs(gap[row]));
  }
  return Math.max(worst, writeCouplingGaps(problem, detection));
}

/**
 * The same once more, limits included, when some bodies were moved by the displacements of the problem: gaps that have
 * been scaled by -1 since, and whose bodies were not, are what they were.
 */
export function writeGapsOfDisplaced(problem: JointProblem, detection: Detection, { firstJoint, jointCount }: Island): number {
  const { blocks, gap } = problem;
  const { member } = detection.groups.joints.columns;
  let worst = 0;
  for (let block = 0; block < jointCount; block++) {
    const isMoved = isDisplaced(problem, blocks.ends[2 * block]) || isDisplaced(problem, blocks.ends[2 * block + 1]);
    if (isMoved) writeGapsOfBlock(problem, detection, member[firstJoint + block], block, true);
    for (let row = blocks.firstRow[block]; row < blocks.firstRow[block + 1]; row++) {
      if (!isMoved) gap[row] = -gap[row];
      worst = Math.max(worst, Math.abs(gap[row]));
    }
  }
  return Math.max(worst, writeCouplingGaps(problem, detection));
}

function isDisplaced({ movers, displacement }: JointProblem, body: number): boolean {
  return body < movers && !isZero(displacement, 6 * body);
}

function writeGapsOfBlock(
  { frames, blocks, gap, allowed }: JointProblem,
  { state, bodies }: Detection,
  joint: number,
  block: number,
  ofLimits: boolean,
): void {
  const first = blocks.firstRow[block];
  writeJointGaps(frames, state.joints.table.columns, bodies.nodes.columns, joint, gap, first);
  for (let row = first; row < blocks.firstRow[block + 1]; row++) {
    if (!isLocked(blocks.row, row)) gap[row] = ofLimits ? beyondAllowed(gap[row], allowed[row]) : 0;
  }
}

/** How far a coordinate that is beyond its limit is further than it may be. */
function beyondAllowed(beyond: number, allowed: number): number {
  if (beyond > 0) return Math.max(0, beyond - Math.max(0, allowed));
  return Math.min(0, beyond - Math.min(0, allowed));
}

/** Whether a coordinate was put beyond its limit, and comes back to it by its law in steps to come. */
function comesBackSlowly(row: Float64Array, r: number): boolean {
  const k = r * ROW_LENGTH;
  return row[k + HIGHEST] === -RETURN_SPEED || row[k + LOWEST] === RETURN_SPEED;
}

/**
 * By how far the second coordinate of each coupling is from where the first says. Returns the largest, without its sign
 * [m or rad].
 */
function writeCouplingGaps({ frames, couplings, coupling, couplingGap }: JointProblem, { state, bodies }: Detection): number {
  const { table, couplings: all } = state.joints;
  const { joints, coordinates, ratio, offset } = all.columns;
  let worst = 0;
  for (let i = 0; i < couplings.count; i++) {
    const c = 2 * coupling[i];
    const first = readCoordinate(frames, table.columns, bodies.nodes.columns, joints[c], coordinates[c]);
    const second = readCoordinate(frames, table.columns, bodies.nodes.columns, joints[c + 1], coordinates[c + 1]);
    couplingGap[i] = second - ratio[coupling[i]] * first - offset[coupling[i]];
    worst = Math.max(worst, Math.abs(couplingGap[i]));
  }
  return worst;
}

export function scaleGaps({ blocks, gap, couplings, couplingGap }: JointProblem, factor: number): void {
  for (let i = 0; i < couplings.count; i++) couplingGap[i] *= factor;
  for (let row = 0; row < blocks.firstRow[blocks.count]; row++) gap[row] *= factor;
}
