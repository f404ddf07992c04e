// Boxes about shapes and nodes, and how each shape takes part in the broad phase.

import { FIXED } from '../bodies/node-kinds.js';
import type { Settings } from '../settings.js';
import { placedBounds } from '../shapes/bounds.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import { ABSENT, MOVING, STATIC } from './broad-phase/broad-phase.js';
import type { Detection } from './detection.js';
import { placeInWorld } from './place-shape.js';

const placed = new PlacedShape();

/**
 * The envelope of a pair is a share of the smaller half thickness, so half of each shape's own share on its box is enough for boxes to
 * overlap whenever the gap is within the envelope.
 */
export function updateBounds({ bodies }: Detection, settings: Settings): void {
  const half = 0.5 * settings['detection.envelope'];
  const nodes = bodies.nodes.columns;
  const { owner, bounds, mobility, thickness } = bodies.shapes.columns;
  for (let row = 0; row < bodies.nodes.size; row++) {
    const k = 6 * row;
    nodes.bounds[k] = nodes.bounds[k + 1] = nodes.bounds[k + 2] = Number.POSITIVE_INFINITY;
    nodes.bounds[k + 3] = nodes.bounds[k + 4] = nodes.bounds[k + 5] = Number.NEGATIVE_INFINITY;
  }
  for (let shape = 0; shape < bodies.shapes.size; shape++) {
    if (!bodies.shapes.isLive(shape)) {
      mobility[shape] = ABSENT;
      continue;
    }
    const row = owner[shape];
    mobility[shape] = nodes.kind[row] === FIXED ? STATIC : MOVING;
    placeInWorld(bodies, shape, placed);
    placedBounds(placed, bounds, 6 * shape);
    const margin = thickness[shape] === Number.POSITIVE_INFINITY ? 0 : half * thickness[shape];
    for (let k = 0; k < 3; k++) {
      const low = bounds[6 * shape + k] - margin;
      const high = bounds[6 * shape + 3 + k] + margin;
      bounds[6 * shape + k] = low;
      bounds[6 * shape + 3 + k] = high;
      if (low < nodes.bounds[6 * row + k]) nodes.bounds[6 * row + k] = low;
      if (high > nodes.bounds[6 * row + 3 + k]) nodes.bounds[6 * row + 3 + k] = high;
    }
  }
}
