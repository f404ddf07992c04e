// Two boxes by the separating axis theorem (Gottschalk, Lin and Manocha, OBBTree, 1996): six face normals and nine cross products
// of edges. The axis along which the boxes are farthest apart (or least inside each other) is the normal.
//
// An edge axis must beat the faces by a margin, and so must a face of the smaller box, so that boxes that rest on each other keep
// their reference face from step to step. Along the chosen axis the closest points are looked for. If they are no further apart
// than the largest separation of all axes says, the answer is proven; if they are (a corner past the other box's edge), the
// general method decides (box-pair.ts). The kernel compiles this too.

import { type F64, type I32, INFINITE, type Numbers } from '../../kernels/shared/numbers.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BoxAxes, EDGES, FIRST_EDGE, FIRST_OF_B, margin, preferredFamily, separate, widestFamily } from './box-axes.js';
import type { PrincipalContact } from './principal-contact.js';

/**
 * So much longer than the separation may the distance found be: a share of it [1] and a share of the smallest half extent [1].
 */
const INEXACT_OF_GAP = 1e-3;
const INEXACT_OF_SIZE = 1e-5;
/** Points this share of the smallest half extent [1] out of a face or off the separation are still in it. */
const SLACK = 1e-9;

/** What the test of two boxes works on. */
export class BoxWorkspace {
  readonly axes = new BoxAxes();
  /** The contact found: point on the reference face [m], gap [m]. */
  readonly found: Numbers = new Float64Array(4);
  /** The largest gap that proves an axis right [m]. */
  largestGap: F64 = 0;
  /** Points so far out of a face are still in it [m]. */
  slack: F64 = 0;
  /** Half extents of the reference face [m]. */
  readonly rectangle: Numbers = new Float64Array(2);
  /** Corners of the incident face in the frame of the reference face, three numbers each: across, across, out of it [m]. */
  readonly incident: Numbers = new Float64Array(12);
}

/** Keeps the point (u, v) with the lower height w over the reference face. */
function offer(work: BoxWorkspace, u: F64, v: F64, w: F64): void {
  const { found } = work;
  if (w >= found[3]) return;
  found[0] = u;
  found[1] = v;
  found[3] = w;
}

/** Offers the ends of the edge between two incident corners, cut to the reference rectangle (Liang and Barsky). */
function offerEdge(work: BoxWorkspace, i: I32, j: I32): void {
  const { rectangle, incident, slack, found } = work;
  // No point of it is lower than both of its ends.
  if (incident[i + 2] >= found[3] && incident[j + 2] >= found[3]) return;
  const u = rectangle[0] + slack;
  const v = rectangle[1] + slack;
  const du = incident[j] - incident[i];
  const dv = incident[j + 1] - incident[i + 1];
  const dw = incident[j + 2] - incident[i + 2];
  let from: F64 = 0;
  let to: F64 = 1;
  for (let side = 0; side < 4; side++) {
    const isU = side < 2;
    const rate = (isU ? du : dv) * ((side & 1) === 0 ? 1 : -1);
    const room = (isU ? u : v) - (isU ? incident[i] : incident[i + 1]) * ((side & 1) === 0 ? 1 : -1);
    if (rate > 0) to = Math.min(to, room / rate);
    else if (rate < 0) from = Math.max(from, room / rate);
    else if (room < 0) return;
  }
  if (from > to) return;
  offer(work, incident[i] + from * du, incident[i + 1] + from * dv, incident[i + 2] + from * dw);
  offer(work, incident[i] + to * du, incident[i + 1] + to * dv, incident[i + 2] + to * dw);
}

/** Offers the corners of the reference rectangle that are over the incident face. */
function offerCorners(work: BoxWorkspace): void {
  const { rectangle, incident } = work;
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
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) offer(work, cu + incident[0], cv + incident[1], incident[2] + s * ew + t * fw);
  }
}

/**
 * The deepest point of box `inc` over the face of box `ref` along its axis `i`, on the side `side` (1 or -1): sets `found` to the
 * point on the reference face and the gap. False when no part of the incident face is over it.
 */
