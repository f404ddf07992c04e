// The contact trees of a scene, before its world asks for them: they take the most time of all that a scene needs, and it can be told how
// far they are. The browser keeps them from one visit to the next.

import { rememberTree, treeKey } from '../../../src/distance-field/cached-tree.js';
import { ContactTree } from '../../../src/distance-field/contact-tree.js';
import type { TreeBuilder } from '../../../src/distance-field/obtain-tree.js';
import { obtainTree } from '../../../src/distance-field/obtain-tree.js';
import type { Scene } from '../../../src/index.js';
import { InputError, pageTreeCache, solidOf } from '../../../src/index.js';
import { makeMesh } from '../../../src/mesh/make-mesh.js';

/** Least difference of two shares that are told [1]. */
const GRAIN = 0.01;

/** At one go: this is a worker, and nobody else waits for it. */
const AT_ONCE: TreeBuilder = {
  build: async (mesh, options, onProgress) => ({ tree: ContactTree.build(mesh, options, onProgress), actions: [] }),
};

/** The trees by their content: what has been built is there for the next scene. */
export class PreparedTrees {
  /** The library holds trees weakly; here the last of them stay. */
  #held = new Map<string, ContactTree>();
  readonly #cache = pageTreeCache();

  /** What is wrong with a mesh the world will say. */
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
