// Contents of a world, for users: bodies, joints, meshes, triggers, rules, timers. They are created, found, changed and
// removed here, at any time between steps.

import type { Bodies } from '../bodies/bodies.js';
import type {
  BodyChange,
  CompositeDescriptor,
  MaterialDescriptor,
  MaterialPairDescriptor,
  MeshDescriptor,
  RuleDescriptor,
  SurfaceDescriptor,
  TimerDescriptor,
  TriggerDescriptor,
} from '../bodies/descriptors.js';
import type { AxisLock } from '../bodies/locks.js';
import type { NamedMesh } from '../bodies/meshes.js';
import type { NamedSurface } from '../bodies/surfaces.js';
import { disturb, rouse } from '../detection/disturb.js';
import type { ContactTree } from '../distance-field/contact-tree.js';
import type { TreeWays } from '../distance-field/obtain-tree.js';
import type { Handle, HandlesWorld, OtherNode } from '../handles.js';
import { Body } from '../handles.js';
import type { Coupling, Joint } from '../joint-handles.js';
import type { CouplingDescriptor, JointDescriptor } from '../joints/descriptors.js';
import type { Joints } from '../joints/joints.js';
import type { Quat, Vec3 } from '../math/vector.js';
import type { Multibody } from '../multibody.js';
import { moveTo, setActive, setLocks, setMasks, setMaterial, setPose } from './changes.js';
import type { BodyOptions, BodyReference } from './creation.js';
import * as creation from './creation.js';
import type { JointReference } from './joint-creation.js';
import * as jointCreation from './joint-creation.js';
import type { MultibodyOptions } from './multibody-creation.js';
import { createMultibody, listMultibodies } from './multibody-creation.js';
import type { WorldParts } from './parts.js';
import { ownRow } from './parts.js';
import type { PoseArray } from './poses.js';
import { writePoses } from './poses.js';
import { changeBody } from './redefinition.js';

export class WorldContents<UserData> implements HandlesWorld {
  /** The tables that handles read, for programs that read whole columns. */
  readonly store: Bodies;
  readonly jointStore: Joints;
  readonly #parts: WorldParts;

  constructor(parts: Omit<WorldParts, 'world'>) {
    this.#parts = { ...parts, world: this };
    this.store = parts.state.bodies;
    this.jointStore = parts.state.joints;
  }

