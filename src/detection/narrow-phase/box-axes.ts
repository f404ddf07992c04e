// The axes along which two boxes may be apart (Gottschalk, Lin and Manocha, OBBTree, 1996): six face normals and nine cross products of
// edges. Along which of them the boxes are farthest apart, or least inside each other.
//
// Every axis is written out: of all geometry this is run the most, and loops over small arrays take three times as long. The kernel
// compiles it too.

import { type F64, type I32, INFINITE, type Integers, type Numbers } from '../../kernels/shared/numbers.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { NO_AXIS } from './principal-contact.js';

/** Squared sine of the angle below which two edges are parallel and their cross product is no axis [1]. */
const PARALLEL = 1e-8;
/** The margin: a share of the depth [1] and a share of the smallest half extent [1]. */
const MARGIN_OF_DEPTH = 0.01;
const MARGIN_OF_SIZE = 1e-3;
/** Axes are numbered: A's faces 0 to 2, B's faces 3 to 5, the pair of A's edge i and B's edge j 6 + 3i + j. */
export const FIRST_OF_B = 3;
export const FIRST_EDGE = 6;
/** Families of axes. */
export const FACES_OF_A = 0;
export const FACES_OF_B = 1;
export const EDGES = 2;

/** What is known of the axes of two boxes. */
export class BoxAxes {
  /** Dot products of the axes of A and B: entry 3i + j is of A's axis i and B's axis j [1]. */
  readonly cosine: Numbers = new Float64Array(9);
  /** From A's centre to B's along A's axes and along B's [m]. */
  readonly along: Numbers = new Float64Array(6);
  /** Half extents of A, then of B [m]. */
  readonly half: Numbers = new Float64Array(6);
  /** The smallest of them [m]. */
  smallest: F64 = 0;
  /** The largest separation of each family of axes, A's faces, B's faces, pairs of edges [m], and the axis it is along. */
  readonly separations: Numbers = new Float64Array(3);
  readonly axes: Integers = new Int32Array(3);
  /** The axis of the face that showed the boxes to be apart, or NO_AXIS. */
  separating: I32 = NO_AXIS;
  /** The largest gap asked for, and how much larger that along the axis is that showed the boxes to be apart [m]. */
  asked: F64 = 0;
  room: F64 = 0;
}

/** Takes the separation along the axis of a face, if it is the family's largest; false when it is more than was asked for. */
function takeFace(work: BoxAxes, family: I32, axis: I32, gap: F64): boolean {
  const { separations, axes } = work;
  if (gap > work.asked) {
    work.separating = axis;
    work.room = gap - work.asked;
    return false;
  }
  if (gap > separations[family]) {
    separations[family] = gap;
    axes[family] = axis;
  }
  return true;
}

/** The same for a pair of edges at the cosine c, whose separation is given along their cross product as it is. */
function takeEdges(work: BoxAxes, axis: I32, alongCross: F64, c: F64): boolean {
  const { separations, axes } = work;
  const square = 1 - c * c;
  if (square < PARALLEL) return true;
  const gap = alongCross / Math.sqrt(square);
  if (gap > work.asked) {
    work.room = gap - work.asked;
    return false;
  }
  if (gap > separations[EDGES]) {
    separations[EDGES] = gap;
    axes[EDGES] = axis;
  }
  return true;
}

/** Finds the separations of two boxes; false when an axis shows them to be further apart than the envelope [m]. */
export function separate(work: BoxAxes, a: PlacedShape, b: PlacedShape, envelope: F64): boolean {
  const { separations, half } = work;
  for (let k = 0; k < 3; k++) separations[k] = -INFINITE;
  work.separating = NO_AXIS;
  work.asked = envelope;
  if (!separateByFacesOfA(work, a, b) || !separateByFacesOfB(work, a, b) || !separateByEdges(work, a, b)) return false;
  half[0] = a.a;
  half[1] = a.b;
  half[2] = a.c;
  half[3] = b.a;
  half[4] = b.b;
  half[5] = b.c;
  work.smallest = Math.min(Math.min(Math.min(a.a, a.b), Math.min(a.c, b.a)), Math.min(b.b, b.c));
  return true;
}

