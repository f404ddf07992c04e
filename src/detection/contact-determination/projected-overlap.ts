// The overlap of two supporting features seen along the contact normal, as contacts.
//
// Both features are projected onto the plane across the normal and cut to each other there: polygons by Sutherland and Hodgman
// (1974), segments by Cyrus and Beck (1978). The lines of the cutting polygon are thick: a corner within their thickness is in,
// is moved onto the line if it is outside, and is never doubled by a crossing next to it, so that shapes stacked edge to edge
// keep the same corners as contacts while they jitter, and overlaps without area give their two ends or their one point. The kernel
// compiles this too.

import type { F64, I32, Integers, Numbers } from '../../kernels/shared/numbers.js';
import type { PrincipalContact } from '../narrow-phase/principal-contact.js';
import { MAX_FEATURE_POINTS, type SupportingFeature } from './box-feature.js';
import type { Manifold } from './manifold.js';
import { CORNER_OF_A, CORNER_OF_B, CROSSING, edgeName, featureId, MAX_RAW_CONTACTS } from './manifold.js';

/** Thickness of the lines, as a share of the smaller feature's size [1]. */
const THICKNESS = 1e-4;
/** Round sides that pass each other within this share of their radii, at no more than this slope, run along each other [1]. */
const ALONGSIDE = 0.1;
/** A gap is in the envelope up to this share of the features' size [1]. */
const ROUNDING = 1e-12;

/** Rows of a frame. */
const ACROSS_U = 3;
const ACROSS_V = 6;
const ALONG = 9;

/** Where the tips of a segment are in its projection. */
const TIPS = 2;

/** A feature across and along the normal. */
class Projection {
  count: I32 = 0;
  /** Across the normal [m]. */
  readonly u: Numbers = new Float64Array(MAX_FEATURE_POINTS);
  readonly v: Numbers = new Float64Array(MAX_FEATURE_POINTS);
  /** Along the normal [m]. */
  readonly h: Numbers = new Float64Array(MAX_FEATURE_POINTS);
  /** Height of a polygon's plane over the origin [m] and its slopes along u and v [1]. */
  readonly plane: Numbers = new Float64Array(3);
  /** The size of the feature, the root of a polygon's area or a segment's length [m]. */
  size: F64 = 0;
}

/** A polygon being cut. */
class Outline {
  /** Corners across the normal [m]. */
  readonly u: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  readonly v: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  /** Names of the corners. */
  readonly id: Integers = new Int32Array(MAX_RAW_CONTACTS);
  /** The edge that leaves each corner: edge i of the polygon that is cut, or -1 - k when it runs along the cutting line k. */
  readonly edge: Integers = new Int32Array(MAX_RAW_CONTACTS);
}

/** What finding an overlap works on. */
export class OverlapWorkspace {
  readonly projectionA = new Projection();
  readonly projectionB = new Projection();
  /** The origin [m] and the two directions across the normal, then the normal [1]: see ACROSS_U, ACROSS_V and ALONG. */
  readonly frame: Numbers = new Float64Array(12);
  readonly outlineNow = new Outline();
  readonly outlineNext = new Outline();
  /** How far the corners of the polygon are outside the current line [m]. */
  readonly outside: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  /** The thickness of lines [m]. */
  thickness: F64 = 0;
  /** The largest gap to keep [m]. */
  mostGap: F64 = 0;
  /** Candidates: place across the normal, height of A's surface and of B's [m], name. */
  readonly contactU: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  readonly contactV: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  readonly heightA: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  readonly heightB: Numbers = new Float64Array(MAX_RAW_CONTACTS);
  readonly contactId: Integers = new Int32Array(MAX_RAW_CONTACTS);
}
function setFrame(work: OverlapWorkspace, principal: PrincipalContact): void {
  const { frame } = work;
  const { nx, ny, nz } = principal;
  const sx = Math.abs(nx);
  const sy = Math.abs(ny);
  const sz = Math.abs(nz);
  frame[0] = principal.ax;
  frame[1] = principal.ay;
  frame[2] = principal.az;
  // the normal crossed with the axis it is least along
  let ux: F64 = 0;
  let uy: F64 = 0;
  let uz: F64 = 0;
  if (sx <= sy && sx <= sz) {
    uy = nz;
    uz = -ny;
  } else if (sy <= sz) {
    ux = -nz;
    uz = nx;
  } else {
    ux = ny;
    uy = -nx;
  }
  const inverse = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= inverse;
  uy *= inverse;
  uz *= inverse;
  frame[ACROSS_U] = ux;
  frame[ACROSS_U + 1] = uy;
  frame[ACROSS_U + 2] = uz;
  frame[ACROSS_V] = ny * uz - nz * uy;
  frame[ACROSS_V + 1] = nz * ux - nx * uz;
  frame[ACROSS_V + 2] = nx * uy - ny * ux;
  frame[ALONG] = nx;
  frame[ALONG + 1] = ny;
  frame[ALONG + 2] = nz;
}

