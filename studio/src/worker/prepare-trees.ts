// The contact trees of a scene, before its world asks for them: they take the most time of all that a scene needs, and it can be told how
// far they are.

import { rememberTree, treeKey } from '../../../src/distance-field/cached-tree.js';
import { ContactTree } from '../../../src/distance-field/contact-tree.js';
import type { Scene } from '../../../src/index.js';
import { InputError, solidOf } from '../../../src/index.js';
import { makeMesh } from '../../../src/mesh/make-mesh.js';

/** Least difference of two shares that are told [1]. */
const GRAIN = 0.01;

/** The trees by their content: what has been built is there for the next scene. */
export class PreparedTrees {
  /** The library holds trees weakly; here the last of them stay. */
  #held = new Map<string, ContactTree>();

  /** What is wrong with a mesh the world will say. */
  prepare(scene: Scene, tell: (what: string, share: number) => void): void {
    const meshes = Object.entries(scene.meshes ?? {});
    const before = this.#held;
    this.#held = new Map();
    meshes.forEach(([name, mesh], i) => {
      if ('file' in mesh) return;
      const { vertices, triangles, repair = false, ...options } = mesh;
      try {
        const solid = solidOf(makeMesh(vertices, triangles), { repair }).mesh;
        const key = treeKey(solid, options);
        const tree = before.get(key) ?? this.#build(solid, options, (share) => tell(name, (i + share) / meshes.length));
        this.#held.set(key, tree);
        rememberTree(key, tree);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    });
  }

  #build(...[mesh, options, tell]: Required<Parameters<typeof ContactTree.build>>): ContactTree {
    let told = -GRAIN;
    return ContactTree.build(mesh, options, (share) => {
      if (share < told + GRAIN && share < 1) return;
      told = share;
      tell(share);
    });
  }
}
