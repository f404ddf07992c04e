// The solid angle of a triangle seen from a point (van Oosterom and Strackee 1983), for winding numbers.

import { atan2 } from '../math/portable.js';

/**
 * Half the solid angle of triangle abc, with corners relative to the viewpoint [m]; positive if it faces away [rad].
 */
export function halfSolidAngle(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  return atan2(volume, la * lb * lc + ab * lc + bc * la + ca * lb);
}
