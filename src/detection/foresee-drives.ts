// What motors, springs and forces may add to the velocities of jointed bodies in the step to come. Detection looks
// ahead by velocities; a motor that starts would else drive its link into a body that nobody has looked at.
//
// What a joint gains (joints/drive-gain.ts) moves all that hangs on it, as one rigid body about the joint: the side
// that nothing holds. Where nothing holds either side, the lighter one moves more. Gravity counts where a side hangs on
// the other: a motor that holds a weight moves nothing.

import { countAsMoved } from '../bodies/count-as-moved.js';
import { isZero } from '../bodies/kinematics.js';
import { isInsulator } from '../bodies/node-kinds.js';
import type { DriveGain } from '../joints/drive-gain.js';
import { findGain, isDriven } from '../joints/drive-gain.js';
import { placeFrames } from '../joints/joint-frames.js';
import { WORLD_END } from '../joints/joint-table.js';
import type { Settings } from '../settings.js';
import type { State } from '../state/state.js';
import type { Detection } from './detection.js';
import type { DriveForesight, JointSide } from './drive-foresight.js';
import { acts } from './islands/acting-joints.js';

/** Finds what all jointed bodies at hand may gain in a step of dt [s]; a body of which that has changed counts as moved. */
export function foreseeDrives({ drives: foresight, state, atHand }: Detection, dt: number): void {
  const { table } = state.joints;
  // What has no shape meets nothing.
  if (table.liveCount === 0 || state.bodies.shapes.liveCount === 0) {
    foresight.driven.fill(0);
    return;
  }
  begin(foresight, state.bodies.nodes.size);
  for (let i = 0; i < (atHand.areAll ? table.size : atHand.jointCount); i++) {
    const joint = atHand.areAll ? i : atHand.joints[i];
    if (acts(state, joint) && isDriven(table.columns, joint)) foreseeDrive(foresight, state, joint, dt);
  }
  for (let i = 0; i < (atHand.areAll ? state.bodies.nodes.size : atHand.count); i++) {
    const row = atHand.areAll ? i : atHand.rows[i];
    addForces(foresight, state.bodies, row, dt);
    noteChanges(foresight, state.bodies, row);
  }
}

function begin(foresight: DriveForesight, nodes: number): void {
  if (foresight.reached.length < nodes) {
    const { detectedWith } = foresight;
    foresight.detectedWith = new Float64Array(12 * nodes);
    foresight.detectedWith.set(detectedWith);
    foresight.driven = new Float64Array(12 * nodes);
    foresight.reached = new Int32Array(2 * nodes);
    for (const side of foresight.sides) side.rows = new Int32Array(2 * nodes);
  }
  foresight.driven.fill(0, 0, 6 * nodes);
  foresight.reached.fill(0, 0, nodes);
}

function foreseeDrive(foresight: DriveForesight, state: State, joint: number, dt: number): void {
  const { gain, sides } = foresight;
  const [a, b] = sides;
  const nodes = state.bodies.nodes.columns;
  reachSide(foresight, state, joint, 1, false);
  // Of what holds the other side nothing needs to be known.
  reachSide(foresight, state, joint, 0, !b.isHeld);
  placeFrames(gain.frames, state.joints.table.columns, nodes, joint);
  gain.pull.fill(0);
  if (a.isHeld !== b.isHeld) addPull(gain, a.isHeld ? b : a, state.settings, a.isHeld ? dt : -dt);
  findGain(gain, state.joints.table.columns, nodes, joint, dt);
  const shareOfB = a.isHeld === b.isHeld ? (a.isHeld ? 0.5 : a.mass / (a.mass + b.mass)) : a.isHeld ? 1 : 0;
  moveSide(foresight, state.bodies, a, shareOfB - 1);
  moveSide(foresight, state.bodies, b, shareOfB);
}

