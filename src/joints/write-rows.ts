// The rows of a joint at the present poses of its bodies: Jacobians, laws and gaps.

import { isLockedAxis } from '../math/locked-axes.js';
import type { JointBlocks } from '../solvers/tree/joint-block.js';
import { J_A, J_B, ROW_LENGTH } from '../solvers/tree/joint-block.js';
import { acts, writeCoordinateLaw, writeFreeLaw, writeLockedLaw } from './coordinate-law.js';
import { setCoordinate, setRowVelocity } from './coordinates.js';
import type { JointFrame, JointFrames, Joints, Nodes } from './joint-frames.js';
import { KICK, placeFrames, RESPONSE, STEP, VALUE, VELOCITY } from './joint-frames.js';
import { firstAcross, lockedRows } from './joint-kinds.js';
import { MOST_COORDINATES } from './joint-table.js';
import { isMagnitude, MEASURES, setMeasure, writeMeasureRow } from './measures.js';

/** Of a row along a locked axis, parts along others below this share are rounding [1]. */
const ROUNDED = 1e-9;

/**
 * Writes Jacobians and laws of a joint's rows, from the first row of a block on, for a step of dt [s] in which forces
 * act for `kick` [s]. Velocities of bodies must be those before these forces. Impulses and pieces stay.
 */
export function writeJointRows(
  frames: JointFrames,
  joints: Joints,
  nodes: Nodes,
  joint: number,
  blocks: JointBlocks,
  block: number,
  dt: number,
  kick = dt,
): void {
  const { row, firstRow } = blocks;
  const measures = MEASURES[joints.kind[joint]];
  const locked = lockedRows(joints.kind[joint]);
  placeFrames(frames, joints, nodes, joint);
  for (let i = 0; i < measures.length; i++) {
    const at = (firstRow[block] + i) * ROW_LENGTH;
    writeMeasureRow(frames, measures[i], row, at);
    clearLockedOf(frames.a, nodes, row, at + J_A);
    clearLockedOf(frames.b, nodes, row, at + J_B);
    if (i < locked) writeLockedLaw(row, at);
  }
  writeLaws(frames, joints, nodes, joint, blocks, block, dt, kick);
}

/**
 * What a row does along and about locked axes of a body, locks take up. What is left of a direction that was that of a locked axis but
 * for rounding is nothing: it would hold the body along the others.
 */
function clearLockedOf({ mover }: JointFrame, { locks }: Nodes, row: Float64Array, j: number): void {
  if (mover < 0 || locks[mover] === 0) return;
  for (let half = j; half < j + 6; half += 3) {
    const bits = half === j ? locks[mover] : locks[mover] >> 3;
    const least = ROUNDED * Math.max(Math.abs(row[half]), Math.abs(row[half + 1]), Math.abs(row[half + 2]));
    for (let k = 0; k < 3; k++) if (isLockedAxis(bits, k) || Math.abs(row[half + k]) <= least) row[half + k] = 0;
  }
}

/** The laws alone, where bodies are as they were when the rows were written. */
export function writeJointLaws(
  frames: JointFrames,
  joints: Joints,
  nodes: Nodes,
  joint: number,
  blocks: JointBlocks,
  block: number,
  dt: number,
  kick: number,
): void {
  if (hasLaws(joints, joint)) placeFrames(frames, joints, nodes, joint);
  writeLaws(frames, joints, nodes, joint, blocks, block, dt, kick);
}

/** Laws of the rows that are not locked, of a joint whose frames are placed, if it has any laws. */
function writeLaws(
  frames: JointFrames,
  joints: Joints,
  nodes: Nodes,
  joint: number,
  { row, firstRow }: JointBlocks,
  block: number,
  dt: number,
  kick: number,
): void {
  const { state } = frames;
  const measures = MEASURES[joints.kind[joint]];
  const locked = lockedRows(joints.kind[joint]);
  const across = firstAcross(joints.kind[joint]);
  state[STEP] = dt;
  state[KICK] = kick;
  for (let i = locked; i < measures.length; i++) {
    const at = (firstRow[block] + i) * ROW_LENGTH;
    const c = MOST_COORDINATES * joint + i - locked;
    if (i >= across || !acts(joints, c, isMagnitude(measures[i]))) {
      writeFreeLaw(row, at);
      continue;
    }
    setCoordinate(frames, joints, joint, i - locked, state, VALUE);
    setRowVelocity(frames, nodes, row, at, state, VELOCITY);
    state[RESPONSE] = joints.response[c];
    if (!(state[RESPONSE] > 0)) setResponseOfEnds(frames, nodes, row, at);
    writeCoordinateLaw(joints, joint, i - locked, row, at, state, isMagnitude(measures[i]));
  }
}

/**
 * How the velocity of the row at row[at ..] answers an impulse of its own, were its two bodies alone, to RESPONSE of
 * the frames' state.
 */
export function setResponseOfEnds({ a, b, state }: JointFrames, nodes: Nodes, row: Float64Array, at: number): void {
  state[RESPONSE] = responseOf(a, nodes, row, at + J_A) + responseOf(b, nodes, row, at + J_B);
}

/** Whether anything acts along a coordinate of a joint. */
function hasLaws(joints: Joints, joint: number): boolean {
  const measures = MEASURES[joints.kind[joint]];
  const locked = lockedRows(joints.kind[joint]);
  for (let i = locked; i < firstAcross(joints.kind[joint]); i++) {
    if (acts(joints, MOST_COORDINATES * joint + i - locked, isMagnitude(measures[i]))) return true;
  }
  return false;
}

/** J M^-1 J^T of one of the two bodies of a row, the other one being held [1/kg or 1/(kg m^2)]. */
function responseOf({ mover }: JointFrame, { inverseMass, inverseInertia: s }: Nodes, row: Float64Array, j: number): number {
  if (mover < 0) return 0;
  const k = 6 * mover;
  const x = row[j + 3];
  const y = row[j + 4];
  const z = row[j + 5];
  return (
    inverseMass[mover] * (row[j] * row[j] + row[j + 1] * row[j + 1] + row[j + 2] * row[j + 2]) +
    s[k] * x * x +
    s[k + 1] * y * y +
    s[k + 2] * z * z +
    2 * (s[k + 3] * x * y + s[k + 4] * x * z + s[k + 5] * y * z)
  );
}

/**
 * Writes how far each row of a joint is from where it is locked, or beyond its limits, to gap[firstRow ..] [m or rad].
 */
export function writeJointGaps(
  frames: JointFrames,
  joints: Joints,
  nodes: Nodes,
  joint: number,
  gap: Float64Array,
  firstRow: number,
): void {
  const measures = MEASURES[joints.kind[joint]];
  const locked = lockedRows(joints.kind[joint]);
  placeFrames(frames, joints, nodes, joint);
  for (let i = 0; i < locked; i++) setMeasure(frames, measures[i], gap, firstRow + i);
  const across = firstAcross(joints.kind[joint]);
  for (let i = across; i < measures.length; i++) gap[firstRow + i] = 0;
  for (let c = 0; c < across - locked; c++) {
    const i = MOST_COORDINATES * joint + c;
    gap[firstRow + locked + c] = 0;
    const isFree = joints.lower[i] === Number.NEGATIVE_INFINITY && joints.upper[i] === Number.POSITIVE_INFINITY;
    if (isFree) continue;
    setCoordinate(frames, joints, joint, c, gap, firstRow + locked + c);
    const value = gap[firstRow + locked + c];
    gap[firstRow + locked + c] = value - Math.max(joints.lower[i], Math.min(joints.upper[i], value));
  }
}
