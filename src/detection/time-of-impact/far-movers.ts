// Who has gone far since the detection of the step: one pass over all movers in every step, by bounds that need no roots and
// no divisions. The kernel has the same loop (kernels/assembly/far-movers.ts).

/**
 * Notes bounds on the squares of how far movers have gone within so long [s], as shares of what lets their thinnest
 * shapes pass the thinnest of all, of the rows from `first` to before `end`: the two that are most, at squares[0] and
 * squares[1]. Lists at far[count] and so on those whose square is more than enough, as many as there is room for, and
 * returns how many there are then. What the detection noted of a row, its position, orientation and more, takes `width` numbers.
 */
export function noteFarMovers(
  squares: Float64Array,
  far: Int32Array,
  room: number,
  farCount: number,
  position: Float64Array,
  orientation: Float64Array,
  velocity: Float64Array,
  detected: Float64Array,
  width: number,
  thinness: Float64Array,
  slenderness: Float64Array,
  length: number,
  enough: number,
  first: number,
  end: number,
): number {
  const squareOfLength = length * length;
  let most = squares[0];
  let next = squares[1];
  let count = farCount;
  for (let row = first; row < end; row++) {
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
      const turn = qx * qx + qz * qz + (qy * qy + qw * qw);
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
        const bound = 2 * (square + swing);
        if (bound > next || bound > enough) square += swing + 2 * Math.sqrt(square * swing);
      }
    }
    if (square > next) {
      next = square > most ? most : square;
      if (square > most) most = square;
    }
    if (square > enough) {
      if (count < room) far[count] = row;
      count++;
    }
  }
  squares[0] = most;
  squares[1] = next;
  return count;
}
