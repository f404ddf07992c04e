// The problem of an island with joints: its bodies numbered from 0, their inertias and velocities, a block of rows for
// each joint, and the records of its contacts, all as plain arrays for solvers/tree. Bodies that nothing moves come
// last, as anchors; the world itself is one of them.

import { writeInertia } from '../bodies/locks.js';
import type { NODE_SCHEMA } from '../bodies/node-table.js';
import type { Detection } from '../detection/detection.js';
import { disturbEnd } from '../detection/disturb.js';
import { couples } from '../detection/islands/acting-joints.js';
import type { Island } from '../detection/islands/island.js';
import { updateTurns } from '../joints/coordinates.js';
import { JointFrames, type Joints } from '../joints/joint-frames.js';
import { lockedRows, rowCount } from '../joints/joint-kinds.js';
import { jointWrench, writeArms } from '../joints/joint-loads.js';
import { MOST_COORDINATES, MOST_ROWS, WORLD_END } from '../joints/joint-table.js';
import { writeJointLaws, writeJointRows } from '../joints/write-rows.js';
import { GAP, RECORD_LENGTH } from '../solvers/contact-record.js';
import { rowVelocity } from '../solvers/projected-gauss-seidel.js';
import { grown } from '../solvers/quadratic/grown.js';
import type { TreeProblem } from '../solvers/tree/joint-block.js';
import { INERTIA_LENGTH, LAMBDA, noBlocks, noCouplings, RESPONSE, ROW_LENGTH } from '../solvers/tree/joint-block.js';
import { angularDampingOf, linearDampingOf } from '../speedups.js';
import type { Columns } from '../table/table.js';
import type { ContactProblem } from './problem-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

export class JointProblem implements TreeProblem {
  /** How many islands it was gathered for. */
  gathered = 0;
  movers = 0;
  /** Bodies, anchors included. */
  bodies = 0;
  inertia = new Float64Array();
  locks = new Int32Array();
  u = new Float64Array();
  readonly blocks = noBlocks();
  readonly couplings = noCouplings();
  contactCount = 0;
  record: Float64Array = new Float64Array();
  contactMovers = new Int32Array();
  slip = new Float64Array();
  /** The frames of the joint at hand. */
  readonly frames = new JointFrames();
  /** Six numbers a block: from the centres of mass of A and of B to where its rows push them [m]. */
  arms = new Float64Array();
  /** The node of each body; WORLD_END for the world. */
  nodes = new Int32Array();
  /** Gap of each row at the end of the step, as far as it is known [m or rad]. */
  gap = new Float64Array();
  /**
   * How far the limit of each row may be passed at the end of the step: by one that was put beyond it, and comes back
   * slowly [m or rad].
   */
  allowed = new Float64Array();
  /** The row of each coupling in the table, and its gap [m or rad]. */
  coupling = new Int32Array();
  couplingGap = new Float64Array();
  /** Velocity of each row when bodies began to move [m/s or rad/s]. */
  rotor = new Float64Array();
  /** What each row has done in the parts of the step that are over [N s or N m s]. */
  done = new Float64Array();
  /** Where anchors were when they were noted, position and orientation, and whether none of them moves. */
  anchors = new Float64Array();
  areAnchorsStill = true;
  /** Force and torque of the joint at hand. */
  readonly wrench = new Float64Array(6);
  /** Displacement of each body, six numbers [m], [rad]. */
  displacement = new Float64Array();
  /** Whether any axis of a body is locked. */
  hasLocks = false;

  /** Whether nothing holds the bodies but they each other: momentum and angular momentum are kept. */
  get isAlone(): boolean {
    return this.bodies === this.movers && !this.hasLocks;
  }
}

/**
 * Numbers the bodies of an island and writes its blocks where its bodies are now, for a step of dt [s] that is so large
 * a share of that which the joints' impulses are of, and in which forces act for `kick` [s]. Velocities must be those
 * before the forces. `contacts` are those of the island; undefined where it has none.
 */
