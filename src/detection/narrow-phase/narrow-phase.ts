// The narrow phase over all candidates (contact graph paper, figure 5): closest features and penetration state of each edge.

import { TRIGGER } from '../../bodies/node-kinds.js';
import type { Settings } from '../../settings.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { isRound, MESH } from '../../shapes/shape-kinds.js';
import { isPhysicalEdge } from '../contact-graph/edge-kinds.js';
import { chooseContacts } from '../contact-trees/choose-contacts.js';
import { keepShortestWay } from '../contact-trees/shortest-way.js';
import { contactSpacing, passedBy, treeContacts } from '../contact-trees/tree-contacts.js';
import type { Detection, DetectionOptions } from '../detection.js';
import { placeInBody, placeInOtherBody } from '../place-shape.js';
import { CENTRED } from '../update-bounds.js';
import { closest } from './closest.js';
import { ContactBudget, setBudget } from './contact-budget.js';
import { isFarApart } from './far-apart.js';
import { foresee, isBearing, isMoving } from './foresee.js';
import {
  CLOSES,
  DEPENDS_ON_MOTION,
  ENVELOPE,
  foreseeContacts,
  OPEN,
  prepareMotion,
  THINNER,
  TOLERANCE,
} from './foresee-contacts.js';
import { meetsByTurning } from './foresee-turning.js';
import { readDeepest } from './mesh-pair.js';
import { GRAZES, IDLE, MEETS } from './outlook.js';
import { NO_AXIS, PENETRATING, PrincipalContact, SEPARATED, TOUCHING } from './principal-contact.js';

// V8 folds constants of the same module but not imported ones.
const TREE = MESH;
/** Convex meshes deeper in something than this share of the half thickness are pushed out the shortest way [1]. */
const DEEP = 0.1;
const shapeA = new PlacedShape();
const shapeB = new PlacedShape();
const principal = new PrincipalContact();
const budget = new ContactBudget();
/** Of the pair at hand, as foresee-contacts.ts has them [m]. */
const limits = new Float64Array(3);

/** Returns false when it stopped early at a penetration. */
export function runNarrowPhase(detection: Detection, settings: Settings, options: DetectionOptions): boolean {
  const { candidates } = detection;
  const { contactState, edge: listed } = candidates.columns;
  const { kind } = detection.graph.edges.columns;
  detection.narrowPhaseTests = candidates.size;
  detection.meshContacts.count = 0;
  for (let i = 0; i < candidates.size; i++) {
    testCandidate(detection, i, settings, options.coherence === 'exact');
    // What is inside a trigger does not penetrate it.
    if (!options.shortCircuit || contactState[i] !== PENETRATING || !isPhysicalEdge(kind[listed[i]])) continue;
    storeResults(detection, i + 1);
    return false;
  }
  storeResults(detection, candidates.size);
  return true;
}

