// Which overlaps go on to the narrow phase, and where what it found of them goes: to the bits of detection/contact-graph/coherence.ts
// and detection/narrow-phase/narrow-phase.ts, which say what is asked and why.

import { isSamePlacement, motionBetween, writePlacement } from '../../detection/contact-graph/placement';
import { FIRST_PHYSICAL, FIRST_STRUCTURAL } from '../detection-layout';
import {
  edgeContactCount, edgePlacementKnown, edgeTravel, nodePosition, nodeRotation, pairShapes, PLACEMENT, shapeReach, shapeThickness, testedContactState, testedEdge,
  testedEndPair, testedFirstPair, testedGap, testedNodes, testedPlacementKnown, testedRelative, testedRoom, testedRound, testedSeparatingAxis,
  testedStill, testedTravel,
} from './detection-columns';
import {
  bindScreening, edgeContactState, edgeFirstJoint, edgeGap, edgeKind, edgeNext, edgeRelative, edgeRoom, edgeRound, edgeSeparatingAxis, edgeStill,
  nodeActive, nodeCategory, nodeFirstStaticEdge, nodeMask, nodeMoved, nodeOrientation, overlapEdge, overlapFirstPair,
  overlapNodes, shapeTravel,
} from './screening-columns';

/** How many candidates there are, and how many overlaps the last call has left out since they are as they were. */
export let candidateCount: i32 = 0, unchangedCount: i32 = 0;

/**
 * From overlap `from` on, behind `count` candidates. Returns the first that is left to TypeScript, or `end`: one with a trigger, a
 * joint, a rule, or a body that takes no part.
 */
export function screenOverlaps(table: usize, from: i32, end: i32, count: i32, needed: i32, isCoherent: bool, share: f64): i32 {
  bindScreening(table);
  candidateCount = count;
  unchangedCount = 0;
  for (let i = from; i < end; i++) {
    const edge = overlapEdge[i];
    const a = overlapNodes[2 * i], b = overlapNodes[2 * i + 1];
    if (!isPlain(edge, a, b)) return i;
    if (isCoherent && isUnchanged(i, edge, a, b, needed, share)) {
      edgeStill[edge] = 1;
      unchangedCount++;
      continue;
    }
    if (!isCoherent) place(i, a, b);
    const to = candidateCount++;
    testedEdge[to] = edge;
    testedNodes[2 * to] = a;
    testedNodes[2 * to + 1] = b;
    testedFirstPair[to] = overlapFirstPair[i];
    testedEndPair[to] = overlapFirstPair[i + 1];
    testedSeparatingAxis[to] = edgeSeparatingAxis[edge];
  }
  return end;
}

/** Two bodies that take part and may touch, with no joint and no rule to ask. */
@inline function isPlain(edge: i32, a: i32, b: i32): bool {
  if (nodeActive[a] == 0 || nodeActive[b] == 0 || edgeKind[edge] < FIRST_PHYSICAL || edgeFirstJoint[edge] >= 0) return false;
  if ((nodeCategory[a] & nodeMask[b]) == 0 || (nodeCategory[b] & nodeMask[a]) == 0) return false;
  return !hasRule(nodeFirstStaticEdge[a]) && !hasRule(nodeFirstStaticEdge[b]);
}

@inline function hasRule(first: i32): bool {
  for (let entry = first; entry >= 0; entry = edgeNext[entry]) if (edgeKind[entry >> 1] < FIRST_STRUCTURAL) return true;
  return false;
}

/** The placement of overlap i as the next candidate, and how far the two may move towards each other. */
@inline function place(i: i32, a: i32, b: i32): void {
  writePlacement(nodePosition, nodeOrientation, nodeRotation, a, b, testedRelative, PLACEMENT * candidateCount);
  let travel: f64 = 0;
  for (let pair = overlapFirstPair[i]; pair < overlapFirstPair[i + 1]; pair++) {
    const both = shapeTravel[pairShapes[2 * pair]] + shapeTravel[pairShapes[2 * pair + 1]];
    if (both > travel) travel = both;
  }
  testedTravel[candidateCount] = travel;
}