export function gatherIsland(
  problem: JointProblem,
  detection: Detection,
  contacts: ContactProblem | undefined,
  island: Island,
  dt: number,
  kick: number,
  share: number,
): void {
  problem.gathered++;
  numberBodies(problem, detection, island);
  writeBlocks(problem, detection, island, dt, kick, share);
  listCouplings(problem, detection, island);
  problem.contactCount = 0;
  if (contacts !== undefined) numberContacts(problem, detection, contacts);
  clearNumbers(problem, detection.bodies.nodes.columns);
  readInertias(problem, detection);
}

function numberBodies(
  problem: JointProblem,
  { bodies, groups }: Detection,
  { firstBody, bodyCount, edgeCount, jointCount, lockedCount }: Island,
): void {
  const { numbered, locks } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  // Each edge and each joint brings one anchor at the most.
  const most = bodyCount + edgeCount + jointCount;
  problem.nodes = grown(problem.nodes, most);
  problem.inertia = grown(problem.inertia, INERTIA_LENGTH * bodyCount);
  problem.locks = grown(problem.locks, bodyCount);
  problem.u = grown(problem.u, 6 * most);
  problem.displacement = grown(problem.displacement, 6 * most);
  problem.movers = problem.bodies = bodyCount;
  problem.hasLocks = lockedCount > 0;
  for (let i = 0; i < bodyCount; i++) {
    problem.nodes[i] = member[firstBody + i];
    problem.locks[i] = locks[member[firstBody + i]];
    numbered[member[firstBody + i]] = i + 1;
  }
}

/** The number of a node's mover; one that has none becomes an anchor. */
function numberOf(problem: JointProblem, { mover, numbered }: Nodes, node: number): number {
  const row = mover[node];
  if (numbered[row] === 0) {
    problem.nodes[problem.bodies] = row;
    numbered[row] = ++problem.bodies;
  }
  return numbered[row] - 1;
}

function writeBlocks(
  problem: JointProblem,
  { state, bodies, groups }: Detection,
  { firstJoint, jointCount }: Island,
  dt: number,
  kick: number,
  share: number,
): void {
  const { blocks } = problem;
  const { columns: joints } = state.joints.table;
  const nodes = bodies.nodes.columns;
  const { member } = groups.joints.columns;
  blocks.ends = grown(blocks.ends, 2 * jointCount);
  blocks.firstRow = grown(blocks.firstRow, jointCount + 1);
  blocks.row = grown(blocks.row, MOST_ROWS * jointCount * ROW_LENGTH);
  blocks.piece = grown(blocks.piece, MOST_ROWS * jointCount);
  problem.arms = grown(problem.arms, 6 * jointCount);
  problem.gap = grown(problem.gap, MOST_ROWS * jointCount);
  problem.done = grown(problem.done, MOST_ROWS * jointCount);
  problem.allowed = grown(problem.allowed, MOST_ROWS * jointCount);
  blocks.count = jointCount;
  let world = -1;
  let rows = 0;
  for (let block = 0; block < jointCount; block++) {
    const joint = member[firstJoint + block];
    for (let side = 0; side < 2; side++) {
      const node = joints.nodes[2 * joint + side];
      if (node === WORLD_END && world < 0) {
        world = problem.bodies;
        problem.nodes[problem.bodies++] = WORLD_END;
      }
      blocks.ends[2 * block + side] = node === WORLD_END ? world : numberOf(problem, nodes, node);
    }
    blocks.firstRow[block] = rows;
    writeJointRows(problem.frames, joints, nodes, joint, blocks, block, dt, kick);
    writeArms(problem.frames, joints.kind[joint], problem.arms, 6 * block);
    rows += rowCount(joints.kind[joint]);
    blocks.firstRow[block + 1] = rows;
    startRows(problem, joints, joint, block, share);
  }
}

