// Contact trees that were built before, in files by their content: building one takes seconds, reading one does not. The folder may be emptied at any
// time, and a file that cannot be read or written is as good as none.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { rememberTree, treeKey } from '../src/distance-field/cached-tree.js';
import type { TreeOptions } from '../src/distance-field/contact-tree.js';
import { ContactTree } from '../src/distance-field/contact-tree.js';
import { VERSION } from '../src/distance-field/tree-layout.js';
import { InputError } from '../src/input/fields.js';
import { makeMesh } from '../src/mesh/make-mesh.js';
import { solidOf } from '../src/mesh/solid.js';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.js';
import type { Scene } from '../src/scene/scene.js';
import { showProgress } from './progress.js';

/** Trees that a world is about to ask for; the library itself holds them weakly. */
const held: ContactTree[] = [];

function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME ?? process.env.LOCALAPPDATA ?? join(homedir(), '.cache');
  return join(base, 'drystone', `trees-${VERSION}`);
}

/** The tree of a closed mesh, from the cache or built with a progress bar; whether it was there. */
export function obtainTree(mesh: TriangleMesh, options: TreeOptions): { tree: ContactTree; wasCached: boolean } {
  const key = treeKey(mesh, options);
  const path = join(cacheFolder(), `${key}.tree`);
  const known = readTree(path);
  const tree = known ?? buildTree(mesh, options);
  if (known === undefined) keepTree(path, tree);
  rememberTree(key, tree);
  held.push(tree);
  return { tree, wasCached: known !== undefined };
}

/** Trees of all meshes of a scene, before its world is built; what is wrong with one of them the world will say. */
export function obtainTrees(scene: Scene): void {
  for (const mesh of Object.values(scene.meshes ?? {})) {
    if ('file' in mesh) continue;
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
      progress?.update(percent);
    });
  } finally {
    progress?.stop();
  }
}

function readTree(path: string): ContactTree | undefined {
  try {
    return ContactTree.fromBytes(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Written beside its place and moved there, so that nobody reads half of it. */
function keepTree(path: string, tree: ContactTree): void {
  try {
    mkdirSync(cacheFolder(), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, tree.toBytes());
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // Without a cache the tree is built again the next time.
  }
}
