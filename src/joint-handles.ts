// Thin handles of joints, their coordinates, and couplings: an id and the world it is in. They stay what they are when
// others come and go, and say so when their own is gone.

import { moverOfJoint } from './detection/islands/acting-joints.js';
import type { Body, HandlesWorld } from './handles.js';
import { boolean, checkPlainNumber, InputError, show } from './input/fields.js';
import { readOnce } from './input/read-once.js';
import { readCoordinate, readCoordinateVelocity } from './joints/coordinates.js';
import { readLimits, readMotor, writeLimits, writeMotor, writeSpring } from './joints/define-joint.js';
import type { MotorDescriptor, SpringDescriptor } from './joints/descriptors.js';
import { checkLimits, dampingField, frictionField, limitsField, motorField, springField } from './joints/joint-fields.js';
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

/** How long the last step was in which a joint acted, 0 where it does not [s]: one that has broken keeps its last impulses. */
function lastStepOf(state: State, joint: number): number {
  const { active, broken } = state.joints.table.columns;
  if (active[joint] === 0 || broken[joint] !== 0) return 0;
  return state.bodies.nodes.columns.lastStep[moverOfJoint(state, joint)];
}

export class Joint {
  /** Index and generation in one number; not used again for another, unless time is taken back to before it was made. */
  readonly id: number;
  readonly #parts: WorldParts;
  readonly #table: State['joints']['table'];
  readonly #row: number;
  readonly #generation: number;
  /** The coordinates, and the kind that they are of. */
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

  /** What it leaves free, in the order of its kind. */
  get coordinates(): readonly JointCoordinate[] {
    const table = this.#table;
    const row = table.rowOf(this.id);
    // Where time was taken back to before it was made, the id may be that of a joint of another kind by now.
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

  /** Whether it is still in the world. */
  get isAlive(): boolean {
    return this.#table.holds(this.#row, this.#generation);
  }

  /** Row in the joint table; throws when the joint is gone. */
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

  /** Undefined: the world. */
  get bodyA(): Body | undefined {
    const node = this.#columns.nodes[2 * this.row];
    return node === WORLD_END ? undefined : this.#body(node);
  }

  get bodyB(): Body {
    return this.#body(this.#columns.nodes[2 * this.row + 1]);
  }

  /** A passive joint waits in memory without acting, and its bodies may touch. */
  get active(): boolean {
    return this.#columns.active[this.row] !== 0;
  }
  set active(active: boolean) {
    activeField.check(active, 'active');
    setJointActive(this.#parts, this.row, active);
  }

  /** Whether it has broken under a load; it then does nothing any more. */
  get isBroken(): boolean {
    return this.#columns.broken[this.row] !== 0;
  }

  /** Whether its two bodies may touch each other while it holds them. */
  get collide(): boolean {
    return this.#columns.collide[this.row] !== 0;
  }

  /** The coordinate of a name. */
  coordinate(name: string): JointCoordinate {
    const found = this.coordinates.find((coordinate) => coordinate.name === name);
    if (found !== undefined) return found;
    const names = this.coordinates.map((coordinate) => show(coordinate.name)).join(', ');
    throw new InputError(`A ${this.kind} joint has no coordinate ${show(name)}; it has ${names === '' ? 'none' : names}.`);
  }

  /**
   * What it did to B in the last step: force [N], and torque about the origin of its frame on B [N m]. A got the
   * opposite. One that is passive or has broken does nothing.
   */
  get wrench(): { force: Vec3; torque: Vec3 } {
    const { bodies, joints } = this.#parts.state;
    const wrench = new Float64Array(6);
    const step = lastStepOf(this.#parts.state, this.row);
    if (step > 0) jointWrench(joints.frames, this.#columns, bodies.nodes.columns, this.row, step, wrench);
    return { force: vectorAt(wrench, 0), torque: vectorAt(wrench, 3) };
  }

  /** Takes it out of the world, and its couplings with it. */
  remove(): void {
    removeJoint(this.#parts, this.row);
  }

  #body(node: number): Body {
    return bodyAt(this.#parts, node);
  }
}

/** One of the motions that a joint leaves free. What is set acts in the next step. */
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

  /** Place of its numbers in the columns. */
  get #at(): number {
    return MOST_COORDINATES * this.joint.row + this.#place;
  }

  /** Where it is now, whole turns included [m or rad]; of roll, which has no value, 0. */
  get value(): number {
    const { bodies, joints } = this.#parts.state;
    return readCoordinate(joints.frames, this.#columns, bodies.nodes.columns, this.joint.row, this.#place);
  }

  /** [m/s or rad/s] */
  get velocity(): number {
    const { bodies, joints } = this.#parts.state;
    return readCoordinateVelocity(joints.frames, this.#columns, bodies.nodes.columns, this.joint.row, this.#place);
  }

  /** All that spring, damper, motor, friction and limits did along it in the last step [N or N m]. */
  get force(): number {
    const step = lastStepOf(this.#parts.state, this.joint.row);
    return step > 0 ? coordinateForce(this.#columns, this.joint.row, this.#place, step) : 0;
  }

  /** Lowest and highest value [m or rad]; undefined where there are none. */
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

  /** What its motor is to give: a velocity, a position or a force, by the kind of the motor. */
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

  /** Of the spring's damper, or viscous where there is no spring [N s/m or N m s/rad]. */
  get damping(): number {
    return this.#columns.damping[this.#at];
  }
  set damping(damping: number) {
    dampingField.check(damping, 'damping');
    this.#beginChange();
    this.#columns.damping[this.#at] = damping;
    this.#endChange();
  }

  /** Largest force of dry friction [N or N m]. */
  get friction(): number {
    return this.#columns.friction[this.#at];
  }
  set friction(friction: number) {
    frictionField.check(friction, 'friction');
    this.#beginChange();
    this.#columns.friction[this.#at] = friction;
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

  /** Row in the table of couplings; throws when the coupling is gone. */
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

  /** [1, m/rad or rad/m] */
  get ratio(): number {
    return this.#parts.state.joints.couplings.columns.ratio[this.row];
  }

  /** [m or rad] */
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

/** The handle of a joint by its row. */
export function jointAt(parts: WorldParts, row: number): Joint {
  const id = parts.state.joints.table.idOf(row);
  return parts.jointHandles.of(row, id, Joint, () => new Joint(parts, id));
}

/** The handle of a coupling by its row. */
export function couplingAt(parts: WorldParts, row: number): Coupling {
  const id = parts.state.joints.couplings.idOf(row);
  return parts.couplingHandles.of(row, id, Coupling, () => new Coupling(parts, id));
}
