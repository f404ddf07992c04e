// What joints carry: forces and torques at their origins, and the stiffness that forces give to the bodies they turn with.

import { acos, cos } from '../math/portable.js';
import type { JointBlocks } from '../solvers/tree/joint-block.js';
import { J_B, LAMBDA, ROW_LENGTH } from '../solvers/tree/joint-block.js';
import type { JointFrames, Joints, Nodes } from './joint-frames.js';
import { placeFrames } from './joint-frames.js';
import { DISTANCE, lockedRows } from './joint-kinds.js';
import { MOST_ROWS } from './joint-table.js';
import { MEASURES, writeMeasureRow } from './measures.js';

/**
 * Writes the force [N] and the torque about B's origin [N m] that a joint puts on B, in the world, to wrench[0 .. 5];
 * on A it puts the opposite. It is what its impulses were over the step of dt [s].
 */
export function jointWrench(
  frames: JointFrames,
  joints: Joints,
  nodes: Nodes,
  joint: number,
  dt: number,
  wrench: Float64Array,
): void {
  const { rows } = frames;
  const { arm } = frames.b;
  const measures = MEASURES[joints.kind[joint]];
  placeFrames(frames, joints, nodes, joint);
  for (let i = 0; i < 6; i++) wrench[i] = 0;
  for (let r = 0; r < measures.length; r++) {
    writeMeasureRow(frames, measures[r], rows, 0);
    const force = joints.impulse[MOST_ROWS * joint + r] / dt;
    for (let i = 0; i < 6; i++) wrench[i] += force * rows[J_B + i];
  }
  // From the centre of mass to the origin.
  wrench[3] -= arm[1] * wrench[2] - arm[2] * wrench[1];
  wrench[4] -= arm[2] * wrench[0] - arm[0] * wrench[2];
  wrench[5] -= arm[0] * wrench[1] - arm[1] * wrench[0];
}

/** The force along a coordinate in the step of dt [s]: of its spring, damper, motor, friction, limits and armature [N or N m]. */
export function coordinateForce({ impulse, kind }: Joints, joint: number, coordinate: number, dt: number): number {
  return impulse[MOST_ROWS * joint + lockedRows(kind[joint]) + coordinate] / dt;
}

/**
 * Writes the arms of a joint whose frames are placed, from the centres of mass of A and B to where its rows push them,
 * to arms[at ..].
 */
export function writeArms({ a, b, reach }: JointFrames, kind: number, arms: Float64Array, at: number): void {
  const ofA = kind === DISTANCE ? a.arm : reach;
  for (let i = 0; i < 3; i++) {
    arms[at + i] = ofA[i];
    arms[at + 3 + i] = b.arm[i];
  }
}

/**
 * Adds the geometric stiffness of a block's impulses, times f[3], to the tensors of A at stiffness[atA ..] and of B at
 * stiffness[atB ..], as [xx, yy, zz, xy, xz, yz]; a negative place is left out. The rest of `f` is workspace.
 *
 * An impulse f at the arm r gives the angular impulse r x f. While a body turns by phi, so does the arm, and the angular
 * impulse changes by -K phi, K = (f.r) I - sym(f r^T). It is minus the second derivative of f.(pB - pA) in the turn of a body.
 */
export function addGeometricStiffness(
  { row, firstRow }: JointBlocks,
  block: number,
  arms: Float64Array,
  f: Float64Array,
  stiffness: Float64Array,
  atA: number,
  atB: number,
): void {
  f[0] = f[1] = f[2] = 0;
  for (let k = firstRow[block] * ROW_LENGTH; k < firstRow[block + 1] * ROW_LENGTH; k += ROW_LENGTH) {
    if (row[k + LAMBDA] === 0) continue;
    const impulse = f[3] * row[k + LAMBDA];
    for (let i = 0; i < 3; i++) f[i] += impulse * row[k + J_B + i];
  }
  if (atB >= 0) addStiffness(stiffness, atB, f, arms, 6 * block + 3, 1);
  if (atA >= 0) addStiffness(stiffness, atA, f, arms, 6 * block, -1);
}

/**
 * The stiffness of a rope's or a rod's pull across itself, times `scale`: one of length l that pulls by f, and turns,
 * pulls its ends back by f / l of the way that they are apart across it. 0 where there is no pull.
 */
export function stiffnessAcross(
  frames: JointFrames,
  joints: Joints,
  nodes: Nodes,
  joint: number,
  { row, firstRow }: JointBlocks,
  block: number,
  scale: number,
): number {
  const pull = -row[firstRow[block] * ROW_LENGTH + LAMBDA];
  if (!(pull > 0)) return 0;
  placeFrames(frames, joints, nodes, joint);
  const { apart } = frames;
  const way = Math.sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
  return way > 0 ? (scale * pull) / way : 0;
}

/** K += sign ((f.r) I - sym(f r^T)), r being r[k ..]. */
function addStiffness(stiffness: Float64Array, at: number, f: Float64Array, r: Float64Array, k: number, sign: number): void {
  const x = r[k];
  const y = r[k + 1];
  const z = r[k + 2];
  stiffness[at] += sign * (f[1] * y + f[2] * z);
  stiffness[at + 1] += sign * (f[0] * x + f[2] * z);
  stiffness[at + 2] += sign * (f[0] * x + f[1] * y);
  stiffness[at + 3] -= 0.5 * sign * (f[0] * y + f[1] * x);
  stiffness[at + 4] -= 0.5 * sign * (f[0] * z + f[2] * x);
  stiffness[at + 5] -= 0.5 * sign * (f[1] * z + f[2] * y);
}

/** Adds a multiple of the identity to the symmetric matrix at stiffness[at ..], so that no eigenvalue is below zero. */
export function makePositive(stiffness: Float64Array, at: number): void {
  const lowest = lowestEigenvalue(stiffness, at);
  if (lowest >= 0) return;
  for (let i = at; i < at + 3; i++) stiffness[i] -= lowest;
}

/**
 * The eigenvalues of a symmetric matrix S are m + 2 p cos(angle), angle = (acos(r) + 2 pi k) / 3, with m = tr S / 3, 6
 * p^2 = |S - m I|^2 and 2 r p^3 = det(S - m I); of k = 1 the lowest.
 */
function lowestEigenvalue(s: Float64Array, at: number): number {
  const mean = (s[at] + s[at + 1] + s[at + 2]) / 3;
  const x = s[at] - mean;
  const y = s[at + 1] - mean;
  const z = s[at + 2] - mean;
  const xy = s[at + 3];
  const xz = s[at + 4];
  const yz = s[at + 5];
  const p = Math.sqrt((x * x + y * y + z * z + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
  if (p === 0) return mean;
  const determinant = x * (y * z - yz * yz) - xy * (xy * z - yz * xz) + xz * (xy * yz - y * xz);
  return mean + 2 * p * cos((acos(determinant / (2 * p * p * p)) + 2 * Math.PI) / 3);
}
