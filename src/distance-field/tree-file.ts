// Reads and seals the packed form of a contact tree as a file: the file has a checksum, and reading checks all
// contents.

import { InputError, show } from '../input/fields.js';
import { Hash } from '../math/hash.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { checkTree } from './check-tree.js';
import type { TreeColumns } from './tree-layout.js';
import { bytesOf, columnsOf, HEAD, HEAD_WORDS, MAGIC, VERSION } from './tree-layout.js';

/** A tree in one buffer. */
export interface PackedTree {
  readonly buffer: ArrayBuffer;
  readonly columns: TreeColumns;
  /** The outer surface, if the mesh meets itself and it is known. */
  readonly surface?: TriangleMesh;
}

/** Writes the start of the head: kind, version, length, and the checksum of the rest. */
export function sealTree(buffer: ArrayBuffer, head: Uint32Array): void {
  head[HEAD.magic] = MAGIC;
  head[HEAD.version] = VERSION;
  head[HEAD.bytes] = buffer.byteLength;
  head[HEAD.checksum] = checksum(buffer);
}

/** Reads and checks a tree, see ContactTree.fromBytes(). */
export function readTree(bytes: Uint8Array): PackedTree {
  if (!(bytes instanceof Uint8Array)) throw new InputError(`The tree is ${show(bytes)}, but must be a Uint8Array.`);
  const least = bytesOf({ groups: 0, pieces: 0, vertices: 0, triangles: 0 });
  if (bytes.length < least) throw new InputError(`The tree is ${bytes.length} bytes long, but must be at least ${least}.`);
  const buffer = new Uint8Array(bytes).buffer;
  const head = new Uint32Array(buffer, 0, HEAD_WORDS);
  if (head[HEAD.magic] !== MAGIC)
    throw new InputError('The tree does not begin as a contact tree does: it is a file of another kind.');
  if (head[HEAD.version] !== VERSION) {
    throw new InputError(`The tree is of version ${head[HEAD.version]}, but must be of version ${VERSION}: build it again.`);
  }
  const counts = {
    groups: head[HEAD.groups],
    pieces: head[HEAD.pieces],
    vertices: head[HEAD.vertices],
    triangles: head[HEAD.triangles],
  };
  if (head[HEAD.bytes] !== buffer.byteLength || bytesOf(counts) !== buffer.byteLength) {
    throw new InputError(
      `The tree is ${buffer.byteLength} bytes long, but must be ${head[HEAD.bytes]}: it was cut short or altered.`,
    );
  }
  if (checksum(buffer) !== head[HEAD.checksum]) throw new InputError('The tree does not match its checksum: it was altered.');
  const columns = columnsOf(buffer, counts);
  checkTree(columns);
  return { buffer, columns };
}

function checksum(buffer: ArrayBuffer): number {
  const hash = new Hash();
  hash.words(new Int32Array(buffer, 4 * (HEAD.checksum + 1)));
  return hash.uint32();
}
