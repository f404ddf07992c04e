// An impulse problem with masses and friction scaled away: u = M^-1/2 u', tangential rows times mu, and every contact's rows by what makes
// its normal row a unit. All pyramids are then the same, and M is the identity.

import { grown } from './grown.js';
import type { ImpulseProblem } from './impulse-problem.js';
import { ROWS_LENGTH } from './impulse-problem.js';
import { steepestOf } from './pyramid.js';

export class ScaledProblem {
  bodies = 0;
  contacts = 0;
  /** Whether a contact must leave faster than at rest. */
  isBounded = false;
  /** Bodies of contacts, -1 for none. */
  movers = new Int32Array(0);
  /** Square roots of inverse inertias, lower triangles [xx, yx, yy, zx, zy, zz]. */
  root = new Float64Array(0);
  /** J scaled, its scale by contact, and the contact velocities before any impulse. */
  J = new Float64Array(0);
  scale = new Float64Array(0);
  v0 = new Float64Array(0);
  bound = new Float64Array(0);
  /** The largest scaled speed of the problem, and the largest unscaled [m/s]. */
  speed = 0;
  unitSpeed = 0;

  /** Scales a problem. */
  write(problem: ImpulseProblem): void {
    this.bodies = problem.bodies;
    this.contacts = problem.contacts;
    this.#reserve(problem.bodies, problem.contacts);
    for (let i = 0; i < problem.bodies; i++) writeRoot(problem.inverseInertia, 6 * i, this.root);
    this.isBounded = false;
    this.speed = 0;
    this.unitSpeed = 0;
    for (let i = 0; i < problem.contacts; i++) this.#writeContact(problem, i);
  }

  #writeContact({ movers, rows, inverseMass, friction, bound, drift, velocity }: ImpulseProblem, i: number): void {
    const J = this.J;
    const v0 = this.v0;
    const k = ROWS_LENGTH * i;
    this.movers[2 * i] = movers[2 * i];
    this.movers[2 * i + 1] = movers[2 * i + 1];
    for (let row = 0; row < 3; row++) {
      let v = drift[3 * i + row];
      for (let side = 0; side < 2; side++) {
        const body = movers[2 * i + side];
        const from = k + 12 * row + 6 * side;
        if (body < 0) {
          for (let c = 0; c < 6; c++) J[from + c] = 0;
          continue;
        }
        const root = 6 * body;
        for (let c = 0; c < 6; c++) v += rows[from + c] * velocity[root + c];
        const R = this.root;
        const mass = Math.sqrt(inverseMass[body]);
        const x = rows[from + 3];
        const y = rows[from + 4];
        const z = rows[from + 5];
        for (let c = 0; c < 3; c++) J[from + c] = rows[from + c] * mass;
        J[from + 3] = x * R[root] + y * R[root + 1] + z * R[root + 3];
        J[from + 4] = y * R[root + 2] + z * R[root + 4];
        J[from + 5] = z * R[root + 5];
      }
      v0[3 * i + row] = v;
      this.unitSpeed = Math.max(this.unitSpeed, Math.abs(v));
    }
    let normal = 0;
    for (let c = 0; c < 12; c++) normal += J[k + c] * J[k + c];
    const scale = normal > 0 ? 1 / Math.sqrt(normal) : 1;
    this.scale[i] = scale;
    this.bound[i] = bound[i] * scale;
    if (bound[i] > 0) this.isBounded = true;
    this.unitSpeed = Math.max(this.unitSpeed, bound[i]);
    for (let c = 0; c < 12; c++) J[k + c] *= scale;
    for (let c = 12; c < 36; c++) J[k + c] *= scale * friction[i];
    v0[3 * i] *= scale;
    v0[3 * i + 1] *= scale * friction[i];
    v0[3 * i + 2] *= scale * friction[i];
    for (let row = 0; row < 3; row++) this.speed = Math.max(this.speed, Math.abs(v0[3 * i + row]));
    this.speed = Math.max(this.speed, this.bound[i]);
  }

  /** Whether no impulse at all is the solution: all contact velocities are in the dual cone, and above their bounds. */
  isAtRest(): boolean {
    for (let i = 0; i < this.contacts; i++) {
      const n = this.v0[3 * i];
      if (n < steepestOf(this.v0, 3 * i) || n < this.bound[i]) return false;
    }
    return true;
  }

  /** Adds the scaled change of the velocities to those of the problem. */
  addChange({ velocity, inverseMass, bodies }: ImpulseProblem, u: Float64Array): void {
    const R = this.root;
    for (let body = 0; body < bodies; body++) {
      const k = 6 * body;
      const mass = Math.sqrt(inverseMass[body]);
      const x = u[k + 3];
      const y = u[k + 4];
      const z = u[k + 5];
      for (let c = 0; c < 3; c++) velocity[k + c] += mass * u[k + c];
      velocity[k + 3] += R[k] * x;
      velocity[k + 4] += R[k + 1] * x + R[k + 2] * y;
      velocity[k + 5] += R[k + 3] * x + R[k + 4] * y + R[k + 5] * z;
    }
  }

  #reserve(bodies: number, contacts: number): void {
    this.movers = grown(this.movers, 2 * contacts);
    this.root = grown(this.root, 6 * bodies);
    this.J = grown(this.J, ROWS_LENGTH * contacts);
    this.scale = grown(this.scale, contacts);
    this.v0 = grown(this.v0, 3 * contacts);
    this.bound = grown(this.bound, contacts);
  }
}

