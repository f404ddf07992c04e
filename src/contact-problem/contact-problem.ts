// The velocity-based complementarity problem of one group (VSP paper, section 2): J, T, b and the limits of every contact,
// written as records. This folder is the only place that joins bodies to numerics.

import type { NODE_SCHEMA } from '../bodies/node-table.js';
import { OWN_FRICTION, OWN_RESTITUTION } from '../detection/ask-hooks.js';
import type { Detection } from '../detection/detection.js';
import type { Settings } from '../settings.js';
import * as layout from '../solvers/contact-record.js';
import type { VelocityProblem } from '../solvers/solver.js';
import { cachedShare } from '../speedups.js';
import type { Columns } from '../table/table.js';
import { WAITS } from './place-contacts.js';
import type { ContactProblem } from './problem-table.js';
import { writeLevers, writeNormalLevers, writeTangents } from './record-geometry.js';
import { addTorques, MOST_RESISTANCES, storeTorques, writeResistances } from './resistances.js';

// V8 folds constants of the same module but not imported ones, which is a quarter of a sweep's time.
const {
  NORMAL,
  TANGENT_1,
  TANGENT_2,
  ANGULAR,
  TURN,
  INVERSE_MASS_A,
  INVERSE_MASS_B,
  INVERSE_DIAGONAL,
  BIAS,
  FRICTION,
  LAMBDA,
  GAP,
  CORRECTION_LAMBDA,
  RECORD_LENGTH,
} = layout;

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Rows for as many contacts as there are, so that storage does not move while groups are solved. */
export function reserveProblem(problem: ContactProblem, { graph, bodies, contactEdges }: Detection): void {
  const { contactCount } = graph.edges.columns;
  let total = 0;
  for (let i = 0; i < contactEdges.size; i++) total += contactCount[contactEdges.columns.edge[i]];
  problem.table.ensureCapacity(bodies.materials.areResisting ? (1 + MOST_RESISTANCES) * total : total);
}

/** Loads are those of the whole step: what carries one for dt [s], a part of it, carries it in proportion [1]. */
export function warmStartShare({ ahead }: Detection, dt: number, settings: Settings): number {
  return cachedShare(settings) * (dt / ahead);
}

/** Writes the records of the contacts, which have been placed, of `edgeCount` edges listed from `firstEdge`. */
export function buildProblem(
  problem: ContactProblem,
  detection: Detection,
  firstEdge: number,
  edgeCount: number,
  dt: number,
  settings: Settings,
): void {
  const edges = detection.groups.edges.columns.member;
  const { movers, firstContact, contactCount } = detection.graph.edges.columns;
  problem.warmStart[0] = warmStartShare(detection, dt, settings);
  problem.table.size = 0;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    writeRecords(problem, detection, movers[2 * edge], movers[2 * edge + 1], firstContact[edge], contactCount[edge]);
  }
  writeResistances(problem, detection);
}

/** The same for `count` manifolds of [mover A, mover B, first contact, contacts] from `first` on, in their order. */
export function buildProblemOfManifolds(
  problem: ContactProblem,
  detection: Detection,
  manifolds: Int32Array,
  first: number,
  count: number,
  share: number,
): void {
  problem.warmStart[0] = share;
  problem.table.size = 0;
  for (let k = 4 * first; k < 4 * (first + count); k += 4) {
    writeRecords(problem, detection, manifolds[k], manifolds[k + 1], manifolds[k + 2], manifolds[k + 3]);
  }
  writeResistances(problem, detection);
}

/** The records of `count` contacts of two movers from the row `first` on. */
function writeRecords(
  { table, warmStart: share }: ContactProblem,
  { graph, bodies }: Detection,
  moverA: number,
  moverB: number,
  first: number,
  count: number,
): void {
  const { shapes, gap, load, worldPoint, worldNormal, bias, ownSurface, ownFriction, ownRestitution } = graph.contacts.columns;
  const nodes = bodies.nodes.columns;
  const { inverseMass } = nodes;
  const { material } = bodies.shapes.columns;
  const { stride: materials, friction, restitution } = bodies.materials;
  const { record, movers, contact: rows, restitution: restitutions } = table.columns;
  for (let contact = first; contact < first + count; contact++) {
    const index = table.size++;
    const k = index * RECORD_LENGTH;
    rows[index] = contact;
    movers[2 * index] = 6 * moverA;
    movers[2 * index + 1] = 6 * moverB;
    for (let j = 0; j < 3; j++) record[k + NORMAL + j] = worldNormal[3 * contact + j];
    writeTangents(record, k);
    record[k + INVERSE_MASS_A] = inverseMass[moverA];
    record[k + INVERSE_MASS_B] = inverseMass[moverB];
    writeLevers(record, k, worldPoint, 3 * contact, nodes, moverA, moverB);
    const pair = material[shapes[2 * contact]] * materials + material[shapes[2 * contact + 1]];
    record[k + FRICTION] = (ownSurface[contact] & OWN_FRICTION) !== 0 ? ownFriction[contact] : friction[pair];
    restitutions[index] = (ownSurface[contact] & OWN_RESTITUTION) !== 0 ? ownRestitution[contact] : restitution[pair];
    record[k + BIAS] = bias[contact];
    record[k + GAP] = bias[contact] === Number.POSITIVE_INFINITY ? bias[contact] : gap[contact];

    // Start from the last impulses; friction is kept as a vector of the world, since the tangents may have turned.
    const warmStart = share[0];
    const fx = load[4 * contact + 1];
    const fy = load[4 * contact + 2];
    const fz = load[4 * contact + 3];
    const t1 = k + TANGENT_1;
    const t2 = k + TANGENT_2;
    record[k + LAMBDA] = warmStart * load[4 * contact];
    record[k + LAMBDA + 1] = warmStart * (record[t1] * fx + record[t1 + 1] * fy + record[t1 + 2] * fz);
    record[k + LAMBDA + 2] = warmStart * (record[t2] * fx + record[t2 + 1] * fy + record[t2 + 2] * fz);
    record[k + CORRECTION_LAMBDA] = 0;
  }
}

