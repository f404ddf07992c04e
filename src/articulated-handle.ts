// The part of a multibody's handle that treats it as a tree of links: coordinates, kinematics and dynamics for users'
// controllers.
//
// q, qd, accelerations and forces are lists of numbers, joint after joint. src/joints/inverse/coordinates.ts defines
// them for each kind of joint, and the axes of vectors. Joints that close loops are left out: results are those of the
// tree without them. The force of a joint is the sum of all forces on its coordinates: of motor, spring, damper and
// friction. Contact forces are external forces.
//
// A method that takes an array `out` writes its result to it and returns it.

import { updateRotation } from './bodies/kinematics.js';
import { disturb, rouse } from './detection/disturb.js';
import type { HandlesWorld } from './handles.js';
import { Body, Handle } from './handles.js';
import { InputError, numbers, refuse, vec3 } from './input/fields.js';
import { readOnce } from './input/read-once.js';
import { Joint } from './joint-handles.js';
import { noteTurned } from './joints/coordinates.js';
import { hasQuaternion } from './joints/inverse/coordinates.js';
import { biasForces, forwardDynamics, gravityCompensation, inverseDynamics, massMatrix } from './joints/inverse/dynamics.js';
import { forwardKinematics, jacobian, moveLinks, placeLinks } from './joints/inverse/kinematics.js';
import { checkCount, roomFor } from './joints/inverse/link-tree.js';
import { MultibodyTree } from './joints/inverse/multibody-tree.js';
import type { Vec3 } from './math/vector.js';
import { nameOfJoint } from './world/joint-changes.js';
import type { WorldParts } from './world/parts.js';

const numbersField = numbers('', false);

/** External forces beside gravity, and an array for the result. */
export interface DynamicsOptions {
  /**
   * For each link, in the order of `links`: force [N] and torque about its centre of mass [N m], in the world's axes.
   */
  readonly forces?: Float64Array;
  readonly out?: Float64Array;
}

export abstract class ArticulatedHandle extends Handle {
  readonly #parts: WorldParts;
  /** The tree that was made when the world's joints had changed `#changes` times. */
  #tree: MultibodyTree | undefined;
  #changes = -1;

  constructor(parts: WorldParts, world: HandlesWorld, id: number) {
    super(world, id);
    this.#parts = parts;
  }

  abstract get links(): Body[];
  abstract get joints(): readonly Joint[];
  abstract get loops(): readonly Joint[];

  /** Length of q: one number for each coordinate, four for the orientation of a joint that turns freely. */
  get positionCount(): number {
    return this.#shape().tree.positions;
  }

  /** Length of qd, of accelerations and of forces: one number for each degree of freedom. */
  get velocityCount(): number {
    return this.#shape().tree.velocities;
  }

  /** Index of the first number of a joint in q and in qd. */
  placeOf(joint: Joint): { readonly position: number; readonly velocity: number } {
    const { tree, joints } = this.#shape();
    const j = joint instanceof Joint && joint.world === this.world ? joints.indexOf(joint.row) : -1;
    if (j < 0)
      refuse('joint', joint instanceof Joint ? (joint.name ?? joint.id) : joint, 'a joint of the tree of this multibody');
    return { position: tree.firstPosition[j], velocity: tree.firstVelocity[j] };
  }

  /** The current q [m, rad, 1]. */
  readCoordinates(out?: Float64Array): Float64Array {
    const { q } = this.#now();
    const room = roomFor(out, q.length, 'out');
    room.set(q);
    return room;
  }

  /** Places all links at q, at once. The velocities of the joints do not change. */
  setCoordinates(q: ArrayLike<number>): void {
    const { state } = this.#parts;
    state.bodies.beginChange();
    const own = this.#now();
    this.#refuseLoops();
    own.q.set(checkCoordinates(own, q));
    placeLinks(own.tree, own.q);
    moveLinks(own.tree, own.qd);
    const { columns: nodes } = state.bodies.nodes;
    own.links.forEach((row, link) => {
      disturb(state, row);
      nodes.position.set(own.tree.pose.subarray(7 * link, 7 * link + 3), 3 * row);
      nodes.orientation.set(own.tree.pose.subarray(7 * link + 3, 7 * link + 7), 4 * row);
      nodes.velocity.set(own.tree.motion.subarray(6 * link, 6 * link + 6), 6 * row);
      updateRotation(nodes, row);
    });
    this.#noteTurns(own);
  }

  /** The current qd [m/s or rad/s]. */
  readVelocities(out?: Float64Array): Float64Array {
    const { qd } = this.#now();
    const room = roomFor(out, qd.length, 'out');
    room.set(qd);
    return room;
  }

  /** Gives all links the velocities that follow from qd. */
  setVelocities(qd: ArrayLike<number>): void {
    const { state } = this.#parts;
    state.bodies.beginChange();
    const own = this.#now();
    this.#refuseLoops();
    own.qd.set(checkNumbers(qd, own.tree.velocities, 'qd'));
    moveLinks(own.tree, own.qd);
    const { velocity } = state.bodies.nodes.columns;
    own.links.forEach((row, link) => {
      velocity.set(own.tree.motion.subarray(6 * link, 6 * link + 6), 6 * row);
      rouse(state, row);
    });
  }

  /**
   * The poses of all links at q: seven numbers for each, in the order of `links`: the position of the link's origin [m]
   * and its orientation [x, y, z, w]. The world is left unchanged.
   */
  forwardKinematics(q: ArrayLike<number>, out?: Float64Array): Float64Array {
    const own = this.#now();
    return forwardKinematics(own.tree, checkCoordinates(own, q), out);
  }

