// Thin handles: what users hold of a body, a trigger, a rule, a timer or a composite. A handle is the id of a row and the world
// it is in; it stays what it is when others come and go, and says so when its own node is gone.

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

/** The world as its handles know it. */
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

export class Handle {
  readonly world: HandlesWorld;
  /** Index and generation in one number; not used again for another, unless time is taken back to before it was made. */
  readonly id: number;

  /** Made by the world's create functions. */
  constructor(world: HandlesWorld, id: number) {
    this.world = world;
    this.id = id;
  }

  /** Whether it is still in the world. */
  get isAlive(): boolean {
    return this.world.store.nodes.rowOf(this.id) >= 0;
  }

  /** Row in the node table; throws when the node is gone. */
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
   * Of a body or multibody: numbers of its own, saved and restored with the state. There are as many as it was made with, for whoever
   * moves it to write. They may be others after a restore.
   */
  get slots(): Float64Array {
    return this.world.store.slots[this.row] ?? new Float64Array(0);
  }

  /** A passive node waits in memory without taking part. */
  get active(): boolean {
    return this.world.store.nodes.columns.active[this.row] !== 0;
  }
  set active(active: boolean) {
    this.world.setActive(this, active);
  }

  /** Of a body or trigger: the categories that it is in, as bits. */
  get category(): number {
    return this.world.store.nodes.columns.category[this.row] >>> 0;
  }
  set category(bits: number) {
    this.world.setMasks(this, bits, this.mask);
  }

  /** Of a body or trigger: the categories that it meets, as bits. Two meet where each is in a category that the other's mask has. */
  get mask(): number {
    return this.world.store.nodes.columns.mask[this.row] >>> 0;
  }
  set mask(bits: number) {
    this.world.setMasks(this, this.category, bits);
  }

  /** Takes it out of the world. */
  remove(): void {
    this.world.remove(this);
  }
}

/** A node that is no body, and so has nothing of what only bodies have: a rule, a trigger, a timer, a composite, a multibody. */
export type OtherNode = Handle & { readonly kind: Exclude<NodeKind, BodyKind> } & {
  readonly [K in Exclude<keyof Body, keyof Handle>]?: never;
};

export class Body<UserData = unknown> extends Handle {
  override get kind(): BodyKind {
    return super.kind as BodyKind;
  }
  /**
   * Makes it a rigid, a fixed or a scripted body, from the next step on. One that becomes rigid has the default density; one that
   * becomes scripted stays until it is told where to go by `moveTo`. `world.changeBody` gives it a mass or a motion as well.
   */
  override set kind(kind: 'rigid' | 'fixed' | 'scripted') {
    this.world.changeBody(this, { kind });
  }

  /**
   * Whatever the program wants to find again here. Drystone keeps it by reference, in snapshots too, and never reads it. It is no part
   * of hashes, of bytes, or of what steps do.
   */
  get userData(): UserData {
    return this.world.store.userData[this.row] as UserData;
  }
  set userData(data: UserData) {
    this.world.store.userData[this.row] = data;
  }

  /** Zero for fixed and scripted bodies, which no impulse moves [kg]. */
  get mass(): number {
    return this.world.store.nodes.columns.mass[this.row];
  }
  /** The inertia goes with it: of the same distribution of mass. */
  set mass(mass: number) {
    number('', { above: 0 }).check(mass, 'mass');
    const row = this.#moverFor('mass');
    this.world.store.beginChange(this.row);
    this.world.store.scaleMass(row, mass);
    this.world.noteChange(this);
  }

  /** The name of its material, which its shapes have that name none of their own. */
  get material(): string {
    const { nodes, materials } = this.world.store;
    return materials.nameOf(nodes.columns.material[this.row]);
  }
  /** Shapes that had the former one have the new one. */
  set material(name: string) {
    this.world.setMaterial(this, name);
  }

  /** Of a fixed body: how fast its surface moves, as that of a conveyor belt does, while the body stays where it is [m/s]. */
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

