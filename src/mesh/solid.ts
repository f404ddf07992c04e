// Checks the meshes of bodies that move: only a mesh with an inside is accepted.

import { InputError, refuse } from '../input/fields.js';
import { count, describeFaults } from './describe-report.js';
import { inspectMesh, type MeshReport } from './inspect.js';
import { checkMesh } from './make-mesh.js';
import { isSolid, repairMesh, tidy, weld } from './repair.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** A mesh with an inside. */
export interface Solid {
  /** The mesh: closed, with triangles that face outward. */
  readonly mesh: TriangleMesh;
  /** The report of inspectMesh for `mesh`. */
  readonly report: MeshReport;
  /** Changes made to the given mesh, one sentence each; empty if none were. */
  readonly actions: readonly string[];
}

/**
 * Makes the solid whose surface is the mesh. Changes that leave the surface as it is are always made: vertices at the
 * same place are welded, and triangles without area and copies are removed. An InputError refuses a mesh that is open,
 * has edges of more than two triangles, or has triangles or components that face the wrong way, and names the places.
 * With `repair`, repairMesh repairs such a mesh instead. The mesh may pass through itself: `ContactTree.build` then
 * takes the union of its parts, and `findCrossings` finds the places.
 */
export function solidOf(mesh: TriangleMesh, options: { repair?: boolean } = {}): Solid {
  checkMesh(mesh);
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
  const actions: string[] = [];
  const welded = weld(mesh, actions);
  const found = inspectMesh(welded);
  if (isSolid(found)) {
    const tidied = tidy(welded, actions);
    return { mesh: tidied, report: inspectMesh(tidied), actions };
  }
  if (!options.repair) throw new InputError(refusal(found));
  const mended = repairMesh(mesh);
  return { ...mended, report: inspectMesh(mended.mesh) };
}

function refusal(report: MeshReport): string {
  const faults: string[] = [];
  if (report.openEdges.length > 0) faults.push(`open at ${count(report.openEdges.length, 'edge')}`);
  if (report.nonManifoldEdges.length > 0 || report.duplicateTriangles.length > 0) faults.push('not a single surface everywhere');
  if (!report.isOriented) faults.push('not oriented');
  const what = faults.length > 0 ? faults.join(', ') : 'without volume';
  const advice = 'A body that moves needs a closed surface that faces outward; ask for repair to have it mended.';
  return `The mesh is ${what}. ${[...describeFaults(report), advice].join(' ')}`;
}