/** What the rows of a block start from. */
function startRows(
  { blocks, done }: JointProblem,
  { impulse, piece }: Joints,
  joint: number,
  block: number,
  share: number,
): void {
  const first = blocks.firstRow[block];
  for (let row = first; row < blocks.firstRow[block + 1]; row++) {
    done[row] = 0;
    blocks.row[row * ROW_LENGTH + RESPONSE] = 0;
    blocks.row[row * ROW_LENGTH + LAMBDA] = share * impulse[MOST_ROWS * joint + row - first];
    blocks.piece[row] = piece[MOST_ROWS * joint + row - first];
  }
}

/**
 * As gatherIsland, where the problem has been gathered for this island, and its rows are written where its bodies are;
 * without contacts.
 */
export function gatherAgain(
  problem: JointProblem,
  detection: Detection,
  island: Island,
  dt: number,
  kick: number,
  share: number,
): void {
  const { couplings } = problem;
  const { columns: joints } = detection.state.joints.table;
  const { member } = detection.groups.joints.columns;
  for (let block = 0; block < island.jointCount; block++) {
    startRows(problem, joints, member[island.firstJoint + block], block, share);
  }
  for (let i = 0; i < couplings.count; i++) couplings.bias[i] = couplings.lambda[i] = 0;
  problem.contactCount = 0;
  rewriteLaws(problem, detection, island, dt, kick);
}

/** The couplings of the island's joints; a coupling has both of its joints in one island. */
function listCouplings(problem: JointProblem, { state, groups }: Detection, { firstJoint, jointCount }: Island): void {
  const { couplings, blocks } = problem;
  const { table, couplings: all } = state.joints;
  couplings.count = 0;
  if (all.liveCount === 0) return;
  const { member } = groups.joints.columns;
  for (let block = 0; block < jointCount; block++) table.columns.block[member[firstJoint + block]] = block + 1;
  couplings.rows = grown(couplings.rows, 2 * all.liveCount);
  couplings.ratio = grown(couplings.ratio, all.liveCount);
  couplings.bias = grown(couplings.bias, all.liveCount);
  couplings.lambda = grown(couplings.lambda, all.liveCount);
  problem.coupling = grown(problem.coupling, all.liveCount);
  problem.couplingGap = grown(problem.couplingGap, all.liveCount);
  const { joints, coordinates, ratio } = all.columns;
  for (let coupling = 0; coupling < all.size; coupling++) {
    if (!couples(state, coupling) || table.columns.block[joints[2 * coupling]] === 0) continue;
    const i = couplings.count++;
    problem.coupling[i] = coupling;
    for (let side = 0; side < 2; side++) {
      const joint = joints[2 * coupling + side];
      const first = blocks.firstRow[table.columns.block[joint] - 1];
      couplings.rows[2 * i + side] = first + lockedRows(table.columns.kind[joint]) + coordinates[2 * coupling + side];
    }
    couplings.ratio[i] = ratio[coupling];
    couplings.bias[i] = couplings.lambda[i] = 0;
  }
  for (let block = 0; block < jointCount; block++) table.columns.block[member[firstJoint + block]] = 0;
}

/** Rows of the joints of the island at hand where its bodies are by now; impulses and pieces stay. */
export function rewriteBlocks(
  { frames, blocks, arms }: JointProblem,
  { state, bodies, groups }: Detection,
  { firstJoint, jointCount }: Island,
  dt: number,
  kick: number,
): void {
  const { member } = groups.joints.columns;
  const { columns: joints } = state.joints.table;
  for (let block = 0; block < jointCount; block++) {
    const joint = member[firstJoint + block];
    writeJointRows(frames, joints, bodies.nodes.columns, joint, blocks, block, dt, kick);
    writeArms(frames, joints.kind[joint], arms, 6 * block);
  }
}

