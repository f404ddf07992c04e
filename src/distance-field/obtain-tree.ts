// Contact trees for whoever does not wait for them: from where they are kept, or built a slice at a time, or by whoever is asked to.

import { solidOf } from '../mesh/solid.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { knownTree, rememberTree, treeKey } from './cached-tree.js';
import { ContactTree } from './contact-tree.js';
import { VERSION } from './tree-layout.js';
import type { TreeOptions } from './tree-options.js';

/** Where the bytes of trees are kept, by keys of letters, digits and hyphens. What fails is as good as not there. */
export interface TreeCache {
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

/** What a solid is made and its tree is built with. */
export interface SolidOptions extends TreeOptions {
  /** Whether a mesh that is not closed is mended; default false. */
  repair?: boolean;
}

export interface BuiltTree {
  readonly tree: ContactTree;
  /** What was done to the surface that was given, a sentence each. */
  readonly actions: readonly string[];
}

/** Builds trees somewhere else, as `TreeWorker` of drystone/worker does. */
export interface TreeBuilder {
  build(mesh: TriangleMesh, options: SolidOptions, onProgress: (share: number) => void): Promise<BuiltTree>;
}

export interface TreeWays {
  /** Is told which share of the space is done, rising to 1; not at all where the tree is there already. */
  onProgress?: (share: number) => void;
  /** Default: this thread, a few milliseconds at a time. */
  builder?: TreeBuilder;
  /** Default none: a process builds the tree of the same content once, and forgets it when no world has it any more. */
  cache?: TreeCache;
}

/** The tree of the solid that a mesh encloses. */
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

/** Of a mesh as it was given; trees of another version of the format have other keys. */
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
    // Without a cache the tree is built again the next time.
  }
}
