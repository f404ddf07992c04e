// What a contact tree is built with, and the name that a mesh and its options give it.

import { Hash } from '../math/hash.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { boxOf, extentOf } from './mesh-sizes.js';

/** The allowed error, unless given, as a share of the mesh's largest side [1]; ARCHITECTURE.md has what others take. */
const DEFAULT_ERROR = 1 / 128;
/** The margin, unless given, as a multiple of the allowed error [1]. */
const DEFAULT_MARGIN = 4;
/** The depth limit, unless given. */
const DEFAULT_DEPTH = 10;

export interface TreeOptions {
  /** eps_s: by how much the field may differ from the exact distance [m]; default 1/128 of the mesh's largest side. */
  error?: number;
  /** Most levels below the root, 1 to 12; default 10. */
  depth?: number;
  /**
   * How far from the surface the error is met, inside and outside [m]; beyond, it may grow by a quarter of the distance. Default four times the
   * error; Infinity meets it everywhere in the root cell, with several times as many cells.
   */
  margin?: number;
}

/** The options that a tree of the mesh is built with, where some may be left out. */
export function completeOptions(mesh: TriangleMesh, options: TreeOptions): Required<TreeOptions> {
  const { error = DEFAULT_ERROR * extentOf(boxOf(mesh)), depth = DEFAULT_DEPTH, margin = DEFAULT_MARGIN * error } = options;
  return { error, depth, margin };
}

/** The digest of the tree that would be built. */
export function digestFor(mesh: TriangleMesh, options: TreeOptions): string {
  const { error, margin, depth } = completeOptions(mesh, options);
  return digestOf(mesh, error, margin, depth);
}

/** What trees are told apart by: a mesh and the options it is built with. */
export function digestOf(mesh: TriangleMesh, error: number, margin: number, depth: number): string {
  const hash = new Hash();
  hash.number(error);
  hash.number(margin);
  hash.number(depth);
  hash.number(mesh.positions.length);
  hash.words(new Int32Array(mesh.positions.buffer, mesh.positions.byteOffset, 2 * mesh.positions.length));
  hash.words(new Int32Array(mesh.triangles.buffer, mesh.triangles.byteOffset, mesh.triangles.length));
  return hash.toString();
}