/** Projects the first `count` of `points` to the places from `at` on. */
function projectPoints(work: OverlapWorkspace, points: Numbers, count: I32, out: Projection, at: I32): void {
  const { frame } = work;
  const f = frame;
  for (let i = 0; i < count; i++) {
    const x = points[3 * i] - f[0];
    const y = points[3 * i + 1] - f[1];
    const z = points[3 * i + 2] - f[2];
    out.u[at + i] = x * f[ACROSS_U] + y * f[ACROSS_U + 1] + z * f[ACROSS_U + 2];
    out.v[at + i] = x * f[ACROSS_V] + y * f[ACROSS_V + 1] + z * f[ACROSS_V + 2];
    out.h[at + i] = x * f[ALONG] + y * f[ALONG + 1] + z * f[ALONG + 2];
  }
}

function project(work: OverlapWorkspace, feature: SupportingFeature, out: Projection): void {
  const { frame } = work;
  const f = frame;
  const count = feature.count;
  out.count = count;
  projectPoints(work, feature.points, count, out, 0);
  if (feature.hasTips) projectPoints(work, feature.tips, 2, out, TIPS);
  if (count === 2) {
    const du = out.u[1] - out.u[0];
    const dv = out.v[1] - out.v[0];
    out.size = Math.sqrt(du * du + dv * dv);
    return;
  }
  let area: F64 = 0;
  for (let i = 2; i < count; i++) {
    area += (out.u[i - 1] - out.u[0]) * (out.v[i] - out.v[0]) - (out.v[i - 1] - out.v[0]) * (out.u[i] - out.u[0]);
  }
  out.size = Math.sqrt(0.5 * Math.abs(area));
  const steep = feature.nx * f[ALONG] + feature.ny * f[ALONG + 1] + feature.nz * f[ALONG + 2];
  out.plane[1] = -(feature.nx * f[ACROSS_U] + feature.ny * f[ACROSS_U + 1] + feature.nz * f[ACROSS_U + 2]) / steep;
  out.plane[2] = -(feature.nx * f[ACROSS_V] + feature.ny * f[ACROSS_V + 1] + feature.nz * f[ACROSS_V + 2]) / steep;
  out.plane[0] = out.h[0] - out.plane[1] * out.u[0] - out.plane[2] * out.v[0];
}

/** Appends the candidates whose gap is not too large. */
function addContacts(work: OverlapWorkspace, candidates: I32, out: Manifold): void {
  const { frame, heightB, heightA, mostGap, contactU, contactV, contactId } = work;
  const f = frame;
  let count = 0;
  for (let c = 0; c < candidates; c++) {
    const gap = heightB[c] - heightA[c];
    if (gap > mostGap) {
      out.beyond = Math.min(out.beyond, gap);
      continue;
    }
    const i = count++;
    for (let k = 0; k < 3; k++) {
      const across = f[k] + contactU[c] * f[ACROSS_U + k] + contactV[c] * f[ACROSS_V + k];
      out.pointA[3 * i + k] = across + heightA[c] * f[ALONG + k];
      out.pointB[3 * i + k] = across + heightB[c] * f[ALONG + k];
    }
    out.gap[i] = gap;
    out.feature[i] = contactId[c];
  }
  out.count = count;
}

function edgeOf(feature: SupportingFeature, k: I32): I32 {
  return edgeName(feature.corners[k], feature.corners[k + 1 === feature.count ? 0 : k + 1]);
}

