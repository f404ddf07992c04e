// Any bounded shape against a half-space: the shape's point farthest down. The half-space is always shape B.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { leaveApart, type PrincipalContact } from './principal-contact.js';
import { coreRadius, coreSupport } from './support.js';

interface HalfSpaceWorkspace {
  /** Into the half-space, and the point of a core that is farthest there. */
  readonly down: Float64Array;
  readonly lowest: Float64Array;
}

export function halfSpacePair(
  a: PlacedShape,
  b: PlacedShape,
  envelope: number,
  out: PrincipalContact,
  { down, lowest }: HalfSpaceWorkspace,
): boolean {
  down[0] = -b.r[1];
  down[1] = -b.r[4];
  down[2] = -b.r[7];
  coreSupport(a, down, 1, lowest, 0);
  const radius = coreRadius(a);
  const gap = (b.x - lowest[0]) * down[0] + (b.y - lowest[1]) * down[1] + (b.z - lowest[2]) * down[2] - radius;
  if (gap > envelope) return leaveApart(out, gap - envelope);
  out.gap = gap;
  out.nx = down[0];
  out.ny = down[1];
  out.nz = down[2];
  out.ax = lowest[0] + radius * out.nx;
  out.ay = lowest[1] + radius * out.ny;
  out.az = lowest[2] + radius * out.nz;
  out.bx = out.ax + gap * out.nx;
  out.by = out.ay + gap * out.ny;
  out.bz = out.az + gap * out.nz;
  return true;
}

/**
 * Two half-spaces, as a trigger may meet a floor: they part only when they face each other squarely, and otherwise no translation
 * parts them. No body is moved by such a pair.
 */
export function twoHalfSpaces(a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact): boolean {
  out.nx = a.r[1];
  out.ny = a.r[4];
  out.nz = a.r[7];
  const opposed = out.nx * b.r[1] + out.ny * b.r[4] + out.nz * b.r[7] < -1 + 1e-12;
  const distance = out.nx * (b.x - a.x) + out.ny * (b.y - a.y) + out.nz * (b.z - a.z);
  out.gap = opposed ? distance : Number.NEGATIVE_INFINITY;
  out.ax = a.x;
  out.ay = a.y;
  out.az = a.z;
  const step = opposed ? distance : 0;
  out.bx = a.x + step * out.nx;
  out.by = a.y + step * out.ny;
  out.bz = a.z + step * out.nz;
  return out.gap <= envelope;
}
