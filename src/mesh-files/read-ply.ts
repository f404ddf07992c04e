// Reads PLY files, text and binary in both byte orders: a header that declares tables, then the tables. The positions
// of vertices and the vertices of faces are used.
//
// The file is not read by three's loader, since that silently drops faces of more than four corners and the rest of a
// text that ends early. To detect these faults, all tables would have to be read a second time.

import { InputError, printable, show } from '../input/fields.js';
import { makeMesh } from '../mesh/make-mesh.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { checkCorners, decodeText } from './soup.js';

interface Property {
  readonly name: string;
  readonly type: NumberType;
  /** For a list, the type of its count. */
  readonly countType?: NumberType;
}

interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

/** Returns the next number of the tables. */
type NextNumber = (type: NumberType) => number;

type NumberType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

const TYPES: Readonly<Record<string, NumberType>> = {
  char: 'int8',
  int8: 'int8',
  uchar: 'uint8',
  uint8: 'uint8',
  short: 'int16',
  int16: 'int16',
  ushort: 'uint16',
  uint16: 'uint16',
  int: 'int32',
  int32: 'int32',
  uint: 'uint32',
  uint32: 'uint32',
  float: 'float32',
  float32: 'float32',
  double: 'float64',
  float64: 'float64',
};

/** Longest header [bytes]. */
const LONGEST_HEADER = 65536;

const FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'];

export function readPly(bytes: Uint8Array<ArrayBuffer>): TriangleMesh {
  const { format, elements, bodyOffset } = readHeader(bytes);
  const next =
    format === 'ascii' ? readWords(bytes, bodyOffset) : readBinary(bytes, bodyOffset, format === 'binary_little_endian');
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertices = elements.find((element) => element.name === 'vertex')?.count ?? 0;
  for (const element of elements)
    for (let row = 0; row < element.count; row++) {
      const cells = new Map<string, number | number[]>();
      for (const property of element.properties) cells.set(property.name, readCell(property, next, element, row));
      if (element.name === 'vertex') addVertex(positions, cells, row);
      if (element.name === 'face') addFace(triangles, cells, row, vertices);
      checkCorners(Math.max(positions.length / 3, triangles.length));
    }
  return makeMesh(positions, triangles);
}

function readHeader(bytes: Uint8Array): { format: string; elements: Element[]; bodyOffset: number } {
  // One character for each byte, so that indices in the text are offsets in the file.
  const start = Array.from(bytes.subarray(0, LONGEST_HEADER), (byte) => String.fromCharCode(byte)).join('');
  if (!/^ply\s/.test(start)) throw new InputError('it does not begin with "ply".');
  const end = /^end_header(\r\n|\r|\n)/m.exec(start);
  if (end === null) throw new InputError('its header does not end: there is no line "end_header".');
  let format = '';
  const elements: Element[] = [];
  for (const line of start.slice(0, end.index).split(/\r\n|\r|\n/)) {
    const [keyword, ...words] = line.trim().split(/\s+/);
    if (keyword === 'format') format = words[0];
    if (keyword === 'element') {
      const count = Number(words[1]);
      if (!(Number.isInteger(count) && count >= 0))
        throw new InputError(`its header has the line ${show(line)} without a whole number.`);
      elements.push({ name: words[0], count, properties: [] });
    }
    if (keyword === 'property') {
      const types = words.slice(0, -1).filter((word) => word !== 'list');
      if (
        elements.length === 0 ||
        types.length !== (words[0] === 'list' ? 2 : 1) ||
        !types.every((type) => Object.hasOwn(TYPES, type))
      )
        throw new InputError(`its header has the line ${show(line)}, which declares no property.`);
      const name = words[words.length - 1];
      const [first, second] = types.map((type) => TYPES[type]);
      elements[elements.length - 1].properties.push(
        words[0] === 'list' ? { name, type: second, countType: first } : { name, type: first },
      );
    }
  }
  if (!FORMATS.includes(format)) throw new InputError(`its format is ${show(format)}, but must be one of ${FORMATS.join(', ')}.`);
  checkElements(elements);
  return { format, elements, bodyOffset: end.index + end[0].length };
}

