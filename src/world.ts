// World: create, step, measure, save. A facade: each of these is a file of its own in world/.

import type { Bodies } from './bodies/bodies.js';
import type {
  BodyDescriptor,
  CompositeDescriptor,
  MaterialDescriptor,
  MaterialPairDescriptor,
  MeshDescriptor,
  RuleDescriptor,
  TimerDescriptor,
  TriggerDescriptor,
} from './bodies/descriptors.js';
import { kineticEnergy, potentialEnergy } from './bodies/energy.js';
import type { NamedMesh } from './bodies/meshes.js';
import { listHanging } from './contact-problem/carrying.js';
import type { ClosestPoints } from './detection/closest-points.js';
import { closestPoints } from './detection/closest-points.js';
import { deepestPenetration } from './detection/deepest-penetration.js';
import { Detection } from './detection/detection.js';
import { disturb, rouse } from './detection/disturb.js';
import type { ContactTree } from './distance-field/contact-tree.js';
import { Events } from './events/events.js';
import type { OtherNode } from './handles.js';
import { Body, Handle } from './handles.js';
import { boolean, InputError, number, object, refuse } from './input/fields.js';
import { readOnce } from './input/read-once.js';
import type { Coupling, Joint } from './joint-handles.js';
import type { CouplingDescriptor, JointDescriptor } from './joints/descriptors.js';
import type { Joints } from './joints/joints.js';
import { canCompile } from './kernels/kernel.js';
import type { Quat, Vec3 } from './math/vector.js';
import type { Multibody } from './multibody.js';
import { Profiler } from './phases.js';
import type { Snapshot } from './recording/snapshot.js';
import { hashState, REFERENCE_PREFIX } from './recording/state-hash.js';
import type { Redone } from './rollback/redo.js';
import { Rollback } from './rollback/rollback.js';
import type { LocalTimes } from './schedulers/scheduler.js';
import type { TimeStatistics } from './schedulers/time/statistics.js';
import type { SettingName, Settings } from './settings.js';
import { checkSetting, copySetting, makeSettings, STEP_LIMITS } from './settings.js';
import type { BoxedProblem } from './solvers/matrix/boxed-problem.js';
import type { ImpulseProblem } from './solvers/quadratic/impulse-problem.js';
import { State } from './state/state.js';
import type { StepReport } from './steppers/stepper.js';
import type { SharedBlock } from './table/shared-memory.js';
import { SharedMemory } from './table/shared-memory.js';
import { changeSetting, setActive, setPose } from './world/changes.js';
import { checkSpeedups } from './world/check-speedups.js';
import type { BodyReference } from './world/creation.js';
import {
  createBody,
  createComposite,
  createMaterial,
  createMesh,
  createRule,
  createTimer,
  createTrigger,
  findNode,
  listBodies,
  removeHandle,
  setMaterialPair,
} from './world/creation.js';
import { GraphView } from './world/graph-view.js';
import type { InputTarget } from './world/input-target.js';
import { inputRows } from './world/input-target.js';
import type { JointReference } from './world/joint-creation.js';
import {
  createCoupling,
  createJoint,
  findCoupling,
  findJoint,
  listCouplings,
  listJoints,
  refuseJoint,
} from './world/joint-creation.js';
import type { Overlap } from './world/measuring.js';
import { listOverlaps, Rehearsal } from './world/measuring.js';
import type { MultibodyOptions } from './world/multibody-creation.js';
import { createMultibody, listMultibodies } from './world/multibody-creation.js';
import type { WorldOptions } from './world/options.js';
import { chooseMemory, chooseParts } from './world/options.js';
import type { WorldParts } from './world/parts.js';
import { ownRow } from './world/parts.js';
import { putStateBack, saveState } from './world/saving.js';
import { emptyReport } from './world/step-report.js';
import { Stepping } from './world/stepping.js';
import { warnOfReference } from './world/warn-of-reference.js';

export type { BodyReference, InputTarget, JointReference, MultibodyOptions, Overlap, WorldOptions };
export { Body, Handle };

const stepField = number('[s]', STEP_LIMITS);
const inputField = object('', 'when it is taken', {}, { time: number('[s]'), order: number('') });
const detectField = object('', 'what is to be detected', {}, { untilPenetration: boolean(''), onlyProximity: boolean('') });

