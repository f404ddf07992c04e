// One joint between two bodies, as bare columns.

import { turnBy } from '../../src/bodies/free-rotation.js';
import { updateRotation } from '../../src/bodies/kinematics.js';
import { NODE_SCHEMA } from '../../src/bodies/node-table.js';
import { JointFrames } from '../../src/joints/joint-frames.js';
import type { JointKind } from '../../src/joints/joint-kinds.js';
import { firstAcross, JOINT_KINDS, jointKindOf, lockedRows, namedCoordinates, rowCount } from '../../src/joints/joint-kinds.js';
import { JOINT_SCHEMA, MOST_COORDINATES, WORLD_END } from '../../src/joints/joint-table.js';
import { writeJointGaps, writeJointRows } from '../../src/joints/write-rows.js';
import type { Pose, Quat, Vec3 } from '../../src/math/vector.js';
import { composePoses, invertPose, normalizeQuat } from '../../src/math/vector.js';
import type { JointBlocks } from '../../src/solvers/tree/joint-block.js';
import { ROW_LENGTH } from '../../src/solvers/tree/joint-block.js';
import { Memory } from '../../src/table/memory.js';
import { Table } from '../../src/table/table.js';

/** The kinds, each generic joint with the names of the coordinates that it leaves. */
export const KINDS: readonly string[] = JOINT_KINDS.map(({ name }, kind) => [name, ...namedCoordinates(kind)].join(' '));
export const A = 0;
export const B = 1;
export const JOINT = 0;

export type Random = () => number;
/** Numbers between -1 and 1 from a seed. */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
export function randomVector(random: Random): Vec3 {
  return [random(), random(), random()];
}
export function randomPose(random: Random): Pose {
  const orientation: Quat = [random(), random(), random(), random()];
  return { position: randomVector(random), orientation: normalizeQuat(orientation) };
}

export class JointSite {
  readonly #memory = new Memory();
  readonly nodes = new Table(this.#memory, NODE_SCHEMA, 2).columns;
  readonly #joints = new Table(this.#memory, JOINT_SCHEMA, 1);
  readonly joints = this.#joints.columns;
  readonly frames = new JointFrames();
  readonly blocks: JointBlocks = {
    count: 1,
    ends: new Int32Array([A, B]),
    firstRow: new Int32Array(2),
    row: new Float64Array(6 * ROW_LENGTH),
    piece: new Int32Array(6),
  };
  readonly rows: number;
  readonly locked: number;
  readonly coordinates: number;
  readonly #frameA: Pose;
  readonly #frameB: Pose;

  /** The joint's frames on the bodies, or, where A is the world, in the world. Both bodies have mass and moments 1. */
  constructor(kind: string, frameA: Pose, frameB: Pose, isToWorld = false) {
    const { joints, nodes } = this;
    this.#frameA = frameA;
    this.#frameB = frameB;
    const [name, ...named] = kind.split(' ');
    joints.kind[JOINT] = jointKindOf(name as JointKind, named);
    joints.nodes.set([isToWorld ? WORLD_END : A, B]);
    joints.frameA.set([...frameA.position, ...frameA.orientation]);
    joints.frameB.set([...frameB.position, ...frameB.orientation]);
    joints.lower.fill(Number.NEGATIVE_INFINITY, 0, MOST_COORDINATES);
    joints.upper.fill(Number.POSITIVE_INFINITY, 0, MOST_COORDINATES);
    this.locked = lockedRows(joints.kind[JOINT]);
    this.rows = rowCount(joints.kind[JOINT]);
    this.coordinates = firstAcross(joints.kind[JOINT]) - this.locked;
    this.blocks.firstRow[1] = this.rows;
    for (const node of [A, B]) {
      nodes.mover[node] = node;
      nodes.mass[node] = nodes.inverseMass[node] = 1;
      nodes.moments.fill(1, 3 * node, 3 * node + 3);
      nodes.principal[4 * node + 3] = 1;
      nodes.bodyInverseInertia.set([1, 1, 1, 0, 0, 0], 6 * node);
      this.put(node, { position: [0, 0, 0], orientation: [0, 0, 0, 1] });
    }
  }

  put(node: number, { position, orientation }: Pose): void {
    this.nodes.position.set(position, 3 * node);
    this.nodes.orientation.set(orientation, 4 * node);
    updateRotation(this.nodes, node);
  }

  pose(node: number): Pose {
    const { position: x, orientation: q } = this.nodes;
    return { position: [...x.slice(3 * node, 3 * node + 3)] as Vec3, orientation: [...q.slice(4 * node, 4 * node + 4)] as Quat };
  }

  /** Puts B where its frame stands in A's frame as said. */
  putRelative(relative: Pose): void {
    const isToWorld = this.joints.nodes[0] === WORLD_END;
    const frameA = isToWorld ? this.#frameA : composePoses(this.pose(A), this.#frameA);
    this.put(B, composePoses(composePoses(frameA, relative), invertPose(this.#frameB)));
  }

  /** Moves a body by the six numbers of a velocity. */
  move(node: number, displacement: readonly number[]): void {
    const { position, orientation } = this.nodes;
    for (let i = 0; i < 3; i++) position[3 * node + i] += displacement[i];
    turnBy(orientation, node, Float64Array.from(displacement.slice(3)), 0);
    updateRotation(this.nodes, node);
  }

  gaps(): number[] {
    const gap = new Float64Array(this.rows);
    writeJointGaps(this.frames, this.joints, this.nodes, JOINT, gap, 0);
    return [...gap];
  }

  /** All rows, written anew. */
  writeRows(dt = 1 / 60, kick = dt): Float64Array {
    writeJointRows(this.frames, this.joints, this.nodes, JOINT, this.blocks, 0, dt, kick);
    return this.blocks.row;
  }

  /** A number of a row, as it was written last. */
  row(row: number, field: number): number {
    return this.blocks.row[row * ROW_LENGTH + field];
  }
}
