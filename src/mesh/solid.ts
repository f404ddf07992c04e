// The door for bodies that move: only a mesh with an inside gets through.

import { InputError, refuse } from '../input/fields.js';
import { count, describeFaults } from './describe-report.js';
import { inspectMesh, type MeshReport } from './inspect.js';
import { checkMesh } from './make-mesh.js';
import { isSolid, repairMesh, tidy, weld } from './repair.js';
import type { TriangleMesh } from './triangle-mesh.js';

export interface Solid {
  /** Closed, and wound so that its triangles face outward. */
  readonly mesh: TriangleMesh;
  /** What inspectMesh says of `mesh`. */
  readonly report: MeshReport;
  /** What was done to what was given, a sentence each; empty if nothing was. */
  readonly actions: readonly string[];
}

/**
 * The solid that a mesh is the surface of. What does not change the surface is always done: vertices at the same place are
 * welded, triangles without area and copies of others go. A mesh that is open, has edges of more than two triangles, or triangles
 * or components that face the wrong way is refused by an InputError that says where, unless `repair` is asked for: then
 * repairMesh has it. It may pass through itself: `ContactTree.build` then takes the union of its parts, and `findCrossings` says where.
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
