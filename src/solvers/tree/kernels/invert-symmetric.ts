// Inverses of small symmetric matrices.

/** A row is dependent when so much of its own response is left by the rows before it, where nobody says more [1]. */
export const DEPENDENT = 1e-13;

/**
 * The inverse of the n x n matrix at from[at ..], which is positive definite but for rows that depend on others, by L D
 * L^T, to to[at ..]; both have rows of six numbers. Of `from` the lower triangle is read and overwritten. A row that
 * depends on those before it is left out: its row and column of the inverse are zero.
 */
export function invertSmall(from: Float64Array, at: number, n: number, to: Float64Array, least = DEPENDENT): void {
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
    const dependent = !(d > least * own);
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

/** The inverse of the positive definite 6 x 6 matrix whose lower triangle is at from[at ..], by L D L^T, to to[at ..]. */
export function invertSix(from: Float64Array, at: number, to: Float64Array): void {
  // L D in columns, and 1 / D.
  const d0 = 1 / from[at];
  const s10 = from[at + 6];
  const s20 = from[at + 12];
  const s30 = from[at + 18];
  const s40 = from[at + 24];
  const s50 = from[at + 30];
  const l10 = s10 * d0;
  const d1 = 1 / (from[at + 7] - s10 * l10);
  const s21 = from[at + 13] - s20 * l10;
  const s31 = from[at + 19] - s30 * l10;
  const s41 = from[at + 25] - s40 * l10;
  const s51 = from[at + 31] - s50 * l10;
  const l20 = s20 * d0;
  const l21 = s21 * d1;
  const d2 = 1 / (from[at + 14] - s20 * l20 - s21 * l21);
  const s32 = from[at + 20] - s30 * l20 - s31 * l21;
  const s42 = from[at + 26] - s40 * l20 - s41 * l21;
  const s52 = from[at + 32] - s50 * l20 - s51 * l21;
  const l30 = s30 * d0;
  const l31 = s31 * d1;
  const l32 = s32 * d2;
  const d3 = 1 / (from[at + 21] - s30 * l30 - s31 * l31 - s32 * l32);
  const s43 = from[at + 27] - s40 * l30 - s41 * l31 - s42 * l32;
  const s53 = from[at + 33] - s50 * l30 - s51 * l31 - s52 * l32;
  const l40 = s40 * d0;
  const l41 = s41 * d1;
  const l42 = s42 * d2;
  const l43 = s43 * d3;
  const d4 = 1 / (from[at + 28] - s40 * l40 - s41 * l41 - s42 * l42 - s43 * l43);
  const s54 = from[at + 34] - s50 * l40 - s51 * l41 - s52 * l42 - s53 * l43;
  const l50 = s50 * d0;
  const l51 = s51 * d1;
  const l52 = s52 * d2;
  const l53 = s53 * d3;
  const l54 = s54 * d4;
  const d5 = 1 / (from[at + 35] - s50 * l50 - s51 * l51 - s52 * l52 - s53 * l53 - s54 * l54);
  // L^-1.
  const i10 = -l10;
  const i20 = -(l20 + l21 * i10);
  const i30 = -(l30 + l31 * i10 + l32 * i20);
  const i40 = -(l40 + l41 * i10 + l42 * i20 + l43 * i30);
  const i50 = -(l50 + l51 * i10 + l52 * i20 + l53 * i30 + l54 * i40);
  const i21 = -l21;
  const i31 = -(l31 + l32 * i21);
  const i41 = -(l41 + l42 * i21 + l43 * i31);
  const i51 = -(l51 + l52 * i21 + l53 * i31 + l54 * i41);
  const i32 = -l32;
  const i42 = -(l42 + l43 * i32);
  const i52 = -(l52 + l53 * i32 + l54 * i42);
  const i43 = -l43;
  const i53 = -(l53 + l54 * i43);
  const i54 = -l54;
  // L^-T D^-1 L^-1.
  const w10 = d1 * i10;
  const w20 = d2 * i20;
  const w30 = d3 * i30;
  const w40 = d4 * i40;
  const w50 = d5 * i50;
  const w21 = d2 * i21;
  const w31 = d3 * i31;
  const w41 = d4 * i41;
  const w51 = d5 * i51;
  const w32 = d3 * i32;
  const w42 = d4 * i42;
  const w52 = d5 * i52;
  const w43 = d4 * i43;
  const w53 = d5 * i53;
  const w54 = d5 * i54;
  to[at] = d0 + w10 * i10 + w20 * i20 + w30 * i30 + w40 * i40 + w50 * i50;
  const e10 = d1 * i10 + w21 * i20 + w31 * i30 + w41 * i40 + w51 * i50;
  to[at + 6] = e10;
  to[at + 1] = e10;
  to[at + 7] = d1 + w21 * i21 + w31 * i31 + w41 * i41 + w51 * i51;
  const e20 = d2 * i20 + w32 * i30 + w42 * i40 + w52 * i50;
  to[at + 12] = e20;
  to[at + 2] = e20;
  const e21 = d2 * i21 + w32 * i31 + w42 * i41 + w52 * i51;
  to[at + 13] = e21;
  to[at + 8] = e21;
  to[at + 14] = d2 + w32 * i32 + w42 * i42 + w52 * i52;
  const e30 = d3 * i30 + w43 * i40 + w53 * i50;
  to[at + 18] = e30;
  to[at + 3] = e30;
  const e31 = d3 * i31 + w43 * i41 + w53 * i51;
  to[at + 19] = e31;
  to[at + 9] = e31;
  const e32 = d3 * i32 + w43 * i42 + w53 * i52;
  to[at + 20] = e32;
  to[at + 15] = e32;
  to[at + 21] = d3 + w43 * i43 + w53 * i53;
  const e40 = d4 * i40 + w54 * i50;
  to[at + 24] = e40;
  to[at + 4] = e40;
  const e41 = d4 * i41 + w54 * i51;
  to[at + 25] = e41;
  to[at + 10] = e41;
  const e42 = d4 * i42 + w54 * i52;
  to[at + 26] = e42;
  to[at + 16] = e42;
  const e43 = d4 * i43 + w54 * i53;
  to[at + 27] = e43;
  to[at + 22] = e43;
  to[at + 28] = d4 + w54 * i54;
  const e50 = d5 * i50;
  to[at + 30] = e50;
  to[at + 5] = e50;
  const e51 = d5 * i51;
  to[at + 31] = e51;
  to[at + 11] = e51;
  const e52 = d5 * i52;
  to[at + 32] = e52;
  to[at + 17] = e52;
  const e53 = d5 * i53;
  to[at + 33] = e53;
  to[at + 23] = e53;
  const e54 = d5 * i54;
  to[at + 34] = e54;
  to[at + 29] = e54;
  to[at + 35] = d5;
}
