// The geometric stiffness of joints. A link that is pulled by a force f at the arm r swings about it like a pendulum, with
//   K = (f.r) I - (f r^T + r f^T) / 2.
// Where it swings faster than the step can follow, every scheme with the Jacobians of the step's beginning explodes, however
// exactly joints are solved: a chain with 10,000 times a link's mass at its end has omega h = 15. So the inertia of links becomes
// I + h^2 K, which is the implicit step of the swing. It damps the swing alone: what turns with the whole tree keeps its spin.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import { placeFrames } from '../../joints/joint-frames.js';
import { MOST_ROWS } from '../../joints/joint-table.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { INERTIA_LENGTH, J_B, LAMBDA, ROW_LENGTH } from '../../solvers/tree/joint-block.js';
import { PositivePart } from '../gsp/positive-part.js';

export class LinkStiffness {
  /** Six numbers a link, h^2 K: xx, yy, zz, xy, xz, yz [kg m^2]. */
  k = new Float64Array();
  readonly #positive = new PositivePart();
  /** The force of the joint at hand, times h^2 [kg m]. */
  readonly #force = new Float64Array(3);

  /**
   * Finds h^2 K of all links of a problem from the impulses of its joints, those of the last step or those of the solution at hand, for
   * a step of dt [s]. Returns the largest share of a link's inertia that it makes [1].
   */
  find(problem: JointProblem, detection: Detection, { firstJoint, jointCount }: Island, dt: number, isOfLastStep: boolean): number {
    const { movers, blocks, frames } = problem;
    const { state, bodies, groups } = detection;
    const joints = state.joints.table.columns;
    this.k = grown(this.k, 6 * movers);
    this.k.fill(0, 0, 6 * movers);
    for (let block = 0; block < jointCount; block++) {
      const joint = groups.joints.columns.member[firstJoint + block];
      const first = blocks.firstRow[block];
      this.#force.fill(0);
      for (let row = first; row < blocks.firstRow[block + 1]; row++) {
        const at = row * ROW_LENGTH;
        const last = state.previousStep > 0 ? (joints.impulse[MOST_ROWS * joint + row - first] * dt) / state.previousStep : 0;
        const lambda = isOfLastStep ? last : problem.done[row] + blocks.row[at + LAMBDA];
        for (let j = 0; j < 3; j++) this.#force[j] += dt * lambda * blocks.row[at + J_B + j];
      }
      placeFrames(frames, joints, bodies.nodes.columns, joint);
      this.#add(blocks.ends[2 * block], frames.a.arm, -1, movers);
      this.#add(blocks.ends[2 * block + 1], frames.b.arm, 1, movers);
    }
    return this.#largestShare(problem);
  }

  /** Adds what the force does to a body at an arm. */
  #add(body: number, r: Float64Array, sign: number, movers: number): void {
    if (body >= movers) return;
    const k = 6 * body;
    const x = sign * this.#force[0];
    const y = sign * this.#force[1];
    const z = sign * this.#force[2];
    this.k[k] += y * r[1] + z * r[2];
    this.k[k + 1] += x * r[0] + z * r[2];
    this.k[k + 2] += x * r[0] + y * r[1];
    this.k[k + 3] -= 0.5 * (x * r[1] + y * r[0]);
    this.k[k + 4] -= 0.5 * (x * r[2] + z * r[0]);
    this.k[k + 5] -= 0.5 * (y * r[2] + z * r[1]);
  }

  /** What pushes is no stiffness: its positive part is kept. */
  #largestShare({ movers, inertia }: JointProblem): number {
    let largest = 0;
    for (let i = 0; i < movers; i++) {
      this.#positive.keep(this.k, 6 * i);
      const m = INERTIA_LENGTH * i;
      const share = (this.k[6 * i] + this.k[6 * i + 1] + this.k[6 * i + 2]) / (inertia[m + 1] + inertia[m + 2] + inertia[m + 3]);
      if (share > largest) largest = share;
    }
    return largest;
  }
}
