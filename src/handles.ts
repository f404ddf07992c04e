// Handles: the objects through which users read and change bodies, triggers, rules, timers and composites. A handle
// holds an id and its world. It stays valid while other nodes come and go, and throws once its own node is removed.

import { applyTurn, applyWrench } from './bodies/apply-wrench.js';
import type { Bodies } from './bodies/bodies.js';
import type { BodyChange } from './bodies/descriptors.js';
import { moveMembers } from './bodies/kinematics.js';
import type { AxisLock } from './bodies/locks.js';
import { namesOfLocks } from './bodies/locks.js';
import type { BodyKind, NodeKind } from './bodies/node-kinds.js';
import { isInsulator, NODE_KINDS } from './bodies/node-kinds.js';
import type { SleepOfBody } from './bodies/sleep-reasons.js';
import { SLEEP_REASONS } from './bodies/sleep-reasons.js';
import { number, vec3 } from './input/fields.js';
import { clearLocked } from './math/locked-axes.js';
import type { Pose, Quat, Vec3 } from './math/vector.js';
import { add, cross, quatAt, rotate, scale, subtract, vectorAt } from './math/vector.js';
import type { ConvexHull } from './shapes/convex-hull.js';
import type { ShapeDescriptor, ShapePlacement } from './shapes/shape-kinds.js';
import { SHAPE_KINDS } from './shapes/shape-kinds.js';

const vectorField = vec3('');

/** The part of the world's interface that handles call. */
export interface HandlesWorld {
  readonly store: Bodies;
  setActive(handle: Handle, active: boolean): void;
  setMasks(handle: Handle, category: number, mask: number): void;
  setPose(handle: Handle, position: Readonly<Vec3>, orientation: Readonly<Quat>): void;
  moveTo(body: Body, position: Readonly<Vec3>, orientation: Readonly<Quat>): void;
  remove(handle: Handle): void;
  node(id: number): Handle | undefined;
  setMaterial(body: Body, name: string): void;
  setLocks(body: Body, locks: readonly AxisLock[]): void;
  changeBody(body: Body, change: BodyChange): void;
  thaw(body: Body): void;
  noteChange(body: Body): void;
}

/** A node of the world: a body, a trigger, a rule, a timer, a composite or a multibody. */
export class Handle {
  readonly world: HandlesWorld;
  /** Row and generation in one number. No other node gets it, unless time goes back to before this one was made. */
  readonly id: number;

  /** Made by the world's create functions. */
  constructor(world: HandlesWorld, id: number) {
    this.world = world;
    this.id = id;
  }

  /** Whether the node is still in the world. */
  get isAlive(): boolean {
    return this.world.store.nodes.rowOf(this.id) >= 0;
  }

  /** Row in the node table. Throws when the node was removed. */
  get row(): number {
    const row = this.world.store.nodes.rowOf(this.id);
    if (row < 0) throw new Error(`The node of id ${this.id} is no longer in the world.`);
    return row;
  }

  get name(): string | undefined {
    return this.world.store.names[this.row];
  }

  get kind(): NodeKind {
    return NODE_KINDS[this.world.store.nodes.columns.kind[this.row]];
  }

  /**
   * Numbers that a program keeps at a body or multibody, such as the state of a controller. They are part of the
   * world's state. Their count is fixed at creation. A restore may replace the array, so read `slots` anew after it.
   */
  get slots(): Float64Array {
    return this.world.store.slots[this.row] ?? new Float64Array(0);
  }

  /** Whether the node takes part in the simulation. A passive node stays in memory only. */
  get active(): boolean {
    return this.world.store.nodes.columns.active[this.row] !== 0;
  }
  set active(active: boolean) {
    this.world.setActive(this, active);
  }

  /** The collision categories of a body or trigger, as bits. */
  get category(): number {
    return this.world.store.nodes.columns.category[this.row] >>> 0;
  }
  set category(bits: number) {
    this.world.setMasks(this, bits, this.mask);
  }

  /** The categories that it collides with, as bits. Two nodes collide if each has a category in the other's mask. */
  get mask(): number {
    return this.world.store.nodes.columns.mask[this.row] >>> 0;
  }
  set mask(bits: number) {
    this.world.setMasks(this, this.category, bits);
  }

  /** Removes the node from the world. */
  remove(): void {
    this.world.remove(this);
  }
}

/** A node without the properties of bodies: a rule, a trigger, a timer, a composite or a multibody. */
export type OtherNode = Handle & { readonly kind: Exclude<NodeKind, BodyKind> } & {
  readonly [K in Exclude<keyof Body, keyof Handle>]?: never;
};

