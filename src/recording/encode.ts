// Encodes recordings, snapshots and differences of snapshots as bytes for files: a JSON header in which arrays are
// references, then the arrays one after another. The format is versioned; truncated or altered bytes are refused. A
// scripted motion given by a function cannot be encoded, and is refused. For a multibody's control only its existence
// is encoded: the world that decodes the bytes must have that control.

import { InputError, refuse, show } from '../input/fields.js';
import { CONTROL_OF_THE_WORLD } from '../joints/joints.js';
import { Hash } from '../math/hash.js';
import { ConvexHull } from '../shapes/convex-hull.js';
import { checkSnapshot } from './check-snapshot.js';
import type { RecordedStep, Recording } from './recording.js';
import { checkRecording } from './recording.js';
import type { Snapshot } from './snapshot.js';

/** Browsers and Node both have these classes. They are declared here so that the library needs no DOM types. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** Version of each format, by its name. */
const VERSIONS = { 'drystone-recording': 4, 'drystone-snapshot': 2, 'drystone-difference': 1 } as const;
const NOUNS = {
  'drystone-recording': 'recording',
  'drystone-snapshot': 'snapshot',
  'drystone-difference': 'difference',
} as const;
type Format = keyof typeof VERSIONS;
const ALIGNMENT = 8;
/** The prefix: length of the header, length of the arrays, and checksum, four bytes each; the rest is 0. */
const PREFIX_BYTES = 16;

const ARRAY_KINDS = { f64: Float64Array, i32: Int32Array, u32: Uint32Array, u8: Uint8Array } as const;
type ArrayKind = keyof typeof ARRAY_KINDS;
interface ArrayReference {
  readonly $array: ArrayKind;
  /** Byte offset of the array behind the header, and its number of elements. */
  readonly at: number;
  readonly length: number;
}

export function encodeRecording(recording: Recording): Uint8Array {
  checkRecording(recording, 'recording');
  const { start, steps } = recording;
  return encode('drystone-recording', { ...recording, start: withoutUserData(start), steps: steps.map(stepWithoutUserData) });
}

/** Decodes bytes of encodeRecording; throws an InputError for any others. */
export function decodeRecording(bytes: Uint8Array): Recording {
  const recording = decode('drystone-recording', bytes) as Recording;
  const mended =
    typeof recording === 'object' && recording !== null && Array.isArray(recording.steps)
      ? { ...recording, start: withoutNulls(recording.start), steps: recording.steps.map(mendStep) }
      : recording;
  checkRecording(mended, 'recording');
  return mended;
}

export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  checkSnapshot(snapshot, 'snapshot');
  return encode('drystone-snapshot', withoutUserData(snapshot));
}

/** Decodes bytes of encodeSnapshot; throws an InputError for any others. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const snapshot = withoutNulls(decode('drystone-snapshot', bytes) as Snapshot);
  checkSnapshot(snapshot, 'snapshot');
  return snapshot;
}

/** Encodes plain data, typed arrays and hulls. */
export function encode(format: Format, content: unknown): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const keep = (key: string, value: unknown): unknown => {
    if (key === 'controls' && Array.isArray(value)) return value.map((control) => control && CONTROL_OF_THE_WORLD);
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
  const header = new TextEncoder().encode(stringify({ format, version: VERSIONS[format], content }, keep));
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

function stringify(header: Header, keep: (key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(header, keep);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError('origin holds what JSON cannot, a bigint or something that contains itself, but must be plain data.');
  }
}

/** Decodes bytes of encode(). Values that JSON does not have, such as undefined, come back as null. */
export function decode(format: Format, bytes: Uint8Array): unknown {
  const noun = NOUNS[format];
  if (!(bytes instanceof Uint8Array)) refuse('bytes', bytes, 'a Uint8Array');
  // A copy, since typed arrays must be aligned to multiples of their element size.
  const all = bytes.slice();
  if (all.length < PREFIX_BYTES)
    throw new InputError(`The ${noun} is ${all.length} bytes long, but must be at least ${PREFIX_BYTES}.`);
  const [headerLength, size, sum] = new Uint32Array(all.buffer, 0, 3);
  const first = PREFIX_BYTES + Math.ceil(headerLength / ALIGNMENT) * ALIGNMENT;
  if (all.length !== first + size || size % ALIGNMENT !== 0)
    throw new InputError(`The ${noun} is ${all.length} bytes long, but must be ${first + size}: it was cut short or altered.`);
  if (checksum(all) !== sum) throw new InputError(`The ${noun} does not match its checksum: it was altered.`);
  const load = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$array' in value) return readArray(value as ArrayReference, all.buffer, first, noun);
    if (!('$hull' in value)) return value;
    if (typeof value.$hull !== 'object' || value.$hull === null) throw new InputError(`The ${noun} has a hull without parts.`);
    return Object.assign(Object.create(ConvexHull.prototype), value.$hull);
  };
  const header = parse(all.subarray(PREFIX_BYTES, PREFIX_BYTES + headerLength), load, noun);
  if (header?.format !== format || header.version !== VERSIONS[format]) {
    throw new InputError(
      `version is ${show(header?.version)} of ${show(header?.format)}, but must be ${VERSIONS[format]} of ${show(format)}.`,
    );
  }
  return header.content;
}

