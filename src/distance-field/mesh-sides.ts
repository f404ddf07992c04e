// Finds the sides of a mesh around a point: all local minima of the distance to its surface, while signedDistance()
// finds only the smallest. A ball in a groove is held by two walls, in a corner by three; with a single closest point
// at a time it would be thrown from wall to wall.
//
// For a point inside the solid behind a groove, the closest point is on the groove's edge and gives no information
// about the walls, but the point must be pushed out of both. So the planes of the walls are taken, also where the point
// is beside them by up to its depth, at most the blur. At a convex edge the point can leave over either side, so the
// side that facedDistance() chose is the only one.

import { closestOnTriangle, DEEPEST, type MeshDistance, squareToBox } from './mesh-distance.js';
import { BETWEEN } from './normal-cone.js';
import { FACE_FEATURE, NORMALS_SIZE } from './pseudonormals.js';

/** Most sides of a point. */
const MOST = 64;
/**
 * Cosine of the angle within which two sides are one [1]: for a point, and for the core of a round shape, which touches
 * each elsewhere.
 */
const SAME_FOR_POINT = 0.98;
const SAME_FOR_CORE = 0.9995;
/** A side counts only if the product of its normal and `facing` is at most this: others are behind [1]. */
const AGAINST = -0.05;
/** Cosine of the angle between the normals of neighbours in one smooth part [1]. */
const SMOOTH = 0.9;
/** Sine of the angle below which a concave edge counts as flat [1]. */
const FLAT = 1e-6;
/** Relative difference up to which squared distances count as equal [1]. */
const SAME_DISTANCE = 1e-9;

/** Numbers of a side: height of the point above it [m], its normal [1], a point of it and one further inside it [m]. */
const SIZE = 10;

/** Indices in `asked`: the point [m] and its facing direction [1], */
const POINT = 0;
const FACING = 3;
/** the range of heights of sides [m] and the largest squared distance of triangles [m^2], */
const LOWEST = 6;
const LIMIT = 7;
const SQUARE = 8;
/**
 * the allowed distance beside walls and the signed distance to the surface [m], the cosine of sides that are one [1].
 */
const ROOM = 9;
const DISTANCE = 10;
const SAME = 11;

export class MeshSides {
  /** The sides found last; the numbers of side i begin at SIZE i: height [m], normal [1], two points [m]. */
  count = 0;
  readonly values = new Float64Array(SIZE * MOST);
  /** Smooth part of the surface that each side is on: a name that stays the same while a shape rolls over the part. */
  readonly parts = new Int32Array(MOST);
  /** Whether the mesh is a single convex solid, so that each point has one side only. */
  readonly isConvex: boolean;
  readonly #distance: MeshDistance;
  /** By triangle: its index in the tree's order, and its smooth part, for points and for cores of round shapes. */
  readonly #placeOf: Int32Array;
  readonly #partOf: Int32Array;
  readonly #wallOf: Int32Array;
  readonly #across: Int32Array;
  /** The query's numbers, which V8 would allocate as arguments. */
  readonly #asked = new Float64Array(12);
  /** The current candidate for a side. */
  readonly #offered = new Float64Array(SIZE);
  /** The closest point of one triangle [m]. */
  readonly #candidate = new Float64Array(3);
  /** Nodes of the tree still to be visited. */
  readonly #stack = new Int32Array(DEEPEST);

  constructor(distance: MeshDistance) {
    this.#distance = distance;
    const { order } = distance.parts.tree;
    this.#placeOf = new Int32Array(order.length);
    for (let i = 0; i < order.length; i++) this.#placeOf[order[i]] = i;
    this.#across = trianglesAcross(distance);
    this.#partOf = this.#findParts(SAME_FOR_POINT);
    this.#wallOf = this.#findParts(SAME_FOR_CORE);
    this.isConvex = this.#isOneConvexSolid();
  }

  /** Index of the first number of side i. */
  static at(i: number): number {
    return SIZE * i;
  }

