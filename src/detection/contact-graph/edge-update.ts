// Edge insertion and removal (contact graph paper, figure 3): the overlaps of the broad phase become edges, and edges that are
// long out of reach go.

import type { Detection } from '../detection.js';
import { edgeKindOf, isLogical, isStructural } from './edge-kinds.js';

export function updateEdges(detection: Detection): void {
  detection.stamp++;
  collectOverlaps(detection);
  vanishOthers(detection);
  sortOverlaps(detection);
  collectShapePairs(detection);
}

/** Every overlap of two bodies' shapes belongs to an edge: the one there is, or a new one. */
function collectOverlaps(detection: Detection): void {
  const { graph, bodies, broadPhase, overlaps, edgeOfOverlap, shapePairs, stamp } = detection;
  const { pairCount, pairA, pairB } = broadPhase;
  edgeOfOverlap.ensureCapacity(pairCount);
  overlaps.ensureCapacity(pairCount);
  shapePairs.ensureCapacity(pairCount);
  graph.edges.ensureCapacity(graph.edges.size + pairCount);
  const { owner } = bodies.shapes.columns;
  const { kind, mover } = bodies.nodes.columns;
  const columns = graph.edges.columns;
  overlaps.size = 0;
  for (let i = 0; i < pairCount; i++) {
    const a = owner[pairA[i]];
    const b = owner[pairB[i]];
    edgeOfOverlap.columns.edge[i] = -1;
    if (mover[a] === mover[b] || edgeKindOf(kind[a], kind[b]) < 0) continue;
    let edge = graph.find(a, b);
    if (edge < 0) edge = graph.insert(a, b);
    edgeOfOverlap.columns.edge[i] = edge;
    if (columns.seen[edge] !== stamp) {
      columns.seen[edge] = stamp;
      columns.proximity[edge] = 1;
      columns.pairCount[edge] = 0;
      overlaps.columns.edge[overlaps.size++] = edge;
    }
    columns.pairCount[edge]++;
  }
}

/**
 * Edges the broad phase did not report are apart. They are removed once their nodes are far apart, but not before their vanishing
 * has been reported: section 4 asks for that, so that no event is lost.
 */
function vanishOthers({ graph, stamp, bodies, stillness }: Detection): void {
  const { edges } = graph;
  const { seen, still, kind, proximity, contactState, reportedProximity, reportedTouching, placementKnown, nodes } =
    edges.columns;
  stillness.restlessEdges = 0;
  for (let edge = 0; edge < edges.size; edge++) {
    if (seen[edge] === stamp || !edges.isLive(edge) || isLogical(kind[edge]) || isStructural(kind[edge])) continue;
    proximity[edge] = 0;
    contactState[edge] = 0;
    placementKnown[edge] = 0;
    still[edge] = 0;
    graph.clearContacts(edge);
    const reported = reportedProximity[edge] !== 0 || reportedTouching[edge] !== 0;
    if (reported) stillness.restlessEdges++;
    else if (isObsolete(bodies.nodes.columns.bounds, nodes[2 * edge], nodes[2 * edge + 1])) graph.remove(edge);
  }
}

/** Section 3.1: the gap between the boxes along some axis exceeds twice the largest edge of the boxes. */
export function isObsolete(bounds: Float64Array, a: number, b: number): boolean {
  let largestEdge = 0;
  let largestGap = 0;
  for (let k = 0; k < 3; k++) {
    const lowA = bounds[6 * a + k];
    const highA = bounds[6 * a + 3 + k];
    const lowB = bounds[6 * b + k];
    const highB = bounds[6 * b + 3 + k];
    largestEdge = Math.max(largestEdge, highA - lowA, highB - lowB);
    largestGap = Math.max(largestGap, lowA - highB, lowB - highA);
  }
  return largestGap > 2 * largestEdge;
}

/** Counters for the sort, one for each node and one more. */
let counters = new Int32Array(64);
let sorted = new Int32Array(64);

/**
 * Orders the overlaps by (A, B), so that nothing later depends on the order edges came in: two stable counting sorts, B then A.
 */
function sortOverlaps({ graph, overlaps, bodies }: Detection): void {
  const list = overlaps.columns.edge;
  const count = overlaps.size;
  const { nodes } = graph.edges.columns;
  let inOrder = true;
  for (let i = 1; i < count && inOrder; i++) {
    const a = nodes[2 * list[i - 1]];
    const b = nodes[2 * list[i]];
    inOrder = a < b || (a === b && nodes[2 * list[i - 1] + 1] < nodes[2 * list[i] + 1]);
  }
  if (inOrder) return;
  if (counters.length < bodies.nodes.size + 1) counters = new Int32Array(2 * bodies.nodes.size + 1);
  if (sorted.length < count) sorted = new Int32Array(2 * count);
  for (let side = 1; side >= 0; side--) {
    counters.fill(0, 0, bodies.nodes.size + 1);
    for (let i = 0; i < count; i++) counters[nodes[2 * list[i] + side] + 1]++;
    for (let node = 0; node < bodies.nodes.size; node++) counters[node + 1] += counters[node];
    for (let i = 0; i < count; i++) sorted[counters[nodes[2 * list[i] + side]]++] = list[i];
    for (let i = 0; i < count; i++) list[i] = sorted[i];
  }
}

/** Lists the pairs of shapes of each edge in a row, A's shape first. */
function collectShapePairs({ graph, bodies, broadPhase, overlaps, shapePairs, edgeOfOverlap }: Detection): void {
  const { nodes, firstPair, pairCount } = graph.edges.columns;
  let total = 0;
  for (let i = 0; i < overlaps.size; i++) {
    const edge = overlaps.columns.edge[i];
    firstPair[edge] = total;
    total += pairCount[edge];
    pairCount[edge] = 0;
  }
  shapePairs.size = total;
  const { shapes } = shapePairs.columns;
  const { owner } = bodies.shapes.columns;
  for (let i = 0; i < broadPhase.pairCount; i++) {
    const edge = edgeOfOverlap.columns.edge[i];
    if (edge < 0) continue;
    const pair = firstPair[edge] + pairCount[edge]++;
    const first = broadPhase.pairA[i];
    const second = broadPhase.pairB[i];
    const straight = owner[first] === nodes[2 * edge];
    shapes[2 * pair] = straight ? first : second;
    shapes[2 * pair + 1] = straight ? second : first;
  }
}
