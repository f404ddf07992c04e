// Orients a mesh: makes the winding consistent, closed components face outward, and cavities face inward.

import { findDuplicates } from './duplicates.js';
import { findEdges } from './edges.js';
import { checkMesh } from './make-mesh.js';
import { findShells } from './shells.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** An oriented mesh, and what was reversed in it. */
export interface Orientation {
  readonly mesh: TriangleMesh;
  /** Number of triangles that were wound against most of their component. */
  readonly turnedTriangles: number;
  /** Number of components that were inside out as a whole, and of cavities that faced outward. */
  readonly turnedComponents: number;
}

/**
 * A copy of a mesh with consistent winding in each component, where components are connected over edges of two
 * triangles. A closed component faces outward, by the sign of its volume. A component inside an odd number of others is
 * a cavity and faces inward. An open component is wound as most of its triangles were. A surface with only one side
 * stays inconsistent; inspectMesh reports it.
 */
export function orientMesh(mesh: TriangleMesh): Orientation {
  checkMesh(mesh);
  const shells = findShells(mesh, findEdges(mesh, findDuplicates(mesh)));
  const turn = shells.reversed.slice();
  let turnedTriangles = 0;
  for (const flag of turn) turnedTriangles += flag;
  let turnedComponents = 0;
  for (const shell of shells.list) {
    if (!shell.insideOut) continue;
    turnedComponents++;
    for (const t of shell.triangles) turn[t] = 1 - turn[t];
  }
  const triangles = mesh.triangles.slice();
  for (let t = 0; t < turn.length; t++) {
    if (turn[t] === 0) continue;
    triangles[3 * t + 1] = mesh.triangles[3 * t + 2];
    triangles[3 * t + 2] = mesh.triangles[3 * t + 1];
  }
  return { mesh: { positions: mesh.positions, triangles }, turnedTriangles, turnedComponents };
}
