// Handles of joints, of their coordinates and of couplings: the objects through which users read and change them. A
// handle holds an id and its world. It stays valid while others come and go, and throws once its own is removed.

import { moverOfJoint } from './detection/islands/acting-joints.js';
import type { Body, HandlesWorld } from './handles.js';
import { boolean, checkPlainNumber, type Field, InputError, show } from './input/fields.js';
import { readOnce } from './input/read-once.js';
import { readCoordinate, readCoordinateVelocity } from './joints/coordinates.js';
import { readLimits, readMotor, writeLimits, writeMotor, writeSpring } from './joints/define-joint.js';
import type { MotorDescriptor, SpringDescriptor } from './joints/descriptors.js';
import {
  armatureField,
  breakForceField,
  breakTorqueField,
  checkLimits,
  dampingField,
  frictionField,
  limitsField,
  motorField,
  springField,
} from './joints/joint-fields.js';
import type { JointKind } from './joints/joint-kinds.js';
import { JOINT_KINDS } from './joints/joint-kinds.js';
import { coordinateForce, jointWrench } from './joints/joint-loads.js';
import { type JOINT_SCHEMA, MOST_COORDINATES, NO_MOTOR, WORLD_END } from './joints/joint-table.js';
import type { Vec3 } from './math/vector.js';
import { vectorAt } from './math/vector.js';
import type { State } from './state/state.js';
import { generationWithin, rowWithin } from './table/slots.js';
import type { Columns } from './table/table.js';
import { beginJointChange, disturbEnds, removeCoupling, removeJoint, setJointActive, setTarget } from './world/joint-changes.js';
import type { WorldParts } from './world/parts.js';
import { bodyAt } from './world/parts.js';

const activeField = boolean('');

/**
 * Length of the joint's last step [s]. 0 for a passive or broken joint: a broken one keeps impulses that no longer act.
 */
function lastStepOf(state: State, joint: number): number {
  const { active, broken } = state.joints.table.columns;
  if (active[joint] === 0 || broken[joint] !== 0) return 0;
  return state.bodies.nodes.columns.lastStep[moverOfJoint(state, joint)];
}

/** A joint between two bodies, or between a body and the world. */
export class Joint {
  /** Row and generation in one number. No other joint gets it, unless time goes back to before this one was made. */
  readonly id: number;
  readonly #parts: WorldParts;
  readonly #table: State['joints']['table'];
  readonly #row: number;
  readonly #generation: number;
  /** The handles of the coordinates, and the kind of joint that they were made for. */
  #coordinates: readonly JointCoordinate[] = [];
  #kind = -1;

  /** Made by the world's create functions. */
  constructor(parts: WorldParts, id: number) {
    this.#parts = parts;
    this.id = id;
    this.#table = parts.state.joints.table;
    this.#row = rowWithin(id);
    this.#generation = generationWithin(id);
    this.#coordinates = this.coordinates;
  }

  /** The coordinates that the joint leaves free, in the order that its kind defines. */
  get coordinates(): readonly JointCoordinate[] {
    const table = this.#table;
    const row = table.rowOf(this.id);
    // After time went back to before this joint was made, its id may belong to a joint of another kind.
    if (row >= 0 && table.columns.kind[row] !== this.#kind) {
      this.#kind = table.columns.kind[row];
      const { coordinates } = JOINT_KINDS[this.#kind];
      this.#coordinates = coordinates.map((_, place) => new JointCoordinate(this.#parts, this, place));
    }
    return this.#coordinates;
  }

  get world(): HandlesWorld {
    return this.#parts.world;
  }

  /** Whether the joint is still in the world. */
  get isAlive(): boolean {
    return this.#table.holds(this.#row, this.#generation);
  }

  /** Row in the joint table. Throws when the joint was removed. */
  get row(): number {
    if (!this.isAlive) throw new Error(`The joint of id ${this.id} is no longer in the world.`);
    return this.#row;
  }

  get #columns(): Columns<typeof JOINT_SCHEMA> {
    return this.#table.columns;
  }

  get name(): string | undefined {
    return this.#parts.state.joints.names[this.row];
  }

