// World: create, step, events, snapshot, restore, hash.

import { Bodies } from './bodies/bodies.js';
import { attachMembers, detachMembers, moveMembers, quatAt, vectorAt } from './bodies/composite.js';
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
import {
  bodyField,
  compositeFieldWith,
  materialField,
  materialPairFieldWith,
  meshFieldWith,
  ruleFieldWith,
  timerField,
  triggerField,
} from './bodies/descriptors.js';
import { kineticEnergy, potentialEnergy } from './bodies/energy.js';
import { updateRotation, updateRotations } from './bodies/kinematics.js';
import type { NamedMesh } from './bodies/meshes.js';
import { COMPOSITE, isPhysical, NODE_KINDS, RIGID, RULE, TIMER } from './bodies/node-kinds.js';
import { aimScripts, evaluateChecked, evaluateScripts, findIgnored, placeScripts, scriptedPose } from './bodies/scripts.js';
import { assembleBoxedProblems } from './contact-problem/boxed-problems.js';
import { ContactProblem, reserveProblem } from './contact-problem/contact-problem.js';
import { ContactStream } from './contact-problem/contact-stream.js';
import { Balance } from './contact-problem/keep-balance.js';
import { SecondLook } from './contact-problem/second-look.js';
import { SupportGraph } from './contact-problem/support/support-graph.js';
import type { ClosestPoints } from './detection/closest-points.js';
import { closestPoints } from './detection/closest-points.js';
import { ContactGraph } from './detection/contact-graph/contact-graph.js';
import { Events } from './detection/contact-graph/events.js';
import { GraphView } from './detection/contact-graph/graph-view.js';
import { AND, BETWEEN, IGNORE, ONLY } from './detection/contact-graph/rules.js';
import { tickTimers } from './detection/contact-graph/timers.js';
import { listHits, markHits } from './detection/contact-graph/touching.js';
import { deepestPenetration, penetratingBodies } from './detection/deepest-penetration.js';
import { detect } from './detection/detect.js';
import type { DetectionOptions } from './detection/detection.js';
import { Detection } from './detection/detection.js';
import { disturb, disturbAll, rouse } from './detection/disturb.js';
import { ContactTree } from './distance-field/contact-tree.js';
import type { OtherNode } from './handles.js';
import { Body, Handle } from './handles.js';
import type { Field } from './input/fields.js';
import { boolean, InputError, number, object, quaternion, refuse, show, text, vec3 } from './input/fields.js';
import { readOnce } from './input/read-once.js';
import type { Quat, Vec3 } from './math/vector.js';
import { IDENTITY, normalizeQuat } from './math/vector.js';
import { checkCombination, DEFAULT_METHOD, DEFAULT_SCHEDULER, defaultSolverOf, METHODS, SCHEDULERS, SOLVERS } from './methods.js';
import type { Phase } from './phases.js';
import { PHASES, Profiler } from './phases.js';
import { Backup } from './recording/backup.js';
import { checkSnapshot } from './recording/check-snapshot.js';
import { findNotFinite, isStateFinite } from './recording/finite-state.js';
import type { Snapshot } from './recording/snapshot.js';
import { checkSurroundings, reserveState, restoreState, takeSnapshot } from './recording/snapshot.js';
import { hashState, REFERENCE_PREFIX } from './recording/state-hash.js';
import { StepError } from './recording/step-error.js';
import type { Scheduler, Stages } from './schedulers/scheduler.js';
import type { SettingName, Settings } from './settings.js';
import { checkSetting, copySetting, makeSettings, STEP_LIMITS } from './settings.js';
import type { BoxedProblem } from './solvers/matrix/boxed-problem.js';
import type { ImpulseProblem } from './solvers/quadratic/impulse-problem.js';
import { RecordingQP } from './solvers/quadratic/recording-qp.js';
import { StructuredQP } from './solvers/quadratic/structured-qp.js';
import type { QuadraticSolver, Solver, VelocityProblem } from './solvers/solver.js';
import { projectedGaussSeidel } from './solvers/solver.js';
import { SparseNewton } from './solvers/sparse-newton.js';
import type { Stepper, StepReport } from './steppers/stepper.js';
import { Memory, MemoryError } from './table/memory.js';

export { Body, Handle };

export interface WorldOptions {
  /** Settings that differ from their defaults. */
  settings?: Partial<Settings>;
  /** What a group undergoes in a step; default METHODS.gsp. */
  stepper?: Stepper;
  /** How time advances; default SCHEDULERS.fixed. */
  scheduler?: Scheduler;
  /** The numbers; default the first that the stepper works with. */
  solver?: Solver | QuadraticSolver;
}

