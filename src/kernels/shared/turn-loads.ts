// Loads of the last step on the contacts as they are now (steppers/gsp/keep-loads.ts says what for).

import type { F64, I32, Integers, Numbers } from './numbers.js';

/** A part of an impulse below this is rounding [1]. */
const ROUNDING: F64 = 1e-9;
/** Friction above its limit by less than this is rounding: sweeps are in single precision [1]. */
const ROUNDING_OF_SWEEPS: F64 = 1e-5;

/**
 * Lays the friction of the loads of edges[0 .. edgeCount) across their normals, and within their cones. Coefficients are those of
 * materials, in a table of so many columns; contacts that have `own` among the bits of `ownSurface` have their own.
 */
export function turnLoads(
  edges: Integers,
  edgeCount: I32,
  firstContact: Integers,
  contactCount: Integers,
  shapes: Integers,
  loads: Numbers,
  n: Numbers,
  ownSurface: Integers,
  ownFriction: Numbers,
  own: I32,
  material: Integers,
  columns: I32,
  friction: Numbers,
): void {
  for (let i: I32 = 0; i < edgeCount; i++) {
    const edge = edges[i];
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const k = 4 * c + 1;
      const size = loads[4 * c] + Math.abs(loads[k]) + Math.abs(loads[k + 1]) + Math.abs(loads[k + 2]);
      if (size === 0) continue;
      const along = n[3 * c] * loads[k] + n[3 * c + 1] * loads[k + 1] + n[3 * c + 2] * loads[k + 2];
      if (Math.abs(along) > ROUNDING * size) {
        loads[k] -= along * n[3 * c];
        loads[k + 1] -= along * n[3 * c + 1];
        loads[k + 2] -= along * n[3 * c + 2];
      }
      const ofMaterials = friction[material[shapes[2 * c]] * columns + material[shapes[2 * c + 1]]];
      const limit = ((ownSurface[c] & own) !== 0 ? ownFriction[c] : ofMaterials) * loads[4 * c];
      const squared = loads[k] * loads[k] + loads[k + 1] * loads[k + 1] + loads[k + 2] * loads[k + 2];
      if (squared <= limit * limit * (1 + ROUNDING_OF_SWEEPS)) continue;
      const part = limit / Math.sqrt(squared);
      loads[k] *= part;
      loads[k + 1] *= part;
      loads[k + 2] *= part;
    }
  }
}
