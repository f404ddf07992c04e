// Two boxes by the separating axis theorem (Gottschalk, Lin and Manocha, OBBTree, 1996): six face normals and nine cross products
// of edges. The axis along which the boxes are farthest apart (or least inside each other) is the normal.
//
// An edge axis must beat the faces by a margin, and so must a face of the smaller box, so that boxes that rest on each other keep
// their reference face from step to step. Along the chosen axis the closest points are looked for. If they are no further apart
// than the largest separation of all axes says, the answer is proven; if they are (a corner past the other box's edge), the
// general method decides.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { convexPair } from './convex-pair.js';
import type { PrincipalContact } from './principal-contact.js';
import { NO_AXIS } from './principal-contact.js';

/** Squared sine of the angle below which two edges are parallel and their cross product is no axis [1]. */
const PARALLEL = 1e-8;
/** The margin: a share of the depth [1] and a share of the smallest half extent [1]. */
const MARGIN_OF_DEPTH = 0.01;
const MARGIN_OF_SIZE = 1e-3;
/**
 * So much longer than the separation may the distance found be: a share of it [1] and a share of the smallest half extent [1].
 */
const INEXACT_OF_GAP = 1e-3;
const INEXACT_OF_SIZE = 1e-5;
/** Points this share of the smallest half extent [1] out of a face or off the separation are still in it. */
const SLACK = 1e-9;
/** Axes are numbered: A's faces 0 to 2, B's faces 3 to 5, the pair of A's edge i and B's edge j 6 + 3i + j. */
const FIRST_OF_B = 3;
const FIRST_EDGE = 6;
/** Families of axes. */
const FACES_OF_A = 0;
const FACES_OF_B = 1;
const EDGES = 2;

/** Dot products of the axes of A and B: entry 3i + j is of A's axis i and B's axis j [1]. */
const cosine = new Float64Array(9);
/** From A's centre to B's along A's axes and along B's [m]. */
const along = new Float64Array(6);
/** Half extents of A, then of B [m]. */
const half = new Float64Array(6);
/** The largest separation of each family of axes, A's faces, B's faces, pairs of edges [m], and the axis it is along. */
const separations = new Float64Array(3);
const axes = new Int32Array(3);
/** The contact found: point on the reference face [m], gap [m]. */
const found = new Float64Array(4);
/** [0]: the largest gap that proves an axis right [m]; [1]: points so far out of a face are still in it [m]. */
const tolerances = new Float64Array(2);
/** Half extents of the reference face [m]. */
const rectangle = new Float64Array(2);
/** Corners of the incident face in the frame of the reference face, three numbers each: across, across, out of it [m]. */
const incident = new Float64Array(12);

/** [0]: the axis of the face that showed two boxes to be apart, -1 while there was none. */
const separating = new Int32Array(1);

/** [0]: the largest gap asked for [m]. */
const asked = new Float64Array(1);

/** Takes the separation along the axis of a face, if it is the family's largest; false when it is more than was asked for. */
function takeFace(family: number, axis: number, gap: number): boolean {
  if (gap > asked[0]) {
    separating[0] = axis;
    return false;
  }
  if (gap > separations[family]) {
    separations[family] = gap;
    axes[family] = axis;
  }
  return true;
}

/** The same for a pair of edges at the cosine c, whose separation is given along their cross product as it is. */
function takeEdges(axis: number, alongCross: number, c: number): boolean {
  const square = 1 - c * c;
  if (square < PARALLEL) return true;
  const gap = alongCross / Math.sqrt(square);
  if (gap > asked[0]) return false;
  if (gap > separations[EDGES]) {
    separations[EDGES] = gap;
    axes[EDGES] = axis;
  }
  return true;
}

/**
 * Fills the arrays above; false when an axis shows the boxes to be further apart than the envelope. Every axis is written out: of
 * all geometry this is run the most, and loops over small arrays take three times as long.
 */
