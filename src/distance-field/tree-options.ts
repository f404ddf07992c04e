// The options of contact trees, and the digest of a mesh and its options.

import { Hash } from '../math/hash.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { boxOf, extentOf } from './mesh-sizes.js';

/** Default of the allowed error, as a share of the mesh's largest side [1]; ARCHITECTURE.md compares other values. */
const DEFAULT_ERROR = 1 / 128;
/** Default of the margin, as a multiple of the allowed error [1]. */
const DEFAULT_MARGIN = 4;
/** Default of the depth limit. */
const DEFAULT_DEPTH = 10;

/** Options of a contact tree. */
export interface TreeOptions {
  /** Allowed difference of the field from the exact distance, eps_s [m]; default 1/128 of the mesh's largest side. */
  error?: number;
  /** Most levels below the root, 1 to 12; default 10. */
  depth?: number;
  /**
   * Distance from the surface up to which the error is met, inside and outside [m]. Beyond it, the error may grow by a
   * quarter of the distance. Default: four times the error. With Infinity the error is met in the whole root cell,
   * which takes several times as many cells.
   */
  margin?: number;
}

/** Completes the options for a mesh by their defaults. */
export function completeOptions(mesh: TriangleMesh, options: TreeOptions): Required<TreeOptions> {
  const { error = DEFAULT_ERROR * extentOf(boxOf(mesh)), depth = DEFAULT_DEPTH, margin = DEFAULT_MARGIN * error } = options;
  return { error, depth, margin };
}

/** The digest of the tree of a mesh with the given options. */
export function digestFor(mesh: TriangleMesh, options: TreeOptions): string {
  const { error, margin, depth } = completeOptions(mesh, options);
  return digestOf(mesh, error, margin, depth);
}

/** The digest of a tree: a hash of its mesh and its options. */
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
