// The velocity-based complementarity problem of one group (VSP paper, section 2): J, T, b and the limits of every contact,
// written as records. This folder is the only place that joins bodies to numerics.

import type { NODE_SCHEMA } from '../bodies/node-table.js';
import type { Detection } from '../detection/detection.js';
import type { Settings } from '../settings.js';
import * as layout from '../solvers/contact-record.js';
import type { Memory } from '../table/memory.js';
import type { Columns } from '../table/table.js';
import { f64, i32, Table } from '../table/table.js';
import { WAITS } from './place-contacts.js';

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
  INVERSE_TANGENT_BLOCK,
  TANGENT_STEP,
  BIAS,
  FRICTION,
  LAMBDA,
  GAP,
  CORRECTION_LAMBDA,
  RECORD_LENGTH,
} = layout;

type Nodes = Columns<typeof NODE_SCHEMA>;

const RECORD_SCHEMA = {
  record: f64(RECORD_LENGTH, 'scratch'),
  /** Offsets of the two movers in the columns of six numbers. */
  movers: i32(2, 'scratch'),
  /** Row in the table of contacts. */
  contact: i32(1, 'scratch'),
  /** J u of the normal row, for some u. */
  normalVelocity: f64(1, 'scratch'),
  /** Newton's coefficient of restitution [1]. */
  restitution: f64(1, 'scratch'),
  /** Normal velocity to leave with, its sign turned as in b of (22), where a bounce has to wait; 0 for none [m/s]. */
  bounce: f64(1, 'scratch'),
} as const;

export class ContactProblem {
  /** One row a contact of the group at hand. */
  readonly table: Table<typeof RECORD_SCHEMA>;

  constructor(memory: Memory) {
    this.table = new Table(memory, RECORD_SCHEMA);
  }
}

/** The arms of the contact at hand, and the warm start: handed from call to call as arguments, each would be allocated by V8. */
const scratch = new Float64Array(7);
/** From the movers' centres of mass to the contact, A's with its sign turned (2) [m]. */
const ARMS = 0;
/** Share of the last impulses to start from [1]. */
const WARM_START = 6;

/** Rows for as many contacts as there are, so that storage does not move while groups are solved. */
export function reserveProblem(problem: ContactProblem, { graph, contactEdges }: Detection): void {
  const { contactCount } = graph.edges.columns;
  let total = 0;
  for (let i = 0; i < contactEdges.size; i++) total += contactCount[contactEdges.columns.edge[i]];
  problem.table.ensureCapacity(total);
}

/** An impulse is a force times the step: what carried a load for the last step carries it for this one in proportion [1]. */
export function warmStartShare({ state }: Detection, dt: number, settings: Settings): number {
  return settings['ncp.warmStart'] * (state.previousStep > 0 ? dt / state.previousStep : 1);
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
  const { nodes: ends, firstContact, contactCount } = detection.graph.edges.columns;
  const { mover } = detection.bodies.nodes.columns;
  scratch[WARM_START] = warmStartShare(detection, dt, settings);
  problem.table.size = 0;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    writeRecords(problem, detection, mover[ends[2 * edge]], mover[ends[2 * edge + 1]], firstContact[edge], contactCount[edge]);
  }
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
  scratch[WARM_START] = share;
  problem.table.size = 0;
  for (let k = 4 * first; k < 4 * (first + count); k += 4) {
    writeRecords(problem, detection, manifolds[k], manifolds[k + 1], manifolds[k + 2], manifolds[k + 3]);
  }
}

