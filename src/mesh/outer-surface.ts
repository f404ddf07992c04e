// Finds the outer surface of a mesh whose parts pass through each other or through themselves: a handle that ends
// inside its pot, limbs pushed into a body. Points with a winding number above 0 are inside, so the solid is the union
// of the parts. Its boundary consists of the pieces of surface with such points on one side only.
//
// Triangles that meet others are cut along the lines of contact. A cut runs through the whole piece; this cuts more
// than necessary, but each piece then belongs to the boundary as a whole or not at all. A triangle that overlaps
// another one in its plane is cut along the other's edges, and of overlapping pieces the first is kept. Two winding
// numbers decide about a piece, just above and just below its middle. Triangles that meet nothing are decided together
// with their neighbours. The pieces are not joined: neighbours may have a common line without common vertices. Pieces
// thinner than the tolerance are left out.

import type { Vec3 } from '../math/vector.js';
import { NearTriangles, roundingOf, writeCorners } from './crossings.js';
import { findEdges } from './edges.js';
import { heightBetween, toleranceOf } from './measures.js';
import type { TriangleMesh } from './triangle-mesh.js';
import { SECTION } from './triangle-section.js';
import { dropUnusedVertices } from './weld.js';
import { WindingNumber } from './winding-number.js';

/** In tolerances [1]: distance from a piece at which winding numbers are taken, and least thickness of a piece. */
const BESIDE = 2;
const THINNEST = 4;

export interface OuterSurface {
  /** The outer surface; the given mesh if it does not meet itself. */
  readonly mesh: TriangleMesh;
  /** Mean thickness of parts turned inside out (winding number below 0), and a point of their largest piece [m]. */
  readonly inverted?: { readonly thickness: number; readonly at: Readonly<Vec3> };
}

/** Another triangle that a triangle meets. */
interface Meeting {
  readonly other: number;
  readonly kind: number;
  /** The line along which they meet, as two points [m]. */
  readonly line: Float64Array;
}

/** A flat convex polygon: the coordinates of its corners in order [m]. */
type Polygon = readonly number[];

/** Whether two triangles of a mesh meet elsewhere than at common vertices and edges. */
export function meetsItself(mesh: TriangleMesh): boolean {
  const near = new NearTriangles(mesh);
  const rounding = roundingOf(mesh);
  let meets = false;
  for (let t = 0; 3 * t < mesh.triangles.length && !meets; t++) near.meetings(t, rounding, 0, () => (meets = true));
  return meets;
}

export function outerSurface(mesh: TriangleMesh): OuterSurface {
  if (!meetsItself(mesh)) return { mesh };
  const sides = new Sides(mesh);
  const kept = new PieceList(mesh);
  const inverted = new InvertedParts();
  const met = findMeetings(mesh);
  for (const group of unmetGroups(mesh, met)) {
    const side = sides.ofPiece(cornersOf(mesh, largestOf(mesh, group)));
    for (const t of group) {
      if (side === BOUNDARY) kept.addTriangle(t);
      else if (side === INVERTED) inverted.add(cornersOf(mesh, t));
    }
  }
  for (const [t, meetings] of met) {
    for (const piece of cutTriangle(mesh, t, meetings)) {
      if (sides.isThin(piece) || isCoveredByEarlier(mesh, t, meetings, piece, sides.tolerance)) continue;
      const side = sides.ofPiece(piece);
      if (side === BOUNDARY) kept.addPolygon(piece);
      else if (side === INVERTED) inverted.add(piece);
    }
  }
  return { mesh: kept.mesh(), ...inverted.describe() };
}

