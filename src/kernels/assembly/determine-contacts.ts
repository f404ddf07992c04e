// Contact determination over candidates whose contacts are of one pair of boxes, balls and half-spaces: to the bits of
// detection/contact-determination/contact-determination.ts and determine-contacts.ts, which say what is done and why.

import { boxFeature, SupportingFeature } from '../../detection/contact-determination/box-feature';
import { addClosest, holdsClosest, makeUnique, mirrorManifold, singleContact } from '../../detection/contact-determination/complete-manifold';
import { addCorners } from '../../detection/contact-determination/half-space-points';
import { featureId, reduce, SINGLE } from '../../detection/contact-determination/manifold';
import { overlap } from '../../detection/contact-determination/projected-overlap';
import { mirror, readPrincipal } from '../../detection/narrow-phase/principal-contact';
import { NOT_OF_KERNEL } from '../detection-layout';
import {
  areOnlyShapes, bindDetection, contactAnchorA, contactAnchorB, contactFeature, contactGap, contactImpulse, contactLoad, contactNormal, contactPassing,
  contactShapes, edgeContactCount, edgeContactRoom, edgeFirstContact, edgePlacementKnown, edgeTravel, featureA, featureB, formerLoads, formerNames,
  HALF_SPACE, manifold, MOST_FORMER, overlapWork, pairClose, pairEnvelope, pairPassing, pairPrincipal, pairShapes, PLACEMENT, point, principal, reduction, shapeA,
  shapeB, shapeKind, SPHERE, testedByKernel, testedClosePairs, testedEdge, testedFirstPair, testedMeshContacts, testedNodes, testedPlacementKnown,
  testedRelative, testedRound,
} from './detection-columns';
import { PlacedShape } from '../../shapes/placed-shape';
import { placeInBody, placeInOtherBody } from './place-pair';

/**
 * From candidate `from` on. Returns the first that is left to TypeScript, or `count`: one with other shapes or several
 * pairs, or one that needs a block of contacts that its edge does not have.
 */
export function determineContacts(table: usize, from: i32, count: i32, maxContacts: i32, isTolerant: bool): i32 {
  bindDetection(table);
  for (let i = from; i < count; i++) {
    const edge = testedEdge[i];
    const isApart = testedClosePairs[i] == 0 && testedMeshContacts[i] == 0;
    if (isApart) edgeContactCount[edge] = 0;
    else {
      if (testedByKernel[i] == NOT_OF_KERNEL || testedClosePairs[i] != 1 || testedMeshContacts[i] != 0) return i;
      if (!determineOfEdge(i, edge, maxContacts, isTolerant)) return i;
    }
    if (testedPlacementKnown[i] == 1) edgePlacementKnown[edge] = 2;
  }
  return count;
}

function determineOfEdge(i: i32, edge: i32, maxContacts: i32, isTolerant: bool): bool {
  const former = edgeContactCount[edge];
  if (former > MOST_FORMER) return false;
  let pair = testedFirstPair[i];
  while (pairClose[pair] == 0) pair++;
  fillManifold(i, pair, maxContacts);
  if (manifold.count > edgeContactRoom[edge]) return false;
  remember(edge, former);
  appendContacts(i, edge, pair, former);
  if (isTolerant) holdFurther(i, edge, pair);
  return true;
}

/** The contacts hold for faster bodies as well, up to the nearest point that was left out. */
@inline function holdFurther(i: i32, edge: i32, pair: i32): void {
  if (testedRound[i] != 0) return;
  if (!areOnlyShapes(testedNodes[2 * i], testedNodes[2 * i + 1], pairShapes[2 * pair], pairShapes[2 * pair + 1])) return;
  edgeTravel[edge] = edgeTravel[edge] + Math.max(0, manifold.beyond - pairEnvelope[pair]);
}

/** The contacts that the edge had, by name. */
function remember(edge: i32, count: i32): void {
  const first = edgeFirstContact[edge];
  for (let i = 0; i < count; i++) {
    const contact = first + i;
    formerNames[3 * i] = contactShapes[2 * contact];
    formerNames[3 * i + 1] = contactShapes[2 * contact + 1];
    formerNames[3 * i + 2] = contactFeature[contact];
    for (let k = 0; k < 4; k++) formerLoads[4 * i + k] = contactLoad[4 * contact + k];
  }
}

@inline function findFormer(a: i32, b: i32, feature: i32, count: i32): i32 {
  for (let i = 0; i < count; i++) {
    if (formerNames[3 * i + 2] == feature && formerNames[3 * i] == a && formerNames[3 * i + 1] == b) return i;
  }
  return -1;
}

