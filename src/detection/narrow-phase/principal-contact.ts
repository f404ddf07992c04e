// What the narrow phase says of two shapes: how far apart, along which direction, and the closest points. The kernel compiles it too.

import type { F64, I32, Numbers } from '../../kernels/shared/numbers.js';

/** Further apart than the collision envelope. */
export const SEPARATED = 0;
/** Within the envelope, not inside each other. */
export const TOUCHING = 1;
/** Inside each other. */
export const PENETRATING = 2;

/** No face showed that two shapes are apart. */
export const NO_AXIS: I32 = -1;

/** The closest pair of points of two shapes, in the frame both are placed in: the paper's minPC(e). */
export class PrincipalContact {
  /** Signed distance: > 0 apart, < 0 penetrating [m]. */
  gap: F64 = 0;
  /** Unit normal from A to B [1]. */
  nx: F64 = 0;
  ny: F64 = 1;
  nz: F64 = 0;
  /** Witness on the surface of A [m]. */
  ax: F64 = 0;
  ay: F64 = 0;
  az: F64 = 0;
  /** Witness on the surface of B: a + gap n [m]. */
  bx: F64 = 0;
  by: F64 = 0;
  bz: F64 = 0;
  /** Of two boxes that are further apart than was asked: the axis of the face that showed it; else NO_AXIS. */
  separatingAxis: I32 = NO_AXIS;
  /** Of two shapes that are further apart than was asked: by how much, or less; 0 where that is not known [m]. */
  room: F64 = 0;
}

/** Notes by how much more than was asked two shapes are apart, or less [m], and says false: there is no contact. */
export function leaveApart(out: PrincipalContact, room: F64): boolean {
  out.room = room;
  return false;
}

/** Turns the contact of (b, a) into that of (a, b). */
export function mirror(contact: PrincipalContact): void {
  const { ax, ay, az } = contact;
  contact.nx = -contact.nx;
  contact.ny = -contact.ny;
  contact.nz = -contact.nz;
  contact.ax = contact.bx;
  contact.ay = contact.by;
  contact.az = contact.bz;
  contact.bx = ax;
  contact.by = ay;
  contact.bz = az;
}

/** Numbers of a principal contact in a table: gap, normal, point on A, point on B. */
export const PRINCIPAL_SIZE = 10;

/** Writes a principal contact to row `row` of a column. */
export function keepPrincipal(from: PrincipalContact, to: Numbers, row: I32): void {
  const k = PRINCIPAL_SIZE * row;
  to[k] = from.gap;
  to[k + 1] = from.nx;
  to[k + 2] = from.ny;
  to[k + 3] = from.nz;
  to[k + 4] = from.ax;
  to[k + 5] = from.ay;
  to[k + 6] = from.az;
  to[k + 7] = from.bx;
  to[k + 8] = from.by;
  to[k + 9] = from.bz;
}

/** Reads it again. */
export function readPrincipal(from: Numbers, row: I32, to: PrincipalContact): void {
  const k = PRINCIPAL_SIZE * row;
  to.gap = from[k];
  to.nx = from[k + 1];
  to.ny = from[k + 2];
  to.nz = from[k + 3];
  to.ax = from[k + 4];
  to.ay = from[k + 5];
  to.az = from[k + 6];
  to.bx = from[k + 7];
  to.by = from[k + 8];
  to.bz = from[k + 9];
}
