// Values and velocities of the coordinates of joints, as poses and velocities of bodies have them.
//
// Poses say an angle to a whole turn. So a joint keeps how far each angle has turned, in sixteenths of a turn: of all
// angles that are a whole number of turns apart, the one nearest to that is meant.

import { setSineAndCosine } from '../math/portable.js';
import { J_A, J_B } from '../solvers/tree/joint-block.js';
import type { JointFrames, Joints, Nodes } from './joint-frames.js';
import { placeFrames } from './joint-frames.js';
import { lockedRows } from './joint-kinds.js';
import { MOST_COORDINATES } from './joint-table.js';
import { isPeriodic, MEASURES, setMeasure, setPointOfAngle, writeMeasureRow } from './measures.js';

const TURN = 2 * Math.PI;
const SIXTEENTH = TURN / 16;
/** Somewhat less than the tangent of half a sixteenth of a turn [1]. */
const NEAR = 0.198;
/** Somewhat less than the angle of that tangent [rad]. */
const CLEAR = 0.195;
/**
 * A point that is further than this along the angle it is near has an angle that is well defined [1]: it turns at most so
 * many times as fast as the two bodies together [1].
 */
const DEFINED = 0.5;
const FASTEST = 3;

/** The value of a coordinate, whole turns included [m or rad]. */
export function readCoordinate(frames: JointFrames, joints: Joints, nodes: Nodes, joint: number, coordinate: number): number {
  placeFrames(frames, joints, nodes, joint);
  setCoordinate(frames, joints, joint, coordinate, frames.numbers, 0);
  return frames.numbers[0];
}

/** The same to to[at], where the frames have been placed. */
export function setCoordinate(
  frames: JointFrames,
  { kind, turned }: Joints,
  joint: number,
  coordinate: number,
  to: Float64Array,
  at: number,
): void {
  const measure = MEASURES[kind[joint]][lockedRows(kind[joint]) + coordinate];
  setMeasure(frames, measure, to, at);
  if (isPeriodic(measure)) putNearest(to, at, turned[MOST_COORDINATES * joint + coordinate]);
}

/** The velocity of a coordinate [m/s or rad/s]. */
export function readCoordinateVelocity(
  frames: JointFrames,
  joints: Joints,
  nodes: Nodes,
  joint: number,
  coordinate: number,
): number {
  const kind = joints.kind[joint];
  placeFrames(frames, joints, nodes, joint);
  writeMeasureRow(frames, MEASURES[kind][lockedRows(kind) + coordinate], frames.rows, 0);
  setRowVelocity(frames, nodes, frames.rows, 0, frames.numbers, 0);
  return frames.numbers[0];
}

/** J u of the row at row[at ..], with the velocities that the bodies of the joint at hand have, to to[k]. */
export function setRowVelocity(
  { a, b }: JointFrames,
  { velocity: u }: Nodes,
  row: Float64Array,
  at: number,
  to: Float64Array,
  k: number,
): void {
  let w = 0;
  for (let i = 0; i < 6; i++) {
    if (a.mover >= 0) w += row[at + J_A + i] * u[6 * a.mover + i];
    if (b.mover >= 0) w += row[at + J_B + i] * u[6 * b.mover + i];
  }
  to[k] = w;
}

/** Whether a joint has angles that are counted in turns. */
export function hasTurns(kind: number): boolean {
  const measures = MEASURES[kind];
  for (let i = lockedRows(kind); i < measures.length; i++) if (isPeriodic(measures[i])) return true;
  return false;
}

/** Notes how far the angles of a joint have turned, after a step of dt [s]; their velocities say how many turns that took. */
export function updateTurns(frames: JointFrames, joints: Joints, nodes: Nodes, joint: number, dt: number): void {
  if (!hasTurns(joints.kind[joint])) return;
  placeFrames(frames, joints, nodes, joint);
  countTurns(frames, joints, nodes, joint, dt);
}

