// An island of trees that nothing touches, as links in joint coordinates (kernels/flight-layout.ts). What of it stays
// from step to step is gathered once; poses, velocities and forces are read in every step.

import { SCRIPTED } from '../bodies/node-kinds.js';
import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import { acts, isStraightLaw } from '../joints/coordinate-law.js';
import { hasTurns } from '../joints/coordinates.js';
import { hasQuaternion, MOTIONS } from '../joints/inverse/coordinates.js';
import type { JointFrames, Joints } from '../joints/joint-frames.js';
import { placeFrames } from '../joints/joint-frames.js';
import { DISTANCE, FREE, lockedRows } from '../joints/joint-kinds.js';
import { FORCE_MOTOR, MOST_COORDINATES, NO_MOTOR, WORLD_END } from '../joints/joint-table.js';
import { isMagnitude, MEASURES, SLANT, TURN } from '../joints/measures.js';
import * as layout from '../kernels/flight-layout.js';
import { invertSymmetric } from '../math/symmetric.js';
import { grown } from '../solvers/quadratic/grown.js';
import { FlightRoom } from '../solvers/tree/flight-room.js';
import { ForestPlan } from '../solvers/tree/plan-forest.js';
import type { Memory } from '../table/memory.js';
import { gatherIsland, type JointProblem } from './joint-problem.js';

// V8 folds constants of the same module but not imported ones.
const { COLUMNS, JOINT, LINK_INTEGERS, LINK_NUMBERS, NODE, POSITION } = layout;
const POSE = 7;

type Nodes = Detection['bodies']['nodes']['columns'];

export class FlightProblem {
  readonly room: FlightRoom;
  /**
   * Coordinates whose laws are not plain (kernels/shared/law-links.ts): their links, columns, and places in the columns
   * of joints.
   */
  lawCount = 0;
  lawLink = new Int32Array();
  lawColumn = new Int32Array();
  lawPlace = new Int32Array();
  /** Whether no link hangs on the ground. */
  isFree = false;
  /** Poses of links before they were written, seven numbers each. */
  #start = new Float64Array();

  /** How often links were gathered. */
  gathered = 0;

  readonly #plan = new ForestPlan();
  /** What it was gathered for, and what came of it. */
  #changes = -1;
  #version = -1;
  #number = -1;
  #island = new Int32Array();
  #jointCount = -1;
  #bodyCount = -1;
  #isTree = false;

  constructor(memory: Memory) {
    this.room = new FlightRoom(memory);
  }

