// Two shapes of the tables in one frame, and how far apart they are: to the bits of detection/place-shape.ts, far-apart.ts,
// closest.ts, half-space.ts and support.ts, for boxes, balls and half-spaces.

import { alongAxes, APART, areBoxesDeep, FOUND } from '../../detection/narrow-phase/box-box';
import { leaveApart, mirror, PrincipalContact } from '../../detection/narrow-phase/principal-contact';
import { sphereBox, sphereSphere } from '../../detection/narrow-phase/sphere-pairs';
import {
  BOX, boxes, HALF_SPACE, nodePosition, nodeRotation, pairEnvelope, shapeDimensions, shapeKind, shapePosition, shapeReach, shapeRotation,
  SPHERE, testedRelative,
} from './detection-columns';
import { Numbers } from '../shared/numbers';
import { PlacedShape } from '../../shapes/placed-shape';

@inline function takeShape(shape: i32, out: PlacedShape): void {
  out.kind = shapeKind[shape];
  out.a = shapeDimensions[3 * shape];
  out.b = shapeDimensions[3 * shape + 1];
  out.c = shapeDimensions[3 * shape + 2];
}

export function placeInBody(shape: i32, out: PlacedShape): void {
  takeShape(shape, out);
  out.x = shapePosition[3 * shape];
  out.y = shapePosition[3 * shape + 1];
  out.z = shapePosition[3 * shape + 2];
  const r = out.r;
  for (let k = 0; k < 9; k++) r[k] = shapeRotation[9 * shape + k];
}

export function placeInOtherBody(shape: i32, relative: Numbers, k: i32, out: PlacedShape): void {
  const qx = relative[k + 3], qy = relative[k + 4], qz = relative[k + 5], qw = relative[k + 6];
  const r00 = 1 - 2 * (qy * qy + qz * qz), r01 = 2 * (qx * qy - qw * qz), r02 = 2 * (qx * qz + qw * qy);
  const r10 = 2 * (qx * qy + qw * qz), r11 = 1 - 2 * (qx * qx + qz * qz), r12 = 2 * (qy * qz - qw * qx);
  const r20 = 2 * (qx * qz - qw * qy), r21 = 2 * (qy * qz + qw * qx), r22 = 1 - 2 * (qx * qx + qy * qy);
  takeShape(shape, out);
  const x = shapePosition[3 * shape], y = shapePosition[3 * shape + 1], z = shapePosition[3 * shape + 2];
  out.x = relative[k] + r00 * x + r01 * y + r02 * z;
  out.y = relative[k + 1] + r10 * x + r11 * y + r12 * z;
  out.z = relative[k + 2] + r20 * x + r21 * y + r22 * z;
  const r = out.r;
  for (let j = 0; j < 3; j++) {
    const a = shapeRotation[9 * shape + j], b = shapeRotation[9 * shape + 3 + j], c = shapeRotation[9 * shape + 6 + j];
    r[j] = r00 * a + r01 * b + r02 * c;
    r[3 + j] = r10 * a + r11 * b + r12 * c;
    r[6 + j] = r20 * a + r21 * b + r22 * c;
  }
}

/** The margins of far-apart.ts. */
const MARGIN: f64 = 1 + 1e-6;
const ROUNDING: f64 = 1e-12;

/** By how much more than the envelope of their pair two centred shapes are seen to be apart without being placed; 0 where that is not seen. */
export function roomBetween(nodeA: i32, nodeB: i32, a: i32, b: i32, k: i32, pair: i32, axis: i32): f64 {
  const px = testedRelative[k], py = testedRelative[k + 1], pz = testedRelative[k + 2];
  const both = shapeReach[a] + shapeReach[b];
  const envelope = pairEnvelope[pair];
  const limit = (both + envelope) * MARGIN;
  const square = px * px + py * py + pz * pz;
  if (square > limit * limit) return Math.sqrt(square) - limit;
  const dx = nodePosition[3 * nodeB] - nodePosition[3 * nodeA];
  const dy = nodePosition[3 * nodeB + 1] - nodePosition[3 * nodeA + 1];
  const dz = nodePosition[3 * nodeB + 2] - nodePosition[3 * nodeA + 2];
  const kindA = shapeKind[a], kindB = shapeKind[b];
  if (kindA == BOX && kindB == BOX) return axis < 0 ? 0 : gapAlong(nodeA, nodeB, a, b, axis, dx, dy, dz) - (MARGIN * envelope + ROUNDING * both);
  if (kindA == HALF_SPACE || kindB == HALF_SPACE) {
    const r = 9 * (kindA == HALF_SPACE ? nodeA : nodeB) + 1;
    const above = nodeRotation[r] * dx + nodeRotation[r + 3] * dy + nodeRotation[r + 6] * dz;
    const height = kindA == HALF_SPACE ? above : -above;
    const size = shapeReach[kindA == HALF_SPACE ? b : a];
    return height - size - (MARGIN * envelope + ROUNDING * (size + Math.abs(dx) + Math.abs(dy) + Math.abs(dz)));
  }
  if (kindA == SPHERE && kindB == SPHERE) return 0;
  const box = kindA == BOX ? a : b, ball = kindA == BOX ? b : a;
  const r = 9 * (kindA == BOX ? nodeA : nodeB);
  const x = Math.abs(nodeRotation[r] * dx + nodeRotation[r + 3] * dy + nodeRotation[r + 6] * dz) - shapeDimensions[3 * box];
  const y = Math.abs(nodeRotation[r + 1] * dx + nodeRotation[r + 4] * dy + nodeRotation[r + 7] * dz) - shapeDimensions[3 * box + 1];
  const z = Math.abs(nodeRotation[r + 2] * dx + nodeRotation[r + 5] * dy + nodeRotation[r + 8] * dz) - shapeDimensions[3 * box + 2];
  const distance = (shapeDimensions[3 * ball] + envelope) * MARGIN + ROUNDING * both;
  const outside = (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0);
  return outside > distance * distance ? Math.sqrt(outside) - distance : 0;
}

