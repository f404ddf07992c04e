// Interpolation of poses between two steps, for renderers whose frames do not coincide with steps.
//
// The poses before and after the last step are stored by row. A body is shown between the two. A body that the program
// created or moved since the step is shown at its present pose.

import type { Bodies } from '../bodies/bodies.js';
import { isPhysical } from '../bodies/node-kinds.js';
import type { PoseArray } from '../world/poses.js';
import { POSE_SIZE, writePose } from '../world/poses.js';

export class Interpolation {
  /** Ids by row, poses before and after the last step; an id of -1 if the body of the row is not interpolated. */
  #id = new Float64Array(0);
  #before = new Float64Array(0);
  #after = new Float64Array(0);
  readonly #now = new Float64Array(POSE_SIZE);

  /** Must be called before a step. */
  noteBefore({ nodes }: Bodies): void {
    if (this.#id.length < nodes.size) this.#grow(Math.max(nodes.size, 2 * this.#id.length));
    this.#id.fill(-1);
    const { columns } = nodes;
    for (let row = 0; row < nodes.size; row++) {
      if (!nodes.isLive(row) || !isPhysical(columns.kind[row])) continue;
      this.#id[row] = nodes.idOf(row);
      writePose(columns, row, this.#before, POSE_SIZE * row);
    }
  }

  /** Must be called after the step. */
  noteAfter({ nodes }: Bodies): void {
    const { columns } = nodes;
    const size = Math.min(nodes.size, this.#id.length);
    for (let row = 0; row < size; row++) if (this.#id[row] >= 0) writePose(columns, row, this.#after, POSE_SIZE * row);
  }

  /** Shows all bodies at their present poses until the next step, as after a restore. */
  forget(): void {
    this.#id.fill(-1);
  }

  /** Writes the pose of a body at the fraction `share` of the step, in [0, 1]. */
  write({ nodes }: Bodies, row: number, share: number, out: PoseArray, at: number): void {
    writePose(nodes.columns, row, this.#now, 0);
    const k = POSE_SIZE * row;
    const isBetween = row < this.#id.length && this.#id[row] === nodes.idOf(row) && this.#isAsLeft(k);
    if (!isBetween) {
      for (let i = 0; i < POSE_SIZE; i++) out[at + i] = this.#now[i];
      return;
    }
    const before = this.#before;
    const after = this.#after;
    for (let i = 0; i < 3; i++) out[at + i] = before[k + i] + share * (after[k + i] - before[k + i]);
    // q and -q are the same rotation: the sign gives the shorter way. Linear interpolation is accurate enough for one
    // step.
    let dot = 0;
    for (let i = 3; i < POSE_SIZE; i++) dot += before[k + i] * after[k + i];
    const sign = dot < 0 ? -1 : 1;
    let square = 0;
    for (let i = 3; i < POSE_SIZE; i++) {
      const value = (1 - share) * before[k + i] + share * sign * after[k + i];
      this.#now[i] = value;
      square += value * value;
    }
    // For half a turn within one step the mean quaternion vanishes: the end pose is shown.
    const scale = square > 1e-12 ? 1 / Math.sqrt(square) : 1;
    for (let i = 3; i < POSE_SIZE; i++) out[at + i] = square > 1e-12 ? this.#now[i] * scale : after[k + i];
  }

  #isAsLeft(k: number): boolean {
    for (let i = 0; i < POSE_SIZE; i++) if (this.#after[k + i] !== this.#now[i]) return false;
    return true;
  }

  #grow(rows: number): void {
    this.#id = new Float64Array(rows);
    this.#before = new Float64Array(POSE_SIZE * rows);
    this.#after = new Float64Array(POSE_SIZE * rows);
  }
}
