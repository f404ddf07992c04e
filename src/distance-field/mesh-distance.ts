// The exact signed distance to a closed triangle mesh. The closest point is found by descending the tree of triangles,
// nearest boxes first. The sign follows from the pseudonormal of the face, edge or vertex of the closest point
// (pseudonormals.ts), or from the winding number if that feature is on a border between pieces of an outer surface.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { TriangleTree } from '../mesh/triangle-tree.js';
import { WindingNumber } from '../mesh/winding-number.js';
import { reachOf } from './mesh-sizes.js';
import { NormalCone } from './normal-cone.js';
import { borderFeatures, EDGE_FEATURE, FACE_FEATURE, NORMALS_SIZE, pseudonormals } from './pseudonormals.js';

/** Size of the stack of boxes. */
export const DEEPEST = 128;

/** For points inside, as shares of depth [1]: distance of faces from the closest point, and difference of heights. */
const BESIDE_DEPTH = 1.5;
const HIGHER_DEPTH = 0.5;
/** For facedDistance(): take a single face, no normal between two faces. */
export const NO_CONE = 0;
/** Cosine of the angle between normals that count as equal [1]. */
const FLAT = 1 - 1e-9;
/** Factor on given bounds, so that rounding cannot exclude the closest point itself [1]. */
const BOUND_SLACK = 1 + 1e-9;

/** Bound of the rounding error of a point, as a share of the largest distance from the origin [1]. */
const ROUNDING = 1e-13;

/** Data of the mesh that distance queries use; see the fields of MeshDistance. */
export interface MeshParts {
  readonly tree: TriangleTree;
  readonly corners: Float64Array;
  readonly normals: Float64Array;
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
}

export class MeshDistance {
  readonly mesh: TriangleMesh;
  /** Closest point of the mesh to the point of the last query [m]. */
  readonly closest = new Float64Array(3);
  /** Triangle of the closest point, and feature of the triangle: corner 0 to 2, edge 3 to 5, face 6. */
  readonly feature = new Int32Array(2);
  /** Triangle whose plane facedDistance() took; -1 for the closest point itself, BETWEEN for a normal between two. */
  faced = -1;
  readonly #tree: TriangleTree;
  /** Corner a, and the edges a to b and a to c, of each triangle in the order of the tree. */
  readonly #corners: Float64Array;
  readonly #normals: Float64Array;
  /**
   * Bits of each triangle's features where the surface is not closed, and the winding number that gives the sign there.
   */
  readonly #border: Uint8Array;
  #winding: WindingNumber | undefined;
  /** Triangles around vertex v: around[aroundStart[v]] ... around[aroundStart[v + 1] - 1]. */
  readonly #aroundStart: Int32Array;
  readonly #around: Int32Array;
  /** Nodes of the tree still to be visited, and their squared distances [m^2]. */
  readonly #stack = new Int32Array(DEEPEST);
  readonly #stackSquares = new Float64Array(DEEPEST);
  /** Point of the query [m], and the squared bound of its distance, then its squared distance [m^2]. */
  readonly #asked = new Float64Array(4);
  /** Closest point of one triangle to the query's point [m]. */
  readonly #candidate = new Float64Array(3);
  /** Index in the tree's order of the triangle found last: the next query's point is often near it. */
  #last = 0;
  /** Upper bound of the rounding error of a closest point [m]. */
  readonly #rounding: number;
  readonly #cone = new NormalCone();
  /** The data above, for other queries about the mesh. */
  readonly parts: MeshParts;

