// The boxes of balls and of boxes that sit in their bodies as they are: to the bits of detection/update-bounds.ts, which says what is
// asked and why.

import * as At from '../detection-layout';
import { Integers, Numbers } from '../shared/numbers';
import {
  BOX, CENTRED, FIXED, integersAt, nodeKind, nodeMover, nodePosition, nodeRotation, nodeVelocity, numbersAt, shapeCentred, shapeDimensions,
  shapeKind, shapeReach, shapeThickness, SPHERE,
} from './detection-columns';
import { bindScreening, nodeMoved, shapeTravel } from './screening-columns';

let nodeBounds = changetype<Numbers>(0), nodeInverseMass = changetype<Numbers>(0);
let shapeOwner = changetype<Integers>(0), shapeGeneration = changetype<Integers>(0), shapeBounds = changetype<Numbers>(0);
let shapeMobility = changetype<Integers>(0);

/** How a shape takes part in the broad phase: broad-phase.ts. */
const STATIC = 1;
const MOVING = 2;

/**
 * From shape `first` on. Half of the envelope, the settings `lookAhead` [1], the time to look ahead [s], what gravity adds to a velocity in
 * that time [m/s], and what it moves along each axis [m/s]. Returns the first shape that is left to TypeScript, or `end`.
 */
export function updateBounds(
  table: usize, first: i32, end: i32, half: f64, lookAhead: f64, ahead: f64, fall: f64, pullX: f64, pullY: f64, pullZ: f64,
): i32 {
  bindScreening(table);
  nodeBounds = numbersAt(table, At.NODE_BOUNDS);
  nodeInverseMass = numbersAt(table, At.NODE_INVERSE_MASS);
  shapeOwner = integersAt(table, At.SHAPE_OWNER);
  shapeGeneration = integersAt(table, At.SHAPE_GENERATION);
  shapeBounds = numbersAt(table, At.SHAPE_BOUNDS);
  shapeMobility = integersAt(table, At.SHAPE_MOBILITY);
  for (let shape = first; shape < end; shape++) {
    if ((shapeGeneration[shape] & 1) == 0 || shapeCentred[shape] != CENTRED || shapeKind[shape] > BOX) return shape;
    const row = shapeOwner[shape];
    if (nodeMoved[row] == 0) continue;
    shapeMobility[shape] = nodeKind[row] == FIXED ? STATIC : MOVING;
    const isPulled = nodeInverseMass[nodeMover[row]] > 0;
    const reach = shapeReach[shape];
    const v = 6 * row;
    const spinX = nodeVelocity[v + 3], spinY = nodeVelocity[v + 4], spinZ = nodeVelocity[v + 5];
    const turn = Math.sqrt(spinX * spinX + spinY * spinY + spinZ * spinZ);
    const x = nodeVelocity[v], y = nodeVelocity[v + 1], z = nodeVelocity[v + 2];
    let speed = Math.sqrt(x * x + y * y + z * z);
    if (turn > 0) speed += turn * reach;
    if (isPulled) speed += fall;
    shapeTravel[shape] = speed * ahead;
    const most = lookAhead * shapeThickness[shape];
    const turning: f64 = turn > 0 ? turn * reach : 0;
    const margin = half * shapeThickness[shape];
    grow(shape, row, 0, margin + Math.min((Math.abs(x) + turning + (isPulled ? pullX : 0)) * ahead, most));
    grow(shape, row, 1, margin + Math.min((Math.abs(y) + turning + (isPulled ? pullY : 0)) * ahead, most));
    grow(shape, row, 2, margin + Math.min((Math.abs(z) + turning + (isPulled ? pullZ : 0)) * ahead, most));
  }
  return end;
}

/** The box of a shape along an axis, with a margin on each side, and that of its node about it. */
@inline function grow(shape: i32, row: i32, axis: i32, margin: f64): void {
  const h = 3 * shape, r = 9 * row + 3 * axis, k = 6 * shape + axis, to = 6 * row + axis;
  const size: f64 = shapeKind[shape] == SPHERE
    ? shapeDimensions[h]
    : Math.abs(nodeRotation[r]) * shapeDimensions[h] + Math.abs(nodeRotation[r + 1]) * shapeDimensions[h + 1] +
      Math.abs(nodeRotation[r + 2]) * shapeDimensions[h + 2];
  const low = nodePosition[3 * row + axis] - size - margin;
  const high = nodePosition[3 * row + axis] + size + margin;
  shapeBounds[k] = low;
  shapeBounds[k + 3] = high;
  if (low < nodeBounds[to]) nodeBounds[to] = low;
  if (high > nodeBounds[to + 3]) nodeBounds[to + 3] = high;
}