  /**
   * Finds the sides of a point within `limit` [m]. `first` is the result of facedDistance(), which must have been
   * called just before: height and normal. (fx, fy, fz) is the facing direction of the point; the core of a round shape
   * has none, 0. `blur` is the difference in height up to which planes count as equal [m].
   */
  find(point: Float64Array, fx: number, fy: number, fz: number, blur: number, limit: number, first: Float64Array): void {
    const { closest, feature, faced } = this.#distance;
    const asked = this.#asked;
    const offered = this.#offered;
    const looks = fx !== 0 || fy !== 0 || fz !== 0;
    this.count = 0;
    for (let k = 0; k < 4; k++) offered[k] = first[k];
    const distance = first[0];
    const room = blur + Math.max(0, Math.min(blur, -distance));
    asked[ROOM] = room;
    // facedDistance() may have chosen another face than the closest one.
    const candidate = this.#candidate;
    if (faced >= 0) {
      const { corners } = this.#distance.parts;
      closestOnTriangle(corners, 9 * this.#placeOf[faced], point, candidate);
    }
    for (let k = 0; k < 3; k++) offered[4 + k] = offered[7 + k] = faced >= 0 ? candidate[k] : closest[k];
    if (faced >= 0) this.#stepInto(faced);
    const partOf = looks ? this.#partOf : this.#wallOf;
    const partOfFirst = partOf[faced >= 0 ? faced : feature[0]];
    this.#keep(partOfFirst);
    if (this.isConvex) return;
    // An edge that is closest from inside is concave and no side, unless facedDistance() found a convex edge between
    // two faces.
    const isSide = feature[1] === FACE_FEATURE || faced === BETWEEN;
    if (distance < 0 && distance >= -room && !isSide) this.count = 0;
    for (let k = 0; k < 3; k++) asked[POINT + k] = point[k];
    asked[FACING] = fx;
    asked[FACING + 1] = fy;
    asked[FACING + 2] = fz;
    asked[LOWEST] = Math.min(0, distance) - blur - SAME_DISTANCE * limit;
    asked[LIMIT] = limit;
    asked[SQUARE] = Math.max(limit * limit, room * room);
    asked[DISTANCE] = distance;
    asked[SAME] = looks ? SAME_FOR_POINT : SAME_FOR_CORE;
    this.#offerNear(looks);
    if (this.count > 0) return;
    for (let k = 0; k < 4; k++) offered[k] = first[k];
    this.#keep(partOfFirst);
  }

  /** Offers all triangles near enough. */
  #offerNear(looks: boolean): void {
    const { bounds, links, counts } = this.#distance.parts.tree;
    const asked = this.#asked;
    const stack = this.#stack;
    let size = 1;
    stack[0] = 0;
    while (size > 0) {
      const node = stack[--size];
      if (squareToBox(bounds, 6 * node, asked) > asked[SQUARE]) continue;
      if (counts[node] === 0) {
        stack[size++] = links[node];
        stack[size++] = node + 1;
        continue;
      }
      const start = -1 - links[node];
      for (let i = start; i < start + counts[node]; i++) this.#offerTriangle(i, looks);
    }
  }

