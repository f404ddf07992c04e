// The anchors of an island with joints that a script moves: where they are in the course of a step. A conveyor has a velocity, and
// stays where it is.

import { turnBy } from '../bodies/free-rotation.js';
import { updateRotation } from '../bodies/kinematics.js';
import { FIXED } from '../bodies/node-kinds.js';
import type { Detection } from '../detection/detection.js';
import { WORLD_END } from '../joints/joint-table.js';
import { grown } from '../solvers/quadratic/grown.js';
import type { JointProblem } from './joint-problem.js';

/** Notes where the anchors that a script moves are. */
export function noteAnchors(problem: JointProblem, { bodies }: Detection): void {
  const { movers, bodies: count, nodes, u } = problem;
  const { position, orientation, kind } = bodies.nodes.columns;
  problem.areAnchorsStill = true;
  problem.anchors = grown(problem.anchors, 7 * (count - movers));
  for (let i = movers; i < count; i++) {
    if (nodes[i] === WORLD_END || kind[nodes[i]] === FIXED) continue;
    const k = 7 * (i - movers);
    for (let j = 0; j < 3; j++) problem.anchors[k + j] = position[3 * nodes[i] + j];
    for (let j = 0; j < 4; j++) problem.anchors[k + 3 + j] = orientation[4 * nodes[i] + j];
    for (let j = 0; j < 6; j++) if (u[6 * i + j] !== 0) problem.areAnchorsStill = false;
  }
}

/**
 * Puts the anchors where they are so long [s] after they were noted. Rows go by their poses; a script moves them at one
 * velocity in a step.
 */
export function moveAnchors(
  { movers, bodies: count, nodes, u, anchors, wrench, areAnchorsStill }: JointProblem,
  { bodies }: Detection,
  time: number,
): void {
  if (areAnchorsStill) return;
  const { position, orientation, kind } = bodies.nodes.columns;
  for (let i = movers; i < count; i++) {
    if (nodes[i] === WORLD_END || kind[nodes[i]] === FIXED) continue;
    const k = 7 * (i - movers);
    for (let j = 0; j < 3; j++) position[3 * nodes[i] + j] = anchors[k + j] + time * u[6 * i + j];
    for (let j = 0; j < 4; j++) orientation[4 * nodes[i] + j] = anchors[k + 3 + j];
    for (let j = 0; j < 3; j++) wrench[j] = time * u[6 * i + 3 + j];
    if (time !== 0) turnBy(orientation, nodes[i], wrench, 0);
    updateRotation(bodies.nodes.columns, nodes[i]);
  }
}
