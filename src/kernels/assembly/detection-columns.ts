// The columns of a world's tables that detection works on, and the workspace behind them, as the table of addresses has them.

import * as At from '../detection-layout';
import { BoxWorkspace } from '../../detection/narrow-phase/box-box';
import { PrincipalContact } from '../../detection/narrow-phase/principal-contact';
import { SupportingFeature } from '../../detection/contact-determination/box-feature';
import { Manifold, Reduction } from '../../detection/contact-determination/manifold';
import { OverlapWorkspace } from '../../detection/contact-determination/projected-overlap';
import { Integers, Numbers } from '../shared/numbers';
import { PlacedShape } from '../../shapes/placed-shape';

/** The numbers of shape-kinds.ts and node-kinds.ts, and CENTRED of update-bounds.ts: test/kernels/detection.test.ts compares them. */
export const SPHERE = 0;
export const BOX = 1;
export const HALF_SPACE = 5;
export const FIXED = 1;
export const SCRIPTED = 3;
export const TRIGGER = 7;
export const CENTRED = 1;
/** Numbers of a placement: position, then orientation. */
export const PLACEMENT = 7;
/** An edge that had more contacts is left to TypeScript. */
export const MOST_FORMER = 16;

export let nodeKind = changetype<Integers>(0), nodePosition = changetype<Numbers>(0), nodeRotation = changetype<Numbers>(0);
export let nodeVelocity = changetype<Numbers>(0), nodeFirstJoint = changetype<Integers>(0);
export let nodeFirstShape = changetype<Integers>(0), shapeNext = changetype<Integers>(0);
export let nodeMover = changetype<Integers>(0), nodeLocks = changetype<Integers>(0);
export let shapeKind = changetype<Integers>(0), shapeThickness = changetype<Numbers>(0), shapeReach = changetype<Numbers>(0);
export let shapeCentred = changetype<Integers>(0), shapeDimensions = changetype<Numbers>(0);
export let shapePosition = changetype<Numbers>(0), shapeRotation = changetype<Numbers>(0);
export let testedEdge = changetype<Integers>(0), testedNodes = changetype<Integers>(0);
export let testedFirstPair = changetype<Integers>(0), testedEndPair = changetype<Integers>(0);
export let testedRelative = changetype<Numbers>(0);
export let testedTravel = changetype<Numbers>(0), testedGap = changetype<Numbers>(0);
export let testedContactState = changetype<Integers>(0), testedPlacementKnown = changetype<Integers>(0);
export let testedRound = changetype<Integers>(0);
export let testedStill = changetype<Integers>(0), testedSeparatingAxis = changetype<Integers>(0);
export let testedClosePairs = changetype<Integers>(0), testedMeshContacts = changetype<Integers>(0);
export let testedByKernel = changetype<Integers>(0), testedRoom = changetype<Numbers>(0);
export let pairShapes = changetype<Integers>(0), pairEnvelope = changetype<Numbers>(0), pairClose = changetype<Integers>(0);
export let pairPassing = changetype<Integers>(0), pairPrincipal = changetype<Numbers>(0);
export let pairFirstContact = changetype<Integers>(0), pairContactCount = changetype<Integers>(0);
export let edgeFirstContact = changetype<Integers>(0), edgeContactCount = changetype<Integers>(0);
export let edgeContactRoom = changetype<Integers>(0), edgePlacementKnown = changetype<Integers>(0);
export let edgeTravel = changetype<Numbers>(0);
export let contactShapes = changetype<Integers>(0), contactFeature = changetype<Integers>(0);
export let contactAnchorA = changetype<Numbers>(0), contactAnchorB = changetype<Numbers>(0);
export let contactNormal = changetype<Numbers>(0);
export let contactPassing = changetype<Integers>(0), contactGap = changetype<Numbers>(0);
export let contactImpulse = changetype<Numbers>(0), contactLoad = changetype<Numbers>(0);

