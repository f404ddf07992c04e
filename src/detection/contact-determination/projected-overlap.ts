// The overlap of two supporting features seen along the contact normal, as contacts.
//
// Both features are projected onto the plane across the normal and cut to each other there: polygons by Sutherland and Hodgman
// (1974), segments by Cyrus and Beck (1978). The lines of the cutting polygon are thick: a corner within their thickness is in,
// is moved onto the line if it is outside, and is never doubled by a crossing next to it, so that shapes stacked edge to edge keep
// the same corners as contacts while they jitter, and overlaps without area give their two ends or their one point.

import type { PrincipalContact } from '../narrow-phase/principal-contact.js';
import { CORNER_OF_A, CORNER_OF_B, CROSSING, featureId } from './feature-id.js';
import type { Manifold } from './manifold.js';
import { MAX_RAW_CONTACTS } from './manifold.js';
import { MAX_FEATURE_POINTS, type SupportingFeature } from './supporting-feature.js';

/** Thickness of the lines, as a share of the smaller feature's size [1]. */
const THICKNESS = 1e-4;
/** Round sides that pass each other within this share of their radii run along each other [1]. */
const ALONGSIDE = 0.1;
/** A gap is in the envelope up to this share of the features' size [1]. */
const ROUNDING = 1e-12;

/** Where the tips of a segment are in its projection. */
const TIPS = 2;

/** A feature across and along the normal. */
class Projection {
  count = 0;
  /** Across the normal [m]. */
  readonly u = new Float64Array(MAX_FEATURE_POINTS);
  readonly v = new Float64Array(MAX_FEATURE_POINTS);
  /** Along the normal [m]. */
  readonly h = new Float64Array(MAX_FEATURE_POINTS);
  /** Height of a polygon's plane over the origin [m] and its slopes along u and v [1]. */
  readonly plane = new Float64Array(3);
  /** [0]: the size of the feature, the root of a polygon's area or a segment's length [m]. */
  readonly size = new Float64Array(1);
}

const projectionA = new Projection();
const projectionB = new Projection();
/** The origin [m] and the two directions across the normal, then the normal [1]. */
const frame = new Float64Array(12);
/** Scratch polygons: positions, names of the corners, and the edge that leaves each: an edge of the subject, or -1 - i for line i. */
const uNow = new Float64Array(MAX_RAW_CONTACTS);
const vNow = new Float64Array(MAX_RAW_CONTACTS);
const idNow = new Int32Array(MAX_RAW_CONTACTS);
const edgeNow = new Int32Array(MAX_RAW_CONTACTS);
const uNext = new Float64Array(MAX_RAW_CONTACTS);
const vNext = new Float64Array(MAX_RAW_CONTACTS);
const idNext = new Int32Array(MAX_RAW_CONTACTS);
const edgeNext = new Int32Array(MAX_RAW_CONTACTS);
/** How far the corners of the polygon are outside the current line [m]. */
const outside = new Float64Array(MAX_RAW_CONTACTS);
/** [0]: the largest gap to keep [m]. */
const largestGap = new Float64Array(1);

function setFrame(principal: PrincipalContact): void {
  const { nx, ny, nz } = principal;
  const sx = Math.abs(nx);
  const sy = Math.abs(ny);
  const sz = Math.abs(nz);
  frame[0] = principal.ax;
  frame[1] = principal.ay;
  frame[2] = principal.az;
  // the normal crossed with the axis it is least along
  let ux = 0;
  let uy = 0;
  let uz = 0;
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
  frame[3] = ux;
  frame[4] = uy;
  frame[5] = uz;
  frame[6] = ny * uz - nz * uy;
  frame[7] = nz * ux - nx * uz;
  frame[8] = nx * uy - ny * ux;
  frame[9] = nx;
  frame[10] = ny;
  frame[11] = nz;
}

