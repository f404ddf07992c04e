// Encodes the difference of two snapshots, base and result, as bytes: a receiver that has the base gets the result from
// them. Equal parts are left out. The bytes contain the checksums of base and result.
//
// Tables are compared word by word. The stream has for each column its length, then for each run of differing words:
// the number of equal words before the run, the number of words in the run, and the exclusive or of both snapshots'
// words. Words beyond the end of a column of the base count as 0.

import { InputError, refuse } from '../input/fields.js';
import { checkSnapshot } from './check-snapshot.js';
import { decode, encode, withoutNulls, withoutUserData } from './encode.js';
import type { Snapshot, TableState } from './snapshot.js';

type Column = Float64Array | Int32Array;

/** The parts of a snapshot that a difference contains as a whole, or leaves out where they equal those of the base. */
const WHOLE = [
  'events',
  'names',
  'motions',
  'hulls',
  'jointNames',
  'couplingNames',
  'controls',
  'slots',
  'meshes',
  'surfaces',
  'materials',
] as const;
type Whole = Partial<Pick<Snapshot, (typeof WHOLE)[number]>>;

interface Content {
  /** Checksums of the base and of the result. */
  readonly base: string;
  readonly result: string;
  readonly time: number;
  readonly stepCount: number;
  readonly tables: readonly Omit<TableState, 'columns'>[];
  readonly words: Uint8Array;
  readonly whole: Whole;
}

/** Most numbers of a row in one column of a table. */
const WIDEST = 64;

/** Growing byte buffer for the runs of differing words. */
class Stream {
  bytes = new Uint8Array(1024);
  length = 0;

  number(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  word(value: number): void {
    this.#reserve(4);
    for (let k = 0; k < 32; k += 8) this.bytes[this.length++] = value >>> k;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * this.bytes.length);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** Encodes the difference from `base` to `snapshot`. */
export function encodeDifference(base: Snapshot, snapshot: Snapshot): Uint8Array {
  checkSnapshot(base, 'base');
  checkSnapshot(snapshot, 'snapshot');
  const stream = new Stream();
  snapshot.tables.forEach(({ columns }, i) => {
    columns.forEach((column, k) => {
      writeColumn(stream, wordsOf(base.tables[i].columns[k]), wordsOf(column));
    });
  });
  const whole = Object.fromEntries(
    WHOLE.filter((part) => !isSame(base[part], snapshot[part])).map((part) => [part, snapshot[part]]),
  );
  const content: Content = {
    base: base.checksum,
    result: snapshot.checksum,
    time: snapshot.time,
    stepCount: snapshot.stepCount,
    tables: snapshot.tables.map(({ size, firstFree, liveCount }) => ({ size, firstFree, liveCount })),
    words: stream.bytes.slice(0, stream.length),
    whole,
  };
  return encode('drystone-difference', content);
}

/** Applies a difference to `base` and returns the result. Throws an InputError unless it was encoded for that base. */
export function decodeDifference(base: Snapshot, bytes: Uint8Array): Snapshot {
  checkSnapshot(base, 'base');
  const content = decode('drystone-difference', bytes) as Content;
  checkContent(content, base);
  const reader = { bytes: content.words, at: 0 };
  const tables = content.tables.map(({ size, firstFree, liveCount }, i) => {
    return {
      size,
      firstFree: firstFree ?? undefined,
      liveCount: liveCount ?? undefined,
      columns: base.tables[i].columns.map((column) => readColumn(reader, column, size)),
    };
  });
  const { time, stepCount, result: checksum } = content;
  const snapshot = withoutNulls({ ...withoutUserData(base), ...content.whole, tables, time, stepCount, checksum });
  checkSnapshot(snapshot, 'difference');
  return snapshot;
}

function checkContent(content: Content, base: Snapshot): void {
  const { base: of, tables, words, whole } = content ?? {};
  if (of !== base.checksum)
    throw new InputError(
      `The difference is to a snapshot of checksum ${of}, but the base has ${base.checksum}: it is of another base.`,
    );
  const isTable = (table: unknown) => Number.isSafeInteger((table as TableState | null)?.size) && (table as TableState).size >= 0;
  const areTables = Array.isArray(tables) && tables.length === base.tables.length && tables.every(isTable);
  if (!areTables || !(words instanceof Uint8Array) || typeof whole !== 'object' || whole === null)
    throw new InputError('The difference has not the parts that one has: it was altered.');
  if (Object.keys(whole).some((part) => !WHOLE.includes(part as never)))
    refuse('difference', Object.keys(whole), 'parts of a snapshot');
}

function wordsOf({ buffer, byteOffset, byteLength }: Column): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength / 4);
}

/** Writes the runs of one column. The last number is the count of equal words up to the end. */
function writeColumn(stream: Stream, base: Int32Array, words: Int32Array): void {
  stream.number(words.length);
  for (let k = 0; ; ) {
    const same = k;
    while (k < words.length && words[k] === (base[k] ?? 0)) k++;
    stream.number(k - same);
    if (k === words.length) return;
    const first = k;
    while (k < words.length && words[k] !== (base[k] ?? 0)) k++;
    stream.number(k - first);
    for (let i = first; i < k; i++) stream.word(words[i] ^ (base[i] ?? 0));
  }
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function readColumn(reader: Reader, base: Column, size: number): Column {
  const length = (4 * readNumber(reader)) / base.BYTES_PER_ELEMENT;
  const isPossible = length === 0 || (size > 0 && Number.isInteger(length / size) && length / size <= WIDEST);
  if (!isPossible) throw new InputError('The difference has a column that does not fit its table: it was altered.');
  const column = new (base.constructor as new (length: number) => Column)(length);
  const words = wordsOf(column);
  const former = wordsOf(base);
  words.set(former.subarray(0, words.length));
  for (let k = 0; ; ) {
    k += readNumber(reader);
    if (k >= words.length) return column;
    for (const end = Math.min(words.length, k + readNumber(reader)); k < end; k++) words[k] ^= readWord(reader);
  }
}

function readNumber(reader: Reader): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = readByte(reader);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value >>> 0;
}

function readWord(reader: Reader): number {
  let word = 0;
  for (let k = 0; k < 32; k += 8) word |= readByte(reader) << k;
  return word;
}

function readByte(reader: Reader): number {
  if (reader.at >= reader.bytes.length) throw new InputError('The difference ends too early: it was altered.');
  return reader.bytes[reader.at++];
}

/** Deep equality. Functions are equal only if identical. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => isSame(a[key as never], b[key as never]));
}
