// What jointed bodies may gain in the step to come, as foresee-drives.ts finds it.

import { DriveGain } from '../joints/drive-gain.js';

/** One side of a joint: the bodies that hang together there by other joints. */
export class JointSide {
  rows = new Int32Array(0);
  count = 0;
  /** Whether something holds them. */
  isHeld = false;
  /** Of all of them [kg], and where it is in the mean [m]. */
  mass = 0;
  readonly center = new Float64Array(3);
}

/** What drives are foreseen with. */
export class DriveForesight {
  /** By node: what its velocity may gain, six numbers; and the same at the last detection. */
  driven = new Float64Array(0);
  detectedWith = new Float64Array(0);
  /** By node: the joint and the side of it that it was last reached from. */
  reached = new Int32Array(0);
  /** Of the joint at hand. */
  readonly gain = new DriveGain();
  readonly sides = [new JointSide(), new JointSide()];
}

/** How much faster a node may turn in the step to come [rad/s]. */
export function extraSpinOf({ driven }: DriveForesight, node: number): number {
  const k = 6 * node + 3;
  if (k >= driven.length) return 0;
  return Math.sqrt(driven[k] * driven[k] + driven[k + 1] * driven[k + 1] + driven[k + 2] * driven[k + 2]);
}
