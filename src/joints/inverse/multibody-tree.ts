// The tree of links of a multibody as a world has it: definitions, coordinates and velocities are read from the columns
// of nodes and joints.
//
// Joints that close loops are no part of it. A fixed or scripted body that links hang on stands for the world. A
// multibody that hangs on nothing floats: q and qd begin with those of a free joint between the world's frame and that
// of its first link. Then come its joints, in their order.

import { InputError } from '../../input/fields.js';
import { setCoordinate } from '../coordinates.js';
import type { Joints, Nodes } from '../joint-frames.js';
import { JointFrames, placeFrames } from '../joint-frames.js';
import type { JointKind } from '../joint-kinds.js';
import { JOINT_KINDS, namedCoordinates } from '../joint-kinds.js';
import { MOST_COORDINATES, WORLD_END } from '../joint-table.js';
import type { Motion } from './coordinates.js';
import { hasQuaternion, MOTIONS } from './coordinates.js';
import { addCross, placeLinks } from './kinematics.js';
import { LinkTree } from './link-tree.js';
import { follow, placeInside, turn } from './pose-columns.js';

/** In place of the row of a joint: the free one of a tree that floats. */
const FLOATING = -1;
/** What update() fills in. */
const UNKNOWN_LINK = { mass: 0, moments: [0, 0, 0] } as const;

export class MultibodyTree {
  readonly tree: LinkTree;
  /** Rows of links. */
  readonly links: readonly number[];
  /** Rows of joints, in the order of the tree's. */
  readonly joints: readonly number[];
  /** The coordinates and velocities that were read last. */
  readonly q: Float64Array;
  readonly qd: Float64Array;
  readonly #frames = new JointFrames();
  readonly #pose = new Float64Array(7);
  readonly #place = new Float64Array(3);

  /** Of the rows of links, and of those of the joints that form the tree. */
  constructor({ kind, nodes }: Joints, links: readonly number[], joints: readonly number[]) {
    this.links = links;
    const numberOf = (node: number): number | undefined => (links.includes(node) ? links.indexOf(node) : undefined);
    const hung = joints.map((joint) => ({
      kind: JOINT_KINDS[kind[joint]].name,
      coordinates: namedCoordinates(kind[joint]),
      linkA: numberOf(nodes[2 * joint]),
      linkB: numberOf(nodes[2 * joint + 1]),
    }));
    const floats = hung.every(({ linkA, linkB }) => linkA !== undefined && linkB !== undefined);
    const root = { kind: 'free' as JointKind, linkB: 0 };
    this.joints = floats ? [FLOATING, ...joints] : joints;
    this.tree = new LinkTree({ links: links.map(() => UNKNOWN_LINK), joints: floats ? [root, ...hung] : hung });
    this.q = new Float64Array(this.tree.positions);
    this.qd = new Float64Array(this.tree.velocities);
  }

  /** Reads everything anew: masses, frames, coordinates and velocities as they are now. `called` names a joint in sentences. */
  update(nodes: Nodes, joints: Joints, called: (joint: number) => string): void {
    this.links.forEach((row, link) => {
      this.#takeLink(nodes, row, link);
    });
    this.#holdWorld();
    this.joints.forEach((row, j) => {
      if (row === FLOATING) this.#takeFloating(j);
      else this.#takeJoint(nodes, joints, row, j, called);
    });
    this.joints.forEach((row, j) => {
      this.#readCoordinates(nodes, joints, row, j);
    });
    placeLinks(this.tree, this.q);
    this.#readVelocities(nodes);
  }

