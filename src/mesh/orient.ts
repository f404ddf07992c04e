// Orientation: neighbours wound alike, closed components facing outward, cavities inward.

import { findDuplicates } from './duplicates.js';
import { findEdges } from './edges.js';
import { checkMesh } from './make-mesh.js';
import { findShells } from './shells.js';
import type { TriangleMesh } from './triangle-mesh.js';

export interface Orientation {
  readonly mesh: TriangleMesh;
  /** Triangles that were wound against most of their component. */
  readonly turnedTriangles: number;
  /** Components that were inside out as a whole, or cavities facing outward. */
  readonly turnedComponents: number;
}

/**
 * A copy of a mesh whose winding is consistent over each component, by walking edges of two triangles, and outward by the sign of
 * its volume; a component within another is a cavity and faces inward (by the parity of the number of components around it). An
 * open component is wound like most of its triangles. What has one side only keeps its contradictions: inspectMesh names them.
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