export class Body<UserData = unknown> extends Handle {
  override get kind(): BodyKind {
    return super.kind as BodyKind;
  }
  /**
   * Makes the body rigid, fixed or scripted from the next step on. A body made rigid gets the default density. A body
   * made scripted stays in place until `moveTo` moves it. Use `world.changeBody` to set a mass or a motion with the
   * kind.
   */
  override set kind(kind: 'rigid' | 'fixed' | 'scripted') {
    this.world.changeBody(this, { kind });
  }

  /**
   * Anything that the program wants to keep at the body. Drystone keeps it by reference, in snapshots too, and never
   * reads it. Hashes and encoded snapshots leave it out.
   */
  get userData(): UserData {
    return this.world.store.userData[this.row] as UserData;
  }
  set userData(data: UserData) {
    this.world.store.userData[this.row] = data;
  }

  /** Mass [kg]; zero for fixed and scripted bodies, which no impulse moves. */
  get mass(): number {
    return this.world.store.nodes.columns.mass[this.row];
  }
  /** The inertia is scaled with the mass: the distribution of mass stays the same. */
  set mass(mass: number) {
    number('', { above: 0 }).check(mass, 'mass');
    const row = this.#moverFor('mass');
    this.world.store.beginChange(this.row);
    this.world.store.scaleMass(row, mass);
    this.world.noteChange(this);
  }

  /** The name of the body's material. Shapes without a material of their own use it. */
  get material(): string {
    const { nodes, materials } = this.world.store;
    return materials.nameOf(nodes.columns.material[this.row]);
  }
  /** Shapes that used the former material use the new one. */
  set material(name: string) {
    this.world.setMaterial(this, name);
  }

  /** Velocity of the surface of a fixed body [m/s]: it moves as a conveyor belt does, while the body stays in place. */
  get surfaceVelocity(): Vec3 {
    return vectorAt(this.world.store.nodes.columns.surfaceVelocity, 3 * this.row);
  }
  set surfaceVelocity(velocity: Readonly<Vec3>) {
    vectorField.check(velocity, 'surfaceVelocity');
    if (this.kind !== 'fixed')
      throw new Error(`surfaceVelocity is given to a ${this.kind} body, but only fixed bodies have one.`);
    this.world.store.beginChange(this.row);
    this.world.store.nodes.columns.surfaceVelocity.set(velocity, 3 * this.row);
    this.world.noteChange(this);
  }

