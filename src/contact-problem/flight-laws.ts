// The laws of the coordinates of trees in joint coordinates that are not plain (kernels/shared/law-links.ts). Each
// coordinate stays on the piece of its law (solvers/tree/row-laws.ts) that the last step has left it on; a step in which
// one would leave it is not taken so.

import type { Detection } from '../detection/detection.js';
import { isStraightLaw, writeCoordinateLaw, writeFreeLaw, writeStraightLaw } from '../joints/coordinate-law.js';
import { setCoordinate } from '../joints/coordinates.js';
import type { Joints } from '../joints/joint-frames.js';
import { KICK, placeFrames, RESPONSE, STEP, VALUE, VELOCITY } from '../joints/joint-frames.js';
import { lockedRows } from '../joints/joint-kinds.js';
import { MOST_ROWS, POSITION_MOTOR } from '../joints/joint-table.js';
import { isMagnitude, MEASURES } from '../joints/measures.js';
import * as layout from '../kernels/flight-layout.js';
import { grown } from '../solvers/quadratic/grown.js';
import { INACTIVE } from '../solvers/tree/factor-forest.js';
import { FORCE, FRICTION_LIMIT, HIGHEST, LAMBDA, LOWEST, MOTOR_LIMIT, ROW_LENGTH, SLOPE } from '../solvers/tree/joint-block.js';
import { LINE_W, RowLaws } from '../solvers/tree/row-laws.js';
import type { FlightProblem } from './flight-problem.js';
import type { JointProblem } from './joint-problem.js';

const { LINK_INTEGERS, LINK_NUMBERS } = layout;

export class FlightLaws {
  /** Laws, as rows of joint-block.ts without Jacobians. */
  row = new Float64Array();
  /** One a law: velocity of its coordinate when the step began, while links move, and at the end [m/s or rad/s]. */
  before = new Float64Array();
  along = new Float64Array();
  after = new Float64Array();
  readonly #laws = new RowLaws();
  /** What they were made ready for, and 1 for those that are known to be straight lines: the rest of their rows stays. */
  #gathered = 0;
  #straight = new Int32Array();

