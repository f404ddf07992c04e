// Repairs meshes: makes a closed and oriented mesh of one that is not, and describes what was done.

import { InputError } from '../input/fields.js';
import { cutEdges } from './cut-edges.js';
import { count, describeFaults, listPlaces, nameEdge, nameHole } from './describe-report.js';
import { findDuplicates } from './duplicates.js';
import { findEdges } from './edges.js';
import { splitFans } from './fans.js';
import { fillHoles } from './fill-holes.js';
import { flipSlivers } from './flip-slivers.js';
import { inspectMesh, type MeshReport } from './inspect.js';
import { checkMesh } from './make-mesh.js';
import { toleranceOf } from './measures.js';
import { orientMesh } from './orient.js';
import { findShells } from './shells.js';
import type { TriangleMesh } from './triangle-mesh.js';
import { dropUnusedVertices, weldMesh } from './weld.js';

export interface Mended {
  readonly mesh: TriangleMesh;
  /** What was done, one sentence for each action; empty if nothing was. */
  readonly actions: readonly string[];
}

/**
 * Makes a closed and oriented mesh of any other: welds it, removes duplicates, orients it, cuts it where more than two
 * triangles meet at an edge, and fills its holes. Throws an InputError that names the remaining faults if the result is
 * not closed and oriented.
 */
export function repairMesh(mesh: TriangleMesh): Mended {
  checkMesh(mesh);
  const actions: string[] = [];
  let mended = weld(mesh, actions);
  mended = dropDuplicates(mended, actions);
  mended = orient(mended, actions);
  mended = separateEdges(mended, actions);
  mended = closeHoles(mended, actions);
  mended = dropFlatShells(mended, actions);
  mended = orient(mended, actions);
  mended = tidy(mended, actions);
  const report = inspectMesh(mended);
  if (!isSolid(report)) {
    const faults = describeFaults(report);
    if (faults.length === 0) faults.push('it encloses no volume.');
    throw new InputError(`The mesh could not be made closed and oriented. What is left: ${faults.join(' ')}`);
  }
  return { mesh: mended, actions };
}

/** Whether the reported mesh is closed and oriented and has a volume. */
export function isSolid(report: MeshReport): boolean {
  return report.isClosed && report.isOriented && report.volume > 0;
}

/** Merges vertices at the same place, and drops unused vertices, collapsed triangles and copies of triangles. */
export function weld(mesh: TriangleMesh, actions: string[]): TriangleMesh {
  const welding = weldMesh(mesh);
  const { mergedVertices, unusedVertices, collapsedTriangles, duplicateTriangles } = welding;
  const say = (number: number, noun: string, what: string, plural?: string) => {
    if (number > 0) actions.push(`${count(number, noun, plural)} ${what}.`);
  };
  say(mergedVertices, 'vertex', 'merged with another at the same place', 'vertices');
  say(unusedVertices, 'vertex', 'of no triangle left out', 'vertices');
  say(collapsedTriangles, 'triangle', 'with two corners at the same place left out');
  say(duplicateTriangles, 'copy', 'of another triangle left out', 'copies');
  if (welding.mesh.triangles.length === 0)
    throw new InputError('The mesh has no triangle with three corners at different places.');
  return welding.mesh;
}

/** Removes slivers, and separates surfaces that touch at a vertex only. The surface does not change. */
export function tidy(mesh: TriangleMesh, actions: string[]): TriangleMesh {
  const split = splitFans(mesh, findEdges(mesh).across, () => true);
  if (split.added > 0)
    actions.push(
      `${count(split.added, 'vertex', 'vertices')} added where surfaces touched at a point, so that each has its own.`,
    );
  const { mesh: tidied, flipped } = flipSlivers(split.mesh);
  if (flipped > 0) actions.push(`${count(flipped, 'edge')} flipped to get rid of triangles without area.`);
  return tidied;
}

function dropDuplicates(mesh: TriangleMesh, actions: string[]): TriangleMesh {
  const duplicates = findDuplicates(mesh);
  const dropped = duplicates.reduce((sum, flag) => sum + flag, 0);
  if (dropped === 0) return mesh;
  actions.push(`${count(dropped, 'triangle')} left out because others have the same vertices.`);
  return dropTriangles(mesh, (t) => duplicates[t] === 1);
}

function dropTriangles(mesh: TriangleMesh, isDropped: (triangle: number) => boolean): TriangleMesh {
  return dropUnusedVertices({
    positions: mesh.positions,
    triangles: mesh.triangles.filter((_, c) => !isDropped(Math.floor(c / 3))),
  });
}

function orient(mesh: TriangleMesh, actions: string[]): TriangleMesh {
  const { mesh: oriented, turnedTriangles, turnedComponents } = orientMesh(mesh);
  if (turnedTriangles > 0) actions.push(`${count(turnedTriangles, 'triangle')} turned to face like the rest of the surface.`);
  if (turnedComponents > 0) actions.push(`${count(turnedComponents, 'component')} turned as a whole to face the right way.`);
  return oriented;
}

function separateEdges(mesh: TriangleMesh, actions: string[]): TriangleMesh {
  const { mesh: separate, cut } = cutEdges(mesh);
  if (cut > 0) {
    const places = listPlaces(inspectMesh(mesh).nonManifoldEdges, nameEdge);
    actions.push(`The surface cut at ${count(cut, 'edge')} with more than two triangles: ${places}.`);
  }
  return separate;
}

function closeHoles(mesh: TriangleMesh, actions: string[]): TriangleMesh {
  const { mesh: closed, addedTriangles, addedVertices, avoided, crossed } = fillHoles(mesh);
  if (addedTriangles > 0) {
    const holes = inspectMesh(mesh).holes.filter((hole) => hole.closed);
    const middles = addedVertices > 0 ? ` and ${count(addedVertices, 'new vertex', 'new vertices')}` : '';
    const by = `by ${count(addedTriangles, 'triangle')}${middles}`;
    actions.push(`${count(holes.length, 'hole')} filled ${by}: ${listPlaces(holes, nameHole)}.`);
    if (avoided > 0)
      actions.push(`${count(avoided, 'hole')} of these not filled by least area, which would have crossed the surface.`);
    if (crossed.length > 0) {
      const places = holes.filter((hole) => crossed.some((loop) => loop.vertices[0] === hole.vertices[0]));
      actions.push(
        `${count(crossed.length, 'hole')} of these filled across other parts of the surface: ${listPlaces(places, nameHole)}.`,
      );
    }
  }
  return closed;
}

/** Drops flat components, which have no inside, such as a membrane whose rim was filled. */
function dropFlatShells(mesh: TriangleMesh, actions: string[]): TriangleMesh {
  const tolerance = toleranceOf(mesh);
  const flat = new Set<number>();
  let shells = 0;
  for (const shell of findShells(mesh, findEdges(mesh)).list) {
    if (!shell.closed || Math.abs(shell.volume) > tolerance * shell.area) continue;
    shells++;
    for (const t of shell.triangles) flat.add(t);
  }
  if (shells === 0) return mesh;
  if (3 * flat.size === mesh.triangles.length) throw new InputError('The mesh is flat: nothing of it encloses a volume.');
  actions.push(`${count(shells, 'component')} without volume left out, of ${count(flat.size, 'triangle')}.`);
  return dropTriangles(mesh, (t) => flat.has(t));
}
