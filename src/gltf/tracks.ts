// The motion of one body through a run, as keys of an animation.

import { POSE_SIZE } from '../world/poses.js';

/** Keys with linear interpolation between them: times [s], and a pose for each. */
export class Track {
  readonly times: number[] = [];
  readonly poses: number[] = [];
  /** Whether the last two keys have the same pose. */
  #rests = false;

  /**
   * Adds a key, with the pose at poses[at ..]. While the body rests, only the first and the last key are kept, since
   * those between them would all be equal.
   */
  add(time: number, poses: Float32Array, at: number): void {
    const { times } = this;
    const last = POSE_SIZE * (times.length - 1);
    const isSame = last >= 0 && this.#isSame(last, poses, at);
    if (isSame && this.#rests) {
      times[times.length - 1] = time;
      return;
    }
    // Of the two quaternions of an orientation, the nearer one is taken: some programs interpolate the long way
    // otherwise.
    const sign = last >= 0 && !isSame && this.#isOpposite(last, poses, at) ? -1 : 1;
    times.push(time);
    for (let k = 0; k < POSE_SIZE; k++) this.poses.push(k < 3 ? poses[at + k] : sign * poses[at + k]);
    this.#rests = isSame;
  }

  get moves(): boolean {
    return this.times.length > 2 || (this.times.length === 2 && !this.#rests);
  }

  /** Numbers `first` to `first` + `count` - 1 of each pose. */
  column(first: number, count: number): Float32Array<ArrayBuffer> {
    const numbers = new Float32Array(count * this.times.length);
    for (let i = 0; i < numbers.length; i++) numbers[i] = this.poses[POSE_SIZE * Math.floor(i / count) + first + (i % count)];
    return numbers;
  }

  #isSame(last: number, poses: Float32Array, at: number): boolean {
    const sign = this.#isOpposite(last, poses, at) ? -1 : 1;
    for (let k = 0; k < POSE_SIZE; k++) {
      if (this.poses[last + k] !== (k < 3 ? poses[at + k] : sign * poses[at + k])) return false;
    }
    return true;
  }

  #isOpposite(last: number, poses: Float32Array, at: number): boolean {
    let cosine = 0;
    for (let k = 3; k < POSE_SIZE; k++) cosine += this.poses[last + k] * poses[at + k];
    return cosine < 0;
  }
}
