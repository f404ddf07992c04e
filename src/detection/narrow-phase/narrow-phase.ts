// The narrow phase over all candidates (contact graph paper, figure 5): closest features and penetration state of each edge.

import type { Settings } from '../../settings.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { isRound } from '../../shapes/shape-kinds.js';
import { isGeometric } from '../contact-graph/edge-kinds.js';
import { relativePlacement } from '../contact-graph/relative-placement.js';
import { writeTravel } from '../contact-graph/travel.js';
import type { Detection, DetectionOptions } from '../detection.js';
import { placeInBody, placeInOtherBody } from '../place-shape.js';
import { closest } from './closest.js';
import { PENETRATING, PrincipalContact, SEPARATED, TOUCHING } from './principal-contact.js';

const shapeA = new PlacedShape();
const shapeB = new PlacedShape();
const principal = new PrincipalContact();

/** Returns false when it stopped early at a penetration. */
export function runNarrowPhase(detection: Detection, settings: Settings, options: DetectionOptions): boolean {
  const { candidates, graph } = detection;
  const { contactState } = graph.edges.columns;
  detection.narrowPhaseTests = candidates.size;
  for (let i = 0; i < candidates.size; i++) {
    const edge = candidates.columns.edge[i];
    testEdge(detection, edge, settings);
    if (contactState[edge] === PENETRATING && options.shortCircuit) return false;
  }
  return true;
}

/** All pairs of shapes of one edge, in the frame of A's body; two bodies are as close as their closest shapes. */
function testEdge(detection: Detection, edge: number, settings: Settings): void {
  const { bodies, graph, shapePairs } = detection;
  const { nodes, kind, relative, travel, gap, firstPair, pairCount, contactState, placementKnown, round } = graph.edges.columns;
  const { shapes, envelope: envelopes, close, passing, principal: stored } = shapePairs.columns;
  const { thickness, kind: shapeKind } = bodies.shapes.columns;
  const isTrigger = isGeometric(kind[edge]);
  relativePlacement(bodies, nodes[2 * edge], nodes[2 * edge + 1], relative, 7 * edge);
  writeTravel(detection, edge, travel, edge);
  let smallest = Number.POSITIVE_INFINITY;
  let state = SEPARATED;
  let anyRound = 0;
  let dependsOnMotion = false;
  for (let pair = firstPair[edge]; pair < firstPair[edge] + pairCount[edge]; pair++) {
    const a = shapes[2 * pair];
    const b = shapes[2 * pair + 1];
    if (isRound(shapeKind[a]) || isRound(shapeKind[b])) anyRound = 1;
    const thinner = Math.min(thickness[a], thickness[b]);
    const envelope = isTrigger ? 0 : settings['detection.envelope'] * thinner;
    envelopes[pair] = isTrigger ? 0 : envelope + Math.min(travel[edge], settings['detection.lookAhead'] * thinner);
    placeInBody(bodies, a, shapeA);
    placeInOtherBody(bodies, b, relative, 7 * edge, shapeB);
    close[pair] = closest(shapeA, shapeB, envelopes[pair], principal) && principal.gap <= envelopes[pair] ? 1 : 0;
    if (close[pair] === 0) continue;
    keep(principal, stored, 10 * pair);
    if (principal.gap < smallest) smallest = principal.gap;
    if (state === SEPARATED && principal.gap <= envelope) state = TOUCHING;
    if (principal.gap < -envelope * settings['detection.penetrationTolerance']) state = PENETRATING;
    passing[pair] = 0;
    if (principal.gap <= 0 || isTrigger) continue;
    // Apart so far: whether there is to be a contact is a question of where the two are going.
    const isAhead = principal.gap > envelope;
    const outcome = foresee(detection, edge, pair, settings);
    if (isAhead && outcome !== MEETS) close[pair] = 0;
    if (outcome === GRAZES && !isBearing(graph, edge, a, b)) passing[pair] = 1;
    if (isAhead || outcome !== IDLE) dependsOnMotion = true;
  }
  gap[edge] = smallest;
  contactState[edge] = state;
  // What was found ahead of time holds for this motion alone, not for this placement.
  placementKnown[edge] = dependsOnMotion ? 0 : 1;
  round[edge] = anyRound;
}

/** Displacement of A, and of B, in the step to come, in the frame of A [m]. */
const displacement = new Float64Array(6);
const probe = new PrincipalContact();

/** What may become of two shapes that are still apart. */
const IDLE = 0;
const GRAZES = 1;
const MEETS = 2;

/**
 * Looks at where two shapes that are still apart will be after the step, if both move on, or if one of them is stopped. IDLE: the
 * gap along the normal is not closed. MEETS: it is, and they penetrate. GRAZES: it is, but they do not: they pass each other, and
 * a contact, which sees no more than a plane, would be wrong. A box that slides over the joint of two floor tiles would be
 * stopped by the side of the next one, and a ball lifted by its edge.
 */
function foresee(detection: Detection, edge: number, pair: number, settings: Settings): number {
  const { graph, shapePairs, bodies } = detection;
  const { nodes } = graph.edges.columns;
  const { thickness } = bodies.shapes.columns;
  const { shapes } = shapePairs.columns;
  const thinner = Math.min(thickness[shapes[2 * pair]], thickness[shapes[2 * pair + 1]]);
  const tolerance = settings['detection.penetrationTolerance'] * settings['detection.envelope'] * thinner;
  const a = nodes[2 * edge];
  writeDisplacement(detection, a, a, 0);
  writeDisplacement(detection, nodes[2 * edge + 1], a, 3);
  let outcome = IDLE;
  for (let moving = 1; moving <= 3; moving++) {
    const withA = (moving & 1) !== 0 ? 1 : 0;
    const withB = (moving & 2) !== 0 ? 1 : 0;
    const x = withB * displacement[3] - withA * displacement[0];
    const y = withB * displacement[4] - withA * displacement[1];
    const z = withB * displacement[5] - withA * displacement[2];
    if (-(x * principal.nx + y * principal.ny + z * principal.nz) <= principal.gap) continue;
    // No further than to where the thinner one is half way in, or it might be out again on the other side.
    const part = Math.min(1, (principal.gap + thinner) / Math.sqrt(x * x + y * y + z * z));
    shapeB.x += part * x;
    shapeB.y += part * y;
    shapeB.z += part * z;
    outcome = closest(shapeA, shapeB, 0, probe) && -probe.gap > tolerance ? MEETS : GRAZES;
    shapeB.x -= part * x;
    shapeB.y -= part * y;
    shapeB.z -= part * z;
    if (outcome === MEETS) return MEETS;
  }
  return outcome;
}

/** Whether some contact of the two shapes bore an impulse in the last step. */
function isBearing(graph: Detection['graph'], edge: number, a: number, b: number): boolean {
  const { firstContact, contactCount } = graph.edges.columns;
  const { shapes, impulse } = graph.contacts.columns;
  for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
    if (impulse[4 * contact] > 0 && shapes[2 * contact] === a && shapes[2 * contact + 1] === b) return true;
  }
  return false;
}

/** By the velocity it has; what gravity adds is mostly taken by what supports the body. */
function writeDisplacement({ bodies, ahead }: Detection, node: number, frame: number, at: number): void {
  const { velocity, rotation } = bodies.nodes.columns;
  const x = ahead * velocity[6 * node];
  const y = ahead * velocity[6 * node + 1];
  const z = ahead * velocity[6 * node + 2];
  const r = 9 * frame;
  displacement[at] = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z;
  displacement[at + 1] = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z;
  displacement[at + 2] = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z;
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
