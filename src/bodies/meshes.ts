// The meshes of a world, by name. Like materials they are what the world is, not how it stands: they come, and never go or change.

import { cachedTree } from '../distance-field/cached-tree.js';
import type { ContactTree } from '../distance-field/contact-tree.js';
import { InputError, show } from '../input/fields.js';
import { makeMesh } from '../mesh/make-mesh.js';
import { solidOf } from '../mesh/solid.js';
import type { MeshDescriptor } from './descriptors.js';

export class Meshes {
  /** By the number in the shape table. */
  readonly trees: ContactTree[] = [];
  readonly #names: string[] = [];

  /** Throws unless there is no mesh of that name yet. */
  checkIsFree(name: string): void {
    if (this.#names.includes(name)) {
      throw new InputError(`name is ${show(name)}, but must be unique, and there is a mesh of that name already.`);
    }
  }

  add(name: string, tree: ContactTree): void {
    this.checkIsFree(name);
    this.#names.push(name);
    this.trees.push(tree);
  }

  indexOf(name: string, path: string): number {
    const index = this.#names.indexOf(name);
    if (index < 0) {
      const known = this.#names.length === 0 ? 'there is none' : `there are ${this.#names.map(show).join(', ')}`;
      throw new InputError(`${path} is ${show(name)}, but must be the name of a mesh; ${known}.`);
    }
    return index;
  }

  nameOf(index: number): string {
    return this.#names[index];
  }

  find(name: string): ContactTree | undefined {
    const index = this.#names.indexOf(name);
    return index < 0 ? undefined : this.trees[index];
  }
}

/** The tree of a mesh whose fields have been checked: its arrays are copied, its surface must be closed, or is mended if asked. */
export function buildTree({ vertices, triangles, error, depth, repair = false }: MeshDescriptor): ContactTree {
  try {
    const { mesh } = solidOf(makeMesh(vertices, triangles), { repair });
    return cachedTree(mesh, { ...(error !== undefined && { error }), ...(depth !== undefined && { depth }) });
  } catch (wrong) {
    if (!(wrong instanceof InputError)) throw wrong;
    throw new InputError(`mesh.${wrong.message.replace(/^positions/, 'vertices')}`);
  }
}
