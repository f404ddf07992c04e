// The quadratic programs of the impulsive suite, assembled of the contacts of a group: only those that are asked for, and only the
// bodies they act on, numbered anew.

import type { NODE_SCHEMA } from '../bodies/node-table.js';
import * as layout from '../solvers/contact-record.js';
import { grown } from '../solvers/quadratic/grown.js';
import type { ImpulseProblem } from '../solvers/quadratic/impulse-problem.js';
import { ROWS_LENGTH } from '../solvers/quadratic/impulse-problem.js';
import type { Columns } from '../table/table.js';
import type { ContactProblem } from './problem-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

const { NORMAL, ANGULAR, FRICTION, LAMBDA, RECORD_LENGTH } = layout;

export class ImpulseAssembly {
  readonly problem: ImpulseProblem = {
    bodies: 0,
    inverseMass: new Float64Array(0),
    inverseInertia: new Float64Array(0),
    velocity: new Float64Array(0),
    contacts: 0,
    movers: new Int32Array(0),
    rows: new Float64Array(0),
    drift: new Float64Array(0),
    friction: new Float64Array(0),
    bound: new Float64Array(0),
    impulse: new Float64Array(0),
  };
  /** Row in the table of nodes of each body, and index in the contact problem of each contact. */
  rows = new Int32Array(0);
  contacts = new Int32Array(0);
  /** Number of a row in the problem at hand; -1 for those that are not in it. */
  #number = new Int32Array(0);

  /** An empty problem, with room for what a group of so many bodies and contacts may need. */
  begin(nodeCount: number, bodies: number, contacts: number): void {
    const { problem } = this;
    for (let i = 0; i < problem.bodies; i++) this.#number[this.rows[i]] = -1;
    const before = this.#number.length;
    this.#number = grown(this.#number, nodeCount, before);
    this.#number.fill(-1, before);
    this.rows = grown(this.rows, bodies);
    this.contacts = grown(this.contacts, contacts);
    problem.inverseMass = grown(problem.inverseMass, bodies);
    problem.inverseInertia = grown(problem.inverseInertia, 6 * bodies);
    problem.velocity = grown(problem.velocity, 6 * bodies);
    problem.movers = grown(problem.movers, 2 * contacts);
    problem.rows = grown(problem.rows, ROWS_LENGTH * contacts);
    problem.drift = grown(problem.drift, 3 * contacts);
    problem.friction = grown(problem.friction, contacts);
    problem.bound = grown(problem.bound, contacts);
    problem.impulse = grown(problem.impulse, 3 * contacts);
    problem.bodies = 0;
    problem.contacts = 0;
  }

  /**
   * Adds contact `i` of the group's problem. Bodies that are frozen take part only where `frozenMove`. Returns its number here; its bound
   * is zero, its impulse that of the record.
   */
  add({ table }: ContactProblem, i: number, nodes: Nodes, frozenMove: boolean): number {
    const { problem } = this;
    const { record, movers } = table.columns;
    const k = i * RECORD_LENGTH;
    const contact = problem.contacts++;
    this.contacts[contact] = i;
    problem.friction[contact] = record[k + FRICTION];
    problem.bound[contact] = 0;
    for (let row = 0; row < 3; row++) {
      problem.drift[3 * contact + row] = 0;
      problem.impulse[3 * contact + row] = record[k + LAMBDA + row];
    }
    this.#addSide(contact, record, k, 0, movers[2 * i], nodes, frozenMove);
    this.#addSide(contact, record, k, 1, movers[2 * i + 1], nodes, frozenMove);
    return contact;
  }

  /** A (0) or B (1), whose six velocities are at `offset`. */
  #addSide(
    contact: number,
    record: Float64Array,
    k: number,
    side: number,
    offset: number,
    nodes: Nodes,
    frozenMove: boolean,
  ): void {
    const { problem } = this;
    const node = offset / 6;
    const moves = nodes.inverseMass[node] > 0 && (frozenMove || nodes.frozen[node] === 0);
    problem.movers[2 * contact + side] = moves ? this.#bodyOf(node, nodes) : -1;
    const sign = side === 0 ? -1 : 1;
    for (let row = 0; row < 3; row++) {
      const to = ROWS_LENGTH * contact + 12 * row + 6 * side;
      let velocity = 0;
      for (let c = 0; c < 3; c++) {
        const linear = sign * record[k + NORMAL + 3 * row + c];
        const angular = record[k + ANGULAR + 6 * row + 3 * side + c];
        problem.rows[to + c] = moves ? linear : 0;
        problem.rows[to + 3 + c] = moves ? angular : 0;
        velocity += linear * nodes.velocity[offset + c] + angular * nodes.velocity[offset + 3 + c];
      }
      if (!moves) problem.drift[3 * contact + row] += velocity;
    }
  }

  #bodyOf(node: number, nodes: Nodes): number {
    const { problem } = this;
    if (this.#number[node] >= 0) return this.#number[node];
    const body = problem.bodies++;
    this.#number[node] = body;
    this.rows[body] = node;
    problem.inverseMass[body] = nodes.inverseMass[node];
    for (let c = 0; c < 6; c++) {
      problem.inverseInertia[6 * body + c] = nodes.inverseInertia[6 * node + c];
      problem.velocity[6 * body + c] = nodes.velocity[6 * node + c];
    }
    return body;
  }
}
