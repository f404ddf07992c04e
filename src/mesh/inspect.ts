// Inspects a mesh: finds its faults and their places. describe-report.ts puts them into sentences.
//
// Triangles with a repeated vertex, and duplicates of triangles with the same vertices, are reported and then ignored
// in all other checks, so that one fault is not reported several times.

import type { Vec3 } from '../math/vector.js';
import { type BorderLoop, findBorderLoops } from './border-loops.js';
import { findDuplicates } from './duplicates.js';
import { edgeUses, findEdges, hasRepeatedVertex, type MeshEdges } from './edges.js';
import { findFans } from './fans.js';
import { checkMesh } from './make-mesh.js';
import { cornersOf, meshArea, meshVolume, toleranceOf, triangleHeight } from './measures.js';
import { findShells, type Shells } from './shells.js';
import { type TriangleMesh, vertexAt } from './triangle-mesh.js';

/** The place of a vertex, an edge, a triangle or a hole: its vertex numbers, and the mean of its vertices [m]. */
export interface MeshPlace {
  readonly vertices: readonly number[];
  readonly at: Readonly<Vec3>;
}

/** The place of a triangle, with its number. */
export interface TrianglePlace extends MeshPlace {
  readonly triangle: number;
}

/** A hole in the surface. Its vertices are those of its rim, in order. */
export interface MeshHole extends MeshPlace {
  /** False if the open edges do not form a closed rim, which happens only beside non-manifold edges. */
  readonly closed: boolean;
  /** Length of the rim [m]. */
  readonly length: number;
}

/** A connected part of the surface. */
export interface MeshComponent {
  /** Number of triangles. */
  readonly triangles: number;
  /** Its first triangle. */
  readonly first: TrianglePlace;
  readonly isClosed: boolean;
  /** Volume by the winding of most triangles, negative if they face inward [m^3]. Meaningless for an open component. */
  readonly volume: number;
  /** Area [m^2]. */
  readonly area: number;
  /** Number of closed components around it [1]. Odd for a cavity, which must face inward. */
  readonly depth: number;
  readonly isInsideOut: boolean;
}

/** Measures and faults of a mesh. */
export interface MeshReport {
  /** Number of vertices. */
  readonly vertices: number;
  /** Number of triangles. */
  readonly triangles: number;
  /** Volume by the winding of the triangles [m^3]. Meaningless for an open mesh. */
  readonly volume: number;
  /** Area [m^2]. */
  readonly area: number;
  /** Vertices minus edges plus triangles: 2 for a ball, 0 for a torus [1]. */
  readonly eulerCharacteristic: number;
  /** Whether exactly two triangles meet at every edge, and there are no duplicates. */
  readonly isClosed: boolean;
  /** Whether winding is consistent, and every closed component faces outward, or inward if it is a cavity. */
  readonly isOriented: boolean;
  /** Number of vertices that no triangle uses. */
  readonly unusedVertices: number;
  /** Edges of only one triangle. */
  readonly openEdges: readonly MeshPlace[];
  /** The holes that the open edges form. */
  readonly holes: readonly MeshHole[];
  /** Edges of more than two triangles. */
  readonly nonManifoldEdges: readonly MeshPlace[];
  /** Vertices that join surfaces without a common edge. */
  readonly nonManifoldVertices: readonly MeshPlace[];
  /** Triangles wound against most of their component. */
  readonly flippedTriangles: readonly TrianglePlace[];
  /** Triangles with a repeated vertex, or no thicker than 1e-7 of the extent of the mesh. */
  readonly degenerateTriangles: readonly TrianglePlace[];
  /** Triangles to be removed because of others with the same vertices, of either winding; see duplicates.ts. */
  readonly duplicateTriangles: readonly TrianglePlace[];
  /** Edges where a surface meets itself with opposite winding, as a Moebius strip does: it has only one side. */
  readonly twistedEdges: readonly MeshPlace[];
  /** Parts that are connected over edges of two triangles. */
  readonly components: readonly MeshComponent[];
}

