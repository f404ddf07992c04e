// A tree of links: what inverse questions are asked of. It is made of plain definitions, so that it can be used without a world.
//
// Everything is in the world's axes. The motion and the wrench of a link are taken at its centre of mass, so that digits do not
// depend on where the world has its origin. The world itself is one more link behind the others, which hangs on nothing.

import { InputError, number, quaternion, refuse, vec3 } from '../../input/fields.js';
import type { Quat, Vec3 } from '../../math/vector.js';
import { IDENTITY, normalizeQuat } from '../../math/vector.js';
import type { FrameDescriptor } from '../descriptors.js';
import type { JointKind } from '../joint-kinds.js';
import { coordinatesOf, faultOfTurns, jointKindOf, KIND_NAMES, namesOf } from '../joint-kinds.js';
import { isTreeKind, MOTIONS, positionCount, velocityCount } from './coordinates.js';

export interface LinkDefinition {
  /** [kg] */
  readonly mass: number;
  /** Principal moments of inertia about the centre of mass [kg m^2]. */
  readonly moments: Readonly<Vec3>;
  /** The principal axes in the link's frame [1]; those of the link when left out. */
  readonly principal?: Readonly<Quat>;
  /** Centre of mass in the link's frame [m]; its origin when left out. */
  readonly center?: Readonly<Vec3>;
  /** How much of gravity it feels; 1 when left out [1]. */
  readonly gravityScale?: number;
}

/** A joint between two links, or of one with the world. coordinates.ts says what its coordinates are. */
export interface TreeJointDefinition {
  readonly kind: JointKind;
  /** Of a generic joint: the names of the coordinates that it leaves. */
  readonly coordinates?: readonly string[];
  /** Numbers in the list of links; left out: the world. Either may be nearer to the root. */
  readonly linkA?: number | undefined;
  readonly linkB?: number | undefined;
  /** The joint's frames, in the frames of the links; in that of the world where that is the end. */
  readonly frameA?: FrameDescriptor;
  readonly frameB?: FrameDescriptor;
  /** Inertia of motors' rotors as qd feels it, a number each [kg or kg m^2]; zero when left out. */
  readonly armature?: readonly number[];
}

/** Links and joints; each link hangs on the world by one way along joints. */
export interface TreeDefinition {
  readonly links: readonly LinkDefinition[];
  readonly joints: readonly TreeJointDefinition[];
}

const ORIGIN: Readonly<Vec3> = [0, 0, 0];
const WORLD_LINK: LinkDefinition = { mass: 0, moments: [0, 0, 0] };

export class LinkTree {
  readonly linkCount: number;
  readonly jointCount: number;
  /** Numbers of q, and of qd, qdd and tau. */
  readonly positions: number;
  readonly velocities: number;

  // --- Links; the world is behind the last ---
  readonly mass: Float64Array;
  readonly gravityScale: Float64Array;
  readonly moments: Float64Array;
  /** Principal axes in the link's [1]. */
  readonly principal: Float64Array;
  /** Centre of mass in the link's frame [m]. */
  readonly center: Float64Array;

  // --- Joints ---
  readonly kind: Int32Array;
  /** Links of A and B, and the same two as the one nearer to the root and the one that hangs on it. */
  readonly linkA: Int32Array;
  readonly linkB: Int32Array;
  readonly parent: Int32Array;
  readonly child: Int32Array;
  /** Poses of the joint's frames, from the centre of mass and in the axes of their links: seven numbers each. */
  readonly frameA: Float64Array;
  readonly frameB: Float64Array;
  /** First number in q, and in qd. */
  readonly firstPosition: Int32Array;
  readonly firstVelocity: Int32Array;
  /** Joints from the root to the leaves. */
  readonly order: Int32Array;
  /** By link: the joint it hangs on; -1 for the world. */
  readonly jointOf: Int32Array;

  // --- Velocities ---
  readonly armature: Float64Array;
  /** 1 for a turn, 0 for a slide; and the link in which its axis is fixed. */
  readonly isTurn: Uint8Array;
  readonly carrier: Int32Array;

