// Locked axes as bits: the first three of translations along x, y and z, the others of rotations about them.

export const ALL_LOCKS = 0b111111;
export const ROTATION_LOCKS = 0b111000;

/** Whether an axis is locked: 0 to 2 along, 3 to 5 about. */
export function isLockedAxis(locks: number, axis: number): boolean {
  return (locks & (1 << axis)) !== 0;
}

/** Takes what is locked from the six numbers at u[k ..]: a velocity, or an impulse. */
export function clearLocked(u: Float64Array, k: number, locks: number): void {
  for (let axis = 0; axis < 6; axis++) if (isLockedAxis(locks, axis)) u[k + axis] = 0;
}

/**
 * Locks axes of the inverse inertia at s[at ..], which is xx, yy, zz, xy, xz, yz. What is left is the inverse of the part of the
 * inertia that is of the free axes, and zero elsewhere. Locking axis k takes s_k s_k^T / s_kk, with s_k the column of k.
 */
export function lockInverseInertia(s: Float64Array, at: number, locks: number): void {
  for (let k = 0; k < 3; k++) {
    if (!isLockedAxis(locks, 3 + k)) continue;
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const ki = at + crossEntry(k, i);
    const kj = at + crossEntry(k, j);
    const ij = at + crossEntry(i, j);
    const own = s[at + k];
    if (own > 0) {
      s[at + i] -= (s[ki] * s[ki]) / own;
      s[at + j] -= (s[kj] * s[kj]) / own;
      s[ij] -= (s[ki] * s[kj]) / own;
    }
    s[at + k] = s[ki] = s[kj] = 0;
  }
}

/** Where the entry of two different axes is in xx, yy, zz, xy, xz, yz. */
function crossEntry(i: number, j: number): number {
  return 2 + i + j;
}