/** Laws of the same, where bodies are as they were when the rows were written. */
export function rewriteLaws(
  { frames, blocks }: JointProblem,
  { state, bodies, groups }: Detection,
  { firstJoint, jointCount }: Island,
  dt: number,
  kick: number,
): void {
  const { member } = groups.joints.columns;
  for (let block = 0; block < jointCount; block++) {
    writeJointLaws(frames, state.joints.table.columns, bodies.nodes.columns, member[firstJoint + block], blocks, block, dt, kick);
  }
}

/** The bodies of contacts, and of what resists rolling behind them, by their numbers, as offsets. */
function numberContacts(problem: JointProblem, { bodies }: Detection, { table, resistances }: ContactProblem): void {
  const { movers, record } = table.columns;
  const nodes = bodies.nodes.columns;
  const count = table.size + resistances;
  problem.contactCount = count;
  problem.record = record;
  problem.contactMovers = grown(problem.contactMovers, 2 * count);
  problem.slip = grown(problem.slip, 2 * count);
  problem.slip.fill(0, 0, 2 * count);
  for (let i = 0; i < 2 * count; i++) problem.contactMovers[i] = 6 * numberOf(problem, nodes, movers[i] / 6);
}

/** Other islands have the same anchors. */
function clearNumbers(problem: JointProblem, { numbered }: Nodes): void {
  for (let i = 0; i < problem.bodies; i++) if (problem.nodes[i] !== WORLD_END) numbered[problem.nodes[i]] = 0;
}

export function readInertias({ movers, nodes, inertia }: JointProblem, { bodies }: Detection): void {
  for (let i = 0; i < movers; i++) writeInertia(bodies.nodes.columns, nodes[i], inertia, INERTIA_LENGTH * i);
}

/**
 * Damping acts on the velocities at the end of the `kick` [s] for which forces act, and so on what joints and contacts
 * do as well: to them bodies are heavier. Else drag would take a share of a weight from what carries it, and nothing
 * with drag would hang still. Returns whether there is any damping.
 */
export function weighDamping({ movers, nodes, inertia }: JointProblem, { state, bodies }: Detection, kick: number): boolean {
  const { linearDamping, angularDamping } = bodies.nodes.columns;
  const linear = linearDampingOf(state.settings);
  const angular = angularDampingOf(state.settings);
  let isAny = false;
  for (let i = 0; i < movers; i++) {
    const m = INERTIA_LENGTH * i;
    const moving = 1 + kick * (linear + linearDamping[nodes[i]]);
    const turning = 1 + kick * (angular + angularDamping[nodes[i]]);
    if (moving === 1 && turning === 1) continue;
    isAny = true;
    inertia[m] *= moving;
    for (let j = 1; j < INERTIA_LENGTH; j++) inertia[m + j] *= turning;
  }
  return isAny;
}

export function readVelocities({ bodies: count, nodes, u }: JointProblem, { bodies }: Detection): void {
  const { velocity } = bodies.nodes.columns;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < 6; j++) u[6 * i + j] = nodes[i] === WORLD_END ? 0 : velocity[6 * nodes[i] + j];
  }
}

export function writeVelocities({ movers, nodes, u }: JointProblem, { bodies }: Detection): void {
  const { velocity } = bodies.nodes.columns;
  for (let i = 0; i < movers; i++) for (let j = 0; j < 6; j++) velocity[6 * nodes[i] + j] = u[6 * i + j];
}

/** How rows answered becomes what the laws of springs and dampers go by. */
export function storeResponses({ blocks }: JointProblem, { state, groups }: Detection, { firstJoint, jointCount }: Island): void {
  const { response, kind } = state.joints.table.columns;
  const { member } = groups.joints.columns;
  for (let block = 0; block < jointCount; block++) {
    const joint = member[firstJoint + block];
    const first = blocks.firstRow[block] + lockedRows(kind[joint]);
    const end = Math.min(blocks.firstRow[block + 1], first + MOST_COORDINATES);
    for (let row = first; row < end; row++) {
      response[MOST_COORDINATES * joint + row - first] = blocks.row[row * ROW_LENGTH + RESPONSE];
    }
  }
}

