// Where the edges lie. A step goes over the pairs that overlap in the order of their nodes, again and again. Where bodies move, edges come
// and go, and each takes the row that became free last: after a while a step waits for memory, row after row. Then all edges move, to
// rows in the order in which the step goes over them. Nothing that is found depends on the rows.

import type { Detection } from '../detection.js';

/** Fewer rows than that are near enough, wherever they are [1]. */
const FEW = 512;
/** Share of the overlaps that may lie before the overlap that comes before them [1]. */
const MOST_DISORDER = 0.35;

export function orderEdges(detection: Detection): void {
  const { atHand, graph, overlaps, edgePlaces, broadPhase, hitEdges } = detection;
  if (!atHand.areAll || overlaps.size < FEW || !isScattered(overlaps.columns.edge, overlaps.size)) return;
  findPlaces(detection);
  const { source, place } = edgePlaces;
  graph.moveEdges(source, place);
  for (let i = 0; i < overlaps.size; i++) overlaps.columns.edge[i] = i;
  renumber(broadPhase.fatPairs.tag, broadPhase.fatPairs.size, place);
  renumber(hitEdges.columns.edge, hitEdges.size, place);
}

function isScattered(listed: Int32Array, count: number): boolean {
  const most = MOST_DISORDER * count;
  let disorder = 0;
  for (let i = 1; i < count; i++) if (listed[i] < listed[i - 1]) disorder++;
  return disorder > most;
}

/** Overlaps come first, in their order, then the others in the order in which they are. */
function findPlaces({ graph, overlaps, edgePlaces }: Detection): void {
  const { edges } = graph;
  if (edgePlaces.source.length < edges.size) {
    edgePlaces.source = new Int32Array(2 * edges.size);
    edgePlaces.place = new Int32Array(2 * edges.size);
  }
  const { source, place } = edgePlaces;
  const { edge: listed } = overlaps.columns;
  place.fill(-1, 0, edges.size);
  let rows = 0;
  for (; rows < overlaps.size; rows++) {
    source[rows] = listed[rows];
    place[listed[rows]] = rows;
  }
  for (let edge = 0; edge < edges.size; edge++) {
    if (place[edge] >= 0 || !edges.isLive(edge)) continue;
    source[rows] = edge;
    place[edge] = rows++;
  }
}

function renumber(edges: Int32Array, count: number, place: Int32Array): void {
  for (let i = 0; i < count; i++) if (edges[i] >= 0) edges[i] = place[edges[i]];
}
