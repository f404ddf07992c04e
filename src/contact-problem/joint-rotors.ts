// What turns inside of joints (armature): it keeps its velocity about its axis while bodies move.

import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import { lockedRows } from '../joints/joint-kinds.js';
import { MOST_COORDINATES } from '../joints/joint-table.js';
import { grown } from '../solvers/quadratic/grown.js';
import { FORCE, ROW_LENGTH, setVelocityOfRow, velocityOfRow } from '../solvers/tree/joint-block.js';
import type { JointProblem } from './joint-problem.js';

/** Notes the velocities of rows with armature, which what turns inside the joints has when the bodies begin to move. */
export function noteRotors(problem: JointProblem, { state, groups }: Detection, { firstJoint, jointCount }: Island): void {
  const { blocks, u } = problem;
  const { kind, armature } = state.joints.table.columns;
  problem.rotor = grown(problem.rotor, blocks.firstRow[blocks.count]);
  for (let block = 0; block < jointCount; block++) {
    const joint = groups.joints.columns.member[firstJoint + block];
    const first = blocks.firstRow[block] + lockedRows(kind[joint]);
    for (let row = first; row < blocks.firstRow[block + 1]; row++) {
      if (armature[MOST_COORDINATES * joint + row - first] > 0) setVelocityOfRow(blocks, block, row, u, problem.rotor, row);
    }
  }
}

/**
 * Puts the velocities that were noted in the place of those that the rows were written with: while bodies turn, so do
 * the axes of their joints, and what turns inside a joint keeps its velocity about its own axis.
 */
export function keepRotors(
  { blocks, u, rotor }: JointProblem,
  { state, groups }: Detection,
  { firstJoint, jointCount }: Island,
): void {
  const { kind, armature } = state.joints.table.columns;
  for (let block = 0; block < jointCount; block++) {
    const joint = groups.joints.columns.member[firstJoint + block];
    const first = blocks.firstRow[block] + lockedRows(kind[joint]);
    for (let row = first; row < blocks.firstRow[block + 1]; row++) {
      const inertia = armature[MOST_COORDINATES * joint + row - first];
      if (inertia > 0) blocks.row[row * ROW_LENGTH + FORCE] += inertia * (rotor[row] - velocityOfRow(blocks, block, row, u));
    }
  }
}
