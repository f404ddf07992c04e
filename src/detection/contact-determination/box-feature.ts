// A feature of a shape that looks along a direction (supporting-feature.ts), and that of a box. The kernel compiles this too.

import type { F64, I32, Integers, Numbers } from '../../kernels/shared/numbers.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';

/** Faces with more corners are thinned to so many. */
export const MAX_FEATURE_POINTS = 32;
/** A face supports when the cosine of its normal with the direction is above this [1]. */
export const FACE_COSINE = 0.9;
/** An edge supports when the cosine of its own direction with the direction is below this [1]. */
export const EDGE_COSINE = 0.43;

export class SupportingFeature {
  /** 1: a point, 2: a segment, more: a polygon, anticlockwise seen from outside. */
  count: I32 = 0;
  /** Names the feature as a whole among the shape's features of its kind. */
  id: I32 = 0;
  /** Radius of the round side that a segment is a line of, 0 for a sharp edge [m]. */
  radius: F64 = 0;
  /** Outward unit normal of a polygon [1]. */
  nx: F64 = 0;
  ny: F64 = 0;
  nz: F64 = 0;
  /** Three numbers each [m]. */
  readonly points: Numbers = new Float64Array(3 * MAX_FEATURE_POINTS);
  /**
   * The farthest points at the two ends of a segment: the ends themselves but where a capsule's end bulges beyond its side [m].
   */
  readonly tips: Numbers = new Float64Array(6);
  hasTips: boolean = false;
  /** Indices of the points among the shape's corners. */
  readonly corners: Integers = new Int32Array(MAX_FEATURE_POINTS);
  /** The direction it looks along, in the shape's own frame [1]. */
  readonly along: Numbers = new Float64Array(3);
}

/**
 * Corner i of a box has the bits 1, 2, 4 for its positive x, y, z. Corners are written out from the middle of the feature: for
 * stacked boxes this is the hot path.
 */
export function boxFeature(shape: PlacedShape, out: SupportingFeature): void {
  const { along } = out;
  const r = shape.r;
  const sx = Math.abs(along[0]);
  const sy = Math.abs(along[1]);
  const sz = Math.abs(along[2]);
  const farthest = (along[0] < 0 ? 0 : 1) | (along[1] < 0 ? 0 : 2) | (along[2] < 0 ? 0 : 4);
  const i = sx >= sy && sx >= sz ? 0 : sy >= sz ? 1 : 2;
  const points = out.points;
  const corners = out.corners;
  if ((i === 0 ? sx : i === 1 ? sy : sz) > FACE_COSINE) {
    const isPositive = (farthest & (1 << i)) !== 0;
    const side = isPositive ? 1 : -1;
    const j = i === 2 ? 0 : i + 1;
    const k = 3 - i - j;
    const hi = side * (i === 0 ? shape.a : i === 1 ? shape.b : shape.c);
    const hj = j === 0 ? shape.a : j === 1 ? shape.b : shape.c;
    const hk = k === 0 ? shape.a : k === 1 ? shape.b : shape.c;
    const base = farthest & (1 << i);
    // anticlockwise from outside: -j-k, +j-k, +j+k, -j+k on the positive side, the other way round on the negative
    for (let m = 0; m < 3; m++) {
      const middle = (m === 0 ? shape.x : m === 1 ? shape.y : shape.z) + hi * r[3 * m + i];
      const u = hj * r[3 * m + j];
      const v = hk * r[3 * m + k];
      const turned = isPositive ? u - v : v - u;
      points[m] = middle - u - v;
      points[3 + m] = middle + turned;
      points[6 + m] = middle + u + v;
      points[9 + m] = middle - turned;
    }
    corners[0] = base;
    corners[1] = base | (1 << (isPositive ? j : k));
    corners[2] = base | (1 << j) | (1 << k);
    corners[3] = base | (1 << (isPositive ? k : j));
    out.nx = side * r[i];
    out.ny = side * r[3 + i];
    out.nz = side * r[6 + i];
    out.id = 2 * i + (isPositive ? 1 : 0);
    out.count = 4;
    return;
  }
  const e = sx <= sy && sx <= sz ? 0 : sy <= sz ? 1 : 2;
  const isEdge = (e === 0 ? sx : e === 1 ? sy : sz) < EDGE_COSINE;
  for (let m = 0; m < 3; m++) {
    const x = (farthest & 1) === 0 ? -shape.a : shape.a;
    const y = (farthest & 2) === 0 ? -shape.b : shape.b;
    const z = (farthest & 4) === 0 ? -shape.c : shape.c;
    const corner = (m === 0 ? shape.x : m === 1 ? shape.y : shape.z) + r[3 * m] * x + r[3 * m + 1] * y + r[3 * m + 2] * z;
    points[m] = corner;
    points[3 + m] = corner - 2 * r[3 * m + e] * (e === 0 ? x : e === 1 ? y : z);
  }
  corners[0] = farthest;
  corners[1] = farthest ^ (1 << e);
  out.id = isEdge ? 8 * (1 + e) + (farthest & ~(1 << e)) : farthest;
  out.count = isEdge ? 2 : 1;
}
