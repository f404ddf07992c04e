// The contacts of the group that is being stepped by the impulsive suite: where they are, which of them touch, and what
// the step has given them so far. A group may be stepped in several stretches of time; its contacts are the same in all
// of them.

import { isAwake } from '../../bodies/frozen.js';
import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import { buildProblem } from '../../contact-problem/contact-problem.js';
import * as layout from '../../solvers/contact-record.js';
import { rowVelocity } from '../../solvers/projected-gauss-seidel.js';
import { grown } from '../../solvers/quadratic/grown.js';
import type { VelocityProblem } from '../../solvers/solver.js';
import type { Columns } from '../../table/table.js';
import type { Part } from '../part.js';
import type { RecordSite } from '../problem-site.js';

const { TANGENT_1, TANGENT_2, RECORD_LENGTH } = layout;

type Nodes = Columns<typeof NODE_SCHEMA>;

/** What a contact is: open, touching, or of things that pass by each other. */
export const OPEN = 0;
export const TOUCHING = 1;
export const IGNORED = 2;

/** By contact, as listed in the problem of the group. */
export class GroupContacts {
  readonly arrays: VelocityProblem;
  nodes: Nodes;
  state = new Int32Array(0);
  /** 1 for contacts that touch. */
  touching = new Int32Array(0);
  /** [m] */
  gap = new Float64Array(0);
  /** Largest gap that counts as closed [m]. */
  closed = new Float64Array(0);
  /** Newton's coefficient [1]. */
  restitution: Float64Array;
  /** Impulses of the stretch of time at hand, three a contact [N s]. */
  impulses = new Float64Array(0);
  /** 1 for contacts that have been given impulses in this step. */
  #counted = new Int32Array(0);
  /** Velocities of the two bodies of a contact, zero for those that do not move by script. */
  readonly #scripted = new Float64Array(12);
  readonly #site: RecordSite;

  constructor(site: RecordSite) {
    this.#site = site;
    this.arrays = site.arrays;
    this.nodes = site.detection.bodies.nodes.columns;
    this.restitution = site.problem.table.columns.restitution;
  }

  /**
   * Writes the contacts of a group, which have been placed, for a stretch of dt [s] that begins `elapsed` [s] after the
   * step has: bodies that move by script are still where they were then.
   */
  write({ firstEdge, edgeCount }: Part, dt: number, elapsed: number): void {
    const { detection, problem, settings, profiler } = this.#site;
    const { arrays } = this;
    profiler.enter('contact-problem');
    buildProblem(problem, detection, firstEdge, edgeCount, dt, settings);
    const count = problem.table.size;
    arrays.count = count;
    arrays.record = problem.table.columns.record;
    arrays.movers = problem.table.columns.movers;
    arrays.u = detection.bodies.nodes.columns.velocity;
    this.nodes = detection.bodies.nodes.columns;
    this.restitution = problem.table.columns.restitution;
    this.state = grown(this.state, count);
    this.touching = grown(this.touching, count);
    this.gap = grown(this.gap, count);
    this.closed = grown(this.closed, count);
    this.#counted = grown(this.#counted, count, count);
    this.impulses = grown(this.impulses, 3 * count);
    this.impulses.fill(0, 0, 3 * count);
    if (elapsed === 0) this.#counted.fill(0, 0, count);
    for (let i = 0; i < count; i++) this.#writeState(i, elapsed);
  }

  #writeState(i: number, elapsed: number): void {
    const { detection, problem, settings } = this.#site;
    const { shapes, gap, passing } = detection.graph.contacts.columns;
    const { thickness } = detection.bodies.shapes.columns;
    const contact = problem.table.columns.contact[i];
    const thinner = Math.min(thickness[shapes[2 * contact]], thickness[shapes[2 * contact + 1]]);
    this.closed[i] = settings['contact.touching'] * settings['detection.envelope'] * thinner;
    this.gap[i] = gap[contact] + (elapsed > 0 ? elapsed * this.#scriptedVelocity(i) : 0);
    this.touch(i, passing[contact] !== 0 ? IGNORED : this.gap[i] <= this.closed[i] ? TOUCHING : OPEN);
  }

  /** Says what a contact is from now on. */
  touch(i: number, state: number): void {
    this.state[i] = state;
    this.touching[i] = state === TOUCHING ? 1 : 0;
  }

