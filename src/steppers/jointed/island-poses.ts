// Where the bodies of an island are, and how they move, kept to come back to.

import { updateRotation } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { moveMembersOf } from '../part.js';

export class IslandPoses {
  /** Positions and orientations, seven numbers a mover. */
  poses = new Float64Array();
  #velocities = new Float64Array();

  save({ movers, nodes }: JointProblem, { bodies }: Detection): void {
    const { position, orientation, velocity } = bodies.nodes.columns;
    this.poses = grown(this.poses, 7 * movers);
    this.#velocities = grown(this.#velocities, 6 * movers);
    for (let i = 0; i < movers; i++) {
      for (let j = 0; j < 3; j++) this.poses[7 * i + j] = position[3 * nodes[i] + j];
      for (let j = 0; j < 4; j++) this.poses[7 * i + 3 + j] = orientation[4 * nodes[i] + j];
      for (let j = 0; j < 6; j++) this.#velocities[6 * i + j] = velocity[6 * nodes[i] + j];
    }
  }

  /** Poses alone, for bodies that move on from there. */
  putPosesBack({ movers, nodes }: JointProblem, { bodies }: Detection): void {
    const { position, orientation } = bodies.nodes.columns;
    for (let i = 0; i < movers; i++) {
      for (let j = 0; j < 3; j++) position[3 * nodes[i] + j] = this.poses[7 * i + j];
      for (let j = 0; j < 4; j++) orientation[4 * nodes[i] + j] = this.poses[7 * i + 3 + j];
    }
  }

  putBack(problem: JointProblem, detection: Detection): void {
    const { movers, nodes } = problem;
    const columns = detection.bodies.nodes.columns;
    this.putPosesBack(problem, detection);
    for (let i = 0; i < movers; i++) {
      for (let j = 0; j < 6; j++) columns.velocity[6 * nodes[i] + j] = this.#velocities[6 * i + j];
      updateRotation(columns, nodes[i]);
      if (columns.kind[nodes[i]] === COMPOSITE) moveMembersOf(detection, nodes[i]);
    }
  }
}