/** The corner of polygon A where its lines i and k meet; they are neighbours but for rounding. */
function cornerBetween(a: SupportingFeature, i: I32, k: I32): I32 {
  return a.corners[i === (k + 1) % a.count ? i : k];
}

/** Sets `outside` for line k of A's outline and pulls corners just outside onto it; true when none is further outside. */
function measure(work: OverlapWorkspace, from: Outline, count: I32, k: I32): boolean {
  const { thickness, projectionA, outside } = work;
  const { u, v } = from;
  const next = k + 1 === projectionA.count ? 0 : k + 1;
  const pu = projectionA.u[k];
  const pv = projectionA.v[k];
  const du = projectionA.u[next] - pu;
  const dv = projectionA.v[next] - pv;
  const inverse = 1 / Math.sqrt(du * du + dv * dv);
  const nu = dv * inverse;
  const nv = -du * inverse;
  let isInside = true;
  for (let i = 0; i < count; i++) {
    const d = (u[i] - pu) * nu + (v[i] - pv) * nv;
    outside[i] = d;
    if (d > thickness) isInside = false;
    else if (d > 0) {
      u[i] -= d * nu;
      v[i] -= d * nv;
    }
  }
  return isInside;
}

/** Cuts the polygon `from` of `count` corners to line k of A's outline into `to` and returns how many corners are left. */
function cutToLine(
  work: OverlapWorkspace,
  a: SupportingFeature,
  b: SupportingFeature,
  from: Outline,
  count: I32,
  k: I32,
  to: Outline,
): I32 {
  const { thickness, outside } = work;
  let kept = 0;
  for (let i = 0; i < count && kept < MAX_RAW_CONTACTS - 1; i++) {
    const j = i + 1 === count ? 0 : i + 1;
    const di = outside[i];
    const dj = outside[j];
    const edge = from.edge[i];
    if (di <= thickness) {
      to.u[kept] = from.u[i];
      to.v[kept] = from.v[i];
      to.id[kept] = from.id[i];
      to.edge[kept] = di >= -thickness && dj > thickness ? -1 - k : edge;
      kept++;
    }
    // two corners are a segment, not to be walked back
    if (count === 2 && i === 1) break;
    const leaves = di < -thickness && dj > thickness;
    if (!leaves && !(di > thickness && dj < -thickness)) continue;
    const t = di / (di - dj);
    to.u[kept] = from.u[i] + t * (from.u[j] - from.u[i]);
    to.v[kept] = from.v[i] + t * (from.v[j] - from.v[i]);
    to.id[kept] =
      edge >= 0
        ? featureId(CROSSING, edgeOf(a, k), edgeOf(b, edge))
        : featureId(CORNER_OF_A, cornerBetween(a, -1 - edge, k), b.id);
    to.edge[kept] = leaves ? -1 - k : edge;
    kept++;
  }
  return kept;
}

function overlapOfPolygons(work: OverlapWorkspace, a: SupportingFeature, b: SupportingFeature): I32 {
  const { outlineNow, outlineNext, projectionB, projectionA, contactU, contactV, heightA, heightB, contactId } = work;
  let now = outlineNow;
  let next = outlineNext;
  let count = b.count;
  for (let i = 0; i < count; i++) {
    now.u[i] = projectionB.u[i];
    now.v[i] = projectionB.v[i];
    now.id[i] = featureId(CORNER_OF_B, a.id, b.corners[i]);
    now.edge[i] = i;
  }
  for (let k = 0; k < a.count && count > 0; k++) {
    if (measure(work, now, count, k)) continue;
    count = cutToLine(work, a, b, now, count, k, next);
    const free = now;
    now = next;
    next = free;
  }
  const p = projectionA.plane;
  const q = projectionB.plane;
  for (let i = 0; i < count; i++) {
    const u = now.u[i];
    const v = now.v[i];
    contactU[i] = u;
    contactV[i] = v;
    heightA[i] = p[0] + p[1] * u + p[2] * v;
    heightB[i] = q[0] + q[1] * u + q[2] * v;
    contactId[i] = now.id[i];
  }
  return count;
}