function separate(a: PlacedShape, b: PlacedShape, envelope: number): boolean {
  const p = a.r;
  const q = b.r;
  const x = b.x - a.x;
  const y = b.y - a.y;
  const z = b.z - a.z;
  const ax = a.a;
  const ay = a.b;
  const az = a.c;
  const bx = b.a;
  const by = b.b;
  const bz = b.c;
  for (let k = 0; k < 3; k++) separations[k] = Number.NEGATIVE_INFINITY;
  asked[0] = envelope;
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
  const s00 = Math.abs(c00);
  const s01 = Math.abs(c01);
  const s02 = Math.abs(c02);
  if (!takeFace(FACES_OF_A, 0, Math.abs(t0) - ax - bx * s00 - by * s01 - bz * s02)) return false;

  const p1 = p[1];
  const p4 = p[4];
  const p7 = p[7];
  const t1 = p1 * x + p4 * y + p7 * z;
  const c10 = p1 * q0 + p4 * q3 + p7 * q6;
  const c11 = p1 * q1 + p4 * q4 + p7 * q7;
  const c12 = p1 * q2 + p4 * q5 + p7 * q8;
  const s10 = Math.abs(c10);
  const s11 = Math.abs(c11);
  const s12 = Math.abs(c12);
  if (!takeFace(FACES_OF_A, 1, Math.abs(t1) - ay - bx * s10 - by * s11 - bz * s12)) return false;

  const p2 = p[2];
  const p5 = p[5];
  const p8 = p[8];
  const t2 = p2 * x + p5 * y + p8 * z;
  const c20 = p2 * q0 + p5 * q3 + p8 * q6;
  const c21 = p2 * q1 + p5 * q4 + p8 * q7;
  const c22 = p2 * q2 + p5 * q5 + p8 * q8;
  const s20 = Math.abs(c20);
  const s21 = Math.abs(c21);
  const s22 = Math.abs(c22);
  if (!takeFace(FACES_OF_A, 2, Math.abs(t2) - az - bx * s20 - by * s21 - bz * s22)) return false;

  const u0 = t0 * c00 + t1 * c10 + t2 * c20;
  if (!takeFace(FACES_OF_B, FIRST_OF_B + 0, Math.abs(u0) - bx - ax * s00 - ay * s10 - az * s20)) return false;
  const u1 = t0 * c01 + t1 * c11 + t2 * c21;
  if (!takeFace(FACES_OF_B, FIRST_OF_B + 1, Math.abs(u1) - by - ax * s01 - ay * s11 - az * s21)) return false;
  const u2 = t0 * c02 + t1 * c12 + t2 * c22;
  if (!takeFace(FACES_OF_B, FIRST_OF_B + 2, Math.abs(u2) - bz - ax * s02 - ay * s12 - az * s22)) return false;

  // The cross product of two edges is at most of length one: made longer, an overlap along it only gets deeper.
  const floor = Math.min(0, Math.max(separations[FACES_OF_A], separations[FACES_OF_B]));
  const e00 = Math.abs(t2 * c10 - t1 * c20) - (ay * s20 + az * s10 + by * s02 + bz * s01);
  if (e00 > floor && !takeEdges(FIRST_EDGE + 0, e00, c00)) return false;
  const e01 = Math.abs(t2 * c11 - t1 * c21) - (ay * s21 + az * s11 + bz * s00 + bx * s02);
  if (e01 > floor && !takeEdges(FIRST_EDGE + 1, e01, c01)) return false;
  const e02 = Math.abs(t2 * c12 - t1 * c22) - (ay * s22 + az * s12 + bx * s01 + by * s00);
  if (e02 > floor && !takeEdges(FIRST_EDGE + 2, e02, c02)) return false;
  const e10 = Math.abs(t0 * c20 - t2 * c00) - (az * s00 + ax * s20 + by * s12 + bz * s11);
  if (e10 > floor && !takeEdges(FIRST_EDGE + 3, e10, c10)) return false;
  const e11 = Math.abs(t0 * c21 - t2 * c01) - (az * s01 + ax * s21 + bz * s10 + bx * s12);
  if (e11 > floor && !takeEdges(FIRST_EDGE + 4, e11, c11)) return false;
  const e12 = Math.abs(t0 * c22 - t2 * c02) - (az * s02 + ax * s22 + bx * s11 + by * s10);
  if (e12 > floor && !takeEdges(FIRST_EDGE + 5, e12, c12)) return false;
  const e20 = Math.abs(t1 * c00 - t0 * c10) - (ax * s10 + ay * s00 + by * s22 + bz * s21);
  if (e20 > floor && !takeEdges(FIRST_EDGE + 6, e20, c20)) return false;
  const e21 = Math.abs(t1 * c01 - t0 * c11) - (ax * s11 + ay * s01 + bz * s20 + bx * s22);
  if (e21 > floor && !takeEdges(FIRST_EDGE + 7, e21, c21)) return false;
  const e22 = Math.abs(t1 * c02 - t0 * c12) - (ax * s12 + ay * s02 + bx * s21 + by * s20);
  if (e22 > floor && !takeEdges(FIRST_EDGE + 8, e22, c22)) return false;

  half[0] = ax;
  half[1] = ay;
  half[2] = az;
  half[3] = bx;
  half[4] = by;
  half[5] = bz;
  along[0] = t0;
  along[1] = t1;
  along[2] = t2;
  along[3] = u0;
  along[4] = u1;
  along[5] = u2;
  cosine[0] = c00;
  cosine[1] = c01;
  cosine[2] = c02;
  cosine[3] = c10;
  cosine[4] = c11;
  cosine[5] = c12;
  cosine[6] = c20;
  cosine[7] = c21;
  cosine[8] = c22;
  return true;
}

