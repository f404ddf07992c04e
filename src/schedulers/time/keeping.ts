// What lasts from step to step. At the end of a step every body is shown where it is then, and its anchor is written to
// the state, from which all else follows: histories that reach further ahead are kept as long as nothing is changed
// from outside, and are else made anew.
//
// A change from outside is a discontinuity: a body that is not where its anchor has it any more gets a new one. So does
// a body with a force on it, or with damping, at every step: a force acts as an acceleration throughout the step, a
// torque and damping act when it begins.

import { updateRotations } from '../../bodies/kinematics.js';
import { FIXED, isInsulator, RULE, SCRIPTED, TRIGGER } from '../../bodies/node-kinds.js';
import { canMove } from '../../detection/at-hand.js';
import { gravityOfStep } from '../../settings.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import type { Stages } from '../scheduler.js';
import { ANCHOR_ACCELERATION, ANCHOR_NUMBERS, ANCHOR_VELOCITY, FOREVER } from './anchors.js';
import type { GivenGroup } from './given-groups.js';
import { isSaved, listGivenGroups } from './given-groups.js';
import type { StepTimes } from './grouping.js';
import type { Histories } from './histories.js';
import { ABSENT, FLIES, STANDS } from './histories.js';

export class Keeping {
  readonly #histories: Histories;
  /** Whether the histories are those of the state, and of which number of changes from outside. */
  #isValid = false;
  #changes = -1;
  readonly #pull = new Float64Array(3);
  /** From when to when bodies are taken [s]. */
  readonly #now = new Float64Array(1);
  readonly #until = new Float64Array(1);
  /** By row: 1 for movers that take part, where not all do. */
  #isTaken: Uint8Array | undefined;
  /** Groups that there are when histories are made anew. */
  #given: readonly GivenGroup[] = [];

  constructor(histories: Histories) {
    this.#histories = histories;
  }

  /** Whether histories are those of the bodies as they are now: nothing has been changed from outside. */
  get isCurrent(): boolean {
    return this.#isValid && this.#changes === this.#histories.detection.bodies.changes;
  }

  /**
   * Begins a step: all bodies have histories up to now at least; or some of them, by the rows of their movers, which stay
   * the same until something is changed.
   */
  begin(stages: Stages, times: StepTimes, movers?: ArrayLike<number>): void {
    const { bodies } = stages.state;
    const { grouping } = this.#histories;
    const { begin: now, end, dt } = times;
    stages.aim(now, end, dt);
    updateRotations(bodies.nodes.columns, bodies.nodes.size);
    grouping.begin(stages, times);
    const isRenewed = !this.isCurrent;
    this.#isValid = false;
    if (isRenewed) {
      this.#take(movers);
      this.#renew(now, dt);
    } else this.#renewForces(now, dt);
    this.#aim(now, end);
    this.#histories.gates.begin((row) => this.#takesPart(row));
    if (isRenewed) grouping.resumeAll(this.#given, now);
    else grouping.launchAll();
  }

  #take(movers: ArrayLike<number> | undefined): void {
    this.#isTaken = movers && new Uint8Array(this.#histories.detection.bodies.nodes.size);
    for (let i = 0; movers !== undefined && i < movers.length; i++) (this.#isTaken as Uint8Array)[movers[i]] = 1;
  }

  /** Whether a mover takes part. */
  #takesPart(row: number): boolean {
    return this.#isTaken === undefined || this.#isTaken[row] !== 0;
  }