type Header = { readonly format?: unknown; readonly version?: unknown; readonly content?: unknown } | null;

function parse(text: Uint8Array, load: (key: string, value: unknown) => unknown, noun: string): Header {
  try {
    return JSON.parse(new TextDecoder().decode(text), load);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`The ${noun} has a header that is not JSON: it was altered.`);
  }
}

function readArray({ $array, at, length }: ArrayReference, buffer: ArrayBuffer, first: number, noun: string): unknown {
  const Kind = Object.hasOwn(ARRAY_KINDS, $array) ? ARRAY_KINDS[$array] : undefined;
  const isInside =
    Kind !== undefined &&
    Number.isSafeInteger(at) &&
    Number.isSafeInteger(length) &&
    at >= 0 &&
    length >= 0 &&
    at % ALIGNMENT === 0 &&
    first + at + length * Kind.BYTES_PER_ELEMENT <= buffer.byteLength;
  if (!isInside) throw new InputError(`The ${noun} refers to an array that it does not have: it was altered.`);
  return new Kind(buffer, first + at, length);
}

/** Leaves out `userData`: it may be anything, so it cannot be encoded. */
export function withoutUserData({ userData: _, ...rest }: Snapshot): Snapshot {
  return rest;
}

function stepWithoutUserData(step: RecordedStep): RecordedStep {
  return step.before === undefined ? step : { ...step, before: withoutUserData(step.before) };
}

function mendStep(step: RecordedStep): RecordedStep {
  return step?.before === undefined ? { ...step, before: undefined } : { ...step, before: withoutNulls(step.before) };
}

/** Replaces null by undefined in lists: JSON has no undefined, so missing items come back as null. */
export function withoutNulls(snapshot: Snapshot): Snapshot {
  if (typeof snapshot !== 'object' || snapshot === null) return snapshot;
  const mend = <T>(list: readonly T[]): readonly T[] =>
    (Array.isArray(list) ? list.map((item) => item ?? undefined) : list) as never;
  const { names, motions, hulls, jointNames, couplingNames, controls, slots } = snapshot;
  return {
    ...snapshot,
    names: mend(names),
    motions: mend(motions),
    hulls: mend(hulls),
    jointNames: mend(jointNames),
    couplingNames: mend(couplingNames),
    controls: mend(controls),
    slots: mend(slots),
  };
}

function kindOf(array: ArrayBufferView): ArrayKind {
  if (array instanceof Float64Array) return 'f64';
  if (array instanceof Uint8Array) return 'u8';
  return array instanceof Int32Array ? 'i32' : 'u32';
}

/** Checksum of all bytes behind the prefix, padding included. */
function checksum(all: Uint8Array): number {
  const hash = new Hash();
  hash.words(new Int32Array(all.buffer, PREFIX_BYTES, (all.length - PREFIX_BYTES) / 4));
  return hash.uint32();
}