  /**
   * Position of the body's origin [m], set at once. A scripted body gets the position that its motion is relative to.
   */
  get position(): Vec3 {
    const { center } = this.world.store.nodes.columns;
    return subtract(this.centerOfMass, rotate(this.orientation, vectorAt(center, 3 * this.row)));
  }
  set position(position: Readonly<Vec3>) {
    this.world.setPose(this, position, this.#about().orientation);
  }

  /** Orientation as a quaternion [x, y, z, w] [1], set as `position` is. */
  get orientation(): Quat {
    return quatAt(this.world.store.nodes.columns.orientation, 4 * this.row);
  }
  set orientation(orientation: Readonly<Quat>) {
    this.world.setPose(this, this.#about().position, orientation);
  }

  /**
   * Moves a scripted body to a pose [m] during the next step, with the velocity that this takes: it pushes and carries
   * other bodies. Setting `position` moves it at once. A motion of the body is then relative to the new pose.
   */
  moveTo(position: Readonly<Vec3>, orientation?: Readonly<Quat>): void {
    this.world.moveTo(this, position, orientation ?? this.#about().orientation);
  }

  /** Centre of mass in the world's frame [m]. */
  get centerOfMass(): Vec3 {
    return vectorAt(this.world.store.nodes.columns.position, 3 * this.row);
  }

  /** Velocity of the centre of mass in the world's frame [m/s]; zero along locked axes. */
  get velocity(): Vec3 {
    return this.kind === 'fixed' ? [0, 0, 0] : vectorAt(this.world.store.nodes.columns.velocity, 6 * this.row);
  }
  set velocity(velocity: Readonly<Vec3>) {
    vectorField.check(velocity, 'velocity');
    this.world.store.beginChange(this.row);
    this.#setMotion(velocity, 6 * this.#moverFor('velocity'));
  }

  /** Angular velocity in the world's frame [rad/s]; zero about locked axes. */
  get angularVelocity(): Vec3 {
    return vectorAt(this.world.store.nodes.columns.velocity, 6 * this.row + 3);
  }
  set angularVelocity(velocity: Readonly<Vec3>) {
    vectorField.check(velocity, 'angularVelocity');
    this.world.store.beginChange(this.row);
    this.#setMotion(velocity, 6 * this.#moverFor('angularVelocity') + 3);
  }

  /** Whether the method has frozen the body: it lies still, and the method leaves its contacts out. */
  get isFrozen(): boolean {
    const { frozen, mover } = this.world.store.nodes.columns;
    return frozen[mover[this.row]] !== 0;
  }

  /** Whether the body is asleep, since when it has been asleep or awake, and why. */
  get sleep(): SleepOfBody {
    const { asleep, sleepSince, sleepReason, wokenBy, mover } = this.world.store.nodes.columns;
    const row = mover[this.row];
    const [since, by] = [sleepSince[row], wokenBy[row]];
    return { asleep: asleep[row] !== 0, since, why: SLEEP_REASONS[sleepReason[row]], ...(by !== 0 && { by }) };
  }

  /** Wakes or thaws the body, its island, and the frozen bodies in touch with it, as a push of the body would. */
  thaw(): void {
    this.world.thaw(this);
  }

  /** Rate at which the body loses linear velocity [1/s]. */
  get linearDamping(): number {
    return this.world.store.nodes.columns.linearDamping[this.row];
  }
  set linearDamping(rate: number) {
    number('', { min: 0 }).check(rate, 'linearDamping');
    this.world.store.beginChange(this.row);
    this.world.store.nodes.columns.linearDamping[this.#moverFor('linearDamping')] = rate;
    this.world.noteChange(this);
  }

  /** Rate at which the body loses angular velocity [1/s]. */
  get angularDamping(): number {
    return this.world.store.nodes.columns.angularDamping[this.row];
  }
  set angularDamping(rate: number) {
    number('', { min: 0 }).check(rate, 'angularDamping');
    this.world.store.beginChange(this.row);
    this.world.store.nodes.columns.angularDamping[this.#moverFor('angularDamping')] = rate;
    this.world.noteChange(this);
  }

  /** Factor on gravity for this body [1]. */
  get gravityScale(): number {
    return this.world.store.nodes.columns.gravityScale[this.row];
  }
  set gravityScale(factor: number) {
    number('').check(factor, 'gravityScale');
    this.world.store.beginChange(this.row);
    this.world.store.nodes.columns.gravityScale[this.#moverFor('gravityScale')] = factor;
    this.world.noteChange(this);
  }

  /**
   * Locked axes of the world. "x", "y", "z": the centre of mass does not move along the axis. "rx", "ry", "rz": the
   * body does not turn about it. A fixed or scripted body keeps its locks for when it becomes rigid.
   */
  get locks(): AxisLock[] {
    return namesOfLocks(this.world.store.nodes.columns.locks[this.row]);
  }
  set locks(locks: readonly AxisLock[]) {
    this.world.setLocks(this, locks);
  }

  /** The shapes as plain descriptors, in the body's frame. */
  get shapes(): ShapeDescriptor[] {
    const { store: bodies } = this.world;
    const found: ShapeDescriptor[] = [];
    for (let shape = bodies.nodes.columns.firstShape[this.row]; shape >= 0; shape = bodies.shapes.columns.next[shape]) {
      found.push(this.#describeShape(shape));
    }
    return found;
  }
  /** A rigid body keeps its density, and its mass follows. `world.changeBody` sets another density. */
  set shapes(shapes: readonly ShapeDescriptor[]) {
    this.world.changeBody(this, { shapes });
  }

  /** Applies a force [N] during the next step, at a point of the world [m]. Default point: the centre of mass. */
  applyForce(force: Readonly<Vec3>, point?: Readonly<Vec3>): void {
    vectorField.check(force, 'force');
    if (point !== undefined) vectorField.check(point, 'point');
    this.world.store.beginChange(this.row);
    this.#addTo(this.world.store.nodes.columns.force, force, this.#arm(point));
  }

  /** Applies a torque [N m] during the next step. */
  applyTorque(torque: Readonly<Vec3>): void {
    vectorField.check(torque, 'torque');
    this.world.store.beginChange(this.row);
    const { force } = this.world.store.nodes.columns;
    const k = 6 * this.#stepping('torque') + 3;
    for (let i = 0; i < 3; i++) force[k + i] += torque[i];
    this.world.thaw(this);
  }

  /** Applies an impulse [N s] at once, at a point of the world [m]. Default point: the centre of mass. */
  applyImpulse(impulse: Readonly<Vec3>, point?: Readonly<Vec3>): void {
    vectorField.check(impulse, 'impulse');
    if (point !== undefined) vectorField.check(point, 'point');
    this.world.store.beginChange(this.row);
    const row = this.#movable('impulse');
    const wrench = new Float64Array([...impulse, ...cross(this.#arm(point), impulse)]);
    applyWrench(this.world.store.nodes.columns, row, wrench);
    this.#wasPushed(row);
  }

  /** Applies an angular impulse [N m s] at once. */
  applyAngularImpulse(impulse: Readonly<Vec3>): void {
    vectorField.check(impulse, 'impulse');
    this.world.store.beginChange(this.row);
    const row = this.#movable('impulse');
    applyTurn(this.world.store.nodes.columns, row, new Float64Array(impulse), 0);
    this.#wasPushed(row);
  }

  /** Velocity that the body has at a point of the world [m/s]. */
  velocityAt(point: Readonly<Vec3>): Vec3 {
    vectorField.check(point, 'point');
    return add(this.velocity, cross(this.angularVelocity, subtract(point, this.centerOfMass)));
  }

  /** The pose that setPose() sets: the body's own, or the pose that the motion of the body is relative to. */
  #about(): Pose {
    const { motions, nodes } = this.world.store;
    const { row } = this;
    if (motions[row] === undefined) return { position: this.position, orientation: this.orientation };
    const { initialPose } = nodes.columns;
    return { position: vectorAt(initialPose, 7 * row), orientation: quatAt(initialPose, 7 * row + 3) };
  }

  /** The row that a force acts on in the next step. Refuses a passive body, since no step would use the force. */
  #stepping(field: string): number {
    const row = this.#movable(field);
    if (!this.active)
      throw new Error(`${field} is given to body ${this.name ?? this.id}, which is passive: no step would use it.`);
    return row;
  }

  /** The row that impulses act on. Refuses fixed and scripted bodies, which no impulse moves. */
  #movable(field: string): number {
    const { kind, mover } = this.world.store.nodes.columns;
    const row = this.row;
    if (isInsulator(kind[row]))
      throw new Error(`${field} is given to a ${this.kind} body, but only rigid bodies are moved by it.`);
    return mover[row];
  }

  /** As `#movable`, but refuses a member of a composite, since a member has the motion of its composite. */
  #moverFor(field: string): number {
    const row = this.#movable(field);
    if (row !== this.row)
      throw new Error(`${field} of body ${this.name ?? this.id} cannot be set while it is part of a composite.`);
    return row;
  }

  /** Writes three numbers of the velocity column from `at` on, and clears those of locked axes. */
  #setMotion(velocity: Readonly<Vec3>, at: number): void {
    const { velocity: u, locks } = this.world.store.nodes.columns;
    u.set(velocity, at);
    clearLocked(u, 6 * this.row, locks[this.row]);
    this.world.thaw(this);
  }

  /** Lever arm from the mover's centre of mass to the point, by default this body's centre of mass [m]. */
  #arm(point?: Readonly<Vec3>): Vec3 {
    const { position } = this.world.store.nodes.columns;
    return subtract(point ?? this.centerOfMass, vectorAt(position, 3 * this.#movable('force')));
  }

  #addTo(column: Float64Array, force: Readonly<Vec3>, arm: Readonly<Vec3>): void {
    const k = 6 * this.#stepping('force');
    const torque = cross(arm, force);
    for (let i = 0; i < 3; i++) {
      column[k + i] += force[i];
      column[k + 3 + i] += torque[i];
    }
    this.world.thaw(this);
  }

  #wasPushed(row: number): void {
    if (row !== this.row) moveMembers(this.world.store);
    this.world.thaw(this);
  }

  #describeShape(shape: number): ShapeDescriptor {
    const { store: bodies } = this.world;
    const columns = bodies.shapes.columns;
    const center = vectorAt(bodies.nodes.columns.center, 3 * this.row);
    const [a, b, c] = vectorAt(columns.dimensions, 3 * shape);
    const placement: Required<ShapePlacement> = {
      position: add(vectorAt(columns.position, 3 * shape), center),
      orientation: quatAt(columns.orientation, 4 * shape),
      material: bodies.materials.nameOf(columns.material[shape]),
    };
    const kind = SHAPE_KINDS[columns.kind[shape]];
    switch (kind) {
      case 'sphere':
        return { kind, radius: a, ...placement };
      case 'box':
        return { kind, size: scale([a, b, c], 2), ...placement };
      case 'capsule':
        return { kind, radius: a, length: 2 * b, ...placement };
      case 'cylinder':
        return { kind, radius: a, height: 2 * b, ...placement };
      case 'half-space':
        return { kind, ...placement };
      case 'mesh':
        return { kind, mesh: bodies.meshes.list[columns.geometry[shape]].name, ...placement };
      case 'surface':
        return { kind, surface: bodies.surfaces.list[columns.geometry[shape]].name, ...placement };
      case 'hull': {
        const { vertices } = bodies.hulls[columns.geometry[shape]] as ConvexHull;
        const points: Vec3[] = [];
        for (let k = 0; k < vertices.length; k += 3) points.push(vectorAt(vertices, k));
        return { kind, points, ...placement };
      }
    }
  }
}