  /** Ends it: all bodies, or these movers, are shown at its end. */
  end(stages: Stages, { begin, end: time, dt }: StepTimes, movers?: ArrayLike<number>): void {
    const histories = this.#histories;
    const { detection } = histories;
    for (let row = 0; row < detection.bodies.nodes.size; row++) {
      if (histories.kind[row] !== FLIES || histories.grouping.eraOf(row) >= 0) continue;
      histories.grouping.fused.undo(detection.state, row);
      histories.bring(row, histories.anchorAt(row, time), time);
    }
    histories.grouping.showAll();
    this.#now[0] = time;
    for (let row = 0; row < detection.bodies.nodes.size; row++) {
      if (histories.kind[row] === FLIES) histories.reclaim(row, this.#now);
      if (histories.kind[row] !== ABSENT && this.#takesPart(row)) histories.notePassed(row);
    }
    histories.gates.end(time, histories.grouping.events);
    this.#save(time);
    detection.forgetGroups();
    // Steps of groups that were cut short have left scripted bodies with other velocities.
    stages.settle(begin, time, dt);
    stages.meet(time, movers);
    histories.grouping.tell();
    this.#changes = detection.bodies.changes;
    this.#isValid = true;
  }

  /** Makes all histories anew, of anchors that are still good and of bodies as they are. */
  #renew(now: number, dt: number): void {
    const histories = this.#histories;
    const { bodies, state } = histories.detection;
    const { kind, active } = bodies.nodes.columns;
    histories.clear();
    this.#given = listGivenGroups(histories.detection, gravityOfStep(state.settings, dt), (row) => this.#takesPart(row));
    const isGiven = new Set(this.#given.flatMap(({ rows }) => rows));
    const areRulesKept = this.#areRulesKept();
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (!bodies.nodes.isLive(row) || active[row] === 0) continue;
      const stands = kind[row] === FIXED;
      if (!stands && kind[row] !== SCRIPTED && !(canMove(bodies, row) && this.#takesPart(row))) continue;
      histories.kind[row] = isInsulator(kind[row]) ? STANDS : FLIES;
      histories.lvt[row] = now;
      if (kind[row] === SCRIPTED || isGiven.has(row)) continue;
      const mayBeTaken = areRulesKept && isSaved(state, row);
      if (!(mayBeTaken && this.#takeSaved(row, now))) this.#anchor(row, now, dt);
    }
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (histories.kind[row] === STANDS && kind[row] === FIXED) histories.extend(row, FOREVER);
      // Nobody collides with a trigger: it has a place, and no history.
      if (kind[row] === TRIGGER && bodies.nodes.isLive(row)) this.#anchor(row, 0, dt);
    }
    for (let row = 0; row < bodies.nodes.size; row++) if (histories.kind[row] === FLIES) histories.queueIntegration(row);
  }

  /** Whether the rules are those of the state: bodies that passed each other under another rule did not miss a collision. */
  #areRulesKept(): boolean {
    const { bodies, state } = this.#histories.detection;
    const { kind, generation, active } = bodies.nodes.columns;
    const { columns, size } = state.flights;
    for (let row = 0; row < bodies.nodes.size; row++) {
      const isRule = bodies.nodes.isLive(row) && kind[row] === RULE && active[row] !== 0;
      if (isRule && !(row < size && columns.node[row] === generation[row])) return false;
    }
    return true;
  }

  /** Begins the history of a row with the anchor in the state, if the body is where that has it. */
  #takeSaved(row: number, now: number): boolean {
    const histories = this.#histories;
    const { flights } = histories.detection.state;
    if (histories.kind[row] === FLIES && !this.#isUnforced(row)) return false;
    const anchor = histories.append(row, 0, flights.columns.generation[row], -1);
    const { numbers } = histories.anchors;
    const saved = ANCHOR_NUMBERS * row;
    for (let k = 0; k < ANCHOR_NUMBERS; k++) numbers[ANCHOR_NUMBERS * anchor + k] = flights.columns.anchor[saved + k];
    if (this.#fits(row, anchor, now)) return true;
    histories.forgetNewest(row);
    return false;
  }

  /** Whether a body is where the flight from an anchor has it now, and falls as it does there. */
  #fits(row: number, anchor: number, now: number): boolean {
    const { flights, anchors, detection, kind } = this.#histories;
    const { position, orientation, velocity } = detection.bodies.nodes.columns;
    flights.sample(anchor, now);
    for (let i = 0; i < 3; i++) if (flights.pose.position[i] !== position[3 * row + i]) return false;
    for (let i = 0; i < 4; i++) if (flights.pose.orientation[i] !== orientation[4 * row + i]) return false;
    if (kind[row] !== FLIES) return true;
    for (let i = 0; i < 6; i++) if (flights.velocity[i] !== velocity[6 * row + i]) return false;
    this.#setPull(row);
    const k = ANCHOR_NUMBERS * anchor + ANCHOR_ACCELERATION;
    return [0, 1, 2].every((i) => anchors.numbers[k + i] === this.#pull[i]);
  }

  /** Bodies that were pushed in the step before, or are damped or pushed in this one, are at a discontinuity. */
  #renewForces(now: number, dt: number): void {
    const histories = this.#histories;
    const { anchors, kind, newest } = histories;
    for (let row = 0; row < histories.detection.bodies.nodes.size; row++) {
      if (kind[row] !== FLIES || histories.grouping.eraOf(row) >= 0) continue;
      this.#setPull(row);
      const k = ANCHOR_NUMBERS * newest[row] + ANCHOR_ACCELERATION;
      let isSame = this.#isUnforced(row);
      for (let i = 0; i < 3; i++) if (anchors.numbers[k + i] !== this.#pull[i]) isSame = false;
      if (isSame) continue;
      histories.cut(row, now);
      this.#anchor(row, now, dt);
      histories.queueIntegration(row);
    }
  }

  /** A new anchor of a row where its node is now. */
  #anchor(row: number, now: number, dt: number): void {
    const histories = this.#histories;
    const anchor = histories.append(row, now, 0, -1);
    histories.writeFromNode(anchor);
    const k = ANCHOR_NUMBERS * anchor;
    this.#pull.fill(0);
    if (histories.kind[row] === FLIES) {
      this.#setPull(row);
      this.#startStep(row, k + ANCHOR_VELOCITY, dt);
    }
    for (let i = 0; i < 3; i++) histories.anchors.numbers[k + ANCHOR_ACCELERATION + i] = this.#pull[i];
  }

  /** Acceleration of a body in a step [m/s^2]. */
  #setPull(row: number): void {
    const { bodies, state } = this.#histories.detection;
    const { gravityScale, inverseMass, force } = bodies.nodes.columns;
    const { gravity } = state.settings;
    for (let i = 0; i < 3; i++) this.#pull[i] = gravityScale[row] * gravity[i] + inverseMass[row] * force[6 * row + i];
  }

  /** Whether nothing but gravity and a force acts on a body. */
  #isUnforced(row: number): boolean {
    const { bodies, state } = this.#histories.detection;
    const { linearDamping, angularDamping, force } = bodies.nodes.columns;
    const { settings } = state;
    const damping = linearDamping[row] + angularDamping[row] + linearDampingOf(settings) + angularDampingOf(settings);
    return damping === 0 && force[6 * row + 3] === 0 && force[6 * row + 4] === 0 && force[6 * row + 5] === 0;
  }

  /** Torque and damping of a step of dt [s], on the velocities at k. */
  #startStep(row: number, k: number, dt: number): void {
    const { bodies, state } = this.#histories.detection;
    const { linearDamping, angularDamping, force, inverseInertia: s } = bodies.nodes.columns;
    const { numbers } = this.#histories.anchors;
    const slow = 1 / (1 + dt * (linearDamping[row] + linearDampingOf(state.settings)));
    const calm = 1 / (1 + dt * (angularDamping[row] + state.settings['damping.angular']));
    const i = 6 * row;
    const [x, y, z] = [force[i + 3], force[i + 4], force[i + 5]];
    for (let j = 0; j < 3; j++) numbers[k + j] *= slow;
    numbers[k + 3] = (numbers[k + 3] + dt * (s[i] * x + s[i + 3] * y + s[i + 4] * z)) * calm;
    numbers[k + 4] = (numbers[k + 4] + dt * (s[i + 3] * x + s[i + 1] * y + s[i + 5] * z)) * calm;
    numbers[k + 5] = (numbers[k + 5] + dt * (s[i + 4] * x + s[i + 5] * y + s[i + 2] * z)) * calm;
  }

