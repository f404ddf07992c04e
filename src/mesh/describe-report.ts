// Describes the report of an inspection in sentences, with a few places for each fault.

import { refuse } from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import type { MeshHole, MeshPlace, MeshReport, TrianglePlace } from './inspect.js';

/** Number of places listed; the others are only counted. */
const SPELLED_OUT = 3;

/** Describes a mesh: its size, then its faults. */
export function describeReport(report: MeshReport): string[] {
  checkReport(report);
  const size = `${count(report.triangles, 'triangle')}, ${count(report.vertices, 'vertex', 'vertices')}`;
  const parts = count(report.components.length, 'component');
  const measures = `an area of ${show(report.area)} m^2${report.isClosed ? ` and a volume of ${show(report.volume)} m^3` : ''}`;
  return [
    `The mesh has ${size}, ${parts}, ${measures}; its Euler characteristic is ${report.eulerCharacteristic}.`,
    ...describeFaults(report),
  ];
}

/** Describes the faults of a mesh, one sentence for each kind. Empty for a closed and oriented mesh without faults. */
export function describeFaults(report: MeshReport): string[] {
  checkReport(report);
  const sentences: string[] = [];
  const say = <T>(places: readonly T[], noun: string, meaning: string, name: (place: T) => string, plural?: string) => {
    if (places.length > 0) sentences.push(`${count(places.length, noun, plural)} ${meaning}: ${listPlaces(places, name)}.`);
  };
  const open = report.openEdges.length === 1 ? 'belongs to one triangle only, around' : 'belong to one triangle only, around';
  if (report.openEdges.length > 0) {
    const holes = count(report.holes.length, 'hole');
    sentences.push(`${count(report.openEdges.length, 'edge')} ${open} ${holes}: ${listPlaces(report.holes, nameHole)}.`);
  }
  say(report.nonManifoldEdges, 'edge', 'with more than two triangles', nameEdge);
  say(report.nonManifoldVertices, 'vertex', 'where surfaces touch at a point only', nameVertex, 'vertices');
  say(report.flippedTriangles, 'triangle', 'wound against the rest of the surface', nameTriangle);
  say(report.degenerateTriangles, 'triangle', 'without area', nameTriangle);
  say(report.duplicateTriangles, 'triangle', 'with the same vertices as another', nameTriangle);
  say(report.twistedEdges, 'edge', 'where the surface comes back the other way round, so that it has one side only', nameEdge);
  const inward = report.components.filter((c) => c.isInsideOut && c.depth % 2 === 0);
  say(inward, 'component', 'inside out', (c) => `the one of ${nameTriangle(c.first)}`);
  const cavities = report.components.filter((c) => c.isInsideOut && c.depth % 2 === 1);
  say(
    cavities,
    'component',
    'inside another but facing outward, which makes no cavity',
    (c) => `the one of ${nameTriangle(c.first)}`,
  );
  if (report.unusedVertices > 0) sentences.push(`${count(report.unusedVertices, 'vertex', 'vertices')} of no triangle.`);
  return sentences;
}

function checkReport(report: MeshReport | null | undefined): void {
  const { openEdges, holes, nonManifoldEdges, nonManifoldVertices, components, twistedEdges } = report ?? {};
  if (![openEdges, holes, nonManifoldEdges, nonManifoldVertices, components, twistedEdges].every(Array.isArray))
    refuse('report', report, 'one that inspectMesh has made');
}

/** "3 edges", "1 edge". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Lists the first places, and the count of the others. */
export function listPlaces<T>(places: readonly T[], name: (place: T) => string): string {
  const shown = places.slice(0, SPELLED_OUT).map(name).join('; ');
  return places.length > SPELLED_OUT ? `${shown}; and ${places.length - SPELLED_OUT} more` : shown;
}

export function nameHole(hole: MeshHole): string {
  const edges = hole.closed ? hole.vertices.length : hole.vertices.length - 1;
  const shape = hole.closed ? '' : ' that do not close';
  return `${count(edges, 'edge')}${shape} of together ${show(hole.length)} m around ${point(hole.at)} from vertex ${hole.vertices[0]}`;
}

export function nameEdge(edge: MeshPlace): string {
  return `between vertices ${edge.vertices[0]} and ${edge.vertices[1]} at ${point(edge.at)}`;
}

function nameVertex(vertex: MeshPlace): string {
  return `number ${vertex.vertices[0]} at ${point(vertex.at)}`;
}

export function nameTriangle(place: TrianglePlace): string {
  return `triangle ${place.triangle} at ${point(place.at)}`;
}

function point(at: Readonly<Vec3>): string {
  return `(${at.map(show).join(', ')})`;
}

/** A number with four digits, enough to locate a place. */
function show(value: number): string {
  return String(Number(value.toPrecision(4)));
}