/** For every triangle that meets others: these others, and the lines of contact. */
function findMeetings(mesh: TriangleMesh): Map<number, Meeting[]> {
  const near = new NearTriangles(mesh);
  const tolerance = toleranceOf(mesh);
  const met = new Map<number, Meeting[]>();
  for (let t = 0; 3 * t < mesh.triangles.length; t++) {
    const meetings: Meeting[] = [];
    near.meetings(t, tolerance, tolerance, (other, kind, section) => meetings.push({ other, kind, line: section.slice() }));
    if (meetings.length > 0)
      met.set(
        t,
        meetings.sort((p, q) => p.other - q.other),
      );
  }
  return met;
}

/** Triangles that meet no others, in groups connected over edges. A whole group is on the boundary or not. */
function unmetGroups(mesh: TriangleMesh, met: ReadonlyMap<number, unknown>): number[][] {
  const { across } = findEdges(mesh);
  const seen = new Uint8Array(mesh.triangles.length / 3);
  const groups: number[][] = [];
  for (let seed = 0; seed < seen.length; seed++) {
    if (seen[seed] === 1 || met.has(seed)) continue;
    seen[seed] = 1;
    const group = [seed];
    for (let i = 0; i < group.length; i++)
      for (let c = 3 * group[i]; c < 3 * group[i] + 3; c++) {
        const t = Math.floor(across[c] / 3);
        if (across[c] < 0 || seen[t] === 1 || met.has(t)) continue;
        seen[t] = 1;
        group.push(t);
      }
    groups.push(group.sort((a, b) => a - b));
  }
  return groups;
}

function cornersOf(mesh: TriangleMesh, t: number): number[] {
  const corners = new Float64Array(9);
  writeCorners(mesh.positions, mesh.triangles, t, corners);
  return [...corners];
}

function largestOf(mesh: TriangleMesh, group: readonly number[]): number {
  const heightOf = (t: number) =>
    heightBetween(mesh.positions, mesh.triangles[3 * t], mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 2]);
  return group.reduce((best, t) => (heightOf(t) > heightOf(best) ? t : best));
}

/** Cuts a triangle into pieces that no other triangle passes through. */
function cutTriangle(mesh: TriangleMesh, t: number, meetings: readonly Meeting[]): Polygon[] {
  let pieces: Polygon[] = [cornersOf(mesh, t)];
  const normal = normalOf(pieces[0]);
  for (const { other, kind, line } of meetings) {
    const corners = cornersOf(mesh, other);
    if (kind === SECTION.overlap || kind === SECTION.backToBack) {
      for (let i = 0; i < 3; i++) {
        const from = corners.slice(3 * i, 3 * i + 3);
        const to = corners.slice((3 * i + 3) % 9, ((3 * i + 3) % 9) + 3);
        pieces = pieces.flatMap((piece) => cutAlong(piece, normal, from, to));
      }
    } else pieces = pieces.flatMap((piece) => cutAlong(piece, normal, line.subarray(0, 3), line.subarray(3, 6)));
  }
  return pieces;
}

/** Cuts a piece along the line through two points of its plane, if the segment between them crosses the piece. */
function cutAlong(piece: Polygon, normal: Vec3, from: ArrayLike<number>, to: ArrayLike<number>): Polygon[] {
  const along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  if (!(length > 0) || !passesThrough(piece, normal, from, along)) return [piece];
  const across = crossOf(normal, along as Vec3).map((x) => x / length);
  const heights: number[] = [];
  for (let i = 0; i < piece.length; i += 3)
    heights.push(across[0] * (piece[i] - from[0]) + across[1] * (piece[i + 1] - from[1]) + across[2] * (piece[i + 2] - from[2]));
  const above: number[] = [];
  const below: number[] = [];
  for (let i = 0; i < heights.length; i++) {
    const j = (i + 1) % heights.length;
    const here = piece.slice(3 * i, 3 * i + 3);
    if (heights[i] >= 0) above.push(...here);
    if (heights[i] <= 0) below.push(...here);
    if (!((heights[i] > 0 && heights[j] < 0) || (heights[i] < 0 && heights[j] > 0))) continue;
    const cut = pointBetween(here, heights[i], piece.slice(3 * j, 3 * j + 3), heights[j]);
    above.push(...cut);
    below.push(...cut);
  }
  return [above, below].filter((part) => part.length >= 9);
}

