// Edge insertion and removal (contact graph paper, figure 3): the overlaps of the broad phase become edges, and edges that are
// long out of reach go.

import { isPairAtHand } from '../at-hand.js';
import type { Detection } from '../detection.js';
import { edgeKindOf, isLogical, isStructural } from './edge-kinds.js';
import { orderEdges } from './order-edges.js';

/**
 * Whether no boxes overlap and none did in the last detection, of the same edges, which joints and containers alone keep:
 * all that there is to find of edges and contacts is as it was found then, nothing.
 */
export function isNothingNear({ atHand, broadPhase, graph, state, stillness }: Detection): boolean {
  if (broadPhase.pairCount > 0 || !atHand.areAll || !stillness.isComparable || stillness.restlessEdges > 0) return false;
  return stillness.nothingNearAt === graph.changes && stillness.nothingNearAfter === state.changesButTargets;
}

/** What a body of a pile needs with its pairs and contacts, and with what is made of them, as tables grow by doubling [bytes]. */
const BYTES_OF_A_BODY = 14 * 1024;

export function updateEdges(detection: Detection): void {
  detection.state.memory.expect(BYTES_OF_A_BODY * detection.bodies.nodes.liveCount);
  detection.stamp++;
  detection.pairOrder.update(detection.broadPhase, detection.bodies);
  findEdges(detection);
  detection.pairOrder.orderOverlapping(detection.broadPhase);
  listOverlaps(detection);
  orderEdges(detection);
  vanishOthers(detection);
}

/**
 * Every overlap of two bodies' shapes belongs to an edge: the one there is, or a new one. The edge is noted at its pair of the broad phase,
 * so that it is rarely looked up. What is noted decides the cost alone: an edge is checked before it is used.
 */
function findEdges({ atHand: some, graph, bodies, broadPhase, overlaps, shapePairs }: Detection): void {
  const { pairCount, pairA, pairB, pairPlace } = broadPhase;
  const { tag: edges } = broadPhase.fatPairs;
  overlaps.ensureCapacity(pairCount + 1);
  shapePairs.ensureCapacity(pairCount);
  graph.edges.ensureCapacity(graph.edges.size + pairCount);
  const { owner } = bodies.shapes.columns;
  const { kind, mover, atHand } = bodies.nodes.columns;
  const { nodes, generation } = graph.edges.columns;
  const { size } = graph.edges;
  for (let i = 0; i < pairCount; i++) {
    const first = owner[pairA[i]];
    const second = owner[pairB[i]];
    const a = first < second ? first : second;
    const b = first < second ? second : first;
    if (!some.areAll && !isPairAtHand(atHand, a, b)) continue;
    let edge = edges[pairPlace[i]];
    // An edge that is remembered may have gone, and its row be that of another.
    if (edge >= 0 && edge < size && nodes[2 * edge] === a && nodes[2 * edge + 1] === b && (generation[edge] & 1) === 1) continue;
    edge = -1;
    if (mover[a] !== mover[b] && edgeKindOf(kind[a], kind[b]) >= 0) {
      edge = graph.find(a, b);
      if (edge < 0) edge = graph.insert(a, b);
    }
    edges[pairPlace[i]] = edge;
  }
}

/** Lists the overlapping edges, and the pairs of shapes of each in a row. */
function listOverlaps({ atHand: some, graph, bodies, broadPhase, pairOrder, overlaps, shapePairs, stamp }: Detection): void {
  const { pairCount, pairA, pairB, pairPlace } = broadPhase;
  const { tag: edges } = broadPhase.fatPairs;
  const { overlapping: listed } = pairOrder;
  const { seen, proximity, pairCount: pairsOfEdge } = graph.edges.columns;
  const { owner } = bodies.shapes.columns;
  const { atHand } = bodies.nodes.columns;
  const { shapes } = shapePairs.columns;
  const { edge: overlapping, nodes, firstPair } = overlaps.columns;
  let pair = 0;
  let count = 0;
  for (let k = 0; k < pairCount; k++) {
    const i = listed[k];
    const edge = edges[pairPlace[i]];
    if (edge < 0 || (!some.areAll && !isPairAtHand(atHand, owner[pairA[i]], owner[pairB[i]]))) continue;
    // A is the node of the smaller number, and its shape comes first.
    const isStraight = owner[pairA[i]] < owner[pairB[i]];
    const a = isStraight ? pairA[i] : pairB[i];
    const b = isStraight ? pairB[i] : pairA[i];
    shapes[2 * pair] = a;
    shapes[2 * pair + 1] = b;
    // The edge is the last one listed, or comes next.
    if (seen[edge] !== stamp) {
      overlapping[count] = edge;
      nodes[2 * count] = owner[a];
      nodes[2 * count + 1] = owner[b];
      firstPair[count] = pair;
      count++;
      seen[edge] = stamp;
      proximity[edge] = 1;
      pairsOfEdge[edge] = 0;
    }
    pairsOfEdge[edge]++;
    pair++;
  }
  firstPair[count] = pair;
  overlaps.size = count;
  shapePairs.size = pair;
}