  /** Offers triangle i of the tree's order: its plane if the point is above it, else its closest edge or corner. */
  #offerTriangle(i: number, looks: boolean): void {
    const { tree, corners, normals } = this.#distance.parts;
    const { positions, triangles } = this.#distance.mesh;
    const asked = this.#asked;
    const offered = this.#offered;
    const candidate = this.#candidate;
    const x = asked[POINT];
    const y = asked[POINT + 1];
    const z = asked[POINT + 2];
    const t = tree.order[i];
    const n = NORMALS_SIZE * t + 3 * FACE_FEATURE;
    const nx = normals[n];
    const ny = normals[n + 1];
    const nz = normals[n + 2];
    const a = 3 * triangles[3 * t];
    const height = nx * (x - positions[a]) + ny * (y - positions[a + 1]) + nz * (z - positions[a + 2]);
    if (height < asked[LOWEST] || height > asked[LIMIT]) return;
    const where = closestOnTriangle(corners, 9 * i, asked, candidate);
    const qx = candidate[0];
    const qy = candidate[1];
    const qz = candidate[2];
    const away = (x - qx) * (x - qx) + (y - qy) * (y - qy) + (z - qz) * (z - qz);
    if (away > asked[SQUARE]) return;
    offered[4] = qx;
    offered[5] = qy;
    offered[6] = qz;
    if (where === FACE_FEATURE || away - height * height <= asked[ROOM] * asked[ROOM]) {
      offered[0] = height;
      offered[1] = nx;
      offered[2] = ny;
      offered[3] = nz;
      this.#stepInto(t);
    } else {
      if (asked[DISTANCE] < 0 || !this.#isLeast(t, where, away)) return;
      const inverse = 1 / Math.sqrt(away);
      offered[0] = Math.sqrt(away);
      offered[1] = (x - qx) * inverse;
      offered[2] = (y - qy) * inverse;
      offered[3] = (z - qz) * inverse;
      for (let k = 4; k < 7; k++) offered[3 + k] = offered[k];
    }
    if (looks && offered[1] * asked[FACING] + offered[2] * asked[FACING + 1] + offered[3] * asked[FACING + 2] > AGAINST) return;
    this.#offer(looks ? this.#partOf[t] : this.#wallOf[t]);
  }

  /** Sets the second point of the candidate: up to asked[ROOM] [m] from the first, towards the triangle's centroid. */
  #stepInto(t: number): void {
    const { positions, triangles } = this.#distance.mesh;
    const offered = this.#offered;
    const room = this.#asked[ROOM];
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const middle =
        (positions[3 * triangles[3 * t] + k] +
          positions[3 * triangles[3 * t + 1] + k] +
          positions[3 * triangles[3 * t + 2] + k]) /
        3;
      offered[7 + k] = middle - offered[4 + k];
      square += offered[7 + k] * offered[7 + k];
    }
    const share = square > room * room ? room / Math.sqrt(square) : 1;
    for (let k = 0; k < 3; k++) offered[7 + k] = offered[4 + k] + share * offered[7 + k];
  }

  /** Whether no triangle at the same edge or corner is closer to the point than t, at squared distance `square`. */
  #isLeast(t: number, where: number, square: number): boolean {
    const { corners, aroundStart, around } = this.#distance.parts;
    const { triangles } = this.#distance.mesh;
    const asked = this.#asked;
    const candidate = this.#candidate;
    const isEdge = where >= 3;
    const i = isEdge ? where - 3 : where;
    const vertex = triangles[3 * t + i];
    const next = triangles[3 * t + (i === 2 ? 0 : i + 1)];
    for (let at = aroundStart[vertex]; at < aroundStart[vertex + 1]; at++) {
      const u = around[at];
      if (isEdge && triangles[3 * u] !== next && triangles[3 * u + 1] !== next && triangles[3 * u + 2] !== next) continue;
      closestOnTriangle(corners, 9 * this.#placeOf[u], asked, candidate);
      const dx = asked[POINT] - candidate[0];
      const dy = asked[POINT + 1] - candidate[1];
      const dz = asked[POINT + 2] - candidate[2];
      if (dx * dx + dy * dy + dz * dz < square * (1 - SAME_DISTANCE)) return false;
    }
    return true;
  }

  /** Keeps the candidate unless it equals a kept side, or one of the two hides the other. */
  #offer(part: number): void {
    const { values } = this;
    const offered = this.#offered;
    const same = this.#asked[SAME];
    let highest = 0;
    for (let i = 0; i < this.count; i++) {
      const at = SIZE * i;
      const cosine = offered[1] * values[at + 1] + offered[2] * values[at + 2] + offered[3] * values[at + 3];
      if (cosine > same) {
        if (offered[0] < values[at]) this.#write(i, part);
        return;
      }
      // Each must be in front of the other. Otherwise they are the sides of a convex part, or walls one behind the
      // other.
      if (!isInFront(offered, 0, values, at) || !isInFront(values, at, offered, 0)) return;
      if (values[at] > values[SIZE * highest]) highest = i;
    }
    if (this.count < MOST) this.#keep(part);
    else if (offered[0] < values[SIZE * highest]) this.#write(highest, part);
  }

  #keep(part: number): void {
    this.#write(this.count++, part);
  }

  #write(i: number, part: number): void {
    this.values.set(this.#offered, SIZE * i);
    this.parts[i] = part;
  }

  /**
   * Numbers the smooth parts of the surface. Neighbours belong to different parts if their angle exceeds SMOOTH, or if
   * they meet in a concave edge with an angle beyond `same`. Numbering sides in the order in which they are found would
   * swap their names from step to step.
   */
  #findParts(same: number): Int32Array {
    const { normals } = this.#distance.parts;
    const partOf = new Int32Array(this.#across.length / 3).fill(-1);
    let parts = 0;
    for (let seed = 0; seed < partOf.length; seed++) {
      if (partOf[seed] >= 0) continue;
      partOf[seed] = parts;
      const open = [seed];
      for (let t = open.pop(); t !== undefined; t = open.pop()) {
        for (let i = 0; i < 3; i++) {
          const u = this.#across[3 * t + i];
          if (u < 0 || partOf[u] >= 0) continue;
          const cosine = cosineOf(normals, t, u);
          if (cosine <= SMOOTH || (cosine <= same && this.#turnsInwards(t, i, u))) continue;
          partOf[u] = parts;
          open.push(u);
        }
      }
      parts++;
    }
    return partOf;
  }

  /** Whether the surface is connected and has no concave edge. */
  #isOneConvexSolid(): boolean {
    const isReached = new Uint8Array(this.#partOf.length);
    const open = [0];
    let reached = 0;
    isReached[0] = 1;
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      reached++;
      for (let i = 0; i < 3; i++) {
        const u = this.#across[3 * t + i];
        if (u < 0) continue;
        if (this.#turnsInwards(t, i, u)) return false;
        if (isReached[u] === 1) continue;
        isReached[u] = 1;
        open.push(u);
      }
    }
    return reached === isReached.length;
  }

  /** Whether triangle u, across edge i of triangle t, rises above the plane of t: the edge is concave. */
  #turnsInwards(t: number, i: number, u: number): boolean {
    const { normals } = this.#distance.parts;
    const { positions, triangles } = this.#distance.mesh;
    const n = NORMALS_SIZE * t + 3 * FACE_FEATURE;
    const from = 3 * triangles[3 * t + i];
    for (let corner = 0; corner < 3; corner++) {
      const to = 3 * triangles[3 * u + corner];
      let height = 0;
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const way = positions[to + k] - positions[from + k];
        height += normals[n + k] * way;
        square += way * way;
      }
      if (height > FLAT * Math.sqrt(square)) return true;
    }
    return false;
  }
}