  constructor(mesh: TriangleMesh) {
    this.mesh = mesh;
    this.#tree = new TriangleTree(mesh);
    this.#rounding = ROUNDING * reachOf(mesh);
    this.#normals = pseudonormals(mesh);
    this.#border = borderFeatures(mesh);
    const { positions, triangles } = mesh;
    this.#aroundStart = new Int32Array(positions.length / 3 + 1);
    for (const vertex of triangles) this.#aroundStart[vertex + 1]++;
    for (let v = 1; v < this.#aroundStart.length; v++) this.#aroundStart[v] += this.#aroundStart[v - 1];
    this.#around = new Int32Array(triangles.length);
    const filled = this.#aroundStart.slice();
    for (let i = 0; i < triangles.length; i++) this.#around[filled[triangles[i]]++] = Math.floor(i / 3);
    const { order } = this.#tree;
    this.#corners = new Float64Array(9 * order.length);
    for (let i = 0; i < order.length; i++) {
      for (let k = 0; k < 3; k++) {
        const a = positions[3 * triangles[3 * order[i]] + k];
        this.#corners[9 * i + k] = a;
        this.#corners[9 * i + 3 + k] = positions[3 * triangles[3 * order[i] + 1] + k] - a;
        this.#corners[9 * i + 6 + k] = positions[3 * triangles[3 * order[i] + 2] + k] - a;
      }
    }
    this.parts = {
      tree: this.#tree,
      corners: this.#corners,
      normals: this.#normals,
      aroundStart: this.#aroundStart,
      around: this.#around,
    };
  }

  /** Writes the pseudonormal of a feature of a triangle to out[to ..] [1]. Only those of faces have unit length. */
  writeNormal(triangle: number, feature: number, out: Float64Array, to = 0): void {
    const at = NORMALS_SIZE * triangle + 3 * feature;
    for (let k = 0; k < 3; k++) out[to + k] = this.#normals[at + k];
  }

  /** Whether all faces at a corner or an edge of a triangle have the same normal. */
  isFlat(triangle: number, feature: number): boolean {
    const { triangles } = this.mesh;
    const i = feature % 3;
    const vertex = triangles[3 * triangle + i];
    const next = triangles[3 * triangle + (i === 2 ? 0 : i + 1)];
    const n = NORMALS_SIZE * triangle + 3 * FACE_FEATURE;
    const normals = this.#normals;
    for (let at = this.#aroundStart[vertex]; at < this.#aroundStart[vertex + 1]; at++) {
      if (feature >= EDGE_FEATURE && !hasCorner(triangles, this.#around[at], next)) continue;
      const m = NORMALS_SIZE * this.#around[at] + 3 * FACE_FEATURE;
      if (normals[n] * normals[m] + normals[n + 1] * normals[m + 1] + normals[n + 2] * normals[m + 2] < FLAT) return false;
    }
    return true;
  }

  /**
   * The distance of a point to the surface, negative inside [m]. Sets `closest` and `feature`. A known upper bound of
   * the distance, `bound` [m], saves time.
   */
  signedDistance(x: number, y: number, z: number, bound = Infinity): number {
    const asked = this.#asked;
    asked[0] = x;
    asked[1] = y;
    asked[2] = z;
    asked[3] = bound * bound * BOUND_SLACK;
    this.#findClosest();
    return this.#isInside() ? -Math.sqrt(asked[3]) : Math.sqrt(asked[3]);
  }

  /** As signedDistance(), with arrays: V8 would allocate numbers that are passed to calls it does not inline. */
  writeSignedDistance(point: Float64Array, out: Float64Array): void {
    const asked = this.#asked;
    for (let k = 0; k < 3; k++) asked[k] = point[k];
    asked[3] = Infinity;
    this.#findClosest();
    out[0] = this.#isInside() ? -Math.sqrt(asked[3]) : Math.sqrt(asked[3]);
  }

  /** Whether the query's point is inside, once the closest point is known. */
  #isInside(): boolean {
    const { closest, feature } = this;
    const x = this.#asked[0];
    const y = this.#asked[1];
    const z = this.#asked[2];
    if ((this.#border[feature[0]] & (1 << feature[1])) !== 0) {
      this.#winding ??= new WindingNumber(this.mesh);
      return this.#winding.at(x, y, z) > 0.5;
    }
    const at = NORMALS_SIZE * feature[0] + 3 * feature[1];
    const normals = this.#normals;
    return normals[at] * (x - closest[0]) + normals[at + 1] * (y - closest[1]) + normals[at + 2] * (z - closest[2]) < 0;
  }

  /**
   * Writes distance [m] and unit gradient [1] at a point to out[0] and out[1 .. 3]. Several faces at the closest point
   * may have planes at the same height below the point, up to `blur` [m]. Which of them is closest is then a matter of
   * rounding, so the face whose normal is most opposed to `facing` [1] is taken. For a point that is an edge or corner
   * itself, normals between two faces of a convex edge are candidates too (NormalCone); `deeper` enlarges the allowed
   * difference of heights, by at most half the depth [m]. NO_CONE: faces only.
   */
  facedDistance(
    point: Float64Array,
    facingX: number,
    facingY: number,
    facingZ: number,
    blur: number,
    out: Float64Array,
    deeper = NO_CONE,
  ): void {
    const x = point[0];
    const y = point[1];
    const z = point[2];
    this.writeSignedDistance(point, out);
    const distance = out[0];
    const { closest } = this;
    const { triangles } = this.mesh;
    const cone = this.#cone;
    const own = this.feature[0];
    const inverse = distance !== 0 ? 1 / distance : 0;
    out[1] = (x - closest[0]) * inverse;
    out[2] = (y - closest[1]) * inverse;
    out[3] = (z - closest[2]) * inverse;
    const depth = deeper === NO_CONE ? 0 : Math.max(0, -distance);
    const beside = blur + BESIDE_DEPTH * depth;
    const higher = blur + Math.min(HIGHER_DEPTH * depth, deeper);
    cone.begin(facingX, facingY, facingZ);
    for (let i = 0; i < 3; i++) {
      const vertex = triangles[3 * own + i];
      const next = triangles[3 * own + (i === 2 ? 0 : i + 1)];
      // Near a corner all triangles of its fan are candidates, near an edge the triangle across it.
      const isCornerNear = this.#squareToCorner(vertex) <= beside * beside;
      const isEdgeNear = isCornerNear || this.#squareToEdge(vertex, next) <= beside * beside;
      for (let at = this.#aroundStart[vertex]; at < this.#aroundStart[vertex + 1]; at++) {
        const t = this.#around[at];
        if (t !== own && !isCornerNear && !(isEdgeNear && hasCorner(triangles, t, next))) continue;
        const n = NORMALS_SIZE * t + 3 * FACE_FEATURE;
        const nx = this.#normals[n];
        const ny = this.#normals[n + 1];
        const nz = this.#normals[n + 2];
        const height = nx * (x - closest[0]) + ny * (y - closest[1]) + nz * (z - closest[2]) + this.#heightOfClosest(t, n);
        if (Math.abs(height - distance) > higher || this.#squareToFoot(point, height, nx, ny, nz) > beside * beside) continue;
        cone.add(this.mesh, t, nx, ny, nz, height);
      }
    }
    this.faced = cone.choose(deeper !== NO_CONE, out);
    if (depth > blur && cone.count > 1 && this.#footIsOff(point, out, blur + deeper)) {
      this.faced = own;
      out[0] = distance;
      out[1] = (x - closest[0]) * inverse;
      out[2] = (y - closest[1]) * inverse;
      out[3] = (z - closest[2]) * inverse;
    }
    if (cone.count === 0 && distance === 0) {
      this.writeNormal(own, FACE_FEATURE, out, 1);
    }
  }

  /** Whether a point's foot, by height out[0] and normal out[1 .. 3], is farther than `limit` from the surface [m]. */
  #footIsOff(point: Float64Array, out: Float64Array, limit: number): boolean {
    const { closest, feature } = this;
    const [x, y, z] = closest;
    const [triangle, where] = feature;
    const distance = this.signedDistance(point[0] - out[0] * out[1], point[1] - out[0] * out[2], point[2] - out[0] * out[3]);
    closest[0] = x;
    closest[1] = y;
    closest[2] = z;
    feature[0] = triangle;
    feature[1] = where;
    return Math.abs(distance) > limit;
  }

  /** Squared distance from the closest point to the foot of the query's point in a plane [m^2]. */
  #squareToFoot(point: Float64Array, height: number, nx: number, ny: number, nz: number): number {
    const x = point[0] - height * nx - this.closest[0];
    const y = point[1] - height * ny - this.closest[1];
    const z = point[2] - height * nz - this.closest[2];
    return x * x + y * y + z * z;
  }

  /** Height of the closest point above the plane of a triangle whose normal is at `n` [m]. */
  #heightOfClosest(triangle: number, n: number): number {
    const { closest } = this;
    const { positions, triangles } = this.mesh;
    const a = 3 * triangles[3 * triangle];
    const normals = this.#normals;
    return (
      normals[n] * (closest[0] - positions[a]) +
      normals[n + 1] * (closest[1] - positions[a + 1]) +
      normals[n + 2] * (closest[2] - positions[a + 2])
    );
  }

  #squareToCorner(vertex: number): number {
    const { positions } = this.mesh;
    const x = this.closest[0] - positions[3 * vertex];
    const y = this.closest[1] - positions[3 * vertex + 1];
    const z = this.closest[2] - positions[3 * vertex + 2];
    return x * x + y * y + z * z;
  }

