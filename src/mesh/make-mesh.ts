// Makes a triangle mesh of plain arrays from users or file readers. All input is checked before the mesh is built.

import { InputError, refuse } from '../input/fields.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** A flat list of numbers, or a list of lists of three: [0, 0, 0, 1, 0, 0] or [[0, 0, 0], [1, 0, 0]]. */
export type Triples = ArrayLike<number> | ArrayLike<ArrayLike<number>>;

/** Limit of coordinates [m]; products of larger ones would lose all digits. */
const FARTHEST = 1e9;

/**
 * Makes a mesh of positions, three coordinates for each vertex [m], and triangles, three vertex numbers each,
 * counter-clockwise seen from outside. Both may be flat or nested lists, or typed arrays; they are copied. Throws an
 * InputError that names the first entry that is not allowed.
 */
export function makeMesh(positions: Triples, triangles: Triples): TriangleMesh {
  const coordinates = flatten(positions, 'positions', 'vertex');
  const corners = flatten(triangles, 'triangles', 'triangle');
  if (corners.length === 0)
    throw new InputError('triangles is empty, but a mesh needs at least one triangle: three vertex numbers.');
  for (let i = 0; i < coordinates.length; i++) {
    const value = coordinates[i];
    if (!(Math.abs(value) < FARTHEST)) refuseCoordinate(nameEntry('positions', positions, i), entryAt(positions, i));
  }
  const vertices = coordinates.length / 3;
  for (let i = 0; i < corners.length; i++) {
    const value = corners[i];
    if (!(Number.isInteger(value) && value >= 0 && value < vertices))
      refuseCorner(nameEntry('triangles', triangles, i), entryAt(triangles, i), vertices);
  }
  return { positions: coordinates, triangles: new Uint32Array(corners) };
}

/**
 * Throws an InputError unless the value is a mesh as `makeMesh` and file readers make them. It may have no triangles.
 */
export function checkMesh(value: unknown): asserts value is TriangleMesh {
  if (typeof value !== 'object' || value === null) refuse('mesh', value, 'an object: a mesh of positions and triangles');
  const { positions, triangles } = value as TriangleMesh;
  if (!(positions instanceof Float64Array) || positions.length % 3 !== 0)
    refuse('positions', positions, 'a Float64Array, three numbers for every vertex');
  if (!(triangles instanceof Uint32Array) || triangles.length % 3 !== 0)
    refuse('triangles', triangles, 'a Uint32Array, three numbers for every triangle');
  for (let i = 0; i < positions.length; i++)
    if (!(Math.abs(positions[i]) < FARTHEST)) refuseCoordinate(`positions[${i}]`, positions[i]);
  const vertices = positions.length / 3;
  for (let i = 0; i < triangles.length; i++)
    if (!(triangles[i] < vertices)) refuseCorner(`triangles[${i}]`, triangles[i], vertices);
}

function refuseCoordinate(field: string, value: unknown): never {
  refuse(field, value, `a finite number below ${FARTHEST.toExponential()} in size`);
}

function refuseCorner(field: string, value: unknown, vertices: number): never {
  refuse(field, value, `a whole number of at least 0 and below ${vertices}, the number of vertices`);
}

function flatten(list: Triples, field: string, noun: string): Float64Array {
  if (!isList(list)) return refuse(field, list, 'a list of numbers, or of lists of three numbers');
  if (!isNested(list)) {
    if (list.length % 3 !== 0)
      throw new InputError(`${field} has ${list.length} numbers, but must have three for every ${noun}.`);
    const flat = new Float64Array(list.length);
    for (let i = 0; i < flat.length; i++) flat[i] = toNumber(list[i]);
    return flat;
  }
  const flat = new Float64Array(3 * list.length);
  for (let i = 0; i < list.length; i++) {
    const triple: unknown = list[i];
    if (!isList(triple) || triple.length !== 3) return refuse(`${field}[${i}]`, triple, 'a list of three numbers');
    for (let k = 0; k < 3; k++) flat[3 * i + k] = toNumber(triple[k]);
  }
  return flat;
}

/** Values that are not numbers become NaN, which the checks refuse: the text "1" is not converted. */
function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return typeof value === 'object' && value !== null && Number.isInteger((value as ArrayLike<unknown>).length);
}

function isNested(list: ArrayLike<unknown>): boolean {
  return list.length > 0 && typeof list[0] === 'object';
}

/** The name of entry i of the flat list, with the indices of the user's list. */
function nameEntry(field: string, list: ArrayLike<unknown>, i: number): string {
  return isNested(list) ? `${field}[${Math.floor(i / 3)}][${i % 3}]` : `${field}[${i}]`;
}

function entryAt(list: ArrayLike<unknown>, i: number): unknown {
  return isNested(list) ? (list[Math.floor(i / 3)] as ArrayLike<unknown>)[i % 3] : list[i];
}