function deepestOverFace(work: BoxWorkspace, ref: PlacedShape, inc: PlacedShape, i: I32, side: F64): boolean {
  const { incident, rectangle, found, slack } = work;
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
  rectangle[0] = u;
  rectangle[1] = v;
  found[3] = INFINITE;
  if (Math.abs(incident[low]) <= u + slack && Math.abs(incident[low + 1]) <= v + slack) {
    offer(work, incident[low], incident[low + 1], incident[low + 2]);
  } else {
    offerEdge(work, 0, 3);
    offerEdge(work, 3, 6);
    offerEdge(work, 6, 9);
    offerEdge(work, 9, 0);
    offerCorners(work);
    if (found[3] === INFINITE) return false;
  }
  const fu = found[0];
  const fv = found[1];
  found[0] = ref.x + out * nx + fu * p[j] + fv * p[k];
  found[1] = ref.y + out * ny + fu * p[3 + j] + fv * p[3 + k];
  found[2] = ref.z + out * nz + fu * p[6 + j] + fv * p[6 + k];
  return true;
}

/** The contact along a face axis; false when its closest points are further apart than work.largestGap. */
function alongFace(work: BoxWorkspace, a: PlacedShape, b: PlacedShape, axis: I32, out: PrincipalContact): boolean {
  const { along } = work.axes;
  const { found } = work;
  const isOfA = axis < FIRST_OF_B;
  const i = isOfA ? axis : axis - FIRST_OF_B;
  const side: F64 = along[axis] < 0 ? -1 : 1;
  if (isOfA ? !deepestOverFace(work, a, b, i, side) : !deepestOverFace(work, b, a, i, -side)) return false;
  const gap = found[3];
  if (gap > work.largestGap) return false;
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
function alongEdges(work: BoxWorkspace, a: PlacedShape, b: PlacedShape, axis: I32, out: PrincipalContact): boolean {
  const { half, cosine, separations } = work.axes;
  const { slack } = work;
  const p = a.r;
  const q = b.r;
  const i: I32 = ((axis - FIRST_EDGE) / 3) | 0;
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
  let ax: F64 = 0;
  let ay: F64 = 0;
  let az: F64 = 0;
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

function alongFamily(work: BoxWorkspace, a: PlacedShape, b: PlacedShape, family: I32, out: PrincipalContact): boolean {
  const { axes } = work.axes;
  return family === EDGES ? alongEdges(work, a, b, axes[family], out) : alongFace(work, a, b, axes[family], out);
}

/** What the axes say of two boxes: further apart than was asked, the principal contact, or nothing that is proven. */
export const APART = 0;
export const FOUND = 1;
export const UNPROVEN = 2;

/** Whether two boxes are inside each other by more than so much [m]: no way along any axis that is as short parts them. */
export function areBoxesDeep(work: BoxWorkspace, a: PlacedShape, b: PlacedShape, depth: F64): boolean {
  const { axes } = work;
  return separate(axes, a, b, -depth) && axes.separations[widestFamily(axes)] < -depth;
}

/** Fills `out` where it is found. */
export function alongAxes(work: BoxWorkspace, a: PlacedShape, b: PlacedShape, envelope: F64, out: PrincipalContact): I32 {
  const { axes } = work;
  const isClose = separate(axes, a, b, envelope);
  out.separatingAxis = axes.separating;
  if (!isClose) {
    out.room = axes.room;
    return APART;
  }
  const size = axes.smallest;
  work.slack = SLACK * size;
  const widest = widestFamily(axes);
  const preferred = preferredFamily(axes);
  const gap = axes.separations[widest];
  work.largestGap = gap + (gap > 0 ? INEXACT_OF_GAP * gap + INEXACT_OF_SIZE * size : margin(axes, widest));
  const isFound = alongFamily(work, a, b, preferred, out) || (widest !== preferred && alongFamily(work, a, b, widest, out));
  if (!isFound) return UNPROVEN;
  if (out.gap > envelope) return APART;
  out.bx = out.ax + out.gap * out.nx;
  out.by = out.ay + out.gap * out.ny;
  out.bz = out.az + out.gap * out.nz;
  return FOUND;
}
