// Builds the contact tree of a mesh in packed form.

import { InputError, refuse, show } from '../input/fields.js';
import { checkMesh } from '../mesh/make-mesh.js';
import { triangleHeight } from '../mesh/measures.js';
import { type OuterSurface, outerSurface } from '../mesh/outer-surface.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { type GrownTree, TreeGrower } from './grow-tree.js';
import { boxOf, extentOf, meanHalfThickness } from './mesh-sizes.js';
import { type PackedTree, sealTree } from './tree-file.js';
import { bytesOf, columnsOf, HEAD, MEASURE, MOST_LEVELS } from './tree-layout.js';
import { completeOptions, type TreeOptions } from './tree-options.js';

/** Side of the root cell over the mesh's extent [1]; uneven, so that flat faces do not coincide with faces of cells. */
const ROOM = 1.0789;

/** The root cell, and the options of the tree. */
interface Plan extends Required<TreeOptions> {
  readonly origin: [number, number, number];
  readonly side: number;
}

/**
 * Builds a tree, see ContactTree.build(). Yields as TreeGrower.grow() does. Faults of the mesh are thrown before that.
 */
export function* packTree(
  given: TriangleMesh,
  options: TreeOptions,
  onProgress: (share: number) => void,
): Generator<void, PackedTree> {
  checkMesh(given);
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
  if (typeof onProgress !== 'function') refuse('onProgress', onProgress, 'a function');
  for (const field of ['error', 'depth', 'margin'] as const)
    if (options[field] !== undefined && typeof options[field] !== 'number') refuse(field, options[field], 'a number');
  // A copy, since the user's onProgress may change the arrays.
  const mesh = { positions: given.positions.slice(), triangles: given.triangles.slice() };
  refuseFlat(mesh);
  const plan = planTree(mesh, options);
  const outer = outerSurface(mesh);
  refuseInverted(outer, plan.error);
  const surface = outer.mesh;
  if (surface.triangles.length === 0) throw new InputError('The mesh encloses nothing: all of its triangles cancel each other.');
  const grown = yield* new TreeGrower(surface, { ...plan, onProgress }).grow();
  if (grown.largestError > plan.error) refuseShallow(grown, plan);
  return pack(mesh, surface, plan, grown);
}

/** The root cell around a mesh, and the complete options. Throws for options that are not allowed. */
function planTree(mesh: TriangleMesh, options: TreeOptions): Plan {
  const bounds = boxOf(mesh);
  const extent = extentOf(bounds);
  const { error, depth, margin } = completeOptions(mesh, options);
  if (!(error > 0 && error < extent)) {
    throw new InputError(`error is ${show(error)}, but must be above 0 and below the mesh's largest side, ${show(extent)} m.`);
  }
  if (!(Number.isInteger(depth) && depth >= 1 && depth <= MOST_LEVELS)) {
    throw new InputError(`depth is ${show(depth)}, but must be a whole number from 1 to ${MOST_LEVELS}.`);
  }
  if (!(margin >= 0)) throw new InputError(`margin is ${show(margin)}, but must be at least 0 m.`);
  const side = ROOM * extent + 4 * error;
  const origin = [0, 1, 2].map((k) => (bounds[k] + bounds[3 + k] - side) / 2) as [number, number, number];
  return { origin, side, error, depth, margin };
}

/** Copies the grown tree to one buffer, behind its heads. */
function pack(mesh: TriangleMesh, surface: TriangleMesh, plan: Plan, grown: GrownTree): PackedTree {
  const counts = {
    groups: grown.groups,
    pieces: grown.pieces,
    vertices: mesh.positions.length / 3,
    triangles: mesh.triangles.length / 3,
  };
  const buffer = new ArrayBuffer(bytesOf(counts));
  const columns = columnsOf(buffer, counts);
  columns.positions.set(mesh.positions);
  columns.triangles.set(mesh.triangles);
  columns.values.set(grown.values.subarray(0, columns.values.length));
  columns.errors.set(grown.errors.subarray(0, columns.errors.length));
  columns.links.set(grown.links.subarray(0, columns.links.length));
  columns.pieceOfGroup.set(grown.pieceOfGroup.subarray(0, columns.pieceOfGroup.length));
  columns.pieces.set(grown.pieceValues.subarray(0, columns.pieces.length));
  const { measures, head } = columns;
  measures.set(plan.origin, MEASURE.x);
  measures[MEASURE.side] = plan.side;
  measures[MEASURE.allowedError] = plan.error;
  measures[MEASURE.margin] = plan.margin;
  measures[MEASURE.largestError] = grown.largestError;
  measures[MEASURE.halfThickness] = Math.min(meanHalfThickness(surface), grown.deepest);
  head[HEAD.groups] = counts.groups;
  head[HEAD.pieces] = counts.pieces;
  head[HEAD.vertices] = counts.vertices;
  head[HEAD.triangles] = counts.triangles;
  head[HEAD.depth] = grown.depth;
  head[HEAD.depthLimit] = plan.depth;
  head[HEAD.meetsItself] = surface === mesh ? 0 : 1;
  sealTree(buffer, head);
  return surface === mesh ? { buffer, columns } : { buffer, columns, surface };
}

function refuseShallow(grown: GrownTree, { error, depth }: Plan): never {
  const place = grown.worst.map((x) => Number(x.toPrecision(4))).join(', ');
  const left = Number(grown.largestError.toPrecision(3));
  throw new InputError(
    `depth is ${depth}, but cells of that depth leave an error of ${left} m near [${place}], more than the allowed error of ` +
      `${show(error)} m: allow more depth (at most ${MOST_LEVELS}) or more error.`,
  );
}

/** Refuses triangles without area, for which the closest point is not defined. */
function refuseFlat(mesh: TriangleMesh): void {
  for (let t = 0; 3 * t < mesh.triangles.length; t++) {
    if (triangleHeight(mesh, t) > 0) continue;
    throw new InputError(`The mesh has triangle ${t} without area: solidOf makes a solid of it, where that can be had.`);
  }
}

function refuseInverted({ inverted }: OuterSurface, error: number): void {
  if (inverted === undefined || inverted.thickness <= error) return;
  const place = inverted.at.map((x) => Number(x.toPrecision(6))).join(', ');
  throw new InputError(
    `The mesh is inside out at [${place}], where its surface has passed through itself: what is inside there cannot be told from what is outside.`,
  );
}
