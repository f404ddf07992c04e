// Fills holes of a mesh, if possible without making the surface cross itself. For every rim these patches are tried in
// turn, until one crosses nothing:
//
// 1. the triangulation of least area; then that without triangles that cross the surface; then repeatedly without
//    triangles that cross each other, as long as there is another triangulation;
// 2. a fan around the mean of the rim, then around points above and below it;
// 3. ears cut off one by one, always the cheapest ear that crosses nothing.
//
// Rims of more than 300 edges start with the fan. If all patches cross something, as they must where the rims of two
// holes are linked, the one with the fewest crossing triangles is taken, and the hole is reported.

import { type BorderLoop, findBorderLoops } from './border-loops.js';
import { NearTriangles, roundingOf, writeCorners } from './crossings.js';
import { findEdges } from './edges.js';
import { toleranceOf } from './measures.js';
import type { TriangleMesh } from './triangle-mesh.js';
import { SECTION, TriangleSection } from './triangle-section.js';
import { triangulateByArea, triangulateByEars } from './triangulate-rim.js';

/** Longest rims for the triangulation of least area, whose time is cubic, and for ears, whose time is quadratic. */
const LONGEST_RIM = 300;
const LONGEST_FOR_EARS = 2000;
/** Most searches for a triangulation of least area, each without the triangles found to cross so far. */
const ROUNDS = 24;
/** Heights of a fan's centre above the mean of the rim that are tried, as shares of the rim's mean radius [1]. */
const FAN_HEIGHTS = [0, 0.1, -0.1, 0.25, -0.25, 0.5, -0.5, 1, -1];

export interface Filling {
  readonly mesh: TriangleMesh;
  readonly addedTriangles: number;
  /** Number of added vertices, the centres of fans. */
  readonly addedVertices: number;
  /**
   * Number of holes whose first patch would have crossed something, and which were filled by another one that does not.
   */
  readonly avoided: number;
  /** Holes for which every patch crosses something. */
  readonly crossed: readonly BorderLoop[];
}

/** Fills all holes in a copy of an oriented mesh. Rims that do not close are left open. */
export function fillHoles(mesh: TriangleMesh): Filling {
  const edges = findEdges(mesh);
  const filler = new HoleFiller(mesh);
  for (let e = 0; e < edges.count; e++) filler.take(edges.ends[2 * e], edges.ends[2 * e + 1]);
  let avoided = 0;
  const crossed: BorderLoop[] = [];
  for (const loop of findBorderLoops(mesh, edges, new Uint8Array(mesh.triangles.length / 3))) {
    if (!loop.closed) continue;
    // New triangles traverse the rim in the opposite direction.
    const { crossings, isFirst } = filler.fill([...loop.vertices].reverse());
    if (crossings > 0) crossed.push(loop);
    else if (!isFirst) avoided++;
  }
  const { positions, triangles } = filler;
  return {
    mesh: { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) },
    addedTriangles: (triangles.length - mesh.triangles.length) / 3,
    addedVertices: (positions.length - mesh.positions.length) / 3,
    avoided,
    crossed,
  };
}

/** Triangles that would fill a hole. */
interface Patch {
  /** Three vertices for each triangle. */
  readonly vertices: readonly number[];
  /** The centre of a fan [m]. Its vertex number is that of the next new vertex. */
  readonly middle?: readonly number[];
}

class HoleFiller {
  readonly positions: number[];
  readonly triangles: number[];
  readonly #near: NearTriangles;
  readonly #given: number;
  readonly #stride: number;
  readonly #taken = new Set<number>();
  readonly #tolerance: number;
  readonly #rounding: number;
  readonly #one = new Float64Array(9);
  readonly #two = new Float64Array(9);
  readonly #section = new TriangleSection();

  constructor(mesh: TriangleMesh) {
    this.positions = Array.from(mesh.positions);
    this.triangles = Array.from(mesh.triangles);
    this.#near = new NearTriangles(mesh);
    this.#given = mesh.triangles.length / 3;
    this.#stride = mesh.positions.length / 3;
    this.#tolerance = toleranceOf(mesh);
    this.#rounding = roundingOf(mesh);
  }

  /** Notes that two vertices have an edge. */
  take(a: number, b: number): void {
    this.#taken.add(this.#keyOf(a, b));
  }

