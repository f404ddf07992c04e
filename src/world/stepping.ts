// A step of the world: the stages that a scheduler puts in order, and the undoing of a step that fails.

import { updateRotations } from '../bodies/kinematics.js';
import { aimScripts, bringScriptsTo, evaluateScripts, placeScripts } from '../bodies/scripts.js';
import { Carrying } from '../contact-problem/carrying.js';
import { HookError } from '../detection/ask-hooks.js';
import {
  arrive,
  commonTime,
  moveMembersAtHand,
  takeAllBodies,
  takeAwake,
  takeBodies,
  takeComers,
  updateRotationsAtHand,
} from '../detection/at-hand.js';
import { detect, regroup } from '../detection/detect.js';
import type { DetectionOptions } from '../detection/detection.js';
import type { HeldEvents } from '../detection/held-events.js';
import type { ContactGroups } from '../detection/islands/island.js';
import { countAsleep, fallAsleep, forgetStirred, SleepSearch } from '../detection/islands/sleep.js';
import { fly, stay } from '../detection/time-of-impact/fly.js';
import { Impacts } from '../detection/time-of-impact/impacts.js';
import { forgetHits, listHits, markHits } from '../events/hits.js';
import { Timers } from '../events/timers.js';
import { PHASES, type Phase, type Profiler } from '../phases.js';
import { Backup } from '../recording/backup.js';
import { renewAll } from '../recording/renew-all.js';
import { StepError } from '../recording/step-error.js';
import type { Scheduler, SchedulerAtWork, Stages, TimeScheduler } from '../schedulers/scheduler.js';
import { coherenceOf } from '../speedups.js';
import { areMoversFinite, areSomeFinite, findNotFinite, isStateFinite } from '../state/finite-state.js';
import type { State } from '../state/state.js';
import { FastImpacts } from '../steppers/fast-impacts.js';
import type { StepperAtWork, StepReport } from '../steppers/stepper.js';
import { MemoryError } from '../table/memory.js';
import { ControlCalls } from './control-calls.js';
import type { WorldParts } from './parts.js';
import { lock } from './parts.js';
import { clearReport } from './step-report.js';

export class Stepping implements Stages {
  readonly stepper: StepperAtWork;
  readonly impacts: Impacts;
  readonly fastImpacts: FastImpacts;
  readonly scheduler: SchedulerAtWork;
  keepsWays = false;
  readonly #parts: WorldParts;
  readonly #profiler: Profiler;
  readonly #report: StepReport;
  readonly #backup = new Backup();
  readonly #sleepSearch = new SleepSearch(new Carrying());
  readonly #timers = new Timers();
  readonly #options: DetectionOptions = { shortCircuit: false, onlyProximity: false, coherence: 'exact' };
  readonly #together: number[] = [];
  /** Running number of the first event that this step raises, and whether the step has changed anything yet. */
  #nextEvent = 0;
  #hasBegun = false;
  readonly #controls: ControlCalls;
  /** Time of the last detection [s]. */
  #detectedAt = 0;
  /** Whether the last step left every edge as the step before, so that only persistent events can be raised. */
  #areEdgesUnchanged = false;
  /** Whether some bodies were stepped without the others since all were last at one time. */
  #areTimesApart = false;

  constructor(
    parts: WorldParts,
    scheduler: Scheduler | TimeScheduler,
    stepper: StepperAtWork,
    profiler: Profiler,
    report: StepReport,
  ) {
    this.#parts = parts;
    this.#controls = new ControlCalls(parts);
    this.impacts = new Impacts(parts.detection);
    this.fastImpacts = new FastImpacts(parts.detection, profiler);
    this.scheduler = 'make' in scheduler ? scheduler.make(parts.detection) : scheduler;
    this.stepper = stepper;
    parts.detection.watchesSleepers = stepper.watchesSleepers === true;
    this.#profiler = profiler;
    this.#report = report;
  }

  get state(): State {
    return this.#parts.state;
  }

  get time(): number {
    return this.#parts.detection.atHand.time;
  }

  get islands(): ContactGroups {
    return this.#parts.detection.groups;
  }

  /** Advances the world by dt [s]. If that fails, it restores the world and throws. */
  step(dt: number): void {
    const { state, events } = this.#parts;
    lock(state);
    this.#hasBegun = false;
    this.#controls.areUnderWay = false;
    this.#nextEvent = events.next;
    events.step = state.stepCount;
    try {
      this.#backup.prepare(state);
      this.#advance(dt);
      this.#backup.note(dt);
    } catch (error) {
      throw this.#undo(dt, error);
    } finally {
      state.bodies.isLocked = false;
    }
  }

