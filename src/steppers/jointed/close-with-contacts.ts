// Velocities with which joints will be closed, limits kept, and contacts where they were, at the end of the step.
//
// The velocities of a step are found with the Jacobians of its beginning. Links that turn by a leave their joints by
// a^2 / 2 of their length, and a box between two fingers, which goes straight on while the hand turns, leaves the hand
// likewise. What closes the joints moves the hand and not the box, and it moves links past limits, and out of contacts
// or into them. So joints, limits and contacts are told how far they will be off, and are solved once more, together.
// What is left is of the next order in a.

import { scaleGaps, writeGaps } from '../../contact-problem/joint-gaps.js';
import { writeVelocities } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { HIGHEST, isLocked, LOWEST, ROW_LENGTH } from '../../solvers/tree/joint-block.js';
import { CLOSED, moveBodies } from './close-joints.js';
import type { JointedIslands } from './jointed-islands.js';

/**
 * Feeds what closes the joints at the end of a step of dt [s] into the velocities, as far as rows of the step's
 * beginning know, and lets the laws of rows ask for that from now on. Bodies are where the step begins, before and
 * after.
 */
export function aimAtClosedJoints(jointed: JointedIslands, detection: Detection, island: Island, dt: number): void {
  const { problem, tree, start } = jointed;
  const { blocks, gap, couplings, couplingGap } = problem;
  writeVelocities(problem, detection);
  moveBodies(detection, island, dt);
  const worst = writeGaps(problem, detection, island, true);
  start.putPosesBack(problem, detection);
  if (worst <= CLOSED) return;
  tree.meetLimits(problem, gap, CLOSED);
  scaleGaps(problem, -1 / dt);
  tree.solveRows(problem, problem.u, gap, couplingGap, CLOSED / dt);
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
    const k = r * ROW_LENGTH;
    const isBoth = isLocked(blocks.row, r);
    if (isBoth || gap[r] > 0) blocks.row[k + LOWEST] += gap[r];
    if (isBoth || gap[r] < 0) blocks.row[k + HIGHEST] += gap[r];
  }
  for (let i = 0; i < couplings.count; i++) couplings.bias[i] -= couplingGap[i];
}