/** The same of a joint whose frames are placed. */
export function countTurns(frames: JointFrames, joints: Joints, nodes: Nodes, joint: number, dt: number): void {
  const measures = MEASURES[joints.kind[joint]];
  const locked = lockedRows(joints.kind[joint]);
  const { numbers, rows } = frames;
  for (let c = 0; c < measures.length - locked; c++) {
    const measure = measures[locked + c];
    if (!isPeriodic(measure)) continue;
    const i = MOST_COORDINATES * joint + c;
    setPointOfAngle(frames, measure);
    const most = dt * FASTEST * speedOfBoth(frames, nodes);
    if (isNear(numbers, joints.turned[i]) && most < TURN / 4) continue;
    writeMeasureRow(frames, measure, rows, 0);
    setRowVelocity(frames, nodes, rows, 0, numbers, 0);
    // Where the angle is ill defined, its velocity is beyond all bounds, and tells nothing.
    const expected = joints.turned[i] + Math.max(-most, Math.min(dt * numbers[0], most)) / SIXTEENTH;
    setMeasure(frames, measure, numbers, 0);
    putNearest(numbers, 0, expected);
    joints.turned[i] = Math.round(numbers[0] / SIXTEENTH);
  }
}

/**
 * Whether the angle of the point (numbers[1], numbers[0]) is within half a sixteenth of a turn of so many sixteenths,
 * and well defined.
 */
function isNear(numbers: Float64Array, sixteenths: number): boolean {
  turnBack(numbers, sixteenths);
  return numbers[3] > DEFINED && Math.abs(numbers[2]) < NEAR * numbers[3];
}

/** Turns the point (numbers[1], numbers[0]) back by so many sixteenths of a turn, to (numbers[3], numbers[2]). */
function turnBack(numbers: Float64Array, sixteenths: number): void {
  numbers[2] = sixteenths * SIXTEENTH;
  setSineAndCosine(numbers, 2);
  const along = numbers[1] * numbers[3] + numbers[0] * numbers[2];
  numbers[2] = numbers[0] * numbers[3] - numbers[1] * numbers[2];
  numbers[3] = along;
}

/** How far an angle of a joint whose frames are placed may turn at least before it is counted anew [rad]. */
export function clearanceOfTurn(frames: JointFrames, { kind, turned }: Joints, joint: number, coordinate: number): number {
  const { numbers } = frames;
  setPointOfAngle(frames, MEASURES[kind[joint]][lockedRows(kind[joint]) + coordinate]);
  turnBack(numbers, turned[MOST_COORDINATES * joint + coordinate]);
  return numbers[3] > DEFINED ? CLEAR - Math.abs(numbers[2]) / numbers[3] : 0;
}

/** At least as fast as the two bodies of a joint turn against each other [rad/s]. */
function speedOfBoth({ a, b }: JointFrames, { velocity: u }: Nodes): number {
  let speed = 0;
  for (let i = 3; i < 6; i++) {
    if (a.mover >= 0) speed += Math.abs(u[6 * a.mover + i]);
    if (b.mover >= 0) speed += Math.abs(u[6 * b.mover + i]);
  }
  return speed;
}

/** Notes that a coordinate was put to a value [m or rad]: an angle has turned so far. */
export function noteTurned(joints: Joints, joint: number, coordinate: number, value: number): void {
  const kind = joints.kind[joint];
  if (!isPeriodic(MEASURES[kind][lockedRows(kind) + coordinate])) return;
  joints.turned[MOST_COORDINATES * joint + coordinate] = Math.round(value / SIXTEENTH);
}

/**
 * Puts that of the angles that are whole turns from v[i] in its place which is nearest to another, in sixteenths of a
 * turn [rad].
 */
function putNearest(v: Float64Array, i: number, sixteenths: number): void {
  v[i] += TURN * Math.round((sixteenths * SIXTEENTH - v[i]) / TURN);
}
