// Closed meshes with known sizes, and ways to spoil them.

import type { TriangleMesh } from '../../src/index.js';
import { makeMesh } from '../../src/index.js';

/** A box from the origin with sides a, b, c: volume a b c. */
export function box(a = 1, b = 1, c = 1, origin: readonly number[] = [0, 0, 0]): TriangleMesh {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [
    origin[0] + a * (i & 1),
    origin[1] + b * ((i >> 1) & 1),
    origin[2] + c * ((i >> 2) & 1),
  ]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return makeMesh(
    positions,
    quads.flatMap(([p, q, r, s]) => [
      [p, q, r],
      [p, r, s],
    ]),
  );
}

/** Three edges of length 1 along the axes: volume 1/6, area 3/2 + sqrt(3)/2. */
export function tetrahedron(): TriangleMesh {
  return makeMesh(
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ],
  );
}

/** A torus of n by m quads around the z axis: no two triangles flat against each other for odd n and m. */
export function torus(n: number, m: number, large = 2, small = 0.7): TriangleMesh {
  const positions: number[][] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m];
      const r = large + small * Math.cos(v);
      positions.push([r * Math.cos(u), r * Math.sin(u), small * Math.sin(v)]);
    }
  const at = (i: number, j: number) => (i % n) * m + (j % m);
  const triangles: number[][] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
      triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  return makeMesh(positions, triangles);
}

/** Several meshes as one. */
export function join(...meshes: TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const base = positions.length / 3;
    positions.push(...mesh.positions);
    for (const v of mesh.triangles) triangles.push(base + v);
  }
  return makeMesh(positions, triangles);
}

/** The triangles as lists of three, for edits. */
export function listTriangles(mesh: TriangleMesh): number[][] {
  return Array.from({ length: mesh.triangles.length / 3 }, (_, t) => [...mesh.triangles.subarray(3 * t, 3 * t + 3)]);
}

export function withTriangles(mesh: TriangleMesh, triangles: number[][]): TriangleMesh {
  return makeMesh(mesh.positions, triangles);
}

/** The mesh with some triangles wound the other way. */
export function flip(mesh: TriangleMesh, isFlipped: (triangle: number) => boolean): TriangleMesh {
  return withTriangles(
    mesh,
    listTriangles(mesh).map(([a, b, c], t) => (isFlipped(t) ? [a, c, b] : [a, b, c])),
  );
}

/** Every triangle with vertices of its own, as in an STL file. */
export function explode(mesh: TriangleMesh): TriangleMesh {
  return makeMesh(
    Array.from(mesh.triangles, (v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]),
    mesh.triangles.map((_, c) => c),
  );
}

/** The mesh scaled and moved. */
export function move(mesh: TriangleMesh, scale: number, offset: readonly number[]): TriangleMesh {
  return makeMesh(
    mesh.positions.map((x, i) => scale * x + offset[i % 3]),
    mesh.triangles,
  );
}
