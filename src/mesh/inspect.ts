// What is wrong with a mesh, and where: found here, and put into sentences.
//
// Triangles with a repeated vertex, and those that are one too many because of others with the same vertices, are named and then
// left out of everything else, so that one fault is not reported as many.

import type { Vec3 } from '../math/vector.js';
import { type BorderLoop, findBorderLoops } from './border-loops.js';
import { findDuplicates } from './duplicates.js';
import { edgeUses, findEdges, hasRepeatedVertex, type MeshEdges } from './edges.js';
import { findFans } from './fans.js';
import { checkMesh } from './make-mesh.js';
import { cornersOf, meshArea, meshVolume, toleranceOf, triangleHeight } from './measures.js';
import { findShells, type Shells } from './shells.js';
import { type TriangleMesh, vertexAt } from './triangle-mesh.js';

/** A vertex, an edge or a triangle that is meant, by its vertex numbers and by its middle [m]. */
export interface MeshPlace {
  readonly vertices: readonly number[];
  readonly at: Readonly<Vec3>;
}

export interface TrianglePlace extends MeshPlace {
  readonly triangle: number;
}

export interface MeshHole extends MeshPlace {
  /** False where the open edges do not come back to where they began, which happens only beside non-manifold edges. */
  readonly closed: boolean;
  /** The length of its rim [m]. */
  readonly length: number;
}

export interface MeshComponent {
  readonly triangles: number;
  /** One of its triangles: the first. */
  readonly first: TrianglePlace;
  readonly isClosed: boolean;
  /** Of its triangles as most of them are wound: negative where they face inward. Without meaning where it is open [m^3]. */
  readonly volume: number;
  /** [m^2] */
  readonly area: number;
  /** The number of closed components around it: odd for a cavity, which has to face inward [1]. */
  readonly depth: number;
  readonly isInsideOut: boolean;
}

export interface MeshReport {
  readonly vertices: number;
  readonly triangles: number;
  /** The sum over all triangles as they are wound; without meaning for an open mesh [m^3]. */
  readonly volume: number;
  /** [m^2] */
  readonly area: number;
  /** Vertices minus edges plus triangles: 2 for a ball, 0 for a torus [1]. */
  readonly eulerCharacteristic: number;
  /** True if at every edge just two triangles meet, without any that are left out. */
  readonly isClosed: boolean;
  /** True if neighbours are wound alike, and every closed component outward, or inward if it is a cavity. */
  readonly isOriented: boolean;
  /** Vertices that no triangle names. */
  readonly unusedVertices: number;
  /** Edges of just one triangle. */
  readonly openEdges: readonly MeshPlace[];
  /** The open edges, hole by hole. */
  readonly holes: readonly MeshHole[];
  /** Edges of more than two triangles. */
  readonly nonManifoldEdges: readonly MeshPlace[];
  /** Vertices at which surfaces meet that share no edge there. */
  readonly nonManifoldVertices: readonly MeshPlace[];
  /** Triangles wound against most of their component. */
  readonly flippedTriangles: readonly TrianglePlace[];
  /** Triangles with a repeated vertex, or no thicker than 1e-7 of the extent of the mesh. */
  readonly degenerateTriangles: readonly TrianglePlace[];
  /** Triangles that are one too many because of others with the same three vertices, wound either way: see duplicates.ts. */
  readonly duplicateTriangles: readonly TrianglePlace[];
  /** Edges at which a surface comes back to itself the other way round: it has one side only. */
  readonly twistedEdges: readonly MeshPlace[];
  /** What hangs together over edges of two triangles. */
  readonly components: readonly MeshComponent[];
}

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

/** Vertices with several fans. Those of a non-manifold edge are not named once more. */
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