function separateByFacesOfA(work: BoxAxes, a: PlacedShape, b: PlacedShape): boolean {
  const { cosine, along } = work;
  const p = a.r;
  const q = b.r;
  const x = b.x - a.x;
  const y = b.y - a.y;
  const z = b.z - a.z;
  const bx = b.a;
  const by = b.b;
  const bz = b.c;
  const q0 = q[0];
  const q1 = q[1];
  const q2 = q[2];
  const q3 = q[3];
  const q4 = q[4];
  const q5 = q[5];
  const q6 = q[6];
  const q7 = q[7];
  const q8 = q[8];

  const p0 = p[0];
  const p3 = p[3];
  const p6 = p[6];
  const t0 = p0 * x + p3 * y + p6 * z;
  const c00 = p0 * q0 + p3 * q3 + p6 * q6;
  const c01 = p0 * q1 + p3 * q4 + p6 * q7;
  const c02 = p0 * q2 + p3 * q5 + p6 * q8;
  cosine[0] = c00;
  cosine[1] = c01;
  cosine[2] = c02;
  along[0] = t0;
  const gap0 = Math.abs(t0) - a.a - bx * Math.abs(c00) - by * Math.abs(c01) - bz * Math.abs(c02);
  if (!takeFace(work, FACES_OF_A, 0, gap0)) return false;

  const p1 = p[1];
  const p4 = p[4];
  const p7 = p[7];
  const t1 = p1 * x + p4 * y + p7 * z;
  const c10 = p1 * q0 + p4 * q3 + p7 * q6;
  const c11 = p1 * q1 + p4 * q4 + p7 * q7;
  const c12 = p1 * q2 + p4 * q5 + p7 * q8;
  cosine[3] = c10;
  cosine[4] = c11;
  cosine[5] = c12;
  along[1] = t1;
  const gap1 = Math.abs(t1) - a.b - bx * Math.abs(c10) - by * Math.abs(c11) - bz * Math.abs(c12);
  if (!takeFace(work, FACES_OF_A, 1, gap1)) return false;

  const p2 = p[2];
  const p5 = p[5];
  const p8 = p[8];
  const t2 = p2 * x + p5 * y + p8 * z;
  const c20 = p2 * q0 + p5 * q3 + p8 * q6;
  const c21 = p2 * q1 + p5 * q4 + p8 * q7;
  const c22 = p2 * q2 + p5 * q5 + p8 * q8;
  cosine[6] = c20;
  cosine[7] = c21;
  cosine[8] = c22;
  along[2] = t2;
  const gap2 = Math.abs(t2) - a.c - bx * Math.abs(c20) - by * Math.abs(c21) - bz * Math.abs(c22);
  if (!takeFace(work, FACES_OF_A, 2, gap2)) return false;
  return true;
}

function separateByFacesOfB(work: BoxAxes, a: PlacedShape, b: PlacedShape): boolean {
  const { cosine, along } = work;
  const ax = a.a;
  const ay = a.b;
  const az = a.c;
  const c00 = cosine[0];
  const c01 = cosine[1];
  const c02 = cosine[2];
  const c10 = cosine[3];
  const c11 = cosine[4];
  const c12 = cosine[5];
  const c20 = cosine[6];
  const c21 = cosine[7];
  const c22 = cosine[8];
  const t0 = along[0];
  const t1 = along[1];
  const t2 = along[2];
  const u0 = t0 * c00 + t1 * c10 + t2 * c20;
  along[3] = u0;
  const gap0 = Math.abs(u0) - b.a - ax * Math.abs(c00) - ay * Math.abs(c10) - az * Math.abs(c20);
  if (!takeFace(work, FACES_OF_B, FIRST_OF_B + 0, gap0)) return false;
  const u1 = t0 * c01 + t1 * c11 + t2 * c21;
  along[4] = u1;
  const gap1 = Math.abs(u1) - b.b - ax * Math.abs(c01) - ay * Math.abs(c11) - az * Math.abs(c21);
  if (!takeFace(work, FACES_OF_B, FIRST_OF_B + 1, gap1)) return false;
  const u2 = t0 * c02 + t1 * c12 + t2 * c22;
  along[5] = u2;
  const gap2 = Math.abs(u2) - b.c - ax * Math.abs(c02) - ay * Math.abs(c12) - az * Math.abs(c22);
  if (!takeFace(work, FACES_OF_B, FIRST_OF_B + 2, gap2)) return false;
  return true;
}