/** Two bodies that are in each other. */
export interface Overlap {
  readonly a: Body;
  readonly b: Body;
  /** By how far they would have to be moved apart [m]. */
  readonly depth: number;
}

/** A body by handle or by name. */
export type BodyReference = string | Body;

const CHOICES = {
  stepper: { table: 'METHODS', names: Object.keys(METHODS) },
  scheduler: { table: 'SCHEDULERS', names: Object.keys(SCHEDULERS) },
  solver: { table: 'SOLVERS', names: Object.keys(SOLVERS) },
} as const;
const OPTIONS = ['settings', ...Object.keys(CHOICES)];
const stepField = number('[s]', STEP_LIMITS);
const nameField = text('');
const activeField = boolean('');
const referenceField: Field = {
  check(value, path) {
    if (!(value instanceof Body)) nameField.check(value, path);
  },
  schema: nameField.schema,
};
const ruleField = ruleFieldWith(referenceField);
const compositeField = compositeFieldWith(referenceField);
const materialPairField = materialPairFieldWith({});
const meshField = meshFieldWith(false);
const detectField = object('', 'what is to be detected', {}, { untilPenetration: boolean(''), onlyProximity: boolean('') });

/** Of pages and Node; spelt out so that the library needs no DOM types. */
declare const console: { warn(text: string): void } | undefined;
let hasWarned = false;

/** Once a process. */
function warnOfReference(): void {
  if (hasWarned || typeof console === 'undefined') return;
  hasWarned = true;
  console.warn(
    'drystone: nothing can be compiled here (no WebAssembly with vectors, or a content security policy without wasm-unsafe-eval), so worlds sweep by the reference in TypeScript: slower, and with other bits than elsewhere. Their hashes begin with "reference-".',
  );
}

/** Whether a value has what the world asks of a stepper, a scheduler or a solver. */
function isChoice(key: string, value: unknown): boolean {
  const parts = (value ?? {}) as Record<string, unknown>;
  const has = (...names: string[]) => names.every((each) => typeof parts[each] === 'function');
  if (typeof parts.name !== 'string') return false;
  if (key === 'stepper') return Array.isArray(parts.solvers) && has('assemble', 'stepGroup');
  if (key === 'scheduler') return Array.isArray(parts.steppers) && has('advance');
  return has('makeWorkspace') || has('solveVelocities', 'solvePositions', 'merit');
}

function checkOptions(options: WorldOptions): void {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
  for (const [key, value] of Object.entries(options)) {
    if (!OPTIONS.includes(key))
      throw new InputError(`options.${key} is not an option of a world; allowed are ${OPTIONS.join(', ')}.`);
    // METHODS.name is undefined where there is no method of that name: that must not mean the default.
    const { table, names } = CHOICES[key as keyof typeof CHOICES] ?? {};
    if (table !== undefined && !isChoice(key, value))
      refuse(`options.${key}`, value, `a ${key} such as those of drystone's ${table}: ${names.join(', ')}`);
  }
}

export class World {
  /** The tables under the handles; for those who read whole columns. */
  readonly store: Bodies;
  readonly profiler = new Profiler();
  readonly events: Events;
  /** The contact graph, to be read. */
  readonly graph: GraphView;
  /** What the last step did. */
  readonly report: StepReport = {
    contacts: 0,
    groups: 0,
    iterations: 0,
    residual: 0,
    penetration: 0,
    narrowPhaseTests: 0,
    narrowPhaseSkipped: 0,
    asleep: 0,
    impulsive: { bounces: 0, collisionQPs: 0, collisionContacts: 0, staticQPs: 0, staticContacts: 0, positionQPs: 0 },
  };
  readonly #memory = new Memory();
  readonly #graph: ContactGraph;
  readonly #detection: Detection;
  readonly #detectionOptions: DetectionOptions;
  readonly #settings: Settings;
  /** The same, for others to read. */
  #shownSettings: Readonly<Settings>;
  readonly #scheduler: Scheduler;
  readonly #stages: Stages;
  #time = 0;
  #stepCount = 0;
  readonly #backup = new Backup();
  /** Running number of the first event that the step at hand raises. */
  #nextEvent = 0;
  /** Whether it has changed anything yet. */
  #hasBegun = false;
  /** Time of the last detection [s]. */
  #detectedAt = 0;
  /** Whether the last step left every edge as the one before: what there is to tell of them is then the same. */
  #areEdgesUnchanged = false;

