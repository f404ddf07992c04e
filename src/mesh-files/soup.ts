// Helpers of the readers: limits, decoding of text, quotes of lines, and the mesh of loose triangles.

import { InputError } from '../input/fields.js';
import { makeMesh } from '../mesh/make-mesh.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { shareVertices } from '../mesh/weld.js';

export type { TriangleMesh };

/** Largest size of a mesh file, and of the other files it refers to [bytes]. */
export const MOST_BYTES = 1 << 26;
/** Most corners of all triangles of a mesh: about those of a binary STL file of that size. */
export const MOST_CORNERS = 1 << 22;

/** Browsers and Node both have this class. It is declared here so that the library needs no DOM types. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Words of a file that may be quoted: numbers, and the keywords before them. */
const OF_A_MESH = /^(?:v|f|vertex|[-+]?(?:nan|inf(?:inity)?)|[-+.\d/eE]{1,24})$/i;

/** Quotes a line of a file in an error text. Words that are not of meshes are left out: it may be the wrong file. */
export function quote(line: string): string {
  const words = line.trim().slice(0, 200).split(/\s+/);
  const shown = words.slice(0, 8).map((word) => (OF_A_MESH.test(word) ? word : '...'));
  return `"${shown.join(' ')}${words.length > 8 ? ' ...' : ''}"`;
}

/** Throws if `count` exceeds the limit on vertices or corners of triangles. */
export function checkCorners(count: number): void {
  if (count > MOST_CORNERS)
    throw new InputError(`it has more than ${MOST_CORNERS} vertices or corners of triangles, which is the most that is read.`);
}

/** Makes a mesh of loose triangles, nine numbers each. Corners at exactly the same place share a vertex. */
export function meshOfSoup(corners: ArrayLike<number>): TriangleMesh {
  checkCorners(corners.length / 3);
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