/** All pairs of shapes of one edge, in the frame of A's body; two bodies are as close as their closest shapes. */
function testCandidate(detection: Detection, i: number, settings: Settings, isExact: boolean): void {
  const { bodies, graph, shapePairs, candidates, meshContacts } = detection;
  const tested = candidates.columns;
  const { relative, travel, nodes } = tested;
  const { shapes, envelope: envelopes, close, passing, principal: stored, firstContact, contactCount } = shapePairs.columns;
  const nodeColumns = bodies.nodes.columns;
  const shapeColumns = bodies.shapes.columns;
  const { thickness, kind: shapeKind, centred } = shapeColumns;
  const a = nodes[2 * i];
  const b = nodes[2 * i + 1];
  const isTrigger = nodeColumns.kind[a] === TRIGGER || nodeColumns.kind[b] === TRIGGER;
  let smallest = Number.POSITIVE_INFINITY;
  let state = SEPARATED;
  let anyRound = 0;
  let dependsOnMotion = false;
  let isStill = 1;
  let closePairs = 0;
  const firstOfEdge = meshContacts.count;
  for (let pair = tested.firstPair[i]; pair < tested.endPair[i]; pair++) {
    const s = shapes[2 * pair];
    const t = shapes[2 * pair + 1];
    if (isRound(shapeKind[s]) || isRound(shapeKind[t])) anyRound = 1;
    const thinner = Math.min(thickness[s], thickness[t]);
    const envelope = isTrigger ? 0 : settings['detection.envelope'] * thinner;
    envelopes[pair] = isTrigger ? 0 : envelope + Math.min(travel[i], settings['detection.lookAhead'] * thinner);
    close[pair] = 0;
    firstContact[pair] = -1;
    contactCount[pair] = 0;
    if (centred[s] === CENTRED && centred[t] === CENTRED) {
      const axis = tested.separatingAxis[i] - 1;
      if (isFarApart(nodeColumns, shapeColumns, a, b, s, t, relative, 7 * i, envelopes, pair, axis)) continue;
    }
    placeInBody(bodies, s, shapeA);
    placeInOtherBody(bodies, t, relative, 7 * i, shapeB);
    principal.separatingAxis = NO_AXIS;
    const isMesh = shapeKind[s] === TREE || shapeKind[t] === TREE;
    const firstOfPair = meshContacts.count;
    limits[THINNER] = thinner;
    limits[ENVELOPE] = envelope;
    limits[TOLERANCE] = settings['detection.penetrationTolerance'] * envelope;
    if (isMesh) prepareMotion(detection, a, b, relative, 7 * i);
    const isFound = isMesh ? findMeshContacts(detection, pair, settings) : closest(shapeA, shapeB, envelopes[pair], principal);
    tested.separatingAxis[i] = principal.separatingAxis + 1;
    if (isMesh && passedBy[0] === 1) dependsOnMotion = true;
    if (!isFound || !(principal.gap <= envelopes[pair])) continue;
    close[pair] = 1;
    keep(principal, stored, 10 * pair);
    if (principal.gap < smallest) smallest = principal.gap;
    if (state === SEPARATED && principal.gap <= envelope) state = TOUCHING;
    if (principal.gap < -envelope * settings['detection.penetrationTolerance']) state = PENETRATING;
    passing[pair] = 0;
    if (isMesh) {
      if (!isTrigger) {
        const ahead = foreseeContacts(shapeA, shapeB, limits, meshContacts, firstOfPair);
        if ((ahead & CLOSES) !== 0) isStill = 0;
        if ((ahead & DEPENDS_ON_MOTION) !== 0) dependsOnMotion = true;
        if ((ahead & OPEN) !== 0 && isExact && isMoving(detection, a, b)) dependsOnMotion = true;
      }
      chooseContacts(meshContacts, firstOfPair, budget.contacts, contactSpacing(shapeA, shapeB), envelope);
      firstContact[pair] = firstOfPair;
      contactCount[pair] = meshContacts.count - firstOfPair;
      if (contactCount[pair] === 0) close[pair] = 0;
      continue;
    }
    if (!(principal.gap <= 0 || isTrigger)) {
      // Apart so far: whether there is to be a contact is a question of where the two are going.
      const isAhead = principal.gap > envelope;
      let outcome = foresee(detection, a, b, shapeA, shapeB, thinner, principal, settings);
      if (outcome !== MEETS && meetsByTurning(detection, a, b, s, t, relative, 7 * i, shapeA, principal, settings))
        outcome = MEETS;
      if (outcome !== IDLE) isStill = 0;
      if (isAhead && outcome !== MEETS) close[pair] = 0;
      if (outcome === GRAZES && !isBearing(graph, tested.edge[i], s, t)) passing[pair] = 1;
      // Bodies at rest are not asked again for a velocity that changes nothing, unless every bit is to be that of asking always.
      if (isAhead || outcome !== IDLE || (isExact && isMoving(detection, a, b))) dependsOnMotion = true;
    }
    closePairs += close[pair];
  }
  tested.gap[i] = smallest;
  tested.contactState[i] = state;
  // What was found ahead of time holds for this motion alone, not for this placement.
  tested.placementKnown[i] = dependsOnMotion ? 0 : 1;
  tested.round[i] = anyRound;
  tested.still[i] = isStill;
  tested.closePairs[i] = closePairs;
  tested.meshContacts[i] = meshContacts.count - firstOfEdge;
}

/** Appends the contacts of the pair of shapes at hand, of which one is a mesh, and finds the deepest; false when there is none. */
function findMeshContacts({ bodies, shapePairs, meshContacts }: Detection, pair: number, settings: Settings): boolean {
  const { shapes, envelope } = shapePairs.columns;
  const { material } = bodies.shapes.columns;
  const first = meshContacts.count;
  setBudget(budget, bodies.materials, material[shapes[2 * pair]], material[shapes[2 * pair + 1]], settings, limits);
  treeContacts(shapeA, shapeB, envelope[pair], limits[ENVELOPE], budget, meshContacts);
  keepShortestWay(shapeA, shapeB, DEEP * limits[THINNER], meshContacts, first);
  return readDeepest(meshContacts, first, principal);
}

/** Takes the results of the first `count` candidates over to their edges. */
function storeResults({ candidates, graph, stillness }: Detection, count: number): void {
  const { edge: listed, relative: placement, travel: travelNow, gap: gapNow } = candidates.columns;
  const {
    contactState: state,
    placementKnown: known,
    round: roundNow,
    still: stillNow,
    separatingAxis: axis,
  } = candidates.columns;
  const { relative, travel, gap, contactState, placementKnown, round, still, separatingAxis } = graph.edges.columns;
  for (let i = 0; i < count; i++) {
    const edge = listed[i];
    const to = 7 * edge;
    const from = 7 * i;
    for (let k = 0; k < 7; k++) relative[to + k] = placement[from + k];
    travel[edge] = travelNow[i];
    gap[edge] = gapNow[i];
    contactState[edge] = state[i];
    placementKnown[edge] = known[i];
    round[edge] = roundNow[i];
    still[edge] = stillNow[i];
    separatingAxis[edge] = axis[i];
    if (stillNow[i] === 0) stillness.restlessEdges++;
  }
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
