// Reads STL files, text and binary: loose triangles. Their normals are ignored, since the order of corners defines the
// outer side.
//
// Binary files are read by three's loader, texts by this module. The loader would silently drop facets and corners that
// it cannot parse, and log warnings about normals, so every facet would have to be checked before it anyway.

import { InputError } from '../input/fields.js';
import { parseStl } from './libraries.js';
import { decodeText, meshOfSoup, quote, type TriangleMesh } from './soup.js';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;

export function readStl(bytes: Uint8Array<ArrayBuffer>): TriangleMesh {
  if (isBinaryStl(bytes)) return meshOfSoup(parseStl(bytes.buffer));
  const text = decodeText(bytes);
  if (!/^\s*solid\b/.test(text)) throw new InputError(describeSize(bytes));
  return meshOfSoup(readFacets(text));
}

/** Whether the size is that of a binary file with this header. Binary files, too, may begin with "solid". */
export function isBinaryStl(bytes: Uint8Array): boolean {
  return bytes.length > HEADER_BYTES && bytes.length === sizeByHeader(bytes);
}

function sizeByHeader(bytes: Uint8Array): number {
  return HEADER_BYTES + TRIANGLE_BYTES * new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
}

function describeSize(bytes: Uint8Array): string {
  if (bytes.length < HEADER_BYTES) return `it has ${bytes.length} bytes, but a binary STL file begins with ${HEADER_BYTES}.`;
  const size = sizeByHeader(bytes);
  const triangles = (size - HEADER_BYTES) / TRIANGLE_BYTES;
  if (triangles === 0) return 'it has no triangles.';
  const verdict = bytes.length < size ? 'it is cut short' : 'its size is wrong';
  return `${verdict}: it names ${triangles} triangles, which take ${size} bytes, but has ${bytes.length}.`;
}

/** The corners of all facets of a text, nine numbers each. */
function readFacets(text: string): number[] {
  const opened = text.match(/\bfacet\b/g)?.length ?? 0;
  const closed = text.match(/\bendfacet\b/g)?.length ?? 0;
  if (opened === 0) throw new InputError('it has no facets.');
  if (opened !== closed || !/\bendsolid\b/.test(text))
    throw new InputError(`it is cut short: ${opened} facets begin, ${closed} end, and "endsolid" has to follow the last.`);
  const soup: number[] = [];
  let facets = 0;
  for (const [facet] of text.matchAll(/\bfacet\b[\s\S]*?\bendfacet\b/g)) {
    const corners = [...facet.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/g)];
    if (corners.length !== 3) throw new InputError(`facet ${facets} has ${corners.length} corners, but must have 3.`);
    for (const [corner, ...words] of corners) {
      const coordinates = words.map(Number);
      if (!coordinates.every(Number.isFinite))
        throw new InputError(`facet ${facets} has the corner ${quote(corner)}, but it must have three finite numbers.`);
      soup.push(...coordinates);
    }
    facets++;
  }
  if (facets !== opened)
    throw new InputError(`it is not sound: ${opened} facets begin, but only ${facets} end before the next begins.`);
  return soup;
}