/** Lower triangle R of the inverse inertia R R^T at `at`; zero where a body does not turn. */
function writeRoot(inertia: Float64Array, at: number, root: Float64Array): void {
  const xx = Math.sqrt(Math.max(0, inertia[at]));
  const yx = xx > 0 ? inertia[at + 3] / xx : 0;
  const zx = xx > 0 ? inertia[at + 4] / xx : 0;
  const yy = Math.sqrt(Math.max(0, inertia[at + 1] - yx * yx));
  const zy = yy > 0 ? (inertia[at + 5] - zx * yx) / yy : 0;
  const zz = Math.sqrt(Math.max(0, inertia[at + 2] - zx * zx - zy * zy));
  root[at] = xx;
  root[at + 1] = yx;
  root[at + 2] = yy;
  root[at + 3] = zx;
  root[at + 4] = zy;
  root[at + 5] = zz;
}

/** (14), and drift . j [J]. */
export function objectiveOf({ bodies, contacts, inverseMass, inverseInertia, velocity, drift, impulse }: ImpulseProblem): number {
  let sum = 0;
  for (let i = 0; i < 3 * contacts; i++) sum += drift[i] * impulse[i];
  for (let body = 0; body < bodies; body++) {
    const k = 6 * body;
    // With R as writeRoot() has it, the square of R^-1 w is w I w.
    const xx = Math.sqrt(Math.max(0, inverseInertia[k]));
    const yx = xx > 0 ? inverseInertia[k + 3] / xx : 0;
    const zx = xx > 0 ? inverseInertia[k + 4] / xx : 0;
    const yy = Math.sqrt(Math.max(0, inverseInertia[k + 1] - yx * yx));
    const zy = yy > 0 ? (inverseInertia[k + 5] - zx * yx) / yy : 0;
    const zz = Math.sqrt(Math.max(0, inverseInertia[k + 2] - zx * zx - zy * zy));
    const x = xx > 0 ? velocity[k + 3] / xx : 0;
    const y = yy > 0 ? (velocity[k + 4] - yx * x) / yy : 0;
    const z = zz > 0 ? (velocity[k + 5] - zx * x - zy * y) / zz : 0;
    const square = velocity[k] * velocity[k] + velocity[k + 1] * velocity[k + 1] + velocity[k + 2] * velocity[k + 2];
    sum += 0.5 * (square / inverseMass[body] + x * x + y * y + z * z);
  }
  return sum;
}