  constructor(options: WorldOptions = {}) {
    checkOptions(options);
    const stepper: Stepper = options.stepper ?? METHODS[DEFAULT_METHOD];
    const solver: Solver | QuadraticSolver = options.solver ?? SOLVERS[defaultSolverOf(stepper)];
    this.#scheduler = options.scheduler ?? SCHEDULERS[DEFAULT_SCHEDULER];
    checkCombination(this.#scheduler, stepper, solver);
    this.#settings = makeSettings(options.settings);
    this.#shownSettings = Object.freeze(makeSettings(options.settings));
    for (const value of Object.values(this.#shownSettings)) Object.freeze(value);
    this.#limitMemory();
    this.store = new Bodies(this.#memory);
    this.#graph = new ContactGraph(this.#memory, this.store);
    this.#detection = new Detection(this.#memory, this.store, this.#graph);
    this.#detectionOptions = { shortCircuit: false, onlyProximity: false, coherence: this.#settings['detection.coherence'] };
    this.events = new Events(this.#graph);
    this.graph = new GraphView(this.#detection);
    const nothing: VelocityProblem = {
      count: 0,
      record: new Float64Array(),
      movers: new Int32Array(),
      u: new Float64Array(),
      omega: 1,
    };
    this.#stages = {
      detection: this.#detection,
      problem: new ContactProblem(this.#memory),
      stream: new ContactStream(this.#memory),
      support: new SupportGraph(this.#memory),
      // A stepper asks for the one kind or the other, as checkCombination has seen to.
      solver: 'makeWorkspace' in solver ? projectedGaussSeidel : solver,
      qp: 'makeWorkspace' in solver ? solver.makeWorkspace() : new StructuredQP(),
      newton: new SparseNewton(),
      look: new SecondLook(this.#memory),
      balance: new Balance(),
      stepper,
      settings: this.#settings,
      profiler: this.profiler,
      report: this.report,
      arrays: nothing,
      prepare: (dt) => this.#prepare(dt),
      detect: (dt) => this.#detect(dt),
      detectAgain: (dt) => this.#detectAgain(dt),
      conclude: (dt) => this.#conclude(dt),
    };
    this.#checkKernel(this.#settings.kernel);
    if (this.kernel === 'reference' && this.#settings.kernel === 'auto') warnOfReference();
  }

  #checkKernel(kernel: Settings['kernel']): void {
    if (kernel !== 'compiled' || this.#stages.stream.kernel !== null) return;
    throw new InputError(
      `settings.kernel is "compiled", but nothing can be compiled here, for want of WebAssembly with vectors or by a content security policy; allowed are "auto", "reference".`,
    );
  }

  /**
   * What sweeps in this world: the compiled kernel, or its reference, which gives other bits. It is the reference where it was asked for
   * and where nothing can be compiled; hashes then say so. Methods that have none give the same bits everywhere.
   */
  get kernel(): 'compiled' | 'reference' | 'none' {
    const { stepper, stream } = this.#stages;
    if (stepper.hasKernel !== true) return 'none';
    return this.#settings.kernel === 'reference' || stream.kernel === null ? 'reference' : 'compiled';
  }

  /** [s] */
  get time(): number {
    return this.#time;
  }

  /** Steps taken. */
  get stepCount(): number {
    return this.#stepCount;
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
    this.#settings[name] = copySetting(value);
    disturbAll(this.#detection);
    this.#shownSettings = Object.freeze({ ...this.#shownSettings, [name]: Object.freeze(copySetting(value)) });
    // What was found under the old settings of detection, or reported while there were events, does not hold any more.
    const { reportedProximity, reportedTouching } = this.#graph.edges.columns;
    if (name.startsWith('detection.') || name.startsWith('mesh.')) this.#forgetPlacements();
    if (value === 'off' && name === 'events') {
      reportedProximity.fill(0);
      reportedTouching.fill(0);
    }
    this.#detectionOptions.coherence = this.#settings['detection.coherence'];
    this.#limitMemory();
  }

  #limitMemory(): void {
    this.#memory.limit = this.#settings['limits.memory'] * (1 << 20);
  }

  // --- Creation and removal, at any time between steps ---

  /** Makes a material, or changes the one of that name. */
  createMaterial(name: string, given: MaterialDescriptor): void {
    const descriptor = readOnce(given);
    nameField.check(name, 'name');
    materialField.check(descriptor, 'material');
    this.store.beginChange();
    this.store.materials.define(name, descriptor);
    disturbAll(this.#detection);
  }

  /** What two materials do together; and how much work their contacts are worth where one is of a mesh. */
  setMaterialPair(a: string, b: string, given: MaterialPairDescriptor): void {
    const descriptor = readOnce(given);
    materialPairField.check(descriptor, 'pair');
    this.store.beginChange();
    this.store.materials.override(a, b, descriptor);
    disturbAll(this.#detection);
    // Contacts were found under another budget.
    this.#forgetPlacements();
  }

  /**
   * Makes a closed mesh known by a name, for shapes of kind mesh: of arrays, from which its contact tree is built, or of a tree that was
   * built before. Meshes of the same content share one tree, in all worlds.
   */
  createMesh(name: string, mesh: MeshDescriptor | ContactTree): NamedMesh {
    this.store.beginChange();
    nameField.check(name, 'name');
    if (!(mesh instanceof ContactTree)) meshField.check(mesh, 'mesh');
    return this.store.meshes.add(name, mesh);
  }

  /** All meshes, in the order in which they came. */
  get meshes(): readonly NamedMesh[] {
    return [...this.store.meshes.list];
  }

  createBody(given: BodyDescriptor): Body {
    this.store.beginChange();
    const descriptor = readOnce(given);
    bodyField.check(descriptor, 'body');
    const { motion, name } = descriptor;
    const position: Vec3 = [...(descriptor.position ?? [0, 0, 0])];
    const orientation = normalizeQuat(descriptor.orientation ?? IDENTITY);
    if (motion !== undefined) evaluateChecked(this.store, motion, this.#time, position, orientation, name);
    const row = this.store.addBody(descriptor);
    if (motion !== undefined) this.store.setPose(row, position, orientation);
    this.#noteObstacle(row);
    return new Body(this, this.store.nodes.idOf(row));
  }

  createTrigger(given: TriggerDescriptor): Handle {
    this.store.beginChange();
    const descriptor = readOnce(given);
    triggerField.check(descriptor, 'trigger');
    return this.#handle(this.store.addTrigger(descriptor));
  }

  createRule(given: RuleDescriptor<BodyReference>): Handle {
    this.store.beginChange();
    const descriptor = readOnce(given);
    ruleField.check(descriptor, 'rule');
    const between = this.#rowsOf(descriptor.between, 'rule.between');
    const and = descriptor.and === undefined ? between : this.#rowsOf(descriptor.and, 'rule.and');
    this.#graph.edges.reserve(between.length + and.length);
    const rule = this.store.addNode(RULE, descriptor.name);
    this.store.nodes.columns.ruleKind[rule] = descriptor.kind === 'ignore' ? IGNORE : ONLY;
    for (const row of between) this.#addSide(rule, row, BETWEEN);
    for (const row of and) this.#addSide(rule, row, AND);
    for (const row of [...between, ...and]) disturb(this.#detection, row);
    return this.#handle(rule);
  }

  createTimer(given: TimerDescriptor): Handle {
    this.store.beginChange();
    const descriptor = readOnce(given);
    timerField.check(descriptor, 'timer');
    const row = this.store.addNode(TIMER, descriptor.name);
    this.store.nodes.columns.period[row] = descriptor.period;
    this.store.nodes.columns.nextTick[row] = Math.max(descriptor.start ?? this.#time + descriptor.period, this.#time);
    return this.#handle(row);
  }

  createComposite(given: CompositeDescriptor<BodyReference>): Handle {
    this.store.beginChange();
    const descriptor = readOnce(given);
    compositeField.check(descriptor, 'composite');
    const members = this.#rowsOf(descriptor.members, 'composite.members');
    const { kind, mover, active } = this.store.nodes.columns;
    members.forEach((row, i) => {
      const path = `composite.members[${i}]`;
      if (kind[row] !== RIGID)
        throw new InputError(`${path} is a ${NODE_KINDS[kind[row]]} body, but only rigid bodies can be attached.`);
      if (mover[row] !== row) throw new InputError(`${path} is part of a composite already.`);
      if (active[row] === 0) throw new InputError(`${path} is passive, but must be active.`);
      if (members.indexOf(row) !== i) throw new InputError(`${path} is named twice.`);
    });
    this.#graph.edges.reserve(members.length);
    this.store.nodes.reserve(1);
    for (const row of members) disturb(this.#detection, row);
    const composite = this.store.addNode(COMPOSITE, descriptor.name);
    for (const row of members) this.#graph.insert(composite, row);
    this.#forgetContactsWithin(members);
    attachMembers(this.store, composite, members);
    this.#detection.forgetGroups();
    return this.#handle(composite);
  }

  /** Takes a node out of the world; of a composite, only the attachment: its members go on apart. */
  remove(handle: Handle): void {
    this.store.beginChange();
    const row = this.#own(handle);
    const { kind, mover } = this.store.nodes.columns;
    const composite = mover[row];
    disturb(this.#detection, row);
    if (kind[row] === COMPOSITE) {
      detachMembers(this.store, row);
      this.#removeNode(row);
    } else if (composite !== row) {
      const others = detachMembers(this.store, composite).filter((member) => member !== row);
      this.#removeNode(row);
      if (others.length > 1) attachMembers(this.store, composite, others);
      else this.#removeNode(composite);
    } else {
      this.#removeNode(row);
    }
  }

  /** The physical bodies, in the order of their indices. */
  *bodies(): Generator<Body> {
    const { nodes } = this.store;
    for (let row = 0; row < nodes.size; row++) {
      if (nodes.isLive(row) && isPhysical(nodes.columns.kind[row])) yield new Body(this, nodes.idOf(row));
    }
  }

  /** The node of a name: a Body for a physical body; undefined when there is none. */
  find(name: string): Body | OtherNode | undefined {
    const row = this.store.rowsByName.get(name);
    return row === undefined ? undefined : (this.#handle(row) as Body | OtherNode);
  }

  /** Switches a node between active and passive; nothing is allocated. A composite takes its members with it. */
  setActive(handle: Handle, active: boolean): void {
    activeField.check(active, 'active');
    const row = this.#own(handle);
    const columns = this.store.nodes.columns;
    if (columns.mover[row] !== row)
      throw new Error(`active of body ${handle.name ?? handle.id} cannot be set while it is part of a composite.`);
    // A scripted body did not move while it was passive; it takes up where its script is now.
    const about = columns.initialPose;
    const pose = active
      ? scriptedPose(this.store, row, this.#time, vectorAt(about, 7 * row), quatAt(about, 7 * row + 3))
      : undefined;
    this.store.beginChange();
    disturb(this.#detection, row);
    for (let other = 0; other < this.store.nodes.size; other++) {
      if (this.store.nodes.isLive(other) && columns.mover[other] === row) columns.active[other] = active ? 1 : 0;
    }
    if (pose !== undefined && this.store.motions[row] !== undefined) this.store.setPose(row, pose.position, pose.orientation);
    if (active) this.#noteObstacle(row);
  }

  /** Puts a body's origin at a pose at once; of a scripted body, what its motion is about. */
  setPose(body: Body, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
    vec3('').check(position, 'position');
    quaternion('').check(orientation, 'orientation');
    const row = this.#own(body);
    const unit = normalizeQuat(orientation);
    const { mover, initialPose } = this.store.nodes.columns;
    if (mover[row] !== row)
      throw new Error(`The pose of body ${body.name ?? body.id} cannot be set while it is part of a composite.`);
    // The pose given to a scripted body is what its motion is about, not where it is.
    const ignored = findIgnored(this.store, row, this.#time, position, unit);
    if (ignored !== undefined)
      throw new Error(
        `The ${ignored} of body ${body.name ?? body.id} cannot be set: its motion, of kind ${this.store.motions[row]?.kind}, says it.`,
      );
    const pose = scriptedPose(this.store, row, this.#time, [...position], [...unit]);
    this.store.beginChange();
    disturb(this.#detection, row);
    initialPose.set(position, 7 * row);
    initialPose.set(unit, 7 * row + 3);
    this.store.setPose(row, pose.position, pose.orientation);
    this.#noteObstacle(row);
  }

  /** Lets a frozen body take part again, and with it all that lies frozen in touch with it, as a push of the body would. */
  thaw(body: Body): void {
    const row = this.#own(body);
    this.store.beginChange();
    rouse(this.#detection, row);
  }

  /** Says that something about a body was changed, for what is remembered of it; all that can be changed by its handle says so itself. */
  noteChange(body: Body): void {
    disturb(this.#detection, this.#own(body));
  }

  // --- Time ---

  /** Advances the world by dt [s]. */
  step(dt: number): void {
    stepField.check(dt, 'dt');
    this.#lock();
    this.#hasBegun = false;
    this.#nextEvent = this.events.next;
    try {
      this.#backup.prepare(this.#detection, this.#time, this.#stepCount);
      this.#step(dt);
      this.#backup.note(dt);
    } catch (error) {
      throw this.#undoStep(dt, error);
    } finally {
      this.store.isLocked = false;
    }
  }

  #step(dt: number): void {
    this.#scheduler.advance(this.#stages, dt);
    this.report.groups = this.#detection.groups.count;
    if (this.#settings.events !== 'queue') {
      this.events.dropDelivered();
      this.#raiseEvents(this.#detectedAt, this.#time);
    }
    this.events.markDelivered();
    this.profiler.leave();
  }

  /** Takes back a step of dt [s] that failed, and returns what is to be thrown. */
  #undoStep(dt: number, error: unknown): unknown {
    const putEventsBack = this.events.hold(this.#nextEvent);
    try {
      if (!this.#hasBegun) return error;
      return this.#withoutHooks(() => {
        const { size: pairs } = this.#detection.broadPhase.fatPairs;
        this.#takeBack();
        if (!(error instanceof MemoryError)) return this.#findCause(dt) ?? error;
        return new MemoryError(
          `Step ${this.#stepCount} is not taken: ${pairs} pairs of shapes are near each other. ${error.message}`,
        );
      });
    } finally {
      putEventsBack();
    }
  }

  /** Without the user's clock and probe, which may be what failed: nothing that is taken back may fail again. */
  #withoutHooks<T>(deed: () => T): T {
    const { profiler } = this;
    const { clock, probe } = profiler;
    profiler.stop();
    profiler.probe = null;
    try {
      return deed();
    } finally {
      profiler.clock = clock;
      profiler.probe = probe;
    }
  }

  /** Takes a step once more, with a look at all numbers after each phase: which made one that is not finite? */
  #findCause(dt: number): StepError | undefined {
    let phase: Phase = PHASES[0];
    this.profiler.probe = (next) => {
      this.#refuseNotFinite(phase);
      phase = next;
    };
    try {
      this.#step(dt);
    } catch (found) {
      return found instanceof StepError ? found : undefined;
    } finally {
      this.profiler.probe = null;
      this.#takeBack();
    }
    return undefined;
  }

  /** Back to the end of the last step that was taken. */
  #takeBack(): void {
    const { time, stepCount, steps, lengths } = this.#backup;
    this.#backup.restore(this.#detection);
    this.#memory.clearScratch();
    this.#time = time;
    this.#stepCount = stepCount;
    this.#renewAll();
    for (let i = 0; i < steps; i++) this.#step(lengths[i]);
  }

  #refuseNotFinite(phase: Phase): void {
    const found = findNotFinite(this.#detection);
    if (found === undefined) return;
    const { nodes, names } = this.store;
    throw new StepError(this.#stepCount, nodes.idOf(found.row), names[found.row], found.quantity, phase);
  }

  #clearReport(): void {
    const { report } = this;
    report.contacts = report.groups = report.iterations = report.residual = report.penetration = 0;
    report.narrowPhaseTests = report.narrowPhaseSkipped = report.asleep = 0;
    const suite = report.impulsive;
    suite.bounces = suite.positionQPs = 0;
    suite.collisionQPs = suite.collisionContacts = suite.staticQPs = suite.staticContacts = 0;
  }

  /** Sum over all bodies of m v^2 / 2 + w.I w / 2 [J]. */
  kineticEnergy(): number {
    return kineticEnergy(this.store);
  }

  /** Sum over all bodies of -m g.x, zero at the world's origin [J]. */
  potentialEnergy(): number {
    return potentialEnergy(this.store, this.#settings.gravity);
  }

  /** Depth of the deepest penetration right now; the graph is left as it is [m]. */
  measurePenetration(): number {
    return deepestPenetration(this.#detection);
  }

  /**
   * The bodies that are in each other right now by more than `share` of the half thickness of the thinner of the shapes that meet, the deepest
   * first; the graph is left as it is.
   */
  overlaps(share = 0): Overlap[] {
    if (typeof share !== 'number' || !(share >= 0)) refuse('share', share, 'a number of at least 0');
    const body = (row: number) => new Body(this, this.store.nodes.idOf(row));
    return penetratingBodies(this.#detection, share).map(({ a, b, depth }) => ({ a: body(a), b: body(b), depth }));
  }

  /**
   * The closest points of two bodies, or of a body and a trigger, as they are now, at most `within` [m] apart; undefined where there are
   * none. The graph is left as it is.
   */
  closestPoints(a: Handle, b: Handle, within = Number.POSITIVE_INFINITY): ClosestPoints | undefined {
    if (typeof within !== 'number' || !(within >= 0)) refuse('within', within, 'a number of at least 0');
    return closestPoints(this.store, this.#own(a), this.#own(b), within);
  }

  /**
   * Brings the graph up to date with the bodies as they are, without a step: edges, their states and gaps, and their contacts, unless only
   * proximity is asked for. Returns false when it was told to stop at the first penetration of two bodies and has found one: the rest is
   * then left undone. The next step detects for itself.
   */
  detect(options: { untilPenetration?: boolean; onlyProximity?: boolean } = {}): boolean {
    detectField.check(options, 'options');
    this.store.refuseWithinStep();
    this.#backup.prepare(this.#detection, this.#time, this.#stepCount);
    this.store.beginChange();
    // Clocks and probes are called on the way.
    this.#lock();
    const { untilPenetration: shortCircuit = false, onlyProximity = false } = options;
    const { coherence } = this.#detectionOptions;
    updateRotations(this.store.nodes.columns, this.store.nodes.size);
    this.#detection.ahead = 0;
    let isWhole: boolean;
    try {
      isWhole = detect(this.#detection, this.#settings, { shortCircuit, onlyProximity, coherence }, this.profiler);
    } catch (error) {
      const putEventsBack = this.events.hold(this.events.next);
      this.#withoutHooks(() => this.#takeBack());
      putEventsBack();
      throw error;
    } finally {
      this.store.isLocked = false;
      this.profiler.leave();
    }
    if (!isWhole) this.#detection.forgetGroups();
    return isWhole;
  }

  /**
   * The complementarity problems, one a contact group, that a step of dt [s] would solve. The state is left as it is; as after
   * restore(), the graph shows no groups until the next step.
   */
  contactProblems(dt: number): BoxedProblem[] {
    return this.#rehearse(dt, () => assembleBoxedProblems(this.#detection, this.#stages.problem, this.#settings, dt));
  }

  /**
   * The quadratic programs that a step of dt [s] by the impulsive suite would solve, in their order, as they are before: of collisions, of
   * static contacts and of positions, group by group. The state is left as it is, as by contactProblems().
   */
  impulseProblems(dt: number): ImpulseProblem[] {
    const { stepper, detection, problem } = this.#stages;
    if (!stepper.solvers.includes('qp'))
      throw new InputError(`The method is ${show(stepper.name)}, which solves no quadratic programs.`);
    return this.#rehearse(dt, () => {
      const recorder = new RecordingQP();
      const stages = { ...this.#stages, qp: recorder };
      reserveProblem(problem, detection);
      stepper.assemble(stages, dt);
      for (let group = 0; group <= detection.groups.count; group++) stepper.stepGroup(stages, group, dt);
      return recorder.problems;
    });
  }

  /** What `look` sees after the detection of a step of dt [s]; then all is as it was before. */
  #rehearse<T>(dt: number, look: () => T): T {
    stepField.check(dt, 'dt');
    const now = this.snapshot();
    const report = { ...this.report, impulsive: { ...this.report.impulsive } };
    const putEventsBack = this.events.hold(this.events.next);
    this.#lock();
    try {
      this.#prepare(dt);
      this.#detect(dt);
      return look();
    } finally {
      this.store.isLocked = false;
      this.profiler.leave();
      this.restore(now);
      putEventsBack();
      Object.assign(this.report, report);
    }
  }

  // --- State ---

  /** All state of this moment. Settings, materials and meshes are not part of it: they are what the world is, not how it stands. */
  snapshot(): Snapshot {
    this.store.refuseWithinStep();
    return takeSnapshot(this.#detection, this.events.save(this.#settings.events === 'queue'), this.#time, this.#stepCount);
  }

  /** Goes back (or forth) to a snapshot of this world or of one made the same way. Events after its time are taken back. */
  restore(snapshot: Snapshot): void {
    this.store.beginChange();
    checkSnapshot(snapshot, 'snapshot');
    checkSurroundings(snapshot, this.store);
    reserveState(snapshot, this.#detection);
    this.events.restore(snapshot.events, this.#settings.events === 'queue');
    restoreState(snapshot, this.#detection);
    this.#time = snapshot.time;
    this.#stepCount = snapshot.stepCount;
    this.#renewAll();
  }

  /** What follows from the state. */
  #renewAll(): void {
    this.#graph.rebuildMap();
    this.#detection.invalidate();
    for (let row = 0; row < this.store.nodes.size; row++) updateRotation(this.store.nodes.columns, row);
  }

  /**
   * Hash of all state, 16 hexadecimal digits: the same bits, the same hash. Where the reference takes the place of the compiled kernel,
   * "reference-" is before them: it gives other bits.
   */
  hash(): string {
    const digits = hashState(this.#detection, this.#time, this.#stepCount);
    return this.kernel === 'reference' ? `${REFERENCE_PREFIX}${digits}` : digits;
  }

  // --- The stages of a step, in the scheduler's hands ---

  #prepare(dt: number): void {
    this.profiler.enter('scripts');
    evaluateScripts(this.store, this.#time + dt);
    this.#hasBegun = true;
    this.#clearReport();
    this.#areEdgesUnchanged = true;
    updateRotations(this.store.nodes.columns, this.store.nodes.size);
    aimScripts(this.store, dt);
  }

  #detect(dt: number): void {
    this.#detection.ahead = dt;
    detect(this.#detection, this.#settings, this.#detectionOptions, this.profiler);
    this.report.narrowPhaseTests += this.#detection.narrowPhaseTests;
    this.report.narrowPhaseSkipped += this.#detection.narrowPhaseSkipped;
    this.#areEdgesUnchanged &&= this.#detection.stillness.isWorldStill;
    this.#detectedAt = this.#time;
  }

  #detectAgain(dt: number): void {
    listHits(this.#detection, true);
    if (this.#settings.events === 'queue') this.#raiseEvents(this.#time, this.#time + dt);
    this.#arrive();
    this.#detect(dt);
    this.#detectedAt = this.#time + dt;
  }

  #conclude(dt: number): void {
    listHits(this.#detection, false);
    if (markHits(this.#detection)) this.#areEdgesUnchanged = false;
    this.#arrive();
    if (!isStateFinite(this.#detection)) this.#refuseNotFinite('integrate');
    // From here on nothing can fail.
    this.profiler.enter('events');
    if (this.#settings.events === 'queue') this.#raiseEvents(this.#detectedAt, this.#time + dt);
    this.#detection.previousStep = dt;
    this.#time += dt;
    this.#stepCount++;
    this.store.nodes.columns.force.fill(0, 0, 6 * this.store.nodes.size);
  }

  /** Everything that does not step by itself to where it is at the end of the step. */
  #arrive(): void {
    placeScripts(this.store);
    updateRotations(this.store.nodes.columns, this.store.nodes.size);
    moveMembers(this.store);
  }

  /** What was found by a detection [s], and the ticks up to `end` [s], in the order of time. */
  #raiseEvents(detectedAt: number, end: number): void {
    const isOff = this.#settings.events === 'off';
    if (detectedAt >= end) tickTimers(this.#graph, this.events, end, isOff);
    if (!isOff) this.events.generate(detectedAt, this.#areEdgesUnchanged);
    if (detectedAt < end) tickTimers(this.#graph, this.events, end, isOff);
  }

  // --- Helpers ---

  /** What no impulse moves has come to a place where something may lie that it has no edge with yet. */
  #noteObstacle(row: number): void {
    if (this.store.nodes.columns.inverseMass[row] === 0) disturbAll(this.#detection);
  }

  /** What was found at some placement does not hold any more. */
  #forgetPlacements(): void {
    this.#graph.edges.columns.placementKnown.fill(0);
  }

  #handle(row: number): Handle {
    const id = this.store.nodes.idOf(row);
    // What is no body has no velocity that could be set, and no property may seem to be one.
    return isPhysical(this.store.nodes.columns.kind[row]) ? new Body(this, id) : Object.freeze(new Handle(this, id));
  }

  #lock(): void {
    this.store.refuseWithinStep();
    this.store.isLocked = true;
  }

  /** The row of a handle of this world. */
  #own(handle: Handle): number {
    if (!(handle instanceof Handle)) refuse('handle', handle, 'a body or another node of this world');
    if (handle.world !== this) throw new InputError(`The node of id ${handle.id} is of another world.`);
    return handle.row;
  }

  /** Rows of bodies that are named, each checked. */
  #rowsOf(references: readonly BodyReference[], path: string): number[] {
    return references.map((reference, i) => {
      const handle = typeof reference === 'string' ? this.find(reference) : reference;
      if (!(handle instanceof Body) || handle.world !== this || !handle.isAlive) {
        const strange = handle instanceof Body && handle.world !== this ? 'a body of another world' : 'a body that is gone';
        refuse(`${path}[${i}]`, typeof reference === 'string' ? reference : strange, 'the name of a body of this world');
      }
      return (handle as Body).row;
    });
  }

  #addSide(rule: number, body: number, side: number): void {
    let edge = this.#graph.find(rule, body);
    if (edge < 0) edge = this.#graph.insert(rule, body);
    this.#graph.edges.columns.sides[edge] |= side;
  }

  /** Bodies that become one have nothing between them any more. */
  #forgetContactsWithin(rows: readonly number[]): void {
    for (const a of rows) {
      for (const b of rows) {
        const edge = a < b ? this.#graph.find(a, b) : -1;
        if (edge < 0) continue;
        if (this.#settings.events !== 'off') this.events.reportRemoval(edge, this.#time);
        this.#graph.remove(edge);
      }
    }
  }

  #removeNode(row: number): void {
    const { firstDynamicEdge } = this.store.nodes.columns;
    if (this.#settings.events !== 'off') {
      for (let entry = firstDynamicEdge[row]; entry >= 0; entry = this.#graph.edges.columns.next[entry]) {
        this.events.reportRemoval(entry >> 1, this.#time);
      }
    }
    this.#graph.removeEdgesOf(row);
    this.store.removeNode(row);
    this.#detection.forgetGroups();
  }
}