  // --- What questions work on: the links as the last question had them ---
  /** Of a link's centre of mass, with the link's axes: seven numbers. */
  readonly pose: Float64Array;
  /** By joint: the pose of B's frame, and of A's. */
  readonly poseA: Float64Array;
  readonly poseB: Float64Array;
  /** Inertia in the world's axes, [xx, yy, zz, xy, xz, yz] [kg m^2]. */
  readonly inertia: Float64Array;
  /** By velocity: what 1 of it does to the child, its centre of mass [m/s] and its angular velocity [rad/s]. */
  readonly column: Float64Array;
  /**
   * By link: velocity and angular velocity, acceleration and angular acceleration. Those of the world are zero, unless what stands for it
   * moves; they are taken at its origin.
   */
  readonly motion: Float64Array;
  readonly acceleration: Float64Array;
  /** By link: force [N] and torque about its centre of mass [N m]. */
  readonly wrench: Float64Array;
  /** By link, of all that hangs on it: mass, moment of mass (3), and inertia about its centre of mass (6). */
  readonly composite: Float64Array;
  /** Room for a pose. */
  readonly relative = new Float64Array(14);

  constructor({ links, joints }: TreeDefinition) {
    const all = links.length + 1;
    const count = joints.length;
    this.linkCount = links.length;
    this.jointCount = count;
    [this.mass, this.gravityScale] = [new Float64Array(all), new Float64Array(all)];
    [this.moments, this.principal, this.center] = [
      new Float64Array(3 * all),
      new Float64Array(4 * all),
      new Float64Array(3 * all),
    ];
    for (let link = 0; link < all; link++) this.#takeLink(link, links[link] ?? WORLD_LINK);

    [this.kind, this.linkA, this.linkB] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
    [this.frameA, this.frameB] = [new Float64Array(7 * count), new Float64Array(7 * count)];
    [this.firstPosition, this.firstVelocity] = [new Int32Array(count + 1), new Int32Array(count + 1)];
    joints.forEach((joint, j) => {
      this.#takeJoint(j, joint);
    });
    this.positions = this.firstPosition[count];
    this.velocities = this.firstVelocity[count];

    [this.parent, this.child, this.order] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
    this.jointOf = new Int32Array(all).fill(-1);
    this.#hang();

    this.armature = new Float64Array(this.velocities);
    [this.isTurn, this.carrier] = [new Uint8Array(this.velocities), new Int32Array(this.velocities)];
    joints.forEach((joint, j) => {
      this.#takeMotions(j, joint);
    });

    [this.poseA, this.poseB] = [new Float64Array(7 * count), new Float64Array(7 * count)];
    [this.pose, this.inertia, this.composite] = [
      new Float64Array(7 * all),
      new Float64Array(6 * all),
      new Float64Array(10 * all),
    ];
    [this.motion, this.acceleration, this.wrench] = [
      new Float64Array(6 * all),
      new Float64Array(6 * all),
      new Float64Array(6 * all),
    ];
    this.column = new Float64Array(6 * this.velocities);
    this.pose[7 * links.length + 6] = 1;
  }