/** How far apart two boxes are along the normal of the face that last separated them. */
function gapAlong(nodeA: i32, nodeB: i32, a: i32, b: i32, axis: i32, dx: f64, dy: f64, dz: f64): f64 {
  const isOfA = axis < 3;
  const i = isOfA ? axis : axis - 3;
  const r = 9 * (isOfA ? nodeA : nodeB) + i;
  const nx = nodeRotation[r], ny = nodeRotation[r + 3], nz = nodeRotation[r + 6];
  const h = 3 * (isOfA ? b : a);
  const o = 9 * (isOfA ? nodeB : nodeA);
  const own = shapeDimensions[3 * (isOfA ? a : b) + i];
  const others =
    shapeDimensions[h] * Math.abs(nx * nodeRotation[o] + ny * nodeRotation[o + 3] + nz * nodeRotation[o + 6]) +
    shapeDimensions[h + 1] * Math.abs(nx * nodeRotation[o + 1] + ny * nodeRotation[o + 4] + nz * nodeRotation[o + 7]) +
    shapeDimensions[h + 2] * Math.abs(nx * nodeRotation[o + 2] + ny * nodeRotation[o + 5] + nz * nodeRotation[o + 8]);
  return Math.abs(nx * dx + ny * dy + nz * dz) - own - others;
}

/** APART, FOUND or UNPROVEN of box-box.ts; two half-spaces are not asked for. */
export function closest(a: PlacedShape, b: PlacedShape, envelope: f64, out: PrincipalContact): i32 {
  if (a.kind <= b.kind) return closestInOrder(a, b, envelope, out);
  const known = closestInOrder(b, a, envelope, out);
  if (known == FOUND) mirror(out);
  return known;
}

/** Whether two shapes are inside each other by more than `depth`; two half-spaces are not asked for. */
export function areDeep(a: PlacedShape, b: PlacedShape, depth: f64, out: PrincipalContact): bool {
  if (a.kind == BOX && b.kind == BOX) return areBoxesDeep(boxes, a, b, depth);
  return closest(a, b, 0, out) == FOUND && -out.gap > depth;
}

function closestInOrder(a: PlacedShape, b: PlacedShape, envelope: f64, out: PrincipalContact): i32 {
  if (b.kind == HALF_SPACE) return overHalfSpace(a, b, envelope, out) ? FOUND : APART;
  if (a.kind == BOX) return alongAxes(boxes, a, b, envelope, out);
  if (b.kind == BOX) return sphereBox(a, b, envelope, out) ? FOUND : APART;
  return sphereSphere(a, b, envelope, out) ? FOUND : APART;
}

/** The point of a box or ball farthest down. */
function overHalfSpace(a: PlacedShape, b: PlacedShape, envelope: f64, out: PrincipalContact): bool {
  const nx = -b.r[1], ny = -b.r[4], nz = -b.r[7];
  const r = a.r;
  let x: f64 = 0, y: f64 = 0, z: f64 = 0, radius: f64 = 0;
  if (a.kind == BOX) {
    x = r[0] * nx + r[3] * ny + r[6] * nz < 0 ? -a.a : a.a;
    y = r[1] * nx + r[4] * ny + r[7] * nz < 0 ? -a.b : a.b;
    z = r[2] * nx + r[5] * ny + r[8] * nz < 0 ? -a.c : a.c;
  } else radius = a.a;
  const lx = a.x + r[0] * x + r[1] * y + r[2] * z;
  const ly = a.y + r[3] * x + r[4] * y + r[5] * z;
  const lz = a.z + r[6] * x + r[7] * y + r[8] * z;
  const gap = (b.x - lx) * nx + (b.y - ly) * ny + (b.z - lz) * nz - radius;
  if (gap > envelope) return leaveApart(out, gap - envelope);
  out.gap = gap;
  out.nx = nx;
  out.ny = ny;
  out.nz = nz;
  out.ax = lx + radius * nx;
  out.ay = ly + radius * ny;
  out.az = lz + radius * nz;
  out.bx = out.ax + gap * nx;
  out.by = out.ay + gap * ny;
  out.bz = out.az + gap * nz;
  return true;
}