/** Inspects a mesh: measures it and finds its faults. */
export function inspectMesh(mesh: TriangleMesh): MeshReport {
  checkMesh(mesh);
  const duplicates = findDuplicates(mesh);
  const edges = findEdges(mesh, duplicates);
  const shells = findShells(mesh, edges);
  const openEdges = edgePlaces(mesh, edges, (uses) => uses === 1);
  const nonManifoldEdges = edgePlaces(mesh, edges, (uses) => uses > 2);
  const tolerance = toleranceOf(mesh);
  const degenerateTriangles = trianglePlaces(mesh, (t) => hasRepeatedVertex(mesh, t) || triangleHeight(mesh, t) <= tolerance);
  const flippedTriangles = trianglePlaces(mesh, (t) => shells.reversed[t] === 1);
  const duplicateTriangles = trianglePlaces(mesh, (t) => duplicates[t] === 1);
  const components = describeComponents(mesh, shells);
  const used = countUsed(mesh, edges);
  return {
    vertices: mesh.positions.length / 3,
    triangles: mesh.triangles.length / 3,
    volume: meshVolume(mesh),
    area: meshArea(mesh),
    eulerCharacteristic: used.vertices - edges.count + used.triangles,
    isClosed: openEdges.length === 0 && nonManifoldEdges.length === 0 && duplicateTriangles.length === 0 && used.triangles > 0,
    isOriented: flippedTriangles.length === 0 && shells.twisted.length === 0 && components.every((c) => !c.isInsideOut),
    unusedVertices: mesh.positions.length / 3 - new Set(mesh.triangles).size,
    openEdges,
    holes: findBorderLoops(mesh, edges, shells.reversed).map((loop) => holePlace(mesh, loop)),
    nonManifoldEdges,
    nonManifoldVertices: findPinchedVertices(mesh, edges),
    flippedTriangles,
    degenerateTriangles,
    duplicateTriangles,
    twistedEdges: shells.twisted.map((c) => edgePlace(mesh, edges, edges.edgeOf[c])),
    components,
  };
}

function countUsed(mesh: TriangleMesh, { edgeOf }: MeshEdges): { vertices: number; triangles: number } {
  const vertices = new Set<number>();
  let corners = 0;
  for (let c = 0; c < edgeOf.length; c++) {
    if (edgeOf[c] < 0) continue;
    vertices.add(mesh.triangles[c]);
    corners++;
  }
  return { vertices: vertices.size, triangles: corners / 3 };
}

/** Vertices with several fans. Those of a non-manifold edge are not reported again. */
function findPinchedVertices(mesh: TriangleMesh, edges: MeshEdges): MeshPlace[] {
  const excused = new Set<number>();
  for (let e = 0; e < edges.count; e++) if (edgeUses(edges, e) > 2) excused.add(edges.ends[2 * e]).add(edges.ends[2 * e + 1]);
  const fans = findFans(mesh, edges.across);
  const fanOf = new Map<number, number>();
  const pinched = new Set<number>();
  for (let c = 0; c < mesh.triangles.length; c++) {
    const v = mesh.triangles[c];
    if (edges.edgeOf[c] < 0 || excused.has(v)) continue;
    if ((fanOf.get(v) ?? fans[c]) !== fans[c]) pinched.add(v);
    fanOf.set(v, fans[c]);
  }
  return [...pinched].sort((a, b) => a - b).map((v) => placeOf(mesh, [v]));
}

function describeComponents(mesh: TriangleMesh, shells: Shells): MeshComponent[] {
  return shells.list.map((shell) => ({
    triangles: shell.triangles.length,
    first: trianglePlace(mesh, shell.triangles[0]),
    isClosed: shell.closed,
    volume: shell.volume,
    area: shell.area,
    depth: shell.depth,
    isInsideOut: shell.insideOut,
  }));
}

function placeOf(mesh: TriangleMesh, vertices: readonly number[]): MeshPlace {
  const at: Vec3 = [0, 0, 0];
  for (const v of vertices) for (let k = 0; k < 3; k++) at[k] += vertexAt(mesh, v)[k] / vertices.length;
  return { vertices, at };
}

function edgePlace(mesh: TriangleMesh, { ends }: MeshEdges, edge: number): MeshPlace {
  return placeOf(mesh, [ends[2 * edge], ends[2 * edge + 1]]);
}

function edgePlaces(mesh: TriangleMesh, edges: MeshEdges, meant: (uses: number) => boolean): MeshPlace[] {
  const places: MeshPlace[] = [];
  for (let e = 0; e < edges.count; e++) if (meant(edgeUses(edges, e))) places.push(edgePlace(mesh, edges, e));
  return places;
}

function trianglePlace(mesh: TriangleMesh, triangle: number): TrianglePlace {
  const [a, b, c] = cornersOf(mesh, triangle);
  const at: Vec3 = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
  return { triangle, vertices: [...mesh.triangles.subarray(3 * triangle, 3 * triangle + 3)], at };
}

function trianglePlaces(mesh: TriangleMesh, meant: (triangle: number) => boolean): TrianglePlace[] {
  const places: TrianglePlace[] = [];
  for (let t = 0; 3 * t < mesh.triangles.length; t++) if (meant(t)) places.push(trianglePlace(mesh, t));
  return places;
}

function holePlace(mesh: TriangleMesh, { vertices, closed, length }: BorderLoop): MeshHole {
  return { ...placeOf(mesh, vertices), closed, length };
}
