// An island of trees that nothing touches, as links in joint coordinates (kernels/flight-layout.ts). What of it stays
// from step to step is gathered once; poses, velocities and forces are read in every step.

import { isInsulator, SCRIPTED } from '../bodies/node-kinds.js';
import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import { acts, isStraightLaw } from '../joints/coordinate-law.js';
import { hasTurns } from '../joints/coordinates.js';
import { MOTIONS } from '../joints/inverse/coordinates.js';
import type { JointFrames, Joints } from '../joints/joint-frames.js';
import { BALL, DISTANCE, FREE, lockedRows } from '../joints/joint-kinds.js';
import { FORCE_MOTOR, MOST_COORDINATES, MOST_ROWS, NO_MOTOR, WORLD_END } from '../joints/joint-table.js';
import { isMagnitude, MEASURES, SLANT, TURN } from '../joints/measures.js';
import * as layout from '../kernels/flight-layout.js';
import { invertSymmetric } from '../math/symmetric.js';
import { grown } from '../solvers/quadratic/grown.js';
import { FlightRoom } from '../solvers/tree/flight-room.js';
import { ForestPlan } from '../solvers/tree/plan-forest.js';
import { gatherIsland, type JointProblem } from './joint-problem.js';

// V8 folds constants of the same module but not imported ones.
const { COLUMNS, DONE, FORCE, GIVEN, KNOWN, LINK_INTEGERS, LINK_NUMBERS, LOCKED, POSITION, ROWS, VELOCITY } = layout;
const POSE = 7;

type Nodes = Detection['bodies']['nodes']['columns'];

export class FlightProblem {
  readonly room: FlightRoom;
  /** One a link: its node, and its joint, -1 for none. */
  nodes = new Int32Array();
  joints = new Int32Array();
  /**
   * Coordinates whose laws are not plain (kernels/shared/law-links.ts): their links, columns, and places in the columns
   * of joints.
   */
  lawCount = 0;
  lawLink = new Int32Array();
  lawColumn = new Int32Array();
  lawPlace = new Int32Array();
  /**
   * One a link: the column of its joint's only angle, -1 where it has none or several; and how far that angle may turn
   * at least before it is counted anew [rad].
   */
  turnColumn = new Int32Array();
  /** 1 for links whose joints may break, or have angles besides that one that are counted in turns. */
  watched = new Int32Array();
  clearance = new Float64Array();
  /** Whether no link hangs on the ground. */
  isFree = false;
  /** Poses of links at the beginning of the step, seven numbers each. */
  start = new Float64Array();

  /** How often links were gathered. */
  gathered = 0;

  readonly #plan = new ForestPlan();
  /** What it was gathered for, and what came of it. */
  #changes = -1;
  #island = new Int32Array();
  #jointCount = -1;
  #bodyCount = -1;
  #isTree = false;

  constructor(isCompiled = true) {
    this.room = new FlightRoom(isCompiled);
  }

