// The sides of a mesh about a point: all local minima of the distance to its surface, where signedDistance() knows the least of them alone. A ball in
// a groove is held by both walls, in a corner by three; what has one closest point at a time is thrown from wall to wall.
//
// Inside the solid, behind a groove, the closest point is the groove's edge, and says nothing of the walls: the point must come out over both of them.
// So there the planes of the walls are taken, with as much room beside them as the point is deep, up to the blur. At an edge that stands out the point comes out over
// either side, and the one side that was chosen by facedDistance() is all.

import { closestOnTriangle, DEEPEST, type MeshDistance, squareToBox } from './mesh-distance.js';
import { BETWEEN } from './normal-cone.js';
import { FACE_FEATURE, NORMALS_SIZE } from './pseudonormals.js';

/** Most sides of one point. */
const MOST = 64;
/** Cosine of the angle within which two sides are one: of a point, and of the core of something round, which touches them at different places [1]. */
const SAME_FOR_POINT = 0.98;
const SAME_FOR_CORE = 0.9995;
/** A side whose normal is not so much against what looks there is behind it [1]. */
const AGAINST = -0.05;
/** Faces whose normals are this close, cosine of the angle, are part of one smooth surface [1]. */
const SMOOTH = 0.9;
/** Edges that turn inwards by less than this are flat: sine of the angle [1]. */
const FLAT = 1e-6;
/** Squared distances this close are the same [1]. */
const SAME_DISTANCE = 1e-9;

/** Numbers a side: height of the point over it [m], its normal [1], a point of it and one a little further on it [m]. */
const SIZE = 10;

/** Where in `asked` there are the point [m], and what looks along at it [1]; */
const POINT = 0;
const FACING = 3;
/** heights between which sides count, and the square of the distance up to which triangles do [m], [m2]; */
const LOWEST = 6;
const LIMIT = 7;
const SQUARE = 8;
/** the room beside walls, and how far the surface is, negative inside [m]; the cosine within which two sides are one [1]. */
const ROOM = 9;
const DISTANCE = 10;
const SAME = 11;

export class MeshSides {
  /** Sides that were found last; side i has its numbers from SIZE i on: height [m], then normal [1]. */
  count = 0;
  readonly values = new Float64Array(SIZE * MOST);
  /** The smooth part of the surface that each is on: names that last while something rolls over it. */
  readonly parts = new Int32Array(MOST);
  /** Whether the mesh is one convex solid: no point then has more than one side. */
  readonly isConvex: boolean;
  readonly #distance: MeshDistance;
  /** By triangle: its place in the order of the tree, and the smooth part it belongs to, for a point and for the core of something round. */
  readonly #placeOf: Int32Array;
  readonly #partOf: Int32Array;
  readonly #wallOf: Int32Array;
  readonly #across: Int32Array;
  /** What is asked for: numbers that would be allocated as arguments. */
  readonly #asked = new Float64Array(12);
  /** The side at hand. */
  readonly #offered = new Float64Array(SIZE);
  /** The closest point of one triangle [m]. */
  readonly #candidate = new Float64Array(3);
  /** Boxes of the tree to be looked into. */
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

  /** Where the numbers of side i begin. */
  static at(i: number): number {
    return SIZE * i;
  }

  /**
   * Finds the sides of a point no further than `limit` [m]. `first` is what facedDistance() found there, called just before: height, normal. `facing` is
   * what looks along at the point; the core of something round looks nowhere. `blur` is what planes are not told apart by [m].
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
    // What was chosen may be another face than the closest one.
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
    // An edge that is closest from inside stands in, and is no side, but where other edges cross it and stand out.
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

  /** Offers all triangles that are near enough. */
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

  /** Offers the triangle at a place of the tree's order: its plane, where the point is over it, or its closest edge or corner. */
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

  /** Sets the second point of the side at hand a way of ROOM [m] from the first into the triangle. */
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

  /** Whether no triangle that shares an edge or corner of triangle t is closer to the point than that, whose squared distance is `square`. */
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

  /** Takes the side at hand, unless one that was taken is the same, or hides it. */
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
      // Each must be in front of the other: else the two are sides of something that stands out, or of different walls one behind the other.
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
   * Numbers the smooth parts of the surface. Walls that are told apart by `same` are different parts where they meet in a valley: names that they
   * got by the order in which they were found would change places.
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

  /** Whether the surface is in one piece and turns inwards at no edge. */
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

  /** Whether triangle u, across edge i of triangle t, rises over its plane. */
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

/** By triangle and edge, from each corner to the next: the triangle across it, -1 for none. */
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