/** Is the tip of a segment's end over the polygon? */
function isOver(work: OverlapWorkspace, line: Projection, tip: I32, face: Projection, turn: I32): boolean {
  const { thickness } = work;
  for (let k = 0; k < face.count; k++) {
    const next = k + 1 === face.count ? 0 : k + 1;
    const du = face.u[next] - face.u[k];
    const dv = face.v[next] - face.v[k];
    const d = ((line.u[tip] - face.u[k]) * dv - (line.v[tip] - face.v[k]) * du) * turn;
    if (d > thickness * Math.sqrt(du * du + dv * dv)) return false;
  }
  return true;
}

/** The corner of line k of a polygon that (u, v) is at, within the thickness, or -1. */
function cornerAt(work: OverlapWorkspace, face: Projection, k: I32, u: F64, v: F64): I32 {
  const { thickness } = work;
  const next = k + 1 === face.count ? 0 : k + 1;
  const near = thickness * thickness;
  if ((u - face.u[k]) * (u - face.u[k]) + (v - face.v[k]) * (v - face.v[k]) < near) return k;
  return (u - face.u[next]) * (u - face.u[next]) + (v - face.v[next]) * (v - face.v[next]) < near ? next : -1;
}

/** `turn` is 1 when the polygon's corners go anticlockwise in the projection (it is A's), -1 when it is B's. */
function overlapOfSegment(
  work: OverlapWorkspace,
  segment: SupportingFeature,
  line: Projection,
  polygon: SupportingFeature,
  face: Projection,
  turn: I32,
): I32 {
  const { thickness, contactU, contactV, heightA, heightB, contactId } = work;
  let from: F64 = 0;
  let to: F64 = 1;
  let fromLine = -1;
  let toLine = -1;
  for (let k = 0; k < face.count; k++) {
    const next = k + 1 === face.count ? 0 : k + 1;
    const du = face.u[next] - face.u[k];
    const dv = face.v[next] - face.v[k];
    const inverse = turn / Math.sqrt(du * du + dv * dv);
    const d0 = ((line.u[0] - face.u[k]) * dv - (line.v[0] - face.v[k]) * du) * inverse;
    const d1 = ((line.u[1] - face.u[k]) * dv - (line.v[1] - face.v[k]) * du) * inverse;
    if (d0 > thickness && d1 > thickness) return 0;
    if (d0 > thickness) {
      const t = Math.min(1, d0 / (d0 - d1));
      if (t > from) {
        from = t;
        fromLine = k;
      }
    } else if (d1 > thickness) {
      const t = Math.max(0, d0 / (d0 - d1));
      if (t < to) {
        to = t;
        toLine = k;
      }
    }
  }
  const length = line.size;
  if ((from - to) * length > thickness) return 0;
  const ends = (to - from) * length > thickness ? 2 : 1;
  for (let end = 0; end < ends; end++) {
    const t = end === 0 ? from : to;
    const k = end === 0 ? fromLine : toLine;
    const isTip = k < 0 && segment.hasTips && isOver(work, line, TIPS + end, face, turn);
    const u = isTip ? line.u[TIPS + end] : line.u[0] + t * (line.u[1] - line.u[0]);
    const v = isTip ? line.v[TIPS + end] : line.v[0] + t * (line.v[1] - line.v[0]);
    const own = isTip ? line.h[TIPS + end] : line.h[0] + t * (line.h[1] - line.h[0]);
    const other = face.plane[0] + face.plane[1] * u + face.plane[2] * v;
    const corner = segment.corners[end];
    contactU[end] = u;
    contactV[end] = v;
    heightA[end] = turn === 1 ? other : own;
    heightB[end] = turn === 1 ? own : other;
    const at = k < 0 ? -1 : cornerAt(work, face, k, u, v);
    // the segment ends here, or passes over a corner or an edge of the polygon
    const isEnd = k < 0;
    const ofSegment = isEnd ? corner : at >= 0 ? segment.id : edgeOf(segment, 0);
    const ofPolygon = isEnd ? polygon.id : at >= 0 ? polygon.corners[at] : edgeOf(polygon, k);
    if (turn === 1) {
      contactId[end] = featureId(isEnd ? CORNER_OF_B : at >= 0 ? CORNER_OF_A : CROSSING, ofPolygon, ofSegment);
    } else {
      contactId[end] = featureId(isEnd ? CORNER_OF_A : at >= 0 ? CORNER_OF_B : CROSSING, ofSegment, ofPolygon);
    }
  }
  return ends;
}