/** By triangle and edge (from each corner to the next): the triangle across the edge; -1 for none. */
function trianglesAcross({ mesh: { triangles }, parts: { aroundStart, around } }: MeshDistance): Int32Array {
  return Int32Array.from(triangles, (vertex, at) => {
    const t = Math.floor(at / 3);
    const next = triangles[3 * t + ((at + 1 - 3 * t) % 3)];
    for (let i = aroundStart[vertex]; i < aroundStart[vertex + 1]; i++) {
      const u = 3 * around[i];
      const hasNext = triangles[u] === next || triangles[u + 1] === next || triangles[u + 2] === next;
      if (around[i] !== t && hasNext) return around[i];
    }
    return -1;
  });
}

function cosineOf(normals: Float64Array, t: number, u: number): number {
  const n = NORMALS_SIZE * t + 3 * FACE_FEATURE;
  const m = NORMALS_SIZE * u + 3 * FACE_FEATURE;
  return normals[n] * normals[m] + normals[n + 1] * normals[m + 1] + normals[n + 2] * normals[m + 2];
}

/** Whether the side at b[j ..] is in front of the plane of the one at a[i ..]. */
function isInFront(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return a[i + 1] * (b[j + 7] - a[i + 4]) + a[i + 2] * (b[j + 8] - a[i + 5]) + a[i + 3] * (b[j + 9] - a[i + 6]) > 0;
}
