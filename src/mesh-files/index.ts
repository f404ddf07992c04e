/**
 * Reads meshes from files: OBJ, STL (text and binary), PLY (text and binary), glTF and GLB. The package drystone/mesh-files.
 *
 * @module drystone/mesh-files
 */

import { InputError, refuse, show } from '../input/fields.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { type ResolveUri, readGlb, readGltf } from './read-gltf.js';
import { readObj } from './read-obj.js';
import { readPly } from './read-ply.js';
import { isBinaryStl, readStl } from './read-stl.js';
import { MOST_BYTES } from './soup.js';

export type { ResolveUri } from './read-gltf.js';
export { MOST_BYTES as MOST_MESH_BYTES };

/** The names of the formats, which are also the file extensions. */
export const MESH_FORMATS = ['obj', 'stl', 'ply', 'gltf', 'glb'] as const;
export type MeshFormat = (typeof MESH_FORMATS)[number];

/** Options of readMesh(). */
export interface MeshFileOptions {
  /** The format. Default: detected by the extension of `name`, or else by the content. */
  format?: MeshFormat;
  /** The name of the file, for its extension and for error texts. */
  name?: string;
  /** Returns the bytes of other files that a glTF file refers to. Without it such a file is refused. */
  resolve?: ResolveUri;
}

const READERS: Readonly<
  Record<MeshFormat, (bytes: Uint8Array<ArrayBuffer>, resolve?: ResolveUri) => TriangleMesh | Promise<TriangleMesh>>
> = {
  obj: readObj,
  stl: readStl,
  ply: readPly,
  gltf: readGltf,
  glb: readGlb,
};

/**
 * Reads the mesh of a file. Lengths are taken as metres. Throws an InputError that names the file and its fault. The
 * mesh may be open or inconsistently wound; see inspectMesh and solidOf.
 */
export async function readMesh(bytes: Uint8Array | ArrayBuffer, options: MeshFileOptions = {}): Promise<TriangleMesh> {
  checkFileOptions(options);
  const named = options.name === undefined ? 'The file' : `The file ${options.name}`;
  if (!(bytes instanceof Uint8Array || bytes instanceof ArrayBuffer))
    throw new InputError(`${named} is ${show(bytes)}, but must be a Uint8Array or an ArrayBuffer.`);
  if (bytes.byteLength > MOST_BYTES)
    throw new InputError(`${named} has ${bytes.byteLength} bytes, but must have at most ${MOST_BYTES}.`);
  // A copy, since a view of a larger buffer may begin at any byte.
  const copy = new Uint8Array(bytes.byteLength);
  copy.set(
    new Uint8Array(
      bytes instanceof ArrayBuffer ? bytes : bytes.buffer,
      bytes instanceof ArrayBuffer ? 0 : bytes.byteOffset,
      bytes.byteLength,
    ),
  );
  if (copy.length === 0) throw new InputError(`${named} is empty.`);
  const format = options.format ?? formatByName(options.name) ?? formatByContent(copy);
  if (format === undefined || !MESH_FORMATS.includes(format)) {
    const kind = options.format === undefined ? 'is of no known format' : `cannot be read as ${show(options.format)}`;
    throw new InputError(`${named} ${kind}; known are ${MESH_FORMATS.join(', ')}.`);
  }
  try {
    return await READERS[format](copy, options.resolve);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${named} cannot be read as ${format.toUpperCase()}: ${error.message}`);
  }
}

function checkFileOptions(options: MeshFileOptions): void {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
  if (options.name !== undefined && typeof options.name !== 'string') refuse('options.name', options.name, 'a text');
  if (options.resolve !== undefined && typeof options.resolve !== 'function')
    refuse('options.resolve', options.resolve, 'a function');
}

function formatByName(name: string | undefined): MeshFormat | undefined {
  const ending = name?.toLowerCase().match(/\.([^.]+)$/)?.[1];
  return MESH_FORMATS.find((format) => format === ending);
}

function formatByContent(bytes: Uint8Array): MeshFormat | undefined {
  if (isBinaryStl(bytes)) return 'stl';
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  if (start.startsWith('glTF')) return 'glb';
  if (/^ply\s/.test(start)) return 'ply';
  if (/^\s*\{/.test(start)) return 'gltf';
  if (/^\s*solid\b/.test(start)) return 'stl';
  return /^\s*(?:v|vn|vt|f|o|g|s|mtllib|usemtl)\s+\S/m.test(start) ? 'obj' : undefined;
}