/** The smallest half extent of the two boxes [m]. */
function smallest(): number {
  return Math.min(half[0], half[1], half[2], half[3], half[4], half[5]);
}

function margin(family: number, size: number): number {
  return MARGIN_OF_DEPTH * Math.abs(separations[family]) + MARGIN_OF_SIZE * size;
}

/** The family of axes to use, faces and the larger box preferred. */
function preferredFamily(size: number): number {
  const isALarger = half[0] * half[1] * half[2] >= half[3] * half[4] * half[5];
  const preferred = isALarger ? FACES_OF_A : FACES_OF_B;
  const other = isALarger ? FACES_OF_B : FACES_OF_A;
  const face = separations[other] > separations[preferred] + margin(preferred, size) ? other : preferred;
  return separations[EDGES] > separations[face] + margin(face, size) ? EDGES : face;
}

/** The family of the largest separation of all. */
function widestFamily(): number {
  const face = separations[FACES_OF_A] >= separations[FACES_OF_B] ? FACES_OF_A : FACES_OF_B;
  return separations[EDGES] > separations[face] ? EDGES : face;
}

/** Keeps the point (u, v) with the lower height w over the reference face. */
function offer(u: number, v: number, w: number): void {
  if (w >= found[3]) return;
  found[0] = u;
  found[1] = v;
  found[3] = w;
}

/** Offers the ends of the edge between two incident corners, cut to the reference rectangle (Liang and Barsky). */
function offerEdge(i: number, j: number): void {
  const u = rectangle[0] + tolerances[1];
  const v = rectangle[1] + tolerances[1];
  const du = incident[j] - incident[i];
  const dv = incident[j + 1] - incident[i + 1];
  const dw = incident[j + 2] - incident[i + 2];
  let from = 0;
  let to = 1;
  for (let side = 0; side < 4; side++) {
    const isU = side < 2;
    const rate = (isU ? du : dv) * ((side & 1) === 0 ? 1 : -1);
    const room = (isU ? u : v) - (isU ? incident[i] : incident[i + 1]) * ((side & 1) === 0 ? 1 : -1);
    if (rate > 0) to = Math.min(to, room / rate);
    else if (rate < 0) from = Math.max(from, room / rate);
    else if (room < 0) return;
  }
  if (from > to) return;
  offer(incident[i] + from * du, incident[i + 1] + from * dv, incident[i + 2] + from * dw);
  offer(incident[i] + to * du, incident[i + 1] + to * dv, incident[i + 2] + to * dw);
}

/** Offers the corners of the reference rectangle that are over the incident face. */
function offerCorners(): void {
  const u = rectangle[0];
  const v = rectangle[1];
  // the incident face as its first corner and two edges, its points by their shares s and t of these
  const eu = incident[3] - incident[0];
  const ev = incident[4] - incident[1];
  const ew = incident[5] - incident[2];
  const fu = incident[9] - incident[0];
  const fv = incident[10] - incident[1];
  const fw = incident[11] - incident[2];
  const area = eu * fv - ev * fu;
  if (area === 0) return;
  for (let corner = 0; corner < 4; corner++) {
    const cu = ((corner & 1) === 0 ? -u : u) - incident[0];
    const cv = ((corner & 2) === 0 ? -v : v) - incident[1];
    const s = (cu * fv - cv * fu) / area;
    const t = (eu * cv - ev * cu) / area;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) offer(cu + incident[0], cv + incident[1], incident[2] + s * ew + t * fw);
  }
}