  /** Gathers an island without contacts, if that is not done yet. Returns whether it is one of trees in joint coordinates. */
  gather(problem: JointProblem, detection: Detection, island: Island, dt: number): boolean {
    if (this.#isKnown(detection, island)) return this.#isTree;
    this.#note(detection, island);
    gatherIsland(problem, detection, undefined, island, dt, dt, 1);
    this.#plan.update(problem);
    this.#isTree = this.#plan.loopCount === 0 && problem.couplings.count === 0 && this.#areKnownKinds(detection, island);
    if (this.#isTree) this.#writeLinks(problem, detection, island);
    return this.#isTree;
  }

  #isKnown(detection: Detection, { firstJoint, jointCount, firstBody, bodyCount }: Island): boolean {
    if (this.#changes !== detection.state.changesButTargets || this.#jointCount !== jointCount || this.#bodyCount !== bodyCount)
      return false;
    const { member } = detection.groups.joints.columns;
    for (let i = 0; i < jointCount; i++) if (this.#island[i] !== member[firstJoint + i]) return false;
    const { member: movers } = detection.groups.movers.columns;
    for (let i = 0; i < bodyCount; i++) if (this.#island[jointCount + i] !== movers[firstBody + i]) return false;
    return true;
  }

  #note(detection: Detection, { firstJoint, jointCount, firstBody, bodyCount }: Island): void {
    this.#changes = detection.state.changesButTargets;
    this.#jointCount = jointCount;
    this.#bodyCount = bodyCount;
    this.#island = grown(this.#island, jointCount + bodyCount);
    const { member } = detection.groups.joints.columns;
    for (let i = 0; i < jointCount; i++) this.#island[i] = member[firstJoint + i];
    const { member: movers } = detection.groups.movers.columns;
    for (let i = 0; i < bodyCount; i++) this.#island[jointCount + i] = movers[firstBody + i];
  }

  /** Whether all joints are between single bodies, leave coordinates that may be moved one after the other, no anchor moves, and no axis is locked. */
  #areKnownKinds({ state, bodies, groups }: Detection, { firstJoint, jointCount, firstBody, bodyCount }: Island): boolean {
    const { kind, nodes, lower, upper } = state.joints.table.columns;
    const columns = bodies.nodes.columns;
    for (let i = firstJoint; i < firstJoint + jointCount; i++) {
      const joint = groups.joints.columns.member[i];
      if (kind[joint] === DISTANCE) return false;
      for (let c = 0; c < MEASURES[kind[joint]].length - lockedRows(kind[joint]); c++) {
        const place = MOST_COORDINATES * joint + c;
        if (lower[place] === upper[place]) return false;
        // What acts along the coordinates of a ball acts about other axes than those it is moved about.
        const measure = MEASURES[kind[joint]][lockedRows(kind[joint]) + c];
        if (kind[joint] === BALL && acts(state.joints.table.columns, place, isMagnitude(measure))) return false;
      }
      for (let side = 0; side < 2; side++) {
        const node = nodes[2 * joint + side];
        if (node !== WORLD_END && (columns.mover[node] !== node || columns.kind[node] === SCRIPTED)) return false;
      }
    }
    for (let i = firstBody; i < firstBody + bodyCount; i++) {
      const row = groups.movers.columns.member[i];
      if (columns.linearDamping[row] !== 0 || columns.angularDamping[row] !== 0 || columns.locks[row] !== 0) return false;
      for (let j = 0; j < 3; j++) if (!(columns.moments[3 * row + j] > 0)) return false;
    }
    return true;
  }

  #writeLinks(problem: JointProblem, detection: Detection, island: Island): void {
    const { room } = this;
    const plan = this.#plan;
    const { member } = detection.groups.joints.columns;
    this.gathered++;
    this.nodes = grown(this.nodes, plan.links);
    this.joints = grown(this.joints, plan.links);
    this.start = grown(this.start, POSE * plan.links);
    this.turnColumn = grown(this.turnColumn, plan.links);
    this.watched = grown(this.watched, plan.links);
    this.clearance = grown(this.clearance, plan.links);
    room.reserve(plan.links);
    this.isFree = true;
    this.lawCount = 0;
    const most = MOST_COORDINATES * plan.links;
    this.lawLink = grown(this.lawLink, most);
    this.lawColumn = grown(this.lawColumn, most);
    this.lawPlace = grown(this.lawPlace, most);
    for (let k = 0; k < plan.links; k++) {
      const row = problem.nodes[plan.body[k]];
      this.nodes[k] = row;
      this.joints[k] = plan.block[k] < 0 ? -1 : member[island.firstJoint + plan.block[k]];
      this.#writeBody(detection, k, row);
      this.turnColumn[k] = -1;
      this.watched[k] = 0;
      const isTied = this.joints[k] >= 0 && detection.state.joints.table.columns.kind[this.joints[k]] !== FREE;
      room.integers[k * LINK_INTEGERS + layout.PARENT] = layout.FLOATS;
      if (isTied) this.#writeJoint(detection, k, plan.parent[k]);
    }
  }

  #writeBody({ bodies }: Detection, k: number, row: number): void {
    const { numbers } = this.room;
    const { mass, bodyInverseInertia } = bodies.nodes.columns;
    numbers[k * LINK_NUMBERS + layout.MASS] = mass[row];
    invertSymmetric(bodyInverseInertia, 6 * row, numbers, k * LINK_NUMBERS + layout.OWN_INERTIA);
  }

