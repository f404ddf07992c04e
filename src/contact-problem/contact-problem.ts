// The velocity-based complementarity problem of one group (VSP paper, section 2): J, T, b and the limits of every contact,
// written as records. This is the only place that joins bodies to numerics.
//
// Where we differ from the paper: a contact whose gap is still open may close it within the step (w_n = J u + gap / dt >= 0),
// since contacts are kept inside an envelope and bodies must not stop short of each other, but a hair's breadth counts as closed;
// and a contact bounces (21) only when it closes faster than gravity's doing of a step or so.

import type { Detection } from '../detection/detection.js';
import type { Settings } from '../settings.js';
import { gravityOfStep } from '../settings.js';
import * as layout from '../solvers/contact-record.js';
import { rowVelocity } from '../solvers/projected-gauss-seidel.js';
import type { Memory } from '../table/memory.js';
import { f64, i32, Table } from '../table/table.js';

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

const RECORD_SCHEMA = {
  record: f64(RECORD_LENGTH, 'scratch'),
  /** Offsets of the two movers in the columns of six numbers. */
  movers: i32(2, 'scratch'),
  /** Row in the table of contacts. */
  contact: i32(1, 'scratch'),
} as const;

export class ContactProblem {
  /** One row a contact of the group at hand. */
  readonly table: Table<typeof RECORD_SCHEMA>;

  constructor(memory: Memory) {
    this.table = new Table(memory, RECORD_SCHEMA);
  }
}

/**
 * Numbers of the step at hand, and the arms of the contact at hand: handed from call to call as arguments, each would be
 * allocated by V8.
 */
const scratch = new Float64Array(11);
/** Length of the step [s]. */
const DT = 0;
/** Slowest closing speed that bounces [m/s]. */
const SLOWEST_BOUNCE = 1;
/** Largest gap that counts as closed, as a share of the half thickness [1]. */
const CLOSED = 2;
/** Share of the last impulses to start from [1]. */
const WARM_START = 3;
/** Deepest penetration so far [m]. */
const DEEPEST = 4;
/** From the movers' centres of mass to the contact, A's with its sign turned (2) [m]. */
const ARMS = 5;

/** Rows for as many contacts as there are, so that storage does not move while groups are solved. */
export function reserveProblem(problem: ContactProblem, { graph, contactEdges }: Detection): void {
  const { contactCount } = graph.edges.columns;
  let total = 0;
  for (let i = 0; i < contactEdges.size; i++) total += contactCount[contactEdges.columns.edge[i]];
  problem.table.ensureCapacity(total);
}

/**
 * Writes the records of the contacts of `edgeCount` edges listed from `firstEdge`. The velocities are those at the beginning of
 * the step, which bouncing goes by. Returns the depth of the deepest contact, 0 when none penetrates [m].
 */
export function buildProblem(
  problem: ContactProblem,
  detection: Detection,
  firstEdge: number,
  edgeCount: number,
  dt: number,
  settings: Settings,
): number {
  const edges = detection.groups.edges.columns.member;
  scratch[DT] = dt;
  scratch[SLOWEST_BOUNCE] = settings['ncp.restitutionThreshold'] * gravityOfStep(settings, dt);
  scratch[CLOSED] = settings['ncp.touching'] * settings['detection.envelope'];
  // An impulse is a force times the step: what carried a load for the last step carries it for this one in proportion.
  scratch[WARM_START] = settings['ncp.warmStart'] * (detection.previousStep > 0 ? dt / detection.previousStep : 1);
  scratch[DEEPEST] = 0;
  problem.table.size = 0;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) writeRecords(problem, detection, edges[i]);
  return scratch[DEEPEST];
}

