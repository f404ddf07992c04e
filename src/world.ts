// World: create, step, measure, save. A facade: each of these is a file of its own in world/.

import { kineticEnergy, potentialEnergy } from './bodies/energy.js';
import { listHanging } from './contact-problem/carrying.js';
import type { ClosestPoints } from './detection/closest-points.js';
import { closestPoints } from './detection/closest-points.js';
import { deepestPenetration } from './detection/deepest-penetration.js';
import { Detection } from './detection/detection.js';
import { Events } from './events/events.js';
import { HandleBook } from './handle-book.js';
import { Body, Handle } from './handles.js';
import { boolean, InputError, number, object, refuse } from './input/fields.js';
import { readOnce } from './input/read-once.js';
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
import { changeSetting } from './world/changes.js';
import { checkSpeedups } from './world/check-speedups.js';
import { checkTolerance } from './world/check-tolerance.js';
import type { ContactHook } from './world/contact-hooks.js';
import { ContactHooks } from './world/contact-hooks.js';
import { WorldContents } from './world/contents.js';
import type { BodyOptions, BodyReference } from './world/creation.js';
import { GraphView } from './world/graph-view.js';
import type { InputTarget } from './world/input-target.js';
import { inputRows } from './world/input-target.js';
import type { JointReference } from './world/joint-creation.js';
import type { Overlap } from './world/measuring.js';
import { listOverlaps, Rehearsal } from './world/measuring.js';
import type { MultibodyOptions } from './world/multibody-creation.js';
import type { WorldOptions } from './world/options.js';
import { chooseMemory, chooseParts } from './world/options.js';
import type { WorldParts } from './world/parts.js';
import { ownRow } from './world/parts.js';
import { Queries, queriesAt } from './world/querying.js';
import { putStateBack, saveState } from './world/saving.js';
import { emptyReport } from './world/step-report.js';
import { Stepping } from './world/stepping.js';
import { checkKernel, warnOfReference } from './world/warn-of-reference.js';
import { WorldEvents } from './world/world-events.js';

export type { BodyOptions, BodyReference, InputTarget, JointReference, MultibodyOptions, Overlap, WorldOptions };
export { Body, Handle };

const stepField = number('[s]', STEP_LIMITS);
const inputField = object('', 'when it is taken', {}, { time: number('[s]'), order: number('') });
const detectField = object('', 'what is to be detected', {}, { untilPenetration: boolean(''), onlyProximity: boolean('') });

/** `UserData` is what its bodies keep for the program. */
export class World<UserData = unknown> extends WorldContents<UserData> {
  readonly profiler = new Profiler();
  /** What has happened: to be read, and to subscribe to. */
  readonly events: WorldEvents;
  /** The contact graph, to be read. */
  readonly graph: GraphView;
  /** What is where: rays, shapes on their way, overlaps, closest points. */
  readonly queries: Queries;
  /** What the last step did. */
  readonly report: StepReport = emptyReport();
  readonly #state: State;
  readonly #detection: Detection;
  readonly #parts: WorldParts;
  readonly #stepping: Stepping;
  readonly #rehearsal: Rehearsal;
  readonly #hooks: ContactHooks;
  readonly #rollback: Rollback | undefined;
  /** The settings, for others to read. */
  #shownSettings: Readonly<Settings>;

  constructor(options: WorldOptions = {}) {
    const { stepper, scheduler, solver } = chooseParts(options);
    const settings = makeSettings(options.settings);
    checkSpeedups(settings, stepper, scheduler);
    checkTolerance(settings, scheduler);
    const state = new State(settings, chooseMemory(options, settings));
    const detection = new Detection(state);
    const events = new Events(detection, state.settings);
    const handles = { nodeHandles: new HandleBook<Handle>(), jointHandles: new HandleBook(), couplingHandles: new HandleBook() };
    const parts = { state, detection, events, stepper, scheduler, ...handles };
    super(parts);
    this.#parts = { ...parts, world: this };
    this.#shownSettings = Object.freeze(makeSettings(options.settings));
    for (const value of Object.values(this.#shownSettings)) Object.freeze(value);
    this.#state = state;
    this.#detection = detection;
    this.events = new WorldEvents(events, this);
    this.graph = new GraphView(detection);
    this.queries = new Queries(this, state, true);
    const { profiler, report } = this;
    const atWork = stepper.make({ state, detection, solver, profiler, report });
    this.#stepping = new Stepping(this.#parts, scheduler, atWork, profiler, report);
    this.#hooks = new ContactHooks(this.#parts);
    this.#rehearsal = new Rehearsal(this.#parts, this.#stepping, stepper, profiler, report);
    const redoes = scheduler.offers.includes('some-bodies');
    this.#stepping.keepsWays = options.history !== undefined;
    this.#rollback = options.history && new Rollback(state, detection, events, this.#stepping, redoes, options.history);
    checkKernel(state.settings.kernel);
    if (this.kernel === 'reference' && state.settings.kernel === 'auto') warnOfReference();
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
    if (name === 'kernel') checkKernel(value as Settings['kernel']);
    changeSetting(this.#parts, name, value);
    this.#shownSettings = Object.freeze({ ...this.#shownSettings, [name]: Object.freeze(copySetting(value)) });
  }

  // --- Time ---

  /** Advances the world by dt [s]. */
  step(dt: number): void {
    stepField.check(dt, 'dt');
    this.events.refuseWhileTelling();
    this.#rollback?.noteChanges();
    this.#stepping.step(dt);
    this.#rollback?.noteStep(dt);
    this.events.tell(this.stepCount);
  }

  /**
   * Calls a function in every step with each pair of bodies that has contacts, before these act: it may give the pair a friction and
   * a restitution for the step, or refuse it. What it does must follow from the pair and the state of the world, or rewinding will
   * not repeat it. Several are called in the order in which they came. The function returned takes it away.
   */
  hookContacts(hook: ContactHook): () => void {
    return this.#hooks.add(hook);
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
    this.events.refuseWhileTelling();
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
    this.events.refuseWhileTelling();
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

  /**
   * Ends the world, and gives the memory of its tables to the world that is made next, which is faster than to wait until the garbage
   * collector finds it: for programs that make worlds by the thousand. Its bodies are gone; steps, changes and snapshots are refused.
   * Columns that were read from it must not be used any more.
   */
  dispose(): void {
    if (this.store.isOver) return;
    this.events.refuseWhileTelling();
    this.store.refuseWithinStep();
    this.store.isOver = true;
    this.#state.memory.release();
  }

  /** All state of this moment. Settings, materials and meshes are not part of it: they are what the world is, not how it stands. */
  snapshot(): Snapshot {
    return saveState(this.#parts);
  }

  /** Queries of the moment of a snapshot; the world is left as it is. */
  at(snapshot: Snapshot): Queries {
    return queriesAt(this.#parts, snapshot);
  }

  /** Goes back (or forth) to a snapshot of this world or of one made the same way. Events after its time are taken back. */
  restore(snapshot: Snapshot): void {
    this.events.refuseWhileTelling();
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
