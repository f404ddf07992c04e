// The motion of all bodies of an island as one rigid body: their mean velocity, and the spin that has their angular momentum.

import { writeInertia } from '../../bodies/locks.js';
import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { JointProblem } from '../../contact-problem/joint-problem.js';
import { invertSymmetric } from '../../math/symmetric.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { INERTIA_LENGTH } from '../../solvers/tree/joint-block.js';
import type { Columns } from '../../table/table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** What the motion of all is found from: masses and inertias, velocities, and the nodes whose centres are in a column. */
type Bodies = Pick<JointProblem, 'movers' | 'inertia' | 'u' | 'nodes'>;

export class RigidMotion {
  /** Mean velocity [m/s], and spin [rad/s]. */
  readonly velocity = new Float64Array(3);
  readonly spin = new Float64Array(3);
  /** Centre of mass [m]. */
  readonly center = new Float64Array(3);
  /** Inertia about the centre, xx, yy, zz, xy, xz, yz, and angular momentum about it [kg m^2/s]. */
  readonly #inertia = new Float64Array(6);
  readonly momentum = new Float64Array(3);

  /** Finds the motion of the movers of a problem, whose centres are in the column `position`. */
  find({ movers, inertia, u, nodes }: Bodies, position: Float64Array): void {
    const { velocity, center } = this;
    velocity.fill(0);
    center.fill(0);
    let mass = 0;
    for (let i = 0; i < movers; i++) {
      const m = inertia[INERTIA_LENGTH * i];
      mass += m;
      for (let j = 0; j < 3; j++) {
        center[j] += m * position[3 * nodes[i] + j];
        velocity[j] += m * u[6 * i + j];
      }
    }
    for (let j = 0; j < 3; j++) {
      center[j] /= mass;
      velocity[j] /= mass;
    }
    this.#inertia.fill(0);
    this.momentum.fill(0);
    for (let i = 0; i < movers; i++) this.#addSpin(inertia, INERTIA_LENGTH * i, u, 6 * i, position, 3 * nodes[i]);
    invertSymmetric(this.#inertia, 0, this.#inertia, 0);
    this.spinByMomentum();
  }

  /** The spin of the bodies last found that has the angular momentum `momentum`. */
  spinByMomentum(): void {
    this.spin.fill(0);
    addProduct(this.spin, 0, this.#inertia, 0, this.momentum, 0);
  }

  /** Adds a body's inertia and angular momentum about the centre of all. */
  #addSpin(inertia: Float64Array, m: number, u: Float64Array, k: number, position: Float64Array, p: number): void {
    const { velocity, center } = this;
    const sum = this.#inertia;
    const momentum = this.momentum;
    const mass = inertia[m];
    const x = position[p] - center[0];
    const y = position[p + 1] - center[1];
    const z = position[p + 2] - center[2];
    const vx = mass * (u[k] - velocity[0]);
    const vy = mass * (u[k + 1] - velocity[1]);
    const vz = mass * (u[k + 2] - velocity[2]);
    sum[0] += inertia[m + 1] + mass * (y * y + z * z);
    sum[1] += inertia[m + 2] + mass * (x * x + z * z);
    sum[2] += inertia[m + 3] + mass * (x * x + y * y);
    sum[3] += inertia[m + 4] - mass * x * y;
    sum[4] += inertia[m + 5] - mass * x * z;
    sum[5] += inertia[m + 6] - mass * y * z;
    addProduct(momentum, 0, inertia, m + 1, u, k + 3);
    momentum[0] += y * vz - z * vy;
    momentum[1] += z * vx - x * vz;
    momentum[2] += x * vy - y * vx;
  }

  /** Adds `share` of what a body at position[p ..] does in this motion to the six numbers of u[k ..]. */
  addTo(u: Float64Array, k: number, position: Float64Array, p: number, share: number): void {
    const { velocity, spin, center } = this;
    const x = position[p] - center[0];
    const y = position[p + 1] - center[1];
    const z = position[p + 2] - center[2];
    u[k] += share * (velocity[0] + spin[1] * z - spin[2] * y);
    u[k + 1] += share * (velocity[1] + spin[2] * x - spin[0] * z);
    u[k + 2] += share * (velocity[2] + spin[0] * y - spin[1] * x);
    for (let j = 0; j < 3; j++) u[k + 3 + j] += share * spin[j];
  }
}

/**
 * Displacements change the angular momentum of bodies that move: m x X v. Where nothing holds an island, all of it turns as one rigid body
 * afterwards by what was lost, which keeps its joints.
 */
export class KeptSpin {
  readonly #motion = new RigidMotion();
  readonly #before = new Float64Array(3);
  readonly #bodies = { movers: 0, inertia: new Float64Array(), u: new Float64Array(), nodes: new Int32Array() };

  /** Notes the angular momentum of the movers of a problem. */
  note(problem: JointProblem, nodes: Nodes): void {
    this.#find(problem, nodes);
    this.#before.set(this.#motion.momentum);
  }

  /** Gives back what is missing of what was noted. */
  giveBack(problem: JointProblem, nodes: Nodes): void {
    this.#find(problem, nodes);
    const motion = this.#motion;
    for (let j = 0; j < 3; j++) {
      motion.momentum[j] = this.#before[j] - motion.momentum[j];
      motion.velocity[j] = 0;
    }
    motion.spinByMomentum();
    for (let i = 0; i < problem.movers; i++) {
      const row = problem.nodes[i];
      motion.addTo(nodes.velocity, 6 * row, nodes.position, 3 * row, 1);
    }
  }

  #find({ movers, nodes: rows }: JointProblem, nodes: Nodes): void {
    const { velocity, position } = nodes;
    const bodies = this.#bodies;
    bodies.movers = movers;
    bodies.nodes = rows;
    bodies.inertia = grown(bodies.inertia, INERTIA_LENGTH * movers);
    bodies.u = grown(bodies.u, 6 * movers);
    for (let i = 0; i < movers; i++) {
      writeInertia(nodes, rows[i], bodies.inertia, INERTIA_LENGTH * i);
      for (let j = 0; j < 6; j++) bodies.u[6 * i + j] = velocity[6 * rows[i] + j];
    }
    this.#motion.find(bodies, position);
  }
}

/** to[i ..] += S v for the symmetric matrix s[at ..] = xx, yy, zz, xy, xz, yz and the vector v[k ..]. */
export function addProduct(to: Float64Array, i: number, s: Float64Array, at: number, v: Float64Array, k: number): void {
  const x = v[k];
  const y = v[k + 1];
  const z = v[k + 2];
  to[i] += s[at] * x + s[at + 3] * y + s[at + 4] * z;
  to[i + 1] += s[at + 3] * x + s[at + 1] * y + s[at + 5] * z;
  to[i + 2] += s[at + 4] * x + s[at + 5] * y + s[at + 2] * z;
}
