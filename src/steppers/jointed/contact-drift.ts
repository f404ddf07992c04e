// How contacts of an island with joints will be off at the end of a step, since their bodies turn (close-with-contacts.ts).

import { turnVector } from '../../bodies/free-rotation.js';
import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import { BIAS, FRICTION, GAP, LAMBDA, NORMAL, RECORD_LENGTH } from '../../solvers/contact-record.js';
import { rowVelocity } from '../../solvers/projected-gauss-seidel.js';
import { grown } from '../../solvers/quadratic/grown.js';

/** A contact whose friction is within this share of its cone does not slide [1]. */
const STICKS = 1 - 1e-6;

/** How contacts will be off at the end of a step, by the turn that the bodies of each have in common. */
export class ContactDrift {
  /** Three a contact: along its normal and its tangents [m/s]. */
  #speed = new Float64Array();
  readonly #turn = new Float64Array(3);
  readonly #apart = new Float64Array(3);

  /** Finds it for bodies that are where the step of dt [s] begins. */
  find(problem: JointProblem, { bodies }: Detection, dt: number): void {
    const { contactCount, contactMovers, record } = problem;
    const { position } = bodies.nodes.columns;
    this.#speed = grown(this.#speed, 3 * contactCount);
    this.#speed.fill(0, 0, 3 * contactCount);
    for (let i = 0; i < contactCount; i++) {
      if (!this.#findTurn(problem.u, contactMovers[2 * i], contactMovers[2 * i + 1])) continue;
      this.#findDrift(problem, position, i, dt);
      for (let row = 0; row < 3; row++) {
        const d = i * RECORD_LENGTH + NORMAL + 3 * row;
        const apart = this.#apart;
        this.#speed[3 * i + row] = (record[d] * apart[0] + record[d + 1] * apart[1] + record[d + 2] * apart[2]) / dt;
      }
    }
  }

  /**
   * The fastest that contacts which press move, or those that do not close, with the drift [m/s]; where friction is
   * used up, along normals.
   */
  findResidual({ contactCount, contactMovers, record, u }: JointProblem): number {
    let fastest = 0;
    for (let i = 0; i < contactCount; i++) {
      const k = i * RECORD_LENGTH;
      const a = contactMovers[2 * i];
      const b = contactMovers[2 * i + 1];
      const normal = record[k + BIAS] + this.#speed[3 * i] + rowVelocity(record, k, 0, u, a, b);
      const load = record[k + LAMBDA];
      fastest = Math.max(fastest, load > 0 ? Math.abs(normal) : -normal);
      const limit = STICKS * record[k + FRICTION] * load;
      const t1 = record[k + LAMBDA + 1];
      const t2 = record[k + LAMBDA + 2];
      if (t1 * t1 + t2 * t2 >= limit * limit) continue;
      for (let row = 1; row < 3; row++) {
        fastest = Math.max(fastest, Math.abs(this.#speed[3 * i + row] + rowVelocity(record, k, row, u, a, b)));
      }
    }
    return fastest;
  }

  /** Adds `sign` times the drift to what contacts see of their velocities. */
  add({ contactCount, record, slip }: JointProblem, sign: number): void {
    for (let i = 0; i < contactCount; i++) {
      record[i * RECORD_LENGTH + BIAS] += sign * this.#speed[3 * i];
      for (let row = 0; row < 2; row++) slip[2 * i + row] += sign * this.#speed[3 * i + 1 + row];
    }
  }

  /** Adds the drift of a step of dt [s] to where gaps will be. */
  addToGaps({ contactCount, record }: JointProblem, dt: number): void {
    for (let i = 0; i < contactCount; i++) record[i * RECORD_LENGTH + GAP] += dt * this.#speed[3 * i];
  }

  /** The smaller of two spins, as far as the other has it too. Returns whether there is any. */
  #findTurn(u: Float64Array, a: number, b: number): boolean {
    let [aa, bb, ab] = [0, 0, 0];
    for (let j = 3; j < 6; j++) {
      aa += u[a + j] * u[a + j];
      bb += u[b + j] * u[b + j];
      ab += u[a + j] * u[b + j];
    }
    if (ab <= 0) return false;
    const from = aa < bb ? a : b;
    const share = Math.min(1, ab / Math.min(aa, bb));
    for (let j = 0; j < 3; j++) this.#turn[j] = share * u[from + 3 + j];
    return true;
  }

  /**
   * By how much the centres of two bodies will be apart, beyond what their velocities say in a frame that turns with
   * both [m]: to second order what a point that goes along the tangent is off its circle.
   */
  #findDrift({ nodes, contactMovers, u }: JointProblem, position: Float64Array, i: number, dt: number): void {
    const apart = this.#apart;
    const w = this.#turn;
    const a = contactMovers[2 * i];
    const b = contactMovers[2 * i + 1];
    const pa = 3 * nodes[a / 6];
    const pb = 3 * nodes[b / 6];
    const x = position[pb] - position[pa];
    const y = position[pb + 1] - position[pa + 1];
    const z = position[pb + 2] - position[pa + 2];
    const ex = x + dt * (u[b] - u[a]);
    const ey = y + dt * (u[b + 1] - u[a + 1]);
    const ez = z + dt * (u[b + 2] - u[a + 2]);
    apart[0] = ex;
    apart[1] = ey;
    apart[2] = ez;
    turnVector(apart, 0, w, 0, -dt);
    apart[0] += dt * (w[1] * z - w[2] * y) - ex;
    apart[1] += dt * (w[2] * x - w[0] * z) - ey;
    apart[2] += dt * (w[0] * y - w[1] * x) - ez;
  }
}
