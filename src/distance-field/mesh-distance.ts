// The exact signed distance to a closed triangle mesh: the closest point by descending the tree of its triangles, nearest boxes first; the
// sign by the pseudonormal of the face, edge or vertex that the point is on (pseudonormals.ts), or, where that is a border between pieces of an outer
// surface, by the winding number.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { TriangleTree } from '../mesh/triangle-tree.js';
import { WindingNumber } from '../mesh/winding-number.js';
import { reachOf } from './mesh-sizes.js';
import { NormalCone } from './normal-cone.js';
import { borderFeatures, EDGE_FEATURE, FACE_FEATURE, NORMALS_SIZE, pseudonormals } from './pseudonormals.js';

/** Most boxes of the tree of triangles that wait to be looked into. */
export const DEEPEST = 128;

/** What is inside is blurred by its depth as well: how far beside the closest point, and how much farther, other faces may be [1]. */
const BESIDE_DEPTH = 1.5;
const HIGHER_DEPTH = 0.5;
/** For facedDistance(): one face is to be taken, and nothing between. */
export const NO_CONE = 0;
/** Faces that look the same way: cosine of the angle [1]. */
const FLAT = 1 - 1e-9;
/** A bound handed in counts as this much larger, so that rounding cannot cut off the closest point itself [1]. */
const BOUND_SLACK = 1 + 1e-9;

/** Rounding moves a point by less than this share of the largest distance from the origin [1]. */
const ROUNDING = 1e-13;

/** What distances are found by; see the fields of MeshDistance. */
export interface MeshParts {
  readonly tree: TriangleTree;
  readonly corners: Float64Array;
  readonly normals: Float64Array;
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
}

export class MeshDistance {
  readonly mesh: TriangleMesh;
  /** The closest point of the mesh to the point last asked for [m]. */
  readonly closest = new Float64Array(3);
  /** The triangle it is on, and the feature of that: corner 0 to 2, edge 3 to 5, face 6. */
  readonly feature = new Int32Array(2);
  /** The triangle whose plane facedDistance() took last, -1 where it is the closest point itself, BETWEEN where it is between two. */
  faced = -1;
  readonly #tree: TriangleTree;
  /** Corner a, and the edges a to b and a to c, of each triangle in the order of the tree. */
  readonly #corners: Float64Array;
  readonly #normals: Float64Array;
  /** Bits of each triangle's features at which the surface is not closed, and what tells inside from outside there. */
  readonly #border: Uint8Array;
  #winding: WindingNumber | undefined;
  /** Triangles around vertex v: around[aroundStart[v]] ... around[aroundStart[v + 1] - 1]. */
  readonly #aroundStart: Int32Array;
  readonly #around: Int32Array;
  /** Boxes of the tree that may hold something closer, and the square of their distances [m2]. */
  readonly #stack = new Int32Array(DEEPEST);
  readonly #stackSquares = new Float64Array(DEEPEST);
  /** The point asked for [m], and the square of how far away the closest one is looked for, then of its distance [m2]. */
  readonly #asked = new Float64Array(4);
  /** The closest point of one triangle to the point asked for [m]. */
  readonly #candidate = new Float64Array(3);
  /** Where in the order of the tree the triangle was that was found last: a point that is asked for next is often near it. */
  #last = 0;
  /** More than rounding moves a closest point by [m]. */
  readonly #rounding: number;
  readonly #cone = new NormalCone();
  /** The same to read, for other questions about the mesh. */
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

  /** The pseudonormal of a feature of a triangle, written to out[to ..]; not of unit length unless of a face [1]. */
  writeNormal(triangle: number, feature: number, out: Float64Array, to = 0): void {
    const at = NORMALS_SIZE * triangle + 3 * feature;
    for (let k = 0; k < 3; k++) out[to + k] = this.#normals[at + k];
  }

  /** Whether all faces about a corner or an edge of a triangle look the same way. */
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
   * The distance of a point to the surface, negative inside [m]; sets `closest` and `feature`. `bound`, where the caller knows
   * that the distance is no more than that [m], saves time.
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

  /** The same of a point in an array, to out[0]: numbers in calls that are not inlined would cost allocations. */
  writeSignedDistance(point: Float64Array, out: Float64Array): void {
    const asked = this.#asked;
    for (let k = 0; k < 3; k++) asked[k] = point[k];
    asked[3] = Infinity;
    this.#findClosest();
    out[0] = this.#isInside() ? -Math.sqrt(asked[3]) : Math.sqrt(asked[3]);
  }

  /** Whether the point asked for is inside, by the closest point, which is known. */
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
   * Distance [m] and unit gradient [1] at a point to out[0] and out[1 .. 3]. Which of all faces at the closest point is closest, whose
   * planes are as far away, and that the point is over, but for `blur` [m], is no more than rounding. So the one that looks most against
   * `facing` [1] decides. Of a point that is itself an edge or a corner, so does what is between them, where they turn outwards
   * (NormalCone). Then heights may differ by `deeper` more, though by no more than half the depth [m]; NO_CONE where they are not to.
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
      // the fan of a corner that is near, the triangle across an edge that is
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

  /** Whether the foot of a point, from where out[0] is its height and out[1 .. 3] the normal, is farther from the surface than that [m]. */
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

  /** Squared distance from the closest point to the foot of the point asked for in a plane below it [m2]. */
  #squareToFoot(point: Float64Array, height: number, nx: number, ny: number, nz: number): number {
    const x = point[0] - height * nx - this.closest[0];
    const y = point[1] - height * ny - this.closest[1];
    const z = point[2] - height * nz - this.closest[2];
    return x * x + y * y + z * z;
  }

  /** How far the closest point is above the plane of a triangle whose normal is at `n` [m]. */
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

  /** Squared distance of the closest point, which is on a triangle, to the line of one of its edges [m2]. */
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
   * The square of a distance that the closest point is within: that of the triangle found last, and more than what rounding moves points
   * and boxes by [m2]. So what is found does not depend on what was asked for before.
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

  /** Finds the closest point to that asked for, and the square of its distance. */
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
        // The nearer child next, the other one later if it may still hold something closer.
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
        // Of equally close ones the face decides: rounding may have put its neighbours' closest point beside the edge.
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
  // the point's place in the triangle: a + s (b - a) + t (c - a)
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
