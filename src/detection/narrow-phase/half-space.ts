// Any bounded shape against a half-space: the shape's point farthest down. The half-space is always shape B.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import type { PrincipalContact } from './principal-contact.js';
import { coreRadius, coreSupport } from './support.js';

const down = new Float64Array(3);
const lowest = new Float64Array(3);

export function halfSpacePair(a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact): boolean {
  down[0] = -b.r[1];
  down[1] = -b.r[4];
  down[2] = -b.r[7];
  coreSupport(a, down, 1, lowest, 0);
  const radius = coreRadius(a);
  const gap = (b.x - lowest[0]) * down[0] + (b.y - lowest[1]) * down[1] + (b.z - lowest[2]) * down[2] - radius;
  if (gap > envelope) return false;
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