export class World {
  /** The tables under the handles; for those who read whole columns. */
  readonly store: Bodies;
  readonly jointStore: Joints;
  readonly profiler = new Profiler();
  readonly events: Events;
  /** The contact graph, to be read. */
  readonly graph: GraphView;
  /** What the last step did. */
  readonly report: StepReport = emptyReport();
  readonly #state: State;
  readonly #detection: Detection;
  readonly #parts: WorldParts;
  readonly #stepping: Stepping;
  readonly #rehearsal: Rehearsal;
  readonly #rollback: Rollback | undefined;
  /** The settings, for others to read. */
  #shownSettings: Readonly<Settings>;

  constructor(options: WorldOptions = {}) {
    const { stepper, scheduler, solver } = chooseParts(options);
    const settings = makeSettings(options.settings);
    checkSpeedups(settings, stepper, scheduler);
    const state = new State(settings, chooseMemory(options, settings));
    this.#shownSettings = Object.freeze(makeSettings(options.settings));
    for (const value of Object.values(this.#shownSettings)) Object.freeze(value);
    const detection = new Detection(state);
    this.#state = state;
    this.#detection = detection;
    this.store = state.bodies;
    this.jointStore = state.joints;
    this.events = new Events(state.graph);
    this.graph = new GraphView(detection);
    const { profiler, report } = this;
    this.#parts = { world: this, state, detection, events: this.events, stepper, scheduler };
    const atWork = stepper.make({ state, detection, solver, profiler, report });
    this.#stepping = new Stepping(this.#parts, scheduler, atWork, profiler, report);
    this.#rehearsal = new Rehearsal(this.#parts, this.#stepping, stepper, profiler, report);
    this.#rollback = options.history && new Rollback(state, detection, this.events, this.#stepping, options.history);
    this.#checkKernel(state.settings.kernel);
    if (this.kernel === 'reference' && state.settings.kernel === 'auto') warnOfReference();
  }

  #checkKernel(kernel: Settings['kernel']): void {
    if (kernel !== 'compiled' || canCompile()) return;
    throw new InputError(
      `settings.kernel is "compiled", but nothing can be compiled here, for want of WebAssembly with vectors or by a content security policy; allowed are "auto", "reference".`,
    );
  }

  /**
   * What sweeps in this world: the compiled kernel, or its reference, which gives other bits. It is the reference where it was asked for
   * and where nothing can be compiled; hashes then say so. Methods that have none give the same bits everywhere.
   */
  get kernel(): 'compiled' | 'reference' | 'none' {
    const { hasKernel } = this.#stepping.stepper;
    if (hasKernel === undefined) return 'none';
    return this.#state.settings.kernel === 'reference' || !hasKernel ? 'reference' : 'compiled';
  }

  /**
   * The memory that its tables lie in, where threads may share it: to be posted to other threads, and for other worlds to lie in.
   * undefined where the world has memory of its own.
   */
  get memory(): SharedBlock | undefined {
    const { memory } = this.#state;
    return memory instanceof SharedMemory ? memory.block : undefined;
  }

  /** [s] */
  get time(): number {
    return this.#state.time;
  }

  /** Steps taken. */
  get stepCount(): number {
    return this.#state.stepCount;
  }

  /** As they are now; changed by set(), and by nothing else. */
  get settings(): Readonly<Settings> {
    return this.#shownSettings;
  }

  /** Changes a setting from the next step on. */
  set<K extends SettingName>(name: K, given: Settings[K]): void {
    const value = readOnce(given);
    checkSetting(name, value);
    this.store.beginChange();
    if (name === 'kernel') this.#checkKernel(value as Settings['kernel']);
    changeSetting(this.#parts, name, value);
    this.#shownSettings = Object.freeze({ ...this.#shownSettings, [name]: Object.freeze(copySetting(value)) });
  }

  // --- Creation and removal, at any time between steps ---

  /** Makes a material, or changes the one of that name. */
  createMaterial(name: string, material: MaterialDescriptor): void {
    createMaterial(this.#parts, name, material);
  }

  /** What two materials do together; and how much work their contacts are worth where one is of a mesh. */
  setMaterialPair(a: string, b: string, pair: MaterialPairDescriptor): void {
    setMaterialPair(this.#parts, a, b, pair);
  }

  /**
   * Makes a closed mesh known by a name, for shapes of kind mesh: of arrays, from which its contact tree is built, or of a tree that was
   * built before. Meshes of the same content share one tree, in all worlds.
   */
  createMesh(name: string, mesh: MeshDescriptor | ContactTree): NamedMesh {
    return createMesh(this.#parts, name, mesh);
  }

  /** All meshes, in the order in which they came. */
  get meshes(): readonly NamedMesh[] {
    return [...this.store.meshes.list];
  }

  createBody(body: BodyDescriptor): Body {
    return createBody(this.#parts, body);
  }

  createTrigger(trigger: TriggerDescriptor): Handle {
    return createTrigger(this.#parts, trigger);
  }

  createRule(rule: RuleDescriptor<BodyReference>): Handle {
    return createRule(this.#parts, rule);
  }

  createTimer(timer: TimerDescriptor): Handle {
    return createTimer(this.#parts, timer);
  }

  createComposite(composite: CompositeDescriptor<BodyReference>): Handle {
    return createComposite(this.#parts, composite);
  }

  /** Holds two bodies together, or a body and the world. */
  createJoint(joint: JointDescriptor<BodyReference>): Joint {
    return createJoint(this.#parts, joint);
  }

  /** Ties a coordinate of one joint to one of another, or to another of the same. */
  createCoupling(coupling: CouplingDescriptor<JointReference>): Coupling {
    return createCoupling(this.#parts, coupling);
  }

  /** Makes a tree of links, and loops in it, with what controls it. */
  createMultibody(multibody: MultibodyOptions): Multibody {
    return createMultibody(this.#parts, multibody);
  }

  /** Takes a node out of the world; of a composite, only the attachment: its members go on apart. A multibody goes with its links. */
  remove(handle: Handle): void {
    refuseJoint(handle);
    removeHandle(this.#parts, handle);
  }

  /** The physical bodies, in the order of their indices. */
  bodies(): Generator<Body> {
    return listBodies(this.#parts);
  }

  /** The node of a name: a Body for a physical body, a Multibody for one; undefined when there is none. */
  find(name: string): Body | OtherNode | undefined {
    return findNode(this.#parts, name);
  }

  /** All joints, in the order of their indices. */
  joints(): Generator<Joint> {
    return listJoints(this.#parts);
  }

  /** All multibodies, in the order of their indices. */
  multibodies(): Generator<Multibody> {
    return listMultibodies(this.#parts);
  }

  /** The joint of a name; undefined when there is none. */
  findJoint(name: string): Joint | undefined {
    return findJoint(this.#parts, name);
  }

  /** All couplings, in the order of their indices. */
  couplings(): Generator<Coupling> {
    return listCouplings(this.#parts);
  }

  /** The coupling of a name; undefined when there is none. */
  findCoupling(name: string): Coupling | undefined {
    return findCoupling(this.#parts, name);
  }

  /** Switches a node between active and passive. A composite takes its members with it, a multibody its links and joints. */
  setActive(handle: Handle, active: boolean): void {
    setActive(this.#parts, handle, active);
  }

  /** Puts a body's origin at a pose at once; of a scripted body, what its motion is about. */
  setPose(body: Body, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
    setPose(this.#parts, body, position, orientation);
  }

  /** Lets a frozen body take part again, and with it all that lies frozen in touch with it, as a push of the body would. */
  thaw(body: Body): void {
    const row = ownRow(this.#parts, body);
    this.store.beginChange(row);
    rouse(this.#state, row);
  }

  /** Says that something about a body was changed, for what is remembered of it; all that can be changed by its handle says so itself. */
  noteChange(body: Body): void {
    disturb(this.#state, ownRow(this.#parts, body));
  }

  // --- Time ---

  /** Advances the world by dt [s]. */
  step(dt: number): void {
    stepField.check(dt, 'dt');
    this.#rollback?.noteChanges();
    this.#stepping.step(dt);
    this.#rollback?.noteStep(dt);
  }

  /** What a scheduler of time has done so far; undefined with `fixed`. No part of the state. */
  get timeStatistics(): Readonly<TimeStatistics> | undefined {
    return this.#stepping.scheduler.statistics;
  }

  /** Where bodies are in times of their own, by their rows (`body.row`); undefined with `fixed`. */
  get localTimes(): LocalTimes | undefined {
    return this.#stepping.scheduler.localTimes;
  }

  /** How far back the world can go [s], and what that takes [bytes]; undefined without the option `history`. */
  get history(): { readonly from: number; readonly bytes: number } | undefined {
    const rollback = this.#rollback;
    return rollback && { from: rollback.from, bytes: rollback.bytes };
  }

  /** Back to the end of the last step that ends at a time [s] or before, bit for bit. What came after is forgotten. */
  rewind(time: number): void {
    this.#needRollback().rewind(time);
  }

  /**
   * Changes a body, a composite, a multibody or a joint at a time [s], now or earlier: at the beginning of the step at that time. What the
   * change may have reached since then is redone, and the rest keeps its states; the world is then, bit for bit, as if the change
   * had come in time. `change` is called with the target as it was then, and again whenever an earlier input comes later. It may
   * change its target alone, and what it does must follow from the target alone. Inputs of one time are taken by their `order`,
   * then as they came.
   */
  input<T extends InputTarget>(target: T, change: (target: T) => void, options: { time?: number; order?: number } = {}): Redone {
    const rollback = this.#needRollback();
    inputField.check(options, 'options');
    if (typeof change !== 'function') refuse('change', change, 'a function');
    const { rows, name } = inputRows(this.#parts, target);
    return rollback.input(rows, name, () => change(target), options.time ?? this.time, options.order ?? 0);
  }

  #needRollback(): Rollback {
    if (this.#rollback !== undefined) return this.#rollback;
    throw new InputError('This world keeps no history; make it with the option history, as in { history: { seconds: 1 } }.');
  }

  // --- What can be asked ---

  /** Sum over all bodies of m v^2 / 2 + w.I w / 2 [J]. */
  kineticEnergy(): number {
    return kineticEnergy(this.store);
  }

  /** Bodies that sleep or are frozen although nothing could carry them: left hanging. There should be none. */
  hanging(): Body[] {
    return listHanging(this.#detection).map((row) => new Body(this, this.store.nodes.idOf(row)));
  }

  /** Sum over all bodies of -m g.x, zero at the world's origin [J]. */
  potentialEnergy(): number {
    return potentialEnergy(this.store, this.#state.settings.gravity);
  }

  /** Depth of the deepest penetration right now; the graph is left as it is [m]. */
  measurePenetration(): number {
    return deepestPenetration(this.#detection);
  }

  /** The bodies that are in each other right now by more than `share` of the thinner shape's half thickness, the deepest first. */
  overlaps(share = 0): Overlap[] {
    return listOverlaps(this.#parts, share);
  }

  /**
   * The closest points of two bodies, or of a body and a trigger, as they are now, at most `within` [m] apart; undefined where there are
   * none. The graph is left as it is.
   */
  closestPoints(a: Handle, b: Handle, within = Number.POSITIVE_INFINITY): ClosestPoints | undefined {
    if (typeof within !== 'number' || !(within >= 0)) refuse('within', within, 'a number of at least 0');
    return closestPoints(this.#detection, ownRow(this.#parts, a), ownRow(this.#parts, b), within);
  }

  /**
   * Brings the graph up to date with the bodies as they are, without a step: edges, their states and gaps, and their contacts, unless only
   * proximity is asked for. Returns false when it was told to stop at the first penetration of two bodies and has found one: the rest is
   * then left undone. The next step detects for itself.
   */
  detect(options: { untilPenetration?: boolean; onlyProximity?: boolean } = {}): boolean {
    detectField.check(options, 'options');
    return this.#stepping.detectOnly(options.untilPenetration ?? false, options.onlyProximity ?? false);
  }

  /** The complementarity problems of the groups, as a step of dt [s] would solve them. Of the state, groups alone are forgotten. */
  contactProblems(dt: number): BoxedProblem[] {
    stepField.check(dt, 'dt');
    return this.#rehearsal.contactProblems(dt);
  }

  /**
   * The quadratic programs that a step of dt [s] by the impulsive suite would solve, in their order, as they are before: of collisions, of
   * static contacts and of positions, group by group. The state is left as it is, as by contactProblems().
   */
  impulseProblems(dt: number): ImpulseProblem[] {
    stepField.check(dt, 'dt');
    return this.#rehearsal.impulseProblems(dt);
  }

  // --- State ---

  /** All state of this moment. Settings, materials and meshes are not part of it: they are what the world is, not how it stands. */
  snapshot(): Snapshot {
    return saveState(this.#parts);
  }

  /** Goes back (or forth) to a snapshot of this world or of one made the same way. Events after its time are taken back. */
  restore(snapshot: Snapshot): void {
    putStateBack(this.#parts, snapshot);
    this.#rollback?.forget();
  }

  /**
   * Hash of all state, 16 hexadecimal digits: the same bits, the same hash. Where the reference takes the place of the compiled kernel,
   * "reference-" is before them: it gives other bits.
   */
  hash(): string {
    const digits = hashState(this.#state);
    return this.kernel === 'reference' ? `${REFERENCE_PREFIX}${digits}` : digits;
  }
}
