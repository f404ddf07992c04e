// The surfaces of a world, by name: open meshes and heightfields, for fixed bodies. Like meshes they are not part of
// the state: they are added, never changed or removed.

import { InputError } from '../input/fields.js';
import { meshOfHeights } from '../mesh/heightfield.js';
import { makeMesh } from '../mesh/make-mesh.js';
import { Surface } from '../mesh/surface.js';
import { shareVertices } from '../mesh/weld.js';
import type { HeightfieldDescriptor, OpenMeshDescriptor, SurfaceDescriptor } from './descriptors.js';
import { placeOfName, refuseNameTwice } from './named.js';

export interface NamedSurface {
  readonly name: string;
  /** The triangles, and the tree of their boxes. */
  readonly surface: Surface;
}

export class Surfaces {
  /** In the order of creation; the shape table refers to surfaces by their index. */
  readonly list: NamedSurface[] = [];

  /** Adds a surface whose fields have been checked; copies its arrays. */
  add(name: string, descriptor: SurfaceDescriptor): NamedSurface {
    refuseNameTwice(this.list, name, 'surface');
    const surface = 'heights' in descriptor ? surfaceOfHeights(descriptor) : surfaceOfMesh(descriptor);
    const named = Object.freeze({ name, surface });
    this.list.push(named);
    return named;
  }

  indexOf(name: string, path: string): number {
    return placeOfName(this.list, name, path, 'surface');
  }
}

function surfaceOfHeights(descriptor: HeightfieldDescriptor): Surface {
  const { heights, columns, rows, sides = 'front' } = descriptor;
  if (heights.length !== columns * rows) {
    throw new InputError(
      `surface.heights has ${heights.length} numbers, but must have ${columns * rows}: ${columns} columns times ${rows} rows.`,
    );
  }
  const isTwoSided = sides === 'both';
  return new Surface(meshOfHeights(descriptor), { isTwoSided, isGround: !isTwoSided });
}

function surfaceOfMesh({ vertices, triangles, sides = 'front' }: OpenMeshDescriptor): Surface {
  try {
    return new Surface(shareVertices(makeMesh(vertices, triangles)), { isTwoSided: sides === 'both', isGround: false });
  } catch (wrong) {
    if (!(wrong instanceof InputError)) throw wrong;
    // Messages begin with a field, as in "triangles[3] is ...".
    throw new InputError(wrong.message.replace(/^positions/, 'surface.vertices').replace(/^triangles/, 'surface.triangles'));
  }
}
