// Boxes about shapes and nodes, and how each shape takes part in the broad phase.

import type { Bodies } from '../bodies/bodies.js';
import { FIXED } from '../bodies/node-kinds.js';
import type { Settings } from '../settings.js';
import { gravityOfStep } from '../settings.js';
import { placedBounds } from '../shapes/bounds.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import { ABSENT, MOVING, STATIC } from './broad-phase/broad-phase.js';
import type { Detection } from './detection.js';
import { placeInWorld } from './place-shape.js';

const placed = new PlacedShape();

/** How a shape takes part in the broad phase. */
export function mobilityOf({ nodes, shapes }: Bodies, shape: number): number {
  if (!shapes.isLive(shape)) return ABSENT;
  return nodes.columns.kind[shapes.columns.owner[shape]] === FIXED ? STATIC : MOVING;
}

/**
 * Only of the bodies that moved: the boxes of the others are what they were. The envelope of a pair is a share of the smaller half thickness, so half of each shape's own share on its box is enough for
 * boxes to overlap whenever the gap is within the envelope. Likewise for how far ahead contacts are found: each box grows by what
 * its own shape may move.
 */
export function updateBounds({ bodies, ahead }: Detection, settings: Settings): void {
  const lookAhead = settings['detection.lookAhead'];
  const fall = gravityOfStep(settings, ahead);
  const half = 0.5 * settings['detection.envelope'];
  const nodes = bodies.nodes.columns;
  const { owner, bounds, mobility, thickness, reach, travel } = bodies.shapes.columns;
  const { velocity: u } = nodes;
  for (let row = 0; row < bodies.nodes.size; row++) {
    if (nodes.moved[row] === 0) continue;
    const k = 6 * row;
    nodes.bounds[k] = nodes.bounds[k + 1] = nodes.bounds[k + 2] = Number.POSITIVE_INFINITY;
    nodes.bounds[k + 3] = nodes.bounds[k + 4] = nodes.bounds[k + 5] = Number.NEGATIVE_INFINITY;
  }
  for (let shape = 0; shape < bodies.shapes.size; shape++) {
    const row = owner[shape];
    if (nodes.moved[row] === 0) continue;
    mobility[shape] = mobilityOf(bodies, shape);
    if (mobility[shape] === ABSENT) continue;
    placeInWorld(bodies, shape, placed);
    placedBounds(placed, bounds, 6 * shape);
    const k = 6 * row;
    const turn = Math.sqrt(u[k + 3] * u[k + 3] + u[k + 4] * u[k + 4] + u[k + 5] * u[k + 5]);
    let speed = Math.sqrt(u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
    // A half-space reaches infinitely far, but one that does not turn adds nothing.
    if (turn > 0) speed += turn * reach[shape];
    if (nodes.inverseMass[nodes.mover[row]] > 0) speed += fall;
    travel[shape] = speed * ahead;
    const isBounded = thickness[shape] < Number.POSITIVE_INFINITY;
    const margin = isBounded ? half * thickness[shape] + Math.min(travel[shape], lookAhead * thickness[shape]) : 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = bounds[6 * shape + axis] - margin;
      const high = bounds[6 * shape + 3 + axis] + margin;
      bounds[6 * shape + axis] = low;
      bounds[6 * shape + 3 + axis] = high;
      if (low < nodes.bounds[k + axis]) nodes.bounds[k + axis] = low;
      if (high > nodes.bounds[k + 3 + axis]) nodes.bounds[k + 3 + axis] = high;
    }
  }
}