/** Projects the first `count` of `points` to the places from `at` on. */
function projectPoints(points: Float64Array, count: number, out: Projection, at: number): void {
  const f = frame;
  for (let i = 0; i < count; i++) {
    const x = points[3 * i] - f[0];
    const y = points[3 * i + 1] - f[1];
    const z = points[3 * i + 2] - f[2];
    out.u[at + i] = x * f[3] + y * f[4] + z * f[5];
    out.v[at + i] = x * f[6] + y * f[7] + z * f[8];
    out.h[at + i] = x * f[9] + y * f[10] + z * f[11];
  }
}

function project(feature: SupportingFeature, out: Projection): void {
  const f = frame;
  const count = feature.count;
  out.count = count;
  projectPoints(feature.points, count, out, 0);
  if (feature.hasTips) projectPoints(feature.tips, 2, out, TIPS);
  if (count === 2) {
    const du = out.u[1] - out.u[0];
    const dv = out.v[1] - out.v[0];
    out.size[0] = Math.sqrt(du * du + dv * dv);
    return;
  }
  let area = 0;
  for (let i = 2; i < count; i++) {
    area += (out.u[i - 1] - out.u[0]) * (out.v[i] - out.v[0]) - (out.v[i - 1] - out.v[0]) * (out.u[i] - out.u[0]);
  }
  out.size[0] = Math.sqrt(0.5 * Math.abs(area));
  const steep = feature.nx * f[9] + feature.ny * f[10] + feature.nz * f[11];
  out.plane[1] = -(feature.nx * f[3] + feature.ny * f[4] + feature.nz * f[5]) / steep;
  out.plane[2] = -(feature.nx * f[6] + feature.ny * f[7] + feature.nz * f[8]) / steep;
  out.plane[0] = out.h[0] - out.plane[1] * out.u[0] - out.plane[2] * out.v[0];
}

/** Appends the contact at (u, v) between the heights of A's and B's surfaces, unless its gap is too large. */
function addContact(u: number, v: number, heightA: number, heightB: number, id: number, out: Manifold): void {
  const gap = heightB - heightA;
  if (gap > largestGap[0] || out.count === MAX_RAW_CONTACTS) return;
  const f = frame;
  const i = out.count++;
  for (let k = 0; k < 3; k++) {
    const across = f[k] + u * f[3 + k] + v * f[6 + k];
    out.pointA[3 * i + k] = across + heightA * f[9 + k];
    out.pointB[3 * i + k] = across + heightB * f[9 + k];
  }
  out.gap[i] = gap;
  out.feature[i] = id;
}

/** The corner of polygon A where its lines i and k meet; they are neighbours but for rounding. */
function cornerBetween(a: SupportingFeature, i: number, k: number): number {
  return a.corners[i === (k + 1) % a.count ? i : k];
}

/** Cuts the polygon of `count` corners to line k of A's outline and returns how many are left. */
function cutToLine(a: SupportingFeature, b: SupportingFeature, count: number, k: number, thickness: number): number {
  const pu = projectionA.u[k];
  const pv = projectionA.v[k];
  const next = k + 1 === a.count ? 0 : k + 1;
  const du = projectionA.u[next] - pu;
  const dv = projectionA.v[next] - pv;
  const inverse = 1 / Math.sqrt(du * du + dv * dv);
  const nu = dv * inverse;
  const nv = -du * inverse;
  let anyOutside = false;
  for (let i = 0; i < count; i++) {
    const d = (uNow[i] - pu) * nu + (vNow[i] - pv) * nv;
    outside[i] = d;
    if (d > thickness) anyOutside = true;
    else if (d > 0) {
      uNow[i] -= d * nu;
      vNow[i] -= d * nv;
    }
  }
  if (!anyOutside) return count;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const j = i + 1 === count ? 0 : i + 1;
    const di = outside[i];
    const dj = outside[j];
    if (di <= thickness) {
      uNext[kept] = uNow[i];
      vNext[kept] = vNow[i];
      idNext[kept] = idNow[i];
      edgeNext[kept] = di >= -thickness && dj > thickness ? -1 - k : edgeNow[i];
      kept++;
    }
    const leaves = di < -thickness && dj > thickness;
    const enters = di > thickness && dj < -thickness;
    if ((leaves || enters) && kept < MAX_RAW_CONTACTS) {
      const t = di / (di - dj);
      const edge = edgeNow[i];
      uNext[kept] = uNow[i] + t * (uNow[j] - uNow[i]);
      vNext[kept] = vNow[i] + t * (vNow[j] - vNow[i]);
      idNext[kept] =
        edge >= 0
          ? featureId(CROSSING, a.corners[k], b.corners[edge])
          : featureId(CORNER_OF_A, cornerBetween(a, -1 - edge, k), b.id);
      edgeNext[kept] = leaves ? -1 - k : edge;
      kept++;
    }
    if (kept >= MAX_RAW_CONTACTS - 1) break;
  }
  for (let i = 0; i < kept; i++) {
    uNow[i] = uNext[i];
    vNow[i] = vNext[i];
    idNow[i] = idNext[i];
    edgeNow[i] = edgeNext[i];
  }
  return kept;
}

