// Measures of a mesh: volume, area, bounds, tolerance, and heights of triangles.

import { cross, distance, dot, length, subtract, type Vec3 } from '../math/vector.js';
import { checkMesh } from './make-mesh.js';
import { type TriangleMesh, vertexAt } from './triangle-mesh.js';

/**
 * Differences below this share of the extent count as rounding: files have single precision, 6e-8 of a coordinate [1].
 */
const SAME = 1e-7;

/** The smallest box around all vertices [m]. */
export function boundsOf(mesh: TriangleMesh): { lower: Vec3; upper: Vec3 } {
  const lower: Vec3 = [Infinity, Infinity, Infinity];
  const upper: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < mesh.positions.length; i++) {
    lower[i % 3] = Math.min(lower[i % 3], mesh.positions[i]);
    upper[i % 3] = Math.max(upper[i % 3], mesh.positions[i]);
  }
  return { lower, upper };
}

/** Tolerance of a mesh [m]: points closer than this are the same, and triangles lower than this have no area. */
export function toleranceOf(mesh: TriangleMesh): number {
  const { lower, upper } = boundsOf(mesh);
  return mesh.positions.length === 0 ? 0 : SAME * distance(lower, upper);
}

/** The area of a triangle [m^2]. */
export function triangleArea(mesh: TriangleMesh, triangle: number): number {
  const [a, b, c] = cornersOf(mesh, triangle);
  return length(cross(subtract(b, a), subtract(c, a))) / 2;
}

/** Six times the signed volume of the tetrahedron of a triangle and `apex` [m^3]. */
export function spannedVolume(mesh: TriangleMesh, triangle: number, apex: Readonly<Vec3>): number {
  const [a, b, c] = cornersOf(mesh, triangle);
  return dot(subtract(a, apex), cross(subtract(b, apex), subtract(c, apex)));
}

/** The smallest height of a triangle [m]: 0 if its corners are collinear. */
export function triangleHeight({ positions, triangles }: TriangleMesh, triangle: number): number {
  return heightBetween(positions, triangles[3 * triangle], triangles[3 * triangle + 1], triangles[3 * triangle + 2]);
}

/** The smallest height of the triangle of three vertices [m]. */
export function heightBetween(positions: ArrayLike<number>, a: number, b: number, c: number): number {
  const at = (v: number): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  const [p, q, r] = [at(a), at(b), at(c)];
  const longest = Math.max(distance(p, q), distance(q, r), distance(r, p));
  return longest === 0 ? 0 : length(cross(subtract(q, p), subtract(r, p))) / longest;
}

/** The total area of all triangles [m^2]. */
export function meshArea(mesh: TriangleMesh): number {
  checkMesh(mesh);
  let area = 0;
  for (let t = 0; 3 * t < mesh.triangles.length; t++) area += triangleArea(mesh, t);
  return area;
}

/**
 * The volume inside a closed mesh, by the divergence theorem; negative if the triangles face inward [m^3]. The apex of
 * the sum is the middle of the mesh, so that meshes far from the origin keep their digits. Meaningless for an open
 * mesh.
 */
export function meshVolume(mesh: TriangleMesh): number {
  checkMesh(mesh);
  const apex = middleOf(mesh);
  let volume = 0;
  for (let t = 0; 3 * t < mesh.triangles.length; t++) volume += spannedVolume(mesh, t, apex);
  return volume / 6;
}

/** The middle of the box around all vertices [m]. */
export function middleOf(mesh: TriangleMesh): Vec3 {
  const { lower, upper } = boundsOf(mesh);
  return [(lower[0] + upper[0]) / 2, (lower[1] + upper[1]) / 2, (lower[2] + upper[2]) / 2];
}

/** The corners of a triangle [m]. */
export function cornersOf(mesh: TriangleMesh, triangle: number): [Vec3, Vec3, Vec3] {
  const { triangles } = mesh;
  return [
    vertexAt(mesh, triangles[3 * triangle]),
    vertexAt(mesh, triangles[3 * triangle + 1]),
    vertexAt(mesh, triangles[3 * triangle + 2]),
  ];
}
