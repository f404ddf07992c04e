// A step of the world: the stages that a scheduler puts in order, and what happens when one of them fails.

import { updateRotations } from '../bodies/kinematics.js';
import { aimScripts, bringScriptsTo, evaluateScripts, placeScripts } from '../bodies/scripts.js';
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
import { RestingBodies } from '../detection/islands/resting-bodies.js';
import { countAsleep, fallAsleep, forgetStirred } from '../detection/islands/sleep.js';
import { fly, stay } from '../detection/time-of-impact/fly.js';
import { Impacts } from '../detection/time-of-impact/impacts.js';
import { forgetHits, listHits, markHits } from '../events/hits.js';
import { Timers } from '../events/timers.js';
import type { Phase, Profiler } from '../phases.js';
import { PHASES } from '../phases.js';
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
  readonly #resting = new RestingBodies();
  readonly #timers = new Timers();
  readonly #options: DetectionOptions = { shortCircuit: false, onlyProximity: false, coherence: 'exact' };
  readonly #together: number[] = [];
  /** Running number of the first event that the step at hand raises, and whether it has changed anything yet. */
  #nextEvent = 0;
  #hasBegun = false;
  readonly #controls: ControlCalls;
  /** Time of the last detection [s]. */
  #detectedAt = 0;
  /** Whether the last step left every edge as the one before: what there is to tell of them is then the same. */
  #areEdgesUnchanged = false;
  /** Whether bodies have been stepped without others since all were last at one time. */
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

  /** Advances the world by dt [s], or leaves it as it was and throws. */
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
    if (isOneStretch) fallAsleep(detection, state.settings, this.#resting);
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

  /** Steps some bodies, which are behind the others in time, by dt [s] up to a time [s]; what was reported stays. */
  stepSome(dt: number, movers: ArrayLike<number>, isRedone: (row: number) => boolean, end: number): void {
    const { state, detection } = this.#parts;
    const report = { ...this.#report, impulsive: { ...this.#report.impulsive } };
    lock(state);
    this.#together.length = 0;
    detection.atHand.isRedone = isRedone;
    try {
      this.scheduler.advance(this, dt, movers, end);
      fallAsleep(detection, state.settings, this.#resting);
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

  /** What was found of some bodies, which may have come to the end of their step [s] in stretches of their own. */
  #raiseEventsOf(movers: ArrayLike<number>, end: number): void {
    const { state, detection } = this.#parts;
    for (let i = 0; i < movers.length; i++) state.bodies.nodes.columns.time[movers[i]] = end;
    takeBodies(detection, movers);
    this.#raiseEvents(this.#detectedAt, end);
  }

  /** Whether the last step left all as it was, but for the time and what was told of edges. */
  get isIdle(): boolean {
    return this.#areEdgesUnchanged && this.#parts.detection.stillness.isWorldStill && (this.stepper.isIdle?.() ?? false);
  }

  /** Rows of bodies of different islands that the last step treated together, in any of its stretches. */
  listTogether(): ArrayLike<number> {
    return this.#together;
  }

  /** Boxes about the ways of bodies in the last step, by rows: min x, y, z, max x, y, z [m]; undefined where nobody looked. */
  get ways(): Float64Array | undefined {
    return this.scheduler.ways ?? this.impacts.ways;
  }

  // --- The stages, in the scheduler's hands ---

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
    // From here on nothing can fail.
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

  /** Whether events are raised at the end of each stretch, be it that they are held back. */
  get #raisesAtOnce(): boolean {
    const { events, state } = this.#parts;
    return state.settings.events === 'queue' || (state.settings.events === 'safe' && events.held !== undefined);
  }

  meet(time: number, movers?: ArrayLike<number>): void {
    const { state, detection } = this.#parts;
    if (movers === undefined) takeAllBodies(detection, state.time);
    else {
      // Those of groups have come to the end of their steps, and those that fly are still where they began.
      for (let i = 0; i < movers.length; i++) state.bodies.nodes.columns.time[movers[i]] = time;
      takeBodies(detection, movers);
    }
    detection.atHand.end = time;
    evaluateScripts(state.bodies, time);
    this.#areEdgesUnchanged = false;
    this.conclude();
  }

  /** Everything that does not step by itself to where it is at the end of the step. */
  #arrive(): void {
    const { state, detection } = this.#parts;
    placeScripts(state.bodies, detection.atHand.end);
    updateRotationsAtHand(detection);
    moveMembersAtHand(detection);
  }

  /**
   * What was found by a detection [s], and the ticks up to `end` [s], in the order of time. Timers go by the time of
   * all bodies.
   */
  #raiseEvents(detectedAt: number, end: number): void {
    const { state, detection, events } = this.#parts;
    const { areAll, areAllAwake } = detection.atHand;
    if (areAllAwake && detectedAt >= end) this.#timers.tick(state, events, end);
    // A scheduler that tells events itself has those of groups held back, and tells them with the others.
    const isTold = this.scheduler.tellsEvents === true && events.held === undefined;
    if (state.settings.events !== 'off' && !isTold) {
      if (areAll) events.generate(detectedAt, this.#areEdgesUnchanged);
      else events.generateOfSome(detectedAt, detection.atHand);
    }
    if (areAllAwake && detectedAt < end) this.#timers.tick(state, events, end);
  }

  /** All bodies, which were stepped without each other, have come to one time: it is that of the world. */
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

  // --- Without a step, and back ---

  /** Brings the graph up to date with the bodies as they are. Returns false when it was told to stop early and has. */
  detectOnly(shortCircuit: boolean, onlyProximity: boolean): boolean {
    const { state, detection, events } = this.#parts;
    const { bodies, settings } = state;
    bodies.refuseWithinStep();
    this.#backup.prepare(state);
    bodies.beginChange();
    // Clocks and probes are called on the way.
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

  /** Takes back a step of dt [s] that failed, and returns what is to be thrown. */
  #undo(dt: number, error: unknown): unknown {
    const { state, detection, events } = this.#parts;
    const putEventsBack = events.hold(this.#nextEvent);
    try {
      if (!this.#hasBegun) return error;
      return this.#profiler.withoutHooks(() => {
        const { size: pairs } = detection.broadPhase.fatPairs;
        this.#takeBack();
        // What a user's function throws is its own affair, and it is not called again.
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

  /** Takes a step once more, with a look at all numbers after each phase: which made one that is not finite? */
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

  /** Back to the end of the last step that was taken. */
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
