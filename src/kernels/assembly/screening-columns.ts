// The columns of a world's tables from which overlaps are screened and to which what is found of them goes, beside those of
// detection-columns.ts.

import * as At from '../detection-layout';
import { Integers, Numbers } from '../shared/numbers';
import { bindDetection, integersAt, numbersAt } from './detection-columns';

export let nodeOrientation = changetype<Numbers>(0), nodeActive = changetype<Integers>(0), nodeMoved = changetype<Integers>(0);
export let nodeCategory = changetype<Integers>(0), nodeMask = changetype<Integers>(0), nodeFirstStaticEdge = changetype<Integers>(0);
export let shapeTravel = changetype<Numbers>(0);
export let overlapEdge = changetype<Integers>(0), overlapNodes = changetype<Integers>(0), overlapFirstPair = changetype<Integers>(0);
export let edgeKind = changetype<Integers>(0), edgeRelative = changetype<Numbers>(0);
export let edgeGap = changetype<Numbers>(0), edgeContactState = changetype<Integers>(0), edgeRound = changetype<Integers>(0);
export let edgeStill = changetype<Integers>(0), edgeSeparatingAxis = changetype<Integers>(0), edgeNext = changetype<Integers>(0);
export let edgeFirstJoint = changetype<Integers>(0), edgeRoom = changetype<Numbers>(0);

export function bindScreening(table: usize): void {
  bindDetection(table);
  nodeOrientation = numbersAt(table, At.NODE_ORIENTATION);
  nodeActive = integersAt(table, At.NODE_ACTIVE);
  nodeMoved = integersAt(table, At.NODE_MOVED);
  nodeCategory = integersAt(table, At.NODE_CATEGORY);
  nodeMask = integersAt(table, At.NODE_MASK);
  nodeFirstStaticEdge = integersAt(table, At.NODE_FIRST_STATIC_EDGE);
  shapeTravel = numbersAt(table, At.SHAPE_TRAVEL);
  overlapEdge = integersAt(table, At.OVERLAP_EDGE);
  overlapNodes = integersAt(table, At.OVERLAP_NODES);
  overlapFirstPair = integersAt(table, At.OVERLAP_FIRST_PAIR);
  edgeKind = integersAt(table, At.EDGE_KIND);
  edgeRelative = numbersAt(table, At.EDGE_RELATIVE);
  edgeGap = numbersAt(table, At.EDGE_GAP);
  edgeContactState = integersAt(table, At.EDGE_CONTACT_STATE);
  edgeRound = integersAt(table, At.EDGE_ROUND);
  edgeStill = integersAt(table, At.EDGE_STILL);
  edgeSeparatingAxis = integersAt(table, At.EDGE_SEPARATING_AXIS);
  edgeNext = integersAt(table, At.EDGE_NEXT);
  edgeFirstJoint = integersAt(table, At.EDGE_FIRST_JOINT);
  edgeRoom = numbersAt(table, At.EDGE_ROOM);
}
