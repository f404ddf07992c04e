// What the readers share: text of bytes, and a mesh of loose triangles.

import { InputError } from '../input/fields.js';
import { makeMesh } from '../mesh/make-mesh.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { shareVertices } from '../mesh/weld.js';

export type { TriangleMesh };

/** Most that a file of a mesh, or one beside it, may be long [bytes]. */
export const MOST_BYTES = 1 << 26;
/** Most corners of all triangles of a mesh: those of a binary STL file of that length. */
export const MOST_CORNERS = 1 << 22;

/** Of both browsers and Node; spelt out so that the library needs no DOM types. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** What may be repeated of a text: numbers, and the words that stand before them. */
const OF_A_MESH = /^(?:v|f|vertex|[-+]?(?:nan|inf(?:inity)?)|[-+.\d/eE]{1,24})$/i;

/** A line of a file in a message: what is not of a mesh is left out, since the file may be one that was not meant. */
export function quote(line: string): string {
  const words = line.trim().slice(0, 200).split(/\s+/);
  const shown = words.slice(0, 8).map((word) => (OF_A_MESH.test(word) ? word : '...'));
  return `"${shown.join(' ')}${words.length > 8 ? ' ...' : ''}"`;
}

/** Throws unless a mesh of so many vertices and corners of triangles may be made. */
export function checkCorners(count: number): void {
  if (count > MOST_CORNERS)
    throw new InputError(`it has more than ${MOST_CORNERS} vertices or corners of triangles, which is the most that is read.`);
}

/** The mesh of loose triangles, nine numbers each; corners at exactly the same place share a vertex. */
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
