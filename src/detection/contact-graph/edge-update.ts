// Edge insertion and removal (contact graph paper, figure 3): the overlaps of the broad phase become edges, and edges that are
// long out of reach go.

import { isObsolete, nextToVanish } from '../../kernels/shared/next-to-vanish.js';
import type { State } from '../../state/state.js';
import { isPairAtHand } from '../at-hand.js';
import type { Detection } from '../detection.js';
import type { ContactGraph } from './contact-graph.js';
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

/** What a body of a pile needs with its pairs and contacts, and with what is made of them [bytes]. */
const BYTES_OF_A_BODY = 26 * 1024;

/** Has the memory move to a block for all bodies there are. To be called when a body is created, so that no step has to. */
export function expectPile({ memory, bodies }: State): void {
  memory.expect(BYTES_OF_A_BODY * bodies.nodes.liveCount);
}

export function updateEdges(detection: Detection): void {
  expectPile(detection.state);
  detection.state.memory.expectBodies(detection.bodies.nodes.liveCount);
  detection.stamp++;
  detection.pairOrder.update(detection.broadPhase, detection.bodies);
  detection.pairOrder.orderOverlapping(detection.broadPhase);
  listOverlaps(detection);
  orderEdges(detection);
  vanishOthers(detection);
}

/**
 * Lists the overlapping edges, and the pairs of shapes of each in a row. Every overlap of two bodies' shapes belongs to an edge: the one
 * there is, or a new one. The edge is noted at its pair of the broad phase, so that it is rarely looked up. What is noted decides the cost
 * alone: an edge is checked before it is used, since it may have gone, and its row be that of another.
 */
function listOverlaps({ atHand: some, graph, bodies, broadPhase, pairOrder, overlaps, shapePairs, stamp }: Detection): void {
  const { pairCount, pairA, pairB, pairPlace } = broadPhase;
  overlaps.ensureCapacity(pairCount + 1);
  shapePairs.ensureCapacity(pairCount);
  graph.edges.ensureCapacity(graph.edges.size + pairCount);
  const { tag: edges } = broadPhase.fatPairs;
  const { overlapping: listed } = pairOrder;
  const { seen, proximity, pairCount: pairsOfEdge, nodes: ends, generation } = graph.edges.columns;
  const { owner } = bodies.shapes.columns;
  const { atHand } = bodies.nodes.columns;
  const { shapes } = shapePairs.columns;
  const { edge: overlapping, nodes, firstPair } = overlaps.columns;
  const { size } = graph.edges;
  let pair = 0;
  let count = 0;
  for (let k = 0; k < pairCount; k++) {
    const i = listed[k];
    const s = pairA[i];
    const t = pairB[i];
    // A is the node of the smaller number, and its shape comes first.
    const isStraight = owner[s] < owner[t];
    const a = isStraight ? owner[s] : owner[t];
    const b = isStraight ? owner[t] : owner[s];
    if (!some.areAll && !isPairAtHand(atHand, a, b)) continue;
    const place = pairPlace[i];
    let edge = edges[place];
    if (edge < 0 || edge >= size || ends[2 * edge] !== a || ends[2 * edge + 1] !== b || (generation[edge] & 1) === 0) {
      edge = edgeBetween(graph, a, b);
      edges[place] = edge;
      if (edge < 0) continue;
    }
    shapes[2 * pair] = isStraight ? s : t;
    shapes[2 * pair + 1] = isStraight ? t : s;
    // The edge is the last one listed, or comes next.
    if (seen[edge] !== stamp) {
      overlapping[count] = edge;
      nodes[2 * count] = a;
      nodes[2 * count + 1] = b;
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

/** The edge between two nodes, if need be a new one; -1 where two such nodes have none. */
function edgeBetween(graph: ContactGraph, a: number, b: number): number {
  const { kind, mover } = graph.bodies.nodes.columns;
  if (mover[a] === mover[b] || edgeKindOf(kind[a], kind[b]) < 0) return -1;
  const edge = graph.find(a, b);
  return edge < 0 ? graph.insert(a, b) : edge;
}

/** Edges the broad phase did not report are apart: of all edges, or of those of the bodies at hand. */
function vanishOthers(detection: Detection): void {
  const { atHand, graph, bodies, state, stillness, overlaps } = detection;
  stillness.restlessEdges = 0;
  stillness.nothingNearAt = -1;
  if (atHand.areAll) {
    vanishAllOthers(detection);
    if (overlaps.size === 0 && areAllKept(detection)) {
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

function vanishAllOthers(detection: Detection): void {
  const { size } = detection.graph.edges;
  for (let edge = findNextToVanish(detection, 0, size); edge < size; edge = findNextToVanish(detection, edge + 1, size))
    vanish(detection, edge);
}

function findNextToVanish({ graph, bodies, compiled, state, stamp }: Detection, first: number, end: number): number {
  const { seen, generation, nodes, proximity, contactState, placementKnown, still } = graph.edges.columns;
  const { reportedProximity, reportedTouching, contactRoom, contactCount } = graph.edges.columns;
  const { bounds } = bodies.nodes.columns;
  if (compiled.kernel === null || state.settings.kernel === 'reference') {
    return nextToVanish(
      first,
      end,
      stamp,
      seen,
      generation,
      nodes,
      bounds,
      proximity,
      contactState,
      placementKnown,
      still,
      reportedProximity,
      reportedTouching,
      contactRoom,
      contactCount,
    );
  }
  return compiled.kernel.nextToVanish(
    first,
    end,
    stamp,
    seen.byteOffset,
    generation.byteOffset,
    nodes.byteOffset,
    bounds.byteOffset,
    proximity.byteOffset,
    contactState.byteOffset,
    placementKnown.byteOffset,
    still.byteOffset,
    reportedProximity.byteOffset,
    reportedTouching.byteOffset,
    contactRoom.byteOffset,
    contactCount.byteOffset,
  );
}

/** Whether all edges stay however far apart their nodes are. */
function areAllKept({ graph }: Detection): boolean {
  for (let edge = 0; edge < graph.edges.size; edge++) if (graph.edges.isLive(edge) && !isKept(graph, edge)) return false;
  return true;
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