  /** The row of a link's node, and of its joint, -1 for none. */
  nodeOf(k: number): number {
    return this.room.integers[k * LINK_INTEGERS + NODE];
  }
  jointOf(k: number): number {
    return this.room.integers[k * LINK_INTEGERS + JOINT];
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

  #isKnown(detection: Detection, { number, firstJoint, jointCount, firstBody, bodyCount }: Island): boolean {
    if (this.#changes !== detection.state.changesButTargets || this.#jointCount !== jointCount || this.#bodyCount !== bodyCount)
      return false;
    const { version } = detection.groups;
    if (this.#version === version && this.#number === number) return true;
    this.#version = -1;
    const { member } = detection.groups.joints.columns;
    for (let i = 0; i < jointCount; i++) if (this.#island[i] !== member[firstJoint + i]) return false;
    const { member: movers } = detection.groups.movers.columns;
    for (let i = 0; i < bodyCount; i++) if (this.#island[jointCount + i] !== movers[firstBody + i]) return false;
    this.#version = version;
    this.#number = number;
    return true;
  }

  #note(detection: Detection, { number, firstJoint, jointCount, firstBody, bodyCount }: Island): void {
    this.#changes = detection.state.changesButTargets;
    this.#version = detection.groups.version;
    this.#number = number;
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
      if (kind[joint] !== FREE && MOTIONS[kind[joint]].length > layout.MOST_COLUMNS) return false;
      for (let c = 0; c < MEASURES[kind[joint]].length - lockedRows(kind[joint]); c++) {
        const place = MOST_COORDINATES * joint + c;
        if (lower[place] === upper[place]) return false;
        // What acts along the coordinates of a ball acts about other axes than those it is moved about.
        const measure = MEASURES[kind[joint]][lockedRows(kind[joint]) + c];
        if (hasQuaternion(kind[joint]) && acts(state.joints.table.columns, place, isMagnitude(measure))) return false;
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
    this.#start = grown(this.#start, POSE * plan.links);
    room.reserve(plan.links);
    this.isFree = true;
    this.lawCount = 0;
    const most = MOST_COORDINATES * plan.links;
    this.lawLink = grown(this.lawLink, most);
    this.lawColumn = grown(this.lawColumn, most);
    this.lawPlace = grown(this.lawPlace, most);
    for (let k = 0; k < plan.links; k++) {
      const row = problem.nodes[plan.body[k]];
      const joint = plan.block[k] < 0 ? -1 : member[island.firstJoint + plan.block[k]];
      room.integers[k * LINK_INTEGERS + NODE] = row;
      room.integers[k * LINK_INTEGERS + JOINT] = joint;
      this.#writeBody(detection, k, row);
      const isTied = joint >= 0 && detection.state.joints.table.columns.kind[joint] !== FREE;
      room.integers[k * LINK_INTEGERS + layout.PARENT] = layout.FLOATS;
      room.integers[k * LINK_INTEGERS + layout.TURNS] = -1;
      if (isTied) this.#writeJoint(detection, problem.frames, k, plan.parent[k]);
    }
  }

  #writeBody({ bodies }: Detection, k: number, row: number): void {
    const { numbers } = this.room;
    const { mass, gravityScale, bodyInverseInertia } = bodies.nodes.columns;
    const at = k * LINK_NUMBERS;
    numbers[at + layout.MASS] = mass[row];
    numbers[at + layout.WEIGHED] = mass[row] * gravityScale[row];
    for (let j = 0; j < 6; j++) numbers[at + layout.OWN_INVERSE + j] = bodyInverseInertia[6 * row + j];
    invertSymmetric(bodyInverseInertia, 6 * row, numbers, at + layout.OWN_INERTIA);
  }

  #writeJoint({ state, bodies }: Detection, frames: JointFrames, k: number, parent: number): void {
    const { numbers, integers } = this.room;
    const joints = state.joints.table.columns;
    const joint = this.jointOf(k);
    const kind = joints.kind[joint];
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    integers[link + layout.PARENT] = parent < 0 ? layout.GROUND : parent;
    if (parent < 0) this.isFree = false;
    integers[link + layout.IS_A] = joints.nodes[2 * joint] === this.nodeOf(k) ? 1 : 0;
    writeFrame(joints.frameA, 7 * joint, numbers, at + layout.FRAME_A);
    writeFrame(joints.frameB, 7 * joint, numbers, at + layout.FRAME_B);
    if (parent < 0) this.#placeGround(frames, joints, bodies.nodes.columns, k);
    const locked = lockedRows(kind);
    integers[link + layout.LOCKED] = locked;
    for (let r = 0; r < locked; r++) {
      integers[link + layout.LOCKS + r] = lockOf(MEASURES[kind][r]);
      if (integers[link + layout.LOCKS + r] < layout.LOCKS_TURN) integers[link + layout.LOCKED_ALONG]++;
      noteAxesOfB(integers, link, MEASURES[kind][r]);
    }
    const motions = MOTIONS[kind];
    let turns = 0;
    integers[link + COLUMNS] = motions.length;
    for (let c = 0; c < motions.length; c++) {
      const { isTurn, isOfB, axis } = motions[c];
      if (isTurn) integers[link + layout.TURNS] = turns++ === 0 ? c : -1;
      if (!isTurn) integers[link + layout.COLUMNS_ALONG]++;
      else if (isOfB) integers[link + layout.NEEDS_B + axis] = 1;
      integers[link + layout.MOVES + c] = (isTurn ? (isOfB ? layout.ABOUT_B : layout.ABOUT_A) : layout.ALONG_A) + axis;
      this.#writeLaw(joints, k, c, isMagnitude(MEASURES[kind][locked + c]));
    }
    const isLasting =
      joints.breakForce[joint] === Number.POSITIVE_INFINITY && joints.breakTorque[joint] === Number.POSITIVE_INFINITY;
    integers[link + layout.WATCHED] = isLasting && (integers[link + layout.TURNS] >= 0 || !hasTurns(kind)) ? 0 : 1;
  }

  /** Notes what acts along a coordinate: by a plain law, or by another. */
  #writeLaw(joints: Joints, k: number, c: number, isMagnitude: boolean): void {
    const { numbers, integers } = this.room;
    const place = MOST_COORDINATES * this.jointOf(k) + c;
    if (!acts(joints, place, isMagnitude)) return;
    if (joints.stiffness[place] !== 0 || !isStraightLaw(joints, place, isMagnitude)) {
      this.lawLink[this.lawCount] = k;
      this.lawColumn[this.lawCount] = c;
      this.lawPlace[this.lawCount++] = place;
      return;
    }
    integers[k * LINK_INTEGERS + layout.GIVES + c] = joints.motor[place] === FORCE_MOTOR ? 1 : 0;
    numbers[k * LINK_NUMBERS + layout.LIMIT + c] = joints.motorLimit[place];
    const isGiving = joints.motor[place] !== NO_MOTOR || joints.armature[place] !== 0;
    integers[k * LINK_INTEGERS + layout.PLAIN + c] = isGiving ? layout.ACTS : layout.ONLY_TAKES;
    numbers[k * LINK_NUMBERS + layout.DRAG + c] = joints.damping[place];
    numbers[k * LINK_NUMBERS + layout.ROTOR + c] = joints.armature[place];
  }

  /** The frame of a link's joint on what does not move, in the world. */
  #placeGround(frames: JointFrames, joints: Joints, nodes: Nodes, k: number): void {
    const { numbers, integers } = this.room;
    const isA = integers[k * LINK_INTEGERS + layout.IS_A] === 1;
    placeFrames(frames, joints, nodes, this.jointOf(k));
    const { origin, axes } = isA ? frames.b : frames.a;
    const to = k * LINK_NUMBERS + (isA ? layout.FRAME_B : layout.FRAME_A);
    for (let j = 0; j < 3; j++) numbers[to + j] = origin[j];
    for (let j = 0; j < 9; j++) numbers[to + 3 + j] = axes[j];
  }

