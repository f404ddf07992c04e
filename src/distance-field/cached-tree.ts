// Contact trees by their content: the same mesh with the same options is built once in a process, however many worlds ask for it.
// What is remembered decides the cost alone: a tree is a function of the mesh and the options.

import { Hash } from '../math/hash.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { TreeOptions } from './contact-tree.js';
import { ContactTree } from './contact-tree.js';

/** Held weakly: a tree lasts as long as some world has it. */
const trees = new Map<string, WeakRef<ContactTree>>();

export function cachedTree(mesh: TriangleMesh, options: TreeOptions): ContactTree {
  const key = treeKey(mesh, options);
  const known = trees.get(key)?.deref();
  if (known !== undefined) return known;
  const tree = ContactTree.build(mesh, options);
  trees.set(key, new WeakRef(tree));
  return tree;
}

/** Takes note of a tree that was built before, as one kept in a file. */
export function rememberTree(key: string, tree: ContactTree): void {
  trees.set(key, new WeakRef(tree));
}

/** What trees are told apart by: letters, digits and hyphens. */
export function treeKey({ positions, triangles }: TriangleMesh, { error, depth, margin }: TreeOptions): string {
  const hash = new Hash();
  hash.number(positions.length);
  hash.number(triangles.length);
  hash.column(positions, 0, positions.length);
  hash.column(triangles, 0, triangles.length);
  for (const option of [error, depth, margin]) hash.number(option ?? -1);
  return hash.toString();
}
