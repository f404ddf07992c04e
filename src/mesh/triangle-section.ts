// Finds where two triangles meet: the part of the line of intersection of their planes that lies in both (after Möller,
// A fast triangle-triangle intersection test, 1997). The ends of the section are corners, or points where the other's
// plane cuts an edge. So they are on both triangles up to rounding, however small the angle between them is.

/** How two triangles meet. */
export const SECTION = {
  /** Not at all, or at a point. */
  apart: 0,
  /** They touch along a line without crossing. */
  touch: 1,
  /** Each has parts on both sides of the other. */
  cross: 2,
  /** They overlap in one plane and face the same way, or back to back. */
  overlap: 3,
  backToBack: 4,
} as const;

/** Sections up to this share of the larger triangle's size count as points [1]. */
const SHORTEST = 1e-9;
/**
 * The two computed lines of a section may differ by this share of its length. A larger difference is rounding of flat
 * neighbours [1].
 */
const BESIDE = 1e-3;

const APART = 0;
const ONE = 1;
const BOTH = 2;
const FLAT = 3;

export class TriangleSection {
  /** Ends of the last section found, for triangles that touch along a line or cross [m]. */
  readonly ends = new Float64Array(6);
  /** Ends of the part of the line in each triangle [m]. */
  readonly #endsOfA = new Float64Array(6);
  readonly #endsOfB = new Float64Array(6);
  /** Normal of the cutting plane [1], and heights of the corners above it [m]. */
  readonly #normal = new Float64Array(3);
  readonly #heights = new Float64Array(3);