  /** Squared distance of the closest point to the line of an edge of its triangle [m^2]. */
  #squareToEdge(from: number, to: number): number {
    const { positions } = this.mesh;
    const ux = positions[3 * to] - positions[3 * from];
    const uy = positions[3 * to + 1] - positions[3 * from + 1];
    const uz = positions[3 * to + 2] - positions[3 * from + 2];
    const x = this.closest[0] - positions[3 * from];
    const y = this.closest[1] - positions[3 * from + 1];
    const z = this.closest[2] - positions[3 * from + 2];
    const along = ux * x + uy * y + uz * z;
    return Math.max(0, x * x + y * y + z * z - (along * along) / (ux * ux + uy * uy + uz * uz));
  }

  /**
   * Squared upper bound of the distance: that to the triangle found last, plus a margin for rounding of points and
   * boxes [m^2]. With the margin, results do not depend on earlier queries.
   */
  #squareWithinLast(): number {
    const asked = this.#asked;
    const candidate = this.#candidate;
    closestOnTriangle(this.#corners, 9 * this.#last, asked, candidate);
    const x = asked[0] - candidate[0];
    const y = asked[1] - candidate[1];
    const z = asked[2] - candidate[2];
    const within = Math.sqrt(x * x + y * y + z * z) * BOUND_SLACK + this.#rounding;
    return within * within;
  }

  /** Finds the closest point to the query's point, and its squared distance. */
  #findClosest(): void {
    const asked = this.#asked;
    const x = asked[0];
    const y = asked[1];
    const z = asked[2];
    const { bounds, links, counts, order } = this.#tree;
    const { closest, feature } = this;
    const corners = this.#corners;
    const stack = this.#stack;
    const stackSquares = this.#stackSquares;
    const candidate = this.#candidate;
    let best = Math.min(asked[3], this.#squareWithinLast());
    let found = -1;
    let size = 1;
    stack[0] = 0;
    stackSquares[0] = 0;
    while (size > 0) {
      size--;
      if (stackSquares[size] > best) continue;
      let node = stack[size];
      while (counts[node] === 0) {
        // Visit the nearer child next, and the other one later if it may contain a closer point.
        const first = node + 1;
        const second = links[node];
        const toFirst = squareToBox(bounds, 6 * first, asked);
        const toSecond = squareToBox(bounds, 6 * second, asked);
        const isFirstNearer = toFirst <= toSecond;
        const further = isFirstNearer ? toSecond : toFirst;
        if (further <= best) {
          stack[size] = isFirstNearer ? second : first;
          stackSquares[size++] = further;
        }
        node = isFirstNearer ? first : second;
        if ((isFirstNearer ? toFirst : toSecond) > best) break;
      }
      if (counts[node] === 0) continue;
      const start = -1 - links[node];
      for (let i = start; i < start + counts[node]; i++) {
        const where = closestOnTriangle(corners, 9 * i, asked, candidate);
        const dx = x - candidate[0];
        const dy = y - candidate[1];
        const dz = z - candidate[2];
        const square = dx * dx + dy * dy + dz * dz;
        // At equal distance a face is preferred: rounding may have moved its neighbours' closest points off the edge.
        if (square > best || (square === best && found >= 0 && where !== FACE_FEATURE)) continue;
        best = square;
        found = i;
        feature[1] = where;
        closest[0] = candidate[0];
        closest[1] = candidate[1];
        closest[2] = candidate[2];
      }
    }
    if (found < 0) {
      asked[3] = Infinity;
      this.#findClosest();
      return;
    }
    this.#last = found;
    feature[0] = order[found];
    asked[3] = best;
  }
}

