// Contact trees by their content: the same mesh with the same options is built once in a process, however many worlds ask for it.
// What is remembered decides the cost alone: a tree is a function of the mesh and the options.

import { Hash } from '../math/hash.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { ContactTree } from './contact-tree.js';
import type { TreeOptions } from './tree-options.js';

/** Held weakly: a tree lasts as long as some world has it. */
const trees = new Map<string, WeakRef<ContactTree>>();
/** Trees that lists of vertices were taken from: they last as long as these. */
const sources = new WeakMap<object, ContactTree>();

export function cachedTree(mesh: TriangleMesh, options: TreeOptions): ContactTree {
  const key = treeKey(mesh, options);
  const known = knownTree(key);
  if (known !== undefined) return known;
  const tree = ContactTree.build(mesh, options);
  rememberTree(key, tree);
  return tree;
}

/** The tree of a key, if it is still there. */
export function knownTree(key: string): ContactTree | undefined {
  return trees.get(key)?.deref();
}

/** Takes note of a tree that was built before, as one kept in a file. */
export function rememberTree(key: string, tree: ContactTree): void {
  trees.set(key, new WeakRef(tree));
}

/** The lists of a tree that was built before; whoever makes a mesh of them gets that tree. */
export function listsOf(tree: ContactTree): { vertices: number[]; triangles: number[] } & TreeOptions {
  const { error, depth, margin } = tree.options;
  const vertices = [...tree.mesh.positions];
  sources.set(vertices, tree);
  // An endless margin is no number that a scene can have.
  return { vertices, triangles: [...tree.mesh.triangles], error, depth, ...(Number.isFinite(margin) && { margin }) };
}

/** The tree that the lists, which may have been changed since, and the options are of. */
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