  /** How fast a gap opens by what moves by script alone [m/s]. */
  #scriptedVelocity(i: number): number {
    const { record, movers, u } = this.arrays;
    const { inverseMass } = this.nodes;
    const scripted = this.#scripted;
    for (let side = 0; side < 2; side++) {
      const offset = movers[2 * i + side];
      for (let c = 0; c < 6; c++) scripted[6 * side + c] = inverseMass[offset / 6] === 0 ? u[offset + c] : 0;
    }
    return rowVelocity(record, i * RECORD_LENGTH, 0, scripted, 0, 6);
  }

  /** Whether a contact acts on a body that is not frozen. */
  isActive(i: number): boolean {
    const { movers } = this.arrays;
    return isAwake(this.nodes, movers[2 * i] / 6) || isAwake(this.nodes, movers[2 * i + 1] / 6);
  }

  /** How fast a contact closes; 0 where it does not touch or moves nothing [m/s]. */
  closingSpeed(i: number): number {
    if (this.touching[i] === 0 || !this.isActive(i)) return 0;
    const { record, movers, u } = this.arrays;
    return Math.max(0, -rowVelocity(record, i * RECORD_LENGTH, 0, u, movers[2 * i], movers[2 * i + 1]));
  }

  /** How fast the fastest closes [m/s]. */
  fastestClosing(): number {
    let fastest = 0;
    for (let i = 0; i < this.arrays.count; i++) fastest = Math.max(fastest, this.closingSpeed(i));
    return fastest;
  }

  /** What a gap will be after dt [s], as the bodies move and are corrected by now [m]. */
  gapAfter(i: number, dt: number): number {
    const { record, movers, u } = this.arrays;
    const k = i * RECORD_LENGTH;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    return this.gap[i] + dt * rowVelocity(record, k, 0, u, a, b) + rowVelocity(record, k, 0, this.nodes.correction, a, b);
  }

  /** Adds the impulses of the stretch at hand to those of the step. What is frozen keeps what it had. */
  storeImpulses(): void {
    const { detection, problem } = this.#site;
    const { record, contact: rows } = problem.table.columns;
    const { impulse } = detection.graph.contacts.columns;
    for (let i = 0; i < problem.table.size; i++) {
      if (!this.isActive(i)) continue;
      if (this.#counted[i] === 0) impulse.fill(0, 4 * rows[i], 4 * rows[i] + 4);
      this.#counted[i] = 1;
      addImpulse(record, i, this.impulses, 3 * i, 1, impulse, 4 * rows[i]);
    }
  }

  /**
   * Makes vectors of the world of the impulses that a step has so far, before contacts are placed again: normals turn
   * with the bodies.
   */
  joinImpulses(): void {
    const { detection, problem } = this.#site;
    const { impulse, worldNormal: n } = detection.graph.contacts.columns;
    const { contact: rows } = problem.table.columns;
    for (let i = 0; i < problem.table.size; i++) {
      const k = 4 * rows[i];
      const c = 3 * rows[i];
      if (this.#counted[i] === 0) continue;
      for (let j = 0; j < 3; j++) impulse[k + 1 + j] += impulse[k] * n[c + j];
      impulse[k] = 0;
    }
  }

  /** And back, along the normals as they are now and across. */
  splitImpulses(): void {
    const { detection, problem } = this.#site;
    const { impulse, worldNormal: n } = detection.graph.contacts.columns;
    const { contact: rows } = problem.table.columns;
    for (let i = 0; i < problem.table.size; i++) {
      const k = 4 * rows[i];
      const c = 3 * rows[i];
      if (this.#counted[i] === 0) continue;
      const normal = impulse[k + 1] * n[c] + impulse[k + 2] * n[c + 1] + impulse[k + 3] * n[c + 2];
      impulse[k] = normal;
      for (let j = 0; j < 3; j++) impulse[k + 1 + j] -= normal * n[c + j];
    }
  }
}

/** Along the normal, and friction as a vector of the world. */
export function addImpulse(
  record: Float64Array,
  i: number,
  from: Float64Array,
  at: number,
  share: number,
  to: Float64Array,
  row: number,
): void {
  const k = i * RECORD_LENGTH;
  to[row] += share * from[at];
  for (let c = 0; c < 3; c++) {
    to[row + 1 + c] += share * (from[at + 1] * record[k + TANGENT_1 + c] + from[at + 2] * record[k + TANGENT_2 + c]);
  }
}