  /**
   * Jacobian J of a point of a link at the current q: six rows of `velocityCount` numbers. The point is given in the
   * link's frame [m]. The first three rows of J qd are the velocity of the point [m/s], the last three the angular
   * velocity of the link [rad/s], in the world's axes.
   */
  jacobian(link: Body, point: Readonly<Vec3>, out?: Float64Array): Float64Array {
    vec3('').check(point, 'point');
    const { tree, q, links } = this.#now();
    const place = link instanceof Body && link.world === this.world ? links.indexOf(link.row) : -1;
    if (place < 0) refuse('link', link instanceof Body ? (link.name ?? link.id) : link, 'a link of this multibody');
    return jacobian(tree, q, place, point, out);
  }

  /** The mass matrix at the current q: `velocityCount` rows of as many numbers [kg, kg m, kg m^2]. */
  massMatrix(out?: Float64Array): Float64Array {
    const { tree, q } = this.#now();
    return massMatrix(tree, q, out);
  }

  /** The joint forces [N or N m] that give these accelerations [m/s^2 or rad/s^2] at the current q and qd. */
  inverseDynamics(acceleration: ArrayLike<number>, options: DynamicsOptions = {}): Float64Array {
    const { forces, out } = readOptions(options);
    const { tree, q, qd } = this.#now();
    const qdd = checkNumbers(acceleration, tree.velocities, 'acceleration');
    return inverseDynamics(tree, q, qd, qdd, this.#outside(forces), out);
  }

  /** The joint forces [N or N m] of zero acceleration: they balance Coriolis forces, centrifugal forces and gravity. */
  biasForces(options: DynamicsOptions = {}): Float64Array {
    const { forces, out } = readOptions(options);
    const { tree, q, qd } = this.#now();
    return biasForces(tree, q, qd, this.#outside(forces), out);
  }

  /** The joint forces [N or N m] that hold the tree at the current q when it is at rest. */
  gravityCompensation(options: DynamicsOptions = {}): Float64Array {
    const { forces, out } = readOptions(options);
    const { tree, q } = this.#now();
    return gravityCompensation(tree, q, this.#outside(forces), out);
  }

  /** The accelerations [m/s^2 or rad/s^2] that joint forces [N or N m] cause at the current q and qd. */
  forwardDynamics(jointForces: ArrayLike<number>, options: DynamicsOptions = {}): Float64Array {
    const { forces, out } = readOptions(options);
    const { tree, q, qd } = this.#now();
    const tau = checkNumbers(jointForces, tree.velocities, 'jointForces');
    return forwardDynamics(tree, q, qd, tau, this.#outside(forces), out);
  }

  #outside(forces: Float64Array | undefined): { gravity: ArrayLike<number>; forces?: Float64Array } {
    const { gravity } = this.#parts.state.settings;
    return forces === undefined ? { gravity } : { gravity, forces };
  }

  /** The tree. Its q and qd may be out of date. */
  #shape(): MultibodyTree {
    const { joints } = this.#parts.state;
    // The getter `row` throws when the multibody was removed.
    const isKnown = this.row >= 0 && this.#changes === joints.changes;
    if (this.#tree !== undefined && isKnown) return this.#tree;
    const rowsOf = (handles: readonly { readonly row: number }[]): number[] => handles.map(({ row }) => row);
    this.#tree = new MultibodyTree(joints.table.columns, rowsOf(this.links), rowsOf(this.joints));
    this.#changes = joints.changes;
    return this.#tree;
  }

  /** The tree with the current q and qd. */
  #now(): MultibodyTree {
    const { state } = this.#parts;
    const own = this.#shape();
    own.update(state.bodies.nodes.columns, state.joints.table.columns, (joint) => nameOfJoint(state, joint));
    return own;
  }

  #refuseLoops(): void {
    const loop = this.loops.find(({ active, isBroken }) => active && !isBroken);
    if (loop === undefined) return;
    throw new InputError(
      `Coordinates and velocities of this multibody cannot be set: ${nameOfJoint(this.#parts.state, loop.row)} closes a loop, and would be torn.`,
    );
  }

  /** Notes the whole turns of the angles that were set, since the poses of links do not contain them. */
  #noteTurns({ tree, joints, q }: MultibodyTree): void {
    const { columns } = this.#parts.state.joints.table;
    joints.forEach((row, j) => {
      if (row < 0 || hasQuaternion(tree.kind[j])) return;
      const at = tree.firstPosition[j];
      for (let i = 0; at + i < tree.firstPosition[j + 1]; i++) noteTurned(columns, row, i, q[at + i]);
    });
  }
}

function readOptions(options: DynamicsOptions): DynamicsOptions {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object with forces and out, or without');
  const { forces, out } = options;
  if (forces !== undefined) numbersField.check(forces, 'forces');
  return { ...(forces !== undefined && { forces }), ...(out !== undefined && { out }) };
}

function checkNumbers(given: ArrayLike<number>, count: number, name: string): Float64Array {
  const once = readOnce(given);
  numbersField.check(once, name);
  checkCount(once, count, name);
  return once instanceof Float64Array ? once : Float64Array.from(once);
}

/** Quaternions may have any length but zero. */
function checkCoordinates({ tree }: MultibodyTree, given: ArrayLike<number>): Float64Array {
  const q = checkNumbers(given, tree.positions, 'q');
  for (let j = 0; j < tree.jointCount; j++) {
    if (!hasQuaternion(tree.kind[j])) continue;
    const k = tree.firstPosition[j + 1] - 4;
    const squared = q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2] + q[k + 3] * q[k + 3];
    if (!(squared > 1e-12 && squared < 1e12))
      refuse(`q[${k} .. ${k + 4})`, [...q.subarray(k, k + 4)], 'a quaternion of a length between 1e-6 and 1e6, not zero');
  }
  return q;
}
