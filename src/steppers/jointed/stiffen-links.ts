// The geometric stiffness of joints. A link that is pulled by a force f at the arm r swings about it like a pendulum, with
//   K = (f.r) I - (f r^T + r f^T) / 2.
// Where it swings faster than the step can follow, every scheme with the Jacobians of the step's beginning explodes, however
// exactly joints are solved: a chain with 10,000 times a link's mass at its end has omega h = 15. So the inertia of links becomes
// I + h^2 K, which is the implicit step of the swing. It damps the swing alone: what turns with the whole tree keeps its spin.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import { addGeometricStiffness, makePositive } from '../../joints/joint-loads.js';
import { invertSymmetric } from '../../math/symmetric.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { INERTIA_LENGTH } from '../../solvers/tree/joint-block.js';

export class LinkStiffness {
  /** Six numbers a link, h^2 K: xx, yy, zz, xy, xz, yz [kg m^2]. */
  k = new Float64Array();
  /** The spin of all bodies as one rigid body [rad/s], and sums that it is found from. */
  readonly #spin = new Float64Array(3);
  readonly #sum = new Float64Array(16);
  readonly #spun = new Float64Array(3);
  readonly #inverse = new Float64Array(6);

  /**
   * Finds h^2 K of all links of a problem from the impulses of its rows, which act for `kick` of the dt [s] of the step. Returns the
   * largest share of a link's inertia that it makes [1].
   */
  find(problem: JointProblem, { state, bodies, groups }: Detection, island: Island, dt: number, kick: number): number {
    const { movers, blocks, frames } = problem;
    const { member } = groups.joints.columns;
    const joints = state.joints.table.columns;
    const nodes = bodies.nodes.columns;
    const scale = (dt * dt) / kick;
    this.k = grown(this.k, 6 * movers);
    this.k.fill(0, 0, 6 * movers);
    for (let block = 0; block < island.jointCount; block++) {
      const joint = member[island.firstJoint + block];
      const a = blocks.ends[2 * block] < movers ? 6 * blocks.ends[2 * block] : -1;
      const b = blocks.ends[2 * block + 1] < movers ? 6 * blocks.ends[2 * block + 1] : -1;
      addGeometricStiffness(frames, joints, nodes, joint, blocks, block, scale, this.k, a, b);
    }
    return this.#largestShare(problem);
  }

  /**
   * Adds h^2 K to the inertias of a problem. Spins start from (I + h^2 K)^-1 (I w + h^2 K w'), w' being the spin of the whole as one
   * rigid body, so that only the swing against it is damped.
   */
  apply({ movers, inertia, u, nodes }: JointProblem, { bodies }: Detection): void {
    const whole = this.#spin;
    const inverse = this.#inverse;
    findSpin(whole, this.#sum, movers, inertia, u, nodes, bodies.nodes.columns.position);
    for (let i = 0; i < movers; i++) {
      const m = INERTIA_LENGTH * i + 1;
      const k = 6 * i;
      if (this.k[k] === 0 && this.k[k + 1] === 0 && this.k[k + 2] === 0) continue;
      multiplyInto(this.#spun, inertia, m, u, k + 3, 0);
      multiplyInto(this.#spun, this.k, k, whole, 0, 1);
      for (let j = 0; j < 6; j++) inertia[m + j] += this.k[k + j];
      invertSymmetric(inertia, m, inverse, 0);
      multiplyInto(u, inverse, 0, this.#spun, 0, 0, k + 3);
    }
  }

  /** What pushes would take stiffness away: K is made positive. */
  #largestShare({ movers, inertia }: JointProblem): number {
    let largest = 0;
    for (let i = 0; i < movers; i++) {
      makePositive(this.k, 6 * i);
      const m = INERTIA_LENGTH * i;
      const share = (this.k[6 * i] + this.k[6 * i + 1] + this.k[6 * i + 2]) / (inertia[m + 1] + inertia[m + 2] + inertia[m + 3]);
      if (share > largest) largest = share;
    }
    return largest;
  }
}

/** out[to ..] = S v, or that added to it, for a symmetric matrix s[at ..] = xx, yy, zz, xy, xz, yz. */
function multiplyInto(out: Float64Array, s: Float64Array, at: number, v: Float64Array, k: number, keep: number, to = 0): void {
  const x = v[k];
  const y = v[k + 1];
  const z = v[k + 2];
  out[to] = keep * out[to] + s[at] * x + s[at + 3] * y + s[at + 4] * z;
  out[to + 1] = keep * out[to + 1] + s[at + 3] * x + s[at + 1] * y + s[at + 5] * z;
  out[to + 2] = keep * out[to + 2] + s[at + 4] * x + s[at + 5] * y + s[at + 2] * z;
}

/** The spin with which all bodies would turn about their centre of mass as one, by their angular momentum. */
function findSpin(
  spin: Float64Array,
  sum: Float64Array,
  movers: number,
  inertia: Float64Array,
  u: Float64Array,
  nodes: Int32Array,
  position: Float64Array,
): void {
  // Mass, m x, m v; then the inertia about the centre and the angular momentum.
  sum.fill(0);
  for (let i = 0; i < movers; i++) {
    const mass = inertia[INERTIA_LENGTH * i];
    sum[0] += mass;
    for (let j = 0; j < 3; j++) {
      sum[1 + j] += mass * position[3 * nodes[i] + j];
      sum[4 + j] += mass * u[6 * i + j];
    }
  }
  for (let j = 1; j < 7; j++) sum[j] /= sum[0];
  for (let i = 0; i < movers; i++) addSpin(sum, inertia, INERTIA_LENGTH * i, u, 6 * i, position, 3 * nodes[i]);
  invertSymmetric(sum, 7, sum, 7);
  multiplyInto(spin, sum, 7, sum, 13, 0);
}

/** Adds a body's inertia to sum[7 ..] and its angular momentum to sum[13 ..], both about the centre of mass of all at sum[1 ..]. */
function addSpin(
  sum: Float64Array,
  inertia: Float64Array,
  m: number,
  u: Float64Array,
  k: number,
  position: Float64Array,
  p: number,
): void {
  const mass = inertia[m];
  const x = position[p] - sum[1];
  const y = position[p + 1] - sum[2];
  const z = position[p + 2] - sum[3];
  const vx = u[k] - sum[4];
  const vy = u[k + 1] - sum[5];
  const vz = u[k + 2] - sum[6];
  sum[7] += inertia[m + 1] + mass * (y * y + z * z);
  sum[8] += inertia[m + 2] + mass * (x * x + z * z);
  sum[9] += inertia[m + 3] + mass * (x * x + y * y);
  sum[10] += inertia[m + 4] - mass * x * y;
  sum[11] += inertia[m + 5] - mass * x * z;
  sum[12] += inertia[m + 6] - mass * y * z;
  multiplyInto(sum, inertia, m + 1, u, k + 3, 1, 13);
  sum[13] += mass * (y * vz - z * vy);
  sum[14] += mass * (z * vx - x * vz);
  sum[15] += mass * (x * vy - y * vx);
}
