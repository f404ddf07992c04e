// The bytes of recordings and snapshots, changed and sealed again: a prefix of lengths and checksum, a header of JSON, then arrays.

import { Hash } from '../dist/src/math/hash.js';
import { joined, mutate, mutateBytes } from './mutate.mjs';

const PREFIX = 16;
const ALIGNMENT = 8;

export function changeEncoded(bytes, dice) {
  const [headerLength] = new Uint32Array(bytes.buffer, 0, 1);
  const header = bytes.subarray(PREFIX, PREFIX + headerLength);
  const arrays = bytes.subarray(PREFIX + aligned(headerLength));
  const changes = 1 + dice.below(3);
  return dice.pick([
    () =>
      seal(
        new TextEncoder().encode(JSON.stringify(mutate(JSON.parse(new TextDecoder().decode(header)), dice, changes)) ?? ''),
        arrays,
      ),
    () => seal(mutateBytes(header, dice, changes), arrays),
    () => seal(header, mutateBytes(arrays, dice, changes)),
    // Not sealed at all.
    () => mutateBytes(bytes, dice, changes),
  ])();
}

function seal(header, arrays) {
  const padding = new Uint8Array(aligned(header.length) - header.length);
  const rest = new Uint8Array(aligned(arrays.length) - arrays.length);
  const all = joined(new Uint8Array(PREFIX), header, padding, arrays, rest);
  const hash = new Hash();
  hash.words(new Int32Array(all.buffer, PREFIX, (all.length - PREFIX) / 4));
  new Uint32Array(all.buffer, 0, 3).set([header.length, arrays.length + rest.length, hash.uint32()]);
  return all;
}

function aligned(length) {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
