// What motors and springs may add to the velocities of a joint's coordinates in the step to come, each by its law and by how it
// answered in its tree in the last step (coordinate-law.ts), as if no other coordinate moved.

import { J_B } from '../solvers/tree/joint-block.js';
import { LINE_LAMBDA, LINE_RESPONSE, LINE_W, MET_W, RowLaws } from '../solvers/tree/row-laws.js';
import { writeCoordinateLaw } from './coordinate-law.js';
import { setCoordinate, setRowVelocity } from './coordinates.js';
import type { Joints, Nodes } from './joint-frames.js';
import { JointFrames, KICK, RESPONSE, STEP, VALUE, VELOCITY } from './joint-frames.js';
import { JOINT_KINDS, lockedRows } from './joint-kinds.js';
import { FORCE_MOTOR, MOST_COORDINATES, NO_MOTOR } from './joint-table.js';
import { isMagnitude, MEASURES, writeMeasureRow } from './measures.js';
import { setResponseOfEnds } from './write-rows.js';

export class DriveGain {
  /** The frames of the joint at hand. */
  readonly frames = new JointFrames();
  readonly laws = new RowLaws();
  /** What B's side gains against A's: velocity at the joint [m/s], and spin [rad/s]. */
  readonly motion = new Float64Array(6);
  /** What gravity pulls at the joint in the step: force [N s], and torque about it [N m s]. */
  readonly pull = new Float64Array(6);
}

/** Whether a motor or a spring acts along a coordinate of a joint. */
export function isDriven({ kind, motor, stiffness }: Joints, joint: number): boolean {
  const count = JOINT_KINDS[kind[joint]].coordinates.length;
  for (let i = MOST_COORDINATES * joint; i < MOST_COORDINATES * joint + count; i++) {
    if (motor[i] !== NO_MOTOR || stiffness[i] !== 0) return true;
  }
  return false;
}

/** Sums up what the coordinates of a joint, whose frames have been placed, gain in a step of dt [s] under the pull of gravity. */
export function findGain(gain: DriveGain, joints: Joints, nodes: Nodes, joint: number, dt: number): void {
  const { coordinates } = JOINT_KINDS[joints.kind[joint]];
  gain.motion.fill(0);
  for (let c = 0; c < coordinates.length; c++) {
    const i = MOST_COORDINATES * joint + c;
    if (joints.motor[i] === NO_MOTOR && joints.stiffness[i] === 0) continue;
    addGain(gain, joints, nodes, joint, c, dt, coordinates[c].unit === 'm' ? 0 : 3);
  }
}

/** Adds what a coordinate gains, along or about its direction. */
function addGain(
  { motion, pull, frames, laws }: DriveGain,
  joints: Joints,
  nodes: Nodes,
  joint: number,
  coordinate: number,
  dt: number,
  part: number,
): void {
  const { state, rows } = frames;
  const measure = MEASURES[joints.kind[joint]][lockedRows(joints.kind[joint]) + coordinate];
  const i = MOST_COORDINATES * joint + coordinate;
  writeMeasureRow(frames, measure, rows, 0);
  state[RESPONSE] = joints.response[i];
  if (!(state[RESPONSE] > 0)) setResponseOfEnds(frames, nodes, rows, 0);
  if (!(state[RESPONSE] > 0)) return;
  let squared = 0;
  let pulled = 0;
  for (let j = part; j < part + 3; j++) {
    squared += rows[J_B + j] * rows[J_B + j];
    pulled += rows[J_B + j] * pull[j];
  }
  let velocity = state[RESPONSE] * pulled;
  if (joints.motor[i] === FORCE_MOTOR && joints.stiffness[i] === 0) {
    // What brakes or stops it is left out.
    velocity += state[RESPONSE] * dt * Math.max(-joints.motorLimit[i], Math.min(joints.motorLimit[i], joints.target[i]));
  } else {
    state[STEP] = state[KICK] = dt;
    setCoordinate(frames, joints, joint, coordinate, state, VALUE);
    setRowVelocity(frames, nodes, rows, 0, state, VELOCITY);
    writeCoordinateLaw(joints, joint, coordinate, rows, 0, state, isMagnitude(measure));
    laws.line[LINE_RESPONSE] = state[RESPONSE];
    laws.line[LINE_W] = state[VELOCITY] + velocity;
    laws.line[LINE_LAMBDA] = 0;
    laws.meet(rows, 0);
    velocity = laws.line[MET_W] - state[VELOCITY];
  }
  for (let j = part; j < part + 3; j++) motion[j] += (velocity / squared) * rows[J_B + j];
}
