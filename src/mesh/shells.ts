// Finds the shells of a mesh: sets of triangles connected over edges of exactly two triangles. The winding in each
// shell is made consistent by walking those edges. Which side is outward follows from the sign of its volume and from
// the number of shells around it: a shell inside another one is a cavity and faces inward, a shell inside a cavity is
// solid again.

import type { Vec3 } from '../math/vector.js';
import type { MeshEdges } from './edges.js';
import { cornersOf, middleOf, spannedVolume, triangleArea } from './measures.js';
import { halfSolidAngle } from './solid-angle.js';
import type { TriangleMesh } from './triangle-mesh.js';

export interface Shell {
  /** Its triangles, in ascending order. */
  readonly triangles: readonly number[];
  /** Whether it has no border: each of its edges belongs to an even number of its triangles. */
  readonly closed: boolean;
  /** Volume by the winding of most triangles [m^3]. Meaningless if the shell is open. */
  readonly volume: number;
  /** Area [m^2]. */
  readonly area: number;
  /** Number of closed shells around it; odd for a cavity. */
  readonly depth: number;
  /** Whether most triangles face inward although they should face outward, or the reverse. */
  readonly insideOut: boolean;
}

export interface Shells {
  readonly list: readonly Shell[];
  /** 1 for a triangle that is wound against most of its shell. */
  readonly reversed: Uint8Array;
  /** Corners at whose edges the walk met the opposite winding: such a surface has only one side. */
  readonly twisted: readonly number[];
}

export function findShells(mesh: TriangleMesh, edges: MeshEdges): Shells {
  const { reversed, members, twisted } = walkShells(mesh, edges);
  const apex = middleOf(mesh);
  const shells = members.map((triangles) => {
    let against = 0;
    let volume = 0;
    let area = 0;
    for (const t of triangles) {
      against += reversed[t];
      volume += ((1 - 2 * reversed[t]) * spannedVolume(mesh, t, apex)) / 6;
      area += triangleArea(mesh, t);
    }
    const closed = isClosed(edges, triangles);
    // The winding of the majority is taken; for equal halves, the one with positive volume.
    const twice = 2 * against;
    if (twice > triangles.length || (twice === triangles.length && closed && volume < 0)) {
      volume = -volume;
      for (const t of triangles) reversed[t] = 1 - reversed[t];
    }
    return { triangles, closed, volume, area, depth: 0, insideOut: false };
  });
  const bounds = shells.map((shell) => boundsOfTriangles(mesh, shell.triangles));
  for (const [i, inner] of shells.entries()) {
    if (!inner.closed) continue;
    for (const [j, outer] of shells.entries())
      if (i !== j && outer.closed && liesWithin(bounds[i], bounds[j]) && encloses(mesh, reversed, outer, inner)) inner.depth++;
    inner.insideOut = inner.volume < 0 !== (inner.depth % 2 === 1);
  }
  return { list: shells, reversed, twisted };
}

/** The triangles of each shell, and which are wound against its first triangle. */
function walkShells(mesh: TriangleMesh, { edgeOf, across }: MeshEdges) {
  const { triangles } = mesh;
  const reversed = new Uint8Array(triangles.length / 3);
  const visited = new Uint8Array(triangles.length / 3);
  const members: number[][] = [];
  const twisted: number[] = [];
  for (let seed = 0; seed < visited.length; seed++) {
    if (visited[seed] === 1 || edgeOf[3 * seed] < 0) continue;
    visited[seed] = 1;
    const shell = [seed];
    for (let i = 0; i < shell.length; i++) {
      const t = shell[i];
      for (let c = 3 * t; c < 3 * t + 3; c++) {
        const other = across[c];
        if (other < 0) continue;
        const u = Math.floor(other / 3);
        // Neighbours with the same winding traverse their edge in opposite directions.
        const winding = triangles[c] === triangles[other] ? 1 - reversed[t] : reversed[t];
        if (visited[u] === 0) {
          visited[u] = 1;
          reversed[u] = winding;
          shell.push(u);
        } else if (reversed[u] !== winding && c < other) twisted.push(c);
      }
    }
    members.push(shell.sort((a, b) => a - b));
  }
  return { reversed, members, twisted };
}

function isClosed({ edgeOf, starts, corners }: MeshEdges, triangles: readonly number[]): boolean {
  const own = new Set(triangles);
  for (const t of triangles)
    for (let c = 3 * t; c < 3 * t + 3; c++) {
      let uses = 0;
      for (let i = starts[edgeOf[c]]; i < starts[edgeOf[c] + 1]; i++) if (own.has(Math.floor(corners[i] / 3))) uses++;
      if (uses % 2 === 1) return false;
    }
  return true;
}

interface Bounds {
  readonly lower: Vec3;
  readonly upper: Vec3;
}

function boundsOfTriangles(mesh: TriangleMesh, triangles: readonly number[]): Bounds {
  const lower: Vec3 = [Infinity, Infinity, Infinity];
  const upper: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const t of triangles)
    for (const corner of cornersOf(mesh, t))
      for (let k = 0; k < 3; k++) {
        lower[k] = Math.min(lower[k], corner[k]);
        upper[k] = Math.max(upper[k], corner[k]);
      }
  return { lower, upper };
}

function liesWithin(inner: Bounds, outer: Bounds): boolean {
  for (let k = 0; k < 3; k++) if (inner.lower[k] < outer.lower[k] || inner.upper[k] > outer.upper[k]) return false;
  return true;
}

/** Number of points of the inner shell that are tested, since of two shells that cross neither encloses the other. */
const TRIED = 4;

/**
 * Whether the outer shell encloses the inner one. The winding number is one half where they touch, so the mean decides.
 */
function encloses(mesh: TriangleMesh, reversed: Uint8Array, outer: Shell, inner: Shell): boolean {
  const tried = Math.min(TRIED, inner.triangles.length);
  let sum = 0;
  for (let i = 0; i < tried; i++) {
    const [a, b, c] = cornersOf(mesh, inner.triangles[Math.floor((i * inner.triangles.length) / tried)]);
    const middle: Vec3 = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
    const winding = Math.abs(windingNumber(mesh, reversed, outer, middle));
    if (winding < 0.25) return false;
    sum += winding;
  }
  return sum > tried / 2;
}

/** The winding number of a shell around a point [1]. */
function windingNumber({ positions, triangles }: TriangleMesh, reversed: Uint8Array, shell: Shell, [x, y, z]: Vec3): number {
  let sum = 0;
  for (const t of shell.triangles) {
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    const angle = halfSolidAngle(
      positions[a] - x,
      positions[a + 1] - y,
      positions[a + 2] - z,
      positions[b] - x,
      positions[b + 1] - y,
      positions[b + 2] - z,
      positions[c] - x,
      positions[c + 1] - y,
      positions[c + 2] - z,
    );
    sum += reversed[t] === 1 ? -angle : angle;
  }
  return sum / (2 * Math.PI);
}