function overlapOfPolygons(a: SupportingFeature, b: SupportingFeature, thickness: number, out: Manifold): void {
  let count = b.count;
  for (let i = 0; i < count; i++) {
    uNow[i] = projectionB.u[i];
    vNow[i] = projectionB.v[i];
    idNow[i] = featureId(CORNER_OF_B, a.id, b.corners[i]);
    edgeNow[i] = i;
  }
  for (let k = 0; k < a.count && count > 0; k++) count = cutToLine(a, b, count, k, thickness);
  const p = projectionA.plane;
  const q = projectionB.plane;
  for (let i = 0; i < count; i++) {
    const u = uNow[i];
    const v = vNow[i];
    addContact(u, v, p[0] + p[1] * u + p[2] * v, q[0] + q[1] * u + q[2] * v, idNow[i], out);
  }
}

/** Is the tip of a segment's end over the polygon? */
function isOver(line: Projection, tip: number, face: Projection, turn: number, thickness: number): boolean {
  for (let k = 0; k < face.count; k++) {
    const next = k + 1 === face.count ? 0 : k + 1;
    const du = face.u[next] - face.u[k];
    const dv = face.v[next] - face.v[k];
    const d = ((line.u[tip] - face.u[k]) * dv - (line.v[tip] - face.v[k]) * du) * turn;
    if (d > thickness * Math.sqrt(du * du + dv * dv)) return false;
  }
  return true;
}

