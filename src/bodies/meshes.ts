// The meshes of a world, by name. Like materials they are what the world is, not how it stands: they come, and never go or change.

import { cachedTree, sourceOf } from '../distance-field/cached-tree.js';
import { ContactTree } from '../distance-field/contact-tree.js';
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
    refuseNameTwice(this.list, name, 'mesh');
    const named = Object.freeze({ name, ...(mesh instanceof ContactTree ? { tree: mesh, actions: [] } : buildTree(mesh)) });
    this.list.push(named);
    return named;
  }

  indexOf(name: string, path: string): number {
    return placeOfName(this.list, name, path, 'mesh');
  }
}

function buildTree(descriptor: MeshDescriptor): Omit<NamedMesh, 'name'> {
  const built = sourceOf(descriptor);
  if (built !== undefined) return { tree: built, actions: [] };
  const { vertices, triangles, repair = false, ...options } = descriptor;
  try {
    const { mesh, actions } = solidOf(makeMesh(vertices, triangles), { repair });
    return { tree: cachedTree(mesh, options), actions };
  } catch (wrong) {
    if (!(wrong instanceof InputError)) throw wrong;
    // Some sentences begin with a field, as in "triangles[3] is ...", others with "The mesh ...".
    throw new InputError(
      wrong.message.replace(/^positions/, 'mesh.vertices').replace(/^(triangles|error|depth|margin)/, 'mesh.$1'),
    );
  }
}
