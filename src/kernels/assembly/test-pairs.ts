// The narrow phase over candidates whose shapes are boxes, balls and half-spaces: to the bits of detection/narrow-phase/narrow-phase.ts
// and convex-tester.ts, which say what is asked and why. All other candidates are left as they were.

import { APART, UNPROVEN } from '../../detection/narrow-phase/box-box';
import { keepPrincipal, NO_AXIS, PENETRATING, SEPARATED, TOUCHING } from '../../detection/narrow-phase/principal-contact';
import { NOT_OF_KERNEL, TESTED, UNPROVEN_BY_KERNEL } from '../detection-layout';
import {
  areOnlyShapes, bindDetection, BOX, CENTRED, closestAhead, contactImpulse, contactShapes, edgeContactCount, edgeFirstContact, FIXED, HALF_SPACE, motion,
  nodeFirstJoint, nodeKind, nodeLocks, nodeMover, nodeRotation, nodeVelocity, pairClose, pairContactCount, pairEnvelope, pairFirstContact, pairPassing,
  pairPrincipal, pairShapes, PLACEMENT, placementAhead, principal, SCRIPTED, shapeA, shapeAhead, shapeB, shapeCentred, shapeKind,
  shapeReach, shapeThickness, SPHERE, testedByKernel, testedClosePairs, testedContactState, testedEdge, testedEndPair,
  testedFirstPair, testedGap, testedMeshContacts, testedNodes, testedPlacementKnown, testedRelative, testedRoom, testedRound,
  testedSeparatingAxis, testedStill, testedTravel, TRIGGER,
} from './detection-columns';
import { Numbers } from '../shared/numbers';
import { areDeep, closest, placeInBody, placeInOtherBody, roomBetween } from './place-pair';

/** What may become of two shapes, as pair-at-hand.ts has it. */
const IDLE = 0;
const GRAZES = 1;
const MEETS = 2;
/** CERTAIN of narrow-phase.ts. */
const CERTAIN: f64 = 1e-9;
/** Where the motion of B begins, and the turns. */
const OF_B = 6;
const TURN_OF_A = 3;
const TURN_OF_B = 9;

/** The settings `detection.envelope`, `lookAhead` and `penetrationTolerance`, the time to look ahead, and whether coherence is exact. */
let envelopeShare: f64 = 0, lookAhead: f64 = 0, toleranceShare: f64 = 0, ahead: f64 = 0, isExact = false;

/** Of candidates from `from` to before `end`. */
export function testPairs(table: usize, from: i32, end: i32, envelope: f64, look: f64, tolerance: f64, time: f64, exact: bool): void {
  bindDetection(table);
  envelopeShare = envelope;
  lookAhead = look;
  toleranceShare = tolerance;
  ahead = time;
  isExact = exact;
  for (let i = from; i < end; i++) testedByKernel[i] = testCandidate(i);
}

function testCandidate(i: i32): i32 {
  const a = testedNodes[2 * i], b = testedNodes[2 * i + 1];
  const first = testedFirstPair[i], end = testedEndPair[i];
  if (!isPlainNode(a) || !isPlainNode(b)) return NOT_OF_KERNEL;
  for (let row = first; row < end; row++) if (!arePlain(pairShapes[2 * row], pairShapes[2 * row + 1])) return NOT_OF_KERNEL;
  const axis = testedSeparatingAxis[i];
  testedGap[i] = Infinity;
  testedContactState[i] = SEPARATED;
  testedPlacementKnown[i] = 1;
  testedRound[i] = 0;
  testedStill[i] = 1;
  testedClosePairs[i] = 0;
  testedMeshContacts[i] = 0;
  testedRoom[i] = 0;
  for (let row = first; row < end; row++) {
    if (testPair(i, row, a, b)) continue;
    testedSeparatingAxis[i] = axis;
    return UNPROVEN_BY_KERNEL;
  }
  return TESTED;
}

/** No trigger, and nothing that joints move or locks hold. */
@inline function isPlainNode(node: i32): bool {
  const kind = nodeKind[node];
  return kind != TRIGGER && ((nodeFirstJoint[node] < 0 && nodeLocks[nodeMover[node]] == 0) || kind == FIXED || kind == SCRIPTED);
}

@inline function arePlain(s: i32, t: i32): bool {
  const a = shapeKind[s], b = shapeKind[t];
  return (a <= BOX || a == HALF_SPACE) && (b <= BOX || b == HALF_SPACE) && (a <= BOX || b <= BOX);
}

