// The narrow phase over all candidates (contact graph paper, figure 5): closest features and penetration state of each edge.

import type { Settings } from '../../settings.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { isRound } from '../../shapes/shape-kinds.js';
import { isGeometric } from '../contact-graph/edge-kinds.js';
import type { Detection, DetectionOptions } from '../detection.js';
import { placeInBody, placeInOtherBody } from '../place-shape.js';
import { CENTRED } from '../update-bounds.js';
import { lastSeparatingAxis } from './box-box.js';
import { closest } from './closest.js';
import { isFarApart } from './far-apart.js';
import { foresee, GRAZES, IDLE, isBearing, isMoving, MEETS } from './foresee.js';
import { PENETRATING, PrincipalContact, SEPARATED, TOUCHING } from './principal-contact.js';

const shapeA = new PlacedShape();
const shapeB = new PlacedShape();
const principal = new PrincipalContact();

/** Returns false when it stopped early at a penetration. */
export function runNarrowPhase(detection: Detection, settings: Settings, options: DetectionOptions): boolean {
  const { candidates, graph } = detection;
  const { contactState } = graph.edges.columns;
  const { edge: listed } = candidates.columns;
  detection.narrowPhaseTests = candidates.size;
  for (let i = 0; i < candidates.size; i++) {
    const edge = listed[i];
    testEdge(detection, edge, settings, options.coherence === 'exact');
    if (contactState[edge] === PENETRATING && options.shortCircuit) return false;
  }
  return true;
}

/** All pairs of shapes of one edge, in the frame of A's body; two bodies are as close as their closest shapes. */
function testEdge(detection: Detection, edge: number, settings: Settings, isExact: boolean): void {
  const { bodies, graph, shapePairs, stillness } = detection;
  const edges = graph.edges.columns;
  const { nodes, relative, travel, firstPair, pairCount, separatingAxis } = edges;
  const { shapes, envelope: envelopes, close, passing, principal: stored } = shapePairs.columns;
  const shapeColumns = bodies.shapes.columns;
  const { thickness, kind: shapeKind, centred } = shapeColumns;
  const isTrigger = isGeometric(edges.kind[edge]);
  let smallest = Number.POSITIVE_INFINITY;
  let state = SEPARATED;
  let anyRound = 0;
  let dependsOnMotion = false;
  let isStill = 1;
  let closePairs = 0;
  for (let pair = firstPair[edge]; pair < firstPair[edge] + pairCount[edge]; pair++) {
    const a = shapes[2 * pair];
    const b = shapes[2 * pair + 1];
    if (isRound(shapeKind[a]) || isRound(shapeKind[b])) anyRound = 1;
    const thinner = Math.min(thickness[a], thickness[b]);
    const envelope = isTrigger ? 0 : settings['detection.envelope'] * thinner;
    envelopes[pair] = isTrigger ? 0 : envelope + Math.min(travel[edge], settings['detection.lookAhead'] * thinner);
    close[pair] = 0;
    if (centred[a] === CENTRED && centred[b] === CENTRED) {
      const nodeA = nodes[2 * edge];
      const nodeB = nodes[2 * edge + 1];
      const axis = separatingAxis[edge] - 1;
      if (isFarApart(bodies.nodes.columns, shapeColumns, nodeA, nodeB, a, b, relative, 7 * edge, envelopes, pair, axis)) continue;
    }
    placeInBody(bodies, a, shapeA);
    placeInOtherBody(bodies, b, relative, 7 * edge, shapeB);
    lastSeparatingAxis[0] = -1;
    const isFound = closest(shapeA, shapeB, envelopes[pair], principal);
    separatingAxis[edge] = lastSeparatingAxis[0] + 1;
    if (!isFound || !(principal.gap <= envelopes[pair])) continue;
    close[pair] = 1;
    keep(principal, stored, 10 * pair);
    if (principal.gap < smallest) smallest = principal.gap;
    if (state === SEPARATED && principal.gap <= envelope) state = TOUCHING;
    if (principal.gap < -envelope * settings['detection.penetrationTolerance']) state = PENETRATING;
    passing[pair] = 0;
    if (!(principal.gap <= 0 || isTrigger)) {
      // Apart so far: whether there is to be a contact is a question of where the two are going.
      const isAhead = principal.gap > envelope;
      const outcome = foresee(detection, edge, shapeA, shapeB, thinner, principal, settings);
      if (outcome !== IDLE) isStill = 0;
      if (isAhead && outcome !== MEETS) close[pair] = 0;
      if (outcome === GRAZES && !isBearing(graph, edge, a, b)) passing[pair] = 1;
      // Bodies at rest are not asked again for a velocity that changes nothing, unless every bit is to be that of asking always.
      if (isAhead || outcome !== IDLE || (isExact && isMoving(detection, edge))) dependsOnMotion = true;
    }
    closePairs += close[pair];
  }
  edges.gap[edge] = smallest;
  edges.contactState[edge] = state;
  // What was found ahead of time holds for this motion alone, not for this placement.
  edges.placementKnown[edge] = dependsOnMotion ? 0 : 1;
  edges.round[edge] = anyRound;
  edges.closePairs[edge] = closePairs;
  edges.still[edge] = isStill;
  if (isStill === 0) stillness.restlessEdges++;
}

function keep(from: PrincipalContact, to: Float64Array, k: number): void {
  to[k] = from.gap;
  to[k + 1] = from.nx;
  to[k + 2] = from.ny;
  to[k + 3] = from.nz;
  to[k + 4] = from.ax;
  to[k + 5] = from.ay;
  to[k + 6] = from.az;
  to[k + 7] = from.bx;
  to[k + 8] = from.by;
  to[k + 9] = from.bz;
}
