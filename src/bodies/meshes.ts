// The meshes of a world, by name. Like materials they are what the world is, not how it stands: they come, and never go or change.

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
  /** Its surface and its distance field. */
  readonly tree: ContactTree;
  /** What was done to the surface that was given, a sentence each; none for a tree that was built before. */
  readonly actions: readonly string[];
}

export class Meshes {
  /** In the order in which they came; the shape table knows them by their place. */
  readonly list: NamedMesh[] = [];

  /** A mesh whose fields have been checked. Its arrays are copied; its surface must be closed, or is mended if asked. */
  add(name: string, mesh: MeshDescriptor | ContactTree): NamedMesh {
    this.refuseTwice(name);
    return this.#keep(name, mesh instanceof ContactTree ? { tree: mesh, actions: [] } : buildTree(mesh));
  }

  /** The same, whose tree is obtained in any of these ways; the name must still be free when it is there. */
  async addLater(name: string, mesh: MeshDescriptor, ways: TreeWays): Promise<NamedMesh> {
    this.refuseTwice(name);
    const built = await obtain(mesh, ways);
    this.refuseTwice(name);
    return this.#keep(name, built);
  }

  /** Throws where there is a mesh of that name. */
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

/** Some sentences begin with a field, as in "triangles[3] is ...", others with "The mesh ...". */
function namingFields(wrong: unknown): unknown {
  if (!(wrong instanceof InputError)) return wrong;
  return new InputError(
    wrong.message.replace(/^positions/, 'mesh.vertices').replace(/^(triangles|error|depth|margin)/, 'mesh.$1'),
  );
}