function checkElements(elements: readonly Element[]): void {
  const of = (name: string) => elements.find((element) => element.name === name);
  const vertex = of('vertex');
  for (const name of ['x', 'y', 'z'])
    if (!vertex?.properties.some((property) => property.name === name && property.countType === undefined))
      throw new InputError(`its header declares no number "${name}" of the element "vertex".`);
  const list = of('face')?.properties.find((property) => isCornerList(property.name));
  if (list?.countType === undefined) throw new InputError('its header declares no list "vertex_indices" of the element "face".');
  if (of('face')?.count === 0) throw new InputError('it has no faces.');
  for (const element of elements)
    if (element.properties.length === 0)
      throw new InputError(`its header declares no property of the element ${show(element.name)}.`);
}

function isCornerList(name: string): boolean {
  return name === 'vertex_indices' || name === 'vertex_index';
}

function readWords(bytes: Uint8Array, offset: number): NextNumber {
  const words = decodeText(bytes.subarray(offset)).trim().split(/\s+/);
  let place = 0;
  return () => (place < words.length && words[place] !== '' ? Number(words[place++]) : cutShort());
}

function readBinary(bytes: Uint8Array, offset: number, little: boolean): NextNumber {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let place = offset;
  const readers: Record<NumberType, [size: number, read: (at: number) => number]> = {
    int8: [1, (at) => view.getInt8(at)],
    uint8: [1, (at) => view.getUint8(at)],
    int16: [2, (at) => view.getInt16(at, little)],
    uint16: [2, (at) => view.getUint16(at, little)],
    int32: [4, (at) => view.getInt32(at, little)],
    uint32: [4, (at) => view.getUint32(at, little)],
    float32: [4, (at) => view.getFloat32(at, little)],
    float64: [8, (at) => view.getFloat64(at, little)],
  };
  return (type) => {
    const [size, read] = readers[type];
    if (place + size > view.byteLength) return cutShort();
    place += size;
    return read(place - size);
  };
}

/** Thrown where the file ends within the tables. */
class EndOfFile extends Error {}

function cutShort(): never {
  throw new EndOfFile();
}

function readCell(property: Property, next: NextNumber, element: Element, row: number): number | number[] {
  try {
    if (property.countType === undefined) return next(property.type);
    const length = next(property.countType);
    if (!(Number.isInteger(length) && length >= 0))
      throw new InputError(`${printable(element.name)} ${row} has a list ${show(property.name)} of ${length} entries.`);
    const list: number[] = [];
    for (let i = 0; i < length; i++) list.push(next(property.type));
    return list;
  } catch (error) {
    if (!(error instanceof EndOfFile)) throw error;
    throw new InputError(`it is cut short: it ends in ${printable(element.name)} ${row} of ${element.count}.`);
  }
}

function addVertex(positions: number[], cells: Map<string, number | number[]>, row: number): void {
  for (const name of ['x', 'y', 'z']) {
    const value = cells.get(name) as number;
    if (!Number.isFinite(value)) throw new InputError(`vertex ${row} has the ${name} ${value}, but it must be a finite number.`);
    positions.push(value);
  }
}

/** A face of n corners is a fan of n - 2 triangles around its first corner. */
function addFace(triangles: number[], cells: Map<string, number | number[]>, row: number, vertices: number): void {
  const corners = (cells.get('vertex_indices') ?? cells.get('vertex_index')) as number[];
  if (corners.length < 3) throw new InputError(`face ${row} has ${corners.length} corners, but must have at least 3.`);
  for (const corner of corners)
    if (!(Number.isInteger(corner) && corner >= 0 && corner < vertices))
      throw new InputError(`face ${row} names vertex ${corner}, but the file has ${vertices} vertices, counted from 0.`);
  for (let i = 1; i + 1 < corners.length; i++) triangles.push(corners[0], corners[i], corners[i + 1]);
}