/** Two shapes in the frame of A, and where B is at the end of the step. */
export let shapeA = changetype<PlacedShape>(0), shapeB = changetype<PlacedShape>(0), shapeAhead = changetype<PlacedShape>(0);
/** What is found of the pair at hand, now and at the end of the step. */
export let principal = changetype<PrincipalContact>(0), closestAhead = changetype<PrincipalContact>(0);
export let boxes = changetype<BoxWorkspace>(0);
export let featureA = changetype<SupportingFeature>(0), featureB = changetype<SupportingFeature>(0);
export let overlapWork = changetype<OverlapWorkspace>(0);
export let manifold = changetype<Manifold>(0);
export let reduction = changetype<Reduction>(0);
/** Displacement and turn of A, of B, in the step to come, and a placement there, as pair-at-hand.ts and convex-tester.ts have them. */
export let motion = changetype<Numbers>(0), placementAhead = changetype<Numbers>(0);
/** A point of a shape [m]. */
export let point = changetype<Numbers>(0);
/** Names of the contacts that an edge had, two shapes and a feature each, and their loads. */
export let formerNames = changetype<Integers>(0), formerLoads = changetype<Numbers>(0);

@inline export function numbersAt(table: usize, index: i32): Numbers { return changetype<Numbers>(<usize>load<i32>(table + (<usize>index << 2))); }
@inline export function integersAt(table: usize, index: i32): Integers { return changetype<Integers>(<usize>load<i32>(table + (<usize>index << 2))); }

/** Whether two shapes are the only ones of their nodes. */
@inline export function areOnlyShapes(a: i32, b: i32, s: i32, t: i32): bool {
  return nodeFirstShape[a] == s && shapeNext[s] < 0 && nodeFirstShape[b] == t && shapeNext[t] < 0;
}

/** Bytes of the workspace. */
export function detectionBytes(): i32 {
  return 3 * PlacedShape.bytes() + 2 * PrincipalContact.bytes() + BoxWorkspace.bytes() + 2 * SupportingFeature.bytes() +
    OverlapWorkspace.bytes() + Manifold.bytes() + Reduction.bytes() + (12 + 8 + 4 + 4 * MOST_FORMER) * 8 + 3 * MOST_FORMER * 4;
}

