// The two frames of a joint in the world, and what its rows are found with. Poses are read as they are now, from positions and
// orientations alone: a projection may have moved them since the step began.

import type { NODE_SCHEMA } from '../bodies/node-table.js';
import { ROW_LENGTH } from '../solvers/tree/joint-block.js';
import type { Columns } from '../table/table.js';
import type { JOINT_SCHEMA } from './joint-table.js';
import { MOST_ROWS, WORLD_END } from './joint-table.js';

export type Nodes = Columns<typeof NODE_SCHEMA>;
export type Joints = Columns<typeof JOINT_SCHEMA>;

/**
 * What the law of a coordinate depends on: value [m or rad], velocity before the forces of the step, response [1/kg or
 * 1/(kg m^2)], times [s].
 */
export const VALUE = 0;
export const VELOCITY = 1;
export const RESPONSE = 2;
export const STEP = 3;
export const KICK = 4;
const STATE_LENGTH = 5;

/** A frame in the world. */
export class JointFrame {
  /** The node that carries it and the centre of mass it turns about; WORLD_END for none. */
  mover = WORLD_END;
  /** [x, y, z, w] [1]. */
  readonly orientation = new Float64Array(4);
  /** Its axes x, y and z, three numbers each [1]. */
  readonly axes = new Float64Array(9);
  /** Its origin [m], and from the centre of mass of its mover to there [m]. */
  readonly origin = new Float64Array(3);
  readonly arm = new Float64Array(3);
}

/** Workspace: the joint at hand. */
export class JointFrames {
  readonly a = new JointFrame();
  readonly b = new JointFrame();
  /** From A's origin to B's [m], and from the centre of mass of A to B's origin [m]. */
  readonly apart = new Float64Array(3);
  readonly reach = new Float64Array(3);
  /** The direction of the row at hand [1]. */
  readonly direction = new Float64Array(3);
  /** The value at hand, and what it is found from. */
  readonly numbers = new Float64Array(4);
  /** Rows that nobody keeps. */
  readonly rows = new Float64Array(MOST_ROWS * ROW_LENGTH);
  /** The coordinate at hand, as its law sees it. */
  readonly state = new Float64Array(STATE_LENGTH);
}

/** Finds the frames of a joint at the present poses of its bodies. */
export function placeFrames(frames: JointFrames, joints: Joints, nodes: Nodes, joint: number): void {
  const { a, b, apart, reach } = frames;
  placeFrame(a, joints.frameA, 7 * joint, nodes, joints.nodes[2 * joint]);
  placeFrame(b, joints.frameB, 7 * joint, nodes, joints.nodes[2 * joint + 1]);
  for (let i = 0; i < 3; i++) {
    apart[i] = b.origin[i] - a.origin[i];
    reach[i] = a.arm[i] + apart[i];
  }
}

/** A frame of the world is where it is said to be; one of a body is given from the body's centre of mass in its axes. */
function placeFrame(frame: JointFrame, local: Float64Array, at: number, nodes: Nodes, node: number): void {
  const { orientation, origin, arm } = frame;
  if (node === WORLD_END) {
    frame.mover = WORLD_END;
    for (let i = 0; i < 3; i++) {
      origin[i] = local[at + i];
      arm[i] = 0;
    }
    for (let i = 0; i < 4; i++) orientation[i] = local[at + 3 + i];
  } else {
    const mover = nodes.mover[node];
    frame.mover = mover;
    turnInto(origin, local, at, nodes.orientation, 4 * node);
    for (let i = 0; i < 3; i++) {
      origin[i] += nodes.position[3 * node + i];
      arm[i] = origin[i] - nodes.position[3 * mover + i];
    }
    multiplyInto(orientation, nodes.orientation, 4 * node, local, at + 3);
  }
  writeAxes(frame);
}

/** out = q v q^-1 for the quaternion q[k ..] and the vector v[at ..]. */
function turnInto(out: Float64Array, v: Float64Array, at: number, q: Float64Array, k: number): void {
  const x = q[k];
  const y = q[k + 1];
  const z = q[k + 2];
  const w = q[k + 3];
  const vx = v[at];
  const vy = v[at + 1];
  const vz = v[at + 2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[0] = vx + w * tx + y * tz - z * ty;
  out[1] = vy + w * ty + z * tx - x * tz;
  out[2] = vz + w * tz + x * ty - y * tx;
}

/** out = p q of the quaternions p[i ..] and q[j ..]. */
function multiplyInto(out: Float64Array, p: Float64Array, i: number, q: Float64Array, j: number): void {
  out[0] = p[i + 3] * q[j] + p[i] * q[j + 3] + p[i + 1] * q[j + 2] - p[i + 2] * q[j + 1];
  out[1] = p[i + 3] * q[j + 1] - p[i] * q[j + 2] + p[i + 1] * q[j + 3] + p[i + 2] * q[j];
  out[2] = p[i + 3] * q[j + 2] + p[i] * q[j + 1] - p[i + 1] * q[j] + p[i + 2] * q[j + 3];
  out[3] = p[i + 3] * q[j + 3] - p[i] * q[j] - p[i + 1] * q[j + 1] - p[i + 2] * q[j + 2];
}

function writeAxes({ axes, orientation: q }: JointFrame): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  axes[0] = 1 - 2 * (y * y + z * z);
  axes[1] = 2 * (x * y + w * z);
  axes[2] = 2 * (x * z - w * y);
  axes[3] = 2 * (x * y - w * z);
  axes[4] = 1 - 2 * (x * x + z * z);
  axes[5] = 2 * (y * z + w * x);
  axes[6] = 2 * (x * z + w * y);
  axes[7] = 2 * (y * z - w * x);
  axes[8] = 1 - 2 * (x * x + y * y);
}