function hasCorner(triangles: Uint32Array, t: number, vertex: number): boolean {
  return triangles[3 * t] === vertex || triangles[3 * t + 1] === vertex || triangles[3 * t + 2] === vertex;
}

export function squareToBox(bounds: Float64Array, k: number, point: Float64Array): number {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const dx = x < bounds[k] ? bounds[k] - x : x > bounds[k + 3] ? x - bounds[k + 3] : 0;
  const dy = y < bounds[k + 1] ? bounds[k + 1] - y : y > bounds[k + 4] ? y - bounds[k + 4] : 0;
  const dz = z < bounds[k + 2] ? bounds[k + 2] - z : z > bounds[k + 5] ? z - bounds[k + 5] : 0;
  return dx * dx + dy * dy + dz * dz;
}

/** Writes the point of the triangle at corners[k ..] that is closest to point[0 .. 2], and returns its feature. */
export function closestOnTriangle(corners: Float64Array, k: number, point: Float64Array, out: Float64Array): number {
  const px = point[0] - corners[k];
  const py = point[1] - corners[k + 1];
  const pz = point[2] - corners[k + 2];
  const bx = corners[k + 3];
  const by = corners[k + 4];
  const bz = corners[k + 5];
  const cx = corners[k + 6];
  const cy = corners[k + 7];
  const cz = corners[k + 8];
  const bb = bx * bx + by * by + bz * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const cc = cx * cx + cy * cy + cz * cz;
  const pb = px * bx + py * by + pz * bz;
  const pc = px * cx + py * cy + pz * cz;
  // The closest point is a + s (b - a) + t (c - a).
  let s = 0;
  let t = 0;
  let feature = 0;
  const fromB = pb - bb;
  const toCFromB = pc - bc;
  const fromC = pc - cc;
  const toBFromC = pb - bc;
  const insideAB = pb * toCFromB - fromB * pc;
  const insideCA = toBFromC * pc - pb * fromC;
  const insideBC = fromB * fromC - toBFromC * toCFromB;
  if (pb <= 0 && pc <= 0) {
    feature = 0;
  } else if (fromB >= 0 && toCFromB <= fromB) {
    s = 1;
    feature = 1;
  } else if (fromC >= 0 && toBFromC <= fromC) {
    t = 1;
    feature = 2;
  } else if (insideAB <= 0 && pb >= 0 && fromB <= 0) {
    s = pb / bb;
    feature = 3;
  } else if (insideCA <= 0 && pc >= 0 && fromC <= 0) {
    t = pc / cc;
    feature = 5;
  } else if (insideBC <= 0 && toCFromB - fromB >= 0 && toBFromC - fromC >= 0) {
    t = (toCFromB - fromB) / (toCFromB - fromB + toBFromC - fromC);
    s = 1 - t;
    feature = 4;
  } else {
    const inverse = 1 / (insideAB + insideCA + insideBC);
    s = insideCA * inverse;
    t = insideAB * inverse;
    feature = FACE_FEATURE;
  }
  out[0] = corners[k] + s * bx + t * cx;
  out[1] = corners[k + 1] + s * by + t * cy;
  out[2] = corners[k + 2] + s * bz + t * cz;
  return feature;
}