/**
 * The deepest point of box `inc` over the face of box `ref` along its axis `i`, on the side `side` (1 or -1): sets `found` to the
 * point on the reference face and the gap. False when no part of the incident face is over it.
 */
function deepestOverFace(ref: PlacedShape, inc: PlacedShape, i: number, side: number): boolean {
  const p = ref.r;
  const q = inc.r;
  const j = i === 2 ? 0 : i + 1;
  const k = 3 - i - j;
  const nx = side * p[i];
  const ny = side * p[3 + i];
  const nz = side * p[6 + i];
  const out = i === 0 ? ref.a : i === 1 ? ref.b : ref.c;
  const u = j === 0 ? ref.a : j === 1 ? ref.b : ref.c;
  const v = k === 0 ? ref.a : k === 1 ? ref.b : ref.c;
  // the incident face is the one that looks most against the normal
  const d0 = nx * q[0] + ny * q[3] + nz * q[6];
  const d1 = nx * q[1] + ny * q[4] + nz * q[7];
  const d2 = nx * q[2] + ny * q[5] + nz * q[8];
  const s0 = Math.abs(d0);
  const s1 = Math.abs(d1);
  const s2 = Math.abs(d2);
  const l = s0 >= s1 && s0 >= s2 ? 0 : s1 >= s2 ? 1 : 2;
  const facing = (l === 0 ? d0 : l === 1 ? d1 : d2) > 0 ? -1 : 1;
  const m = l === 2 ? 0 : l + 1;
  const n = 3 - l - m;
  const reach = facing * (l === 0 ? inc.a : l === 1 ? inc.b : inc.c);
  const hm = m === 0 ? inc.a : m === 1 ? inc.b : inc.c;
  const hn = n === 0 ? inc.a : n === 1 ? inc.b : inc.c;
  const x = inc.x - ref.x + reach * q[l];
  const y = inc.y - ref.y + reach * q[3 + l];
  const z = inc.z - ref.z + reach * q[6 + l];
  let low = 0;
  for (let corner = 0; corner < 4; corner++) {
    const sm = corner === 0 || corner === 3 ? -hm : hm;
    const sn = corner < 2 ? -hn : hn;
    const cx = x + sm * q[m] + sn * q[n];
    const cy = y + sm * q[3 + m] + sn * q[3 + n];
    const cz = z + sm * q[6 + m] + sn * q[6 + n];
    incident[3 * corner] = p[j] * cx + p[3 + j] * cy + p[6 + j] * cz;
    incident[3 * corner + 1] = p[k] * cx + p[3 + k] * cy + p[6 + k] * cz;
    incident[3 * corner + 2] = nx * cx + ny * cy + nz * cz - out;
    if (incident[3 * corner + 2] < incident[low + 2]) low = 3 * corner;
  }
  const slack = tolerances[1];
  rectangle[0] = u;
  rectangle[1] = v;
  found[3] = Number.POSITIVE_INFINITY;
  if (Math.abs(incident[low]) <= u + slack && Math.abs(incident[low + 1]) <= v + slack) {
    offer(incident[low], incident[low + 1], incident[low + 2]);
  } else {
    offerEdge(0, 3);
    offerEdge(3, 6);
    offerEdge(6, 9);
    offerEdge(9, 0);
    offerCorners();
    if (found[3] === Number.POSITIVE_INFINITY) return false;
  }
  const fu = found[0];
  const fv = found[1];
  found[0] = ref.x + out * nx + fu * p[j] + fv * p[k];
  found[1] = ref.y + out * ny + fu * p[3 + j] + fv * p[3 + k];
  found[2] = ref.z + out * nz + fu * p[6 + j] + fv * p[6 + k];
  return true;
}

