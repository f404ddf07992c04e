// Is a body at rest in balance? What its contacts did to it in the last step must cancel its weight, force and torque alike. By
// this a body that sleeps by itself is watched: contacts with others that sleep, or are fixed, have the impulses that it fell
// asleep with, and those with others that are awake have the impulses of the step. So whoever pushes it, leans on it, or leaves it
// puts it out of balance, and wakes it.

import { isInsulator } from '../../bodies/node-kinds.js';
import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Settings } from '../../settings.js';
import type { Columns } from '../../table/table.js';
import type { Detection } from '../detection.js';
import { magnitude, smallestGyration } from './sleep-limits.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

export class Balance {
  /**
   * What contacts and weight give to the body: impulse and angular impulse about the centre of mass [N s, N m s]; then the sum of
   * what contacts push, whatever the direction [N s].
   */
  readonly #wrench = new Float64Array(7);
  /** What impulses of the edge at hand count times [1], and the step [s]: numbers that are passed on would be allocated. */
  readonly #numbers = new Float64Array(2);
  /** What presses on the mover that was asked about last, or its weight if that is more [N s]. */
  burden = 0;

  /** Whether contacts and weight of a mover cancel in a step of dt [s]. */
  isBalanced(detection: Detection, row: number, settings: Settings, dt: number): boolean {
    return this.findImpulseLeft(detection, row, settings, dt) === 0;
  }

  /**
   * What contacts and weight of a mover leave in a step of dt [s]; 0 up to `sleeping.balance` of what presses on it: a body deep in
   * a pile carries many times its weight, and solvers share that out among its contacts in many ways [N s].
   */
  findImpulseLeft(detection: Detection, row: number, settings: Settings, dt: number): number {
    const nodes = detection.bodies.nodes.columns;
    this.#sum(detection, row, settings, dt);
    const weight = dt * nodes.mass[row] * Math.abs(nodes.gravityScale[row]) * magnitude(settings.gravity);
    const left = this.#impulseLeft(nodes, row);
    // What presses on a body presses on it from both sides.
    this.burden = Math.max(weight, 0.5 * this.#wrench[6]);
    return left <= settings['sleeping.balance'] * this.burden ? 0 : left;
  }

  #sum(detection: Detection, row: number, settings: Settings, dt: number): void {
    const { mass, gravityScale, firstStaticEdge, mover } = detection.bodies.nodes.columns;
    const { nodes: ends, next } = detection.graph.edges.columns;
    this.#wrench.fill(0);
    for (let k = 0; k < 3; k++) this.#wrench[k] = dt * mass[row] * gravityScale[row] * settings.gravity[k];
    this.#numbers[1] = dt;
    this.#addEdges(detection, row, row);
    for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
      const member = ends[entry ^ 1];
      if (mover[member] === row) this.#addEdges(detection, member, row);
    }
  }

  #addEdges({ bodies, graph }: Detection, node: number, row: number): void {
    const dt = this.#numbers[1];
    const nodes = bodies.nodes.columns;
    const { nodes: ends, next } = graph.edges.columns;
    for (let entry = nodes.firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
      const other = nodes.mover[ends[entry ^ 1]];
      // The impulses of two that sleep are of a step of the length that was their last.
      const before = isResting(nodes, other) && nodes.asleep[row] !== 0 ? nodes.lastStep[row] : dt;
      // The normal points from the first node to the second.
      this.#numbers[0] = before > 0 ? ((entry & 1) === 1 ? 1 : -1) * (dt / before) : 0;
      this.#addContacts(graph, nodes, entry >> 1, row);
    }
  }

  #addContacts({ edges, contacts }: Detection['graph'], { position }: Nodes, edge: number, row: number): void {
    const { firstContact, contactCount } = edges.columns;
    const { worldNormal: n, worldPoint: p, impulse } = contacts.columns;
    const wrench = this.#wrench;
    const scale = this.#numbers[0];
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      const c = 3 * contact;
      const i = 4 * contact;
      const fx = scale * (impulse[i] * n[c] + impulse[i + 1]);
      const fy = scale * (impulse[i] * n[c + 1] + impulse[i + 2]);
      const fz = scale * (impulse[i] * n[c + 2] + impulse[i + 3]);
      wrench[6] += Math.abs(scale) * impulse[i];
      const x = p[c] - position[3 * row];
      const y = p[c + 1] - position[3 * row + 1];
      const z = p[c + 2] - position[3 * row + 2];
      wrench[0] += fx;
      wrench[1] += fy;
      wrench[2] += fz;
      wrench[3] += y * fz - z * fy;
      wrench[4] += z * fx - x * fz;
      wrench[5] += x * fy - y * fx;
    }
  }

  /** The impulse that is left, and the angular one by what it is at the radius of gyration [N s]. */
  #impulseLeft(nodes: Nodes, row: number): number {
    const w = this.#wrench;
    const turning = Math.sqrt(w[3] * w[3] + w[4] * w[4] + w[5] * w[5]) / smallestGyration(nodes, row);
    return Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) + turning;
  }
}

/** Whether a body stays where it is: it sleeps, or is moved by nobody. */
export function isResting({ kind, asleep, velocity }: Nodes, row: number): boolean {
  if (!isInsulator(kind[row])) return asleep[row] !== 0;
  for (let k = 6 * row; k < 6 * row + 6; k++) if (velocity[k] !== 0) return false;
  return true;
}
