// How far two bodies may move towards each other in the step that follows the detection: what decides how far ahead their
// contacts are looked for. Each body's own motion counts, not their relative one: of two that fall together, the lower may be
// stopped within the step.

import type { Detection } from '../detection.js';

/** Writes the largest travel of the pairs of shapes of an edge [m]. */
export function writeTravel({ bodies, graph, shapePairs }: Detection, edge: number, out: Float64Array, at: number): void {
  const { firstPair, pairCount } = graph.edges.columns;
  const { travel } = bodies.shapes.columns;
  const { shapes } = shapePairs.columns;
  out[at] = 0;
  for (let pair = firstPair[edge]; pair < firstPair[edge] + pairCount[edge]; pair++) {
    const both = travel[shapes[2 * pair]] + travel[shapes[2 * pair + 1]];
    if (both > out[at]) out[at] = both;
  }
}
