// How the bodies of an island come to where its joints are closed.

import { turnBy } from '../../bodies/free-rotation.js';
import { integratePositions, isZero, updateRotation } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
import { scaleGaps, writeGaps, writeGapsOfDisplaced } from '../../contact-problem/joint-gaps.js';
import {
  concludePart,
  forgetPart,
  type JointProblem,
  readInertias,
  rewriteBlocks,
  writeVelocities,
} from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { ROTATION_LOCKS } from '../../math/locked-axes.js';
import { moveMembersOf } from '../part.js';
import type { JointedIslands } from './jointed-islands.js';

/** Joints that are closed to within this are closed [m or rad]. */
export const CLOSED = 1e-12;
/** Newton's steps towards closed joints, at the most: each takes a share of the gaps that falls with the turn of the step. */
const MOST_CLOSING = 16;
/** A Newton step that leaves more than this share of the gaps does not converge [1]. */
const CONVERGING = 0.5;
/** Displacements towards closed joints, at the most: where links pass a straight line, each takes three quarters of the gaps. */
const MOST_DISPLACEMENTS = 24;
/** Gaps up to this are left as they are [m or rad] where a displacement leaves more than such a share of them [1]. */
export const NEGLIGIBLE = 1e-8;
const STALLING = 0.9;
/** How far a body may be turned by one displacement: further, first order says nothing [rad]. */
const MOST_TURN = 0.2;
/** A displacement that opens joints is taken by half, so often at the most. */
const MOST_HALVINGS = 4;

/**
 * Moves the bodies to where the joints are closed. What that takes is fed into the velocities of the step, so that it
 * costs neither momentum nor, over time, energy. Where that leads nowhere, they are where the velocities of before take
 * them. Returns the largest gap that is left [m or rad], which is infinite where it led nowhere.
 */
export function moveToClosedJoints(jointed: JointedIslands, detection: Detection, island: Island, dt: number): number {
  const { problem, tree, unfed, start } = jointed;
  let first = 0;
  let before = Number.POSITIVE_INFINITY;
  unfed.save(problem);
  for (let pass = 0; ; pass++) {
    writeVelocities(problem, detection);
    moveBodies(detection, island, dt);
    const worst = writeGaps(problem, detection, island, true);
    if (pass === 0) first = worst;
    const isStuck = pass === MOST_CLOSING || worst > CONVERGING * before;
    if (worst <= CLOSED || (isStuck && worst <= CONVERGING * first)) {
      turnBodies(detection, island);
      return worst;
    }
    before = worst;
    start.putPosesBack(problem, detection);
    if (isStuck) break;
    tree.meetLimits(problem, problem.gap, CLOSED);
    scaleGaps(problem, -1 / dt);
    tree.solveRows(problem, problem.u, problem.gap, problem.couplingGap, CLOSED / dt);
  }
  unfed.putBack(problem);
  moveAlong(problem, detection, island, dt);
  return Number.POSITIVE_INFINITY;
}

/** Moves the bodies along the velocities of the problem for dt [s], whatever becomes of their joints. */
export function moveAlong(problem: JointProblem, detection: Detection, island: Island, dt: number): void {
  writeVelocities(problem, detection);
  moveBodies(detection, island, dt);
  turnBodies(detection, island);
}

/**
 * Moves the bodies of an island that is stiffened, and closes its joints by displacements, with the stiffness in their mass:
 * without it light links would be thrown from side to side.
 */
export function moveStiffly(jointed: JointedIslands, detection: Detection, island: Island, dt: number): void {
  moveAlong(jointed.problem, detection, island, dt);
  closeStiffly(jointed, detection, island);
}

/** Closes the joints of an island that is stiffened, as far as that converges. */
export function closeStiffly(jointed: JointedIslands, detection: Detection, island: Island): void {
  const { problem, tree, undisplaced } = jointed;
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < MOST_CLOSING; pass++) {
    const worst = pass === 0 ? writeGaps(problem, detection, island, true) : writeGapsOfDisplaced(problem, detection, island);
    if (worst > before) undisplaced.putBack(problem, detection);
    if (worst <= CLOSED || worst > CONVERGING * before) return;
    before = worst;
    undisplaced.save(problem, detection);
    concludePart(problem);
    tree.meetLimits(problem, problem.gap, CLOSED);
    scaleGaps(problem, -1);
    problem.displacement.fill(0, 0, 6 * problem.bodies);
    tree.solveRows(problem, problem.displacement, problem.gap, problem.couplingGap, CLOSED);
    displace(jointed, detection);
    forgetPart(problem);
  }
}

/**
 * Closes the joints by displacements of the bodies, each with the rows of where they are by then: where velocities
 * cannot close them, or where bodies were moved out of each other. Displacements that are part of the step's motion are
 * fed into the velocities. Where that does not close them, joints are closed without their stiffness, and then without
 * regard to limits, which come back by their laws. `known` is the largest gap that there is, infinite where nobody
 * knows it. Returns the largest that is left [m or rad].
 */
