// Bodies of an island with joints that would be in each other at the end of a step are moved apart, over their trees,
// and joints are closed again. Coordinates go no further than to their limits. A lift is paid for by the speed of the
// island (keep-energy.ts). What was deep in each other before is lifted by no more than the island has the energy for;
// where that is less, by what those bodies would fall from rest in a step.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { readCoordinate } from '../../joints/coordinates.js';
import { JOINT_KINDS, lockedRows } from '../../joints/joint-kinds.js';
import { MOST_COORDINATES } from '../../joints/joint-table.js';
import type { Settings } from '../../settings.js';
import { gravityOfStep } from '../../settings.js';
import { CORRECTION_LAMBDA, RECORD_LENGTH } from '../../solvers/contact-record.js';
import { INERTIA_LENGTH, isLocked, velocityOfRow } from '../../solvers/tree/joint-block.js';
import { boundTurns, CLOSED, closeByDisplacement, closeStiffly, displace } from './close-joints.js';
import type { JointedIslands } from './jointed-islands.js';

/** How often displacements are found once more, with those coordinates held that would pass their limits, at the most. */
const MOST_HOLDS = 4;
/**
 * Moves bodies out of each other, and closes the joints again. Joints were open by `open` [m or rad] at the most; where
 * they would be further open than that, bodies stay where they were.
 */
export function moveApart(
  jointed: JointedIslands,
  detection: Detection,
  island: Island,
  dt: number,
  isStiff: boolean,
  open: number,
  settings: Settings,
): void {
  const { problem, together, pieces } = jointed;
  together.save(problem, detection);
  pieces.save(problem);
  for (let hold = 0; hold < MOST_HOLDS; hold++) {
    findDisplacements(jointed, settings['joints.correctionIterations']);
    if (!findOverruns(problem, detection, island)) break;
    jointed.tree.meetLimits(problem, problem.gap, 0);
  }
  boundTurns(problem);
  if (jointed.deep.mass > 0) boundLift(jointed, detection, island, settings, dt);
  displace(jointed, detection);
  if (isStiff) closeStiffly(jointed, detection, island);
  const left = closeByDisplacement(jointed, detection, island, dt, false, isStiff);
  pieces.putBack(problem);
  if (left > Math.max(CLOSED, open)) together.putBack(problem, detection);
}

/** Displacements that keep the joints and move bodies out of each other, from nothing. */
function findDisplacements({ problem, tree }: JointedIslands, iterations: number): void {
  for (let i = 0; i < problem.contactCount; i++) problem.record[i * RECORD_LENGTH + CORRECTION_LAMBDA] = 0;
  problem.gap.fill(0);
  problem.displacement.fill(0, 0, 6 * problem.bodies);
  tree.project(problem, problem.displacement, problem.gap, iterations);
}

/**
 * Writes by how far displacements take coordinates beyond their limits, or further beyond than they are, as gaps of
 * their rows [m or rad]. Returns whether they do anywhere.
 */
function findOverruns(problem: JointProblem, { state, bodies, groups }: Detection, { firstJoint, jointCount }: Island): boolean {
  const { blocks, frames, gap, displacement } = problem;
  const { columns: joints } = state.joints.table;
  let areAny = false;
  for (let block = 0; block < jointCount; block++) {
    const joint = groups.joints.columns.member[firstJoint + block];
    const first = blocks.firstRow[block] + lockedRows(joints.kind[joint]);
    for (let c = 0; c < JOINT_KINDS[joints.kind[joint]].coordinates.length; c++) {
      const lower = joints.lower[MOST_COORDINATES * joint + c];
      const upper = joints.upper[MOST_COORDINATES * joint + c];
      if (isLocked(blocks.row, first + c) || (lower === Number.NEGATIVE_INFINITY && upper === Number.POSITIVE_INFINITY)) continue;
      const value = readCoordinate(frames, joints, bodies.nodes.columns, joint, c);
      const change = velocityOfRow(blocks, block, first + c, displacement);
      const room = change > 0 ? Math.max(0, upper - value) : -Math.max(0, value - lower);
      gap[first + c] = Math.abs(change) > Math.abs(room) + CLOSED ? change - room : 0;
      areAny ||= gap[first + c] !== 0;
    }
  }
  return areAny;
}

/** Takes so much of all displacements as the energy of the step allows to lift, or what deep bodies would fall in it. */
function boundLift(jointed: JointedIslands, detection: Detection, island: Island, settings: Settings, dt: number): void {
  const { problem, balance, deep, start } = jointed;
  const { movers, inertia, displacement } = problem;
  const { gravity } = settings;
  let lift = 0;
  for (let i = 0; i < movers; i++) {
    for (let j = 0; j < 3; j++) lift -= inertia[INERTIA_LENGTH * i] * gravity[j] * displacement[6 * i + j];
  }
  const fall = gravityOfStep(settings, dt);
  const left = balance.energyLeft(problem, detection, island, settings, start.poses, dt);
  const most = Math.max(left, 0.5 * deep.mass * fall * fall);
  if (lift <= most) return;
  for (let k = 0; k < 6 * movers; k++) displacement[k] *= most / lift;
}
