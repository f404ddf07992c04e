// Contact trees as files: the same bytes wherever and however often they are built, and nothing read from what is not one.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ContactTree } from '../../src/distance-field/contact-tree.js';
import { HEAD, HEAD_WORDS, VERSION } from '../../src/distance-field/tree-layout.js';
import { InputError } from '../../src/input/fields.js';
import { Random } from '../../src/math/random.js';
import { boxMesh, grooveMesh, triangleMesh } from '../shapes/mesh-samples.js';

const small = ContactTree.build(triangleMesh(boxMesh(1, 0.7, 0.4)), { error: 0.05 });
const bytes = small.toBytes();
const larger = ContactTree.build(triangleMesh(grooveMesh()), { error: 0.05 });

/** May change only with the format, whose version then changes too, or with how trees are grown. */
const GOLDEN = { length: 46256, digest: 'fd95d6254d135b8acb77e6eacef035069164a534bc4ad0ce6bea384ddbd7b6c5' };

/** What reading says; fails on anything but an InputError. */
function refusal(altered: Uint8Array): string {
  try {
    ContactTree.fromBytes(altered);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    const { message } = error as InputError;
    expect(message).toMatch(/^The tree .*\.$/);
    return message;
  }
  throw new Error('The altered tree was read.');
}

function withByte(from: Uint8Array, at: number, change: number): Uint8Array {
  const altered = from.slice();
  altered[at] ^= change;
  return altered;
}

function areSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

describe('a tree as bytes', () => {
  it.each<[string, ContactTree]>([
    ['small', small],
    ['larger', larger],
  ])('comes back as it was (%s)', (_, tree) => {
    const again = ContactTree.fromBytes(tree.toBytes());
    expect(areSame(again.toBytes(), tree.toBytes())).toBe(true);
    expect(again.options).toEqual(tree.options);
    expect(again.digest).toBe(tree.digest);
    expect([again.depth, again.cellCount, again.leafCount, again.largestError, again.halfThickness, again.reach]).toEqual([
      tree.depth,
      tree.cellCount,
      tree.leafCount,
      tree.largestError,
      tree.halfThickness,
      tree.reach,
    ]);
    expect(again.mesh).toEqual(tree.mesh);
    expect(again.byteLength).toBe(tree.toBytes().length);
    const random = new Random(1);
    const [a, b] = [new Float64Array(5), new Float64Array(5)];
    for (let i = 0; i < 1000; i++) {
      for (let k = 0; k < 3; k++) a[k] = b[k] = random.uniform(-3, 3);
      tree.field(a);
      again.field(b);
      expect(b).toEqual(a);
    }
  });

  it('is the same when it is built twice', () => {
    const twice = ContactTree.build(triangleMesh(grooveMesh()), { error: 0.05 });
    expect(areSame(twice.toBytes(), larger.toBytes())).toBe(true);
  });

  it('is the same on every machine', () => {
    expect(bytes.length).toBe(GOLDEN.length);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(GOLDEN.digest);
  });

  it('does not change with the bytes it was read from, nor with those it gave', () => {
    const source = small.toBytes();
    const tree = ContactTree.fromBytes(source);
    source.fill(0);
    tree.toBytes().fill(0);
    expect(areSame(tree.toBytes(), bytes)).toBe(true);
  });

  it('is read from the middle of another buffer, at any byte', () => {
    const buffer = new Uint8Array(bytes.length + 7);
    buffer.set(bytes, 3);
    expect(areSame(ContactTree.fromBytes(buffer.subarray(3, 3 + bytes.length)).toBytes(), bytes)).toBe(true);
  });

  it('differs with the options, and so does its digest', () => {
    const digests = [{}, { error: 0.04 }, { margin: 0.3 }, { depth: 9 }].map(
      (options) => ContactTree.build(triangleMesh(boxMesh(1, 0.7, 0.4)), { error: 0.05, ...options }).digest,
    );
    expect(new Set(digests).size).toBe(4);
    expect(digests[0]).toBe(small.digest);
  });
});

describe('what is no tree is refused with a sentence', () => {
  it('cut short anywhere', () => {
    for (let length = 0; length < bytes.length; length += length < 400 ? 1 : 101) refusal(bytes.subarray(0, length));
    expect(refusal(bytes.subarray(0, 20))).toBe('The tree is 20 bytes long, but must be at least 128.');
    expect(refusal(bytes.subarray(0, bytes.length - 1))).toBe(
      `The tree is ${bytes.length - 1} bytes long, but must be ${bytes.length}: it was cut short or altered.`,
    );
  });

  it('with something behind it', () => {
    const longer = new Uint8Array(bytes.length + 4);
    longer.set(bytes);
    expect(refusal(longer)).toMatch(/cut short or altered/);
    expect(refusal(longer.subarray(0, bytes.length + 1))).toMatch(/cut short or altered/);
  });

  it('with any byte of its head altered, or any of 2000 others', () => {
    const random = new Random(2);
    const data = larger.toBytes();
    for (let at = 0; at < 4 * HEAD_WORDS + 64; at++) for (const change of [1, 128, 255]) refusal(withByte(data, at, change));
    for (let i = 0; i < 2000; i++) {
      const at = Math.floor(random.uniform(0, data.length));
      expect(refusal(withByte(data, at, 1 << Math.floor(random.uniform(0, 8))))).toMatch(
        /checksum|cut short|another kind|version/,
      );
    }
  });

  it('with any single byte altered, of a tree of few cells', () => {
    const tiny = ContactTree.build(triangleMesh(boxMesh(1, 1, 1)), { error: 0.4 }).toBytes();
    for (let at = 0; at < tiny.length; at++) refusal(withByte(tiny, at, 0x10));
  });

  it('with two parts exchanged', () => {
    const data = larger.toBytes();
    const random = new Random(3);
    for (let i = 0; i < 200; i++) {
      const [p, q] = [0, 1].map(() => 128 + 4 * Math.floor(random.uniform(0, (data.length - 256) / 4)));
      const altered = data.slice();
      altered.set(data.subarray(p, p + 16), q);
      altered.set(data.subarray(q, q + 16), p);
      if (altered.every((byte, at) => byte === data[at])) continue;
      expect(refusal(altered)).toBe('The tree does not match its checksum: it was altered.');
    }
  });

  it('of another version, whatever else is in it', () => {
    const newer = bytes.slice();
    new Uint32Array(newer.buffer)[HEAD.version] = VERSION + 1;
    expect(refusal(newer)).toBe(`The tree is of version ${VERSION + 1}, but must be of version ${VERSION}: build it again.`);
  });

  it('of another kind, or of the other byte order', () => {
    const text = new TextEncoder().encode('# a mesh\n'.repeat(40));
    expect(refusal(text)).toBe('The tree does not begin as a contact tree does: it is a file of another kind.');
    expect(refusal(new Uint8Array(1000))).toMatch(/another kind/);
    const turned = bytes.slice();
    for (let at = 0; at < turned.length; at += 4) turned.subarray(at, at + 4).reverse();
    expect(refusal(turned)).toMatch(/another kind/);
  });

  it('whose numbers promise more than there is', () => {
    for (const word of [HEAD.groups, HEAD.pieces, HEAD.vertices, HEAD.triangles]) {
      const altered = bytes.slice();
      new Uint32Array(altered.buffer)[word] = 0xffffffff;
      expect(refusal(altered)).toMatch(/cut short or altered/);
    }
  });
});
