// Obtains contact trees asynchronously: from a cache, from a builder such as a worker, or built on this thread in
// slices.

import { solidOf } from '../mesh/solid.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { knownTree, rememberTree, treeKey } from './cached-tree.js';
import { ContactTree } from './contact-tree.js';
import { VERSION } from './tree-layout.js';
import type { TreeOptions } from './tree-options.js';

/** Storage for the bytes of trees, by keys of letters, digits and hyphens. Failing calls count as absent entries. */
export interface TreeCache {
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

/** Options of a solid and its tree. */
export interface SolidOptions extends TreeOptions {
  /** Whether a mesh that is not closed is repaired; default false. */
  repair?: boolean;
}

/** A tree, and the changes made to its mesh. */
export interface BuiltTree {
  readonly tree: ContactTree;
  /** Changes made to the given surface, one sentence each. */
  readonly actions: readonly string[];
}

/** Builds trees elsewhere, as `TreeWorker` of drystone/worker does. */
export interface TreeBuilder {
  build(mesh: TriangleMesh, options: SolidOptions, onProgress: (share: number) => void): Promise<BuiltTree>;
}

/** How a tree is obtained. */
export interface TreeWays {
  /** Called with the share of the space that is done, rising to 1. Not called if the tree exists already. */
  onProgress?: (share: number) => void;
  /** Builds the tree. Default: this thread, in slices of a few milliseconds. */
  builder?: TreeBuilder;
  /** Permanent storage. Default: none. A process builds a tree once in any case, and keeps it while a world uses it. */
  cache?: TreeCache;
}

/** Obtains the tree of the solid that a mesh encloses. */
export async function obtainTree(
  mesh: TriangleMesh,
  options: SolidOptions,
  { onProgress = () => {}, builder = HERE, cache }: TreeWays,
): Promise<BuiltTree> {
  const key = keyOf(mesh, options);
  const known = knownTree(key) ?? (await readKept(cache, key));
  const built = known === undefined ? await builder.build(mesh, options, onProgress) : { tree: known, actions: [] };
  rememberTree(key, built.tree);
  if (known === undefined) await keep(cache, key, built.tree);
  return built;
}

const HERE: TreeBuilder = {
  async build(given, { repair = false, ...options }, onProgress) {
    const { mesh, actions } = solidOf(given, { repair });
    return { tree: await ContactTree.buildAsync(mesh, options, onProgress), actions };
  },
};

/** The cache key of a given mesh and its options. It contains the version of the format. */
function keyOf(mesh: TriangleMesh, { repair = false, ...options }: SolidOptions): string {
  return `${VERSION}-${repair ? 'repaired' : 'given'}-${treeKey(mesh, options)}`;
}

async function readKept(cache: TreeCache | undefined, key: string): Promise<ContactTree | undefined> {
  try {
    const bytes = await cache?.read(key);
    return bytes === undefined ? undefined : ContactTree.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

async function keep(cache: TreeCache | undefined, key: string, tree: ContactTree): Promise<void> {
  try {
    await cache?.write(key, tree.toBytes());
  } catch {
    // A failing cache only means that the tree is built again the next time.
  }
}