/** False where the general method would have to say. */
function testPair(i: i32, row: i32, a: i32, b: i32): bool {
  const s = pairShapes[2 * row], t = pairShapes[2 * row + 1];
  if (shapeKind[s] == SPHERE || shapeKind[t] == SPHERE) testedRound[i] = 1;
  const thinner = Math.min(shapeThickness[s], shapeThickness[t]);
  const envelope = envelopeShare * thinner;
  const reach = envelope + Math.min(testedTravel[i], lookAhead * thinner);
  pairEnvelope[row] = reach;
  pairClose[row] = 0;
  pairFirstContact[row] = -1;
  pairContactCount[row] = 0;
  if (shapeCentred[s] == CENTRED && shapeCentred[t] == CENTRED) {
    const room = roomBetween(a, b, s, t, PLACEMENT * i, row, testedSeparatingAxis[i] - 1);
    if (room > 0) {
      keepRoom(i, a, b, s, t, room);
      return true;
    }
  }
  placeInBody(s, shapeA);
  placeInOtherBody(t, testedRelative, PLACEMENT * i, shapeB);
  principal.separatingAxis = NO_AXIS;
  principal.room = 0;
  const known = closest(shapeA, shapeB, reach, principal);
  if (known == UNPROVEN) return false;
  testedSeparatingAxis[i] = principal.separatingAxis + 1;
  const gap = principal.gap;
  if (known == APART) keepRoom(i, a, b, s, t, principal.room - CERTAIN * thinner);
  if (known == APART || !(gap <= reach)) return true;
  pairClose[row] = 1;
  pairPassing[row] = 0;
  keepPrincipal(principal, pairPrincipal, row);
  if (gap < testedGap[i]) testedGap[i] = gap;
  if (testedContactState[i] == SEPARATED && gap <= envelope) testedContactState[i] = TOUCHING;
  if (gap < -(toleranceShare * envelope)) testedContactState[i] = PENETRATING;
  if (!(gap <= 0)) foreseePair(i, row, a, b, s, t, thinner, gap > envelope);
  testedClosePairs[i] = testedClosePairs[i] + pairClose[row];
  return true;
}

/** Notes how far two shapes may come nearer to each other and still be apart, where their nodes have no others. */
@inline function keepRoom(i: i32, a: i32, b: i32, s: i32, t: i32, room: f64): void {
  if (areOnlyShapes(a, b, s, t)) testedRoom[i] = room;
}

/** Which contacts two shapes have that are apart so far. */
function foreseePair(i: i32, row: i32, a: i32, b: i32, s: i32, t: i32, thinner: f64, isAhead: bool): void {
  writeMotion(a, a, 0);
  writeMotion(b, a, OF_B);
  let outcome = foresee(thinner);
  if (outcome != MEETS && meetsByTurning(i, a, b, s, t, thinner)) outcome = MEETS;
  if (outcome != IDLE) testedStill[i] = 0;
  if (isAhead && outcome != MEETS) pairClose[row] = 0;
  if (outcome == GRAZES && !isBearing(testedEdge[i], s, t)) pairPassing[row] = 1;
  const isOfMotion = isExact ? outcome != IDLE || isMoving(a, b) : pairPassing[row] != 0;
  if (isAhead || isOfMotion) testedPlacementKnown[i] = 0;
}

/** What the velocity of a node does in the step to come, in the axes of another. */
function writeMotion(node: i32, frame: i32, at: i32): void {
  const r = 9 * frame;
  for (let k = 0; k < 6; k += 3) {
    const x = ahead * nodeVelocity[6 * node + k], y = ahead * nodeVelocity[6 * node + k + 1], z = ahead * nodeVelocity[6 * node + k + 2];
    motion[at + k] = nodeRotation[r] * x + nodeRotation[r + 3] * y + nodeRotation[r + 6] * z;
    motion[at + k + 1] = nodeRotation[r + 1] * x + nodeRotation[r + 4] * y + nodeRotation[r + 7] * z;
    motion[at + k + 2] = nodeRotation[r + 2] * x + nodeRotation[r + 5] * y + nodeRotation[r + 8] * z;
  }
}