/** `turn` is 1 when the polygon's corners go anticlockwise in the projection (it is A's), -1 when it is B's. */
function overlapOfSegment(
  segment: SupportingFeature,
  line: Projection,
  polygon: SupportingFeature,
  face: Projection,
  turn: number,
  thickness: number,
  out: Manifold,
): void {
  let from = 0;
  let to = 1;
  let fromLine = -1;
  let toLine = -1;
  for (let k = 0; k < face.count; k++) {
    const next = k + 1 === face.count ? 0 : k + 1;
    const du = face.u[next] - face.u[k];
    const dv = face.v[next] - face.v[k];
    const inverse = turn / Math.sqrt(du * du + dv * dv);
    const d0 = ((line.u[0] - face.u[k]) * dv - (line.v[0] - face.v[k]) * du) * inverse;
    const d1 = ((line.u[1] - face.u[k]) * dv - (line.v[1] - face.v[k]) * du) * inverse;
    if (d0 > thickness && d1 > thickness) return;
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
  const length = line.size[0];
  if ((from - to) * length > thickness) return;
  const ends = (to - from) * length > thickness ? 2 : 1;
  for (let end = 0; end < ends; end++) {
    const t = end === 0 ? from : to;
    const k = end === 0 ? fromLine : toLine;
    const isTip = k < 0 && segment.hasTips && isOver(line, TIPS + end, face, turn, thickness);
    const u = isTip ? line.u[TIPS + end] : line.u[0] + t * (line.u[1] - line.u[0]);
    const v = isTip ? line.v[TIPS + end] : line.v[0] + t * (line.v[1] - line.v[0]);
    const h = isTip ? line.h[TIPS + end] : line.h[0] + t * (line.h[1] - line.h[0]);
    const g = face.plane[0] + face.plane[1] * u + face.plane[2] * v;
    const own = segment.corners[end];
    const id =
      turn === 1
        ? k < 0
          ? featureId(CORNER_OF_B, polygon.id, own)
          : featureId(CROSSING, polygon.corners[k], own)
        : k < 0
          ? featureId(CORNER_OF_A, own, polygon.id)
          : featureId(CROSSING, own, polygon.corners[k]);
    if (turn === 1) addContact(u, v, g, h, id, out);
    else addContact(u, v, h, g, id, out);
  }
}

/** Two segments that run along each other give the two ends of the stretch they share; crossing ones give nothing. */
function overlapOfSegments(a: SupportingFeature, b: SupportingFeature, thickness: number, out: Manifold): void {
  const p = projectionA;
  const q = projectionB;
  const length = p.size[0];
  const eu = (p.u[1] - p.u[0]) / length;
  const ev = (p.v[1] - p.v[0]) / length;
  const t0 = (q.u[0] - p.u[0]) * eu + (q.v[0] - p.v[0]) * ev;
  const t1 = (q.u[1] - p.u[0]) * eu + (q.v[1] - p.v[0]) * ev;
  const d0 = (q.v[0] - p.v[0]) * eu - (q.u[0] - p.u[0]) * ev;
  const d1 = (q.v[1] - p.v[0]) * eu - (q.u[1] - p.u[0]) * ev;
  if (Math.abs(t1 - t0) <= Math.abs(d1 - d0)) return;
  const first = t0 < t1 ? 0 : 1;
  const low = Math.min(t0, t1);
  const high = Math.max(t0, t1);
  const from = Math.max(0, low);
  const to = Math.min(length, high);
  if (to - from <= thickness) return;
  const radii = a.radius + b.radius;
  const passing = Math.max(thickness, ALONGSIDE * radii);
  for (let end = 0; end < 2; end++) {
    const t = end === 0 ? from : to;
    const s = (t - t0) / (t1 - t0);
    const d = d0 + s * (d1 - d0);
    if (Math.abs(d) > passing) continue;
    const isOfA = t === 0 || t === length;
    const id = isOfA
      ? featureId(CORNER_OF_A, a.corners[t === 0 ? 0 : 1], b.id)
      : featureId(CORNER_OF_B, a.id, b.corners[end === 0 ? first : 1 - first]);
    // where two round sides pass each other at the distance d, each falls away by its share
    const share = radii > 0 ? a.radius / radii : 0.5;
    const drop = radii > 0 ? radii - Math.sqrt(radii * radii - Math.min(d * d, radii * radii)) : 0;
    const heightA = p.h[0] + (t / length) * (p.h[1] - p.h[0]) - share * drop;
    const heightB = q.h[0] + s * (q.h[1] - q.h[0]) + (1 - share) * drop;
    addContact(p.u[0] + t * eu - share * d * ev, p.v[0] + t * ev + share * d * eu, heightA, heightB, id, out);
  }
}

/** Appends the contacts of the overlap of feature a of A and feature b of B to `out`, those within the envelope [m]. */
export function overlap(
  a: SupportingFeature,
  b: SupportingFeature,
  principal: PrincipalContact,
  envelope: number,
  out: Manifold,
): void {
  if (a.count === 1 || b.count === 1) return;
  setFrame(principal);
  project(a, projectionA);
  project(b, projectionB);
  const thickness = THICKNESS * Math.min(projectionA.size[0], projectionB.size[0]);
  if (!(thickness > 0)) return;
  largestGap[0] = envelope + ROUNDING * Math.max(projectionA.size[0], projectionB.size[0]);
  if (a.count > 2 && b.count > 2) overlapOfPolygons(a, b, thickness, out);
  else if (a.count > 2) overlapOfSegment(b, projectionB, a, projectionA, 1, thickness, out);
  else if (b.count > 2) overlapOfSegment(a, projectionA, b, projectionB, -1, thickness, out);
  else overlapOfSegments(a, b, thickness, out);
}