/** The point of height 0 between p and q, with the same bits for both orders of p and q. */
function pointBetween(p: readonly number[], heightOfP: number, q: readonly number[], heightOfQ: number): number[] {
  const isFirst = p[0] < q[0] || (p[0] === q[0] && (p[1] < q[1] || (p[1] === q[1] && p[2] < q[2])));
  if (!isFirst) return pointBetween(q, heightOfQ, p, heightOfP);
  const share = heightOfP / (heightOfP - heightOfQ);
  return p.map((x, k) => x + share * (q[k] - x));
}

/** Whether the segment from a point along a vector has a part in the interior of a piece. */
function passesThrough(piece: Polygon, normal: Vec3, from: ArrayLike<number>, along: readonly number[]): boolean {
  let [low, high] = [0, 1];
  const length = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  for (let i = 0; i < piece.length; i += 3) {
    const j = (i + 3) % piece.length;
    const edge: Vec3 = [piece[j] - piece[i], piece[j + 1] - piece[i + 1], piece[j + 2] - piece[i + 2]];
    const size = Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
    if (size === 0) continue;
    const inward = crossOf(normal, edge);
    const height =
      (inward[0] * (from[0] - piece[i]) + inward[1] * (from[1] - piece[i + 1]) + inward[2] * (from[2] - piece[i + 2])) / size;
    const slope = (inward[0] * along[0] + inward[1] * along[1] + inward[2] * along[2]) / size;
    // A segment along the edge itself cuts nothing.
    const least = 1e-9 * Math.min(size, length);
    if (height <= least && height + slope <= least) return false;
    if (slope > 0) low = Math.max(low, -height / slope);
    else if (slope < 0) high = Math.min(high, -height / slope);
    if (low >= high) return false;
  }
  return (high - low) * length > 0;
}

function crossOf(a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The unit normal of a polygon times its area. */
function areaVector(piece: Polygon): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (let i = 3; i + 3 < piece.length; i += 3) {
    const u: Vec3 = [piece[i] - piece[0], piece[i + 1] - piece[1], piece[i + 2] - piece[2]];
    const v: Vec3 = [piece[i + 3] - piece[0], piece[i + 4] - piece[1], piece[i + 5] - piece[2]];
    const n = crossOf(u, v);
    for (let k = 0; k < 3; k++) sum[k] += n[k] / 2;
  }
  return sum;
}

function normalOf(piece: Polygon): Vec3 {
  const n = areaVector(piece);
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : n;
}

/** The mean of the corners, which is inside the convex polygon. */
function middleOf(piece: Polygon): Vec3 {
  const middle: Vec3 = [0, 0, 0];
  for (let i = 0; i < piece.length; i++) middle[i % 3] += (3 * piece[i]) / piece.length;
  return middle;
}

/** Whether an earlier triangle in the same plane covers the piece and faces the same way. */
function isCoveredByEarlier(
  mesh: TriangleMesh,
  t: number,
  meetings: readonly Meeting[],
  piece: Polygon,
  tolerance: number,
): boolean {
  const middle = middleOf(piece);
  return meetings.some(({ other, kind }) => {
    if (kind !== SECTION.overlap || other > t) return false;
    const corners = cornersOf(mesh, other);
    const n = normalOf(corners);
    for (let i = 0; i < 9; i += 3) {
      const j = (i + 3) % 9;
      const edge: Vec3 = [corners[j] - corners[i], corners[j + 1] - corners[i + 1], corners[j + 2] - corners[i + 2]];
      const inward = crossOf(n, edge);
      const height =
        inward[0] * (middle[0] - corners[i]) +
        inward[1] * (middle[1] - corners[i + 1]) +
        inward[2] * (middle[2] - corners[i + 2]);
      if (height < -tolerance * Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2])) return false;
    }
    return true;
  });
}