  /** Scripted bodies have a flight a step: from where they are at its beginning to where they are at its end. */
  #aim(now: number, end: number): void {
    const histories = this.#histories;
    const { kind } = histories.detection.bodies.nodes.columns;
    this.#now[0] = now;
    this.#until[0] = end;
    for (let row = 0; row < histories.detection.bodies.nodes.size; row++) {
      if (histories.kind[row] === ABSENT || kind[row] !== SCRIPTED) continue;
      const anchor = histories.append(row, now, 0, -1);
      histories.writeFromNode(anchor);
      histories.anchors.numbers.fill(0, ANCHOR_NUMBERS * anchor + ANCHOR_ACCELERATION, ANCHOR_NUMBERS * (anchor + 1));
      histories.reclaim(row, this.#now);
      histories.lvt[row] = now;
      histories.extend(row, this.#until);
    }
  }

  /** Writes the anchors of a time [s] to the state. */
  #save(time: number): void {
    const histories = this.#histories;
    const { bodies, state } = histories.detection;
    const { size } = bodies.nodes;
    const { kind, generation } = bodies.nodes.columns;
    state.flights.ensureCapacity(size);
    if (state.flights.size < size) state.flights.clearRows(state.flights.size, size - state.flights.size);
    state.flights.size = size;
    const { node, generation: count, anchor: saved, group, birth } = state.flights.columns;
    histories.grouping.saveTouches();
    const { numbers } = histories.anchors;
    for (let row = 0; row < size; row++) {
      // What others have is of a later time.
      if (!this.#takesPart(row)) continue;
      const isRule = kind[row] === RULE && bodies.nodes.isLive(row) && bodies.nodes.columns.active[row] !== 0;
      const isKept = histories.kind[row] !== ABSENT && kind[row] !== SCRIPTED;
      node[row] = isKept || isRule ? generation[row] : 0;
      if (!isKept) continue;
      group[row] = histories.grouping.labelOf(row);
      birth[row] = group[row] > 0 ? histories.grouping.birthOf(row) : 0;
      // Groups go on from the motion of their bodies, and need no anchors.
      const anchor = group[row] > 0 ? -1 : histories.anchorAt(row, time);
      count[row] = anchor < 0 ? 0 : histories.anchors.generation[anchor];
      const k = ANCHOR_NUMBERS * row;
      if (anchor < 0) saved.fill(0, k, k + ANCHOR_NUMBERS);
      else for (let i = 0; i < ANCHOR_NUMBERS; i++) saved[k + i] = numbers[ANCHOR_NUMBERS * anchor + i];
    }
  }
}