/** Edges the broad phase did not report are apart: of all edges, or of those of the bodies at hand. */
function vanishOthers(detection: Detection): void {
  const { atHand, graph, bodies, state, stillness, overlaps } = detection;
  stillness.restlessEdges = 0;
  stillness.nothingNearAt = -1;
  if (atHand.areAll) {
    if (vanishAllOthers(detection) && overlaps.size === 0) {
      stillness.nothingNearAt = graph.changes;
      stillness.nothingNearAfter = state.changesButTargets;
    }
    return;
  }
  const { next, nodes } = graph.edges.columns;
  for (let i = 0; i < atHand.count; i++) {
    for (let entry = bodies.nodes.columns.firstDynamicEdge[atHand.rows[i]]; entry >= 0; ) {
      const edge = entry >> 1;
      entry = next[entry];
      if (isPairAtHand(bodies.nodes.columns.atHand, nodes[2 * edge], nodes[2 * edge + 1])) vanish(detection, edge);
    }
  }
}

/** Returns whether all of them stay however far apart their nodes are. */
function vanishAllOthers(detection: Detection): boolean {
  const { graph, bodies, stamp } = detection;
  const { seen, generation, nodes } = graph.edges.columns;
  const { bounds } = bodies.nodes.columns;
  let areKept = true;
  for (let edge = 0; edge < graph.edges.size; edge++) {
    if (seen[edge] === stamp || (generation[edge] & 1) === 0) continue;
    // Most have vanished long ago: nothing is left to do until their nodes are far apart.
    if (!hasVanished(graph.edges.columns, edge) || isObsolete(bounds, nodes[2 * edge], nodes[2 * edge + 1]))
      vanish(detection, edge);
    areKept &&= isKept(graph, edge);
  }
  return areKept;
}

/** Whether all has been done and reported that vanish() does but for removing the edge. */
function hasVanished(edges: Detection['graph']['edges']['columns'], edge: number): boolean {
  const { proximity, contactState, placementKnown, still, contactRoom, contactCount } = edges;
  const { reportedProximity, reportedTouching } = edges;
  const states = proximity[edge] | contactState[edge] | placementKnown[edge] | still[edge];
  const reported = reportedProximity[edge] | reportedTouching[edge];
  return (states | reported | contactRoom[edge] | contactCount[edge]) === 0;
}

/**
 * The two nodes of an edge are apart, unless the broad phase has reported them. It is removed once they are far apart, but not
 * before its vanishing has been reported: section 4 asks for that, so that no event is lost.
 */
function vanish({ graph, stamp, bodies, stillness }: Detection, edge: number): void {
  const { seen, still, kind, proximity, contactState, reportedProximity, reportedTouching, placementKnown, nodes } =
    graph.edges.columns;
  if (seen[edge] === stamp || isLogical(kind[edge]) || isStructural(kind[edge])) return;
  proximity[edge] = 0;
  contactState[edge] = 0;
  placementKnown[edge] = 0;
  still[edge] = 0;
  graph.clearContacts(edge);
  const reported = reportedProximity[edge] !== 0 || reportedTouching[edge] !== 0;
  if (reported) stillness.restlessEdges++;
  else if (!isKept(graph, edge) && isObsolete(bodies.nodes.columns.bounds, nodes[2 * edge], nodes[2 * edge + 1]))
    graph.remove(edge);
}

/** Whether an edge stays however far apart its nodes are. */
function isKept({ edges }: Detection['graph'], edge: number): boolean {
  const { kind, firstJoint } = edges.columns;
  return firstJoint[edge] >= 0 || isLogical(kind[edge]) || isStructural(kind[edge]);
}

/** Section 3.1: the gap between the boxes along some axis exceeds twice the largest edge of the boxes. */
export function isObsolete(bounds: Float64Array, a: number, b: number): boolean {
  let largestEdge = 0;
  let largestGap = 0;
  for (let i = 6 * a, j = 6 * b, end = i + 3; i < end; i++, j++) {
    const lowA = bounds[i];
    const highA = bounds[i + 3];
    const lowB = bounds[j];
    const highB = bounds[j + 3];
    largestEdge = Math.max(largestEdge, highA - lowA, highB - lowB);
    largestGap = Math.max(largestGap, lowA - highB, lowB - highA);
  }
  return largestGap > 2 * largestEdge;
}
