// Who has gone far since the detection of the step: one pass over all movers in every step
// (detection/time-of-impact/anchors.ts).

import type { F64, I32, Numbers } from './numbers.js';

/**
 * Notes bounds on the squares of how far movers have gone within so long [s], as shares of what lets their thinnest
 * shapes pass the thinnest of all, of the rows from `first` to before `end`: the two that are most, at farthest[0] and
 * farthest[1]. What the detection noted of a row, its position, orientation and more, takes `width` numbers.
 */
export function noteFarMovers(
  farthest: Numbers,
  position: Numbers,
  orientation: Numbers,
  velocity: Numbers,
  detected: Numbers,
  width: I32,
  thinness: Numbers,
  slenderness: Numbers,
  length: F64,
  first: I32,
  end: I32,
): void {
  const squareOfLength = length * length;
  let most = farthest[0];
  let next = farthest[1];
  for (let row: I32 = first; row < end; row++) {
    const i = 3 * row;
    const d = width * row;
    const dx = position[i] - detected[d];
    const dy = position[i + 1] - detected[d + 1];
    const dz = position[i + 2] - detected[d + 2];
    let square = thinness[row] * (dx * dx + dy * dy + dz * dz);
    const slender = slenderness[row];
    if (slender !== 0) {
      const j = 4 * row;
      const qx = orientation[j] - detected[d + 3];
      const qy = orientation[j + 1] - detected[d + 4];
      const qz = orientation[j + 2] - detected[d + 5];
      const qw = orientation[j + 3] - detected[d + 6];
      const turn = qx * qx + qy * qy + qz * qz + qw * qw;
      if (turn !== 0) {
        const k = 6 * row + 3;
        const wx = velocity[k];
        const wy = velocity[k + 1];
        const wz = velocity[k + 2];
        const spun = squareOfLength * (wx * wx + wy * wy + wz * wz);
        // Quaternions that differ by so much differ by an angle of no more than 2.01 times that, or pi times.
        const turned = (turn < 0.1 ? 2.01 * 2.01 : Math.PI * Math.PI) * turn;
        const swing = slender * (turned > spun ? turned : spun);
        // The square of a sum of two ways is no more than twice the sum of their squares.
        if (2 * (square + swing) > next) square += swing + 2 * Math.sqrt(square * swing);
      }
    }
    if (square > next) {
      next = square > most ? most : square;
      if (square > most) most = square;
    }
  }
  farthest[0] = most;
  farthest[1] = next;
}
