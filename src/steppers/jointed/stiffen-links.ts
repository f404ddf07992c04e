// The geometric stiffness of joints. A link that is pulled by a force f at the arm r swings about it like a pendulum, with
//   K = (f.r) I - (f r^T + r f^T) / 2.
// Where it swings faster than the step can follow, every scheme with the Jacobians of the step's beginning explodes, however
// exactly joints are solved: a chain with 10,000 times a link's mass at its end has omega h = 15. So the inertia of links becomes
// I + h^2 K, which is the implicit step of the swing. It damps the swing alone: what turns with the whole tree keeps its spin.
//
// A rope or a rod swings about its ends as well: across its pull f, its ends are held to each other by f / l, which is the same
// step along the two rows that it has across.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { DISTANCE } from '../../joints/joint-kinds.js';
import { addGeometricStiffness, makePositive, stiffnessAcross } from '../../joints/joint-loads.js';
import { lockInverseInertia } from '../../math/locked-axes.js';
import { invertSymmetric } from '../../math/symmetric.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { INERTIA_LENGTH, J_A, J_B, ROW_LENGTH, SLOPE } from '../../solvers/tree/joint-block.js';
import { addProduct, RigidMotion } from './spin-of-all.js';

export class LinkStiffness {
  /** Six numbers a link, h^2 K: xx, yy, zz, xy, xz, yz [kg m^2]. */
  k = new Float64Array();
  /** One a block: the same of what its pull does across itself [kg]. */
  #across = new Float64Array();
  readonly #whole = new RigidMotion();
  readonly #spun = new Float64Array(3);
  /** The force of the block at hand, and what it is scaled by. */
  readonly #force = new Float64Array(4);
  readonly #inverse = new Float64Array(6);

  /**
   * Finds h^2 K of all links of a problem from the impulses of its rows, which act for `kick` of the dt [s] of the
   * step. Returns whether it makes more than `most` of the inertia of a link [1].
   */
  isBeyond(
    most: number,
    problem: JointProblem,
    { state, bodies, groups }: Detection,
    island: Island,
    dt: number,
    kick: number,
  ): boolean {
    const { movers, blocks, frames, arms } = problem;
    const { member } = groups.joints.columns;
    const joints = state.joints.table.columns;
    const nodes = bodies.nodes.columns;
    const scale = (dt * dt) / kick;
    this.k = grown(this.k, 6 * movers);
    this.k.fill(0, 0, 6 * movers);
    this.#across = grown(this.#across, island.jointCount);
    this.#force[3] = scale;
    let isBeyond = false;
    for (let block = 0; block < island.jointCount; block++) {
      const joint = member[island.firstJoint + block];
      const a = blocks.ends[2 * block] < movers ? 6 * blocks.ends[2 * block] : -1;
      const b = blocks.ends[2 * block + 1] < movers ? 6 * blocks.ends[2 * block + 1] : -1;
      addGeometricStiffness(blocks, block, arms, this.#force, this.k, a, b);
      this.#across[block] = 0;
      if (joints.kind[joint] !== DISTANCE) continue;
      this.#across[block] = stiffnessAcross(frames, joints, nodes, joint, blocks, block, scale);
      if (this.#across[block] > 0 && this.#across[block] * responseAcross(problem, block) >= most) isBeyond = true;
    }
    if (!this.#mayBeBeyond(most, problem) && !isBeyond) return false;
    return this.#areLinksBeyond(most, problem) || isBeyond;
  }

  /**
   * Adds h^2 K to the inertias of a problem. Spins start from (I + h^2 K)^-1 (I w + h^2 K w'), w' being the spin of the
   * whole as one rigid body, so that only the swing against it is damped.
   */
  apply(problem: JointProblem, { bodies }: Detection): void {
    const { movers, inertia, locks, u } = problem;
    this.stiffenAcross(problem);
    const inverse = this.#inverse;
    const spun = this.#spun;
    this.#whole.find(problem, bodies.nodes.columns.position);
    for (let i = 0; i < movers; i++) {
      const m = INERTIA_LENGTH * i + 1;
      const k = 6 * i;
      if (this.k[k] === 0 && this.k[k + 1] === 0 && this.k[k + 2] === 0) continue;
      makePositive(this.k, k);
      spun.fill(0);
      addProduct(spun, 0, inertia, m, u, k + 3);
      addProduct(spun, 0, this.k, k, this.#whole.spin, 0);
      for (let j = 0; j < 6; j++) inertia[m + j] += this.k[k + j];
      invertSymmetric(inertia, m, inverse, 0);
      lockInverseInertia(inverse, 0, locks[i]);
      for (let j = 3; j < 6; j++) u[k + j] = 0;
      addProduct(u, k + 3, inverse, 0, spun, 0);
    }
  }

  /** Writes what ropes and rods do across themselves to their rows, which have been written without. */
  stiffenAcross({ blocks }: JointProblem): void {
    for (let block = 0; block < blocks.count; block++) {
      if (this.#across[block] === 0) continue;
      const last = blocks.firstRow[block + 1];
      for (let row = last - 2; row < last; row++) blocks.row[row * ROW_LENGTH + SLOPE] = this.#across[block];
    }
  }

  /** Made positive, K has at the most three times its norm more on its diagonal. Where that is not beyond, K is of no use. */
  #mayBeBeyond(most: number, { movers, inertia }: JointProblem): boolean {
    const { k } = this;
    for (let i = 0; i < movers; i++) {
      const m = INERTIA_LENGTH * i;
      const xx = k[6 * i];
      const yy = k[6 * i + 1];
      const zz = k[6 * i + 2];
      const xy = k[6 * i + 3];
      const xz = k[6 * i + 4];
      const yz = k[6 * i + 5];
      const norm = Math.sqrt(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz));
      if (!(xx + yy + zz + 3 * norm < most * (inertia[m + 1] + inertia[m + 2] + inertia[m + 3]))) return true;
    }
    return false;
  }

  /** What pushes would take stiffness away: K is made positive. */
  #areLinksBeyond(most: number, { movers, inertia }: JointProblem): boolean {
    const { k } = this;
    let isBeyond = false;
    for (let i = 0; i < movers; i++) {
      makePositive(k, 6 * i);
      const m = INERTIA_LENGTH * i;
      if (k[6 * i] + k[6 * i + 1] + k[6 * i + 2] >= most * (inertia[m + 1] + inertia[m + 2] + inertia[m + 3])) isBeyond = true;
    }
    return isBeyond;
  }
}

/** How the ends of a rope answer an impulse across it, each body alone: the more of the two directions [1/kg]. */
function responseAcross({ movers, inertia, blocks }: JointProblem, block: number): number {
  let most = 0;
  for (let row = blocks.firstRow[block + 1] - 2; row < blocks.firstRow[block + 1]; row++) {
    let response = 0;
    for (let side = 0; side < 2; side++) {
      const body = blocks.ends[2 * block + side];
      if (body >= movers) continue;
      const j = row * ROW_LENGTH + (side === 0 ? J_A : J_B);
      const m = INERTIA_LENGTH * body;
      for (let i = 0; i < 3; i++) {
        response += (blocks.row[j + i] * blocks.row[j + i]) / inertia[m];
        response += (blocks.row[j + 3 + i] * blocks.row[j + 3 + i]) / inertia[m + 1 + i];
      }
    }
    most = Math.max(most, response);
  }
  return most;
}