/** The contact along a face axis; false when its closest points are further apart than tolerances[0]. */
function alongFace(a: PlacedShape, b: PlacedShape, axis: number, out: PrincipalContact): boolean {
  const isOfA = axis < FIRST_OF_B;
  const i = isOfA ? axis : axis - FIRST_OF_B;
  const side = along[axis] < 0 ? -1 : 1;
  if (isOfA ? !deepestOverFace(a, b, i, side) : !deepestOverFace(b, a, i, -side)) return false;
  const gap = found[3];
  if (gap > tolerances[0]) return false;
  const r = isOfA ? a.r : b.r;
  out.gap = gap;
  out.nx = side * r[i];
  out.ny = side * r[3 + i];
  out.nz = side * r[6 + i];
  // the point found is on the reference face: A's or B's
  const toA = isOfA ? 0 : -gap;
  out.ax = found[0] + toA * out.nx;
  out.ay = found[1] + toA * out.ny;
  out.az = found[2] + toA * out.nz;
  return true;
}

/** The contact of two crossing edges; false when they do not cross. */
function alongEdges(a: PlacedShape, b: PlacedShape, axis: number, out: PrincipalContact): boolean {
  const p = a.r;
  const q = b.r;
  const i = ((axis - FIRST_EDGE) / 3) | 0;
  const j = axis - FIRST_EDGE - 3 * i;
  const ux = p[i];
  const uy = p[3 + i];
  const uz = p[6 + i];
  const vx = q[j];
  const vy = q[3 + j];
  const vz = q[6 + j];
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const dz = b.z - a.z;
  const square = nx * nx + ny * ny + nz * nz;
  const scale = (nx * dx + ny * dy + nz * dz < 0 ? -1 : 1) / Math.sqrt(square);
  nx *= scale;
  ny *= scale;
  nz *= scale;
  // middles of the two edges: the other two coordinates go to their ends along the normal
  let ax = 0;
  let ay = 0;
  let az = 0;
  let bx = dx;
  let by = dy;
  let bz = dz;
  for (let k = 0; k < 3; k++) {
    if (k !== i) {
      const h = nx * p[k] + ny * p[3 + k] + nz * p[6 + k] < 0 ? -half[k] : half[k];
      ax += h * p[k];
      ay += h * p[3 + k];
      az += h * p[6 + k];
    }
    if (k !== j) {
      const h = nx * q[k] + ny * q[3 + k] + nz * q[6 + k] < 0 ? half[3 + k] : -half[3 + k];
      bx += h * q[k];
      by += h * q[3 + k];
      bz += h * q[6 + k];
    }
  }
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const eu = ex * ux + ey * uy + ez * uz;
  const ev = ex * vx + ey * vy + ez * vz;
  const uv = cosine[3 * i + j];
  const s = (eu - uv * ev) / square;
  const t = (uv * eu - ev) / square;
  const slack = tolerances[1];
  if (Math.abs(s) > half[i] + slack || Math.abs(t) > half[3 + j] + slack) return false;
  out.gap = separations[EDGES];
  out.nx = nx;
  out.ny = ny;
  out.nz = nz;
  out.ax = a.x + ax + s * ux;
  out.ay = a.y + ay + s * uy;
  out.az = a.z + az + s * uz;
  return true;
}

function alongFamily(a: PlacedShape, b: PlacedShape, family: number, out: PrincipalContact): boolean {
  return family === EDGES ? alongEdges(a, b, axes[family], out) : alongFace(a, b, axes[family], out);
}

export function boxBox(a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact): boolean {
  separating[0] = NO_AXIS;
  const isClose = separate(a, b, envelope);
  out.separatingAxis = separating[0];
  if (!isClose) return false;
  const size = smallest();
  tolerances[1] = SLACK * size;
  const widest = widestFamily();
  const preferred = preferredFamily(size);
  const gap = separations[widest];
  tolerances[0] = gap + (gap > 0 ? INEXACT_OF_GAP * gap + INEXACT_OF_SIZE * size : margin(widest, size));
  const isFound = alongFamily(a, b, preferred, out) || (widest !== preferred && alongFamily(a, b, widest, out));
  if (!isFound) return convexPair(a, b, envelope, out);
  if (out.gap > envelope) return false;
  out.bx = out.ax + out.gap * out.nx;
  out.by = out.ay + out.gap * out.ny;
  out.bz = out.az + out.gap * out.nz;
  return true;
}