  /** To be called before laws are written: makes room for those of a flight. */
  prepare(flight: FlightProblem, { state }: Detection): void {
    const { gathered, lawCount, lawLink, lawColumn, lawPlace } = flight;
    if (this.#gathered === gathered) return;
    this.#gathered = gathered;
    this.row = grown(this.row, ROW_LENGTH * lawCount);
    this.before = grown(this.before, lawCount);
    this.along = grown(this.along, lawCount);
    this.after = grown(this.after, lawCount);
    this.#straight = grown(this.#straight, lawCount);
    this.#laws.reserve(lawCount);
    const joints = state.joints.table.columns;
    for (let i = 0; i < lawCount; i++) {
      const kind = joints.kind[flight.jointOf(lawLink[i])];
      const measure = MEASURES[kind][lockedRows(kind) + lawColumn[i]];
      this.#straight[i] = isStraightLaw(joints, lawPlace[i], isMagnitude(measure)) ? 1 : 0;
      writeFreeLaw(this.row, ROW_LENGTH * i);
    }
  }

  /**
   * Writes the laws for a step of dt [s] in which forces act for half of it, where links are, to the room; at the end of
   * the step, for the velocities at which links have moved. Returns whether all coordinates have pieces, and notes in the
   * room whether its factorisation is of other laws, and whether one asks for its response.
   */
  write(flight: FlightProblem, { frames }: JointProblem, { state, bodies }: Detection, dt: number, isEnd: boolean): boolean {
    const { numbers } = flight.room;
    const joints = state.joints.table.columns;
    const rates = frames.state;
    rates[STEP] = dt;
    rates[KICK] = 0.5 * dt;
    rates[VALUE] = 0;
    for (let i = 0; i < flight.lawCount; i++) {
      const k = flight.lawLink[i];
      const c = flight.lawColumn[i];
      const place = flight.lawPlace[i];
      const joint = flight.jointOf(k);
      const rate = numbers[k * LINK_NUMBERS + layout.RATE + c];
      const measure = MEASURES[joints.kind[joint]][lockedRows(joints.kind[joint]) + c];
      const at = ROW_LENGTH * i;
      if (!isEnd) this.before[i] = rate;
      rates[VELOCITY] = rate;
      rates[RESPONSE] = numbers[k * LINK_NUMBERS + layout.KNOWN + c];
      if ((joints.stiffness[place] !== 0 || joints.damping[place] !== 0) && !(rates[RESPONSE] > 0)) return false;
      if (goesByValue(joints, place)) {
        placeFrames(frames, joints, bodies.nodes.columns, joint);
        setCoordinate(frames, joints, joint, c, rates, VALUE);
      }
      if (this.#straight[i] === 1) writeStraightLaw(joints, place, this.row, at, rates);
      else writeCoordinateLaw(joints, joint, c, this.row, at, rates, isMagnitude(measure));
      if (this.row[at + SLOPE] !== 0) flight.room.areAsking = true;
      if (isStraight(this.row, i)) setLaw(flight, k, c, 0, this.row[at + SLOPE], this.row[at + FORCE]);
      else if (!this.#writePiece(flight, joints, joint, i, k, c)) return false;
    }
    return true;
  }

  /** What the room is to know of the piece that a coordinate is on. Returns whether it is on any. */
  #writePiece(flight: FlightProblem, joints: Joints, joint: number, i: number, k: number, c: number): boolean {
    const laws = this.#laws;
    const piece = joints.piece[MOST_ROWS * joint + lockedRows(joints.kind[joint]) + c];
    if (!laws.hasPiece(this.row, i, piece)) return false;
    laws.setPiece(this.row, i, piece);
    const softness = laws.softness[i];
    const target = laws.target[i];
    if (softness > 0) setLaw(flight, k, c, 0, 1 / softness, target / softness);
    else setLaw(flight, k, c, softness === INACTIVE ? 0 : 1, 0, target);
    return true;
  }

  /** Notes the velocities at which coordinates have moved in a step of dt [s]. */
  noteAlong({ room, lawCount, lawLink, lawColumn }: FlightProblem, dt: number): void {
    for (let i = 0; i < lawCount; i++) {
      this.along[i] = room.numbers[lawLink[i] * LINK_NUMBERS + layout.WAY + lawColumn[i]] / dt;
    }
  }

  /** Notes those at the end of the step. */
  noteAfter({ room, lawCount, lawLink, lawColumn }: FlightProblem): void {
    for (let i = 0; i < lawCount; i++) {
      this.after[i] = room.numbers[lawLink[i] * LINK_NUMBERS + layout.CHANGE + lawColumn[i]];
    }
  }

  /** Responses become what the laws of springs and dampers go by; those that nobody asked for are not known. */
  keepResponses({ room, lawCount, lawLink, lawColumn }: FlightProblem): void {
    for (let i = 0; i < lawCount; i++) {
      const at = lawLink[i] * LINK_NUMBERS + lawColumn[i];
      room.numbers[at + layout.KNOWN] = this.row[ROW_LENGTH * i + SLOPE] === 0 ? 0 : room.numbers[at + layout.RESPONSE];
    }
  }

  /**
   * Whether all coordinates are on their pieces with their velocities along the step and the impulses of its first half,
   * or with those of the second half where `isEnd`. Writes LAMBDA.
   */
  areOnPieces(flight: FlightProblem, { state }: Detection, isEnd: boolean): boolean {
    const velocities = isEnd ? this.after : this.along;
    const { numbers, integers } = flight.room;
    const { kind, piece } = state.joints.table.columns;
    for (let i = 0; i < flight.lawCount; i++) {
      const k = flight.lawLink[i];
      const c = flight.lawColumn[i];
      const at = k * LINK_NUMBERS;
      const isHeld = integers[k * LINK_INTEGERS + layout.HELD + c] === 1;
      this.row[ROW_LENGTH * i + LAMBDA] = isHeld
        ? numbers[at + layout.HOLDING + c]
        : numbers[at + layout.HEIGHT + c] - numbers[at + layout.FALL + c] * velocities[i];
      if (isStraight(this.row, i)) continue;
      const joint = flight.jointOf(k);
      this.#laws.line[LINE_W] = velocities[i];
      if (!this.#laws.isOnPiece(this.row, i, piece[MOST_ROWS * joint + lockedRows(kind[joint]) + c])) return false;
    }
    return true;
  }

  /** Whether a coordinate that asks for its response is held, and has none that is known. */
  isHeldAsking(flight: FlightProblem): boolean {
    const { integers } = flight.room;
    for (let i = 0; i < flight.lawCount; i++) {
      const isHeld = integers[flight.lawLink[i] * LINK_INTEGERS + layout.HELD + flight.lawColumn[i]] === 1;
      if (isHeld && this.row[ROW_LENGTH * i + SLOPE] !== 0) return true;
    }
    return false;
  }
}

/** Whether a law has one piece: nothing acts along its row but spring, damper, rotor and a given force. */
function isStraight(row: Float64Array, r: number): boolean {
  const k = r * ROW_LENGTH;
  return (
    row[k + MOTOR_LIMIT] === 0 &&
    row[k + FRICTION_LIMIT] === 0 &&
    row[k + LOWEST] === Number.NEGATIVE_INFINITY &&
    row[k + HIGHEST] === Number.POSITIVE_INFINITY
  );
}

/** Notes in the room whether its factorisation is of another law. */
function setLaw(flight: FlightProblem, k: number, c: number, isHeld: number, fall: number, height: number): void {
  const { numbers, integers } = flight.room;
  const at = k * LINK_NUMBERS + c;
  const held = k * LINK_INTEGERS + layout.HELD + c;
  if (numbers[at + layout.FALL] !== fall || integers[held] !== isHeld) flight.room.isFactored = false;
  numbers[at + layout.FALL] = fall;
  numbers[at + layout.HEIGHT] = height;
  integers[held] = isHeld;
}

/** Whether a law depends on where its coordinate is. */
function goesByValue({ stiffness, lower, upper, motor }: Joints, i: number): boolean {
  return (
    stiffness[i] !== 0 ||
    motor[i] === POSITION_MOTOR ||
    lower[i] !== Number.NEGATIVE_INFINITY ||
    upper[i] !== Number.POSITIVE_INFINITY
  );
}
