// Velocities that keep all joints to first order leave them open at the end of a step, by what the paths of bodies are curved.
// Locked rows that ask for the opposite to begin with leave a gap of the third order, which takes one Newton step less to close.

import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import { type BodyMotion, JointMotion, writeCurvatures } from '../joints/curvatures.js';
import { placeFrames } from '../joints/joint-frames.js';
import { lockedRows } from '../joints/joint-kinds.js';
import { invertSymmetric } from '../math/symmetric.js';
import { HIGHEST, INERTIA_LENGTH, LOWEST, ROW_LENGTH } from '../solvers/tree/joint-block.js';
import type { JointProblem } from './joint-problem.js';

export class Foresight {
  readonly #motion = new JointMotion();
  readonly #inverse = new Float64Array(6);
  readonly #momentum = new Float64Array(3);

  /** Lets the locked rows of an island ask for what closes the joints after dt [s] of a motion that goes on as it is. */
  ask(problem: JointProblem, { state, bodies, groups }: Detection, { firstJoint, jointCount }: Island, dt: number): void {
    const { frames, blocks, gap } = problem;
    const { columns: joints } = state.joints.table;
    const nodes = bodies.nodes.columns;
    const motion = this.#motion;
    for (let block = 0; block < jointCount; block++) {
      const joint = groups.joints.columns.member[firstJoint + block];
      const first = blocks.firstRow[block];
      const locked = lockedRows(joints.kind[joint]);
      if (locked === 0) continue;
      placeFrames(frames, joints, nodes, joint);
      this.#readMotion(problem, blocks.ends[2 * block], motion.a);
      this.#readMotion(problem, blocks.ends[2 * block + 1], motion.b);
      writeCurvatures(frames, motion, joints.kind[joint], gap, first);
      for (let row = first; row < first + locked; row++) askFor(blocks.row, row, -0.5 * dt * gap[row]);
    }
  }

  /** Lets them ask for nothing but to be kept. */
  forget({ blocks }: JointProblem, { state, groups }: Detection, { firstJoint, jointCount }: Island): void {
    const { kind } = state.joints.table.columns;
    for (let block = 0; block < jointCount; block++) {
      const first = blocks.firstRow[block];
      const locked = lockedRows(kind[groups.joints.columns.member[firstJoint + block]]);
      for (let row = first; row < first + locked; row++) askFor(blocks.row, row, 0);
    }
  }

  /** How body number `body` of a problem moves; while no torque acts, w' = I^-1 (I w x w). */
  #readMotion({ movers, u, inertia }: JointProblem, body: number, { velocity, spin, spinRate }: BodyMotion): void {
    const l = this.#momentum;
    const s = this.#inverse;
    for (let j = 0; j < 3; j++) {
      velocity[j] = u[6 * body + j];
      spin[j] = u[6 * body + 3 + j];
      spinRate[j] = 0;
    }
    if (body >= movers) return;
    const m = INERTIA_LENGTH * body + 1;
    const x = spin[0];
    const y = spin[1];
    const z = spin[2];
    const lx = inertia[m] * x + inertia[m + 3] * y + inertia[m + 4] * z;
    const ly = inertia[m + 3] * x + inertia[m + 1] * y + inertia[m + 5] * z;
    const lz = inertia[m + 4] * x + inertia[m + 5] * y + inertia[m + 2] * z;
    l[0] = ly * z - lz * y;
    l[1] = lz * x - lx * z;
    l[2] = lx * y - ly * x;
    invertSymmetric(inertia, m, s, 0);
    spinRate[0] = s[0] * l[0] + s[3] * l[1] + s[4] * l[2];
    spinRate[1] = s[3] * l[0] + s[1] * l[1] + s[5] * l[2];
    spinRate[2] = s[4] * l[0] + s[5] * l[1] + s[2] * l[2];
  }
}

function askFor(row: Float64Array, r: number, velocity: number): void {
  row[r * ROW_LENGTH + LOWEST] = velocity;
  row[r * ROW_LENGTH + HIGHEST] = velocity;
}
