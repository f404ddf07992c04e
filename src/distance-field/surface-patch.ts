// The piece of a mesh's surface inside one cell of a contact tree: the triangles cut to the cell, their bounding
// sphere, the half-space that approximates them (contact trees paper), and the sample point of the piece.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';

/** Twice the rounding error of a number near 1 in single precision, for three coordinates together [1]. */
const SINGLE_PRECISION = 2.5e-7;
/** A triangle cut by six planes has at most nine corners. */
const MOST_CORNERS = 9;
/** If the vector sum of areas is below this share of the total area, the piece has no common normal [1]. */
const FACING = 0.1;
/**
 * If the squared area of a cut triangle is below this share of that of the cell's face, it only touches the cell [1].
 */
const NOTHING = 1e-20;
/**
 * A corner or edge becomes the sample if it is above the half-space by more than this share of the allowed error [1].
 */
const STANDS_OUT = 0.05;
/** A point within this share of the piece's radius from a line is on it [1]. */
const BESIDE = 1e-9;

export class SurfacePatch {
  /** Triangles with a part in the cell, in the given order. */
  triangles = new Int32Array(64);
  triangleCount = 0;
  /** Corners of the cut polygons, three numbers each [m]; polygon p has corners starts[p] to starts[p + 1] - 1. */
  corners = new Float64Array(3 * 256);
  starts = new Int32Array(65);
  /** Box around the piece: min x, y, z, max x, y, z [m]. */
  readonly box = new Float64Array(6);
  /** Sphere around the piece: centre and radius [m]. */
  readonly sphere = new Float64Array(4);
  /** Half-space: outward unit normal n and offset o, n.x = o on its boundary [1], [m]. */
  readonly plane = new Float64Array(4);
  /** The sample point, on the surface up to rounding [m]. */
  readonly sample = new Float64Array(3);
  /** Whether the sample is a corner or on an edge above the half-space, and whether it is a corner. */
  isSharp = false;
  isCorner = false;
  /** Area of the piece [m^2], sums of area times normal [m^2] and area times centre [m^3]. */
  readonly moments = new Float64Array(7);
  readonly #cut = new Float64Array(3 * (MOST_CORNERS + 1));
  readonly #next = new Float64Array(3 * (MOST_CORNERS + 1));