function separateByEdges(work: BoxAxes, a: PlacedShape, b: PlacedShape): boolean {
  const { cosine, along, separations } = work;
  const ax = a.a;
  const ay = a.b;
  const az = a.c;
  const bx = b.a;
  const by = b.b;
  const bz = b.c;
  const t0 = along[0];
  const t1 = along[1];
  const t2 = along[2];
  const c00 = cosine[0];
  const c01 = cosine[1];
  const c02 = cosine[2];
  const c10 = cosine[3];
  const c11 = cosine[4];
  const c12 = cosine[5];
  const c20 = cosine[6];
  const c21 = cosine[7];
  const c22 = cosine[8];
  const s00 = Math.abs(c00);
  const s01 = Math.abs(c01);
  const s02 = Math.abs(c02);
  const s10 = Math.abs(c10);
  const s11 = Math.abs(c11);
  const s12 = Math.abs(c12);
  const s20 = Math.abs(c20);
  const s21 = Math.abs(c21);
  const s22 = Math.abs(c22);
  // The cross product of two edges is at most of length one: made longer, an overlap along it only gets deeper.
  const floor = Math.min(0, Math.max(separations[FACES_OF_A], separations[FACES_OF_B]));
  const e00 = Math.abs(t2 * c10 - t1 * c20) - (ay * s20 + az * s10 + by * s02 + bz * s01);
  if (e00 > floor && !takeEdges(work, FIRST_EDGE + 0, e00, c00)) return false;
  const e01 = Math.abs(t2 * c11 - t1 * c21) - (ay * s21 + az * s11 + bz * s00 + bx * s02);
  if (e01 > floor && !takeEdges(work, FIRST_EDGE + 1, e01, c01)) return false;
  const e02 = Math.abs(t2 * c12 - t1 * c22) - (ay * s22 + az * s12 + bx * s01 + by * s00);
  if (e02 > floor && !takeEdges(work, FIRST_EDGE + 2, e02, c02)) return false;
  const e10 = Math.abs(t0 * c20 - t2 * c00) - (az * s00 + ax * s20 + by * s12 + bz * s11);
  if (e10 > floor && !takeEdges(work, FIRST_EDGE + 3, e10, c10)) return false;
  const e11 = Math.abs(t0 * c21 - t2 * c01) - (az * s01 + ax * s21 + bz * s10 + bx * s12);
  if (e11 > floor && !takeEdges(work, FIRST_EDGE + 4, e11, c11)) return false;
  const e12 = Math.abs(t0 * c22 - t2 * c02) - (az * s02 + ax * s22 + bx * s11 + by * s10);
  if (e12 > floor && !takeEdges(work, FIRST_EDGE + 5, e12, c12)) return false;
  const e20 = Math.abs(t1 * c00 - t0 * c10) - (ax * s10 + ay * s00 + by * s22 + bz * s21);
  if (e20 > floor && !takeEdges(work, FIRST_EDGE + 6, e20, c20)) return false;
  const e21 = Math.abs(t1 * c01 - t0 * c11) - (ax * s11 + ay * s01 + bz * s20 + bx * s22);
  if (e21 > floor && !takeEdges(work, FIRST_EDGE + 7, e21, c21)) return false;
  const e22 = Math.abs(t1 * c02 - t0 * c12) - (ax * s12 + ay * s02 + bx * s21 + by * s20);
  if (e22 > floor && !takeEdges(work, FIRST_EDGE + 8, e22, c22)) return false;
  return true;
}

/** By how much another axis must beat the best one of a family [m]. */
export function margin(work: BoxAxes, family: I32): F64 {
  const { separations } = work;
  return MARGIN_OF_DEPTH * Math.abs(separations[family]) + MARGIN_OF_SIZE * work.smallest;
}

/** The family of axes to use, faces and the larger box preferred. */
export function preferredFamily(work: BoxAxes): I32 {
  const { half, separations } = work;
  const isALarger = half[0] * half[1] * half[2] >= half[3] * half[4] * half[5];
  const preferred = isALarger ? FACES_OF_A : FACES_OF_B;
  const other = isALarger ? FACES_OF_B : FACES_OF_A;
  const face = separations[other] > separations[preferred] + margin(work, preferred) ? other : preferred;
  return separations[EDGES] > separations[face] + margin(work, face) ? EDGES : face;
}

/** The family of the largest separation of all. */
export function widestFamily(work: BoxAxes): I32 {
  const { separations } = work;
  const face = separations[FACES_OF_A] >= separations[FACES_OF_B] ? FACES_OF_A : FACES_OF_B;
  return separations[EDGES] > separations[face] ? EDGES : face;
}
