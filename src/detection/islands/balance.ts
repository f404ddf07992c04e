// Is a body at rest in balance? What its contacts did to it in the last step must cancel its weight, force and torque alike. By
// this a body that sleeps by itself is watched: contacts with others that sleep, or are fixed, have the impulses that it fell
// asleep with, and those with others that are awake have the impulses of the step. So whoever pushes it, leans on it, or leaves it
// puts it out of balance, and wakes it.

import { isInsulator } from '../../bodies/node-kinds.js';
import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Settings } from '../../settings.js';
import type { Columns } from '../../table/table.js';
import type { Detection } from '../detection.js';
import { smallestGyration } from './sleep-limits.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

export class Balance {
  /** What contacts and weight give to the body: impulse and angular impulse about the centre of mass [N s, N m s]. */
  readonly #wrench = new Float64Array(6);
  /** The sum of what contacts push, whatever the direction [N s]. */
  #pressure = 0;

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
    const [x, y, z] = settings.gravity;
    const weight = dt * nodes.mass[row] * Math.abs(nodes.gravityScale[row]) * Math.sqrt(x * x + y * y + z * z);
    const left = this.#impulseLeft(nodes, row);
    // What presses on a body presses on it from both sides.
    return left <= settings['sleeping.balance'] * Math.max(weight, 0.5 * this.#pressure) ? 0 : left;
  }

  #sum(detection: Detection, row: number, settings: Settings, dt: number): void {
    const { mass, gravityScale, firstStaticEdge, mover } = detection.bodies.nodes.columns;
    const { nodes: ends, next } = detection.graph.edges.columns;
    this.#pressure = 0;
    this.#wrench.fill(0);
    for (let k = 0; k < 3; k++) this.#wrench[k] = dt * mass[row] * gravityScale[row] * settings.gravity[k];
    this.#addEdges(detection, row, row, dt);
    for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
      const member = ends[entry ^ 1];
      if (mover[member] === row) this.#addEdges(detection, member, row, dt);
    }
  }

  #addEdges({ bodies, graph }: Detection, node: number, row: number, dt: number): void {
    const nodes = bodies.nodes.columns;
    const { nodes: ends, next, contactCount, firstContact } = graph.edges.columns;
    for (let entry = nodes.firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
      const edge = entry >> 1;
      const other = nodes.mover[ends[entry ^ 1]];
      // The normal points from the first node to the second.
      const side = (entry & 1) === 1 ? 1 : -1;
      // The impulses of two that sleep are of a step of the length that was their last.
      const before = isResting(nodes, other) && nodes.asleep[row] !== 0 ? nodes.lastStep[row] : dt;
      for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
        this.#addContact(graph.contacts.columns, nodes, contact, row, side * (before > 0 ? dt / before : 0));
      }
    }
  }

  #addContact(
    { worldNormal: n, worldPoint: p, impulse }: Detection['graph']['contacts']['columns'],
    { position }: Nodes,
    contact: number,
    row: number,
    scale: number,
  ): void {
    const wrench = this.#wrench;
    const c = 3 * contact;
    const i = 4 * contact;
    const fx = scale * (impulse[i] * n[c] + impulse[i + 1]);
    const fy = scale * (impulse[i] * n[c + 1] + impulse[i + 2]);
    const fz = scale * (impulse[i] * n[c + 2] + impulse[i + 3]);
    this.#pressure += Math.abs(scale) * impulse[i];
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

  /** The impulse that is left, and the angular one by what it is at the radius of gyration [N s]. */
  #impulseLeft(nodes: Nodes, row: number): number {
    const [fx, fy, fz, tx, ty, tz] = this.#wrench;
    const turning = Math.sqrt(tx * tx + ty * ty + tz * tz) / smallestGyration(nodes, row);
    return Math.sqrt(fx * fx + fy * fy + fz * fz) + turning;
  }
}

/** Whether a body stays where it is: it sleeps, or is moved by nobody. */
export function isResting({ kind, asleep, velocity }: Nodes, row: number): boolean {
  if (!isInsulator(kind[row])) return asleep[row] !== 0;
  for (let k = 6 * row; k < 6 * row + 6; k++) if (velocity[k] !== 0) return false;
  return true;
}