  #writeJoint({ state, bodies }: Detection, k: number, parent: number): void {
    const { numbers, integers } = this.room;
    const joints = state.joints.table.columns;
    const joint = this.joints[k];
    const kind = joints.kind[joint];
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    integers[link + layout.PARENT] = parent < 0 ? layout.GROUND : parent;
    if (parent < 0) this.isFree = false;
    integers[link + layout.IS_A] = joints.nodes[2 * joint] === this.nodes[k] ? 1 : 0;
    for (let j = 0; j < 7; j++) {
      numbers[at + layout.FRAME_A + j] = joints.frameA[7 * joint + j];
      numbers[at + layout.FRAME_B + j] = joints.frameB[7 * joint + j];
    }
    if (parent < 0) this.#placeGround(bodies.nodes.columns, joint, joints.nodes, k);
    const locked = lockedRows(kind);
    integers[link + layout.LOCKED] = locked;
    for (let r = 0; r < locked; r++) integers[link + layout.LOCKS + r] = lockOf(MEASURES[kind][r]);
    const motions = MOTIONS[kind];
    let turns = 0;
    integers[link + COLUMNS] = motions.length;
    for (let c = 0; c < motions.length; c++) {
      const { isTurn, isOfB, axis } = motions[c];
      if (isTurn) this.turnColumn[k] = turns++ === 0 ? c : -1;
      integers[link + layout.MOVES + c] = (isTurn ? (isOfB ? layout.ABOUT_B : layout.ABOUT_A) : layout.ALONG_A) + axis;
      this.#writeLaw(joints, k, c, isMagnitude(MEASURES[kind][locked + c]));
    }
    const isLasting =
      joints.breakForce[joint] === Number.POSITIVE_INFINITY && joints.breakTorque[joint] === Number.POSITIVE_INFINITY;
    this.watched[k] = isLasting && (this.turnColumn[k] >= 0 || !hasTurns(kind)) ? 0 : 1;
  }

  /** Notes what acts along a coordinate: by a plain law, or by another. */
  #writeLaw(joints: Joints, k: number, c: number, isMagnitude: boolean): void {
    const { numbers, integers } = this.room;
    const place = MOST_COORDINATES * this.joints[k] + c;
    if (!acts(joints, place, isMagnitude)) return;
    if (joints.stiffness[place] !== 0 || !isStraightLaw(joints, place, isMagnitude)) {
      this.lawLink[this.lawCount] = k;
      this.lawColumn[this.lawCount] = c;
      this.lawPlace[this.lawCount++] = place;
      return;
    }
    const isGiving = joints.motor[place] !== NO_MOTOR || joints.armature[place] !== 0;
    integers[k * LINK_INTEGERS + layout.PLAIN + c] = isGiving ? layout.ACTS : layout.ONLY_TAKES;
    numbers[k * LINK_NUMBERS + layout.DRAG + c] = joints.damping[place];
    numbers[k * LINK_NUMBERS + layout.ROTOR + c] = joints.armature[place];
  }

  /** The frame of a joint on a fixed body, in the world. */
  #placeGround(
    { position, orientation: q, kind }: Detection['bodies']['nodes']['columns'],
    joint: number,
    ends: Int32Array,
    k: number,
  ): void {
    const { numbers, integers } = this.room;
    const isA = integers[k * LINK_INTEGERS + layout.IS_A] === 1;
    const node = ends[2 * joint + (isA ? 1 : 0)];
    if (node === WORLD_END || !isInsulator(kind[node])) return;
    const f = k * LINK_NUMBERS + (isA ? layout.FRAME_B : layout.FRAME_A);
    const [lx, ly, lz, x, y, z, w] = numbers.subarray(f, f + 7);
    const [qx, qy, qz, qw] = q.subarray(4 * node, 4 * node + 4);
    const tx = 2 * (qy * lz - qz * ly);
    const ty = 2 * (qz * lx - qx * lz);
    const tz = 2 * (qx * ly - qy * lx);
    numbers[f] = position[3 * node] + lx + qw * tx + qy * tz - qz * ty;
    numbers[f + 1] = position[3 * node + 1] + ly + qw * ty + qz * tx - qx * tz;
    numbers[f + 2] = position[3 * node + 2] + lz + qw * tz + qx * ty - qy * tx;
    numbers[f + 3] = qw * x + qx * w + qy * z - qz * y;
    numbers[f + 4] = qw * y - qx * z + qy * w + qz * x;
    numbers[f + 5] = qw * z + qx * y - qy * x + qz * w;
    numbers[f + 6] = qw * w - qx * x - qy * y - qz * z;
  }

  /**
   * Reads poses, velocities and forces of the links, and what their joints carried, so many times; notes whether they
   * are where they were.
   */
  read({ bodies, state }: Detection, gravity: readonly [number, number, number], times: number): void {
    const { room, start, nodes, joints: rows } = this;
    const { numbers, count } = room;
    const { position, orientation, velocity, force, mass, gravityScale } = bodies.nodes.columns;
    const joints = state.joints.table.columns;
    const gx = gravity[0];
    const gy = gravity[1];
    const gz = gravity[2];
    let areThere = room.isPlaced;
    // Spelt out: V8 does not unroll loops over three or six numbers.
    for (let k = 0; k < count; k++) {
      const row = nodes[k];
      const p = k * LINK_NUMBERS + POSITION;
      const v = k * LINK_NUMBERS + VELOCITY;
      const f = k * LINK_NUMBERS + FORCE;
      const s = POSE * k;
      const i = 3 * row;
      const j = 4 * row;
      const u = 6 * row;
      start[s] = position[i];
      start[s + 1] = position[i + 1];
      start[s + 2] = position[i + 2];
      start[s + 3] = orientation[j];
      start[s + 4] = orientation[j + 1];
      start[s + 5] = orientation[j + 2];
      start[s + 6] = orientation[j + 3];
      areThere &&= isSamePose(numbers, p, start, s);
      if (!areThere) for (let n = 0; n < POSE; n++) numbers[p + n] = start[s + n];
      const weight = mass[row] * gravityScale[row];
      numbers[v] = velocity[u];
      numbers[v + 1] = velocity[u + 1];
      numbers[v + 2] = velocity[u + 2];
      numbers[v + 3] = velocity[u + 3];
      numbers[v + 4] = velocity[u + 4];
      numbers[v + 5] = velocity[u + 5];
      numbers[f] = force[u] + weight * gx;
      numbers[f + 1] = force[u + 1] + weight * gy;
      numbers[f + 2] = force[u + 2] + weight * gz;
      numbers[f + 3] = force[u + 3];
      numbers[f + 4] = force[u + 4];
      numbers[f + 5] = force[u + 5];
      if (rows[k] >= 0) this.#readJoint(joints, k, times);
    }
    if (!areThere) this.clearance.fill(0, 0, count);
    room.isPlaced = areThere;
  }

  /** Reads what the joint of a link carried, how its coordinates answered, and what its motors are to give. */
  #readJoint({ impulse, response, motor, motorLimit, target }: Joints, k: number, times: number): void {
    const { numbers, integers } = this.room;
    const at = k * LINK_NUMBERS;
    const joint = this.joints[k];
    const i = MOST_ROWS * joint;
    numbers[at + ROWS] = times * impulse[i];
    numbers[at + ROWS + 1] = times * impulse[i + 1];
    numbers[at + ROWS + 2] = times * impulse[i + 2];
    numbers[at + ROWS + 3] = times * impulse[i + 3];
    numbers[at + ROWS + 4] = times * impulse[i + 4];
    numbers[at + ROWS + 5] = times * impulse[i + 5];
    for (let c = 0; c < integers[k * LINK_INTEGERS + COLUMNS]; c++) {
      const place = MOST_COORDINATES * joint + c;
      numbers[at + KNOWN + c] = response[place];
      if (motor[place] !== FORCE_MOTOR) continue;
      numbers[at + GIVEN + c] = Math.max(-motorLimit[place], Math.min(motorLimit[place], target[place]));
    }
  }

  /** The axes of the frames of a link's joint, where links are placed, and who carries them. */
  setFrames(k: number, { a, b }: JointFrames): void {
    const { numbers, integers } = this.room;
    const at = k * LINK_NUMBERS;
    const parent = integers[k * LINK_INTEGERS + layout.PARENT];
    const isA = integers[k * LINK_INTEGERS + layout.IS_A] === 1;
    const other = parent < 0 ? WORLD_END : this.nodes[parent];
    a.mover = isA ? this.nodes[k] : other;
    b.mover = isA ? other : this.nodes[k];
    for (let i = 0; i < 9; i++) {
      a.axes[i] = numbers[at + layout.AXES_A + i];
      b.axes[i] = numbers[at + layout.AXES_B + i];
    }
  }

  /** Writes where links have come to. */
  writePoses({ bodies }: Detection): void {
    const { numbers, count } = this.room;
    for (let k = 0; k < count; k++) setPose(bodies.nodes.columns, this.nodes[k], numbers, k * LINK_NUMBERS + POSITION);
  }

  /** Writes poses and velocities of links, what their joints have carried, so many times, and how coordinates have answered. */
  write({ bodies, state }: Detection, times: number): void {
    const { nodes, joints, room } = this;
    const { numbers, integers, count } = room;
    const columns = bodies.nodes.columns;
    const { velocity } = columns;
    const { impulse, response } = state.joints.table.columns;
    for (let k = 0; k < count; k++) {
      const at = k * LINK_NUMBERS;
      const u = 6 * nodes[k];
      setPose(columns, nodes[k], numbers, at + POSITION);
      velocity[u] = numbers[at + VELOCITY];
      velocity[u + 1] = numbers[at + VELOCITY + 1];
      velocity[u + 2] = numbers[at + VELOCITY + 2];
      velocity[u + 3] = numbers[at + VELOCITY + 3];
      velocity[u + 4] = numbers[at + VELOCITY + 4];
      velocity[u + 5] = numbers[at + VELOCITY + 5];
      const joint = joints[k];
      if (joint < 0) continue;
      const free = integers[k * LINK_INTEGERS + COLUMNS];
      const rows = integers[k * LINK_INTEGERS + LOCKED] + free;
      for (let r = 0; r < rows; r++) impulse[MOST_ROWS * joint + r] = times * (numbers[at + DONE + r] + numbers[at + ROWS + r]);
      for (let c = 0; c < free; c++) response[MOST_COORDINATES * joint + c] = numbers[at + KNOWN + c];
    }
  }

  /** Puts links back to where they were when they were read. */
  putBack({ bodies }: Detection): void {
    for (let k = 0; k < this.room.count; k++) setPose(bodies.nodes.columns, this.nodes[k], this.start, POSE * k);
  }
}

function setPose({ position, orientation }: Nodes, row: number, from: Float64Array, at: number): void {
  position[3 * row] = from[at];
  position[3 * row + 1] = from[at + 1];
  position[3 * row + 2] = from[at + 2];
  orientation[4 * row] = from[at + 3];
  orientation[4 * row + 1] = from[at + 4];
  orientation[4 * row + 2] = from[at + 5];
  orientation[4 * row + 3] = from[at + 6];
}

function isSamePose(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] === b[j] &&
    a[i + 1] === b[j + 1] &&
    a[i + 2] === b[j + 2] &&
    a[i + 3] === b[j + 3] &&
    a[i + 4] === b[j + 4] &&
    a[i + 5] === b[j + 5] &&
    a[i + 6] === b[j + 6]
  );
}

function lockOf({ type, sign, i, j }: (typeof MEASURES)[number][number]): number {
  if (type === SLANT) return layout.LOCKS_SLANT + i / 3 + j + (sign < 0 ? 9 : 0);
  return (type === TURN ? layout.LOCKS_TURN : layout.LOCKS_ALONG) + j / 3;
}
