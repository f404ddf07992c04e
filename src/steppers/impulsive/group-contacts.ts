// The contacts of the group that is being stepped by the impulsive suite: where they are, which of them touch, and what the step has
// given them so far. A group may be stepped in several stretches of time; its contacts are the same in all of them.

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
export interface GroupContacts {
  arrays: VelocityProblem;
  nodes: Nodes;
  state: Int32Array;
  /** 1 for contacts that touch. */
  touching: Int32Array;
  /** [m] */
  gap: Float64Array;
  /** Largest gap that counts as closed [m]. */
  closed: Float64Array;
  /** Newton's coefficient [1]. */
  restitution: Float64Array;
  /** Impulses of the stretch of time at hand, three a contact [N s]. */
  impulses: Float64Array;
  /** 1 for contacts that have been given impulses in this step. */
  counted: Int32Array;
}

export const contacts: GroupContacts = {
  arrays: { count: 0, record: new Float64Array(0), movers: new Int32Array(0), u: new Float64Array(0) },
  nodes: {} as Nodes,
  state: new Int32Array(0),
  touching: new Int32Array(0),
  gap: new Float64Array(0),
  closed: new Float64Array(0),
  restitution: new Float64Array(0),
  impulses: new Float64Array(0),
  counted: new Int32Array(0),
};

/**
 * Writes the contacts of a group, which have been placed, for a stretch of dt [s] that begins `elapsed` [s] after the step has: bodies
 * that move by script are still where they were then.
 */
export function writeContacts(context: RecordSite, { firstEdge, edgeCount }: Part, dt: number, elapsed: number): void {
  const { detection, problem, settings, profiler, arrays } = context;
  profiler.enter('contact-problem');
  buildProblem(problem, detection, firstEdge, edgeCount, dt, settings);
  arrays.count = problem.table.size;
  arrays.record = problem.table.columns.record;
  arrays.movers = problem.table.columns.movers;
  arrays.u = detection.bodies.nodes.columns.velocity;
  contacts.arrays = arrays;
  contacts.nodes = detection.bodies.nodes.columns;
  contacts.restitution = problem.table.columns.restitution;
  contacts.state = grown(contacts.state, arrays.count);
  contacts.touching = grown(contacts.touching, arrays.count);
  contacts.gap = grown(contacts.gap, arrays.count);
  contacts.closed = grown(contacts.closed, arrays.count);
  contacts.counted = grown(contacts.counted, arrays.count, arrays.count);
  contacts.impulses = grown(contacts.impulses, 3 * arrays.count);
  contacts.impulses.fill(0, 0, 3 * arrays.count);
  if (elapsed === 0) contacts.counted.fill(0, 0, arrays.count);
  for (let i = 0; i < arrays.count; i++) writeState(context, i, elapsed);
}

function writeState({ detection, problem, settings }: RecordSite, i: number, elapsed: number): void {
  const { shapes, gap, passing } = detection.graph.contacts.columns;
  const { thickness } = detection.bodies.shapes.columns;
  const contact = problem.table.columns.contact[i];
  const thinner = Math.min(thickness[shapes[2 * contact]], thickness[shapes[2 * contact + 1]]);
  contacts.closed[i] = settings['ncp.touching'] * settings['detection.envelope'] * thinner;
  contacts.gap[i] = gap[contact] + (elapsed > 0 ? elapsed * scriptedVelocity(i) : 0);
  touch(i, passing[contact] !== 0 ? IGNORED : contacts.gap[i] <= contacts.closed[i] ? TOUCHING : OPEN);
}

/** Says what a contact is from now on. */
export function touch(i: number, state: number): void {
  contacts.state[i] = state;
  contacts.touching[i] = state === TOUCHING ? 1 : 0;
}

const none = new Float64Array(12);

/** How fast a gap opens by what moves by script alone [m/s]. */
function scriptedVelocity(i: number): number {
  const { record, movers, u } = contacts.arrays;
  const { inverseMass } = contacts.nodes;
  for (let side = 0; side < 2; side++) {
    const offset = movers[2 * i + side];
    for (let c = 0; c < 6; c++) none[6 * side + c] = inverseMass[offset / 6] === 0 ? u[offset + c] : 0;
  }
  return rowVelocity(record, i * RECORD_LENGTH, 0, none, 0, 6);
}

/** Whether a contact acts on a body that is not frozen. */
export function isActive(i: number): boolean {
  const { arrays, nodes } = contacts;
  return isAwake(nodes, arrays.movers[2 * i] / 6) || isAwake(nodes, arrays.movers[2 * i + 1] / 6);
}

/** How fast a contact closes; 0 where it does not touch or moves nothing [m/s]. */
export function closingSpeed(i: number): number {
  if (contacts.touching[i] === 0 || !isActive(i)) return 0;
  const { record, movers, u } = contacts.arrays;
  return Math.max(0, -rowVelocity(record, i * RECORD_LENGTH, 0, u, movers[2 * i], movers[2 * i + 1]));
}

/** Adds the impulses of the stretch at hand to those of the step. What is frozen keeps what it had. */
export function storeImpulses({ detection, problem }: RecordSite): void {
  const { record, contact: rows } = problem.table.columns;
  const { impulse } = detection.graph.contacts.columns;
  for (let i = 0; i < problem.table.size; i++) {
    if (!isActive(i)) continue;
    if (contacts.counted[i] === 0) impulse.fill(0, 4 * rows[i], 4 * rows[i] + 4);
    contacts.counted[i] = 1;
    addImpulse(record, i, contacts.impulses, 3 * i, 1, impulse, 4 * rows[i]);
  }
}

/** Makes vectors of the world of the impulses that a step has so far, before contacts are placed again: normals turn with the bodies. */
export function joinImpulses({ detection, problem }: RecordSite): void {
  const { impulse, worldNormal: n } = detection.graph.contacts.columns;
  const { contact: rows } = problem.table.columns;
  for (let i = 0; i < problem.table.size; i++) {
    const k = 4 * rows[i];
    const c = 3 * rows[i];
    if (contacts.counted[i] === 0) continue;
    for (let j = 0; j < 3; j++) impulse[k + 1 + j] += impulse[k] * n[c + j];
    impulse[k] = 0;
  }
}

/** And back, along the normals as they are now and across. */
export function splitImpulses({ detection, problem }: RecordSite): void {
  const { impulse, worldNormal: n } = detection.graph.contacts.columns;
  const { contact: rows } = problem.table.columns;
  for (let i = 0; i < problem.table.size; i++) {
    const k = 4 * rows[i];
    const c = 3 * rows[i];
    if (contacts.counted[i] === 0) continue;
    const normal = impulse[k + 1] * n[c] + impulse[k + 2] * n[c + 1] + impulse[k + 3] * n[c + 2];
    impulse[k] = normal;
    for (let j = 0; j < 3; j++) impulse[k + 1 + j] -= normal * n[c + j];
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