  #takeLink(nodes: Nodes, row: number, link: number): void {
    const { tree } = this;
    tree.mass[link] = nodes.mass[row];
    tree.gravityScale[link] = nodes.gravityScale[row];
    for (let i = 0; i < 3; i++) tree.moments[3 * link + i] = nodes.moments[3 * row + i];
    for (let i = 0; i < 4; i++) tree.principal[4 * link + i] = nodes.principal[4 * row + i];
    for (let i = 0; i < 3; i++) tree.center[3 * link + i] = nodes.center[3 * row + i];
  }

  /** The world stands still, unless a body that stands for it moves. */
  #holdWorld(): void {
    const { motion, acceleration, linkCount } = this.tree;
    motion.fill(0, 6 * linkCount, 6 * linkCount + 6);
    acceleration.fill(0, 6 * linkCount, 6 * linkCount + 6);
  }

  #takeFloating(j: number): void {
    const { frameA, frameB, center } = this.tree;
    for (const frame of [frameA, frameB]) {
      frame.fill(0, 7 * j, 7 * j + 6);
      frame[7 * j + 6] = 1;
    }
    for (let i = 0; i < 3; i++) frameB[7 * j + i] = -center[i];
  }

  #takeJoint(nodes: Nodes, joints: Joints, row: number, j: number, called: (joint: number) => string): void {
    const { tree } = this;
    if (joints.broken[row] !== 0) throw new InputError(`The tree has come apart: ${called(row)} is broken.`);
    if (joints.active[row] === 0) throw new InputError(`The tree has come apart: ${called(row)} is passive.`);
    this.#takeFrame(nodes, joints.nodes[2 * row], joints.frameA, row, tree.frameA, j, tree.linkA[j]);
    this.#takeFrame(nodes, joints.nodes[2 * row + 1], joints.frameB, row, tree.frameB, j, tree.linkB[j]);
    const { armature } = joints;
    const first = MOST_COORDINATES * row;
    const { length } = MOTIONS[joints.kind[row]];
    // Twist and swing are no velocities of the tree.
    const twist = first + length - 3;
    if (hasQuaternion(joints.kind[row]) && (armature[twist] !== 0 || armature[twist + 1] !== 0))
      throw new InputError(
        `Twist or swing of ${called(row)} has armature, but a tree that is asked or set must have none there.`,
      );
    const k = tree.firstVelocity[j];
    for (let i = 0; i < length; i++) tree.armature[k + i] = armature[first + i];
  }

  /** Frames are in the links' axes; those on bodies that stand for the world are in the world's. */
  #takeFrame(nodes: Nodes, node: number, from: Float64Array, row: number, to: Float64Array, j: number, link: number): void {
    if (link < this.tree.linkCount || node === WORLD_END) {
      for (let i = 0; i < 7; i++) to[7 * j + i] = from[7 * row + i];
      return;
    }
    for (let i = 0; i < 3; i++) this.#pose[i] = nodes.position[3 * node + i];
    for (let i = 0; i < 4; i++) this.#pose[3 + i] = nodes.orientation[4 * node + i];
    placeInside(this.#pose, 0, from, 7 * row, to, 7 * j);
    this.#takeMotion(nodes, node);
  }

  /** The world moves as a body does that stands for it, and goes on to do so. */
  #takeMotion({ position, velocity }: Nodes, row: number): void {
    const { motion, acceleration, linkCount, relative: arm } = this.tree;
    const w = 6 * linkCount;
    for (let i = 0; i < 3; i++) arm[i] = -position[3 * row + i];
    for (let i = 0; i < 6; i++) motion[w + i] = velocity[6 * row + i];
    addCross(motion, w + 3, arm, 0, motion, w);
    for (let i = 0; i < 3; i++) arm[i] = motion[w + i] - velocity[6 * row + i];
    acceleration.fill(0, w, w + 6);
    addCross(motion, w + 3, arm, 0, acceleration, w);
  }

  #readCoordinates(nodes: Nodes, joints: Joints, row: number, j: number): void {
    const { tree, q } = this;
    const at = tree.firstPosition[j];
    if (row === FLOATING) {
      this.#readFloating(nodes, at);
      return;
    }
    placeFrames(this.#frames, joints, nodes, row);
    const kind = joints.kind[row];
    if (hasQuaternion(kind)) this.#readRelative(at, MOTIONS[kind]);
    else for (let i = 0; i < MOTIONS[kind].length; i++) setCoordinate(this.#frames, joints, row, i, q, at + i);
  }

  #readFloating({ position, orientation, center }: Nodes, at: number): void {
    const { q } = this;
    const row = this.links[0];
    turn(orientation, 4 * row, center[3 * row], center[3 * row + 1], center[3 * row + 2], q, at);
    for (let i = 0; i < 3; i++) q[at + i] = position[3 * row + i] - q[at + i];
    for (let i = 0; i < 4; i++) q[at + 3 + i] = orientation[4 * row + i];
  }

  /** The slides of p_AB_A, and R_AB. */
  #readRelative(at: number, motions: readonly Motion[]): void {
    const { a, b, apart } = this.#frames;
    const q = this.q;
    const pose = this.#pose;
    for (let i = 0; i < 4; i++) pose[i] = i < 3 ? -a.orientation[i] : a.orientation[i];
    const slides = motions.length - 3;
    turn(pose, 0, apart[0], apart[1], apart[2], this.#place, 0);
    for (let i = 0; i < slides; i++) q[at + i] = this.#place[motions[i].axis];
    const [x, y, z, w] = [b.orientation[0], b.orientation[1], b.orientation[2], b.orientation[3]];
    follow(pose, 0, x, y, z, w, q, at + slides);
  }

  /**
   * Velocities of joints from those of links: the axes of a joint's slides, and of its turns, are perpendicular to each
   * other.
   */
  #readVelocities({ velocity }: Nodes): void {
    const { tree, qd } = this;
    const { motion, column, pose, poseB, relative: r } = tree;
    this.links.forEach((row, link) => {
      for (let i = 0; i < 6; i++) motion[6 * link + i] = velocity[6 * row + i];
    });
    for (let j = 0; j < tree.jointCount; j++) {
      const [p, c] = [tree.parent[j], tree.child[j]];
      for (let i = 0; i < 6; i++) r[i] = motion[6 * c + i] - motion[6 * p + i];
      // At the origin of B's frame.
      for (const [link, sign] of [
        [c, 1],
        [p, -1],
      ] as const) {
        for (let i = 0; i < 3; i++) r[6 + i] = sign * (poseB[7 * j + i] - pose[7 * link + i]);
        addCross(motion, 6 * link + 3, r, 6, r, 0);
      }
      for (let k = tree.firstVelocity[j]; k < tree.firstVelocity[j + 1]; k++) {
        const from = tree.isTurn[k] === 1 ? 3 : 0;
        qd[k] = 0;
        for (let i = 0; i < 3; i++) qd[k] += column[6 * k + from + i] * r[from + i];
      }
    }
  }
}