const WITHIN = 0;
const BOUNDARY = 1;
const INVERTED = 2;

/** Classifies pieces by the winding numbers on their two sides. */
class Sides {
  readonly tolerance: number;
  readonly #winding: WindingNumber;

  constructor(mesh: TriangleMesh) {
    this.tolerance = toleranceOf(mesh);
    this.#winding = new WindingNumber(mesh);
  }

  isThin(piece: Polygon): boolean {
    const n = areaVector(piece);
    let longest = 0;
    for (let i = 3; i < piece.length; i += 3)
      longest = Math.max(
        longest,
        Math.abs(piece[i] - piece[0]),
        Math.abs(piece[i + 1] - piece[1]),
        Math.abs(piece[i + 2] - piece[2]),
      );
    return Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) <= (THINNEST * this.tolerance * longest) / 2;
  }

  ofPiece(piece: Polygon): number {
    const n = normalOf(piece);
    const [x, y, z] = middleOf(piece);
    const away = BESIDE * this.tolerance;
    const front = Math.round(this.#winding.at(x + away * n[0], y + away * n[1], z + away * n[2]));
    const back = Math.round(this.#winding.at(x - away * n[0], y - away * n[1], z - away * n[2]));
    if (front <= 0 && back > 0) return BOUNDARY;
    return front < 0 && back === 0 ? INVERTED : WITHIN;
  }
}

/** Collects whole triangles, and polygons as triangles. Points with the same coordinates become one vertex. */
class PieceList {
  readonly #mesh: TriangleMesh;
  readonly #positions: number[];
  readonly #triangles: number[] = [];
  readonly #vertexAt = new Map<string, number>();

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#positions = Array.from(mesh.positions);
  }

  addTriangle(t: number): void {
    for (let c = 3 * t; c < 3 * t + 3; c++) {
      const v = this.#mesh.triangles[c];
      this.#triangles.push(v);
      this.#vertexAt.set(this.#mesh.positions.subarray(3 * v, 3 * v + 3).join(), v);
    }
  }

  addPolygon(piece: Polygon): void {
    const vertices: number[] = [];
    for (let i = 0; i < piece.length; i += 3) {
      const key = `${piece[i]},${piece[i + 1]},${piece[i + 2]}`;
      let v = this.#vertexAt.get(key);
      if (v === undefined) {
        v = this.#positions.length / 3;
        this.#positions.push(piece[i], piece[i + 1], piece[i + 2]);
        this.#vertexAt.set(key, v);
      }
      if (!vertices.includes(v)) vertices.push(v);
    }
    for (let i = 1; i + 1 < vertices.length; i++) this.#triangles.push(vertices[0], vertices[i], vertices[i + 1]);
  }

  mesh(): TriangleMesh {
    return dropUnusedVertices({ positions: Float64Array.from(this.#positions), triangles: Uint32Array.from(this.#triangles) });
  }
}

/** Measures the boundary of the parts that are inside out. */
class InvertedParts {
  #area = 0;
  #sixVolumes = 0;
  #apex: Vec3 | undefined;
  #largest = 0;
  #at: Vec3 = [0, 0, 0];

  add(piece: Polygon): void {
    const n = areaVector(piece);
    const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    this.#apex ??= [piece[0], piece[1], piece[2]];
    for (let k = 0; k < 3; k++) this.#sixVolumes += 2 * n[k] * (piece[k] - this.#apex[k]);
    this.#area += area;
    if (area <= this.#largest) return;
    this.#largest = area;
    this.#at = middleOf(piece);
  }

  describe(): Pick<OuterSurface, 'inverted'> {
    if (this.#area === 0) return {};
    return { inverted: { thickness: Math.abs(this.#sixVolumes) / (2 * this.#area), at: this.#at } };
  }
}