  #takeLink(link: number, { mass, moments, principal, center, gravityScale }: LinkDefinition): void {
    const path = `links[${link}]`;
    number('', { min: 0 }).check(mass, `${path}.mass`);
    vec3('').check(moments, `${path}.moments`);
    if (moments.some((moment) => moment < 0)) refuse(`${path}.moments`, moments, 'three numbers of at least 0');
    quaternion('').check(principal ?? IDENTITY, `${path}.principal`);
    vec3('').check(center ?? ORIGIN, `${path}.center`);
    number('').check(gravityScale ?? 1, `${path}.gravityScale`);
    this.mass[link] = mass;
    this.gravityScale[link] = gravityScale ?? 1;
    this.moments.set(moments, 3 * link);
    this.principal.set(normalizeQuat(principal ?? IDENTITY), 4 * link);
    this.center.set(center ?? ORIGIN, 3 * link);
  }

  #takeJoint(j: number, { kind, coordinates = [], linkA, linkB, frameA, frameB }: TreeJointDefinition): void {
    const path = `joints[${j}]`;
    const number = jointKindOf(kind, coordinates);
    if (number < 0 || !isTreeKind(number)) {
      const allowed = KIND_NAMES.filter((name) => isTreeKind(jointKindOf(name)));
      refuse(`${path}.kind`, kind, `a kind of joint that holds a link in its place: ${allowed.join(', ')}`);
    }
    const unknown = coordinates.find((name) => !coordinatesOf(kind).some((known) => known.name === name));
    if (unknown !== undefined) refuse(`${path}.coordinates`, unknown, `among ${namesOf(kind)}`);
    const fault = kind === 'generic' ? faultOfTurns(coordinates) : undefined;
    if (fault !== undefined) throw new InputError(`${path}.coordinates are ${coordinates.join(', ')}, ${fault}.`);
    this.kind[j] = number;
    this.linkA[j] = this.#takeEnd(linkA, `${path}.linkA`);
    this.linkB[j] = this.#takeEnd(linkB, `${path}.linkB`);
    this.#takeFrame(this.frameA, j, frameA, this.linkA[j], `${path}.frameA`);
    this.#takeFrame(this.frameB, j, frameB, this.linkB[j], `${path}.frameB`);
    this.firstPosition[j + 1] = this.firstPosition[j] + positionCount(number);
    this.firstVelocity[j + 1] = this.firstVelocity[j] + velocityCount(number);
  }

  #takeEnd(link: number | undefined, path: string): number {
    if (link === undefined) return this.linkCount;
    if (!Number.isInteger(link) || link < 0 || link >= this.linkCount)
      refuse(path, link, `the number of a link, from 0 to ${this.linkCount - 1}, or left out for the world`);
    return link;
  }

  #takeFrame(to: Float64Array, j: number, frame: FrameDescriptor | undefined, link: number, path: string): void {
    const position = frame?.position ?? ORIGIN;
    const orientation = frame?.orientation ?? IDENTITY;
    vec3('').check(position, `${path}.position`);
    quaternion('').check(orientation, `${path}.orientation`);
    for (let i = 0; i < 3; i++) to[7 * j + i] = position[i] - this.center[3 * link + i];
    to.set(normalizeQuat(orientation), 7 * j + 3);
  }

  /** Finds which end of each joint hangs on the other, and an order from the root to the leaves. */
  #hang(): void {
    const world = this.linkCount;
    const jointsAt: number[][] = Array.from({ length: world + 1 }, () => []);
    for (let j = 0; j < this.jointCount; j++) {
      jointsAt[this.linkA[j]].push(j);
      jointsAt[this.linkB[j]].push(j);
    }
    const reached = [world];
    let ordered = 0;
    for (const link of reached) {
      for (const j of jointsAt[link]) {
        if (j === this.jointOf[link]) continue;
        const child = this.linkA[j] === link ? this.linkB[j] : this.linkA[j];
        if (child === world || this.jointOf[child] >= 0)
          throw new InputError(`joints[${j}] closes a loop, but the joints of a tree must not.`);
        [this.parent[j], this.child[j], this.jointOf[child]] = [link, child, j];
        this.order[ordered++] = j;
        reached.push(child);
      }
    }
    const lost = this.jointOf.indexOf(-1);
    if (lost < world)
      throw new InputError(
        `links[${lost}] hangs on nothing, but each link must hang on the world by joints; a free one will do.`,
      );
  }

  #takeMotions(j: number, { armature }: TreeJointDefinition): void {
    const motions = MOTIONS[this.kind[j]];
    if (armature !== undefined && armature.length !== motions.length)
      refuse(`joints[${j}].armature`, armature, `a list of ${motions.length} numbers`);
    motions.forEach(({ isTurn, isOfB }, i) => {
      const k = this.firstVelocity[j] + i;
      number('', { min: 0 }).check(armature?.[i] ?? 0, `joints[${j}].armature[${i}]`);
      this.armature[k] = armature?.[i] ?? 0;
      this.isTurn[k] = isTurn ? 1 : 0;
      this.carrier[k] = isOfB ? this.linkB[j] : this.linkA[j];
    });
  }
}

/** Refuses a list of another length than it must have. */
export function checkCount(numbers: ArrayLike<number>, count: number, name: string): void {
  if (numbers?.length !== count) throw new InputError(`${name} has ${numbers?.length} numbers, but must have ${count}.`);
}

/** The room for an answer: what the caller has given, or new. */
export function roomFor(given: Float64Array | undefined, count: number, name: string): Float64Array {
  if (given === undefined) return new Float64Array(count);
  if (!(given instanceof Float64Array)) refuse(name, given, 'a Float64Array');
  checkCount(given, count, name);
  return given;
}