  /** Cuts the first `count` listed triangles to the cell: min x, y, z, max x, y, z [m]. */
  cut({ positions, triangles }: TriangleMesh, list: Int32Array, count: number, cell: Float64Array): void {
    this.triangleCount = 0;
    this.starts[0] = 0;
    const side = cell[3] - cell[0];
    const least = NOTHING * side * side * side * side;
    for (let i = 0; i < count; i++) {
      const t = list[i];
      let isOutside = false;
      for (let k = 0; k < 3; k++) {
        const a = positions[3 * triangles[3 * t] + k];
        const b = positions[3 * triangles[3 * t + 1] + k];
        const c = positions[3 * triangles[3 * t + 2] + k];
        this.#cut[k] = a;
        this.#cut[3 + k] = b;
        this.#cut[6 + k] = c;
        if ((a < cell[k] && b < cell[k] && c < cell[k]) || (a > cell[3 + k] && b > cell[3 + k] && c > cell[3 + k])) {
          isOutside = true;
        }
      }
      const corners = isOutside ? 0 : this.#cutToCell(cell);
      if (corners < 3 || this.#squareOfArea(corners) <= least) continue;
      this.#keep(t, corners);
    }
  }

  /** Four times the squared area of the flat polygon in #cut [m^4]. */
  #squareOfArea(corners: number): number {
    const c = this.#cut;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let b = 3; b + 3 < 3 * corners; b += 3) {
      const ux = c[b] - c[0];
      const uy = c[b + 1] - c[1];
      const uz = c[b + 2] - c[2];
      const vx = c[b + 3] - c[0];
      const vy = c[b + 4] - c[1];
      const vz = c[b + 5] - c[2];
      x += uy * vz - uz * vy;
      y += uz * vx - ux * vz;
      z += ux * vy - uy * vx;
    }
    return x * x + y * y + z * z;
  }

  #cutToCell(cell: Float64Array): number {
    let count = 3;
    for (let axis = 0; axis < 3 && count > 0; axis++) {
      count = this.#cutByPlane(count, axis, cell[axis], 1);
      if (count > 0) count = this.#cutByPlane(count, axis, cell[3 + axis], -1);
    }
    return count;
  }

  /** Clips the polygon in #cut to the part above (side 1) or below (-1) an axis plane (Sutherland and Hodgman). */
  #cutByPlane(count: number, axis: number, at: number, side: number): number {
    const from = this.#cut;
    const to = this.#next;
    let kept = 0;
    let isAll = true;
    for (let i = 0; i < count; i++) if (side * (from[3 * i + axis] - at) < 0) isAll = false;
    if (isAll) return count;
    for (let i = 0; i < count; i++) {
      const j = i + 1 === count ? 0 : i + 1;
      const here = side * (from[3 * i + axis] - at);
      const there = side * (from[3 * j + axis] - at);
      if (here >= 0) {
        for (let k = 0; k < 3; k++) to[3 * kept + k] = from[3 * i + k];
        kept++;
      }
      if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
        const share = here / (here - there);
        for (let k = 0; k < 3; k++) to[3 * kept + k] = from[3 * i + k] + share * (from[3 * j + k] - from[3 * i + k]);
        to[3 * kept + axis] = at;
        kept++;
      }
    }
    from.set(to.subarray(0, 3 * kept));
    return kept;
  }

  #keep(triangle: number, corners: number): void {
    const p = this.triangleCount++;
    if (p === this.triangles.length) this.triangles = grown(this.triangles, Int32Array);
    if (p + 1 === this.starts.length) this.starts = grown(this.starts, Int32Array);
    const start = this.starts[p];
    while (3 * (start + corners) > this.corners.length) this.corners = grown(this.corners, Float64Array);
    this.triangles[p] = triangle;
    this.corners.set(this.#cut.subarray(0, 3 * corners), 3 * start);
    this.starts[p + 1] = start + corners;
  }

  /**
   * Sets sphere, moments, plane and sample of a piece that is not empty. `error` is the allowed error of distances [m].
   */
  summarise(mesh: TriangleMesh, cell: Float64Array, error: number): void {
    this.#wrapSphere();
    this.#addMoments();
    planeOfMoments(this.moments, this.plane);
    this.#chooseSample(mesh, cell, error);
  }

  #wrapSphere(): void {
    const { corners, sphere, box } = this;
    const end = 3 * this.starts[this.triangleCount];
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = k; i < end; i += 3) {
        if (corners[i] < low) low = corners[i];
        if (corners[i] > high) high = corners[i];
      }
      box[k] = low;
      box[3 + k] = high;
      sphere[k] = (low + high) / 2;
    }
    let square = 0;
    for (let i = 0; i < end; i += 3) {
      const x = corners[i] - sphere[0];
      const y = corners[i + 1] - sphere[1];
      const z = corners[i + 2] - sphere[2];
      square = Math.max(square, x * x + y * y + z * z);
    }
    sphere[3] = roundedRadius(Math.sqrt(square), sphere);
  }

  #addMoments(): void {
    const { corners, starts, moments } = this;
    moments.fill(0);
    for (let p = 0; p < this.triangleCount; p++) {
      const a = 3 * starts[p];
      for (let b = a + 3; b + 3 < 3 * starts[p + 1]; b += 3) {
        const ux = corners[b] - corners[a];
        const uy = corners[b + 1] - corners[a + 1];
        const uz = corners[b + 2] - corners[a + 2];
        const vx = corners[b + 3] - corners[a];
        const vy = corners[b + 4] - corners[a + 1];
        const vz = corners[b + 5] - corners[a + 2];
        const x = (uy * vz - uz * vy) / 2;
        const y = (uz * vx - ux * vz) / 2;
        const z = (ux * vy - uy * vx) / 2;
        const area = Math.sqrt(x * x + y * y + z * z);
        moments[0] += area;
        moments[1] += x;
        moments[2] += y;
        moments[3] += z;
        for (let k = 0; k < 3; k++) moments[4 + k] += (area * (corners[a + k] + corners[b + k] + corners[b + 3 + k])) / 3;
      }
    }
  }

  /**
   * Chooses the sample: the corner or edge midpoint highest above the half-space, or, if none is above it, the centre
   * of the piece. Corners and edges made by cutting lie on the cell's faces and do not count. Those of the mesh that
   * lie there, as a corner in a plane of symmetry may, do count.
   */
  #chooseSample(mesh: TriangleMesh, cell: Float64Array, error: number): void {
    const { corners, starts, plane, sample, moments, sphere } = this;
    let highest = STANDS_OUT * error;
    this.isSharp = false;
    this.isCorner = false;
    for (let k = 0; k < 3; k++) sample[k] = moments[0] > 0 ? moments[4 + k] / moments[0] : sphere[k];
    for (let p = 0; p < this.triangleCount; p++) {
      const first = 3 * starts[p];
      const end = 3 * starts[p + 1];
      for (let i = first; i < end; i += 3) {
        const j = i + 3 === end ? first : i + 3;
        for (let half = 0; half < 2; half++) {
          const x = half === 0 ? corners[i] : (corners[i] + corners[j]) / 2;
          const y = half === 0 ? corners[i + 1] : (corners[i + 1] + corners[j + 1]) / 2;
          const z = half === 0 ? corners[i + 2] : (corners[i + 2] + corners[j + 2]) / 2;
          const height = plane[0] * x + plane[1] * y + plane[2] * z - plane[3];
          if (!(height > highest * (1 + 1e-6))) continue;
          const isInside = x > cell[0] && y > cell[1] && z > cell[2] && x < cell[3] && y < cell[4] && z < cell[5];
          if (!isInside && !(half === 0 ? this.#isCornerOf(mesh, p, i) : this.#isOnEdgeOf(mesh, p, i, j))) continue;
          highest = height;
          this.isSharp = true;
          this.isCorner = half === 0;
          sample[0] = x;
          sample[1] = y;
          sample[2] = z;
        }
      }
    }
  }

  /** Whether the corner at corners[at ..] of polygon p is a corner of its triangle, not made by cutting. */
  #isCornerOf({ positions, triangles }: TriangleMesh, p: number, at: number): boolean {
    const c = this.corners;
    for (let k = 0; k < 3; k++) {
      const v = 3 * triangles[3 * this.triangles[p] + k];
      if (positions[v] === c[at] && positions[v + 1] === c[at + 1] && positions[v + 2] === c[at + 2]) return true;
    }
    return false;
  }

  /** Whether the side from corners[i ..] to corners[j ..] of polygon p is part of an edge of its triangle. */
  #isOnEdgeOf({ positions, triangles }: TriangleMesh, p: number, i: number, j: number): boolean {
    const t = 3 * this.triangles[p];
    const beside = BESIDE * this.sphere[3] * (BESIDE * this.sphere[3]);
    for (let k = 0; k < 3; k++) {
      const a = 3 * triangles[t + k];
      const b = 3 * triangles[t + (k === 2 ? 0 : k + 1)];
      const isOnLine = squareToLine(this.corners, i, positions, a, b) <= beside;
      if (isOnLine && squareToLine(this.corners, j, positions, a, b) <= beside) return true;
    }
    return false;
  }
}