/** Two segments that run along each other give the two ends of the stretch they share; crossing ones give nothing. */
function overlapOfSegments(work: OverlapWorkspace, a: SupportingFeature, b: SupportingFeature): I32 {
  const { projectionA, projectionB, thickness, contactU, contactV, heightA, heightB, contactId } = work;
  const p = projectionA;
  const q = projectionB;
  const length = p.size;
  const eu = (p.u[1] - p.u[0]) / length;
  const ev = (p.v[1] - p.v[0]) / length;
  const t0 = (q.u[0] - p.u[0]) * eu + (q.v[0] - p.v[0]) * ev;
  const t1 = (q.u[1] - p.u[0]) * eu + (q.v[1] - p.v[0]) * ev;
  const d0 = (q.v[0] - p.v[0]) * eu - (q.u[0] - p.u[0]) * ev;
  const d1 = (q.v[1] - p.v[0]) * eu - (q.u[1] - p.u[0]) * ev;
  if (Math.abs(t1 - t0) <= Math.abs(d1 - d0)) return 0;
  const first = t0 < t1 ? 0 : 1;
  const from = Math.max(0, Math.min(t0, t1));
  const to = Math.min(length, Math.max(t0, t1));
  if (to - from <= thickness) return 0;
  const radii = a.radius + b.radius;
  const steepness = Math.abs((p.h[1] - p.h[0]) / length - (q.h[1] - q.h[0]) / (t1 - t0));
  const passing = steepness < ALONGSIDE ? Math.max(thickness, ALONGSIDE * radii) : thickness;
  let count = 0;
  for (let end = 0; end < 2; end++) {
    const t = end === 0 ? from : to;
    const s = (t - t0) / (t1 - t0);
    const d = d0 + s * (d1 - d0);
    if (Math.abs(d) > passing) continue;
    // where two round sides pass each other at the distance d, each falls away by its share
    const share = radii > 0 ? a.radius / radii : 0.5;
    const drop = radii > 0 ? radii - Math.sqrt(radii * radii - Math.min(d * d, radii * radii)) : 0;
    contactU[count] = p.u[0] + t * eu - share * d * ev;
    contactV[count] = p.v[0] + t * ev + share * d * eu;
    heightA[count] = p.h[0] + (t / length) * (p.h[1] - p.h[0]) - share * drop;
    heightB[count] = q.h[0] + s * (q.h[1] - q.h[0]) + (1 - share) * drop;
    contactId[count] =
      t === 0 || t === length
        ? featureId(CORNER_OF_A, a.corners[t === 0 ? 0 : 1], b.id)
        : featureId(CORNER_OF_B, a.id, b.corners[end === 0 ? first : 1 - first]);
    count++;
  }
  return count;
}

/** Fills `out` with the contacts of the overlap of feature a of A and feature b of B, those within the envelope [m]. */
export function overlap(
  work: OverlapWorkspace,
  a: SupportingFeature,
  b: SupportingFeature,
  principal: PrincipalContact,
  envelope: F64,
  out: Manifold,
): void {
  const { projectionA, projectionB } = work;
  if (a.count === 1 || b.count === 1) return;
  setFrame(work, principal);
  project(work, a, projectionA);
  project(work, b, projectionB);
  const smaller = Math.min(projectionA.size, projectionB.size);
  if (!(smaller > 0)) return;
  work.thickness = THICKNESS * smaller;
  work.mostGap = envelope + ROUNDING * Math.max(projectionA.size, projectionB.size);
  let candidates = 0;
  if (a.count > 2 && b.count > 2) candidates = overlapOfPolygons(work, a, b);
  else if (a.count > 2) candidates = overlapOfSegment(work, b, projectionB, a, projectionA, 1);
  else if (b.count > 2) candidates = overlapOfSegment(work, a, projectionA, b, projectionB, -1);
  else candidates = overlapOfSegments(work, a, b);
  addContacts(work, candidates, out);
}