/** The records of `count` contacts of two movers from the row `first` on. */
function writeRecords(
  { table }: ContactProblem,
  { graph, bodies }: Detection,
  moverA: number,
  moverB: number,
  first: number,
  count: number,
): void {
  const { shapes, gap, load, worldPoint, worldNormal, bias } = graph.contacts.columns;
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
    record[k + FRICTION] = friction[pair];
    restitutions[index] = restitution[pair];
    record[k + BIAS] = bias[contact];
    record[k + GAP] = bias[contact] === Number.POSITIVE_INFINITY ? bias[contact] : gap[contact];

    // Start from the last impulses; friction is kept as a vector of the world, since the tangents may have turned.
    const warmStart = scratch[WARM_START];
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
  writeArms(point, c, nodes.position, moverA, moverB);
  writeAngular(record, k, 0, nodes.inverseInertia, 6 * moverA, 1);
  writeAngular(record, k, 3, nodes.inverseInertia, 6 * moverB, 1);
  let diagonal = record[k + INVERSE_MASS_A] + record[k + INVERSE_MASS_B];
  for (let j = 0; j < 6; j++) diagonal += record[k + ANGULAR + j] * record[k + TURN + j];
  record[k + INVERSE_DIAGONAL] = 1 / diagonal;
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

/** Two unit tangents, right-handed with n; the coordinate axis farthest from n is the start, so that they are well defined. */
function writeTangents(record: Float64Array, k: number): void {
  const nx = record[k + NORMAL];
  const ny = record[k + NORMAL + 1];
  const nz = record[k + NORMAL + 2];
  const x = Math.abs(nx);
  const y = Math.abs(ny);
  const z = Math.abs(nz);
  let tx = 0;
  let ty = 0;
  let tz = 0;
  if (x <= y && x <= z) {
    const s = 1 / Math.sqrt(ny * ny + nz * nz);
    ty = nz * s;
    tz = -ny * s;
  } else if (y <= z) {
    const s = 1 / Math.sqrt(nx * nx + nz * nz);
    tx = -nz * s;
    tz = nx * s;
  } else {
    const s = 1 / Math.sqrt(nx * nx + ny * ny);
    tx = ny * s;
    ty = -nx * s;
  }
  record[k + TANGENT_1] = tx;
  record[k + TANGENT_1 + 1] = ty;
  record[k + TANGENT_1 + 2] = tz;
  record[k + TANGENT_2] = ny * tz - nz * ty;
  record[k + TANGENT_2 + 1] = nz * tx - nx * tz;
  record[k + TANGENT_2 + 2] = nx * ty - ny * tx;
}

/** All of a record that depends on where the movers are: angular parts of J and T, and the diagonals. The point is at point[c]. */
export function writeLevers(
  record: Float64Array,
  k: number,
  point: Float64Array,
  c: number,
  { position, inverseInertia }: Nodes,
  moverA: number,
  moverB: number,
): void {
  writeArms(point, c, position, moverA, moverB);
  writeAngular(record, k, 0, inverseInertia, 6 * moverA, 3);
  writeAngular(record, k, 3, inverseInertia, 6 * moverB, 3);
  writeDiagonal(record, k);
}

function writeArms(point: Float64Array, c: number, position: Float64Array, moverA: number, moverB: number): void {
  for (let j = 0; j < 3; j++) {
    scratch[ARMS + j] = position[3 * moverA + j] - point[c + j];
    scratch[ARMS + 3 + j] = point[c + j] - position[3 * moverB + j];
  }
}

/** r x d of the first rows for one body, and the same through its inverse inertia; `side` is 0 for A and 3 for B. */
function writeAngular(record: Float64Array, k: number, side: number, inertia: Float64Array, i: number, rows: number): void {
  const rx = scratch[ARMS + side];
  const ry = scratch[ARMS + side + 1];
  const rz = scratch[ARMS + side + 2];
  const xx = inertia[i];
  const yy = inertia[i + 1];
  const zz = inertia[i + 2];
  const xy = inertia[i + 3];
  const xz = inertia[i + 4];
  const yz = inertia[i + 5];
  for (let row = 0; row < rows; row++) {
    const d = k + NORMAL + 3 * row;
    const x = ry * record[d + 2] - rz * record[d + 1];
    const y = rz * record[d] - rx * record[d + 2];
    const z = rx * record[d + 1] - ry * record[d];
    const angular = k + ANGULAR + 6 * row + side;
    record[angular] = x;
    record[angular + 1] = y;
    record[angular + 2] = z;
    const turn = k + TURN + 6 * row + side;
    record[turn] = xx * x + xy * y + xz * z;
    record[turn + 1] = xy * x + yy * y + yz * z;
    record[turn + 2] = xz * x + yz * y + zz * z;
  }
}

/** Diagonal of A and its block of the two tangents, inverted. */
function writeDiagonal(record: Float64Array, k: number): void {
  const inverseMass = record[k + INVERSE_MASS_A] + record[k + INVERSE_MASS_B];
  const angular = k + ANGULAR;
  const turn = k + TURN;
  let a00 = inverseMass;
  let a11 = inverseMass;
  let a22 = inverseMass;
  let a12 = 0;
  for (let j = 0; j < 6; j++) {
    a00 += record[angular + j] * record[turn + j];
    a11 += record[angular + 6 + j] * record[turn + 6 + j];
    a22 += record[angular + 12 + j] * record[turn + 12 + j];
    a12 += record[angular + 6 + j] * record[turn + 12 + j];
  }
  record[k + INVERSE_DIAGONAL] = 1 / a00;
  record[k + INVERSE_DIAGONAL + 1] = 1 / a11;
  record[k + INVERSE_DIAGONAL + 2] = 1 / a22;
  const determinant = 1 / (a11 * a22 - a12 * a12);
  record[k + INVERSE_TANGENT_BLOCK] = a22 * determinant;
  record[k + INVERSE_TANGENT_BLOCK + 1] = -a12 * determinant;
  record[k + INVERSE_TANGENT_BLOCK + 2] = a11 * determinant;
  const half = 0.5 * (a11 - a22);
  record[k + TANGENT_STEP] = 1 / (0.5 * (a11 + a22) + Math.sqrt(half * half + a12 * a12));
}

/** Puts the impulses back on the contacts: what A did to B, friction as a vector of the world. */
export function storeImpulses({ table }: ContactProblem, { graph }: Detection): void {
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
  const { impulse } = graph.contacts.columns;
  for (let i = 0; i < table.size; i++) for (let j = 0; j < 4; j++) impulse[4 * contact[i] + j] = 0;
}

/** Adds the impulses of a part of the step to those on the contacts, or takes them away again where `sign` is -1. */
export function addImpulses({ table }: ContactProblem, { graph }: Detection, sign = 1): void {
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
