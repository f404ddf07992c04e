// What the readers share: text of bytes, and a mesh of loose triangles.

import { InputError } from '../input/fields.js';
import { makeMesh } from '../mesh/make-mesh.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { shareVertices } from '../mesh/weld.js';

export type { TriangleMesh };

/** Of both browsers and Node; spelt out so that the library needs no DOM types. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The mesh of loose triangles, nine numbers each; corners at exactly the same place share a vertex. */
export function meshOfSoup(corners: ArrayLike<number>): TriangleMesh {
  for (let i = 0; i < corners.length; i++)
    if (!Number.isFinite(corners[i]))
      throw new InputError(
        `triangle ${Math.floor(i / 9)} has a corner with the coordinate ${corners[i]}, but it must be a finite number.`,
      );
  return shareVertices(
    makeMesh(
      corners,
      Uint32Array.from({ length: corners.length / 3 }, (_, i) => i),
    ),
  );
}
