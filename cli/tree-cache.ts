// Cache of contact trees in files by their content, since building a tree takes seconds. The folder may be emptied at
// any time; files that cannot be read or written are ignored.

import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { rememberTree, sourceOf, treeKey } from '../src/distance-field/cached-tree.js';
import { ContactTree } from '../src/distance-field/contact-tree.js';
import { VERSION } from '../src/distance-field/tree-layout.js';
import { digestFor, type TreeOptions } from '../src/distance-field/tree-options.js';
import { InputError } from '../src/input/fields.js';
import { makeMesh } from '../src/mesh/make-mesh.js';
import { solidOf } from '../src/mesh/solid.js';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.js';
import type { Scene } from '../src/scene/scene.js';
import { ReadFiles, writeWhole } from './files.js';
import { showProgress } from './progress.js';

/** Keeps trees alive until a world uses them, since the library itself holds them only weakly. */
const held: ContactTree[] = [];

/** Largest size of a tree's file [bytes]. */
export const MOST_TREE_BYTES = 1 << 28;

/**
 * The folder of the cache, undefined if there is none. By the XDG specification, empty or relative paths are ignored.
 */
function cacheFolder(): string | undefined {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const base = [XDG_CACHE_HOME, LOCALAPPDATA, join(homedir(), '.cache')].find((path) => path !== undefined && isAbsolute(path));
  return base === undefined ? undefined : join(base, 'drystone', `trees-${VERSION}`);
}

/** The tree of a closed mesh, from the cache or built with a progress bar, and whether it was cached. */
export function obtainTree(mesh: TriangleMesh, options: TreeOptions): { tree: ContactTree; wasCached: boolean } {
  const key = treeKey(mesh, options);
  const folder = cacheFolder();
  const known = folder === undefined ? undefined : readTree(join(folder, `${key}.tree`), digestFor(mesh, options));
  const tree = known ?? buildTree(mesh, options);
  if (known === undefined && folder !== undefined) keepTree(folder, key, tree);
  rememberTree(key, tree);
  held.push(tree);
  return { tree, wasCached: known !== undefined };
}

/**
 * Obtains the trees of all meshes of a scene before its world is built. Errors are ignored here: the world reports
 * them.
 */
export function obtainTrees(scene: Scene): void {
  for (const mesh of Object.values(scene.meshes ?? {})) {
    if ('file' in mesh || sourceOf(mesh) !== undefined) continue;
    const { vertices, triangles, repair = false, ...options } = mesh;
    try {
      obtainTree(solidOf(makeMesh(vertices, triangles), { repair }).mesh, options);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
}

function buildTree(mesh: TriangleMesh, options: TreeOptions): ContactTree {
  const progress = showProgress(100, '{bar} {percentage}% | contact tree');
  try {
    let shown = 0;
    return ContactTree.build(mesh, options, (share) => {
      const percent = Math.floor(100 * share);
      if (percent === shown) return;
      shown = percent;
      progress.update(percent);
    });
  } finally {
    progress.stop();
  }
}

/** Reads the tree in a file; undefined unless its digest is the given one, since the name of the file may be wrong. */
function readTree(path: string, digest: string): ContactTree | undefined {
  try {
    const tree = ContactTree.fromBytes(new ReadFiles().read(path, MOST_TREE_BYTES));
    return tree.digest === digest ? tree : undefined;
  } catch {
    return undefined;
  }
}

function keepTree(folder: string, key: string, tree: ContactTree): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeWhole(join(folder, `${key}.tree`), tree.toBytes());
  } catch {
    // Without a cache the tree is built again the next time.
  }
}