  #keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.#stride + Math.max(a, b);
  }

  /**
   * Fills one rim. Returns how many triangles of the patch cross something, and whether it was the first patch tried.
   */
  fill(rim: readonly number[]): { crossings: number; isFirst: boolean } {
    let best: Patch | undefined;
    let least = Infinity;
    let offers = 0;
    for (const patch of this.#offers(rim)) {
      offers++;
      const crossings = this.#countCrossing(patch);
      if (crossings >= least) continue;
      best = patch;
      least = crossings;
      if (crossings === 0) break;
    }
    this.#keep(best as Patch);
    return { crossings: least, isFirst: offers === 1 };
  }

  *#offers(rim: readonly number[]): Generator<Patch> {
    const points = new Float64Array(3 * rim.length);
    for (let i = 0; i < points.length; i++) points[i] = this.positions[3 * rim[(i - (i % 3)) / 3] + (i % 3)];
    if (rim.length <= LONGEST_RIM) yield* this.#byArea(rim, points);
    yield* fans(rim, points, this.positions.length / 3);
    if (rim.length <= LONGEST_FOR_EARS) yield* this.#byEars(rim, points);
  }

  *#byArea(rim: readonly number[], points: Float64Array): Generator<Patch> {
    const n = rim.length;
    const keyOf = (i: number, m: number, j: number) => (i * n + m) * n + j;
    const isForbidden = new Map<number, boolean>();
    /** Used only after the first triangulation was found to cross something; most rims never need it. */
    const crossesSurface = (i: number, m: number, j: number): boolean => {
      const key = keyOf(i, m, j);
      let known = isForbidden.get(key);
      if (known === undefined) {
        known = this.#isCrossing({ vertices: [rim[i], rim[m], rim[j]] }, 0);
        isForbidden.set(key, known);
      }
      return known;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const places = triangulateByArea(
        points,
        this.#tolerance,
        (i, j) => this.#taken.has(this.#keyOf(rim[i], rim[j])),
        round === 0 ? () => false : crossesSurface,
      );
      if (places === undefined) return;
      const vertices = places.map((i) => rim[i]);
      yield { vertices };
      for (const t of this.#crossing({ vertices }))
        isForbidden.set(keyOf(places[3 * t], places[3 * t + 1], places[3 * t + 2]), true);
    }
  }

  *#byEars(rim: readonly number[], points: Float64Array): Generator<Patch> {
    const places = triangulateByEars(
      points,
      this.#tolerance,
      (i, j) => this.#taken.has(this.#keyOf(rim[i], rim[j])),
      (patch, i, m, j) => {
        const vertices = [i, m, j, ...patch].map((at) => rim[at]);
        return !this.#isCrossing({ vertices }, 0);
      },
    );
    if (places !== undefined) yield { vertices: places.map((i) => rim[i]) };
  }

  #countCrossing(patch: Patch): number {
    let count = 0;
    for (const _ of this.#crossing(patch)) count++;
    return count;
  }

  /** The triangles of a patch that cross the surface or others of the patch. */
  *#crossing(patch: Patch): Generator<number> {
    for (let t = 0; 3 * t < patch.vertices.length; t++) if (this.#isCrossing(patch, t)) yield t;
  }

  #isCrossing(patch: Patch, t: number): boolean {
    const one = this.#one;
    this.#writePatch(patch, t, one);
    let isCrossing = false;
    const note = (kind: number) => {
      if (kind === SECTION.cross || kind === SECTION.overlap) isCrossing = true;
    };
    this.#near.meetingsOf(one, this.#rounding, 0, (_, kind) => note(kind));
    for (let u = this.#given; 3 * u < this.triangles.length && !isCrossing; u++) {
      writeCorners(this.positions, this.triangles, u, this.#two);
      note(this.#meet(one));
    }
    for (let u = 0; 3 * u < patch.vertices.length && !isCrossing; u++) {
      if (u === t) continue;
      this.#writePatch(patch, u, this.#two);
      note(this.#meet(one));
    }
    return isCrossing;
  }

  /** How the triangle `one` meets that in #two. */
  #meet(one: Float64Array): number {
    const two = this.#two;
    for (let k = 0; k < 3; k++) {
      if (Math.max(one[k], one[3 + k], one[6 + k]) < Math.min(two[k], two[3 + k], two[6 + k])) return SECTION.apart;
      if (Math.min(one[k], one[3 + k], one[6 + k]) > Math.max(two[k], two[3 + k], two[6 + k])) return SECTION.apart;
    }
    return this.#section.find(one, two, this.#rounding);
  }

  #writePatch({ vertices, middle }: Patch, t: number, out: Float64Array): void {
    const next = this.positions.length / 3;
    for (let i = 0; i < 3; i++) {
      const v = vertices[3 * t + i];
      for (let k = 0; k < 3; k++) out[3 * i + k] = v === next ? (middle as number[])[k] : this.positions[3 * v + k];
    }
  }

  #keep({ vertices, middle }: Patch): void {
    for (let c = 0; c < vertices.length; c++) {
      this.triangles.push(vertices[c]);
      if (middle === undefined) this.take(vertices[c], vertices[c % 3 === 2 ? c - 2 : c + 1]);
    }
    if (middle !== undefined) this.positions.push(...middle);
  }
}

/** The fans around the mean of a rim, and around points above and below it along the rim's normal. */
function* fans(rim: readonly number[], points: Float64Array, middle: number): Generator<Patch> {
  const n = rim.length;
  const mean = [0, 0, 0];
  for (let i = 0; i < 3 * n; i++) mean[i % 3] += points[i] / n;
  const normal = [0, 0, 0];
  let radius = 0;
  for (let i = 0; i < n; i++) {
    const a = [0, 1, 2].map((k) => points[3 * i + k] - mean[k]);
    const b = [0, 1, 2].map((k) => points[3 * ((i + 1) % n) + k] - mean[k]);
    for (let k = 0; k < 3; k++) normal[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    radius += Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) / n;
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const vertices = rim.flatMap((v, i) => [v, rim[(i + 1) % n], middle]);
  for (const height of length > 0 ? FAN_HEIGHTS : [0]) {
    yield { vertices, middle: mean.map((x, k) => x + (height === 0 ? 0 : (height * radius * normal[k]) / length)) };
  }
}