  /** Of the body's origin [m]. Setting it places the body at once; of a scripted one, it moves what its motion is about. */
  get position(): Vec3 {
    const { center } = this.world.store.nodes.columns;
    return subtract(this.centerOfMass, rotate(this.orientation, vectorAt(center, 3 * this.row)));
  }
  set position(position: Readonly<Vec3>) {
    this.world.setPose(this, position, this.#about().orientation);
  }

  /** [x, y, z, w] [1]. */
  get orientation(): Quat {
    return quatAt(this.world.store.nodes.columns.orientation, 4 * this.row);
  }
  set orientation(orientation: Readonly<Quat>) {
    this.world.setPose(this, this.#about().position, orientation);
  }

  /**
   * Moves what the motion of a scripted body is about [m]. Unlike by `position`, the body stays where it is and goes there during the next
   * step, with the velocity that takes: it pushes and carries others on its way.
   */
  moveTo(position: Readonly<Vec3>, orientation?: Readonly<Quat>): void {
    this.world.moveTo(this, position, orientation ?? this.#about().orientation);
  }

  /** In the world [m]. */
  get centerOfMass(): Vec3 {
    return vectorAt(this.world.store.nodes.columns.position, 3 * this.row);
  }

  /** Of the centre of mass [m/s]; none along an axis that is locked. */
  get velocity(): Vec3 {
    return this.kind === 'fixed' ? [0, 0, 0] : vectorAt(this.world.store.nodes.columns.velocity, 6 * this.row);
  }
  set velocity(velocity: Readonly<Vec3>) {
    vectorField.check(velocity, 'velocity');
    this.world.store.beginChange(this.row);
    this.#setMotion(velocity, 6 * this.#moverFor('velocity'));
  }

  /** In the world's frame [rad/s]; none about an axis that is locked. */
  get angularVelocity(): Vec3 {
    return vectorAt(this.world.store.nodes.columns.velocity, 6 * this.row + 3);
  }
  set angularVelocity(velocity: Readonly<Vec3>) {
    vectorField.check(velocity, 'angularVelocity');
    this.world.store.beginChange(this.row);
    this.#setMotion(velocity, 6 * this.#moverFor('angularVelocity') + 3);
  }

  /** Whether the body lies still and is left alone, by a method that freezes bodies. */
  get isFrozen(): boolean {
    const { frozen, mover } = this.world.store.nodes.columns;
    return frozen[mover[this.row]] !== 0;
  }

  /** Whether the body sleeps, since when it does or does not, and why. */
  get sleep(): SleepOfBody {
    const { asleep, sleepSince, sleepReason, wokenBy, mover } = this.world.store.nodes.columns;
    const row = mover[this.row];
    const [since, by] = [sleepSince[row], wokenBy[row]];
    return { asleep: asleep[row] !== 0, since, why: SLEEP_REASONS[sleepReason[row]], ...(by !== 0 && { by }) };
  }

  /** Lets a body that sleeps or is frozen take part again, with its island and with all that lies frozen in touch with it, as a push of the body would. */
  thaw(): void {
    this.world.thaw(this);
  }

  /** [1/s] */
  get linearDamping(): number {
    return this.world.store.nodes.columns.linearDamping[this.row];
  }
  set linearDamping(rate: number) {
    number('', { min: 0 }).check(rate, 'linearDamping');
    this.world.store.beginChange(this.row);
    this.world.store.nodes.columns.linearDamping[this.#moverFor('linearDamping')] = rate;
    this.world.noteChange(this);
  }

  /** [1/s] */
  get angularDamping(): number {
    return this.world.store.nodes.columns.angularDamping[this.row];
  }
  set angularDamping(rate: number) {
    number('', { min: 0 }).check(rate, 'angularDamping');
    this.world.store.beginChange(this.row);
    this.world.store.nodes.columns.angularDamping[this.#moverFor('angularDamping')] = rate;
    this.world.noteChange(this);
  }

  /** [1] */
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
   * Along which axes of the world its centre of mass does not move, and about which it does not turn: "x", "y", "z", "rx", "ry", "rz".
   * A fixed or scripted body keeps them for when it becomes rigid.
   */
  get locks(): AxisLock[] {
    return namesOfLocks(this.world.store.nodes.columns.locks[this.row]);
  }
  set locks(locks: readonly AxisLock[]) {
    this.world.setLocks(this, locks);
  }

  /** Its shapes as plain descriptors in the body's frame. */
  get shapes(): ShapeDescriptor[] {
    const { store: bodies } = this.world;
    const found: ShapeDescriptor[] = [];
    for (let shape = bodies.nodes.columns.firstShape[this.row]; shape >= 0; shape = bodies.shapes.columns.next[shape]) {
      found.push(this.#describeShape(shape));
    }
    return found;
  }
  /** A rigid body keeps its density, so that its mass follows; `world.changeBody` gives it another. */
  set shapes(shapes: readonly ShapeDescriptor[]) {
    this.world.changeBody(this, { shapes });
  }

  /** A force during the next step [N], at a point of the world [m]; default the centre of mass. */
  applyForce(force: Readonly<Vec3>, point?: Readonly<Vec3>): void {
    vectorField.check(force, 'force');
    if (point !== undefined) vectorField.check(point, 'point');
    this.world.store.beginChange(this.row);
    this.#addTo(this.world.store.nodes.columns.force, force, this.#arm(point));
  }

  /** A torque during the next step [N m]. */
  applyTorque(torque: Readonly<Vec3>): void {
    vectorField.check(torque, 'torque');
    this.world.store.beginChange(this.row);
    const { force } = this.world.store.nodes.columns;
    const k = 6 * this.#stepping('torque') + 3;
    for (let i = 0; i < 3; i++) force[k + i] += torque[i];
    this.world.thaw(this);
  }

  /** An impulse at once [N s], at a point of the world [m]; default the centre of mass. */
  applyImpulse(impulse: Readonly<Vec3>, point?: Readonly<Vec3>): void {
    vectorField.check(impulse, 'impulse');
    if (point !== undefined) vectorField.check(point, 'point');
    this.world.store.beginChange(this.row);
    const row = this.#movable('impulse');
    const wrench = new Float64Array([...impulse, ...cross(this.#arm(point), impulse)]);
    applyWrench(this.world.store.nodes.columns, row, wrench);
    this.#wasPushed(row);
  }

  /** An angular impulse at once [N m s]. */
  applyAngularImpulse(impulse: Readonly<Vec3>): void {
    vectorField.check(impulse, 'impulse');
    this.world.store.beginChange(this.row);
    const row = this.#movable('impulse');
    applyTurn(this.world.store.nodes.columns, row, new Float64Array(impulse), 0);
    this.#wasPushed(row);
  }

  /** Velocity of a point of the world that moves with the body [m/s]. */
  velocityAt(point: Readonly<Vec3>): Vec3 {
    vectorField.check(point, 'point');
    return add(this.velocity, cross(this.angularVelocity, subtract(point, this.centerOfMass)));
  }

  /** The pose that setPose() would leave as it is: of a scripted body, what its motion is about. */
  #about(): Pose {
    const { motions, nodes } = this.world.store;
    const { row } = this;
    if (motions[row] === undefined) return { position: this.position, orientation: this.orientation };
    const { initialPose } = nodes.columns;
    return { position: vectorAt(initialPose, 7 * row), orientation: quatAt(initialPose, 7 * row + 3) };
  }

  /** The row that a force of the next step acts on; refuses a passive body, of which that step knows nothing. */
  #stepping(field: string): number {
    const row = this.#movable(field);
    if (!this.active)
      throw new Error(`${field} is given to body ${this.name ?? this.id}, which is passive: no step would use it.`);
    return row;
  }

  /** The row that impulses act on; refuses what no impulse moves. */
  #movable(field: string): number {
    const { kind, mover } = this.world.store.nodes.columns;
    const row = this.row;
    if (isInsulator(kind[row]))
      throw new Error(`${field} is given to a ${this.kind} body, but only rigid bodies are moved by it.`);
    return mover[row];
  }

  /** Like `#movable`, and refuses a member, whose motion is that of its composite. */
  #moverFor(field: string): number {
    const row = this.#movable(field);
    if (row !== this.row)
      throw new Error(`${field} of body ${this.name ?? this.id} cannot be set while it is part of a composite.`);
    return row;
  }

  /** Three numbers of its velocity, from `at` on, less what is locked. */
  #setMotion(velocity: Readonly<Vec3>, at: number): void {
    const { velocity: u, locks } = this.world.store.nodes.columns;
    u.set(velocity, at);
    clearLocked(u, 6 * this.row, locks[this.row]);
    this.world.thaw(this);
  }

  /** From the centre of mass of what moves to the point, default this body's centre of mass [m]. */
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