/** Appends a contact that is in no table, its normal row alone: its point is at point[c], its normal at normal[c]. */
export function addRecord(
  problem: ContactProblem,
  nodes: Nodes,
  moverA: number,
  moverB: number,
  point: Float64Array,
  normal: Float64Array,
  c: number,
  gap: number,
): void {
  const k = beginRecord(problem, nodes, moverA, moverB, normal, c, gap);
  const { record } = problem.table.columns;
  writeNormalLevers(record, k, point, c, nodes, moverA, moverB);
}

/** The same for bodies that are shifted and not turned: where the contact is does not matter. */
export function addShiftRecord(
  problem: ContactProblem,
  nodes: Nodes,
  moverA: number,
  moverB: number,
  normal: Float64Array,
  c: number,
  gap: number,
): void {
  const k = beginRecord(problem, nodes, moverA, moverB, normal, c, gap);
  const { record } = problem.table.columns;
  for (let j = 0; j < 6; j++) record[k + ANGULAR + j] = record[k + TURN + j] = 0;
  record[k + INVERSE_DIAGONAL] = 1 / (record[k + INVERSE_MASS_A] + record[k + INVERSE_MASS_B]);
}

/** Appends a record with all that does not depend on whether bodies turn. Returns where it begins. */
function beginRecord(
  { table }: ContactProblem,
  { inverseMass }: Nodes,
  moverA: number,
  moverB: number,
  normal: Float64Array,
  c: number,
  gap: number,
): number {
  table.ensureCapacity(table.size + 1);
  const index = table.size++;
  const { record, movers } = table.columns;
  const k = index * RECORD_LENGTH;
  movers[2 * index] = 6 * moverA;
  movers[2 * index + 1] = 6 * moverB;
  for (let j = 0; j < 3; j++) record[k + NORMAL + j] = normal[c + j];
  record[k + INVERSE_MASS_A] = inverseMass[moverA];
  record[k + INVERSE_MASS_B] = inverseMass[moverB];
  record[k + GAP] = gap;
  record[k + CORRECTION_LAMBDA] = 0;
  return k;
}

/** Hands the records over to a solver, which is to work on `u`. */
export function handOver({ table }: ContactProblem, arrays: VelocityProblem, u: Float64Array): void {
  arrays.count = table.size;
  arrays.record = table.columns.record;
  arrays.movers = table.columns.movers;
  arrays.u = u;
}

/** Puts the impulses back on the contacts: what A did to B, friction as a vector of the world. */
export function storeImpulses(problem: ContactProblem, detection: Detection): void {
  const { table } = problem;
  const { graph } = detection;
  storeTorques(problem, detection);
  const { record, contact } = table.columns;
  const { impulse } = graph.contacts.columns;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    const to = 4 * contact[i];
    const f1 = record[k + LAMBDA + 1];
    const f2 = record[k + LAMBDA + 2];
    impulse[to] = record[k + LAMBDA];
    for (let j = 0; j < 3; j++) impulse[to + 1 + j] = f1 * record[k + TANGENT_1 + j] + f2 * record[k + TANGENT_2 + j];
  }
}

/** Makes the impulses of the contacts those of the records, whose velocities have them already. */
export function takeImpulses({ table }: ContactProblem, { graph }: Detection): void {
  const { record, contact } = table.columns;
  const { impulse } = graph.contacts.columns;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    const from = 4 * contact[i];
    // Friction that was found in single precision is not quite across the normal: nothing of it may be lost.
    for (let row = 0; row < 3; row++) {
      const d = k + NORMAL + 3 * row;
      record[k + LAMBDA + row] =
        record[d] * impulse[from + 1] + record[d + 1] * impulse[from + 2] + record[d + 2] * impulse[from + 3];
    }
    record[k + LAMBDA] += impulse[from];
  }
}