/** What the rows did becomes what the joints carry, so many times. */
export function storeJointImpulses(
  { blocks, done }: JointProblem,
  { state, groups }: Detection,
  { firstJoint, jointCount }: Island,
  times: number,
): void {
  const { impulse, piece } = state.joints.table.columns;
  const { member } = groups.joints.columns;
  for (let block = 0; block < jointCount; block++) {
    const joint = member[firstJoint + block];
    const first = blocks.firstRow[block];
    for (let row = first; row < blocks.firstRow[block + 1]; row++) {
      impulse[MOST_ROWS * joint + row - first] = times * (done[row] + blocks.row[row * ROW_LENGTH + LAMBDA]);
      piece[MOST_ROWS * joint + row - first] = blocks.piece[row];
    }
  }
}

/** Where the gaps of the contacts will be after dt [s], to first order. Returns whether bodies will be in each other. */
export function foreseeOverlaps({ contactCount, record, contactMovers, u }: JointProblem, dt: number): boolean {
  let areAny = false;
  for (let i = 0; i < contactCount; i++) {
    const k = i * RECORD_LENGTH;
    record[k + GAP] += dt * rowVelocity(record, k, 0, u, contactMovers[2 * i], contactMovers[2 * i + 1]);
    areAny ||= record[k + GAP] < 0;
  }
  return areAny;
}

/** Lets the impulses of rows start from nothing: what they did to displacements, say, is no impulse. */
export function forgetPart({ blocks }: JointProblem): void {
  for (let row = 0; row < blocks.firstRow[blocks.count]; row++) blocks.row[row * ROW_LENGTH + LAMBDA] = 0;
}

/** One part of the step is over: the impulses of the next start from nothing. */
export function concludePart({ blocks, done }: JointProblem): void {
  for (let row = 0; row < blocks.firstRow[blocks.count]; row++) {
    done[row] += blocks.row[row * ROW_LENGTH + LAMBDA];
    blocks.row[row * ROW_LENGTH + LAMBDA] = 0;
  }
}

/** Counts turns, and breaks joints that carry more than they can in dt [s]. */
export function noteLoads(problem: JointProblem, detection: Detection, { firstJoint, jointCount }: Island, dt: number): void {
  const { state, bodies, groups } = detection;
  const { columns: joints } = state.joints.table;
  const nodes = bodies.nodes.columns;
  const { member } = groups.joints.columns;
  for (let i = firstJoint; i < firstJoint + jointCount; i++) {
    const joint = member[i];
    updateTurns(problem.frames, joints, nodes, joint, dt);
    breakOverloaded(problem, detection, joint, dt);
  }
}

/** Breaks a joint that has carried more than it can in dt [s]; what has broken acts no more from the next step on. */
export function breakOverloaded({ frames, wrench }: JointProblem, detection: Detection, joint: number, dt: number): void {
  const { state, bodies, groups } = detection;
  const { columns: joints } = state.joints.table;
  if (joints.breakForce[joint] === Number.POSITIVE_INFINITY && joints.breakTorque[joint] === Number.POSITIVE_INFINITY) return;
  jointWrench(frames, joints, bodies.nodes.columns, joint, dt, wrench);
  const force = Math.sqrt(wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2]);
  const torque = Math.sqrt(wrench[3] * wrench[3] + wrench[4] * wrench[4] + wrench[5] * wrench[5]);
  if (force <= joints.breakForce[joint] && torque <= joints.breakTorque[joint]) return;
  joints.broken[joint] = 1;
  groups.sources.areKnown = false;
  for (let side = 0; side < 2; side++) {
    if (joints.nodes[2 * joint + side] !== WORLD_END) disturbEnd(state, joints.nodes[2 * joint + side]);
  }
}