  /** Creates a material, or changes the material of that name. */
  createMaterial(name: string, material: MaterialDescriptor): void {
    creation.createMaterial(this.#parts, name, material);
  }

  /** Sets the coefficients of a pair of materials, and the contact budget of their pairs when one shape is a mesh. */
  setMaterialPair(a: string, b: string, pair: MaterialPairDescriptor): void {
    creation.setMaterialPair(this.#parts, a, b, pair);
  }

  /**
   * Registers a closed mesh under a name, for shapes of kind mesh. It is given as arrays, from which its contact tree
   * is built, or as a tree built before. Meshes of the same content share one tree, in all worlds.
   */
  createMesh(name: string, mesh: MeshDescriptor | ContactTree): NamedMesh {
    return creation.createMesh(this.#parts, name, mesh);
  }

  /**
   * As createMesh(), without blocking: the tree is built a few milliseconds at a time, or in a worker, or read from a
   * cache. The mesh exists once the promise has resolved; the world may be stepped meanwhile.
   */
  createMeshAsync(name: string, mesh: MeshDescriptor, options: TreeWays = {}): Promise<NamedMesh> {
    return creation.createMeshAsync(this.#parts, name, mesh, options);
  }

  /** All meshes, in the order of their creation. */
  get meshes(): readonly NamedMesh[] {
    return [...this.store.meshes.list];
  }

  /**
   * Registers an open mesh or a heightfield under a name, for shapes of kind surface, which only fixed bodies may have.
   * Triangles of zero area are left out.
   */
  createSurface(name: string, surface: SurfaceDescriptor): NamedSurface {
    return creation.createSurface(this.#parts, name, surface);
  }

  /** All surfaces, in the order of their creation. */
  get surfaces(): readonly NamedSurface[] {
    return [...this.store.surfaces.list];
  }

  createBody(body: BodyOptions<UserData>): Body<UserData> {
    return creation.createBody(this.#parts, body) as Body<UserData>;
  }

  createTrigger(trigger: TriggerDescriptor): Handle {
    return creation.createTrigger(this.#parts, trigger);
  }

  createRule(rule: RuleDescriptor<BodyReference>): Handle {
    return creation.createRule(this.#parts, rule);
  }

  createTimer(timer: TimerDescriptor): Handle {
    return creation.createTimer(this.#parts, timer);
  }

  createComposite(composite: CompositeDescriptor<BodyReference>): Handle {
    return creation.createComposite(this.#parts, composite);
  }

  /** Connects two bodies, or a body and the world. */
  createJoint(joint: JointDescriptor<BodyReference>): Joint {
    return jointCreation.createJoint(this.#parts, joint);
  }

  /** Couples two coordinates, as a gear does: of two joints, or of one. */
  createCoupling(coupling: CouplingDescriptor<JointReference>): Coupling {
    return jointCreation.createCoupling(this.#parts, coupling);
  }

  /** Creates a multibody: a tree of links, the joints that close loops in it, and the function that controls it. */
  createMultibody(multibody: MultibodyOptions): Multibody {
    return createMultibody(this.#parts, multibody);
  }

  /**
   * Removes a node from the world. Of a composite only the attachment is removed: its members stay, as separate bodies.
   * A multibody is removed with its links.
   */
  remove(handle: Handle): void {
    jointCreation.refuseJoint(handle);
    creation.removeHandle(this.#parts, handle);
  }

  /** All bodies (rigid, fixed, scripted, links), in the order of their indices. */
  bodies(): Generator<Body<UserData>> {
    return creation.listBodies(this.#parts) as Generator<Body<UserData>>;
  }

  /** The node with an id, as events and the graph give it; undefined when it was removed. */
  node(id: number): Body<UserData> | OtherNode | undefined {
    return creation.nodeOfId(this.#parts, id) as Body<UserData> | OtherNode | undefined;
  }

  /** The body with an id; undefined when it was removed or the node is no body. */
  body(id: number): Body<UserData> | undefined {
    const node = this.node(id);
    return node instanceof Body ? node : undefined;
  }

  /**
   * Writes the poses of these bodies, or of all bodies in the order of bodies(). A pose is seven numbers: the position
   * of the origin [m] and the orientation [x, y, z, w] [1]. Returns the number of poses. A `Runner` writes interpolated
   * ones.
   */
  writePoses(out: PoseArray, bodies?: readonly Body[]): number {
    return writePoses(this, out, bodies);
  }

  /** The node with a name: a Body, a Multibody or another handle; undefined when there is none. */
  find(name: string): Body<UserData> | OtherNode | undefined {
    return creation.findNode(this.#parts, name) as Body<UserData> | OtherNode | undefined;
  }

  /** All joints, in the order of their indices. */
  joints(): Generator<Joint> {
    return jointCreation.listJoints(this.#parts);
  }

  /** All multibodies, in the order of their indices. */
  multibodies(): Generator<Multibody> {
    return listMultibodies(this.#parts);
  }

  /** The joint with a name; undefined when there is none. */
  findJoint(name: string): Joint | undefined {
    return jointCreation.findJoint(this.#parts, name);
  }

  /** All couplings, in the order of their indices. */
  couplings(): Generator<Coupling> {
    return jointCreation.listCouplings(this.#parts);
  }

  /** The coupling with a name; undefined when there is none. */
  findCoupling(name: string): Coupling | undefined {
    return jointCreation.findCoupling(this.#parts, name);
  }

  /**
   * Switches a node between active and passive. A composite takes its members with it, a multibody its links and
   * joints.
   */
  setActive(handle: Handle, active: boolean): void {
    setActive(this.#parts, handle, active);
  }

  /**
   * Moves the origin of a body or trigger to a pose at once. For a scripted body it is the pose its motion refers to.
   */
  setPose(handle: Handle, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
    setPose(this.#parts, handle, position, orientation);
  }

  /** Sets the categories a body or trigger is in, and those it interacts with, as bits. */
  setMasks(handle: Handle, category: number, mask: number): void {
    setMasks(this.#parts, handle, category, mask);
  }

  /** Gives a body another material. Those of its shapes that had the body's former material get the new one too. */
  setMaterial(body: Body, name: string): void {
    setMaterial(this.#parts, body, name);
  }

  /** Locks these axes of a body, and unlocks all others. */
  setLocks(body: Body, locks: readonly AxisLock[]): void {
    setLocks(this.#parts, body, locks);
  }

  /** Changes kind, shapes, mass or motion of a body; fields left out keep their values. */
  changeBody(body: Body, change: BodyChange): void {
    changeBody(this.#parts, body, change);
  }

  /** Changes kind or bodies of a rule; fields left out keep their values. */
  changeRule(rule: Handle, change: Partial<Omit<RuleDescriptor<BodyReference>, 'name'>>): void {
    creation.changeRule(this.#parts, rule, change);
  }

  /** Sets the pose that the motion of a scripted body refers to: the body moves there during the next step. */
  moveTo(body: Body, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
    moveTo(this.#parts, body, position, orientation);
  }

  /** Wakes a frozen or sleeping body, and with it all bodies at rest in contact with it, as a push would. */
  thaw(body: Body): void {
    const row = ownRow(this.#parts, body);
    this.store.beginChange(row);
    rouse(this.#parts.state, row);
  }

  /**
   * Tells the world that a column of a body was written directly. Changes made through its handle need no such call.
   */
  noteChange(body: Body): void {
    disturb(this.#parts.state, ownRow(this.#parts, body));
  }
}
