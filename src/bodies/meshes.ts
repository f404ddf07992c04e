// The meshes of a world, by name. Like materials they are not part of the state: they are added, never changed or
// removed.

import { cachedTree, sourceOf } from '../distance-field/cached-tree.js';
import { ContactTree } from '../distance-field/contact-tree.js';
import { type BuiltTree, obtainTree, type TreeWays } from '../distance-field/obtain-tree.js';
import { InputError } from '../input/fields.js';
import { makeMesh } from '../mesh/make-mesh.js';
import { solidOf } from '../mesh/solid.js';
import type { MeshDescriptor } from './descriptors.js';
import { placeOfName, refuseNameTwice } from './named.js';

export interface NamedMesh {
  readonly name: string;
  /** Contact tree, with the surface and its distance field. */
  readonly tree: ContactTree;
  /** Repairs that were made to the given surface, a sentence each; none for a tree that was built before. */
  readonly actions: readonly string[];
}

export class Meshes {
  /** In the order of creation; the shape table refers to meshes by their index. */
  readonly list: NamedMesh[] = [];

  /** Adds a mesh whose fields have been checked; copies its arrays. Its surface must be closed, or `repair` be true. */
  add(name: string, mesh: MeshDescriptor | ContactTree): NamedMesh {
    this.refuseTwice(name);
    return this.#keep(name, mesh instanceof ContactTree ? { tree: mesh, actions: [] } : buildTree(mesh));
  }

  /**
   * As add(), with a tree that is obtained in one of these ways. The name must still be free when the tree is ready.
   */
  async addLater(name: string, mesh: MeshDescriptor, ways: TreeWays): Promise<NamedMesh> {
    this.refuseTwice(name);
    const built = await obtain(mesh, ways);
    this.refuseTwice(name);
    return this.#keep(name, built);
  }

  /** Throws if there is a mesh of that name. */
  refuseTwice(name: string): void {
    refuseNameTwice(this.list, name, 'mesh');
  }

  #keep(name: string, built: BuiltTree): NamedMesh {
    const named = Object.freeze({ name, ...built });
    this.list.push(named);
    return named;
  }

  indexOf(name: string, path: string): number {
    return placeOfName(this.list, name, path, 'mesh');
  }
}

function buildTree(descriptor: MeshDescriptor): BuiltTree {
  const built = sourceOf(descriptor);
  if (built !== undefined) return { tree: built, actions: [] };
  const { vertices, triangles, repair = false, ...options } = descriptor;
  try {
    const { mesh, actions } = solidOf(makeMesh(vertices, triangles), { repair });
    return { tree: cachedTree(mesh, options), actions };
  } catch (wrong) {
    throw namingFields(wrong);
  }
}

async function obtain(descriptor: MeshDescriptor, ways: TreeWays): Promise<BuiltTree> {
  const built = sourceOf(descriptor);
  if (built !== undefined) return { tree: built, actions: [] };
  const { vertices, triangles, ...options } = descriptor;
  try {
    return await obtainTree(makeMesh(vertices, triangles), options, ways);
  } catch (wrong) {
    throw namingFields(wrong);
  }
}

/**
 * Prefixes the field with which a message begins, as in "triangles[3] is ...", by `mesh`; others begin with "The mesh".
 */
function namingFields(wrong: unknown): unknown {
  if (!(wrong instanceof InputError)) return wrong;
  return new InputError(
    wrong.message.replace(/^positions/, 'mesh.vertices').replace(/^(triangles|error|depth|margin)/, 'mesh.$1'),
  );
}
