// Finds the closest point of a surface to a point, by descending the tree of triangles, nearest boxes first. The side
// of the surface is found by one of the faces at the closest point: the face whose normal is most aligned with the
// direction to the point.

import type { Surface } from '../mesh/surface.js';
import { closestOnTriangle, squareToBox } from './mesh-distance.js';
import { FACE_FEATURE } from './pseudonormals.js';

/** A point within this share of its distance from the origin is on the surface [1]. */
const ON_SURFACE = 1e-12;

export class SurfaceDistance {
  /** The closest point [m], and the unit normal there, on the side of the query's point [1]. */
  readonly closest = new Float64Array(3);
  readonly normal = new Float64Array(3);
  /** The triangle of the closest point, and whether the query's point is behind it. */
  triangle = -1;
  isBehind = false;
  #stack = new Int32Array(64);
  #squares = new Float64Array(64);
  readonly #corners = new Float64Array(9);
  readonly #candidate = new Float64Array(3);
  readonly #squareWithin = new Float64Array(1);
  #feature = 0;

  /**
   * Finds the closest point to a point of the surface's frame. Writes its distance to within[0], or returns false if it
   * is larger [m].
   */
  find(surface: Surface, point: Float64Array, within: Float64Array): boolean {
    const squareWithin = this.#squareWithin;
    squareWithin[0] = within[0] * within[0];
    this.#findClosest(surface, point, squareWithin);
    if (this.triangle < 0) return false;
    const { closest, normal } = this;
    const distance = Math.sqrt(squareWithin[0]);
    const isOn = distance <= ON_SURFACE * (Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]));
    for (let k = 0; k < 3; k++) normal[k] = point[k] - closest[k];
    this.#findSide(surface, isOn);
    if (!isOn) for (let k = 0; k < 3; k++) normal[k] /= distance;
    within[0] = distance;
    return true;
  }

  #findClosest({ mesh, parts }: Surface, point: Float64Array, squareWithin: Float64Array): void {
    const { bounds, links, counts, order, depth } = parts.tree;
    if (this.#stack.length < depth + 1) {
      this.#stack = new Int32Array(2 * depth);
      this.#squares = new Float64Array(2 * depth);
    }
    const stack = this.#stack;
    const squares = this.#squares;
    const candidate = this.#candidate;
    const { closest } = this;
    let best = squareWithin[0];
    this.triangle = -1;
    let size = 1;
    stack[0] = 0;
    squares[0] = squareToBox(bounds, 0, point);
    while (size > 0) {
      size--;
      if (squares[size] > best) continue;
      const node = stack[size];
      if (counts[node] === 0) {
        const toFirst = squareToBox(bounds, 6 * (node + 1), point);
        const toSecond = squareToBox(bounds, 6 * links[node], point);
        const isFirstNearer = toFirst <= toSecond;
        stack[size] = isFirstNearer ? links[node] : node + 1;
        squares[size++] = isFirstNearer ? toSecond : toFirst;
        stack[size] = isFirstNearer ? node + 1 : links[node];
        squares[size++] = isFirstNearer ? toFirst : toSecond;
        continue;
      }
      const start = -1 - links[node];
      for (let i = start; i < start + counts[node]; i++) {
        const triangle = order[i];
        this.#readCorners(mesh.positions, mesh.triangles, triangle);
        const feature = closestOnTriangle(this.#corners, 0, point, candidate);
        const dx = point[0] - candidate[0];
        const dy = point[1] - candidate[1];
        const dz = point[2] - candidate[2];
        const square = dx * dx + dy * dy + dz * dz;
        if (square > best) continue;
        // At equal distance a face is preferred, then the lower number.
        const isTie = square === best && this.triangle >= 0;
        if (isTie && (this.#feature === FACE_FEATURE || (feature !== FACE_FEATURE && triangle > this.triangle))) continue;
        best = square;
        this.triangle = triangle;
        this.#feature = feature;
        for (let k = 0; k < 3; k++) closest[k] = candidate[k];
      }
    }
    squareWithin[0] = best;
  }

  #readCorners(positions: Float64Array, triangles: Uint32Array, triangle: number): void {
    const corners = this.#corners;
    const a = 3 * triangles[3 * triangle];
    const b = 3 * triangles[3 * triangle + 1];
    const c = 3 * triangles[3 * triangle + 2];
    for (let k = 0; k < 3; k++) {
      corners[k] = positions[a + k];
      corners[3 + k] = positions[b + k] - positions[a + k];
      corners[6 + k] = positions[c + k] - positions[a + k];
    }
  }

  /**
   * Sets `isBehind` by `normal`, the vector from the closest point. For a point on the surface, `normal` becomes the
   * face's normal.
   */
  #findSide(surface: Surface, isOn: boolean): void {
    const { triangles } = surface.mesh;
    const { aroundStart, around } = surface;
    this.isBehind = false;
    if (isOn || this.#feature === FACE_FEATURE) {
      const facing = this.#facingOf(surface, this.triangle, isOn);
      this.isBehind = !isOn && facing < 0;
      return;
    }
    // Feature 0 to 2 is a corner, 3 to 5 the edge that starts there.
    const at = this.#feature % 3;
    const vertex = triangles[3 * this.triangle + at];
    const next = this.#feature < 3 ? -1 : triangles[3 * this.triangle + ((at + 1) % 3)];
    let most = 0;
    for (let i = aroundStart[vertex]; i < aroundStart[vertex + 1]; i++) {
      const t = 3 * around[i];
      if (next >= 0 && triangles[t] !== next && triangles[t + 1] !== next && triangles[t + 2] !== next) continue;
      const facing = this.#facingOf(surface, around[i], false);
      if (Math.abs(facing) <= most) continue;
      most = Math.abs(facing);
      this.isBehind = facing < 0;
    }
  }

  /** Product of the triangle's unit normal with `normal`. With `isToBecome`, `normal` becomes the triangle's normal. */
  #facingOf({ mesh }: Surface, triangle: number, isToBecome: boolean): number {
    const { normal } = this;
    const corners = this.#corners;
    this.#readCorners(mesh.positions, mesh.triangles, triangle);
    const x = corners[4] * corners[8] - corners[5] * corners[7];
    const y = corners[5] * corners[6] - corners[3] * corners[8];
    const z = corners[3] * corners[7] - corners[4] * corners[6];
    const length = Math.sqrt(x * x + y * y + z * z);
    const facing = (x * normal[0] + y * normal[1] + z * normal[2]) / length;
    if (isToBecome) {
      normal[0] = x / length;
      normal[1] = y / length;
      normal[2] = z / length;
    }
    return facing;
  }
}
