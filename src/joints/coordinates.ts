// Values and velocities of the coordinates of joints, as poses and velocities of bodies have them.
//
// Poses say an angle to a whole turn. So a joint keeps how far each angle has turned, in sixteenths of a turn: of all angles that are a
// whole number of turns apart, the one nearest to that is meant.

import { J_A, J_B } from '../solvers/tree/joint-block.js';
import type { JointFrames, Joints, Nodes } from './joint-frames.js';
import { placeFrames } from './joint-frames.js';
import { lockedRows } from './joint-kinds.js';
import { MOST_COORDINATES } from './joint-table.js';
import { isPeriodic, MEASURES, measureValue, writeMeasureRow } from './measures.js';

const TURN = 2 * Math.PI;
const SIXTEENTH = TURN / 16;

/** The value of a coordinate, whole turns included [m or rad]. */
export function readCoordinate(frames: JointFrames, joints: Joints, nodes: Nodes, joint: number, coordinate: number): number {
  placeFrames(frames, joints, nodes, joint);
  return placedCoordinate(frames, joints, joint, coordinate);
}

/** The same, where the frames have been placed. */
export function placedCoordinate(frames: JointFrames, { kind, turned }: Joints, joint: number, coordinate: number): number {
  const measure = MEASURES[kind[joint]][lockedRows(kind[joint]) + coordinate];
  const value = measureValue(frames, measure);
  if (!isPeriodic(measure)) return value;
  return nearest(value, turned[MOST_COORDINATES * joint + coordinate] * SIXTEENTH);
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
  return rowVelocity(frames, nodes, frames.rows, 0);
}

/** J u of the row at row[at ..], with the velocities that the bodies of the joint at hand have. */
export function rowVelocity({ a, b }: JointFrames, { velocity: u }: Nodes, row: Float64Array, at: number): number {
  let w = 0;
  for (let i = 0; i < 6; i++) {
    if (a.mover >= 0) w += row[at + J_A + i] * u[6 * a.mover + i];
    if (b.mover >= 0) w += row[at + J_B + i] * u[6 * b.mover + i];
  }
  return w;
}

/** Notes how far the angles of a joint have turned, after a step of dt [s]; their velocities say how many turns that took. */
export function updateTurns(frames: JointFrames, joints: Joints, nodes: Nodes, joint: number, dt: number): void {
  const measures = MEASURES[joints.kind[joint]];
  const locked = lockedRows(joints.kind[joint]);
  for (let c = 0; c < measures.length - locked; c++) {
    const measure = measures[locked + c];
    if (!isPeriodic(measure)) continue;
    const i = MOST_COORDINATES * joint + c;
    const expected = joints.turned[i] * SIXTEENTH + dt * readCoordinateVelocity(frames, joints, nodes, joint, c);
    joints.turned[i] = Math.round(nearest(measureValue(frames, measure), expected) / SIXTEENTH);
  }
}

/** Notes that a coordinate was put to a value [m or rad]: an angle has turned so far. */
export function noteTurned(joints: Joints, joint: number, coordinate: number, value: number): void {
  const kind = joints.kind[joint];
  if (!isPeriodic(MEASURES[kind][lockedRows(kind) + coordinate])) return;
  joints.turned[MOST_COORDINATES * joint + coordinate] = Math.round(value / SIXTEENTH);
}

/** Of the angles that are whole turns from `angle`, the one nearest to another [rad]. */
function nearest(angle: number, to: number): number {
  return angle + TURN * Math.round((to - angle) / TURN);
}
