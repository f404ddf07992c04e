// Preparation of a scene's contact trees before its world is made: they take most of the time of opening a scene, and
// here their progress is reported. The browser caches them between visits.

import { rememberTree, treeKey } from '../../../src/distance-field/cached-tree.js';
import { ContactTree } from '../../../src/distance-field/contact-tree.js';
import type { TreeBuilder } from '../../../src/distance-field/obtain-tree.js';
import { obtainTree } from '../../../src/distance-field/obtain-tree.js';
import type { Scene } from '../../../src/index.js';
import { InputError, pageTreeCache, solidOf } from '../../../src/index.js';
import { makeMesh } from '../../../src/mesh/make-mesh.js';

/** Smallest difference of two reported fractions [1]. */
const GRAIN = 0.01;

/** Builds a tree without pauses, since nothing else waits for this worker. */
const AT_ONCE: TreeBuilder = {
  build: async (mesh, options, onProgress) => ({ tree: ContactTree.build(mesh, options, onProgress), actions: [] }),
};

/** Trees by their content, kept for the next scene. */
export class PreparedTrees {
  /** The trees of the last scene; the library itself holds trees only weakly. */
  #held = new Map<string, ContactTree>();
  readonly #cache = pageTreeCache();

  /** Builds or loads the trees of a scene. Errors of meshes are ignored here: the world reports them. */
  async prepare(scene: Scene, tell: (what: string, share: number) => void): Promise<void> {
    const meshes = Object.entries(scene.meshes ?? {});
    const before = this.#held;
    this.#held = new Map();
    for (const [i, [name, mesh]] of meshes.entries()) {
      if ('file' in mesh) continue;
      const { vertices, triangles, repair = false, ...options } = mesh;
      try {
        const solid = solidOf(makeMesh(vertices, triangles), { repair }).mesh;
        const key = treeKey(solid, options);
        const tree = before.get(key) ?? (await this.#obtain(solid, options, (share) => tell(name, (i + share) / meshes.length)));
        this.#held.set(key, tree);
        rememberTree(key, tree);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }
  }

  async #obtain(...[mesh, options, tell]: Required<Parameters<typeof ContactTree.build>>): Promise<ContactTree> {
    let told = -GRAIN;
    const onProgress = (share: number) => {
      if (share < told + GRAIN && share < 1) return;
      told = share;
      tell(share);
    };
    const ways = { onProgress, builder: AT_ONCE, ...(this.#cache !== undefined && { cache: this.#cache }) };
    return (await obtainTree(mesh, options, ways)).tree;
  }
}