export function closeByDisplacement(
  jointed: JointedIslands,
  detection: Detection,
  island: Island,
  dt: number,
  isMotion: boolean,
  isStiff: boolean,
  known = Number.POSITIVE_INFINITY,
): number {
  const { problem, undisplaced } = jointed;
  let keepsStiff = isStiff;
  let meetsLimits = true;
  let worst = known < Number.POSITIVE_INFINITY ? known : writeGaps(problem, detection, island, meetsLimits);
  for (let pass = 0; pass < MOST_DISPLACEMENTS && worst > CLOSED; pass++) {
    undisplaced.save(problem, detection);
    findDisplacement(jointed, detection, island, dt, keepsStiff, meetsLimits);
    let next = tryDisplacement(jointed, detection, island, isMotion && !isStiff ? dt : 0, meetsLimits);
    for (let half = 0; half < MOST_HALVINGS && !(next < worst); half++) {
      undisplaced.putBack(problem, detection);
      for (let k = 0; k < 6 * problem.movers; k++) problem.displacement[k] /= 2;
      next = tryDisplacement(jointed, detection, island, isMotion && !isStiff ? dt : 0, meetsLimits);
    }
    if (next < worst) {
      if (next > STALLING * worst && next <= NEGLIGIBLE) return next;
      worst = next;
      continue;
    }
    undisplaced.putBack(problem, detection);
    if (keepsStiff) keepsStiff = false;
    else if (meetsLimits) meetsLimits = false;
    else return worst;
    worst = writeGaps(problem, detection, island, meetsLimits);
  }
  return worst;
}

/** The displacements that close the joints to first order, with the rows of where the bodies are now. */
function findDisplacement(
  jointed: JointedIslands,
  detection: Detection,
  island: Island,
  dt: number,
  isStiff: boolean,
  meetsLimits: boolean,
): void {
  const { problem, tree, stiffness } = jointed;
  rewriteBlocks(problem, detection, island, dt, dt);
  if (isStiff) stiffness.stiffenAcross(problem);
  else readInertias(problem, detection);
  tree.factor(problem, !meetsLimits);
  if (meetsLimits) tree.meetLimits(problem, problem.gap, CLOSED);
  problem.displacement.fill(0, 0, 6 * problem.bodies);
  scaleGaps(problem, -1);
  tree.solveRows(problem, problem.displacement, problem.gap, problem.couplingGap, CLOSED);
  forgetPart(problem);
  boundTurns(problem);
}

/**
 * Moves the bodies by their displacements, in which they move for dt [s], or for no time. Returns the largest gap they
 * come to.
 */
function tryDisplacement(jointed: JointedIslands, detection: Detection, island: Island, dt: number, ofLimits: boolean): number {
  const { movers, nodes, displacement } = jointed.problem;
  const { velocity } = detection.bodies.nodes.columns;
  if (dt > 0) {
    for (let i = 0; i < movers; i++) for (let j = 0; j < 6; j++) velocity[6 * nodes[i] + j] += displacement[6 * i + j] / dt;
  }
  displace(jointed, detection);
  return writeGaps(jointed.problem, detection, island, ofLimits);
}

/** Takes so much of all displacements that no body turns further than first order holds. */
export function boundTurns({ movers, displacement }: JointProblem): void {
  let largest = 0;
  for (let i = 0; i < movers; i++) {
    for (let j = 3; j < 6; j++) largest = Math.max(largest, Math.abs(displacement[6 * i + j]));
  }
  if (largest <= MOST_TURN) return;
  for (let k = 0; k < 6 * movers; k++) displacement[k] *= MOST_TURN / largest;
}

/** Moves the bodies by their displacements, all the way: joints would not close by less. Velocities stay, but for a lost spin. */
export function displace({ problem, keptSpin }: JointedIslands, detection: Detection): void {
  const { movers, nodes: rows, displacement, isAlone } = problem;
  const nodes = detection.bodies.nodes.columns;
  if (isAlone) keptSpin.note(problem, nodes);
  for (let i = 0; i < movers; i++) {
    const row = rows[i];
    // What stays where it is stays so to the last bit.
    if (isZero(displacement, 6 * i)) continue;
    for (let j = 0; j < 3; j++) nodes.position[3 * row + j] += displacement[6 * i + j];
    if ((nodes.locks[row] & ROTATION_LOCKS) !== ROTATION_LOCKS) turnBy(nodes.orientation, row, displacement, 6 * i + 3);
    updateRotation(nodes, row);
    if (nodes.kind[row] === COMPOSITE) moveMembersOf(detection, row);
  }
  if (isAlone) keptSpin.giveBack(problem, nodes);
}

/**
 * Moves the bodies of an island along their velocities for dt [s], but for what follows from their orientations
 * (`turnBodies`).
 */
export function moveBodies(detection: Detection, { firstBody, bodyCount }: Island, dt: number): void {
  const nodes = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  integratePositions(detection.bodies.turning, nodes, member, firstBody, bodyCount, dt);
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    // Joints are on the members.
    if (nodes.kind[member[i]] !== COMPOSITE) continue;
    updateRotation(nodes, member[i]);
    moveMembersOf(detection, member[i]);
  }
}

/** Rotations and inertias of the bodies of an island that have come to where they stay. */
function turnBodies(detection: Detection, { firstBody, bodyCount }: Island): void {
  const nodes = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) updateRotation(nodes, member[i]);
}