function appendContacts(i: i32, edge: i32, pair: i32, former: i32): void {
  const a = pairShapes[2 * pair], b = pairShapes[2 * pair + 1];
  const r = PLACEMENT * i;
  const x = -testedRelative[r + 3], y = -testedRelative[r + 4], z = -testedRelative[r + 5], w = testedRelative[r + 6];
  const first = edgeFirstContact[edge];
  const count = manifold.count;
  edgeContactCount[edge] = count;
  for (let k = 0; k < count; k++) {
    const contact = first + k;
    const feature = manifold.feature[k];
    contactShapes[2 * contact] = a;
    contactShapes[2 * contact + 1] = b;
    contactFeature[contact] = feature;
    contactGap[contact] = manifold.gap[k];
    for (let j = 0; j < 3; j++) contactAnchorA[3 * contact + j] = manifold.pointA[3 * k + j];
    const px = manifold.pointB[3 * k] - testedRelative[r];
    const py = manifold.pointB[3 * k + 1] - testedRelative[r + 1];
    const pz = manifold.pointB[3 * k + 2] - testedRelative[r + 2];
    const tx = 2 * (y * pz - z * py);
    const ty = 2 * (z * px - x * pz);
    const tz = 2 * (x * py - y * px);
    contactAnchorB[3 * contact] = px + w * tx + y * tz - z * ty;
    contactAnchorB[3 * contact + 1] = py + w * ty + z * tx - x * tz;
    contactAnchorB[3 * contact + 2] = pz + w * tz + x * ty - y * tx;
    const old = findFormer(a, b, feature, former);
    for (let j = 0; j < 4; j++) {
      const load: f64 = old >= 0 ? formerLoads[4 * old + j] : 0;
      contactLoad[4 * contact + j] = load;
      contactImpulse[4 * contact + j] = load;
    }
    contactNormal[3 * contact] = manifold.nx;
    contactNormal[3 * contact + 1] = manifold.ny;
    contactNormal[3 * contact + 2] = manifold.nz;
    contactPassing[contact] = pairPassing[pair];
  }
}

function fillManifold(i: i32, pair: i32, maxContacts: i32): void {
  const a = pairShapes[2 * pair], b = pairShapes[2 * pair + 1];
  readPrincipal(pairPrincipal, pair, principal);
  if (shapeKind[a] == SPHERE || shapeKind[b] == SPHERE) {
    singleContact(principal, manifold);
    return;
  }
  placeInBody(a, shapeA);
  placeInOtherBody(b, testedRelative, PLACEMENT * i, shapeB);
  const envelope = pairEnvelope[pair];
  const isInOrder = shapeA.kind <= shapeB.kind;
  if (!isInOrder) mirror(principal);
  manifold.count = 0;
  manifold.beyond = Infinity;
  manifold.nx = principal.nx;
  manifold.ny = principal.ny;
  manifold.nz = principal.nz;
  if (isInOrder) determineInOrder(shapeA, shapeB, envelope);
  else determineInOrder(shapeB, shapeA, envelope);
  reduction.envelope = envelope;
  reduce(reduction, manifold, maxContacts);
  makeUnique(manifold);
  if (!isInOrder) mirrorManifold(manifold);
}

/** A box, and a box or a half-space. */
function determineInOrder(a: PlacedShape, b: PlacedShape, envelope: f64): void {
  if (b.kind == HALF_SPACE) {
    addCorners(point, a, principal, envelope, manifold);
    featureA.id = 0;
    featureB.id = 0;
  } else {
    findFeature(a, 1, featureA);
    findFeature(b, -1, featureB);
    overlap(overlapWork, featureA, featureB, principal, envelope, manifold);
  }
  if (!holdsClosest(principal, envelope, manifold)) addClosest(principal, featureId(SINGLE, featureA.id, featureB.id), manifold);
}

/** The feature of a box that looks along `sign` times the normal. */
function findFeature(box: PlacedShape, sign: f64, out: SupportingFeature): void {
  const r = box.r;
  const dx = sign * principal.nx, dy = sign * principal.ny, dz = sign * principal.nz;
  const along = out.along;
  along[0] = r[0] * dx + r[3] * dy + r[6] * dz;
  along[1] = r[1] * dx + r[4] * dy + r[7] * dz;
  along[2] = r[2] * dx + r[5] * dy + r[8] * dz;
  out.count = 0;
  out.radius = 0;
  out.hasTips = false;
  boxFeature(box, out);
}