/** Forgets the impulses of the last step: for methods whose step is the sum of several parts. */
export function clearImpulses({ table }: ContactProblem, { graph }: Detection): void {
  const { contact } = table.columns;
  const { impulse, torque } = graph.contacts.columns;
  for (let i = 0; i < table.size; i++) {
    for (let j = 0; j < 4; j++) impulse[4 * contact[i] + j] = 0;
    for (let j = 0; j < 3; j++) torque[3 * contact[i] + j] = 0;
  }
}

/** Adds the impulses of a part of the step to those on the contacts, or takes them away again where `sign` is -1. */
export function addImpulses(problem: ContactProblem, detection: Detection, sign = 1): void {
  const { table } = problem;
  const { graph } = detection;
  addTorques(problem, detection, sign);
  const { record, contact } = table.columns;
  const { impulse } = graph.contacts.columns;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    const to = 4 * contact[i];
    const f1 = record[k + LAMBDA + 1];
    const f2 = record[k + LAMBDA + 2];
    impulse[to] += sign * record[k + LAMBDA];
    for (let j = 0; j < 3; j++) impulse[to + 1 + j] += sign * (f1 * record[k + TANGENT_1 + j] + f2 * record[k + TANGENT_2 + j]);
  }
}

/** All impulses are what the next step starts from. */
export function storeLoads({ table }: ContactProblem, { graph }: Detection): void {
  const { contact } = table.columns;
  const { impulse, load } = graph.contacts.columns;
  for (let i = 0; i < table.size; i++) for (let k = 4 * contact[i]; k < 4 * contact[i] + 4; k++) load[k] = impulse[k];
}

/** Lets the solve start from zero. */
export function dropWarmStart({ table }: ContactProblem): void {
  const { record } = table.columns;
  for (let i = 0; i < table.size; i++) for (let row = 0; row < 3; row++) record[i * RECORD_LENGTH + LAMBDA + row] = 0;
}

/**
 * Gaps as they are, also of contacts that are to wait for the next step, where they bounce: for methods that see for themselves when
 * a contact is hit.
 */
export function writeTrueGaps({ table }: ContactProblem, { graph }: Detection): void {
  const { record, contact } = table.columns;
  const { gap, passing } = graph.contacts.columns;
  for (let i = 0; i < table.size; i++) {
    record[i * RECORD_LENGTH + GAP] = passing[contact[i]] !== 0 ? Number.POSITIVE_INFINITY : gap[contact[i]];
  }
}

/**
 * Into BIAS of contacts that a step would let wait: they may close, no faster than their gaps allow within dt [s]. Those that let
 * pass stay out.
 */
export function admitWaiting({ table }: ContactProblem, { graph }: Detection, dt: number): void {
  const { record, contact } = table.columns;
  const { gap, bounce } = graph.contacts.columns;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    if (bounce[contact[i]] !== WAITS) continue;
    record[k + GAP] = gap[contact[i]];
    record[k + BIAS] = Math.max(0, gap[contact[i]]) / dt;
  }
}

/** Into BIAS: none may close faster than its gap allows within dt [s]. */
export function limitByGaps({ table }: ContactProblem, dt: number): void {
  const { record } = table.columns;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    const gap = record[k + GAP];
    // Not by Math.max(): where V8 stays with its middle compiler, as Node 24 does here, a call of it boxes its numbers.
    record[k + BIAS] = gap <= 0 ? 0 : gap / dt;
  }
}

/** Into BIAS: the gap over dt [s], and what the normal velocity will gain; with the velocity itself, where the gap will be. */
export function foreseeGaps(problem: ContactProblem, gain: Float64Array, dt: number): void {
  writeNormalVelocities(problem, gain);
  const { record, normalVelocity } = problem.table.columns;
  for (let i = 0; i < problem.table.size; i++) {
    const k = i * RECORD_LENGTH;
    record[k + BIAS] = record[k + GAP] / dt + normalVelocity[i];
  }
}

/** Where the gaps will be at the end of the step, to first order: what the projection starts from. */
export function predictGaps(problem: ContactProblem, u: Float64Array, dt: number): void {
  writeNormalVelocities(problem, u);
  const { record, normalVelocity } = problem.table.columns;
  for (let i = 0; i < problem.table.size; i++) record[i * RECORD_LENGTH + GAP] += dt * normalVelocity[i];
}

/** rowVelocity() of all normal rows; spelt out, since where V8 does not inline a call, the number it returns is allocated. */
export function writeNormalVelocities({ table }: ContactProblem, u: Float64Array): void {
  const { record, movers, normalVelocity } = table.columns;
  for (let i = 0; i < table.size; i++) {
    const d = i * RECORD_LENGTH + NORMAL;
    const r = i * RECORD_LENGTH + ANGULAR;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    normalVelocity[i] =
      record[d] * (u[b] - u[a]) +
      record[d + 1] * (u[b + 1] - u[a + 1]) +
      record[d + 2] * (u[b + 2] - u[a + 2]) +
      record[r] * u[a + 3] +
      record[r + 1] * u[a + 4] +
      record[r + 2] * u[a + 5] +
      record[r + 3] * u[b + 3] +
      record[r + 4] * u[b + 4] +
      record[r + 5] * u[b + 5];
  }
}
