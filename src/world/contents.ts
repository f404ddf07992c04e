// What is in a world: made, found, changed and removed, at any time between steps.

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
  /** The tables under the handles; for those who read whole columns. */
  readonly store: Bodies;
  readonly jointStore: Joints;
  readonly #parts: WorldParts;

  constructor(parts: Omit<WorldParts, 'world'>) {
    this.#parts = { ...parts, world: this };
    this.store = parts.state.bodies;
    this.jointStore = parts.state.joints;
  }

  /** Makes a material, or changes the one of that name. */
  createMaterial(name: string, material: MaterialDescriptor): void {
    creation.createMaterial(this.#parts, name, material);
  }

  /** What two materials do together; and how much work their contacts are worth where one is of a mesh. */
  setMaterialPair(a: string, b: string, pair: MaterialPairDescriptor): void {
    creation.setMaterialPair(this.#parts, a, b, pair);
  }

  /**
   * Makes a closed mesh known by a name, for shapes of kind mesh: of arrays, from which its contact tree is built, or of a tree that was
   * built before. Meshes of the same content share one tree, in all worlds.
   */
  createMesh(name: string, mesh: MeshDescriptor | ContactTree): NamedMesh {
    return creation.createMesh(this.#parts, name, mesh);
  }

  /**
   * The same, without blocking: the tree is built a few milliseconds at a time, or in a worker, or read from where it is kept. The mesh is
   * there when the promise has been kept; steps may be taken meanwhile.
   */
  createMeshAsync(name: string, mesh: MeshDescriptor, options: TreeWays = {}): Promise<NamedMesh> {
    return creation.createMeshAsync(this.#parts, name, mesh, options);
  }

  /** All meshes, in the order in which they came. */
  get meshes(): readonly NamedMesh[] {
    return [...this.store.meshes.list];
  }

  /**
   * Makes an open mesh or a heightfield known by a name, for shapes of kind surface, which fixed bodies may have. Triangles without an area
   * are left out.
   */
  createSurface(name: string, surface: SurfaceDescriptor): NamedSurface {
    return creation.createSurface(this.#parts, name, surface);
  }

  /** All surfaces, in the order in which they came. */
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

  /** Holds two bodies together, or a body and the world. */
  createJoint(joint: JointDescriptor<BodyReference>): Joint {
    return jointCreation.createJoint(this.#parts, joint);
  }

  /** Ties a coordinate of one joint to one of another, or to another of the same. */
  createCoupling(coupling: CouplingDescriptor<JointReference>): Coupling {
    return jointCreation.createCoupling(this.#parts, coupling);
  }

  /** Makes a tree of links, and loops in it, with what controls it. */
  createMultibody(multibody: MultibodyOptions): Multibody {
    return createMultibody(this.#parts, multibody);
  }

  /** Takes a node out of the world; of a composite, only the attachment: its members go on apart. A multibody goes with its links. */
  remove(handle: Handle): void {
    jointCreation.refuseJoint(handle);
    creation.removeHandle(this.#parts, handle);
  }

  /** The physical bodies, in the order of their indices. */
  bodies(): Generator<Body<UserData>> {
    return creation.listBodies(this.#parts) as Generator<Body<UserData>>;
  }

  /** The node of an id, such as an event or the graph names it; undefined when it is gone. */
  node(id: number): Body<UserData> | OtherNode | undefined {
    return creation.nodeOfId(this.#parts, id) as Body<UserData> | OtherNode | undefined;
  }

  /** The same, of bodies alone: undefined for what is none. */
  body(id: number): Body<UserData> | undefined {
    const node = this.node(id);
    return node instanceof Body ? node : undefined;
  }

  /**
   * Writes the poses of these bodies, or of all in the order of bodies(), seven numbers each: the position of its origin [m] and its
   * orientation [x, y, z, w] [1]. Returns how many. A `Runner` writes them between steps.
   */
  writePoses(out: PoseArray, bodies?: readonly Body[]): number {
    return writePoses(this, out, bodies);
  }

  /** The node of a name: a Body for a physical body, a Multibody for one; undefined when there is none. */
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

  /** The joint of a name; undefined when there is none. */
  findJoint(name: string): Joint | undefined {
    return jointCreation.findJoint(this.#parts, name);
  }

  /** All couplings, in the order of their indices. */
  couplings(): Generator<Coupling> {
    return jointCreation.listCouplings(this.#parts);
  }

  /** The coupling of a name; undefined when there is none. */
  findCoupling(name: string): Coupling | undefined {
    return jointCreation.findCoupling(this.#parts, name);
  }

  /** Switches a node between active and passive. A composite takes its members with it, a multibody its links and joints. */
  setActive(handle: Handle, active: boolean): void {
    setActive(this.#parts, handle, active);
  }

  /** Puts the origin of a body or a trigger at a pose at once; of a scripted body, what its motion is about. */
  setPose(handle: Handle, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
    setPose(this.#parts, handle, position, orientation);
  }

  /** The categories that a body or trigger is in, and those that it meets, as bits. */
  setMasks(handle: Handle, category: number, mask: number): void {
    setMasks(this.#parts, handle, category, mask);
  }

  /** Gives a body another material, and with it the shapes that had the former one. */
  setMaterial(body: Body, name: string): void {
    setMaterial(this.#parts, body, name);
  }

  /** Locks these axes of a body and no others. */
  setLocks(body: Body, locks: readonly AxisLock[]): void {
    setLocks(this.#parts, body, locks);
  }

  /** Gives a body another kind, shapes, mass or motion; what is left out stays. */
  changeBody(body: Body, change: BodyChange): void {
    changeBody(this.#parts, body, change);
  }

  /** Gives a rule another kind, or other bodies; what is left out stays. */
  changeRule(rule: Handle, change: Partial<Omit<RuleDescriptor<BodyReference>, 'name'>>): void {
    creation.changeRule(this.#parts, rule, change);
  }

  /** Moves what the motion of a scripted body is about: the body goes there during the next step. */
  moveTo(body: Body, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
    moveTo(this.#parts, body, position, orientation);
  }

  /** Lets a frozen body take part again, and with it all that lies frozen in touch with it, as a push of the body would. */
  thaw(body: Body): void {
    const row = ownRow(this.#parts, body);
    this.store.beginChange(row);
    rouse(this.#parts.state, row);
  }

  /** Says that something about a body was changed, for what is remembered of it; all that can be changed by its handle says so itself. */
  noteChange(body: Body): void {
    disturb(this.#parts.state, ownRow(this.#parts, body));
  }
}
