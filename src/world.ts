// The World, which users create, step, measure and save. It is a facade; each task has a file of its own in world/.

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
import { IdleSteps } from './world/idle-steps.js';
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
import { emptyWorld, putStateBack, saveState } from './world/saving.js';
import { emptyReport } from './world/step-report.js';
import { Stepping } from './world/stepping.js';
import { checkKernel, warnOfReference } from './world/warn-of-reference.js';
import { WorldEvents } from './world/world-events.js';

export type { BodyOptions, BodyReference, InputTarget, JointReference, MultibodyOptions, Overlap, WorldOptions };
export { Body, Handle };

const stepField = number('[s]', STEP_LIMITS);
const stepsField = number('Steps [1]', { min: 0, max: 2147483647, integer: true });
const inputField = object('', 'when it is taken', {}, { time: number('[s]'), order: number('') });
const detectField = object('', 'what is to be detected', {}, { untilPenetration: boolean(''), onlyProximity: boolean('') });

/** A simulated world. `UserData` is the type of `body.userData`, which each body keeps for the program. */
export class World<UserData = unknown> extends WorldContents<UserData> {
  readonly profiler = new Profiler();
  /** The events of contacts, triggers and timers: to read, or to subscribe to. */
  readonly events: WorldEvents;
  /** A read-only view of the contact graph. */
  readonly graph: GraphView;
  /** Spatial queries: ray casts, shape casts, overlaps, closest points. */
  readonly queries: Queries;
  /** Statistics of the last step. */
  readonly report: StepReport = emptyReport();
  readonly #state: State;
  readonly #detection: Detection;
  readonly #parts: WorldParts;
  readonly #stepping: Stepping;
  readonly #rehearsal: Rehearsal;
  readonly #hooks: ContactHooks;
  readonly #rollback: Rollback | undefined;
  readonly #idle: IdleSteps;
  /** Frozen copy of the settings, which the getter `settings` returns. */
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
    this.#idle = new IdleSteps(parts, this.#stepping);
    this.#hooks = new ContactHooks(this.#parts);
    this.#rehearsal = new Rehearsal(this.#parts, this.#stepping, stepper, profiler, report);
    const redoes = scheduler.offers.includes('some-bodies');
    this.#stepping.keepsWays = options.history !== undefined;
    this.#rollback = options.history && new Rollback(state, detection, events, this.#stepping, redoes, options.history);
    checkKernel(state.settings.kernel);
    if (this.kernel === 'reference' && state.settings.kernel === 'auto') warnOfReference();
  }

  /**
   * Which implementation of the kernel runs the solver's sweeps in this world. 'compiled' and 'reference' give
   * different bits. The reference runs where the setting `kernel` asks for it and where WebAssembly cannot be compiled;
   * hashes then begin with "reference-". 'none': the method uses no kernel, and gives the same bits everywhere.
   */
  get kernel(): 'compiled' | 'reference' | 'none' {
    const { hasKernel } = this.#stepping.stepper;
    if (hasKernel === undefined) return 'none';
    return this.#state.settings.kernel === 'reference' || !hasKernel ? 'reference' : 'compiled';
  }

  /**
   * The shared memory block that holds the world's tables. It can be posted to other threads, and given to other
   * worlds. Undefined when the memory of this world is not shared.
   */
  get memory(): SharedBlock | undefined {
    const { memory } = this.#state;
    return memory instanceof SharedMemory ? memory.block : undefined;
  }

  /** Simulated time [s]. */
  get time(): number {
    return this.#state.time;
  }

  /** Number of steps taken. */
  get stepCount(): number {
    return this.#state.stepCount;
  }

  /** The current settings, read-only. Change them with set(). */
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
    this.#idle.note(dt);
    this.#rollback?.noteStep(dt);
    this.events.tell(this.stepCount);
  }

  /**
   * Takes so many steps of dt [s] at once if none of them would change anything but the time, as in a world that has come to rest, and
   * returns how many it has taken: all or none. The bits are those of step(). It takes none where something happens by the time alone or
   * asks functions, with sleeping or a history, by schedulers of time, and by methods other than `gsp`.
   */
  rest(dt: number, steps: number): number {
    stepField.check(dt, 'dt');
    stepsField.check(steps, 'steps');
    this.events.refuseWhileTelling();
    this.#state.bodies.refuseWithinStep();
    return this.#rollback === undefined ? this.#idle.pass(dt, steps) : 0;
  }

  /**
   * Calls `hook` in every step with each pair of bodies that has contacts, before the contacts act. The hook may set
   * friction, restitution and surface velocity of the pair for the step, or refuse its contacts. It must decide from
   * the pair and the state alone: otherwise a rewound world does not repeat its steps. Hooks are called in the order in
   * which they were added. Returns a function that removes the hook.
   */
  hookContacts(hook: ContactHook): () => void {
    return this.#hooks.add(hook);
  }

  /** Statistics of a scheduler with local times; undefined with `fixed`. They are not part of the state. */
  get timeStatistics(): Readonly<TimeStatistics> | undefined {
    return this.#stepping.scheduler.statistics;
  }

  /** The local times of bodies and their rollbacks, by row (`body.row`); undefined with `fixed`. */
  get localTimes(): LocalTimes | undefined {
    return this.#stepping.scheduler.localTimes;
  }

  /** Earliest time to rewind to [s], and size of the history [bytes]. Undefined without the option `history`. */
  get history(): { readonly from: number; readonly bytes: number } | undefined {
    const rollback = this.#rollback;
    return rollback && { from: rollback.from, bytes: rollback.bytes };
  }

  /** Rewinds, bit for bit, to the end of the last step that ended at `time` [s] or before. Later steps are lost. */
  rewind(time: number): void {
    this.events.refuseWhileTelling();
    this.#needRollback().rewind(time);
  }

  /**
   * Changes a body, a composite, a multibody or a joint at a time [s], now or in the past: at the beginning of the step
   * at that time. The bodies that the change may have reached since then are simulated again; all others keep their
   * states. The world is then, bit for bit, as if the change had been made in time. `change` is called with the target
   * in its state of that time. It is called again whenever an input for an earlier time arrives later. It may change
   * its target only, and must decide from the target alone. Inputs for the same time are applied by their `order`, then
   * in the order of arrival.
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

  // --- Measurements ---

  /** Kinetic energy: the sum over all bodies of m v^2 / 2 + w.I w / 2 [J]. */
  kineticEnergy(): number {
    return kineticEnergy(this.store);
  }

  /** Bodies that sleep or are frozen although nothing could carry them: they hang in the air. There should be none. */
  hanging(): Body[] {
    return listHanging(this.#detection).map((row) => new Body(this, this.store.nodes.idOf(row)));
  }

  /** Potential energy: the sum over all bodies of -m g.x, zero at the world's origin [J]. */
  potentialEnergy(): number {
    return potentialEnergy(this.store, this.#state.settings.gravity);
  }

  /** Depth of the deepest penetration at the current poses [m]. The contact graph is left unchanged. */
  measurePenetration(): number {
    return deepestPenetration(this.#detection);
  }

  /** Pairs of bodies that overlap by more than `share` of the thinner shape's half thickness, deepest first. */
  overlaps(share = 0): Overlap[] {
    return listOverlaps(this.#parts, share);
  }

  /**
   * The closest points of two bodies, or of a body and a trigger, at their current poses. Undefined when they are more
   * than `within` [m] apart. The contact graph is left unchanged.
   */
  closestPoints(a: Handle, b: Handle, within = Number.POSITIVE_INFINITY): ClosestPoints | undefined {
    if (typeof within !== 'number' || !(within >= 0)) refuse('within', within, 'a number of at least 0');
    return closestPoints(this.#detection, ownRow(this.#parts, a), ownRow(this.#parts, b), within);
  }

  /**
   * Runs collision detection without a step: it updates the edges of the contact graph, their states, gaps and
   * contacts. With `onlyProximity` it leaves the contacts out. With `untilPenetration` it stops at the first
   * penetration of two bodies; it then returns false, and the graph is only partly up to date. The next step runs its
   * own detection in any case.
   */
  detect(options: { untilPenetration?: boolean; onlyProximity?: boolean } = {}): boolean {
    detectField.check(options, 'options');
    return this.#stepping.detectOnly(options.untilPenetration ?? false, options.onlyProximity ?? false);
  }

  /**
   * The complementarity problems that a step of dt [s] would solve, one for each group. The state is left unchanged,
   * but the list of groups is dropped.
   */
  contactProblems(dt: number): BoxedProblem[] {
    stepField.check(dt, 'dt');
    return this.#rehearsal.contactProblems(dt);
  }

  /**
   * The quadratic programs that a step of dt [s] by the impulsive suite would solve, unsolved and in their order: those
   * of collisions, of static contacts and of positions, group by group. The state is left unchanged, as by
   * contactProblems().
   */
  impulseProblems(dt: number): ImpulseProblem[] {
    stepField.check(dt, 'dt');
    return this.#rehearsal.impulseProblems(dt);
  }

  // --- State ---

  /**
   * Ends the world and hands the memory of its tables to the next world that is made. Programs that make thousands of
   * worlds save the wait for the garbage collector. The bodies are gone afterwards; steps, changes and snapshots are
   * refused. Table columns that were read from this world must not be used any more.
   */
  dispose(): void {
    if (this.store.isOver) return;
    this.events.refuseWhileTelling();
    this.store.refuseWithinStep();
    this.store.isOver = true;
    this.#state.memory.release();
  }

  /** A copy of the current state. Settings, materials and meshes are not part of it. */
  snapshot(): Snapshot {
    return saveState(this.#parts);
  }

  /** Spatial queries in the state of a snapshot. The world is left unchanged. */
  at(snapshot: Snapshot): Queries {
    return queriesAt(this.#parts, snapshot);
  }

  /** Restores a snapshot of this world, or of one made the same way. Events after its time are taken back. */
  restore(snapshot: Snapshot): void {
    this.events.refuseWhileTelling();
    putStateBack(this.#parts, snapshot);
    this.#rollback?.forget();
  }

  /**
   * Takes everything out that was created, events and history included, and begins again at time 0. Settings, materials,
   * meshes, surfaces and subscribers stay. What comes then has the bits that it has in a new world, ids included: handles
   * of what was there must not be used any more.
   */
  clear(): void {
    this.events.refuseWhileTelling();
    emptyWorld(this.#parts);
    this.#rollback?.forget();
  }

  /**
   * Hash of the whole state, 16 hexadecimal digits: equal states have equal hashes. Where the reference runs in place
   * of the compiled kernel, "reference-" precedes the digits, since it gives different bits.
   */
  hash(): string {
    const digits = hashState(this.#state);
    return this.kernel === 'reference' ? `${REFERENCE_PREFIX}${digits}` : digits;
  }
}