  get kind(): JointKind {
    return JOINT_KINDS[this.#columns.kind[this.row]].name;
  }

  /** The first body; undefined when bodyB is joined to the world. */
  get bodyA(): Body | undefined {
    const node = this.#columns.nodes[2 * this.row];
    return node === WORLD_END ? undefined : this.#body(node);
  }

  get bodyB(): Body {
    return this.#body(this.#columns.nodes[2 * this.row + 1]);
  }

  /** Whether the joint acts. A passive joint stays in memory only, and its bodies may touch each other. */
  get active(): boolean {
    return this.#columns.active[this.row] !== 0;
  }
  set active(active: boolean) {
    activeField.check(active, 'active');
    setJointActive(this.#parts, this.row, active);
  }

  /** Whether the joint has broken under a load. A broken joint no longer acts. */
  get isBroken(): boolean {
    return this.#columns.broken[this.row] !== 0;
  }

  /** The joint breaks above this force [N]; undefined when no force breaks it. */
  get breakForce(): number | undefined {
    return this.#bound('breakForce');
  }
  set breakForce(force: number | undefined) {
    this.#setBound('breakForce', breakForceField, force);
  }

  /** The joint breaks above this torque [N m]; undefined when no torque breaks it. */
  get breakTorque(): number | undefined {
    return this.#bound('breakTorque');
  }
  set breakTorque(torque: number | undefined) {
    this.#setBound('breakTorque', breakTorqueField, torque);
  }

  /** Whether the two bodies may touch each other while the joint acts. */
  get collide(): boolean {
    return this.#columns.collide[this.row] !== 0;
  }

  /** The coordinate with the given name. Throws if the joint has none of that name. */
  coordinate(name: string): JointCoordinate {
    const found = this.coordinates.find((coordinate) => coordinate.name === name);
    if (found !== undefined) return found;
    const names = this.coordinates.map((coordinate) => show(coordinate.name)).join(', ');
    throw new InputError(`A ${this.kind} joint has no coordinate ${show(name)}; it has ${names === '' ? 'none' : names}.`);
  }

  /**
   * Mean load of the joint on body B in the last step: force [N], and torque about the origin of the joint's frame on B
   * [N m]. Body A had the opposite load. Zero for a passive or broken joint.
   */
  get wrench(): { force: Vec3; torque: Vec3 } {
    const { bodies, joints } = this.#parts.state;
    const wrench = new Float64Array(6);
    const step = lastStepOf(this.#parts.state, this.row);
    if (step > 0) jointWrench(joints.frames, this.#columns, bodies.nodes.columns, this.row, step, wrench);
    return { force: vectorAt(wrench, 0), torque: vectorAt(wrench, 3) };
  }

  /** Removes the joint and its couplings from the world. */
  remove(): void {
    removeJoint(this.#parts, this.row);
  }

  #body(node: number): Body {
    return bodyAt(this.#parts, node);
  }

  #bound(name: 'breakForce' | 'breakTorque'): number | undefined {
    const bound = this.#columns[name][this.row];
    return bound === Number.POSITIVE_INFINITY ? undefined : bound;
  }

  #setBound(name: 'breakForce' | 'breakTorque', field: Field, bound: number | undefined): void {
    const { row } = this;
    if (bound !== undefined) field.check(bound, name);
    beginJointChange(this.#parts, row);
    this.#columns[name][row] = bound ?? Number.POSITIVE_INFINITY;
    disturbEnds(this.#parts.state, row);
  }
}

/**
 * One coordinate of a joint: a translation or a rotation that the joint leaves free. Changes act from the next step on.
 */
export class JointCoordinate {
  readonly joint: Joint;
  readonly name: string;
  readonly unit: 'm' | 'rad';
  readonly #parts: WorldParts;
  readonly #table: State['joints']['table'];
  readonly #place: number;

  constructor(parts: WorldParts, joint: Joint, place: number) {
    this.#parts = parts;
    this.#table = parts.state.joints.table;
    this.joint = joint;
    this.#place = place;
    const { columns } = parts.state.joints.table;
    ({ name: this.name, unit: this.unit } = JOINT_KINDS[columns.kind[joint.row]].coordinates[place]);
  }

  get #columns(): Columns<typeof JOINT_SCHEMA> {
    return this.#table.columns;
  }

  /** Index of the coordinate's numbers in the columns. */
  get #at(): number {
    return MOST_COORDINATES * this.joint.row + this.#place;
  }

  /** Current value, whole turns included [m or rad]. The coordinate `roll` has no value: 0. */
  get value(): number {
    const { bodies, joints } = this.#parts.state;
    return readCoordinate(joints.frames, this.#columns, bodies.nodes.columns, this.joint.row, this.#place);
  }

  /** Current rate of change of the value [m/s or rad/s]. */
  get velocity(): number {
    const { bodies, joints } = this.#parts.state;
    return readCoordinateVelocity(joints.frames, this.#columns, bodies.nodes.columns, this.joint.row, this.#place);
  }

  /**
   * Sum of the forces of spring, damper, motor, friction and limits along the coordinate in the last step [N or N m].
   */
  get force(): number {
    const step = lastStepOf(this.#parts.state, this.joint.row);
    return step > 0 ? coordinateForce(this.#columns, this.joint.row, this.#place, step) : 0;
  }

  /** Lowest and highest value [m or rad]; undefined without limits. */
  get limits(): [number, number] | undefined {
    return readLimits(this.#columns, this.#at, this.name);
  }
  set limits(given: readonly [number, number] | undefined) {
    const limits = readOnce(given);
    if (limits !== undefined) {
      this.#refuseOnRoll('limits');
      limitsField.check(limits, 'limits');
      checkLimits(limits, this.name, 'limits');
    }
    this.#beginChange();
    writeLimits(this.#columns, this.#at, this.name, limits);
    this.#endChange();
  }

  get motor(): MotorDescriptor | undefined {
    return readMotor(this.#columns, this.#at);
  }
  set motor(given: MotorDescriptor | undefined) {
    const motor = readOnce(given);
    if (motor !== undefined) {
      this.#refuseOnRoll('motor');
      motorField.check(motor, 'motor');
    }
    this.#beginChange();
    writeMotor(this.#columns, this.#at, motor);
    this.#endChange();
  }

  /** Target of the motor: a velocity, a position or a force, depending on the kind of the motor. */
  get target(): number {
    return this.#columns.target[this.#at];
  }
  set target(target: number) {
    checkPlainNumber(target, 'target');
    const joint = this.joint.row;
    const at = MOST_COORDINATES * joint + this.#place;
    const { motor, target: targets } = this.#columns;
    if (motor[at] === NO_MOTOR) throw new Error(`target of ${this.name} cannot be set: it has no motor. Give it one first.`);
    if (target !== targets[at]) setTarget(this.#parts, joint, this.#place, target);
  }

  get spring(): SpringDescriptor | undefined {
    const { stiffness, damping, rest } = this.#columns;
    const k = this.#at;
    return stiffness[k] === 0 ? undefined : { stiffness: stiffness[k], damping: damping[k], rest: rest[k] };
  }
  set spring(given: SpringDescriptor | undefined) {
    const spring = readOnce(given);
    if (spring !== undefined) {
      this.#refuseOnRoll('spring');
      springField.check(spring, 'spring');
    }
    this.#beginChange();
    writeSpring(this.#columns, this.#at, spring, 0);
    this.#endChange();
  }

  /** Damping coefficient of the spring, or viscous damping where there is no spring [N s/m or N m s/rad]. */
  get damping(): number {
    return this.#columns.damping[this.#at];
  }
  set damping(damping: number) {
    dampingField.check(damping, 'damping');
    this.#beginChange();
    this.#columns.damping[this.#at] = damping;
    this.#endChange();
  }

  /** Largest dry friction force [N or N m]. */
  get friction(): number {
    return this.#columns.friction[this.#at];
  }
  set friction(friction: number) {
    frictionField.check(friction, 'friction');
    this.#beginChange();
    this.#columns.friction[this.#at] = friction;
    this.#endChange();
  }

  /** Mass [kg] or moment of inertia [kg m^2] of the motor's rotor, as the coordinate feels it. */
  get armature(): number {
    return this.#columns.armature[this.#at];
  }
  set armature(armature: number) {
    this.#refuseOnRoll('armature');
    armatureField.check(armature, 'armature');
    this.#beginChange();
    this.#columns.armature[this.#at] = armature;
    this.#endChange();
  }

  #beginChange(): void {
    beginJointChange(this.#parts, this.joint.row);
  }

  #endChange(): void {
    disturbEnds(this.#parts.state, this.joint.row);
  }

  #refuseOnRoll(field: string): void {
    if (this.name === 'roll') throw new Error(`${field} of roll cannot be set: it has damping and friction alone.`);
  }
}

/** A gear or a mimic joint: value of the second coordinate = ratio * value of the first + offset. */
export class Coupling {
  readonly id: number;
  readonly #parts: WorldParts;

  /** Made by the world's create functions. */
  constructor(parts: WorldParts, id: number) {
    this.#parts = parts;
    this.id = id;
  }

  get world(): HandlesWorld {
    return this.#parts.world;
  }

  get isAlive(): boolean {
    return this.#parts.state.joints.couplings.rowOf(this.id) >= 0;
  }

  /** Row in the table of couplings. Throws when the coupling was removed. */
  get row(): number {
    const row = this.#parts.state.joints.couplings.rowOf(this.id);
    if (row < 0) throw new Error(`The coupling of id ${this.id} is no longer in the world.`);
    return row;
  }

  get name(): string | undefined {
    return this.#parts.state.joints.couplingNames[this.row];
  }

  get first(): JointCoordinate {
    return this.#end(0);
  }

  get second(): JointCoordinate {
    return this.#end(1);
  }

  /** Ratio of the second value to the first [1, m/rad or rad/m]. */
  get ratio(): number {
    return this.#parts.state.joints.couplings.columns.ratio[this.row];
  }

  /** Value of the second coordinate where the first is 0 [m or rad]. */
  get offset(): number {
    return this.#parts.state.joints.couplings.columns.offset[this.row];
  }

  remove(): void {
    removeCoupling(this.#parts, this.row);
  }

  #end(side: number): JointCoordinate {
    const { couplings } = this.#parts.state.joints;
    const k = 2 * this.row + side;
    const joint = jointAt(this.#parts, couplings.columns.joints[k]);
    return joint.coordinates[couplings.columns.coordinates[k]];
  }
}

/** The handle of the joint in a row. */
export function jointAt(parts: WorldParts, row: number): Joint {
  const id = parts.state.joints.table.idOf(row);
  return parts.jointHandles.of(row, id, Joint, () => new Joint(parts, id));
}

/** The handle of the coupling in a row. */
export function couplingAt(parts: WorldParts, row: number): Coupling {
  const id = parts.state.joints.couplings.idOf(row);
  return parts.couplingHandles.of(row, id, Coupling, () => new Coupling(parts, id));
}
