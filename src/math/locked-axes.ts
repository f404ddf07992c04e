// Locked axes as bits: bits 0 to 2 lock translation along x, y and z, bits 3 to 5 rotation about them.

export const ALL_LOCKS = 0b111111;
export const ROTATION_LOCKS = 0b111000;

/** Whether an axis is locked: 0 to 2 for translation, 3 to 5 for rotation. */
export function isLockedAxis(locks: number, axis: number): boolean {
  return (locks & (1 << axis)) !== 0;
}

/** Sets the components of locked axes to 0 in the six numbers at u[k ..], a velocity or an impulse. */
export function clearLocked(u: Float64Array, k: number, locks: number): void {
  for (let axis = 0; axis < 6; axis++) if (isLockedAxis(locks, axis)) u[k + axis] = 0;
}

/**
 * Locks rotation axes in the inverse inertia at s[at ..] (xx, yy, zz, xy, xz, yz). The result is the inverse of the
 * inertia's block of free axes, and zero elsewhere. Locking axis k subtracts s_k s_k^T / s_kk, where s_k is column k.
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

/** Index of the entry of two different axes in xx, yy, zz, xy, xz, yz. */
function crossEntry(i: number, j: number): number {
  return 2 + i + j;
}