/** Squared distance of the point p[i ..] to the line through q[a ..] and q[b ..] [m^2]. */
function squareToLine(p: Float64Array, i: number, q: Float64Array, a: number, b: number): number {
  const ux = q[b] - q[a];
  const uy = q[b + 1] - q[a + 1];
  const uz = q[b + 2] - q[a + 2];
  const x = p[i] - q[a];
  const y = p[i + 1] - q[a + 1];
  const z = p[i + 2] - q[a + 2];
  const along = ux * x + uy * y + uz * z;
  return x * x + y * y + z * z - (along * along) / (ux * ux + uy * uy + uz * uz);
}

/** Enlarges a radius [m], so that the sphere still encloses its contents after rounding to single precision. */
export function roundedRadius(radius: number, middle: ArrayLike<number>): number {
  const largest = Math.max(Math.abs(middle[0]), Math.abs(middle[1]), Math.abs(middle[2]), radius);
  return radius + SINGLE_PRECISION * largest;
}

/** The half-space of a piece by its area, normal and centre. The normal is 0 if its parts face all directions. */
export function planeOfMoments(moments: Float64Array, plane: Float64Array): void {
  const [area, x, y, z] = moments;
  const length = Math.sqrt(x * x + y * y + z * z);
  const isFacing = length > FACING * area;
  plane[0] = isFacing ? x / length : 0;
  plane[1] = isFacing ? y / length : 0;
  plane[2] = isFacing ? z / length : 0;
  plane[3] = isFacing ? (plane[0] * moments[4] + plane[1] * moments[5] + plane[2] * moments[6]) / area : 0;
}

function grown<T extends Int32Array | Float64Array>(array: T, Kind: new (length: number) => T): T {
  const larger = new Kind(2 * array.length);
  larger.set(array);
  return larger;
}
