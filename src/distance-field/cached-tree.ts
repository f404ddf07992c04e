// Caches contact trees by content: a tree of the same mesh with the same options is built once in a process, however
// many worlds need it. The cache affects only the cost, since a tree is a function of the mesh and the options.

import { Hash } from '../math/hash.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { ContactTree } from './contact-tree.js';
import type { TreeOptions } from './tree-options.js';

/** Weak references: a tree is kept as long as a world uses it. */
const trees = new Map<string, WeakRef<ContactTree>>();
/** Trees by the vertex lists made of them, kept as long as the lists. */
const sources = new WeakMap<object, ContactTree>();

export function cachedTree(mesh: TriangleMesh, options: TreeOptions): ContactTree {
  const key = treeKey(mesh, options);
  const known = knownTree(key);
  if (known !== undefined) return known;
  const tree = ContactTree.build(mesh, options);
  rememberTree(key, tree);
  return tree;
}

/** The tree of a key; undefined if it is not cached. */
export function knownTree(key: string): ContactTree | undefined {
  return trees.get(key)?.deref();
}

/** Adds a tree that was built before, such as one read from a file. */
export function rememberTree(key: string, tree: ContactTree): void {
  trees.set(key, new WeakRef(tree));
}

/** The lists of a tree that was built before. A mesh made of them gets that tree (sourceOf). */
export function listsOf(tree: ContactTree): { vertices: number[]; triangles: number[] } & TreeOptions {
  const { error, depth, margin } = tree.options;
  const vertices = [...tree.mesh.positions];
  sources.set(vertices, tree);
  // A scene cannot contain an infinite margin.
  return { vertices, triangles: [...tree.mesh.triangles], error, depth, ...(Number.isFinite(margin) && { margin }) };
}

/** The tree that listsOf() made the lists of, if neither lists nor options have changed since. */
export function sourceOf(mesh: { vertices: unknown; triangles: unknown } & TreeOptions): ContactTree | undefined {
  const tree = sources.get(mesh.vertices as object);
  if (tree === undefined) return undefined;
  const { error, depth, margin } = tree.options;
  const hasOptions = mesh.error === error && mesh.depth === depth && (mesh.margin ?? Infinity) === margin;
  const { positions, triangles } = tree.mesh;
  return hasOptions && isSame(mesh.vertices, positions) && isSame(mesh.triangles, triangles) ? tree : undefined;
}

function isSame(given: unknown, kept: ArrayLike<number>): boolean {
  const list = given as ArrayLike<unknown>;
  if (list?.length !== kept.length) return false;
  for (let i = 0; i < kept.length; i++) if (list[i] !== kept[i]) return false;
  return true;
}

/** The key of a tree in caches: letters, digits and hyphens. */
export function treeKey({ positions, triangles }: TriangleMesh, { error, depth, margin }: TreeOptions): string {
  const hash = new Hash();
  hash.number(positions.length);
  hash.number(triangles.length);
  hash.column(positions, 0, positions.length);
  hash.column(triangles, 0, triangles.length);
  for (const option of [error, depth, margin]) hash.number(option ?? -1);
  return hash.toString();
}
