// Two capsules: the nearest points of their segments in closed form (Ericson, Real-Time Collision Detection, 5.1.9).

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { leaveApart, type PrincipalContact } from './principal-contact.js';

/** Squared sine of the angle below which two segments are parallel [1]. */
const PARALLEL = 1e-16;
/** Segments nearer than this share of the capsules' size cross [1]. */
const CROSSING = 1e-9;

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

export function capsuleCapsule(a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact): boolean {
  const ux = a.r[1];
  const uy = a.r[4];
  const uz = a.r[7];
  const vx = b.r[1];
  const vy = b.r[4];
  const vz = b.r[7];
  const x = b.x - a.x;
  const y = b.y - a.y;
  const z = b.z - a.z;
  const uv = ux * vx + uy * vy + uz * vz;
  const xu = x * ux + y * uy + z * uz;
  const xv = x * vx + y * vy + z * vz;
  const cx = uy * vz - uz * vy;
  const cy = uz * vx - ux * vz;
  const cz = ux * vy - uy * vx;
  const sine = cx * cx + cy * cy + cz * cz;
  let s = 0;
  if (sine > PARALLEL) {
    s = clamp((xu - uv * xv) / sine, a.b);
  } else {
    // parallel: the middle of the stretch of A that B lies along, or A's end
    const reach = b.b * Math.abs(uv);
    s = 0.5 * (clamp(xu - reach, a.b) + clamp(xu + reach, a.b));
  }
  const t = clamp(s * uv - xv, b.b);
  s = clamp(xu + t * uv, a.b);
  const dx = x + t * vx - s * ux;
  const dy = y + t * vy - s * uy;
  const dz = z + t * vz - s * uz;
  const limit = a.a + b.a + envelope;
  const square = dx * dx + dy * dy + dz * dz;
  const distance = Math.sqrt(square);
  if (square > limit * limit) return leaveApart(out, distance - limit);
  if (distance > CROSSING * (limit + a.b + b.b)) {
    out.nx = dx / distance;
    out.ny = dy / distance;
    out.nz = dz / distance;
  } else if (sine > CROSSING) {
    // the segments cross: out across both
    const side = (x * cx + y * cy + z * cz < 0 ? -1 : 1) / Math.sqrt(sine);
    out.nx = side * cx;
    out.ny = side * cy;
    out.nz = side * cz;
  } else {
    out.nx = a.r[0];
    out.ny = a.r[3];
    out.nz = a.r[6];
  }
  out.gap = distance - a.a - b.a;
  out.ax = a.x + s * ux + a.a * out.nx;
  out.ay = a.y + s * uy + a.a * out.ny;
  out.az = a.z + s * uz + a.a * out.nz;
  out.bx = out.ax + out.gap * out.nx;
  out.by = out.ay + out.gap * out.ny;
  out.bz = out.az + out.gap * out.nz;
  return true;
}
