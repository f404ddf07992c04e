// The positive part of a symmetric matrix, by Jacobi's cyclic rotations, as principalAxes() has them, but in place.

/** The planes that are rotated in turn. */
const PLANES = [0, 1, 0, 2, 1, 2] as const;
const MOST_SWEEPS = 12;

export class PositivePart {
  /** The matrix while it is taken apart, and its eigenvectors, by columns. */
  readonly #matrix = new Float64Array(9);
  readonly #axes = new Float64Array(9);

  /** Leaves of a symmetric matrix [xx, yy, zz, xy, xz, yz] what is along eigenvectors with eigenvalues above zero. */
  keep(s: Float64Array, at: number): void {
    const m = this.#matrix;
    const v = this.#axes;
    m[0] = s[at];
    m[4] = s[at + 1];
    m[8] = s[at + 2];
    m[1] = m[3] = s[at + 3];
    m[2] = m[6] = s[at + 4];
    m[5] = m[7] = s[at + 5];
    v.fill(0);
    v[0] = v[4] = v[8] = 1;
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      const off = m[1] * m[1] + m[2] * m[2] + m[5] * m[5];
      if (off <= 1e-24 * (m[0] * m[0] + m[4] * m[4] + m[8] * m[8])) break;
      for (let plane = 0; plane < 6; plane += 2) this.#rotate(PLANES[plane], PLANES[plane + 1]);
    }
    for (let j = 0; j < 6; j++) s[at + j] = 0;
    for (let e = 0; e < 3; e++) {
      const value = m[4 * e];
      if (!(value > 0)) continue;
      s[at] += value * v[e] * v[e];
      s[at + 1] += value * v[3 + e] * v[3 + e];
      s[at + 2] += value * v[6 + e] * v[6 + e];
      s[at + 3] += value * v[e] * v[3 + e];
      s[at + 4] += value * v[e] * v[6 + e];
      s[at + 5] += value * v[3 + e] * v[6 + e];
    }
  }

  /** Turns the axes p and q so that nothing is left between them. */
  #rotate(p: number, q: number): void {
    const m = this.#matrix;
    const v = this.#axes;
    const between = m[3 * p + q];
    if (between === 0) return;
    const theta = (m[4 * q] - m[4 * p]) / (2 * between);
    const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    const c = 1 / Math.sqrt(t * t + 1);
    const s = t * c;
    for (let k = 0; k < 3; k++) {
      const kp = m[3 * k + p];
      const kq = m[3 * k + q];
      m[3 * k + p] = c * kp - s * kq;
      m[3 * k + q] = s * kp + c * kq;
    }
    for (let k = 0; k < 3; k++) {
      const pk = m[3 * p + k];
      const qk = m[3 * q + k];
      m[3 * p + k] = c * pk - s * qk;
      m[3 * q + k] = s * pk + c * qk;
      const vp = v[3 * k + p];
      const vq = v[3 * k + q];
      v[3 * k + p] = c * vp - s * vq;
      v[3 * k + q] = s * vp + c * vq;
    }
  }
}