  #advance(dt: number): void {
    const { state, detection, events } = this.#parts;
    this.#areTimesApart = false;
    if (this.#together.length > 0) this.#together.length = 0;
    takeAllBodies(detection, state.time);
    clearReport(this.#report);
    this.scheduler.advance(this, dt);
    const isOneStretch = !this.#areTimesApart;
    if (this.#areTimesApart) this.#joinTimes();
    if (isOneStretch) fallAsleep(detection, state.settings, this.#sleepSearch);
    forgetStirred(detection);
    this.#report.asleep += countAsleep(detection);
    state.stepCount++;
    this.#report.groups = detection.groups.count;
    if (state.settings.events !== 'queue') {
      events.dropDelivered();
      if (this.scheduler.tellsEvents) this.#timers.tick(state, events, state.time);
      else this.#raiseEvents(this.#detectedAt, state.time);
    }
    forgetHits(detection);
    events.markDelivered();
    this.#profiler.leave();
  }

  /** Steps some bodies that are behind the others in time by dt [s], up to `end` [s]. The report stays unchanged. */
  stepSome(dt: number, movers: ArrayLike<number>, isRedone: (row: number) => boolean, end: number): void {
    const { state, detection } = this.#parts;
    const report = { ...this.#report, impulsive: { ...this.#report.impulsive } };
    lock(state);
    this.#together.length = 0;
    detection.atHand.isRedone = isRedone;
    try {
      this.scheduler.advance(this, dt, movers, end);
      fallAsleep(detection, state.settings, this.#sleepSearch);
      if (state.settings.events !== 'queue' && !this.scheduler.tellsEvents) this.#raiseEventsOf(movers, end);
      forgetHits(detection);
    } finally {
      forgetStirred(detection);
      detection.atHand.isRedone = undefined;
      state.bodies.isLocked = false;
      this.#profiler.leave();
      Object.assign(this.#report, report);
    }
  }

  /** Raises the events of some bodies, which may have come to the end of their step [s] in stretches of their own. */
  #raiseEventsOf(movers: ArrayLike<number>, end: number): void {
    const { state, detection } = this.#parts;
    for (let i = 0; i < movers.length; i++) state.bodies.nodes.columns.time[movers[i]] = end;
    takeBodies(detection, movers);
    this.#raiseEvents(this.#detectedAt, end);
  }

  /** Whether the last step changed nothing but the time and what was reported of edges. */
  get isIdle(): boolean {
    return this.#areEdgesUnchanged && this.#parts.detection.stillness.isWorldStill && (this.stepper.isIdle?.() ?? false);
  }

  /** Rows of bodies of different islands that the last step solved together, in any of its stretches. */
  listTogether(): ArrayLike<number> {
    return this.#together;
  }

  /** Boxes swept by bodies in the last step, by rows: min x, y, z, max x, y, z [m]; undefined if none were recorded. */
  get ways(): Float64Array | undefined {
    return this.scheduler.ways ?? this.impacts.ways;
  }

  // --- The stages, called by the scheduler ---

  aim(begin: number, end: number, dt: number): void {
    const { bodies } = this.#parts.state;
    this.#profiler.enter('scripts');
    evaluateScripts(bodies, end);
    this.#hasBegun = true;
    if (bodies.scripted.length > 0) {
      bringScriptsTo(bodies, begin);
      aimScripts(bodies, dt);
    }
    this.#profiler.enter('broad-phase');
  }

  fly(movers: Int32Array, end: number): void {
    const { detection } = this.#parts;
    this.#hasBegun = true;
    this.#profiler.enter('integrate');
    fly(detection, movers, end);
    if (!areMoversFinite(detection, movers)) this.#refuseNotFinite('integrate');
    this.#areTimesApart = true;
  }

  lookBack(begin: number, end: number, movers?: ArrayLike<number>): void {
    this.#profiler.enter('broad-phase');
    this.impacts.lookBack(begin, end, movers, this.keepsWays);
  }

  settle(begin: number, end: number, dt: number): void {
    this.#detectedAt = this.stepper.settling === undefined ? begin : end;
    if (this.state.bodies.scripted.length === 0) return;
    this.aim(begin, end, dt);
    placeScripts(this.state.bodies, end);
  }

  wait(movers: Int32Array, end: number): void {
    stay(this.#parts.detection, movers, end);
  }

  prepare(dt: number, movers?: ArrayLike<number>, end?: number): void {
    const { state, detection } = this.#parts;
    this.#profiler.enter('scripts');
    if (movers === undefined) this.#takeAll();
    else takeBodies(detection, movers);
    const { atHand } = detection;
    const { time } = atHand;
    atHand.end = end ?? time + dt;
    evaluateScripts(state.bodies, atHand.end);
    this.#hasBegun = true;
    this.#controls.call(this.time, dt);
    this.#areEdgesUnchanged = true;
    bringScriptsTo(state.bodies, time);
    updateRotationsAtHand(detection);
    aimScripts(state.bodies, dt);
    takeComers(detection);
  }

  #takeAll(): void {
    if (this.#areTimesApart) this.#joinTimes();
    takeAwake(this.#parts.detection, this.#parts.state.time);
  }

  detect(dt: number): void {
    const { state, detection } = this.#parts;
    const report = this.#report;
    detection.ahead = dt;
    this.#options.coherence = coherenceOf(state.settings);
    detect(detection, state.settings, this.#options, this.#profiler);
    report.narrowPhaseTests += detection.narrowPhaseTests;
    report.narrowPhaseSkipped += detection.narrowPhaseSkipped;
    this.#areEdgesUnchanged &&= detection.stillness.areEdgesStill;
    this.#detectedAt = this.time;
  }

  detectAgain(dt: number): void {
    const { detection, events } = this.#parts;
    listHits(detection, true, events.tellsPersistent);
    const { time, end } = detection.atHand;
    if (this.#raisesAtOnce) this.#raiseEvents(time, end);
    this.#arrive();
    if (this.state.settings['detection.continuous'] > 0) this.impacts.noteHeld();
    this.detect(dt);
    this.#detectedAt = end;
  }

  conclude(): void {
    const { state, detection, events } = this.#parts;
    const { areAll, areAllAwake, end } = detection.atHand;
    listHits(detection, false, events.tellsPersistent);
    if (markHits(detection)) this.#areEdgesUnchanged = false;
    this.#arrive();
    if (!(areAll ? isStateFinite(detection) : areSomeFinite(detection))) this.#refuseNotFinite('integrate');
    // Nothing below can fail.
    this.#profiler.enter('events');
    if (this.#raisesAtOnce) {
      this.#raiseEvents(this.#detectedAt, end);
      forgetHits(detection);
    }
    arrive(detection);
    const together = this.stepper.listTogether?.();
    if (together !== undefined) for (let i = 0; i < together.length; i++) this.#together.push(together[i]);
    if (areAllAwake) state.time = end;
    else this.#areTimesApart = true;
  }

  holdEvents(held: HeldEvents | undefined): void {
    this.#parts.events.held = held;
  }

  tellEvents(held: HeldEvents): void {
    const { events, state } = this.#parts;
    if (state.settings.events === 'off') return;
    for (let i = 0; i < held.count; i++) events.tell(held, i);
  }

  /** Whether events are raised at the end of each stretch, to be queued or held back, not once per step. */
  get #raisesAtOnce(): boolean {
    const { events, state } = this.#parts;
    return state.settings.events === 'queue' || (state.settings.events === 'safe' && events.held !== undefined);
  }

  meet(time: number, movers?: ArrayLike<number>): void {
    const { state, detection } = this.#parts;
    if (movers === undefined) takeAllBodies(detection, state.time);
    else {
      // Bodies of groups have come to the end of their steps; bodies in free flight are still at their beginning.
      for (let i = 0; i < movers.length; i++) state.bodies.nodes.columns.time[movers[i]] = time;
      takeBodies(detection, movers);
    }
    detection.atHand.end = time;
    evaluateScripts(state.bodies, time);
    this.#areEdgesUnchanged = false;
    this.conclude();
  }

  /** Brings scripted bodies, rotation matrices and members of composites to the end of the stretch. */
  #arrive(): void {
    const { state, detection } = this.#parts;
    placeScripts(state.bodies, detection.atHand.end);
    updateRotationsAtHand(detection);
    moveMembersAtHand(detection);
  }

  /**
   * Raises the events found by the detection at `detectedAt` [s] and the timer ticks up to `end` [s], in order of time.
   * Timers tick only when all bodies are at one time.
   */
  #raiseEvents(detectedAt: number, end: number): void {
    const { state, detection, events } = this.#parts;
    const { areAll, areAllAwake } = detection.atHand;
    if (areAllAwake && detectedAt >= end) this.#timers.tick(state, events, end);
    // A scheduler that delivers events itself has the events of groups held back, and delivers them with the others.
    const isTold = this.scheduler.tellsEvents === true && events.held === undefined;
    if (state.settings.events !== 'off' && !isTold) {
      if (areAll) events.generate(detectedAt, this.#areEdgesUnchanged);
      else events.generateOfSome(detectedAt, detection.atHand);
    }
    if (areAllAwake && detectedAt < end) this.#timers.tick(state, events, end);
  }

  /** Ends a step in which bodies were stepped apart: all have come to one time, which becomes the time of the world. */
  #joinTimes(): void {
    const { state, detection, events } = this.#parts;
    const { bodies, settings } = state;
    const time = commonTime(detection, state.time);
    bringScriptsTo(bodies, time);
    takeAllBodies(detection, time);
    if (!isStateFinite(detection)) this.#refuseNotFinite('integrate');
    if (settings.events === 'queue') this.#timers.tick(state, events, time);
    regroup(detection, settings);
    bodies.nodes.columns.time.fill(time, 0, bodies.nodes.size);
    state.time = time;
    this.#areTimesApart = false;
  }

  // --- Detection without a step, and undoing of a step ---

  /** Updates the graph for the present poses. Returns false if it stopped early because of `shortCircuit`. */
  detectOnly(shortCircuit: boolean, onlyProximity: boolean): boolean {
    const { state, detection, events } = this.#parts;
    const { bodies, settings } = state;
    bodies.refuseWithinStep();
    this.#backup.prepare(state);
    bodies.beginChange();
    // Locked, because the profiler calls clocks and probes of users.
    lock(state);
    const coherence = coherenceOf(settings);
    updateRotations(bodies.nodes.columns, bodies.nodes.size);
    detection.ahead = 0;
    takeAllBodies(detection, state.time);
    let isWhole: boolean;
    try {
      isWhole = detect(detection, settings, { shortCircuit, onlyProximity, coherence }, this.#profiler);
    } catch (error) {
      const putEventsBack = events.hold(events.next);
      this.#profiler.withoutHooks(() => this.#takeBack());
      putEventsBack();
      throw error;
    } finally {
      bodies.isLocked = false;
      this.#profiler.leave();
    }
    if (!isWhole) detection.forgetGroups();
    return isWhole;
  }

  /** Undoes a failed step of dt [s], and returns the error to throw. */
  #undo(dt: number, error: unknown): unknown {
    const { state, detection, events } = this.#parts;
    const putEventsBack = events.hold(this.#nextEvent);
    try {
      if (!this.#hasBegun) return error;
      return this.#profiler.withoutHooks(() => {
        const { size: pairs } = detection.broadPhase.fatPairs;
        this.#takeBack();
        // An error of a user's function is passed on. The step is not repeated, so the function is not called again.
        if (this.#controls.areUnderWay || error instanceof HookError) return error;
        if (!(error instanceof MemoryError)) return this.#findCause(dt) ?? error;
        return new MemoryError(
          `Step ${state.stepCount} is not taken: ${pairs} pairs of shapes are near each other. ${error.message}`,
        );
      });
    } finally {
      putEventsBack();
    }
  }

  /** Repeats the step and checks all numbers after each phase, to name the phase that made one not finite. */
  #findCause(dt: number): StepError | undefined {
    let phase: Phase = PHASES[0];
    this.#profiler.probe = (next) => {
      this.#refuseNotFinite(phase);
      phase = next;
    };
    try {
      this.#advance(dt);
    } catch (found) {
      return found instanceof StepError ? found : undefined;
    } finally {
      this.#profiler.probe = null;
      this.#takeBack();
    }
    return undefined;
  }

  /** Restores the end of the last successful step: from the backup, by repeating the steps since. */
  #takeBack(): void {
    const { state, detection } = this.#parts;
    const { steps, lengths } = this.#backup;
    this.#backup.restore(state);
    state.memory.clearScratch();
    renewAll(state, detection);
    for (let i = 0; i < steps; i++) {
      this.#backup.setTargets(state, i);
      this.#advance(lengths[i]);
    }
    this.#backup.setTargets(state, steps);
  }

  #refuseNotFinite(phase: Phase): void {
    const { state } = this.#parts;
    const found = findNotFinite(state);
    if (found === undefined) return;
    const { nodes, names } = state.bodies;
    throw new StepError(state.stepCount, nodes.idOf(found.row), names[found.row], found.quantity, phase);
  }
}