  /** Writes where links have come to, for laws that go by where bodies are. */
  writePoses({ bodies }: Detection): void {
    const { numbers, count } = this.room;
    const { position, orientation } = bodies.nodes.columns;
    for (let k = 0; k < count; k++) {
      const row = this.nodeOf(k);
      for (let j = 0; j < 3; j++) this.#start[POSE * k + j] = position[3 * row + j];
      for (let j = 0; j < 4; j++) this.#start[POSE * k + 3 + j] = orientation[4 * row + j];
      setPose(bodies.nodes.columns, row, numbers, k * LINK_NUMBERS + POSITION);
    }
  }

  /** Puts links back to where they were before that. */
  putBack({ bodies }: Detection): void {
    for (let k = 0; k < this.room.count; k++) setPose(bodies.nodes.columns, this.nodeOf(k), this.#start, POSE * k);
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

function lockOf({ type, sign, i, j }: (typeof MEASURES)[number][number]): number {
  if (type === SLANT) return layout.LOCKS_SLANT + i / 3 + j + (sign < 0 ? 9 : 0);
  return (type === TURN ? layout.LOCKS_TURN : layout.LOCKS_ALONG) + j / 3;
}

/** Origin and axes of a frame that is given by its origin and orientation. */
function writeFrame(frame: Float64Array, i: number, to: Float64Array, at: number): void {
  const x = frame[i + 3];
  const y = frame[i + 4];
  const z = frame[i + 5];
  const w = frame[i + 6];
  for (let j = 0; j < 3; j++) to[at + j] = frame[i + j];
  to[at + 3] = 1 - 2 * (y * y + z * z);
  to[at + 4] = 2 * (x * y + w * z);
  to[at + 5] = 2 * (x * z - w * y);
  to[at + 6] = 2 * (x * y - w * z);
  to[at + 7] = 1 - 2 * (x * x + z * z);
  to[at + 8] = 2 * (y * z + w * x);
  to[at + 9] = 2 * (x * z + w * y);
  to[at + 10] = 2 * (y * z - w * x);
  to[at + 11] = 1 - 2 * (x * x + y * y);
}

/** Notes by which axes of B a locked row goes. */
function noteAxesOfB(integers: Int32Array, link: number, { type, i }: (typeof MEASURES)[number][number]): void {
  for (let axis = 0; axis < 3; axis++) {
    if (type === TURN || (type === SLANT && i === 3 * axis)) integers[link + layout.NEEDS_B + axis] = 1;
  }
}
