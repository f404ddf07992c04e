// The inverse of a small symmetric matrix that is positive definite but for rows that depend on others.

/** A row is dependent when so much of its own response is left by the rows before it [1]. */
const DEPENDENT = 1e-13;

/**
 * The inverse of the n x n matrix at from[at ..] by L D L^T, to to[at ..]; both have rows of six numbers. Of `from` the lower triangle
 * is read and overwritten. A row that depends on those before it is left out: its row and column of the inverse are zero.
 */
export function invertSmall(from: Float64Array, at: number, n: number, to: Float64Array): void {
  // L in the strict lower triangle, D^-1 on the diagonal.
  for (let j = 0; j < n; j++) {
    const rowJ = at + 6 * j;
    const own = from[rowJ + j];
    // Entries of the row still hold L D of the columns before.
    let d = own;
    for (let k = 0; k < j; k++) {
      const ld = from[rowJ + k];
      const l = ld * from[at + 7 * k];
      d -= ld * l;
      from[rowJ + k] = l;
    }
    const dependent = !(d > DEPENDENT * own);
    if (dependent) for (let k = 0; k < j; k++) from[rowJ + k] = 0;
    from[rowJ + j] = dependent ? 0 : 1 / d;
    for (let i = j + 1; i < n; i++) {
      const rowI = at + 6 * i;
      let sum = dependent ? 0 : from[rowI + j];
      if (!dependent) for (let k = 0; k < j; k++) sum -= from[rowI + k] * from[rowJ + k];
      from[rowI + j] = sum;
    }
  }
  // L^-1 in place, row by row.
  for (let i = 1; i < n; i++) {
    const rowI = at + 6 * i;
    for (let j = 0; j < i; j++) {
      let sum = from[rowI + j];
      for (let k = j + 1; k < i; k++) sum += from[rowI + k] * from[at + 6 * k + j];
      from[rowI + j] = -sum;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      // Sum over k >= i of L^-1[k][i] D^-1[k] L^-1[k][j].
      let sum = i === j ? from[at + 7 * i] : from[at + 7 * i] * from[at + 6 * i + j];
      for (let k = i + 1; k < n; k++) sum += from[at + 6 * k + i] * from[at + 7 * k] * from[at + 6 * k + j];
      to[at + 6 * i + j] = sum;
      to[at + 6 * j + i] = sum;
    }
  }
}