function foresee(thinner: f64): i32 {
  const tolerance = toleranceShare * envelopeShare * thinner;
  let outcome = IDLE;
  for (let moving = 1; moving <= 3; moving++) {
    const withA: f64 = (moving & 1) != 0 ? 1 : 0, withB: f64 = (moving & 2) != 0 ? 1 : 0;
    const x = withB * motion[OF_B] - withA * motion[0];
    const y = withB * motion[OF_B + 1] - withA * motion[1];
    const z = withB * motion[OF_B + 2] - withA * motion[2];
    if (-(x * principal.nx + y * principal.ny + z * principal.nz) <= principal.gap) continue;
    const part = Math.min(1, (principal.gap + thinner) / Math.sqrt(x * x + y * y + z * z));
    shapeB.x += part * x;
    shapeB.y += part * y;
    shapeB.z += part * z;
    outcome = areDeep(shapeA, shapeB, tolerance, closestAhead) ? MEETS : GRAZES;
    shapeB.x -= part * x;
    shapeB.y -= part * y;
    shapeB.z -= part * z;
    if (outcome == MEETS) return MEETS;
  }
  return outcome;
}

function meetsByTurning(i: i32, a: i32, b: i32, s: i32, t: i32, thinner: f64): bool {
  const swing = swingOf(a, s) + swingOf(b, t);
  if (swing == 0) return false;
  const x = motion[OF_B] - motion[0], y = motion[OF_B + 1] - motion[1], z = motion[OF_B + 2] - motion[2];
  if (swing - (x * principal.nx + y * principal.ny + z * principal.nz) <= principal.gap) return false;
  const p = placementAhead;
  for (let j = 0; j < PLACEMENT; j++) p[j] = testedRelative[PLACEMENT * i + j];
  p[0] = p[0] + x;
  p[1] = p[1] + y;
  p[2] = p[2] + z;
  turnPlacement(p, TURN_OF_B, 1, false);
  turnPlacement(p, TURN_OF_A, -1, true);
  placeInOtherBody(t, p, 0, shapeAhead);
  return areDeep(shapeA, shapeAhead, toleranceShare * envelopeShare * thinner, closestAhead);
}

function swingOf(node: i32, shape: i32): f64 {
  const k = 6 * node + 3;
  const x = nodeVelocity[k], y = nodeVelocity[k + 1], z = nodeVelocity[k + 2];
  const speed = Math.sqrt(x * x + y * y + z * z);
  if (speed == 0 || (shapeKind[shape] == SPHERE && shapeCentred[shape] == CENTRED)) return 0;
  return ahead * speed * shapeReach[shape];
}

function turnPlacement(p: Numbers, at: i32, share: f64, withPosition: bool): void {
  const hx = 0.5 * share * motion[at], hy = 0.5 * share * motion[at + 1], hz = 0.5 * share * motion[at + 2];
  const w = 1 / Math.sqrt(1 + hx * hx + hy * hy + hz * hz);
  const x = w * hx, y = w * hy, z = w * hz;
  const ox = p[3], oy = p[4], oz = p[5], ow = p[6];
  p[3] = w * ox + x * ow + y * oz - z * oy;
  p[4] = w * oy - x * oz + y * ow + z * ox;
  p[5] = w * oz + x * oy - y * ox + z * ow;
  p[6] = w * ow - x * ox - y * oy - z * oz;
  if (!withPosition) return;
  const tx = 2 * (y * p[2] - z * p[1]);
  const ty = 2 * (z * p[0] - x * p[2]);
  const tz = 2 * (x * p[1] - y * p[0]);
  p[0] = p[0] + (w * tx + y * tz - z * ty);
  p[1] = p[1] + (w * ty + z * tx - x * tz);
  p[2] = p[2] + (w * tz + x * ty - y * tx);
}

/** Whether some contact of the two shapes bore an impulse in the last step. */
function isBearing(edge: i32, a: i32, b: i32): bool {
  const first = edgeFirstContact[edge], end = first + edgeContactCount[edge];
  for (let contact = first; contact < end; contact++) {
    if (contactImpulse[4 * contact] > 0 && contactShapes[2 * contact] == a && contactShapes[2 * contact + 1] == b) return true;
  }
  return false;
}

function isMoving(a: i32, b: i32): bool {
  for (let k = 0; k < 6; k++) if (nodeVelocity[6 * a + k] != 0 || nodeVelocity[6 * b + k] != 0) return true;
  return false;
}