@inline function isUnchanged(i: i32, edge: i32, a: i32, b: i32, needed: i32, share: f64): bool {
  if (nodeMoved[a] == 0 && nodeMoved[b] == 0 && edgeStill[edge] != 0) return true;
  place(i, a, b);
  if (edgePlacementKnown[edge] < needed) return false;
  const travel = testedTravel[candidateCount];
  const was = PLACEMENT * edge, now = PLACEMENT * candidateCount;
  if (edgeTravel[edge] == travel && isSamePlacement(edgeRelative, was, testedRelative, now)) return true;
  const mayDiffer = share >= 0 && edgeRound[edge] == 0;
  const isApart = edgeRoom[edge] > 0 && edgeContactCount[edge] == 0;
  if (!mayDiffer && !isApart) return false;
  let reachA: f64 = 0, reachB: f64 = 0, thinnest: f64 = Infinity;
  for (let pair = overlapFirstPair[i]; pair < overlapFirstPair[i + 1]; pair++) {
    const s = pairShapes[2 * pair], t = pairShapes[2 * pair + 1];
    reachA = Math.max(reachA, shapeReach[s]);
    reachB = Math.max(reachB, shapeReach[t]);
    thinnest = Math.min(thinnest, Math.min(shapeThickness[s], shapeThickness[t]));
  }
  const moved = motionBetween(edgeRelative, was, testedRelative, now, reachA, reachB);
  const tolerance = share * thinnest;
  if (mayDiffer && travel <= edgeTravel[edge] + tolerance && moved <= tolerance) return true;
  return isApart && staysApart(edge, moved);
}

/** Whether two shapes that are apart are so after such a motion: their edge becomes what a test would make of it. */
@inline function staysApart(edge: i32, moved: f64): bool {
  const travel = testedTravel[candidateCount];
  const left = edgeRoom[edge] - moved - Math.max(0, travel - edgeTravel[edge]);
  if (!(left > 0)) return false;
  edgeRoom[edge] = left;
  edgeTravel[edge] = travel;
  for (let k = 0; k < PLACEMENT; k++) edgeRelative[PLACEMENT * edge + k] = testedRelative[PLACEMENT * candidateCount + k];
  return true;
}

/** Moves `count` candidates from row `from` to row `to`, as screenOverlaps() has written them. */
export function moveCandidates(table: usize, from: i32, count: i32, to: i32): void {
  bindScreening(table);
  moveRows(changetype<usize>(testedEdge), 4, from, count, to);
  moveRows(changetype<usize>(testedNodes), 8, from, count, to);
  moveRows(changetype<usize>(testedFirstPair), 4, from, count, to);
  moveRows(changetype<usize>(testedEndPair), 4, from, count, to);
  moveRows(changetype<usize>(testedSeparatingAxis), 4, from, count, to);
  moveRows(changetype<usize>(testedRelative), 8 * PLACEMENT, from, count, to);
  moveRows(changetype<usize>(testedTravel), 8, from, count, to);
}

@inline function moveRows(column: usize, bytes: i32, from: i32, count: i32, to: i32): void {
  memory.copy(column + bytes * to, column + bytes * from, bytes * count);
}

/** Takes the results of candidates from `from` to before `end` over to their edges. Returns how many hold for this motion alone. */
export function storeResults(table: usize, from: i32, end: i32): i32 {
  bindScreening(table);
  let restless = 0;
  for (let i = from; i < end; i++) {
    const edge = testedEdge[i];
    memory.copy(changetype<usize>(edgeRelative) + 8 * PLACEMENT * edge, changetype<usize>(testedRelative) + 8 * PLACEMENT * i, 8 * PLACEMENT);
    edgeTravel[edge] = testedTravel[i];
    edgeGap[edge] = testedGap[i];
    edgeContactState[edge] = testedContactState[i];
    edgePlacementKnown[edge] = testedPlacementKnown[i];
    edgeRound[edge] = testedRound[i];
    edgeStill[edge] = testedStill[i];
    edgeSeparatingAxis[edge] = testedSeparatingAxis[i];
    edgeRoom[edge] = testedRoom[i];
    if (testedStill[i] == 0) restless++;
  }
  return restless;
}
