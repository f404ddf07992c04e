// Recordings as bytes, to be kept in a file: a JSON header in which every array is a reference, then the arrays one after
// another. Versioned, and refused when cut short or altered. A scripted motion that is a function cannot be written; a recording
// with one is refused.

import { InputError, show } from '../input/fields.js';
import { Hash } from '../math/hash.js';
import { ConvexHull } from '../shapes/convex-hull.js';
import type { Recording } from './recording.js';

/** Of both browsers and Node; spelt out so that the library needs no DOM types. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const FORMAT = 'drystone-recording';
const VERSION = 2;
const ALIGNMENT = 8;
/** Length of the header and of the arrays, and the hash of the arrays, each four bytes. */
const PREFIX_BYTES = 16;

const ARRAY_KINDS = { f64: Float64Array, i32: Int32Array, u32: Uint32Array } as const;
type ArrayKind = keyof typeof ARRAY_KINDS;
interface ArrayReference {
  readonly $array: ArrayKind;
  /** First byte of the array among the arrays, and its number of elements. */
  readonly at: number;
  readonly length: number;
}

export function encodeRecording(recording: Recording): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const keep = (_key: string, value: unknown): unknown => {
    if (typeof value === 'function')
      throw new InputError('motion is a function, but only motions by keyframes or oscillation can be written to a file.');
    if (value instanceof ConvexHull) return { $hull: { ...value } };
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const reference: ArrayReference = { $array: kindOf(value), at: size, length: (value as Float64Array).length };
    parts.push(bytes);
    size += Math.ceil(bytes.length / ALIGNMENT) * ALIGNMENT;
    return reference;
  };
  const header = new TextEncoder().encode(JSON.stringify({ format: FORMAT, version: VERSION, recording }, keep));
  const first = PREFIX_BYTES + Math.ceil(header.length / ALIGNMENT) * ALIGNMENT;
  const all = new Uint8Array(first + size);
  all.set(header, PREFIX_BYTES);
  let at = first;
  for (const part of parts) {
    all.set(part, at);
    at += Math.ceil(part.length / ALIGNMENT) * ALIGNMENT;
  }
  new Uint32Array(all.buffer, 0, 3).set([header.length, size, checksum(all)]);
  return all;
}

/** The recording in these bytes; throws an InputError for anything but what encodeRecording has written. */
export function decodeRecording(bytes: Uint8Array): Recording {
  // A copy, since arrays must begin at whole multiples of their element.
  const all = bytes.slice();
  if (all.length < PREFIX_BYTES)
    throw new InputError(`The recording is ${all.length} bytes long, but must be at least ${PREFIX_BYTES}.`);
  const [headerLength, size, sum] = new Uint32Array(all.buffer, 0, 3);
  const first = PREFIX_BYTES + Math.ceil(headerLength / ALIGNMENT) * ALIGNMENT;
  if (all.length !== first + size)
    throw new InputError(`The recording is ${all.length} bytes long, but must be ${first + size}: it was cut short or altered.`);
  if (checksum(all) !== sum) throw new InputError('The recording does not match its checksum: it was altered.');
  const load = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$array' in value) {
      const { $array, at, length } = value as ArrayReference;
      return new ARRAY_KINDS[$array](all.buffer, first + at, length);
    }
    return '$hull' in value ? Object.assign(Object.create(ConvexHull.prototype), value.$hull) : value;
  };
  const header = JSON.parse(new TextDecoder().decode(all.subarray(PREFIX_BYTES, PREFIX_BYTES + headerLength)), load);
  if (header.format !== FORMAT || header.version !== VERSION) {
    throw new InputError(
      `version is ${show(header.version)} of ${show(header.format)}, but must be ${VERSION} of ${show(FORMAT)}.`,
    );
  }
  return withoutNulls(header.recording);
}

/** JSON has no undefined: absent names and motions come back as null. */
function withoutNulls(recording: Recording): Recording {
  const mend = (snapshot: Recording['start']): Recording['start'] => ({
    ...snapshot,
    names: snapshot.names.map((name) => name ?? undefined),
    motions: snapshot.motions.map((motion) => motion ?? undefined),
  });
  return {
    ...recording,
    start: mend(recording.start),
    steps: recording.steps.map((step) => ({ ...step, before: step.before === undefined ? undefined : mend(step.before) })),
  };
}

function kindOf(array: ArrayBufferView): ArrayKind {
  if (array instanceof Float64Array) return 'f64';
  return array instanceof Int32Array ? 'i32' : 'u32';
}

/** Of everything behind the prefix, a few bytes of padding included. */
function checksum(all: Uint8Array): number {
  const hash = new Hash();
  hash.words(new Int32Array(all.buffer, PREFIX_BYTES, (all.length - PREFIX_BYTES) / 4));
  return hash.uint32();
}