export function bindDetection(table: usize): void {
  nodeKind = integersAt(table, At.NODE_KIND);
  nodePosition = numbersAt(table, At.NODE_POSITION);
  nodeRotation = numbersAt(table, At.NODE_ROTATION);
  nodeVelocity = numbersAt(table, At.NODE_VELOCITY);
  nodeFirstJoint = integersAt(table, At.NODE_FIRST_JOINT);
  nodeMover = integersAt(table, At.NODE_MOVER);
  nodeLocks = integersAt(table, At.NODE_LOCKS);
  nodeFirstShape = integersAt(table, At.NODE_FIRST_SHAPE);
  shapeKind = integersAt(table, At.SHAPE_KIND);
  shapeThickness = numbersAt(table, At.SHAPE_THICKNESS);
  shapeReach = numbersAt(table, At.SHAPE_REACH);
  shapeCentred = integersAt(table, At.SHAPE_CENTRED);
  shapeDimensions = numbersAt(table, At.SHAPE_DIMENSIONS);
  shapePosition = numbersAt(table, At.SHAPE_POSITION);
  shapeRotation = numbersAt(table, At.SHAPE_ROTATION);
  shapeNext = integersAt(table, At.SHAPE_NEXT);
  testedEdge = integersAt(table, At.TESTED_EDGE);
  testedNodes = integersAt(table, At.TESTED_NODES);
  testedFirstPair = integersAt(table, At.TESTED_FIRST_PAIR);
  testedEndPair = integersAt(table, At.TESTED_END_PAIR);
  testedRelative = numbersAt(table, At.TESTED_RELATIVE);
  testedTravel = numbersAt(table, At.TESTED_TRAVEL);
  testedGap = numbersAt(table, At.TESTED_GAP);
  testedContactState = integersAt(table, At.TESTED_CONTACT_STATE);
  testedPlacementKnown = integersAt(table, At.TESTED_PLACEMENT_KNOWN);
  testedRound = integersAt(table, At.TESTED_ROUND);
  testedStill = integersAt(table, At.TESTED_STILL);
  testedSeparatingAxis = integersAt(table, At.TESTED_SEPARATING_AXIS);
  testedClosePairs = integersAt(table, At.TESTED_CLOSE_PAIRS);
  testedMeshContacts = integersAt(table, At.TESTED_MESH_CONTACTS);
  testedByKernel = integersAt(table, At.TESTED_BY_KERNEL);
  testedRoom = numbersAt(table, At.TESTED_ROOM);
  pairShapes = integersAt(table, At.PAIR_SHAPES);
  pairEnvelope = numbersAt(table, At.PAIR_ENVELOPE);
  pairClose = integersAt(table, At.PAIR_CLOSE);
  pairPassing = integersAt(table, At.PAIR_PASSING);
  pairPrincipal = numbersAt(table, At.PAIR_PRINCIPAL);
  pairFirstContact = integersAt(table, At.PAIR_FIRST_CONTACT);
  pairContactCount = integersAt(table, At.PAIR_CONTACT_COUNT);
  edgeFirstContact = integersAt(table, At.EDGE_FIRST_CONTACT);
  edgeContactCount = integersAt(table, At.EDGE_CONTACT_COUNT);
  edgeContactRoom = integersAt(table, At.EDGE_CONTACT_ROOM);
  edgePlacementKnown = integersAt(table, At.EDGE_PLACEMENT_KNOWN);
  edgeTravel = numbersAt(table, At.EDGE_TRAVEL);
  contactShapes = integersAt(table, At.CONTACT_SHAPES);
  contactFeature = integersAt(table, At.CONTACT_FEATURE);
  contactAnchorA = numbersAt(table, At.CONTACT_ANCHOR_A);
  contactAnchorB = numbersAt(table, At.CONTACT_ANCHOR_B);
  contactNormal = numbersAt(table, At.CONTACT_NORMAL);
  contactPassing = integersAt(table, At.CONTACT_PASSING);
  contactGap = numbersAt(table, At.CONTACT_GAP);
  contactImpulse = numbersAt(table, At.CONTACT_IMPULSE);
  contactLoad = numbersAt(table, At.CONTACT_LOAD);
  bindWorkspace(<usize>load<i32>(table + (At.WORKSPACE << 2)));
}

/** One block behind the other, the integers last. */
function bindWorkspace(start: usize): void {
  let end = start;
  shapeA = changetype<PlacedShape>(end); end += PlacedShape.bytes();
  shapeB = changetype<PlacedShape>(end); end += PlacedShape.bytes();
  shapeAhead = changetype<PlacedShape>(end); end += PlacedShape.bytes();
  principal = changetype<PrincipalContact>(end); end += PrincipalContact.bytes();
  closestAhead = changetype<PrincipalContact>(end); end += PrincipalContact.bytes();
  boxes = changetype<BoxWorkspace>(end); end += BoxWorkspace.bytes();
  featureA = changetype<SupportingFeature>(end); end += SupportingFeature.bytes();
  featureB = changetype<SupportingFeature>(end); end += SupportingFeature.bytes();
  overlapWork = changetype<OverlapWorkspace>(end); end += OverlapWorkspace.bytes();
  manifold = changetype<Manifold>(end); end += Manifold.bytes();
  reduction = changetype<Reduction>(end); end += Reduction.bytes();
  motion = changetype<Numbers>(end); end += 12 * 8;
  placementAhead = changetype<Numbers>(end); end += 8 * 8;
  point = changetype<Numbers>(end); end += 4 * 8;
  formerLoads = changetype<Numbers>(end); end += 4 * MOST_FORMER * 8;
  formerNames = changetype<Integers>(end);
}