/** Lists the bodies on one side of a joint; where told so, only until it is known that something holds them. */
function reachSide(
  { reached, sides }: DriveForesight,
  { joints, bodies }: State,
  joint: number,
  which: number,
  untilHeld: boolean,
): void {
  const side = sides[which];
  const { nodes: ends, nextOfNode, active, broken } = joints.table.columns;
  const { kind, firstJoint, mass, position } = bodies.nodes.columns;
  const mark = 2 * joint + which + 1;
  const start = ends[2 * joint + which];
  side.count = side.mass = 0;
  side.center.fill(0);
  side.isHeld = start === WORLD_END || isInsulator(kind[start]);
  if (side.isHeld) return;
  side.rows[side.count++] = start;
  reached[start] = mark;
  for (let i = 0; i < side.count; i++) {
    const row = side.rows[i];
    side.mass += mass[row];
    for (let j = 0; j < 3; j++) side.center[j] += mass[row] * position[3 * row + j];
    for (let entry = firstJoint[row]; entry >= 0; entry = nextOfNode[entry]) {
      const other = entry >> 1;
      if (other === joint || active[other] === 0 || broken[other] !== 0) continue;
      const node = ends[entry ^ 1];
      if (node === WORLD_END || isInsulator(kind[node])) {
        side.isHeld = true;
        if (untilHeld) return;
      } else if (reached[node] !== mark) {
        reached[node] = mark;
        side.rows[side.count++] = node;
      }
    }
  }
  for (let j = 0; j < 3; j++) side.center[j] /= side.mass;
}

/** What gravity does to a side about the joint, for so long [s]. */
function addPull({ pull, frames }: DriveGain, { mass, center }: JointSide, { gravity }: Settings, time: number): void {
  const { origin } = frames.b;
  for (let j = 0; j < 3; j++) {
    const k = (j + 1) % 3;
    const l = (j + 2) % 3;
    pull[j] = time * mass * gravity[j];
    pull[3 + j] = time * mass * ((center[k] - origin[k]) * gravity[l] - (center[l] - origin[l]) * gravity[k]);
  }
}

/** Adds a share of what the joint gains to the bodies of a side. */
function moveSide({ driven, gain }: DriveForesight, { nodes }: State['bodies'], side: JointSide, share: number): void {
  if (share === 0) return;
  const { position } = nodes.columns;
  const { motion } = gain;
  const { origin } = gain.frames.b;
  for (let i = 0; i < side.count; i++) {
    const row = side.rows[i];
    for (let j = 0; j < 3; j++) {
      const k = (j + 1) % 3;
      const l = (j + 2) % 3;
      const turning = motion[3 + k] * (position[3 * row + l] - origin[l]) - motion[3 + l] * (position[3 * row + k] - origin[k]);
      driven[6 * row + j] += share * (motion[j] + turning);
      driven[6 * row + 3 + j] += share * motion[3 + j];
    }
  }
}

/** Forces that users apply to a jointed body, as if it were alone. */
function addForces({ driven }: DriveForesight, { nodes }: State['bodies'], row: number, dt: number): void {
  const { firstJoint, force: f, inverseMass, inverseInertia: s } = nodes.columns;
  const k = 6 * row;
  if (firstJoint[row] < 0 || isZero(f, k)) return;
  for (let j = 0; j < 3; j++) driven[k + j] += dt * inverseMass[row] * f[k + j];
  driven[k + 3] += dt * (s[k] * f[k + 3] + s[k + 3] * f[k + 4] + s[k + 4] * f[k + 5]);
  driven[k + 4] += dt * (s[k + 3] * f[k + 3] + s[k + 1] * f[k + 4] + s[k + 5] * f[k + 5]);
  driven[k + 5] += dt * (s[k + 4] * f[k + 3] + s[k + 5] * f[k + 4] + s[k + 2] * f[k + 5]);
}

/** What a body may gain is part of what it was detected with. */
function noteChanges({ driven, detectedWith }: DriveForesight, { nodes }: State['bodies'], row: number): void {
  for (let k = 6 * row; k < 6 * row + 6; k++) {
    if (driven[k] === detectedWith[k]) continue;
    detectedWith[k] = driven[k];
    countAsMoved(nodes.columns, row);
  }
}