/** The records of all contacts of one edge. */
function writeRecords({ table }: ContactProblem, { graph, bodies }: Detection, edge: number): void {
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { shapes, passing, anchorA, anchorB, normal, gap: gaps, impulse, worldPoint, worldNormal } = graph.contacts.columns;
  const { rotation, position, velocity, inverseMass, inverseInertia, mover } = bodies.nodes.columns;
  const { material, thickness } = bodies.shapes.columns;
  const { count, friction, restitution } = bodies.materials;
  const { record, movers, contact: rows } = table.columns;
  const a = ends[2 * edge];
  const b = ends[2 * edge + 1];
  const moverA = mover[a];
  const moverB = mover[b];
  const ra = 9 * a;
  const rb = 9 * b;
  for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
    const index = table.size++;
    const k = index * RECORD_LENGTH;
    rows[index] = contact;
    movers[2 * index] = 6 * moverA;
    movers[2 * index + 1] = 6 * moverB;

    // Contact points and normal in the world, from where they are attached to the two bodies.
    const c = 3 * contact;
    const ux = anchorA[c];
    const uy = anchorA[c + 1];
    const uz = anchorA[c + 2];
    const ax = position[3 * a] + rotation[ra] * ux + rotation[ra + 1] * uy + rotation[ra + 2] * uz;
    const ay = position[3 * a + 1] + rotation[ra + 3] * ux + rotation[ra + 4] * uy + rotation[ra + 5] * uz;
    const az = position[3 * a + 2] + rotation[ra + 6] * ux + rotation[ra + 7] * uy + rotation[ra + 8] * uz;
    const vx = anchorB[c];
    const vy = anchorB[c + 1];
    const vz = anchorB[c + 2];
    const bx = position[3 * b] + rotation[rb] * vx + rotation[rb + 1] * vy + rotation[rb + 2] * vz;
    const by = position[3 * b + 1] + rotation[rb + 3] * vx + rotation[rb + 4] * vy + rotation[rb + 5] * vz;
    const bz = position[3 * b + 2] + rotation[rb + 6] * vx + rotation[rb + 7] * vy + rotation[rb + 8] * vz;
    const mx = normal[c];
    const my = normal[c + 1];
    const mz = normal[c + 2];
    const nx = rotation[ra] * mx + rotation[ra + 1] * my + rotation[ra + 2] * mz;
    const ny = rotation[ra + 3] * mx + rotation[ra + 4] * my + rotation[ra + 5] * mz;
    const nz = rotation[ra + 6] * mx + rotation[ra + 7] * my + rotation[ra + 8] * mz;
    const gap = nx * (bx - ax) + ny * (by - ay) + nz * (bz - az);
    gaps[contact] = gap;
    if (-gap > scratch[DEEPEST]) scratch[DEEPEST] = -gap;

    // Both bodies are pushed at the same point, half way, or angular momentum would not be kept.
    const px = 0.5 * (ax + bx);
    const py = 0.5 * (ay + by);
    const pz = 0.5 * (az + bz);
    record[k + NORMAL] = nx;
    record[k + NORMAL + 1] = ny;
    record[k + NORMAL + 2] = nz;
    worldPoint[c] = px;
    worldPoint[c + 1] = py;
    worldPoint[c + 2] = pz;
    worldNormal[c] = nx;
    worldNormal[c + 1] = ny;
    worldNormal[c + 2] = nz;
    writeTangents(record, k);
    scratch[ARMS] = position[3 * moverA] - px;
    scratch[ARMS + 1] = position[3 * moverA + 1] - py;
    scratch[ARMS + 2] = position[3 * moverA + 2] - pz;
    scratch[ARMS + 3] = px - position[3 * moverB];
    scratch[ARMS + 4] = py - position[3 * moverB + 1];
    scratch[ARMS + 5] = pz - position[3 * moverB + 2];
    writeAngular(record, k, 0, inverseInertia, 6 * moverA);
    writeAngular(record, k, 3, inverseInertia, 6 * moverB);
    record[k + INVERSE_MASS_A] = inverseMass[moverA];
    record[k + INVERSE_MASS_B] = inverseMass[moverB];
    writeDiagonal(record, k);

    const shapeA = shapes[2 * contact];
    const shapeB = shapes[2 * contact + 1];
    const pair = material[shapeA] * count + material[shapeB];
    record[k + FRICTION] = friction[pair];
    record[k + GAP] = passing[contact] !== 0 ? Number.POSITIVE_INFINITY : gap;
    const closing = -rowVelocity(record, k, 0, velocity, 6 * moverA, 6 * moverB);
    const closed = scratch[CLOSED] * Math.min(thickness[shapeA], thickness[shapeB]);
    const bounces = restitution[pair] > 0 && closing > scratch[SLOWEST_BOUNCE] && closing * scratch[DT] >= gap - closed;
    if (passing[contact] !== 0) record[k + BIAS] = Number.POSITIVE_INFINITY;
    else if (bounces) record[k + BIAS] = -restitution[pair] * closing;
    // What bounces must not be stopped on the way by another hit in the same step: it would lose its speed. It bounces in the
    // next.
    else if (restitution[pair] > 0 && gap > closed) record[k + BIAS] = Number.POSITIVE_INFINITY;
    else record[k + BIAS] = Math.max(gap - closed, 0) / scratch[DT];

    // Start from the last impulses; friction is kept as a vector of the world, since the tangents may have turned.
    const warmStart = scratch[WARM_START];
    const fx = impulse[4 * contact + 1];
    const fy = impulse[4 * contact + 2];
    const fz = impulse[4 * contact + 3];
    const t1 = k + TANGENT_1;
    const t2 = k + TANGENT_2;
    record[k + LAMBDA] = warmStart * impulse[4 * contact];
    record[k + LAMBDA + 1] = warmStart * (record[t1] * fx + record[t1 + 1] * fy + record[t1 + 2] * fz);
    record[k + LAMBDA + 2] = warmStart * (record[t2] * fx + record[t2 + 1] * fy + record[t2 + 2] * fz);
    record[k + CORRECTION_LAMBDA] = 0;
  }
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

/** r x d of the three rows for one body, and the same through its inverse inertia; `side` is 0 for A and 3 for B. */
function writeAngular(record: Float64Array, k: number, side: number, inertia: Float64Array, i: number): void {
  const rx = scratch[ARMS + side];
  const ry = scratch[ARMS + side + 1];
  const rz = scratch[ARMS + side + 2];
  const xx = inertia[i];
  const yy = inertia[i + 1];
  const zz = inertia[i + 2];
  const xy = inertia[i + 3];
  const xz = inertia[i + 4];
  const yz = inertia[i + 5];
  for (let row = 0; row < 3; row++) {
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

/** Where the gaps will be at the end of the step, to first order: what the projection starts from. */
export function predictGaps({ table }: ContactProblem, u: Float64Array, dt: number): void {
  const { record, movers } = table.columns;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    record[k + GAP] += dt * rowVelocity(record, k, 0, u, movers[2 * i], movers[2 * i + 1]);
  }
}