  /**
   * Finds how triangles a and b meet, given by three corners of three numbers each [m]. Corners within `snap` [m] of
   * the other's plane count as in it. Sets `ends`.
   */
  find(a: Float64Array, b: Float64Array, snap: number): number {
    let size = 0;
    for (let i = 0; i < 9; i++) size = Math.max(size, Math.abs(a[i] - a[i % 3]), Math.abs(b[i] - b[i % 3]));
    const shared = countShared(a, b);
    const sidesOfA = this.#cutByPlane(a, b, snap, this.#endsOfA);
    if (sidesOfA === FLAT) return this.#overlapInPlane(a, b, Math.max(snap, SHORTEST * size));
    // Neighbours meet at their common edge only.
    if (sidesOfA === APART || shared === 2) return SECTION.apart;
    const sidesOfB = this.#cutByPlane(b, a, snap, this.#endsOfB);
    if (sidesOfB === APART) return SECTION.apart;
    if (sidesOfB === FLAT) return this.#overlapInPlane(a, b, Math.max(snap, SHORTEST * size));
    if (!meetOnLine(this.#endsOfA, this.#endsOfB, SHORTEST * size, this.ends)) return SECTION.apart;
    return sidesOfA === BOTH && sidesOfB === BOTH ? SECTION.cross : SECTION.touch;
  }

  /**
   * Writes the two points where the plane of b cuts a to `out`. Returns whether a is on one side of the plane or on
   * both, is in the plane, or has at most a point in it.
   */
  #cutByPlane(a: Float64Array, b: Float64Array, snap: number, out: Float64Array): number {
    if (!this.#setNormal(b)) return APART;
    const normal = this.#normal;
    const heights = this.#heights;
    let above = 0;
    let below = 0;
    for (let i = 0; i < 3; i++) {
      const x = a[3 * i];
      const y = a[3 * i + 1];
      const z = a[3 * i + 2];
      let height = normal[0] * (x - b[0]) + normal[1] * (y - b[1]) + normal[2] * (z - b[2]);
      if (Math.abs(height) <= snap || isCorner(b, x, y, z)) height = 0;
      heights[i] = height;
      if (height > 0) above++;
      else if (height < 0) below++;
    }
    if (above === 3 || below === 3) return APART;
    if (above + below === 0) return FLAT;
    let count = 0;
    for (let i = 0; i < 3; i++) {
      const j = i === 2 ? 0 : i + 1;
      if (heights[i] === 0) {
        for (let k = 0; k < 3; k++) out[3 * count + k] = a[3 * i + k];
        count++;
      } else if (heights[i] < 0 !== heights[j] < 0 && heights[j] !== 0) {
        const share = heights[i] / (heights[i] - heights[j]);
        for (let k = 0; k < 3; k++) out[3 * count + k] = a[3 * i + k] + share * (a[3 * j + k] - a[3 * i + k]);
        count++;
      }
    }
    if (count < 2) return APART;
    return above > 0 && below > 0 ? BOTH : ONE;
  }

  /** Sets the unit normal of a triangle. Returns false if it has no area. */
  #setNormal(b: Float64Array): boolean {
    const ux = b[3] - b[0];
    const uy = b[4] - b[1];
    const uz = b[5] - b[2];
    const vx = b[6] - b[0];
    const vy = b[7] - b[1];
    const vz = b[8] - b[2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return false;
    this.#normal[0] = x / length;
    this.#normal[1] = y / length;
    this.#normal[2] = z / length;
    return true;
  }

  /** How coplanar triangles overlap: by more than `least` [m] across all edges (separating axes), or not at all. */
  #overlapInPlane(a: Float64Array, b: Float64Array, least: number): number {
    if (this.#separatesInPlane(a, b, least)) return SECTION.apart;
    const normal = this.#normal;
    const [x, y, z] = normal;
    if (this.#separatesInPlane(b, a, least)) return SECTION.apart;
    return x * normal[0] + y * normal[1] + z * normal[2] > 0 ? SECTION.overlap : SECTION.backToBack;
  }

  #separatesInPlane(a: Float64Array, b: Float64Array, least: number): boolean {
    if (!this.#setNormal(a)) return true;
    const normal = this.#normal;
    for (let i = 0; i < 3; i++) {
      const from = 3 * i;
      const to = i === 2 ? 0 : from + 3;
      const ux = a[to] - a[from];
      const uy = a[to + 1] - a[from + 1];
      const uz = a[to + 2] - a[from + 2];
      const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
      if (!(length > 0)) return true;
      // Unit vector inward from the edge.
      const x = (normal[1] * uz - normal[2] * uy) / length;
      const y = (normal[2] * ux - normal[0] * uz) / length;
      const z = (normal[0] * uy - normal[1] * ux) / length;
      let furthest = -Infinity;
      for (let j = 0; j < 9; j += 3)
        furthest = Math.max(furthest, x * (b[j] - a[from]) + y * (b[j + 1] - a[from + 1]) + z * (b[j + 2] - a[from + 2]));
      if (furthest <= least) return true;
    }
    return false;
  }
}

/** Number of common corners. */
function countShared(a: Float64Array, b: Float64Array): number {
  let shared = 0;
  for (let i = 0; i < 9; i += 3) if (isCorner(b, a[i], a[i + 1], a[i + 2])) shared++;
  return shared;
}

function isCorner(b: Float64Array, x: number, y: number, z: number): boolean {
  for (let j = 0; j < 9; j += 3) if (b[j] === x && b[j + 1] === y && b[j + 2] === z) return true;
  return false;
}

/** Writes the common part of two segments of one line. Returns false unless it is longer than `least` [m]. */
function meetOnLine(p: Float64Array, q: Float64Array, least: number, out: Float64Array): boolean {
  const longer = squareOfLength(p) >= squareOfLength(q) ? p : q;
  const length = Math.sqrt(squareOfLength(longer));
  if (!(length > least)) return false;
  const dx = (longer[3] - longer[0]) / length;
  const dy = (longer[4] - longer[1]) / length;
  const dz = (longer[5] - longer[2]) / length;
  const placeOf = (e: Float64Array, k: number) =>
    dx * (e[k] - longer[0]) + dy * (e[k + 1] - longer[1]) + dz * (e[k + 2] - longer[2]);
  const [p0, p1, q0, q1] = [placeOf(p, 0), placeOf(p, 3), placeOf(q, 0), placeOf(q, 3)];
  const lowP = p0 <= p1 ? 0 : 3;
  const lowQ = q0 <= q1 ? 0 : 3;
  const low = Math.max(Math.min(p0, p1), Math.min(q0, q1));
  const high = Math.min(Math.max(p0, p1), Math.max(q0, q1));
  if (!(high - low > least)) return false;
  const shorter = longer === p ? q : p;
  for (let k = 0; k < 6; k += 3) {
    const s = placeOf(shorter, k);
    const x = shorter[k] - longer[0] - s * dx;
    const y = shorter[k + 1] - longer[1] - s * dy;
    const z = shorter[k + 2] - longer[2] - s * dz;
    if (x * x + y * y + z * z > BESIDE * BESIDE * length * length) return false;
  }
  const isLowOfP = Math.min(p0, p1) >= Math.min(q0, q1);
  const isHighOfP = Math.max(p0, p1) <= Math.max(q0, q1);
  for (let k = 0; k < 3; k++) {
    out[k] = isLowOfP ? p[lowP + k] : q[lowQ + k];
    out[3 + k] = isHighOfP ? p[3 - lowP + k] : q[3 - lowQ + k];
  }
  return true;
}

function squareOfLength(e: Float64Array): number {
  const x = e[3] - e[0];
  const y = e[4] - e[1];
  const z = e[5] - e[2];
  return x * x + y * y + z * z;
}
