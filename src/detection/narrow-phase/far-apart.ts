// Pairs of shapes that are seen to be further apart than their envelope without being placed: most of those whose boxes overlap.
//
// The narrow phase would find the same. So that rounding cannot make the two disagree, pairs only count as apart here when they
// are so by a margin far above it; all others are left to the narrow phase.

import type { NODE_SCHEMA, SHAPE_SCHEMA } from '../../bodies/node-table.js';
import { BOX, HALF_SPACE, SPHERE } from '../../shapes/shape-kinds.js';
import type { Columns } from '../../table/table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;
type Shapes = Columns<typeof SHAPE_SCHEMA>;

// V8 folds constants of the same module but not imported ones.
const [BALL, CUBOID, PLANE] = [SPHERE, BOX, HALF_SPACE];

/** The margin: a share of the distance asked for [1], and of the sizes and distances that it is the difference of [1]. */
const MARGIN = 1 + 1e-6;
const ROUNDING = 1e-12;

/**
 * By how much more than envelopes[pair] shape a of node `nodeA` and shape b of node `nodeB` are seen to be apart, at least [m]; 0 or less
 * where that is not seen. Both shapes are centred in their nodes' frames; B sits at relative[k ..] in A's frame. `axis` is that of a face
 * that last separated two boxes, as box-box.ts numbers them, or -1.
 */
export function roomBetween(
  nodes: Nodes,
  shapes: Shapes,
  nodeA: number,
  nodeB: number,
  a: number,
  b: number,
  relative: Float64Array,
  k: number,
  envelopes: Float64Array,
  pair: number,
  axis: number,
): number {
  const { kind, reach, dimensions } = shapes;
  const px = relative[k];
  const py = relative[k + 1];
  const pz = relative[k + 2];
  const both = reach[a] + reach[b];
  const limit = (both + envelopes[pair]) * MARGIN;
  const square = px * px + py * py + pz * pz;
  if (square > limit * limit) return Math.sqrt(square) - limit;

  const { position, rotation } = nodes;
  const dx = position[3 * nodeB] - position[3 * nodeA];
  const dy = position[3 * nodeB + 1] - position[3 * nodeA + 1];
  const dz = position[3 * nodeB + 2] - position[3 * nodeA + 2];
  const kindA = kind[a];
  const kindB = kind[b];
  if (kindA === CUBOID && kindB === CUBOID) {
    if (axis < 0) return 0;
    const isOfA = axis < 3;
    const i = isOfA ? axis : axis - 3;
    const r = 9 * (isOfA ? nodeA : nodeB) + i;
    const nx = rotation[r];
    const ny = rotation[r + 3];
    const nz = rotation[r + 6];
    const h = 3 * (isOfA ? b : a);
    const o = 9 * (isOfA ? nodeB : nodeA);
    const own = dimensions[3 * (isOfA ? a : b) + i];
    const others =
      dimensions[h] * Math.abs(nx * rotation[o] + ny * rotation[o + 3] + nz * rotation[o + 6]) +
      dimensions[h + 1] * Math.abs(nx * rotation[o + 1] + ny * rotation[o + 4] + nz * rotation[o + 7]) +
      dimensions[h + 2] * Math.abs(nx * rotation[o + 2] + ny * rotation[o + 5] + nz * rotation[o + 8]);
    return Math.abs(nx * dx + ny * dy + nz * dz) - own - others - (MARGIN * envelopes[pair] + ROUNDING * both);
  }
  if ((kindA === BALL && kindB === CUBOID) || (kindA === CUBOID && kindB === BALL)) {
    const box = kindA === CUBOID ? a : b;
    const ball = kindA === CUBOID ? b : a;
    const r = 9 * (kindA === CUBOID ? nodeA : nodeB);
    const x = Math.abs(rotation[r] * dx + rotation[r + 3] * dy + rotation[r + 6] * dz) - dimensions[3 * box];
    const y = Math.abs(rotation[r + 1] * dx + rotation[r + 4] * dy + rotation[r + 7] * dz) - dimensions[3 * box + 1];
    const z = Math.abs(rotation[r + 2] * dx + rotation[r + 5] * dy + rotation[r + 8] * dz) - dimensions[3 * box + 2];
    const distance = (dimensions[3 * ball] + envelopes[pair]) * MARGIN + ROUNDING * both;
    const outside = (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0);
    return outside > distance * distance ? Math.sqrt(outside) - distance : 0;
  }
  if (kindA === PLANE || kindB === PLANE) {
    const r = 9 * (kindA === PLANE ? nodeA : nodeB) + 1;
    const above = rotation[r] * dx + rotation[r + 3] * dy + rotation[r + 6] * dz;
    const height = kindA === PLANE ? above : -above;
    const size = reach[kindA === PLANE ? b : a];
    return height - size - (MARGIN * envelopes[pair] + ROUNDING * (size + Math.abs(dx) + Math.abs(dy) + Math.abs(dz)));
  }
  return 0;
}
